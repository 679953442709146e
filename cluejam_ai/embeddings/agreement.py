"""How often one family understands a clue for two cards that another family gave."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import Bools

_IMPOSSIBLE = -9.0


def clues_for_two(cosine: NDArray[np.float32], illegal: Bools) -> tuple[int, frozenset[int]]:
    """Return the clue that sets two cards of one board most clearly apart, and the places of the two.

    Parameters
    ----------
    cosine : (N, V) float32
        Of the board's cards with every clue word.
    illegal : (V,) bool
        Clue words that may not be given on this board.

    Returns
    -------
    int
        The clue whose second nearest card exceeds its third nearest by most.
    frozenset of int
        Its two nearest cards.
    """
    third, second = np.partition(cosine, [-3, -2], axis=0)[[-3, -2]]  # (V,) each
    clue = int(np.argmax(np.where(illegal, _IMPOSSIBLE, second - third)))
    return clue, nearest_two(cosine[:, clue])


def nearest_two(cosine: NDArray[np.float32]) -> frozenset[int]:
    """Return the places of the two largest of (N,) cosines."""
    return frozenset(np.argsort(-cosine, kind="stable")[:2].tolist())


def understood(tables: Sequence[NDArray[np.float32]], illegal: Bools, boards: NDArray[np.intp]) -> Bools:
    """Return whether the nearest two cards of each guesser are the two that each giver meant.

    Parameters
    ----------
    tables : sequence of K (W, V) float32
        Cosines of all cards with all clue words, one table a family.
    illegal : (W, V) bool
        Clue words that may not be given beside each card.
    boards : (B, N) int
        Cards of each board.

    Returns
    -------
    (K, K, B) bool
        By giver, guesser and board.
    """
    hits = np.zeros((len(tables), len(tables), len(boards)), dtype=bool)
    for number, cards in enumerate(boards):
        barred = illegal[cards].any(axis=0)
        for giver, table in enumerate(tables):
            clue, meant = clues_for_two(table[cards], barred)
            for guesser, other in enumerate(tables):
                hits[giver, guesser, number] = nearest_two(other[cards, clue]) == meant
    return hits
