"""Which card to touch first when every touch may be the last one of the turn.

A turn goes on after a right touch and ends with a wrong one, so the order matters: sure cards first, and last
a card that is unlikely but can do no harm. With W(f) the worth of the position after f right touches, two
cards i and j that are touched one after the other are in the better order if::

    wrong_i * (1 - r agent_j)  >=  wrong_j * (1 - r agent_i),   r = W(1) / W(0)

which follows from exchanging the two: cards with r agent > 1 come first, and of those on one side of 1 the
one with the larger wrong / (1 - r agent). Given the order, which cards to touch and which to leave is settled
by backward induction over the cards and the number found.

Source: own work; the exchange argument is that of W. E. Smith, "Various optimizers for single-stage
production", Naval Research Logistics Quarterly 1956.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.clock import Outlook
from cluejam_ai.game.cards import PASS, Bools, Ints

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Prospects:
    """What touching each card may show: all (B, 25).

    Attributes
    ----------
    agent, wrong, fatal : float64
        Chances of an agent card, of one that ends the turn, and of an assassin; they add up to one.
    there : bool
        Which cards may be touched.
    """

    agent: Floats
    wrong: Floats
    fatal: Floats
    there: Bools


def first_touch(prospects: Prospects, ahead: Outlook, allowed: Ints, ties: Ints) -> NDArray[np.int64]:
    """Return the card to touch now, or PASS where stopping is best: (B,).

    Parameters
    ----------
    prospects : Prospects
        Chances of each card.
    ahead : Outlook
        What the turn leads to, for no more cards found to `allowed`.
    allowed : (B,) int
        How many touches may still be made.
    ties : (B, 25) int
        Which of equals comes first: the smaller.
    """
    order = _order(prospects, ahead, ties)
    chosen = [np.take_along_axis(part, order, axis=1) for part in vars(prospects).values()]
    agent, wrong, fatal, there = (part.T for part in chosen)  # (25, B)
    found = np.arange(ahead.right.shape[1])
    # worth[f]: with f found in this turn, and only the cards behind to choose from
    worth = ahead.right.T.copy()  # (k + 1, B)
    may = (found[:-1, None] < allowed) & (found[:-1, None] < found[-1])  # (k, B)
    first = np.full(len(allowed), PASS, dtype=np.int64)
    for place in range(len(agent) - 1, -1, -1):
        touched = (
            agent[place] * worth[1:] + wrong[place] * ahead.wrong.T[:-1] + fatal[place] * ahead.fatal.T[:-1]
        )
        # of equals the card that comes first, but no touch that is worth no more than stopping
        better = may & there[place] & (touched >= worth[:-1]) & (touched > ahead.right.T[:-1])
        worth[:-1] = np.where(better, touched, worth[:-1])
        first = np.where(better[0], order[:, place], first)
    return first


def _order(prospects: Prospects, ahead: Outlook, ties: Ints) -> NDArray[np.intp]:
    """Return the cards in the best order of touching: (B, 25); those that are not there come last."""
    ratio = ahead.right[:, 1] / np.maximum(ahead.wrong[:, 0], 1e-12)
    rest = 1 - ratio[:, None] * prospects.agent
    side = np.sign(rest)
    key = prospects.wrong / np.where(side == 0, 1.0, rest)
    return np.lexsort((ties, -prospects.agent, -key, side, ~prospects.there), axis=1)
