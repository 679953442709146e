"""Errors a user can cause: the command line prints them in one line, without a traceback."""

from collections.abc import Iterable
from difflib import get_close_matches

#: So many names are read; of more, none is told.
_MOST_NAMES = 60


class CluejamError(Exception):
    """Something a user can mend; the message says what, where and what to do."""


class NotationError(CluejamError):
    """A text is not in the notation it claims to be in."""


class RuleError(CluejamError):
    """A move or a setting is against the rules of this game."""


class IllegalMoveError(RuleError):
    """A move that the rules refuse on one board of a batch.

    Attributes
    ----------
    row : int
        The board's row in the batch.
    reason : str
        What is wrong, without the row.
    """

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"row {row}: {reason}")
        self.row = row
        self.reason = reason


class UnknownNameError(CluejamError):
    """A name that nothing is known by; the nearest known one is suggested."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} '{name}'{suggestion(name, known)}")


class WordListError(CluejamError):
    """A word list or lexicon that cannot be played with."""


class EmbeddingError(CluejamError):
    """A vector file or embedding that cannot be used."""


class MissingPackageError(EmbeddingError):
    """A package that is not installed by default is needed; the message names the extra that brings it."""


class RecordError(CluejamError):
    """A run directory or one of its files that cannot be read or written."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return how a message goes on after a name that is not known.

    Parameters
    ----------
    name : str
        What the user wrote.
    known : iterable of str
        What would have been understood.

    Returns
    -------
    str
        Either "; did you mean 'x'?" or "; known are a, b, c" (nothing if nothing is known, or too much to
        be read).

    Examples
    --------
    >>> suggestion("neerest", ["nearest", "random"])
    "; did you mean 'nearest'?"
    >>> suggestion("q", ["nearest", "random"])
    '; known are nearest, random'
    """
    names = sorted(known)
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; known are {', '.join(names)}" if 0 < len(names) <= _MOST_NAMES else ""
