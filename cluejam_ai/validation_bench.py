"""A data set of people laid out for agents to be asked: words, vectors, and the agents one after another."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS, Agent
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.arena.seats import Seated
from cluejam_ai.components import embeddings_of, mix_parts
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.human.agreement import Figures, Sums, guesser_figures
from cluejam_ai.human.asking import Asked, guesser_scores
from cluejam_ai.human.clueing import clue_ranks, expected_success, real_success
from cluejam_ai.human.coverage import Coverage, cover
from cluejam_ai.human.intervals import figure_of, rank_correlation
from cluejam_ai.human.rows import HumanData
from cluejam_ai.human.sheet import N_PLACES, sheet_of
from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.outside import dictionary_forms
from cluejam_ai.registry import Registry
from cluejam_ai.runspec import RunSpec
from cluejam_ai.seeding import derive, stream
from cluejam_ai.wiring import Workshop
from cluejam_ai.words.lexicon import Lexicon, load_lexicon
from cluejam_ai.words.lists import BoardWords, load_board_words

A = TypeVar("A", bound=Agent)

_SHOWN_RANKS = (1, 10)
#: Embeddings of which vectors, and tables, are kept at a time: about 100 MB each with the shipped words.
_KEPT = 6


class _PassingWorkshop(Workshop):
    """A workshop that keeps no agent: each is asked once, and its tables are large."""

    def agent(self, registry: Registry[A], text: str) -> Seated[A]:
        """Return an agent by its canonical spec, made anew."""
        return self._new_agent(registry, text)


class _HumanWorkshop(_PassingWorkshop):
    """A workshop whose cards and clue words are the shipped ones and those of a data set.

    Vectors and tables of a few embeddings are kept, those that were asked for last, so that agents that share
    some do not make them anew, and many embeddings need no more memory than a few.
    """

    def __init__(
        self, pool: BoardWords, lexicon: Lexicon, load: Callable[[str], Embedding], seed: int
    ) -> None:
        super().__init__(RunSpec("solo", (Pairing("random", "random", "random", "random"),), 1, seed))
        self._pool, self._known = pool, lexicon
        self._load = load

    @cached_property
    def words(self) -> BoardWords:
        """The shipped board words and those of the data."""
        return self._pool

    @cached_property
    def all_words(self) -> BoardWords:
        """The same, for all have a vector."""
        return self._pool

    @cached_property
    def lexicon(self) -> Lexicon:
        """The shipped clue words, then those of the data."""
        return self._known

    def embedding(self, text: str) -> Embedding:
        """Return an embedding by its spec."""
        return self._load(text)

    def resources(self, embedding: str | None) -> Resources:
        """Return what agents that use this embedding share, the ranks of clues too."""
        key = embedding or ""
        found = self._resources.pop(key, None)
        if found is None:
            made = super().resources(embedding)
            found = replace(made, load_similarity=made.load_similarity and partial(_ranked, made))
        # the one that was asked for last stands last
        self._resources[key] = found
        for old in list(self._resources)[:-_KEPT]:
            del self._resources[old]
        return found


def _ranked(resources: Resources) -> Similarity:
    """Return cosines that keep the ranks of their clues, for several agents ask one after another."""
    plain = Similarity(resources.similarity.table, resources.similarity.known)
    return replace(plain, load_ranks=cache(lambda: plain.log_ranks))


class _BackwardsWorkshop(_PassingWorkshop):
    """The same in the reverse alphabet, which breaks ties between cards the other way."""

    def __init__(self, shop: Workshop) -> None:
        super().__init__(shop.spec)
        self._shop = shop

    def resources(self, embedding: str | None) -> Resources:
        """Return what agents that use this embedding share."""
        return self._shop.resources(embedding).backwards()


class Bench:
    """A data set laid out for agents to be asked.

    Parameters
    ----------
    whole : HumanData
    agents : sequence of pairs of a registry and a canonical spec
        All that will be asked: rows are kept whose words are known in every embedding that one thinks in.
    missing : str
        See `cluejam_ai.human.coverage.POLICIES`.
    seed : int
        Names the draws of agents and of intervals.
    """

    def __init__(
        self, whole: HumanData, agents: Sequence[tuple[Registry[Any], str]], missing: str, seed: int
    ):
        self.seed = seed
        names = {name for registry, spec in agents for name in embeddings_of(registry, spec)}
        parts = sorted({part for name in names for part in (name, *mix_parts(name))})
        shipped, lexicon = load_board_words().words, load_lexicon()
        said = {word for row in whole.rows for word in (*row.board, row.clue)}
        wanted = tuple(dict.fromkeys((*shipped, *lexicon.words, *sorted(said))))
        load = lru_cache(maxsize=_KEPT)(lambda name: load_embedding(name, wanted))
        find = _known_in_all(parts, load, sorted({*shipped, *said}))
        self.coverage = cover(whole, find, missing)
        self.data = whole.take(self.coverage.kept)
        self.sheet = sheet_of(self.data)
        usable = [word for word in shipped if find(word) == word]
        pool = tuple(dict.fromkeys((*usable, *self.coverage.known_cards.values())))
        clues = _with_more(lexicon, tuple(dict.fromkeys(self.coverage.known_clues.values())))
        self.shop = _HumanWorkshop(BoardWords("people's", pool), clues, load, seed)
        self.backwards = _BackwardsWorkshop(self.shop)
        self.asked = _asked(self.data, self.coverage, self.shop)

    @property
    def told(self) -> NDArray[np.bool_]:
        """Cards that guessers rank, (R, 25) bool: none where the clue is unknown; the others come last."""
        return self.asked.there & (self.asked.clue >= 0)[:, None]

    def guesser_figures(self, spec: str, progress: Callable[[int, int], None]) -> Figures:
        """Return the figures of a guesser by its canonical spec."""
        seated = self.shop.agent(GUESSERS, spec)
        other = self.backwards.agent(GUESSERS, spec).agent
        asked = replace(self.asked, keys=derive(self.asked.keys, seated.stream))
        return guesser_figures(self.sheet, guesser_scores(seated.agent, other, asked, spec, progress))

    def spymaster_lines(
        self, spec: str, depth: int, progress: Callable[[int, int], None]
    ) -> list[tuple[str, Estimate, int]]:
        """Return figure, estimate and number of rows of a spymaster by its canonical spec."""
        seated = self.shop.agent(SPYMASTERS, spec)
        asked = replace(self.asked, keys=derive(self.asked.keys, seated.stream))
        ranks = clue_ranks(seated.agent, self.sheet, asked, depth, progress)
        # what an agent said tells nothing of people's clues
        ranks[~self.sheet.clue_by_person] = -1
        real = real_success(self.sheet)
        success = np.where(real.bottom > 0, real.top / np.maximum(real.bottom, 1), np.nan)
        told = ranks >= 0
        group = self.sheet.group
        lines = []
        for n in sorted({min(n, depth) for n in (*_SHOWN_RANKS, depth)}):
            among = Sums(((ranks > 0) & (ranks <= n)).astype(float), told.astype(float))
            lines.append((f"in_first_{n}", figure_of(among, group, self.seed), int(told.sum())))
        place = np.where(told, -np.where(ranks > 0, ranks, depth + 1).astype(float), np.nan)
        expected = np.where(told, expected_success(seated.agent, self.sheet, asked), np.nan)
        for name, predicted in (("rank_and_success", place), ("expected_and_success", expected)):
            both = int((~np.isnan(predicted) & ~np.isnan(success)).sum())
            lines.append((name, rank_correlation(predicted, success, group, self.seed), both))
        return lines


def _known_in_all(
    parts: Sequence[str], load: Callable[[str], Embedding], words: Sequence[str]
) -> Callable[[str], str | None]:
    """Return a function to the form under which all embeddings know one of these words, or None.

    The vectors of one embedding after the other are looked at.
    """
    forms = {word: dictionary_forms(word, derived=False) for word in words}
    known = {form for some in forms.values() for form in some}
    for name in parts:
        space = load(name)
        known = {form for form in known if space.rows_of(form)}
    return lambda word: next((form for form in forms[word] if form in known), None)


def _with_more(lexicon: Lexicon, said: tuple[str, ...]) -> Lexicon:
    """Return a lexicon of clue words: those of another, then what people said beside."""
    known = set(lexicon.clues)
    more = tuple(word for word in said if word not in known)
    place, last = lexicon.index(), int(lexicon.ranks.max()) + 1
    ranks = [int(lexicon.ranks[place[word]]) if word in place else last for word in more]
    words = (*lexicon.clues, *more)
    every = np.array([*lexicon.ranks[: lexicon.n_clues], *ranks], dtype=np.int32)
    return Lexicon("people's", words, every, lexicon.source, len(words))


def _asked(data: HumanData, coverage: Coverage, shop: Workshop) -> Asked:
    """Return the rows in the numbers of the workshop's words."""
    cards = {word: place for place, word in enumerate(shop.words.words)}
    clues = shop.lexicon.index()
    words = np.zeros((len(data), N_PLACES), dtype=np.int16)
    there = np.zeros(words.shape, dtype=bool)
    clue = np.full(len(data), -1, dtype=np.int32)
    for place, row in enumerate(data.rows):
        forms = [coverage.known_cards.get(card) for card in row.board]
        words[place, : len(forms)] = [0 if form is None else cards[form] for form in forms]
        there[place, : len(forms)] = [form is not None for form in forms]
        form = coverage.known_clues.get(row.clue)
        clue[place] = -1 if form is None else clues[form]
    number = np.clip([len(row.targets) or max(1, row.number) for row in data.rows], 1, 9).astype(np.int8)
    keys = np.array([stream(shop.spec.seed, "human", row.id) for row in data.rows], dtype=np.uint64)
    return Asked(words, there, clue, number, keys)
