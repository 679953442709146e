"""The spymaster of the first Codenames AI competition."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Memory, Spymaster, spymaster
from cluejam_ai.agents.house import blocked_clues, no_legal_clue
from cluejam_ai.agents.kernels import (
    Slots,
    Table,
    chunks,
    highest,
    pairs_where,
    slots_of,
    top_k,
)
from cluejam_ai.agents.published_legality import kim2019_blocked
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, Bools
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys

_N_CARDS_KEY = 26


@spymaster("kim")
class KimSpymaster(Spymaster):
    """Gives the clue for most cards whose farthest card is nearer than every other, and near enough.

    For n = 1 to `max_number` it looks for the clue word and the n own cards whose largest cosine distance is
    smallest, and smaller than the distance of every card that is not own. It plays the largest n whose best
    distance is below `threshold`, else n = 1.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    threshold : float
        Largest cosine distance to accept for more than one card, in [0, 2].
    max_number : int
        Largest n.
    published : bool
        Repeat the paper exactly: its own rule of legality instead of ours, and clues may come again.

    Notes
    -----
    Source: Kim, Ruzmaykin, Truong & Summerville, "Cooperation and Codenames: Understanding Natural Language
    Processing via Codenames", AIIDE 2019. Among equals the subset that comes first in the order of
    `itertools.combinations` wins, then the first clue word. Where no clue word passes at all, which never
    happened in the published games, the one that comes closest to passing is given for one card.
    """

    def __init__(
        self,
        resources: Resources,
        *,
        threshold: float = 0.5,
        max_number: int = 3,
        published: bool = False,
    ) -> None:
        if not 0 <= threshold <= 2:
            raise CluejamError(f"spymaster 'kim': threshold={threshold} is not between 0 and 2")
        if not 1 <= max_number <= 9:
            raise CluejamError(f"spymaster 'kim': max_number={max_number} is not between 1 and 9")
        self.resources = resources
        self.threshold = threshold
        self.max_number = max_number
        self.own_legality = published

    @cached_property
    def _blocked(self) -> NDArray[np.int32]:
        if self.own_legality:
            return kim2019_blocked(self.resources.words, self.resources.clues)
        return self.resources.blocked

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        word = np.zeros(len(view), dtype=np.int64)
        number = np.ones(len(view), dtype=np.int64)
        own = view.touchable & (view.key == AGENT)
        for part in chunks(len(view), len(self.resources.clues)):
            rows = np.arange(part.start, part.stop)
            word[rows], number[rows] = self._score(view.take(rows), own[rows])
        cosine = self.resources.similarity.table[view.words, word[:, None]]  # (B, 25)
        return Clues(word, number, _first_subset(cosine, own, number))

    def _score(self, view: SpymasterView, own: Bools) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return word and number for a few boards."""
        table = self.resources.similarity.table
        slots = slots_of(view.words, own)
        others = highest(table, slots_of(view.words, view.touchable & ~own))
        self._block(view, others)
        word = np.zeros(len(view), dtype=np.int64)
        number = np.zeros(len(view), dtype=np.int64)
        for n, reach in enumerate(top_k(table, slots, self.max_number), start=1):
            reach[reach <= others] = -np.inf
            best = reach.max(axis=1)  # (B,) cosine of the farthest card meant
            near = np.isfinite(best) & ((np.float32(1) - best < self.threshold) | (n == 1))
            rows = np.flatnonzero(near)
            if rows.size:
                word[rows] = self._first(slots, reach, best, rows, n)
                number[rows] = n
        stuck = np.flatnonzero(number == 0)
        if stuck.size:
            word[stuck], number[stuck] = self._closest(view, slots, others, stuck), 1
        return word, number

    def _block(self, view: SpymasterView, others: Table) -> None:
        """Make clues that must not be given impossible, by a danger that nothing exceeds."""
        if self.own_legality:
            beside = self._blocked[view.words]
            boards, _, _ = hit = np.nonzero((beside < others.shape[1]) & ~view.covered[:, :, None])
            others[boards, beside[hit]] = np.inf
        else:
            others[blocked_clues(view, self._blocked, others.shape[1])] = np.inf
        others[:, self.resources.similarity.unknown] = np.inf

    def _first(
        self, slots: Slots, reach: Table, best: Table, rows: NDArray[np.intp], n: int
    ) -> NDArray[np.intp]:
        """Return the clue whose cards come first among those with the best distance, on these boards."""
        boards, words = pairs_where(reach[rows] == best[rows, None])
        boards = rows[boards]
        cosine = self.resources.similarity.table[slots.ids[boards], words[:, None]]  # (K, S)
        meant = slots.valid[boards] & (cosine >= best[boards, None])
        chosen = meant & (np.cumsum(meant, axis=1) <= n)
        key = np.zeros(len(boards), dtype=np.int64)
        for slot in range(chosen.shape[1]):
            key = np.where(chosen[:, slot], key * _N_CARDS_KEY + slots.places[boards, slot], key)
        order = np.lexsort((words, key, boards))
        return words[order[np.searchsorted(boards[order], rows)]]

    def _closest(
        self, view: SpymasterView, slots: Slots, others: Table, rows: NDArray[np.intp]
    ) -> NDArray[np.intp]:
        """Return the legal clue whose nearest own card is least behind the nearest other card."""
        lead = highest(self.resources.similarity.table, slots.take(rows)) - others[rows]
        silent = rows[lead.max(axis=1) == -np.inf]
        if silent.size:
            raise no_legal_clue(view, int(silent[0]), self.resources)
        return lead.argmax(axis=1)


def _first_subset(cosine: Table, own: Bools, number: NDArray[np.int64]) -> Bools:
    """Return the n own cards, first in the order of combinations, whose farthest is as near as can be.

    Parameters
    ----------
    cosine : (B, 25) float32
        Of each card with the clue.
    own : (B, 25) bool
        Which cards can be meant.
    number : (B,) int64
        How many are.
    """
    ranked = -np.sort(-np.where(own, cosine, -np.inf), axis=1)
    farthest = np.take_along_axis(ranked, number[:, None] - 1, axis=1)
    meant = own & (cosine >= farthest)
    return np.asarray(meant & (np.cumsum(meant, axis=1) <= number[:, None]))
