"""CoLT: what the outcome of a turn is worth, as a difference in log odds of beating the other team.

Source: Archibald & Brosnahan, "Adapting to teammates in a cooperative language game", 2024 (the weights).
"""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, HIDDEN, OTHER, Roles

_NEVER = np.nan

#: Worth of a turn by own cards turned (0 to 9) and how it ended: clean, on a card of the other team, on a
#: bystander, on an assassin. NaN where the source has no weight: a turn without a touch, nine with a miss.
COLT_WEIGHTS = np.array(
    [
        [_NEVER, -4.6951, -1.8544, -9.7399],
        [1.7060, -1.6370, 0.0066, -5.5511],
        [1.9413, -0.4042, 0.8299, -4.5665],
        [2.2741, 0.4917, 1.4676, -3.7975],
        [2.7124, 1.1092, 1.9446, -2.8918],
        [3.0218, 1.6081, 1.9599, -2.7322],
        [2.9600, 1.7916, 2.1286, -2.5731],
        [2.9496, 1.8810, 2.1099, -1.8060],
        [2.4437, 1.1205, 1.2955, -1.1355],
        [1.5280, _NEVER, _NEVER, _NEVER],
    ]
)

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
