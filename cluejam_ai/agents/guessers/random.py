"""A guesser that touches anything."""

import numpy as np

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import draw_lots, drawn
from cluejam_ai.agents.reading import still_meant
from cluejam_ai.agents.resources import Resources
from cluejam_ai.game.cards import PASS
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys


@guesser("random")
class RandomGuesser(Guesser):
    """Touches as many random cards as the clue's number says, while they are right.

    Parameters
    ----------
    resources : Resources
        For what each word is known by.
    """

    uses_embedding = False

    def __init__(self, resources: Resources) -> None:
        self.resources = resources

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        card = np.zeros(len(view), dtype=np.intp)
        for part, lots in draw_lots(keys, view.words, self.resources.word_ids, view.touchable):
            card[part] = drawn(lots)
        enough = view.may_pass & (view.touches >= view.number) & (view.touches > 0)
        return Guesses(np.where(enough, PASS, card))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return that the clue says nothing, but for how many cards it is."""
        return Evidence(np.zeros(view.words.shape), still_meant(view))
