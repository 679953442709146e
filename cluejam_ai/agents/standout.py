"""The clue for most cards that all stand out from the rest: searched in levels, decided in float32.

A card is reached by a clue if its cosine is above the clue's danger: the largest of the cosine of each other
card plus what is asked against that card. Levels (see `cluejam_ai.agents.narrow`) tell at least how many
cards a clue cannot reach; few clues are left, and of these fewer whose distance could be the largest.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.house import Barred, within
from cluejam_ai.agents.kernels import best_per_board, cosines_of
from cluejam_ai.agents.narrow import Levels, NarrowTable, cells_where, raise_levels, slot_rows
from cluejam_ai.agents.resources import Similarity
from cluejam_ai.agents.scratch import scratch
from cluejam_ai.game.cards import AGENT, ASSASSIN, Ints
from cluejam_ai.game.views import SpymasterView

#: Pairs of a board and a clue that are judged together, or those of one pass if they are more.
_PAIRS = 2**13
#: Differences of levels are a bit less than this from what they stand for; see `_could_be_safest`.
_CERTAIN, _SLACK = 3, 3
#: Below every cosine: with nothing to fear the clue nearest to its cards is the safest.
NO_DANGER = np.float32(-2.0)


@dataclass(frozen=True)
class Asked:
    """By how much a card must exceed others, and assassins: float32, no unit."""

    margin: np.float32
    fear: np.float32


@dataclass(frozen=True)
class Found:
    """The best clue of each board: (B,) word, and how many cards it reaches, 0 where none was found."""

    word: NDArray[np.int64]
    number: NDArray[np.int64]


@dataclass(frozen=True)
class _Cards:
    """The cards of each kind that can be touched, as rows of a narrow table: (B, S) intp each."""

    own: NDArray[np.intp]
    others: NDArray[np.intp]
    assassins: NDArray[np.intp]

    @classmethod
    def of(cls, view: SpymasterView, no_card: int) -> "_Cards":
        kinds = (view.key == AGENT, (view.key != AGENT) & (view.key != ASSASSIN), view.key == ASSASSIN)
        return cls(*(slot_rows(view.words, view.touchable & kind, no_card) for kind in kinds))


@dataclass(frozen=True)
class _Pairs:
    """Clues that could be the best of their boards: (K,) each, boards ascending.

    `danger` is a level that cards must reach at least to stand out.
    """

    boards: NDArray[np.intp]
    clues: NDArray[np.intp]
    danger: Levels

    def __len__(self) -> int:
        return len(self.boards)

    def at(self, boards: NDArray[np.intp]) -> "_Pairs":
        """Return the pairs, whose boards were counted among these, by the boards' places in the batch."""
        return _Pairs(boards.take(self.boards), self.clues, self.danger)

    def take(self, rows: NDArray[np.bool_]) -> "_Pairs":
        return _Pairs(self.boards[rows], self.clues[rows], self.danger[rows])


def standing_out(
    view: SpymasterView, similarity: Similarity, barred: Barred, asked: Asked, most: Ints
) -> Found:
    """Return the clue that reaches most cards; of these, the first with the largest distance.

    Parameters
    ----------
    view : SpymasterView
        B boards.
    similarity : Similarity
        Cosines.
    barred : pairs of board and clue word
        What must not be given.
    asked : Asked
        What a card must exceed others by.
    most : (B,) int
        How many cards count at most, from 1.

    Returns
    -------
    Found
        The distance is that of the weakest card counted from what it had to exceed, in float32.
    """
    table = similarity.narrow
    cards = _Cards.of(view, table.no_card)
    found = Found(np.zeros(len(view), dtype=np.int64), np.zeros(len(view), dtype=np.int64))
    level = np.zeros(len(view), dtype=np.int64)
    for kept in table.kept(len(view)):
        shape = (kept.stop - kept.start, table.levels.shape[1])
        danger: Levels = scratch.get("danger", shape, np.uint8)
        reach: Levels = scratch.get("reach", shape, np.uint8)
        waiting: list[_Pairs] = []
        for part in table.passes(shape[0]):
            boards = slice(kept.start + part.start, kept.start + part.stop)
            _count(cards, table, boards, asked, danger[part], reach[part])
            width = shape[1]
            rows, clues = within(barred, boards)
            reach[part].reshape(-1)[rows * width + clues] = 0
            pairs, level[boards] = _most(danger[part], reach[part], most[boards])
            waiting.append(pairs.at(np.arange(boards.start, boards.stop)))
            if part.stop == shape[0] or sum(map(len, waiting)) > _PAIRS:
                _judge(cards, similarity, _joined(waiting), asked, level, found)
                waiting = []
        fewer = _unfound(found, level, kept)
        while fewer.size:
            # the levels promised more cards than there are: look again for fewer
            rows = fewer - kept.start
            pairs, level[fewer] = _most(danger[rows], reach[rows], level[fewer] - 1)
            _judge(cards, similarity, pairs.at(fewer), asked, level, found)
            fewer = _unfound(found, level, kept)
    return found


def _unfound(found: Found, level: Ints, kept: slice) -> NDArray[np.intp]:
    """Return the boards without a clue that may still have one for fewer cards."""
    return kept.start + np.flatnonzero((found.number[kept] == 0) & (level[kept] > 1))


def _joined(parts: list[_Pairs]) -> _Pairs:
    return _Pairs(*(np.concatenate([vars(part)[name] for part in parts]) for name in vars(parts[0])))


def _count(
    cards: _Cards, table: NarrowTable, part: slice, asked: Asked, danger: Levels, reach: Levels
) -> None:
    """Write levels not above the dangers, and numbers not below those of the cards reached: (B, P) each."""
    fear: Levels = scratch.get("fear", danger.shape, np.uint8)
    for ids, out, margin in ((cards.others, danger, asked.margin), (cards.assassins, fear, asked.fear)):
        table.highest(ids[part], out)
        raise_levels(out, table.steps(float(margin)))
        out[ids[part, 0] == table.no_card] = 1
    np.maximum(danger, fear, out=danger)
    if not table.steps(float(asked.margin)):
        # cards that there are not, and clues that are never given, have level 0, which must not reach
        danger[danger == 0] = 1
    table.count_from(cards.own[part], danger, out=reach)


def _most(danger: Levels, reach: Levels, most: Ints) -> tuple[_Pairs, Levels]:
    """Return the clues that may reach most cards on each board, and how many; cuts `reach` to `most`."""
    level: Levels = reach.max(axis=1)
    if (level > most).any():
        # a whole array of limits, for numpy takes ten times as long with one number a row
        limit = scratch.get("rows", reach.shape, np.uint8)
        limit[:] = most[:, None]
        np.minimum(reach, limit, out=reach)
        level = np.minimum(level, most).astype(np.uint8)
    hit = scratch.get("above", reach.shape, np.bool_)
    # a clue that reaches nothing is none
    np.equal(reach, np.maximum(level, 1)[:, None], out=hit)
    cells, width = cells_where(hit), reach.shape[1]
    first = np.arange(len(reach) + 1) * width
    boards = np.repeat(np.arange(len(reach)), np.diff(np.searchsorted(cells, first)))
    clues = cells - first.take(boards)
    return _Pairs(boards, clues, danger.reshape(-1)[cells]), level


def _judge(
    cards: _Cards, similarity: Similarity, pairs: _Pairs, asked: Asked, level: Ints, found: Found
) -> None:
    """Enter the best of some pairs, where there is one for `level` cards."""
    if not len(pairs):
        return
    if similarity.narrow.may_compare:
        pairs = pairs.take(_could_be_safest(cards, similarity.narrow, pairs, level))
    table, boards, clues = similarity.table, pairs.boards, pairs.clues
    danger = np.full(len(pairs), NO_DANGER)
    for ids, margin in ((cards.others, asked.margin), (cards.assassins, asked.fear)):
        nearest = cosines_of(table, ids, boards, clues).max(axis=0)
        np.maximum(danger, nearest + margin, out=danger)
    own = np.sort(cosines_of(table, cards.own, boards, clues), axis=0)  # (S, K)
    n = level[boards]
    weakest = own[len(own) - n, np.arange(len(pairs))]
    reached = weakest > danger
    if not reached.any():
        return
    boards, clues, score = boards[reached], clues[reached], (weakest - danger)[reached]
    some, place, _ = _numbered(boards)
    best = best_per_board(place, score, len(some))
    found.word[some], found.number[some] = clues[best], level[some]


def _could_be_safest(cards: _Cards, table: NarrowTable, pairs: _Pairs, level: Ints) -> NDArray[np.bool_]:
    """Return which pairs could have the largest distance on their board: (K,) bool.

    In units of levels, with e < 0.1 for all rounding: a cosine is within [l - 1 - e, l + e) of its level l.
    The danger d is within [d - 1 - e, d + 1 + 3e) of its level, which is too low by less than one step of a
    margin that is no whole number of levels. So a distance is less than 2 + 4e below and 1 + 2e above the
    difference of the levels: with a difference of 3 the card does stand out, and a clue whose difference is
    4 below that of such a clue is farther behind than any rounding.
    """
    own = table.at(cards.own, pairs.boards, pairs.clues)  # (S, K)
    stands = own >= pairs.danger
    # of exactly `level` cards the weakest is known; of more, it is at least this
    stood = stands.view(np.uint8)
    exact = stood.sum(axis=0, dtype=np.uint8) == level[pairs.boards]
    # 255 covers the others: a choice between two takes ten times as long
    stood -= np.uint8(1)
    weakest = np.bitwise_or(own, stood, out=own).min(axis=0)
    ahead = weakest.astype(np.int16) - pairs.danger
    _, place, starts = _numbered(pairs.boards)
    certain = np.maximum.reduceat(np.where(ahead >= _CERTAIN, ahead, np.int16(0)), starts)
    return (ahead >= certain[place] - _SLACK) | ~exact


def _numbered(boards: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the different boards of pairs, and each pair's place among them, and where each begins."""
    new = np.ones(len(boards), dtype=bool)
    np.not_equal(boards[1:], boards[:-1], out=new[1:])
    starts = np.flatnonzero(new)
    return boards[starts], np.cumsum(new) - 1, starts
