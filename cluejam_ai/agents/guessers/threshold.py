"""A guesser that stops where no card is near enough."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.reading import clue_similarity, evidence_of, hopeful_cards, wants_to_stop
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import NO_CLUE
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys


@guesser("threshold")
class ThresholdGuesser(Guesser):
    """Touches the nearest card while its standardised similarity is at least a threshold.

    The threshold is in standard deviations of a clue's similarities over all board words, which mean the same
    for every clue and embedding; `nearest` has one in cosines. What the rules do not let it pass it touches.

    Parameters
    ----------
    resources : Resources
        Similarities.
    least : float
        Standardised similarity below which it stops if it may.
    bonus : bool
        Whether it goes on after the clue's number, on the bonus guess, while a card is near enough.
    own_key : bool
        Whether it leaves out cards that its own key says cannot be an agent card of its partner.

    Notes
    -----
    Source: stop thresholds as in Kim et al., "Cooperation and Codenames", AIIDE 2019, on similarities freed
    of hubness (Radovanovic, Nanopoulos & Ivanovic, JMLR 2010).
    """

    def __init__(
        self, resources: Resources, *, least: float = 0.5, bonus: bool = False, own_key: bool = True
    ) -> None:
        if not -100 <= least <= 100:
            raise CluejamError(f"guesser 'threshold': least={least} is not between -100 and 100")
        self.resources = resources
        self.least = least
        self.bonus = bonus
        self.own_key = own_key

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        z = self._nearness(view)
        cards = hopeful_cards(view) if self.own_key else view.touchable
        card = best_card(z, cards, self.resources.word_order[view.words])
        far = z[np.arange(len(view)), card] < self.least
        return Guesses(wants_to_stop(view, card, far, self.bonus))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the clue says for each card: its standardised similarities."""
        return evidence_of(view, self._nearness(view))

    def _nearness(self, view: GuesserView) -> NDArray[np.float32]:
        """Return the standardised similarity of each card with the clue: (B, 25)."""
        z = self.resources.z_scores[view.words, np.maximum(view.clue, 0)[:, None]]
        silent = view.clue == NO_CLUE
        if silent.any():
            z = np.where(silent[:, None], clue_similarity(self.resources, view), z)
        return z
