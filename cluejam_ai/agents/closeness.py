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
    """Cosines of board words with clue words, and which clue words are known."""

    @property
    def table(self) -> Table:
        """(W, V) float32."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """(V,) bool."""


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
    table = np.where(similarity.known, similarity.table, np.float32(-2.0))
    spread = (
        float(similarity.table[:, similarity.known].std(dtype=np.float64)) if similarity.known.any() else 0.0
    )
    out = np.empty_like(table)
    for row, values in zip(out, table, strict=True):  # board words; equal cosines have the rank of the first
        ascending = np.sort(values)
        rank = len(values) - np.searchsorted(ascending, values, side="right") + 1
        np.log(rank, out=row, dtype=np.float32, casting="unsafe")
    out *= np.float32(-weights.rank)
    if spread > 0:
        out += np.float32(weights.cosine / spread) * similarity.table
    return out
