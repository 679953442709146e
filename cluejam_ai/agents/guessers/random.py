"""A guesser that touches anything."""

import numpy as np

from cluejam_ai.agents.base import Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.resources import Resources
from cluejam_ai.game.cards import PASS
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys, derive, uniform


@guesser("random")
class RandomGuesser(Guesser):
    """Touches as many random cards as the clue's number says, while they are right.

    Parameters
    ----------
    resources : Resources
        Not used beyond the order of words.
    """

    uses_embedding = False

    def __init__(self, resources: Resources) -> None:
        self.resources = resources

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        lot = uniform(derive(keys[:, None], view.words))  # (B, 25)
        card = best_card(lot, view.touchable, self.resources.word_order[view.words])
        enough = view.may_pass & (view.touches >= view.number) & (view.touches > 0)
        return Guesses(np.where(enough, PASS, card))
