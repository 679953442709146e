"""How close clues and cards are on a scale that holds across embeddings: cosine and rank, weighed and added.

The rank is the clue's place among all clues by their similarity with the card, as a logarithm. It makes up
for words that are near to everything or to nothing, as the clue's own z-score does not.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.people_weights import Weights, load_people_weights
from cluejam_ai.errors import UnknownNameError
from cluejam_ai.specs import ComponentSpec

if TYPE_CHECKING:
    from cluejam_ai.agents.resources import Resources, Similarity

Table = NDArray[np.float32]

#: Weights of cosine and rank in the closeness of one embedding: how much each tells of the cosine in another,
#: found by least squares on board words that no figure is reported on (experiments/unseen_partner).
ACROSS = Weights(cosine=0.3, rank=0.6)


def closeness_in(similarity: "Similarity", weights: Weights = ACROSS) -> Table:
    """Return the closeness in one embedding: (W, V) float32; unknown clues rank last.

    Parameters
    ----------
    similarity : Similarity
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


def people_families(families: str | ComponentSpec, owner: str) -> tuple[str, ...]:
    """Return the families of a mix like ``use+minilm``, all of which must have been fitted to people.

    Parameters
    ----------
    families : str or ComponentSpec
        What the user chose.
    owner : str
        For messages, like "guesser 'people'".

    Raises
    ------
    UnknownNameError
        For a family without weights.
    """
    names = tuple(name.strip() for name in str(families).split("+"))
    known = load_people_weights()
    for name in names:
        if name not in known:
            raise UnknownNameError(
                f"family of {owner}: its weights are fitted to shipped vectors;", name, known
            )
    return tuple(dict.fromkeys(names))


def people_closeness(resources: "Resources", families: tuple[str, ...]) -> Table:
    """Return how close people take clues and cards to be: (W, V) float32.

    A sum over families of cosine and rank, with weights fitted to people's guesses. In the ears of one who
    touches a card with a chance proportional to the exponential of its closeness, the differences are
    logarithms of odds (Plackett 1975, Luce 1959).
    """
    weights = load_people_weights()
    first, *others = families
    total = closeness_in(resources.through(first).similarity, weights[first])
    for name in others:
        total += closeness_in(resources.through(name).similarity, weights[name])
    return total
