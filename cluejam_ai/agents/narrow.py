"""Similarities in one byte each, for a first pass that keeps every clue that could be best.

The step of a spymaster is bound by memory traffic, and this is a quarter of it. Rounded to a few hundred
levels, a table still says for certain which clue words cannot be best; the few others are judged in float32.
The answer is that of a whole pass in float32, for rounding is monotone: where x > y, level(x) >= level(y).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.scratch import LINE, aligned, scratch
from cluejam_ai.game.cards import Bools, Ints, count_cards
from cluejam_ai.machine import pass_bytes

Levels = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: The level of no card: below that of every similarity, so that it reaches nothing and endangers nothing.
NO_LEVEL = 0
#: Levels of similarities are 1 to this. Above it there is room for usual margins.
TOP_LEVEL = 235
#: A level that no similarity has.
BEYOND = 255
#: The rows of the cards of a few boards fill no more than this part of it.
_ROWS_PART = 6
#: What a step may keep beside.
KEPT_BYTES = 2**23
_ROUNDING = 2.0**-20


@dataclass(frozen=True, eq=False)
class NarrowTable:
    """The levels of all similarities.

    Attributes
    ----------
    levels : (W + 1, P) uint8
        1 to `TOP_LEVEL`; the columns from V on, and the last row, which stands for no card, are `NO_LEVEL`.
        P is V rounded up to whole lines of the cache.
    low : float
        The smallest similarity.
    scale : float
        Levels for a similarity of 1.
    error : float
        Bound of all errors of rounding in float32, in levels: of a level's edge, of a similarity plus a
        margin, and of a difference of two of these.
    n_clues : int
        V.
    """

    levels: Levels
    low: float
    scale: float
    error: float
    n_clues: int

    @property
    def no_card(self) -> int:
        """The row that stands for no card."""
        return len(self.levels) - 1

    def steps(self, margin: float) -> int:
        """Return by how many levels a similarity rises at least if a margin >= 0 is added, up to 255.

        With y the level before it is cut to a whole number, floor(y + m) >= floor(y) + floor(m).
        """
        if margin == 0:
            return 0
        return int(min(max(np.floor(margin * self.scale - self.error), 0), BEYOND))

    def level_of(self, similarity: float) -> int:
        """Return a level that no similarity of at least this is below, 0 to `BEYOND`."""
        level = np.floor((similarity - self.low) * self.scale - self.error) + 1
        return int(min(max(level, NO_LEVEL), BEYOND))

    @property
    def may_compare(self) -> bool:
        """Whether differences of levels say anything of differences of similarities."""
        return self.error < 0.1

    def passes(self, n_boards: int, n_arrays: int = 2) -> Iterator[slice]:
        """Yield slices of a batch of boards of which so many arrays (B, P) uint8 fit the cache of a core."""
        step = max(1, pass_bytes() // (n_arrays * self.levels.shape[1]))
        for first in range(0, n_boards, step):
            yield slice(first, min(first + step, n_boards))

    def kept(self, n_boards: int) -> Iterator[slice]:
        """Yield slices of a batch of boards, of which two arrays (B, P) uint8 may be kept for a while."""
        step = max(1, KEPT_BYTES // (2 * self.levels.shape[1]))
        for first in range(0, n_boards, step):
            yield slice(first, min(first + step, n_boards))

    def gathered(self, ids: NDArray[np.intp]) -> Iterator[tuple[slice, Levels]]:
        """Yield few boards at a time and the rows of their cards, which stay in the cache: (b, S, P) uint8.

        Parameters
        ----------
        ids : (B, S) intp
            Rows; those that stand for no card come last on each board, and are left out where they can be.
        """
        width, n_slots = self.levels.shape[1], ids.shape[1]
        used = ((ids != self.no_card) * np.arange(1, n_slots + 1)).max(axis=1)
        step = max(1, pass_bytes() // (_ROWS_PART * n_slots * width))
        most = np.maximum.reduceat(used, np.arange(0, len(ids), step)).tolist()
        memory: Levels = scratch.get("rows", (step * n_slots * width,), np.uint8)
        for place, n in enumerate(most):
            part = slice(place * step, min((place + 1) * step, len(ids)))
            cards = ids[part, : max(n, 1)]
            rows = memory[: cards.size * width].reshape(*cards.shape, width)
            self.levels.take(cards, axis=0, out=rows, mode="clip")
            yield part, rows

    def highest(self, ids: NDArray[np.intp], out: Levels) -> None:
        """Write the highest level over the cards of each board, (B, S), for every clue: (B, P)."""
        for part, rows in self.gathered(ids):
            np.maximum.reduce(rows, axis=1, out=out[part])

    def top(self, ids: NDArray[np.intp], k: int) -> list[Levels]:
        """Return the k highest levels over the cards of each board, (B, S), in order: k times (B, P).

        They lie in buffers that the next call uses again; 0 where a board has fewer cards.
        """
        shape = (len(ids), self.levels.shape[1])
        out: list[Levels] = [scratch.get(f"top{n}", shape, np.uint8) for n in range(k)]
        rows: Levels = scratch.get("rows", shape, np.uint8)
        lower: Levels = scratch.get("lower", shape, np.uint8)
        for place, slot in enumerate(np.ascontiguousarray(ids.T)):
            self.levels.take(slot, axis=0, out=rows, mode="clip")
            for best in out[:place]:
                # what the row pushes out goes on to the next rank
                np.minimum(best, rows, out=lower)
                np.maximum(best, rows, out=best)
                rows, lower = lower, rows
            if place < k:
                out[place][:] = rows
        for unused in out[ids.shape[1] :]:
            unused.fill(NO_LEVEL)
        return out

    def count_from(self, ids: NDArray[np.intp], least: Levels, out: Levels) -> Levels:
        """Write how many cards of each board, (B, S), have at least a level (B, P), from 1, into `out`."""
        for part, rows in self.gathered(ids):
            above = scratch.get("above", rows.shape, np.bool_)
            np.greater_equal(rows, least[part, None], out=above)
            np.add.reduce(above.view(np.uint8), axis=1, dtype=np.uint8, out=out[part])
        return out

    def at(self, ids: NDArray[np.intp], boards: NDArray[np.intp], clues: NDArray[np.intp]) -> Levels:
        """Return the levels of the cards (B, S) of single pairs of a board and a clue: (S, K) uint8."""
        rows = np.ascontiguousarray(ids.T) * self.levels.shape[1]
        cells = rows.take(boards, axis=1, mode="clip")
        cells += clues
        flat: Levels = self.levels.reshape(-1).take(cells, mode="clip")
        return flat


def narrow(table: Floats, unknown: NDArray[np.intp]) -> NarrowTable:
    """Return a table of similarities in levels.

    Parameters
    ----------
    table : (W, V) float32
        Finite.
    unknown : (N,) intp
        Clue words that are never given; they get `NO_LEVEL`, so that they reach nothing.
    """
    n_words, n_clues = table.shape
    width = max(LINE, -(-n_clues // LINE) * LINE)
    levels = aligned((n_words + 1, width), np.uint8)
    levels[:, n_clues:] = NO_LEVEL
    levels[-1] = NO_LEVEL
    low, high = (float(table.min()), float(table.max())) if table.size else (0.0, 0.0)
    # in a table of equals, or nearly so, all have one level
    scale = np.float32((TOP_LEVEL - 1) / max(high - low, 1e-3))
    work = np.empty(n_clues, dtype=np.float32)
    for word in range(n_words):
        np.subtract(table[word], np.float32(low), out=work)
        np.multiply(work, scale, out=work)
        # cut to a whole number; the largest can round to just above the last level
        np.minimum(work, np.float32(TOP_LEVEL - 1), out=work)
        levels[word, :n_clues] = work
    levels[:-1, :n_clues] += 1
    levels[:, unknown] = NO_LEVEL
    levels.flags.writeable = False
    error = float(scale) * (max(abs(low), abs(high)) + 4) * _ROUNDING
    return NarrowTable(levels, low, float(scale), error, n_clues)


def slot_rows(words: Ints, mask: Bools, no_card: int) -> NDArray[np.intp]:
    """Return the board words under a mask side by side, filled up with a row that stands for no card.

    Parameters
    ----------
    words : (B, 25) int
        Board words.
    mask : (B, 25) bool
        Which cards are meant.
    no_card : int
        Stands for none.

    Returns
    -------
    (B, S) intp
        In the order of places; S is the largest number on a board, at least 1.
    """
    counts = count_cards(mask)
    n_slots = max(1, int(counts.max(initial=0)))
    out = np.full((len(words), n_slots), no_card, dtype=np.intp)
    out[np.arange(n_slots) < counts[:, None]] = words[mask]
    return out


def raise_levels(levels: Levels, steps: int) -> None:
    """Add steps, 0 to 255, to levels in place; what would pass 255 is 255, which nothing reaches."""
    if steps > BEYOND - TOP_LEVEL:
        np.minimum(levels, np.uint8(BEYOND - steps), out=levels)
    if steps:
        np.add(levels, np.uint8(steps), out=levels)


def cells_where(mask: Bools) -> NDArray[np.intp]:
    """Return the flat places of the True values of a contiguous (B, P) mask, P a multiple of 8; few are True.

    Eight at a time are looked at.
    """
    eights = mask.reshape(-1).view(np.uint64)
    # twice as fast as the places of numbers that are not 0
    some = np.flatnonzero(eights != 0)
    found = np.flatnonzero(eights.take(some).view(np.bool_))
    # shifts and masks instead of divisions, which take five times as long
    return (some.take(found >> 3) << 3) + (found & 7)
