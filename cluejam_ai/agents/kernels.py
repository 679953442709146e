"""Passes over the similarity table that spymasters share: slots of cards, maxima, counts, ranks.

One row of the table (a board word) is contiguous in the clue axis. A pass adds the rows of one slot after the
other to an accumulator of (B, V); B is chosen so that the accumulators stay in the cache.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import N_CARDS, Bools, Ints, count_cards
from cluejam_ai.machine import pass_bytes
from cluejam_ai.seeding import Keys, derive_by, steps_of

Table = NDArray[np.float32]

#: Bytes of one (B, V) float32 accumulator in a pass; several of them fit the second-level cache of one core.
PASS_BYTES = pass_bytes() // 8


@dataclass(frozen=True)
class Slots:
    """Board words of one kind, board by board, in the order of their places.

    Attributes
    ----------
    ids : (B, S) intp
        Board words; S is the largest number on a board, at least 1. Short rows repeat their first word.
    valid : (B, S) bool
        False where a word is such a repetition, or where a board has none at all.
    places : (B, S) intp
        Where on the board these cards lie.
    """

    ids: NDArray[np.intp]
    valid: Bools
    places: NDArray[np.intp]

    def take(self, rows: slice | Ints) -> "Slots":
        """Return the slots of these boards, without slots that none of them uses."""
        used = max(1, int(self.valid[rows].sum(axis=1).max(initial=0)))
        return Slots(self.ids[rows, :used], self.valid[rows, :used], self.places[rows, :used])


def slots_of(words: Ints, mask: Bools) -> Slots:
    """Return the board words under a mask as slots.

    Parameters
    ----------
    words : (B, 25) int
        Board words.
    mask : (B, 25) bool
        Which cards are meant.
    """
    counts = count_cards(mask)
    n_slots = max(1, int(counts.max(initial=0)))
    places = np.argsort(~mask, axis=1, kind="stable")[:, :n_slots]
    valid = np.arange(n_slots) < counts[:, None]
    places = np.where(valid, places, places[:, :1])
    return Slots(np.take_along_axis(words, places, axis=1).astype(np.intp), valid, places)


def chunks(n_boards: int, n_clues: int) -> Iterator[slice]:
    """Yield slices of a batch of boards, each small enough for a pass over `n_clues` clue words."""
    step = max(1, PASS_BYTES // (4 * max(1, n_clues)))
    for first in range(0, n_boards, step):
        yield slice(first, min(first + step, n_boards))


def highest(table: Table, slots: Slots) -> Table:
    """Return the largest similarity over the slots: (B, V) float32; -inf on boards without any."""
    out: Table = table[slots.ids[:, 0]]
    rows = np.empty_like(out)
    for slot in range(1, slots.ids.shape[1]):
        # repeated words change no maximum, so no mask is needed
        table.take(slots.ids[:, slot], axis=0, out=rows, mode="clip")
        np.maximum(out, rows, out=out)
    out[~slots.valid[:, 0]] = -np.inf
    return out


def top_k(table: Table, slots: Slots, k: int) -> list[Table]:
    """Return the k largest similarities over the slots, the largest first: k times (B, V) float32.

    Where a board has fewer slots, the rest is -inf.
    """
    shape = (len(slots.ids), table.shape[1])
    top = [np.full(shape, -np.inf, dtype=np.float32) for _ in range(k)]
    rows, smaller = np.empty(shape, dtype=np.float32), np.empty(shape, dtype=np.float32)
    for slot in range(slots.ids.shape[1]):
        table.take(slots.ids[:, slot], axis=0, out=rows, mode="clip")
        rows[~slots.valid[:, slot]] = -np.inf
        for best in top:
            np.minimum(best, rows, out=smaller)
            np.maximum(best, rows, out=best)
            rows, smaller = smaller, rows
    return top


def cosines_of(table: Table, ids: NDArray[np.intp], boards: Ints, clues: Ints) -> Table:
    """Return the cosines of the cards of single pairs of a board and a clue.

    Parameters
    ----------
    ids : (B, S) intp
        Board words of each board; W, the number of rows of the table, where there is no card.
    boards, clues : (K,) int
        Pairs.

    Returns
    -------
    (S, K) float32
        -inf for no card.
    """
    cells = np.ascontiguousarray(ids.T).take(boards, axis=1, mode="clip")
    nobody = np.flatnonzero(cells == len(table))
    cells *= table.shape[1]
    cells += clues
    out: Table = table.reshape(-1).take(cells, mode="clip")
    out.reshape(-1)[nobody] = -np.inf
    return out


def board_cosines(table: Table, words: Ints, clue: Ints) -> Table:
    """Return the cosines of all cards of each board with its clue word, (B,): (B, 25) float32."""
    # plain places: indices in two dimensions take three times as long
    return table.reshape(-1).take(words * np.int64(table.shape[1]) + clue[:, None])


def pairs_where(mask: Bools) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return board and clue word of every True of a (B, V) mask, in order: two (K,) intp."""
    boards, clues = np.divmod(np.flatnonzero(mask), mask.shape[1])
    return boards, clues


def best_per_board(boards: Ints, score: NDArray[np.floating], n_boards: int) -> NDArray[np.intp]:
    """Return the first of the best-scored candidates of each board.

    Parameters
    ----------
    boards : (K,) int
        The board of each candidate, ascending; every board has at least one.
    score : (K,) float
        Higher is better.

    Returns
    -------
    (n_boards,) intp
        Indices of candidates.
    """
    starts = np.searchsorted(boards, np.arange(n_boards))
    best = np.maximum.reduceat(score, starts)
    candidates = np.flatnonzero(score == best[boards])
    return candidates[np.searchsorted(boards[candidates], np.arange(n_boards))]


def nearest_cards(score: NDArray[np.floating], mask: Bools, order: Ints, n: Ints) -> Bools:
    """Return the n best-scored cards under a mask: (B, 25) bool.

    Parameters
    ----------
    score : (B, 25) float
    mask : (B, 25) bool
        Which cards can be chosen.
    order : (B, 25) int
        Which of equals comes first: the smaller.
    n : (B,) int
        How many.
    """
    masked = np.where(mask, score, -np.inf)
    n_cards = mask.shape[1]
    # the n-th best; with n = 0 the best, which is then left out
    last = np.sort(masked, axis=1).reshape(-1)[(np.arange(len(n)) + 1) * n_cards - np.maximum(n, 1)]
    chosen = mask & (masked >= last[:, None])
    if not n.all():
        chosen[n == 0] = False
    # few boards have equals of which some are left out
    tied = np.flatnonzero(count_cards(chosen) > n)
    if tied.size:
        ranked = np.lexsort((order[tied], -masked[tied]), axis=1)
        first = np.zeros((len(tied), n_cards), dtype=bool)
        np.put_along_axis(first, ranked, np.arange(n_cards) < n[tied, None], axis=1)
        chosen[tied] &= first
    return chosen


def best_card(score: NDArray[np.floating], mask: Bools, order: Ints) -> NDArray[np.intp]:
    """Return the best-scored card under a mask, (B,) intp; of equals the one with the smallest `order`."""
    masked = np.where(mask, score, -np.inf)
    ties = mask & (masked == masked.max(axis=1, keepdims=True))
    return np.where(ties, order, np.iinfo(np.int32).max).argmin(axis=1)


#: Boards whose lots are drawn together: their arrays stay in the cache, and in memory that is used again.
_LOTS_AT_ONCE = 2048
#: The lowest bits of a lot are the card's place on the board, from 1: the largest lot tells whose it is.
_PLACE = np.uint64(31)
_PLACES = np.arange(1, N_CARDS + 1, dtype=np.uint64)[:, None]


def draw_lots(keys: Keys, words: Ints, ids: Keys, mask: Bools) -> Iterator[tuple[slice, Keys]]:
    """Yield some boards at a time and a random number for each of their cards, 0 where the mask is False.

    Parameters
    ----------
    keys : (B,) uint64
    words : (B, 25) int
        Board words.
    ids : (W,) uint64
        What the board words are known by; a card's lot depends on its word, not on its place.
    mask : (B, 25) bool

    Yields
    ------
    slice
        Boards.
    (25, b) uint64
        Their lots, which may be written to; see `drawn`.
    """
    steps = steps_of(ids)
    for first in range(0, len(keys), _LOTS_AT_ONCE):
        part = slice(first, first + _LOTS_AT_ONCE)
        # small numbers are turned about before they grow to eight bytes
        lots = derive_by(keys[part], steps.take(np.ascontiguousarray(words[part].T)))
        lots &= ~_PLACE
        lots |= _PLACES
        lots *= np.ascontiguousarray(mask[part].T).astype(np.uint64)
        yield part, lots


def drawn(lots: Keys) -> NDArray[np.intp]:
    """Return the card with the largest lot on each board, -1 where all are 0: (25, b) to (b,)."""
    # a maximum over rows takes a tenth of the time of argmax
    return (lots.max(axis=0) & _PLACE).astype(np.intp) - 1
