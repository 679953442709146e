"""A guesser that takes the nearest card."""

import numpy as np

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.reading import clue_similarity, clue_z, evidence_of, hopeful_cards, wants_to_stop
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys


@guesser("nearest")
class NearestGuesser(Guesser):
    """Touches the card nearest to the clue; of equals, the first in the alphabet.

    Parameters
    ----------
    resources : Resources
        Similarities.
    stop : float
        Cosine below which it stops if it may; -1 never stops before the number is used up.
    bonus : bool
        Whether it goes on after the clue's number, on the bonus guess, while cards are not below `stop`.
    own_key : bool
        Whether it leaves out cards that its own key says cannot be an agent card of its partner.

    Notes
    -----
    Source: the vector guesser of Kim et al., "Cooperation and Codenames", AIIDE 2019.
    """

    def __init__(
        self, resources: Resources, *, stop: float = -1.0, bonus: bool = False, own_key: bool = True
    ) -> None:
        if not -1 <= stop <= 1:
            raise CluejamError(f"guesser 'nearest': stop={stop} is not between -1 and 1")
        self.resources = resources
        self.stop = stop
        self.bonus = bonus
        self.own_key = own_key

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        cosine = clue_similarity(self.resources, view)
        cards = hopeful_cards(view) if self.own_key else view.touchable
        card = best_card(cosine, cards, self.resources.word_order[view.words])
        best = cosine[np.arange(len(view)), card]
        return Guesses(wants_to_stop(view, card, best < self.stop, self.bonus))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the clue says for each card: its standardised cosines."""
        return evidence_of(view, clue_z(self.resources, view))
