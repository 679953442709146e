"""The spymaster of the first Codenames AI competition."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Grounds, Memory, Spymaster, spymaster
from cluejam_ai.agents.house import Barred, blocked_clues, house_grounds, no_legal_clue, within
from cluejam_ai.agents.kernels import Table, board_cosines, chunks, cosines_of, highest, slots_of
from cluejam_ai.agents.narrow import BEYOND, Levels, cells_where, slot_rows
from cluejam_ai.agents.published_legality import kim2019_blocked
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.scratch import scratch
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, Bools
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys

_N_CARDS_KEY = 26
#: Arrays of levels that a pass goes over again: the dangers, and three ranks of own cards, for most clues.
_KEPT = 4


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

    def grounds(self, view: SpymasterView) -> Grounds:
        """Return the cards to be touched and what the house rules forbid."""
        return house_grounds(view)

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)
        narrow = self.resources.similarity.narrow
        barred = self._barred(view)
        cards = self._cards(view, own)
        word = np.zeros(len(view), dtype=np.int64)
        number = np.zeros(len(view), dtype=np.int64)
        for part in narrow.passes(len(view), n_arrays=_KEPT):
            word[part], number[part] = self._search(cards.take(part), within(barred, part))
        stuck = np.flatnonzero(number == 0)
        for part in chunks(len(stuck), len(self.resources.clues)):
            rows = stuck[part]
            word[rows], number[rows] = self._closest(view.take(rows), own[rows]), 1
        cosine = board_cosines(self.resources.similarity.table, view.words, word)
        return Clues(word, number, _first_subset(cosine, own, number))

    def _cards(self, view: SpymasterView, own: Bools) -> "_Cards":
        no_card = self.resources.similarity.narrow.no_card
        others = slot_rows(view.words, view.touchable & ~own, no_card)
        return _Cards(slot_rows(view.words, own, no_card), others)

    def _barred(self, view: SpymasterView) -> Barred:
        """Return the clues that must not be given."""
        n_clues = len(self.resources.clues)
        if not self.own_legality:
            return blocked_clues(view, self.resources.blocked, n_clues)
        beside = self._blocked[view.words]  # (B, 25, L)
        boards, _, _ = hit = np.nonzero((beside < n_clues) & ~view.covered[:, :, None])
        return boards, beside[hit]

    def _search(self, cards: "_Cards", barred: Barred) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return word and number for a few boards; number 0 where no clue passes."""
        narrow = self.resources.similarity.narrow
        others: Levels = scratch.get("others", (len(cards.own), narrow.levels.shape[1]), np.uint8)
        narrow.highest(cards.others, others)
        others[barred] = BEYOND
        word = np.zeros(len(others), dtype=np.int64)
        number = np.zeros(len(others), dtype=np.int64)
        rows = np.arange(len(others))
        tops = narrow.top(cards.own, self.max_number)
        for n in range(self.max_number, 0, -1):
            rows = rows[number[rows] == 0]
            # levels of the farthest card meant, 0 where it is not nearer than every other card
            passing = np.multiply(tops[n - 1][rows], tops[n - 1][rows] >= others[rows])
            hopeful = passing.max(axis=1) >= (self._least_level if n > 1 else 1)
            self._decide(cards, rows[hopeful], passing[hopeful], n, (word, number))
        return word, number

    @cached_property
    def _least_level(self) -> int:
        """The level that a card has at least whose distance is below the threshold."""
        return max(1, self.resources.similarity.narrow.level_of(1 - self.threshold - 1e-6))

    def _decide(
        self,
        cards: "_Cards",
        rows: NDArray[np.intp],
        passing: Levels,
        n: int,
        found: tuple[NDArray[np.int64], NDArray[np.int64]],
    ) -> None:
        """Enter the best clue for n cards on these boards where it is near enough; uses up `passing`."""
        word, number = found
        table = self.resources.similarity.table
        while rows.size:
            level = passing.max(axis=1)
            cells = cells_where(passing == np.maximum(level, 1)[:, None])
            place, clues = np.divmod(cells, passing.shape[1])
            cosine = cosines_of(table, cards.own, rows[place], clues)  # (S, K)
            farthest = np.sort(cosine, axis=0)[len(cosine) - n]
            farthest[farthest <= cosines_of(table, cards.others, rows[place], clues).max(axis=0)] = -np.inf
            best = np.full(len(rows), -np.inf, dtype=np.float32)
            np.maximum.at(best, place, farthest)
            near = np.isfinite(best) & ((np.float32(1) - best < self.threshold) | (n == 1))
            ties = np.flatnonzero((farthest == best[place]) & near[place])
            chosen = _first((cosine[:, ties] >= farthest[ties]).T, place[ties], clues[ties], n)
            word[rows[near]], number[rows[near]] = clues[ties][chosen], n
            # a level lower where no clue of the highest level passes in the end
            passing.reshape(-1)[cells] = 0
            again = np.isneginf(best) & (level > 0)
            rows, passing = rows[again], passing[again]

    def _closest(self, view: SpymasterView, own: Bools) -> NDArray[np.intp]:
        """Return the legal clue whose nearest own card is least behind the nearest other card."""
        table = self.resources.similarity.table
        others = highest(table, slots_of(view.words, view.touchable & ~own))
        others[self._barred(view)] = np.inf
        others[:, self.resources.similarity.unknown] = np.inf
        lead = highest(table, slots_of(view.words, own)) - others
        silent = np.flatnonzero(lead.max(axis=1) == -np.inf)
        if silent.size:
            raise no_legal_clue(view, int(silent[0]), self.resources)
        return lead.argmax(axis=1)


@dataclass(frozen=True)
class _Cards:
    """Own cards and all others that can be touched, as rows of a narrow table: (B, S) intp each."""

    own: NDArray[np.intp]
    others: NDArray[np.intp]

    def take(self, part: slice) -> "_Cards":
        return _Cards(self.own[part], self.others[part])


def _first(meant: Bools, boards: NDArray[np.intp], clues: NDArray[np.intp], n: int) -> NDArray[np.intp]:
    """Return the candidate of each board whose n cards come first, then whose clue does.

    Parameters
    ----------
    meant : (K, S) bool
        Own cards, in the order of their places, that are near enough.
    boards, clues : (K,) int
        Boards ascending.
    """
    chosen = meant & (np.cumsum(meant, axis=1) <= n)
    key = np.zeros(len(boards), dtype=np.int64)
    for slot in range(chosen.shape[1]):
        key = np.where(chosen[:, slot], key * _N_CARDS_KEY + slot, key)
    order = np.lexsort((clues, key, boards))
    return order[np.searchsorted(boards[order], np.unique(boards))]


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
