"""Which clue words each board word brings to mind."""

import numpy as np

from cluejam_ai.agents.kernels import Table
from cluejam_ai.game.cards import Bools


def proposals(table: Table, nearest: int) -> Bools:
    """Return which clue words are among the nearest of each board word: (W, V) bool; equals by frequency.

    Parameters
    ----------
    table : (W, V) float32
        Similarities.
    nearest : int
        How many clue words each board word proposes.
    """
    order = np.argsort(-table, axis=1, kind="stable")[:, :nearest]
    proposed = np.zeros(table.shape, dtype=bool)
    np.put_along_axis(proposed, order, True, axis=1)
    return proposed
