"""A spymaster that imagines a person as its listener."""

from functools import cached_property
from math import pi, sqrt

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.aim import PLAIN_AIM, Aim
from cluejam_ai.agents.base import spymaster
from cluejam_ai.agents.listener import Endings, Heard, Hearing
from cluejam_ai.agents.listening import ListeningSpymaster, role_costs
from cluejam_ai.agents.luce import plackett_luce_endings
from cluejam_ai.agents.people import people_closeness, people_families
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.specs import ComponentSpec

#: The standard deviation of the noise under which a card is e times as likely for one unit of closeness.
_ONE = pi / sqrt(6)


@spymaster("people-listener")
class PeopleListenerSpymaster(ListeningSpymaster):
    """Gives the clue worth most to a listener who touches cards as people do.

    The listener perceives the closeness that the guesser `people` thinks in, whose weights are fitted to what
    people guessed, and draws cards by it.

    Parameters
    ----------
    resources : Resources
        Legality, and the way to the similarities in each family.
    families : str
        Which of the fitted families the listener thinks in, joined by ``+``.
    noise : float
        How uncertain the listener is; 1 is as uncertain as the weights say that people are.
    cost_bystander : float
        What touching a bystander costs, in own cards.
    cost_other : float
        What touching a card of the other team costs.
    cost_assassin : float
        What touching an assassin costs.
    clock : bool
        Partners with a budget of turns: whether it plays for the win under the clock, counting on the
        partner to leave out what its own key says is no agent card; else for cards less costs.
    found_weight : float
        With the clock: what finding all cards is worth beside winning.
    max_number : int
        Largest number to give.
    candidates : int
        How many clue words are weighed exactly, after a quick ranking of all.

    Notes
    -----
    Source: own fit (experiments/people), in the ears of a listener after Luce 1959 and Plackett 1975; see
    `cluejam_ai.agents.listener` for the formulas, and `cluejam_ai.agents.clock` for wins under the clock
    (backward induction, Bellman 1957).
    """

    uses_embedding = False
    other_embeddings = ("families",)

    def __init__(
        self,
        resources: Resources,
        *,
        families: str | ComponentSpec = "use+minilm+glove50+wordnet-gloss",
        noise: float = 1.0,
        cost_bystander: float = 0.2,
        cost_other: float = 1.0,
        cost_assassin: float = 4.0,
        clock: bool = False,
        found_weight: float = 0.7,
        max_number: int = 9,
        candidates: int = 64,
    ) -> None:
        if not 0.25 <= noise <= 70:
            raise CluejamError(f"spymaster 'people-listener': noise={noise} is not between 0.25 and 70")
        if not 0 <= found_weight <= 100:
            raise CluejamError(
                f"spymaster 'people-listener': found_weight={found_weight} is not between 0 and 100"
            )
        self.families = people_families(families, "spymaster 'people-listener'")
        costs = role_costs(cost_bystander, cost_other, cost_assassin)
        hearing = Hearing(noise * _ONE, max_number)
        self._everywhere = resources
        aim = Aim(win=True, found_weight=found_weight, partner_key=True) if clock else PLAIN_AIM
        first = resources.through(self.families[0])
        super().__init__("people-listener", first, hearing, costs, candidates, aim)

    @cached_property
    def _scores(self) -> NDArray[np.float32]:
        """What the listener perceives, before noise: (W, V) float32."""
        return people_closeness(self._everywhere, self.families)

    def endings(self, heard: Heard) -> Endings:
        """Return how the listener's touches end after each of K clues."""
        return plackett_luce_endings(heard, self.hearing)
