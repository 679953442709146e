"""A spymaster for partners whose embedding is not known."""

from cluejam_ai.agents.aim import Aim
from cluejam_ai.agents.base import spymaster
from cluejam_ai.agents.listener import Endings, Heard, Hearing, gaussian_endings
from cluejam_ai.agents.listening import ListeningSpymaster, role_costs
from cluejam_ai.agents.resources import Resources


@spymaster("robust")
class RobustSpymaster(ListeningSpymaster):
    """Gives the clue that a partner with unknown vectors is most likely to win with.

    The listener perceives the closeness of clue and card, averaged over all given embeddings, through normal
    noise. Partners with a budget of turns choose the clue and number with the best chance to win under the
    clock; teams, and a team alone, the one worth most cards less costs.

    Parameters
    ----------
    resources : Resources
        Closeness and legality.
    sigma : float
        Standard deviation of the listener's noise, in the unit of the closeness.
    clock : bool
        Partners: whether it plays for the win under the clock; else for cards less costs, as teams do.
    found_weight : float
        With the clock: what finding all cards is worth beside winning.
    partner_key : bool
        Partners: whether it counts on the partner to leave out what its own key says is no agent card.
    cost_bystander : float
        Teams and solo: what touching a bystander costs, in own cards.
    cost_other : float
        Teams and solo: what touching a card of the other team costs.
    cost_assassin : float
        Teams and solo: what touching an assassin costs.
    max_number : int
        Largest number to give.
    candidates : int
        How many clue words are weighed exactly, after a quick ranking of all.

    Notes
    -----
    Source: own work, on the Gaussian listener (`cluejam_ai.agents.listener`) and backward induction
    (`cluejam_ai.agents.clock`); how its parameters were chosen is told in experiments/unseen_partner.
    """

    def __init__(
        self,
        resources: Resources,
        *,
        sigma: float = 1.1,
        clock: bool = True,
        found_weight: float = 0.7,
        partner_key: bool = True,
        cost_bystander: float = 0.5,
        cost_other: float = 1.0,
        cost_assassin: float = 30.0,
        max_number: int = 6,
        candidates: int = 64,
    ) -> None:
        costs = role_costs(cost_bystander, cost_other, cost_assassin)
        aim = Aim(win=clock, found_weight=found_weight, partner_key=partner_key, measure="closeness")
        super().__init__("robust", resources, Hearing(sigma, max_number), costs, candidates, aim)

    def endings(self, heard: Heard) -> Endings:
        """Return how the listener's touches end after each of K clues."""
        return gaussian_endings(heard, self.hearing)
