"""What turns are worth by CoLT, from what an agent sees of them."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.colt import COLT_WEIGHTS
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, HIDDEN, OTHER, Roles

#: The column of `COLT_WEIGHTS` for a turn that ended on each role.
_COLUMN = np.zeros(4, dtype=np.int64)
_COLUMN[[AGENT, OTHER, BYSTANDER, ASSASSIN]] = 0, 1, 2, 3


def turn_worth(role: Roles) -> NDArray[np.float64]:
    """Return what turns are worth: (B,) float64, NaN where CoLT has no weight.

    Parameters
    ----------
    role : (B, 25) int8
        What the touched cards are on the giver's key; HIDDEN elsewhere. At most one is not an agent card.
    """
    own = (role == AGENT).sum(axis=1)
    missed = (role != AGENT) & (role != HIDDEN)
    ended_on = np.where(missed.any(axis=1), role[np.arange(len(role)), missed.argmax(axis=1)], AGENT)
    return np.asarray(COLT_WEIGHTS[np.minimum(own, 9), _COLUMN[ended_on]])
