"""CoLT: what the outcome of a turn is worth, as a difference in log odds of beating the other team.

Agents learn by it and metrics report it.

Source: Archibald & Brosnahan, "Adapting to teammates in a cooperative language game", arXiv:2403.00823, 2024
(the weights).
"""

import numpy as np

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
