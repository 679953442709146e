"""A spymaster that wants its cards clear of all others."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Memory, Spymaster, spymaster
from cluejam_ai.agents.house import Barred, blocked_clues, no_legal_clue, within
from cluejam_ai.agents.kernels import (
    Table,
    best_per_board,
    chunks,
    count_above,
    highest,
    nearest_cards,
    nth_highest,
    pairs_where,
    slots_of,
)
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, Bools
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys


@dataclass(frozen=True)
class _Scored:
    """The best clue of each board: (B,) word, number."""

    word: NDArray[np.int64]
    number: NDArray[np.int64]


@spymaster("margin")
class MarginSpymaster(Spymaster):
    """Gives the clue for most cards that all stand out from every other card; among these, the safest.

    A clue reaches an own card if its cosine is above that of every card that is not own by at least `margin`,
    and above that of the assassin by `fear` more. The largest number wins; then the largest distance between
    the weakest card that is meant and what it had to exceed. If no clue reaches any card, the one that
    comes closest is given for one card.

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
        self.margin = np.float32(margin)
        self.fear = np.float32(fear)
        self.max_number = max_number

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)
        barred = blocked_clues(view, self.resources.blocked, len(self.resources.clues))
        parts = [
            self._score(view.take(_rows(part)), own[part], within(barred, part))
            for part in chunks(len(view), len(self.resources.clues))
        ]
        word = np.concatenate([part.word for part in parts])
        number = np.concatenate([part.number for part in parts])
        cosine = self.resources.similarity.table[view.words, word[:, None]]  # (B, 25)
        targets = nearest_cards(cosine, own, self.resources.word_order[view.words], number)
        return Clues(word, number, targets)

    def _score(self, view: SpymasterView, own: Bools, barred: Barred) -> _Scored:
        """Return the best clues of a few boards."""
        table = self.resources.similarity.table
        slots = slots_of(view.words, own)
        danger = self._danger(view)  # (B, V)
        reach = count_above(table, slots, danger)
        np.minimum(reach, self.max_number, out=reach)
        reach[:, self.resources.similarity.unknown] = -1
        reach[barred] = -1
        number = reach.max(axis=1).astype(np.int64)
        if (number < 0).any():
            raise no_legal_clue(view, int(np.argmin(number)), self.resources)
        # where nothing is reached every legal clue is a candidate for a single card
        sought = number.astype(np.int8)
        number = np.maximum(number, 1)
        boards, words = pairs_where(reach == sought[:, None])
        weakest = nth_highest(table, slots, boards, words, number[boards])
        best = best_per_board(boards, weakest - danger[boards, words], len(view))
        return _Scored(words[best], number)

    def _danger(self, view: SpymasterView) -> Table:
        """Return the cosine that a card must exceed to stand out: (B, V) float32."""
        table = self.resources.similarity.table
        assassins = view.touchable & (view.key == ASSASSIN)
        others = view.touchable & (view.key != AGENT) & ~assassins
        danger = highest(table, slots_of(view.words, others)) + self.margin
        fear = highest(table, slots_of(view.words, assassins)) + (self.margin + self.fear)
        np.maximum(danger, fear, out=danger)
        # below every cosine: with nothing to fear the clue nearest to its cards is the safest
        return np.maximum(danger, np.float32(-2.0), out=danger)


def _rows(part: slice) -> NDArray[np.intp]:
    return np.arange(part.start, part.stop)
