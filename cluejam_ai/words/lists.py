"""Board words: the words that cards may bear."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from cluejam_ai.errors import WordListError
from cluejam_ai.words.files import parse_word_file, read_word_file, spellings
from cluejam_ai.words.scripts import ENGLISH

N_CARDS = 25


@dataclass(frozen=True)
class BoardWords:
    """A named list of the words that boards are dealt from.

    Parameters
    ----------
    name : str
        How the list is called in records.
    words : tuple of str
        Normalised words, each once; a card of two words holds a blank.
    language : str
        "en", or another: which rules on clues its cards have (see `cluejam_ai.words.language`).
    written : mapping of str to str
        How a file writes English words that lost accents: ``cafe`` to ``café``.
    """

    name: str
    words: tuple[str, ...]
    language: str = ENGLISH
    written: Mapping[str, str] = field(default_factory=dict, compare=False)

    @cached_property
    def sha256(self) -> str:
        """The hexadecimal SHA-256 of the words, one a line, then of how some are written: cafe=café."""
        return sha256("\n".join([*self.words, *spellings(self.written)]).encode()).hexdigest()

    def __len__(self) -> int:
        return len(self.words)


@lru_cache(maxsize=1)
def load_board_words() -> BoardWords:
    """Return the list of board words that the package ships, called "cluejam".

    Examples
    --------
    >>> words = load_board_words()
    >>> words.name, "fire engine" in words.words
    ('cluejam', True)
    """
    text = files("cluejam_ai.resources").joinpath("words_cluejam.txt").read_text(encoding="utf-8")
    return BoardWords("cluejam", parse_word_file(text, "words_cluejam.txt", table=False).words)


def board_words_of(path: str | Path | None) -> BoardWords:
    """Return the user's board words in a file, the shipped ones if there is none."""
    return load_board_words() if path is None else read_board_words(path)


def read_board_words(path: str | Path) -> BoardWords:
    """Return a user's own board words, named after the file.

    Parameters
    ----------
    path : str or Path
        A text file with one card a line, or a CSV file whose cards stand in the column `word`, else in the
        first. Lines that start with ``#`` and blank lines are left out; case does not matter. A line
        ``# language: de`` says that the words are not English; words in another script need none.

    Raises
    ------
    WordListError
        If the file cannot be read, holds a word twice, or holds fewer than 25 words.
    """
    found = read_word_file(path)
    words = found.words
    if len(words) < N_CARDS:
        raise WordListError(f"{path} holds {len(words)} words; a board needs at least {N_CARDS}")
    return BoardWords(Path(path).stem, words, found.language, found.written)
