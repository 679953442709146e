"""Lexicons: the words that are known, which of them an AI may give as a clue, and how common they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.errors import WordListError
from cluejam_ai.words.files import WordFile, read_word_file, spellings
from cluejam_ai.words.scripts import ENGLISH

SHIPPED_SOURCE = "SCOWL words in the frequency order of GloVe.6B"


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A vocabulary: clue words first, then the words that only guessers need to know.

    Parameters
    ----------
    name : str
        How the lexicon is called in records.
    words : tuple of str, length V
        Normalised single words, each once; clues and the others are each in order, most frequent first.
    ranks : (V,) int32
        Place of each word in its source's order of frequency; 1 is the most frequent.
    source : str
        Where the words and their order come from.
    n_clues : int
        How many of the first words AI spymasters may give.
    language : str
        "en", or another.
    written : mapping of str to str
        How a file writes English words that lost accents: ``cafe`` to ``café``.
    """

    name: str
    words: tuple[str, ...]
    ranks: NDArray[np.int32]
    source: str
    n_clues: int
    language: str = ENGLISH
    written: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def sha256(self) -> str:
        """The hexadecimal SHA-256 of the number of clues, then each word and its rank, one a line.

        Behind them stands how words are written that lost accents, if there are any: cafe=café.
        """
        lines = [f"{word},{rank}" for word, rank in zip(self.words, self.ranks.tolist(), strict=True)]
        return sha256("\n".join([str(self.n_clues), *lines, *spellings(self.written)]).encode()).hexdigest()

    @property
    def clues(self) -> tuple[str, ...]:
        """The words that AI spymasters may give."""
        return self.words[: self.n_clues]

    def index(self) -> Mapping[str, int]:
        """Return the place of each word in `words`."""
        return self._index

    @cached_property
    def _index(self) -> Mapping[str, int]:
        return MappingProxyType({word: place for place, word in enumerate(self.words)})

    def __len__(self) -> int:
        return len(self.words)


@lru_cache(maxsize=1)
def load_lexicon() -> Lexicon:
    """Return the lexicon that the package ships, called "cluejam".

    Examples
    --------
    >>> lexicon = load_lexicon()
    >>> lexicon.n_clues, lexicon.words[lexicon.index()["ocean"]]
    (10000, 'ocean')
    """
    text = files("cluejam_ai.resources").joinpath("lexicon.csv").read_text(encoding="utf-8")
    # the shipped file is known to be in order, so it is not checked as a user's is: 6 ms instead of 60
    _, n_clues, _, *lines = text.splitlines()
    cells = [line.split(",") for line in lines]
    ranks: NDArray[np.int32] = np.array([int(rank) for _, rank in cells], dtype=np.int32)
    ranks.setflags(write=False)
    words = tuple(word for word, _ in cells)
    return Lexicon("cluejam", words, ranks, SHIPPED_SOURCE, int(n_clues.rpartition(" ")[2]))


def lexicon_of(path: str | Path | None) -> Lexicon:
    """Return the user's lexicon in a file, the shipped one if there is none."""
    return load_lexicon() if path is None else read_lexicon(path)


def read_lexicon(path: str | Path) -> Lexicon:
    """Return a user's own lexicon, named after the file.

    Parameters
    ----------
    path : str or Path
        A text file with one word a line, or a CSV file whose words stand in the column `word`, else in the
        first, and whose ranks, if any, stand in the column `rank`, else in the second. Without ranks the
        order of the file is the order of frequency. A line ``# n_clues: 5000`` says how many of the first
        words are clues; without it all are.

    Raises
    ------
    WordListError
        If the file cannot be read, is empty, or holds a word twice, an entry of two words, or a rank or a
        number of clues that makes no sense.
    """
    return _lexicon(Path(path).stem, read_word_file(path), str(path))


def _lexicon(name: str, found: WordFile, source: str) -> Lexicon:
    words = found.words
    if not words:
        raise WordListError(f"{source} holds no words; a lexicon needs at least one")
    for word in words:
        if " " in word:
            raise WordListError(f"{source}: '{word}' is more than one word; a clue is one word")
    n_clues = found.comments.get("n_clues", str(len(words)))
    if not n_clues.isdecimal() or not 1 <= int(n_clues) <= len(words):
        raise WordListError(f"{source}: n_clues is '{n_clues}', not a number from 1 to {len(words)}")
    ranks: NDArray[np.int32] = np.array(found.ranks or range(1, len(words) + 1), dtype=np.int32)
    ranks.setflags(write=False)
    return Lexicon(name, words, ranks, source, int(n_clues), found.language, found.written)
