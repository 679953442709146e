"""How often one family understands a clue for two cards that another family gave."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import Bools
from cluejam_ai.errors import UnknownNameError

_IMPOSSIBLE = -9.0
#: How sharply the listener whom the giver imagines tells cosines apart; no unit.
_SHARPNESS = np.float32(10.0)


def second_share(cosine: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the softmax share of the second nearest of N cards, for each of (N, V) clues: (V,)."""
    second = np.partition(cosine, -2, axis=0)[-2]  # (V,)
    shares: NDArray[np.float32] = 1 / np.exp(_SHARPNESS * (cosine - second)).sum(axis=0)
    return shares


def second_margin(cosine: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far the second nearest of N cards exceeds the third, for each of (N, V) clues: (V,)."""
    third, second = np.partition(cosine, [-3, -2], axis=0)[[-3, -2]]
    margin: NDArray[np.float32] = second - third
    return margin


def second_cosine(cosine: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the cosine of the second nearest of N cards, for each of (N, V) clues: (V,)."""
    second: NDArray[np.float32] = np.partition(cosine, -2, axis=0)[-2]
    return second


#: What a giver of clues for two makes as large as it can, by name.
GIVERS: Mapping[str, Callable[[NDArray[np.float32]], NDArray[np.float32]]] = {
    "share": second_share,
    "margin": second_margin,
    "cosine": second_cosine,
}


def clues_for_two(
    cosine: NDArray[np.float32], illegal: Bools, giver: str = "share"
) -> tuple[int, frozenset[int]]:
    """Return the best clue for two cards of one board, and the places of the two.

    Parameters
    ----------
    cosine : (N, V) float32
        Of the board's cards with every clue word.
    illegal : (V,) bool
        Clue words that may not be given on this board.
    giver : str
        One of `GIVERS`: by what the clue is chosen.

    Returns
    -------
    int
        The clue.
    frozenset of int
        Its two nearest cards.

    Raises
    ------
    UnknownNameError
        If no giver has the name.
    """
    if giver not in GIVERS:
        raise UnknownNameError("giver of clues for two", giver, GIVERS)
    clue = int(np.argmax(np.where(illegal, _IMPOSSIBLE, GIVERS[giver](cosine))))
    return clue, nearest_two(cosine[:, clue])


def nearest_two(cosine: NDArray[np.float32]) -> frozenset[int]:
    """Return the places of the two largest of (N,) cosines."""
    return frozenset(np.argsort(-cosine, kind="stable")[:2].tolist())


def understood(
    tables: Sequence[NDArray[np.float32]], illegal: Bools, boards: NDArray[np.intp], giver: str = "share"
) -> Bools:
    """Return whether the nearest two cards of each guesser are the two that each giver meant.

    Parameters
    ----------
    tables : sequence of K (W, V) float32
        Cosines of all cards with all clue words, one table a family.
    illegal : (W, V) bool
        Clue words that may not be given beside each card.
    boards : (B, N) int
        Cards of each board.
    giver : str
        One of `GIVERS`.

    Returns
    -------
    (K, K, B) bool
        By giver, guesser and board.
    """
    hits = np.zeros((len(tables), len(tables), len(boards)), dtype=bool)
    for number, cards in enumerate(boards):
        barred = illegal[cards].any(axis=0)
        for first, table in enumerate(tables):
            clue, meant = clues_for_two(table[cards], barred, giver)
            for second, other in enumerate(tables):
                hits[first, second, number] = nearest_two(other[cards, clue]) == meant
    return hits
