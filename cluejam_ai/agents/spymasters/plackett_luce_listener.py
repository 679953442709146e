"""A spymaster that imagines a listener who chooses by Luce's rule."""

from cluejam_ai.agents.base import spymaster
from cluejam_ai.agents.listener import Endings, Heard, Hearing
from cluejam_ai.agents.listening import ListeningSpymaster, role_costs
from cluejam_ai.agents.luce import plackett_luce_endings
from cluejam_ai.agents.resources import Resources


@spymaster("plackett-luce-listener")
class PlackettLuceListenerSpymaster(ListeningSpymaster):
    """Gives the clue worth most to a listener who takes cards by Luce's choice rule, one after the other.

    Similarities are standardised clue by clue over all board words, and averaged where several embeddings are
    given (``embedding=use+glove50``).

    Parameters
    ----------
    resources : Resources
        Standardised similarities and legality.
    sigma : float
        Standard deviation of the listener's noise, in standard deviations of a clue's similarities.
    cost_bystander : float
        What touching a bystander costs, in own cards.
    cost_other : float
        What touching a card of the other team costs.
    cost_assassin : float
        What touching an assassin costs.
    max_number : int
        Largest number to give.
    candidates : int
        How many clue words are weighed at first, after a quick ranking of all; more are where it is not sure
        that the best is among them, so that the answer does not depend on this.

    Notes
    -----
    Source: Luce 1959 and Plackett 1975; see `cluejam_ai.agents.luce` for the formulas.
    """

    is_bound = True

    def __init__(
        self,
        resources: Resources,
        *,
        sigma: float = 0.8,
        cost_bystander: float = 0.2,
        cost_other: float = 1.0,
        cost_assassin: float = 4.0,
        max_number: int = 9,
        candidates: int = 64,
    ) -> None:
        costs = role_costs(cost_bystander, cost_other, cost_assassin)
        super().__init__("plackett-luce-listener", resources, Hearing(sigma, max_number), costs, candidates)

    def endings(self, heard: Heard) -> Endings:
        """Return how the listener's touches end after each of K clues."""
        return plackett_luce_endings(heard, self.hearing)
