"""How close clues and cards are on a scale that holds across embeddings: cosine and rank, weighed and added.

The rank is the clue's place among all clues by their similarity with the card, as a logarithm. It makes up
for words that are near to everything or to nothing, as the clue's own z-score does not.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.people_weights import Weights

Table = NDArray[np.float32]


class Cosines(Protocol):
    """Cosines of board words with clue words, which clue words are known, and their ranks."""

    @property
    def table(self) -> Table:
        """(W, V) float32."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """(V,) bool."""

    @property
    def log_ranks(self) -> Table:
        """(W, V) float32."""


#: Weights of cosine and rank in the closeness of one embedding: how much each tells of the cosine in another,
#: found by least squares on board words that no figure is reported on (experiments/unseen_partner).
ACROSS = Weights(cosine=0.3, rank=0.6)


def closeness_in(similarity: Cosines, weights: Weights = ACROSS) -> Table:
    """Return the closeness in one embedding: (W, V) float32; unknown clues rank last.

    Parameters
    ----------
    similarity : Cosines
        Cosines of board words with clue words.
    weights : Weights
        Of the cosine, in standard deviations of the whole table, and of the negative logarithm of the rank.
    """
    spread = (
        float(similarity.table[:, similarity.known].std(dtype=np.float64)) if similarity.known.any() else 0.0
    )
    out = np.multiply(similarity.log_ranks, np.float32(-weights.rank))
    if spread > 0:
        out += np.float32(weights.cosine / spread) * similarity.table
    return out


def log_ranks(cosines: Table, known: NDArray[np.bool_]) -> Table:
    """Return the logarithm of the rank, from 1, of each clue among the clues of a board word: (W, V) float32.

    Parameters
    ----------
    cosines : (W, V) float32
    known : (V,) bool
        Clue words with a vector; the others rank last.
    """
    table = _unknown_last(cosines, known)
    out = np.empty_like(table)
    for row, values in zip(out, table, strict=True):  # board words; equal cosines have the rank of the first
        order = np.argsort(values)
        # looked up in ascending order: a third of the time
        ascending = values[order]
        rank = len(values) - np.searchsorted(ascending, ascending, side="right") + 1
        row[order] = np.log(rank, dtype=np.float32, casting="unsafe")
    return out


def log_ranks_beside(cosines: Table, known: NDArray[np.bool_], further: Table) -> Table:
    """Return the logarithm of the rank that each of some further clues has beside those of a table.

    Parameters
    ----------
    cosines : (W, V) float32
    known : (V,) bool
    further : (W, N) float32
        Cosines of the further clues, which do not count beside one another.

    Returns
    -------
    (W, N) float32
    """
    table = _unknown_last(cosines, known)
    above = [(table > column[:, None]).sum(axis=1) for column in further.T]
    return np.log(np.stack(above, axis=1) + 1, dtype=np.float32, casting="unsafe")


def _unknown_last(cosines: Table, known: NDArray[np.bool_]) -> Table:
    return np.where(known, cosines, np.float32(-2.0))
