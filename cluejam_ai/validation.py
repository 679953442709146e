"""Agents measured on people's clues and guesses: the one place that puts data sets and agents together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.agents.resources import Resources
from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.components import canonical_component, embeddings_of, mix_parts
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.errors import CluejamError
from cluejam_ai.house_pair import DEFAULT_EMBEDDING
from cluejam_ai.human.agreement import BESIDE, Figures, Sums, guesser_figures
from cluejam_ai.human.asking import Asked, guesser_scores
from cluejam_ai.human.clueing import clue_ranks, expected_success, real_success
from cluejam_ai.human.coverage import Coverage, cover
from cluejam_ai.human.intervals import comparisons_frame, figure_of, figures_frame, rank_correlation
from cluejam_ai.human.reader import read_human
from cluejam_ai.human.rows import HumanData
from cluejam_ai.human.sheet import N_PLACES, sheet_of
from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.outside import known_in_all
from cluejam_ai.registry import Registry
from cluejam_ai.runspec import RunSpec
from cluejam_ai.seeding import derive, stream
from cluejam_ai.wiring import Workshop
from cluejam_ai.words.lexicon import Lexicon, load_lexicon
from cluejam_ai.words.lists import BoardWords, load_board_words

if TYPE_CHECKING:
    import pandas as pd

#: Told what is under way, how many rows are done, and of how many.
Progress = Callable[[str, int, int], None]

#: Clues of a spymaster among which the person's is looked for.
DEPTH = 50
_SHOWN_RANKS = (1, 10, DEPTH)


@dataclass(frozen=True, eq=False)
class Validation:
    """How well agents agree with people on one data set.

    Attributes
    ----------
    data : HumanData
        The rows that were measured.
    coverage : Coverage
        Which rows and words fell out.
    figures : DataFrame
        A line for every figure of every guesser, of the people themselves, and of chance: ``who``,
        ``figure`` (see `cluejam_ai.human.agreement.FIGURES`), ``value``, ``low``, ``high``, ``rows``,
        ``groups``.
    comparisons : DataFrame
        A line for every pair of guessers and figure: ``first``, ``second``, ``figure``, ``difference``,
        ``low``, ``high``, ``groups``, ``p``, ``p_holm``.
    spymasters : DataFrame
        Of every spymaster: ``who``, ``figure``, ``value``, ``low``, ``high``, ``rows``, ``groups``.
    """

    data: HumanData
    coverage: Coverage
    figures: "pd.DataFrame"
    comparisons: "pd.DataFrame"
    spymasters: "pd.DataFrame"

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``cluejam validate --json`` prints them."""
        return {
            "data": self.data.name,
            **self.coverage.as_dict(),
            "groups": self.data.n_groups,
            "figures": self.figures.to_dict("records"),
            "comparisons": self.comparisons.to_dict("records"),
            "spymasters": self.spymasters.to_dict("records"),
        }


def validate(
    data: HumanData | Path | str,
    guessers: Sequence[str] = (),
    spymasters: Sequence[str] = (),
    *,
    embedding: str = DEFAULT_EMBEDDING,
    missing: str = "drop",
    depth: int = DEPTH,
    compare: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
) -> Validation:
    """Return how well agents agree with what people meant and guessed.

    Parameters
    ----------
    data : HumanData, or path of one
        See `cluejam_ai.human.reader.read_human`.
    guessers, spymasters : sequence of str
        Specs, like ``nearest(embedding=minilm)``. All are measured on the same rows.
    embedding : str
        What agents think in that name none.
    missing : str
        ``drop``: rows fall out whose clue, targets or guesses have no vector in some embedding that is used.
        ``last``: they stay, and such a card ranks behind all others. Other cards without a vector stay on
        the board and rank last in both.
    depth : int
        Clues of a spymaster among which the person's is looked for.
    compare : bool
        Whether guessers are compared in pairs, which takes long for many.
    seed : int
        Names the draws of agents and of intervals.
    progress : callable, optional
        Told what is under way, rows done, and rows in all.

    Raises
    ------
    CluejamError
        If the data cannot be read, an agent is not known, or no row is left.
    """
    if depth < 1:
        raise CluejamError(f"depth={depth} is not at least 1")
    whole = data if isinstance(data, HumanData) else read_human(data)
    named = {text: canonical_component(GUESSERS, text, embedding) for text in dict.fromkeys(guessers)}
    givers = {text: canonical_component(SPYMASTERS, text, embedding) for text in dict.fromkeys(spymasters)}
    if not named and not givers:
        raise CluejamError("name whom to measure: at least one guesser or spymaster")
    agents = [(GUESSERS, spec) for spec in named.values()] + [(SPYMASTERS, spec) for spec in givers.values()]
    bench = _Bench(whole, agents, missing, seed)
    tell = progress or _silent
    figures = {text: bench.guesser_figures(spec, partial(tell, text)) for text, spec in named.items()}
    beside = {who: of(bench.sheet) for who, of in BESIDE.items()}
    group = bench.sheet.group
    return Validation(
        data=bench.data,
        coverage=bench.coverage,
        figures=figures_frame({**figures, **beside}, group, seed),
        comparisons=comparisons_frame(figures if compare else {}, group, seed),
        spymasters=_spymasters_frame(bench, givers, depth, tell),
    )


def _silent(label: str, done: int, total: int) -> None:
    """Tell nobody."""


class _HumanWorkshop(Workshop):
    """A workshop whose cards and clue words are the shipped ones and those of a data set."""

    def __init__(self, pool: BoardWords, lexicon: Lexicon, loaded: dict[str, Embedding], seed: int) -> None:
        super().__init__(RunSpec("solo", (Pairing("random", "random", "random", "random"),), 1, seed))
        self._pool, self._known = pool, lexicon
        self._embeddings = loaded

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


class _BackwardsWorkshop(Workshop):
    """The same in the reverse alphabet, which breaks ties between cards the other way."""

    def __init__(self, shop: Workshop) -> None:
        super().__init__(shop.spec)
        self._shop = shop

    def resources(self, embedding: str | None) -> Resources:
        """Return what agents that use this embedding share."""
        return self._shop.resources(embedding).backwards()


class _Bench:
    """A data set laid out for agents to be asked."""

    def __init__(
        self, whole: HumanData, agents: Sequence[tuple[Registry[Any], str]], missing: str, seed: int
    ):
        self.seed = seed
        names = {name for registry, spec in agents for name in embeddings_of(registry, spec)}
        parts = sorted({part for name in names for part in (name, *mix_parts(name))})
        shipped, lexicon = load_board_words().words, load_lexicon()
        said = {word for row in whole.rows for word in (*row.board, row.clue)}
        wanted = tuple(dict.fromkeys((*shipped, *lexicon.words, *sorted(said))))
        loaded = {name: load_embedding(name, wanted) for name in parts}
        spaces = list(loaded.values())
        self.coverage = cover(whole, lambda word: known_in_all(spaces, word, derived=False), missing)
        self.data = whole.take(self.coverage.kept)
        self.sheet = sheet_of(self.data)
        usable = [word for word in shipped if known_in_all(spaces, word) == word]
        pool = tuple(dict.fromkeys((*usable, *self.coverage.known_cards.values())))
        clues = _with_more(lexicon, tuple(dict.fromkeys(self.coverage.known_clues.values())))
        self.shop = _HumanWorkshop(BoardWords("people's", pool), clues, loaded, seed)
        self.backwards = _BackwardsWorkshop(self.shop)
        self.asked = _asked(self.data, self.coverage, self.shop)

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
        real = real_success(self.sheet)
        success = np.where(real.bottom > 0, real.top / np.maximum(real.bottom, 1), np.nan)
        told = ranks >= 0
        group = self.sheet.group
        lines = []
        for n in sorted({min(n, depth) for n in _SHOWN_RANKS}):
            among = Sums(((ranks > 0) & (ranks <= n)).astype(float), told.astype(float))
            lines.append((f"in_first_{n}", figure_of(among, group, self.seed), int(told.sum())))
        place = np.where(told, -np.where(ranks > 0, ranks, depth + 1).astype(float), np.nan)
        expected = expected_success(seated.agent, self.sheet, asked)
        for name, predicted in (("rank_and_success", place), ("expected_and_success", expected)):
            both = int((~np.isnan(predicted) & ~np.isnan(success)).sum())
            lines.append((name, rank_correlation(predicted, success, group, self.seed), both))
        return lines


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


def _spymasters_frame(bench: _Bench, givers: Mapping[str, str], depth: int, tell: Progress) -> "pd.DataFrame":
    import pandas as pd

    lines = [
        (text, name, found.value, found.low, found.high, rows, found.n)
        for text, spec in givers.items()
        for name, found, rows in bench.spymaster_lines(spec, depth, partial(tell, text))
    ]
    return pd.DataFrame(lines, columns=["who", "figure", "value", "low", "high", "rows", "groups"])
