"""A spymaster that imagines a listener with Gaussian perception."""

from cluejam_ai.agents.base import spymaster
from cluejam_ai.agents.listener import Endings, Heard, Hearing, gaussian_endings
from cluejam_ai.agents.listening import ListeningSpymaster, role_costs
from cluejam_ai.agents.resources import Resources


@spymaster("gaussian-listener")
class GaussianListenerSpymaster(ListeningSpymaster):
    """Gives the clue worth most to a listener who perceives similarities through normal noise.

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
        How many clue words are weighed exactly, after a quick ranking of all, which may miss the best.

    Notes
    -----
    Source: a public design of 2026, not peer reviewed; see `cluejam_ai.agents.listener` for the formulas.
    """

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
        super().__init__("gaussian-listener", resources, Hearing(sigma, max_number), costs, candidates)

    def endings(self, heard: Heard) -> Endings:
        """Return how the listener's touches end after each of K clues."""
        return gaussian_endings(heard, self.hearing)
