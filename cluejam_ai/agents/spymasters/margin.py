"""A spymaster that wants its cards clear of all others."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Grounds, Memory, Spymaster, spymaster
from cluejam_ai.agents.house import blocked_clues, house_grounds, no_legal_clue
from cluejam_ai.agents.kernels import Table, board_cosines, chunks, highest, nearest_cards, slots_of
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.standout import NO_DANGER, Asked, standing_out
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys


@spymaster("margin")
class MarginSpymaster(Spymaster):
    """Gives the clue for most cards that all stand out from every other card; among these, the safest.

    A clue reaches an own card if its cosine is above that of every card that is not own by more than
    `margin`, and above that of the assassin by `fear` more. The largest number wins; then the largest
    distance between the weakest card that is meant and what it had to exceed. If no clue reaches any card,
    the one that comes closest is given for one card.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    margin : float
        Least difference of cosines between cards meant and all others; no unit.
    fear : float
        How much more is asked against the assassin.
    max_number : int
        Largest number to give.

    Notes
    -----
    Source: the margin of word-association agents as in Kim et al., AIIDE 2019, and Koyyalagunta et al.,
    JAIR 2021, without a limit on the distance.
    """

    def __init__(
        self, resources: Resources, *, margin: float = 0.02, fear: float = 0.02, max_number: int = 9
    ) -> None:
        if not 1 <= max_number <= 9:
            raise CluejamError(f"spymaster 'margin': max_number={max_number} is not between 1 and 9")
        if not (0 <= margin <= 2 and 0 <= fear <= 2):
            raise CluejamError(f"spymaster 'margin': margin={margin}, fear={fear} are not between 0 and 2")
        self.resources = resources
        self.asked = Asked(np.float32(margin), np.float32(margin) + np.float32(fear))
        self.max_number = max_number

    def grounds(self, view: SpymasterView) -> Grounds:
        """Return the cards to be touched and what the house rules forbid."""
        return house_grounds(view)

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)
        barred = blocked_clues(view, self.resources.blocked, len(self.resources.clues))
        most = np.full(len(view), self.max_number)
        found = standing_out(view, self.resources.similarity, barred, self.asked, most)
        word, number = found.word, found.number
        nothing = np.flatnonzero(number == 0)
        for part in chunks(len(nothing), len(self.resources.clues)):
            word[nothing[part]] = self._closest(view.take(nothing[part]))
        number = np.maximum(number, 1)
        cosine = board_cosines(self.resources.similarity.table, view.words, word)
        targets = nearest_cards(cosine, own, self.resources.word_order[view.words], number)
        return Clues(word, number, targets)

    def _closest(self, view: SpymasterView) -> NDArray[np.intp]:
        """Return the clue that comes closest to reaching a card, on a few boards where none does: (B,)."""
        table = self.resources.similarity.table
        nearest = highest(table, slots_of(view.words, view.touchable & (view.key == AGENT)))
        lead = nearest - self._danger(view)
        lead[:, self.resources.similarity.unknown] = -np.inf
        lead[blocked_clues(view, self.resources.blocked, table.shape[1])] = -np.inf
        silent = np.flatnonzero(lead.max(axis=1) == -np.inf)
        if silent.size:
            raise no_legal_clue(view, int(silent[0]), self.resources)
        return lead.argmax(axis=1)

    def _danger(self, view: SpymasterView) -> Table:
        """Return the cosine that a card must exceed to stand out: (B, V) float32."""
        table = self.resources.similarity.table
        assassins = view.touchable & (view.key == ASSASSIN)
        others = view.touchable & (view.key != AGENT) & ~assassins
        danger = highest(table, slots_of(view.words, others)) + self.asked.margin
        fear = highest(table, slots_of(view.words, assassins)) + self.asked.fear
        np.maximum(danger, fear, out=danger)
        return np.maximum(danger, NO_DANGER, out=danger)
