"""A spymaster that scores clues by the harmonic mean of their similarities."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import spymaster
from cluejam_ai.agents.fixed_number import FixedNumberSpymaster, Sides
from cluejam_ai.agents.kernels import Table, highest, nearest_cards, top_k
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import Bools
from cluejam_ai.game.views import SpymasterView

#: Scores of clues that fail are below every score of one that does not: leads lie in [-2, 2].
_FAILED = np.float32(-10)


@spymaster("harmonic")
class HarmonicSpymaster(FixedNumberSpymaster):
    """Gives the clue with the largest harmonic mean of its cards' cosines, less half of the nearest other's.

    The harmonic mean of the n cosines is small as soon as one of them is. A clue whose farthest card is not
    nearer than every other card, or has a cosine that is not above 0, fails. Where all clues for n cards
    fail, n is one less; where all clues for a single card fail, the one is given whose card is least behind
    the nearest other card.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    number : int
        How many cards to clue, from 1 to 9.
    penalty : float
        How much of the cosine of the nearest other card is taken off.

    Notes
    -----
    Source: Cserháti, Kollath, Kicsi & Berend, "Codenames as a game of co-occurrence counting", CMCL 2022,
    which scores a failed clue 0 and leaves the number to the experiment.
    """

    def __init__(self, resources: Resources, *, number: int = 2, penalty: float = 0.5) -> None:
        super().__init__("harmonic", resources, number)
        if not 0 <= penalty <= 2:
            raise CluejamError(f"spymaster 'harmonic': penalty={penalty} is not between 0 and 2")
        self.penalty = np.float32(penalty)

    def scores(self, sides: Sides, n: int) -> Table:
        """Return the score of every clue word for n cards: (B, V) float32; below -2 where it fails."""
        table = self.resources.similarity.table
        nearest = top_k(table, sides.own, n)
        # with no other card there is nothing to take off, and nothing to be nearer than
        danger = highest(table, sides.other)
        farthest = nearest[-1]
        failed = (farthest < danger) | (farthest <= 0)
        lead = farthest - np.maximum(danger, np.float32(-1))
        np.maximum(danger, 0, out=danger, where=danger == -np.inf)
        danger *= self.penalty
        with np.errstate(divide="ignore", invalid="ignore"):
            inverse = np.reciprocal(nearest[0])
            for cosine in nearest[1:]:
                inverse += np.reciprocal(cosine)
            score = np.float32(n) / inverse - danger
        return np.where(failed, lead + _FAILED, score)

    def accepted(self, best: Table) -> Bools:
        """Return on which boards some clue did not fail: (B,) bool."""
        return np.asarray(best > _FAILED / 2)

    def meant(
        self, view: SpymasterView, own: Bools, word: NDArray[np.intp], number: NDArray[np.intp]
    ) -> Bools:
        """Return the own cards nearest to the clue words: (B, 25) bool."""
        cosine = self.resources.similarity.table[view.words, word[:, None]]
        return nearest_cards(cosine, own, self.resources.word_order[view.words], number)
