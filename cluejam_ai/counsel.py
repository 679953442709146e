"""An agent that is asked about one board, with shipped or own words and vectors.

Similarities are standardised over all board words, so those of the list stand beside the board's own.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cluejam_ai.agents.base import Agent
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.components import EMBEDDING, canonical_component, embeddings_of, mix_parts
from cluejam_ai.embeddings.base import Bools, Embedding
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.embeddings.similarity import covered, similarity_table
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import N_CARDS
from cluejam_ai.outside import dictionary_forms, known_as
from cluejam_ai.registry import Registry
from cluejam_ai.runspec import check_missing_cards
from cluejam_ai.specs import ComponentSpec, parse_spec
from cluejam_ai.words.clue_text import as_said
from cluejam_ai.words.language import Language, common_language, language_named
from cluejam_ai.words.legality import legality_table
from cluejam_ai.words.lexicon import Lexicon, lexicon_of
from cluejam_ai.words.lists import BoardWords, board_words_of
from cluejam_ai.words.normalise import normalise, written_forms
from cluejam_ai.words.scripts import is_english, language_of

A = TypeVar("A", bound=Agent)


@dataclass(frozen=True)
class OwnWords:
    """What a question about a board is asked with, besides the board.

    Parameters
    ----------
    words, lexicon : str or Path, optional
        Files of board words and clue words; the shipped ones by default.
    missing_cards : str
        What happens to cards without a vector: "error", or "exclude", which leaves them out of the board.
    trust : bool
        Load pickled vector files, which can run code.
    """

    words: str | Path | None = None
    lexicon: str | Path | None = None
    missing_cards: str = "error"
    trust: bool = False

    def __post_init__(self) -> None:
        check_missing_cards(self.missing_cards)

    @cached_property
    def clues(self) -> Lexicon:
        """The clue words."""
        return lexicon_of(self.lexicon)

    def pool(self, cards: Sequence[str]) -> BoardWords:
        """Return the board words: of the file, else the shipped ones if the cards are in their language."""
        language = language_of(cards)
        if self.words is None and not is_english(language):
            return BoardWords("the cards of this board", (), language)
        return board_words_of(self.words)


class Counsel:
    """The cards of one board, in order, and the words and vectors that an agent is asked about them with.

    Parameters
    ----------
    registry : Registry
        The agent's kind.
    text, embedding : str
        The agent, and what it thinks in if it does not say.
    cards : sequence of str
        The uncovered cards, at most 25.
    own : OwnWords
    said : str, optional
        A clue as a person typed it; without it the agent gives clues of the lexicon.

    Raises
    ------
    CluejamError
        If the cards make no board, or have no vector, or words are of two languages.
    """

    def __init__(
        self,
        registry: Registry[A],
        text: str,
        embedding: str,
        cards: Sequence[str],
        own: OwnWords,
        said: str | None = None,
    ) -> None:
        self.registry = registry
        component = canonical_component(registry, text, embedding, trust=own.trust)
        self.spec = parse_spec(component)
        self.chosen = str(self.spec.param_dict().get(EMBEDDING, embedding))
        pool = own.pool(cards)
        # of a person's clue nothing is asked of the lexicon, unless the guesser thinks of other clues
        thinks = said is None or getattr(registry.entry(self.spec.name).factory, "thinks_of_clues", False)
        self.language = common_language(pool, own.clues) if thinks else language_named(pool.language)
        typed = (*cards, *(() if said is None else (said,)))
        said = None if said is None else as_said(self.written(said))
        names = checked_cards([self.written(card) for card in cards])
        self.clues = own.clues.clues if thinks else ()
        self.n_said = 0 if said is None else 1
        if said is not None:
            self.clues = (said, *(clue for clue in self.clues if clue != said))
        forms = () if said is None else dictionary_forms(said)
        wanted = (*names, *pool.words, *self.clues, *forms)
        written = {**pool.written, **own.clues.written} if thinks else {**pool.written}
        if self.language.is_english:
            written |= written_forms(typed)
        self.embedding = cache(lambda name: load_embedding(name, wanted, written))
        spaces = [self.embedding(name) for name in sorted({*embeddings_of(registry, component), self.chosen})]
        self.seated = self._seated(names, spaces, own.missing_cards)
        self.names = [name for name, is_known in zip(names, self.seated, strict=True) if is_known]
        rest = (word for word in pool.words if word not in names)
        self.words = (*self.names, *(w for w in rest if all(space.rows_of(w) for space in spaces)))

    def written(self, word: str) -> str:
        """Return a word as the board's language writes it."""
        return normalise(word, accents=not self.language.is_english)

    @staticmethod
    def _seated(names: Sequence[str], spaces: Sequence[Embedding], missing_cards: str) -> Bools:
        """Return which cards stay on the board; tell which are left out."""
        known = np.ones(len(names), dtype=bool)
        if missing_cards == "error":
            return known
        for space in spaces:
            known &= covered(space, names)
        left_out = [name for name, is_known in zip(names, known, strict=True) if not is_known]
        if len(left_out) == len(names):
            raise CluejamError("no card of the board has a vector; choose another embedding")
        if left_out:
            message = f"cards without a vector are left out of the board: {', '.join(left_out)}"
            warnings.warn(message, UserWarning, stacklevel=2)
        return known

    def agent(self) -> tuple[Any, Resources]:
        """Return the agent and its resources, the board's cards first."""
        verdicts = np.zeros((len(self.words), len(self.clues)), dtype=np.uint8)
        verdicts[: len(self.names)] = legality_table(self.names, self.clues, language=self.language.name)

        def through(name: str) -> Resources:
            names = mix_parts(name)
            parts = tuple(self._similarity(part) for part in names)
            whole = self._similarity(name)
            load_parts = (lambda: parts) if parts else None
            return Resources(self.words, self.clues, verdicts, lambda: whole, load_parts, names, through)

        resources = through(self.chosen)
        params = {key: value for key, value in self.spec.params if key != EMBEDDING}
        return self.registry.build(
            ComponentSpec.of(self.spec.name, *self.spec.args, **params), resources
        ), resources

    def _similarity(self, name: str) -> Similarity:
        loaded = self.embedding(name)
        clues = (*(known_as(loaded, clue) for clue in self.clues[: self.n_said]), *self.clues[self.n_said :])
        known = covered(loaded, clues)
        known[: self.n_said] = True
        table = np.zeros((len(self.words), len(clues)), dtype=np.float32)
        some = [clue for clue, is_known in zip(clues, known, strict=True) if is_known]
        if some:
            table[:, known] = similarity_table(loaded, self.words, some, said=self.n_said > 0).values
        return Similarity(table, known)


def checked_cards(words: list[str]) -> list[str]:
    """Return the cards of a board; raise if they make none."""
    for word in words:
        if not word:
            raise CluejamError("a card has no word; separate cards by single commas")
        if words.count(word) > 1:
            raise CluejamError(f"the card '{word}' is named twice")
    if not 1 <= len(words) <= N_CARDS:
        raise CluejamError(f"a board has 1 to {N_CARDS} cards, not {len(words)}")
    return words


def language_of_board(board: Sequence[str], own: OwnWords) -> Language:
    """Return the language that a board's clues are judged in."""
    return language_named(own.pool(board).language)
