"""A small spymaster: the worked example of CONTRIBUTING.md."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Memory, Spymaster
from cluejam_ai.agents.house import blocked_clues, no_legal_clue
from cluejam_ai.agents.kernels import chunks, highest, nearest_cards, slots_of, top_k
from cluejam_ai.agents.resources import Resources
from cluejam_ai.game.cards import AGENT, Bools, Ints
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys


class ClosestPairSpymaster(Spymaster):
    """Gives the clue that is nearest to two own cards and far from all others; for one card when one is left.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    fear : float
        How much the nearest card that is not own counts against a clue; no unit.
    """

    def __init__(self, resources: Resources, *, fear: float = 1.0) -> None:
        self.resources = resources
        self.fear = fear

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)  # (B, 25)
        number = np.minimum(own.sum(axis=1), 2)  # (B,)
        word = np.zeros(len(view), dtype=np.int64)
        for part in chunks(len(view), len(self.resources.clues)):
            rows = np.arange(part.start, part.stop)
            word[rows] = self._best(view.take(rows), own[rows], number[rows])
        cosine = self.resources.similarity.table[view.words, word[:, None]]  # (B, 25)
        order = self.resources.word_order[view.words]
        return Clues(word, number, nearest_cards(cosine, own, order, number))

    def _best(self, view: SpymasterView, own: Bools, number: Ints) -> NDArray[np.intp]:
        """Return the clue word with the best score on a few boards: (B,)."""
        similarity = self.resources.similarity
        nearest, second = top_k(similarity.table, slots_of(view.words, own), 2)  # (B, V) each
        danger = highest(similarity.table, slots_of(view.words, view.touchable & ~own))
        # no card left to fear: as if it lay opposite
        np.maximum(danger, np.float32(-1.0), out=danger)
        score = np.where(number[:, None] == 2, second, nearest) - self.fear * danger
        score[:, similarity.unknown] = -np.inf
        score[blocked_clues(view, self.resources.blocked, score.shape[1])] = -np.inf
        stuck = score.max(axis=1) == -np.inf
        if stuck.any():
            raise no_legal_clue(view, int(np.argmax(stuck)), self.resources)
        return score.argmax(axis=1)
