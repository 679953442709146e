"""Which clues published experiments allowed, for exact repetition of their games."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.resources import pad_rows
from cluejam_ai.errors import CluejamError
from cluejam_ai.words.wordnet import noun_lemma


def kim2019_blocked(words: Sequence[str], clues: Sequence[str]) -> NDArray[np.int32]:
    """Return the clue words that the AIIDE 2019 code refused beside each board word.

    Parameters
    ----------
    words : sequence of W str
        Board words.
    clues : sequence of V str
        Clue words.

    Returns
    -------
    (W, L) int32
        Indices of clue words, filled up with V.

    Notes
    -----
    A clue is refused if it, its WordNet noun lemma or its Lancaster stem is the board word, or if one is part
    of the other, letter by letter. Source: the public code of Kim, Ruzmaykin, Truong & Summerville, AIIDE
    2019; Paice, "Another stemmer", SIGIR Forum 1990 (Lancaster).

    Raises
    ------
    CluejamError
        If NLTK, which has the stemmer, is not installed.
    """
    stems = np.array([_lancaster(clue) for clue in clues])
    lemmas = np.array([noun_lemma(clue) for clue in clues])
    names = np.array([clue.lower() for clue in clues])
    refused = np.zeros((len(words), len(clues)), dtype=bool)
    for row, word in enumerate(word.lower() for word in words):
        inside = (np.char.find(names, word) >= 0) | (np.char.find(np.array(word), names) >= 0)
        refused[row] = inside | (lemmas == word) | (stems == word)
    return pad_rows(refused)


@cache
def _stemmer():  # type: ignore[no-untyped-def]
    try:
        from nltk.stem.lancaster import LancasterStemmer
    except ImportError:
        raise CluejamError(
            "published=true needs the Lancaster stemmer of NLTK; "
            "install it with: pip install 'cluejam-ai[published]'"
        ) from None
    return LancasterStemmer()


def _lancaster(word: str) -> str:
    return str(_stemmer().stem(word.lower()))
