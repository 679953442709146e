"""What people take clues and cards to be: closeness in several families, with weights fitted to people."""

from cluejam_ai.agents.closeness import Table, closeness_in
from cluejam_ai.agents.resources import Resources
from cluejam_ai.embeddings.people_weights import load_people_weights
from cluejam_ai.errors import UnknownNameError
from cluejam_ai.specs import ComponentSpec


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


def people_closeness(resources: Resources, families: tuple[str, ...]) -> Table:
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
