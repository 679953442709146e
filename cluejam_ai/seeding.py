"""Random numbers named by what they are for, never by when they are drawn.

A draw is a hash of its identity: the run's seed, a purpose, a name, and integers such as board, turn, touch
and word. Everything works on whole arrays, so the same identity gives the same number in every block, worker
and order of play.

Source: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (the SplitMix64
finalizer); Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011 (counter-based streams).
"""

from hashlib import blake2b
from secrets import randbelow

import numpy as np
from numpy.typing import ArrayLike, NDArray

Keys = NDArray[np.uint64]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLIERS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_PIECE = 2**15
# 52 bits and a half are exact in a double; with 53 the largest would round to 1
_BITS = 52


def draw_seed() -> int:
    """Return a fresh seed from the operating system, in [0, 2**32)."""
    return randbelow(2**32)


def stream(seed: int, *names: str) -> np.uint64:
    """Return the key of a named stream of a run.

    Parameters
    ----------
    seed : int
        The run's seed; any integer.
    *names : str
        What the stream is for, from the general to the special: purpose, component.

    Returns
    -------
    uint64
        A key that `derive` turns into one key for every identity.
    """
    text = "\x1f".join([str(seed), *names])
    return np.uint64(int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little"))


def derive(keys: Keys | np.uint64, *ids: ArrayLike) -> Keys:
    """Return the keys of the streams that integers name inside others.

    Parameters
    ----------
    keys : (...) uint64
        Keys to start from.
    *ids : (...) int
        Non-negative integers, one array for each part of the identity; they broadcast against the keys.

    Returns
    -------
    (...) uint64
        One key for each identity. `derive(k, a, b)` equals `derive(derive(k, a), b)`.
    """
    out = np.asarray(keys, dtype=np.uint64)
    for part in ids:
        counter = steps_of(part)
        shape = np.shape(part)
        if shape != out.shape:
            # it takes longer than all else here on a few boards
            shape = np.broadcast_shapes(out.shape, shape) if shape and out.shape else out.shape or shape
        inside = counter.shape == shape
        state = np.add(out, counter, out=counter) if inside else np.atleast_1d(out) + counter
        out = _finalize(state).reshape(shape)
    return out


def steps_of(ids: ArrayLike) -> Keys:
    """Return what `derive_by` takes instead of integers, for integers that are asked for again and again."""
    steps = np.array(ids, dtype=np.uint64, ndmin=1)
    steps += np.uint64(1)
    steps *= _GOLDEN
    return steps


def derive_by(keys: Keys, steps: Keys) -> Keys:
    """Return `derive(keys, ids)` for the integers that `steps_of` was given; overwrites the steps.

    Parameters
    ----------
    keys : (...) uint64
        They broadcast against the steps.
    steps : (...) uint64
        Fresh and contiguous.
    """
    return _finalize(np.add(keys, steps, out=steps))


def _finalize(state: Keys) -> Keys:
    """Scramble 64 bits (the SplitMix64 finalizer); `state` is fresh and contiguous, and is overwritten."""
    flat = state.reshape(-1)
    # a piece at a time stays in the cache through all steps
    shifted = np.empty(min(flat.size, _PIECE), dtype=np.uint64)
    for first in range(0, flat.size, _PIECE):
        work = flat[first : first + _PIECE]
        spare = shifted[: work.size]
        for shift, multiplier in zip(_SHIFTS, (*_MULTIPLIERS, None), strict=True):
            np.right_shift(work, shift, out=spare)
            np.bitwise_xor(work, spare, out=work)
            if multiplier is not None:
                np.multiply(work, multiplier, out=work)
    return state


def uniform(keys: Keys) -> Floats:
    """Return one number for each key, uniform in (0, 1), never 0 or 1."""
    return ((keys >> np.uint64(64 - _BITS)).astype(np.float64) + 0.5) * 2.0**-_BITS


def integers(keys: Keys, high: ArrayLike) -> Ints:
    """Return one integer for each key, uniform in [0, high); `high` (at most 2**31) broadcasts."""
    scaled: Floats = uniform(keys) * np.asarray(high)
    return scaled.astype(np.int64)


def gumbel(keys: Keys) -> Floats:
    """Return one standard Gumbel number for each key; the largest of score + gumbel is a softmax draw."""
    return np.asarray(-np.log(-np.log(uniform(keys))), dtype=np.float64)


def shuffle(keys: Keys, items: NDArray[np.int8], n_first: int | None = None) -> NDArray[np.int8]:
    """Return each row shuffled by its own key (Fisher & Yates, one step for the whole batch at a time).

    Parameters
    ----------
    keys : (B,) uint64
        One key for each row.
    items : (M,) or (B, M) int
        What is shuffled; one row for all, or one for each key.
    n_first : int, optional
        How many places to settle; the others are left out. All by default.

    Returns
    -------
    (B, n_first) of the items' dtype
        The first `n_first` items of each row in random order.
    """
    n_rows, n_items = len(keys), items.shape[-1]
    n_first = n_items if n_first is None else n_first
    rows = np.arange(n_rows)
    # place by place, and by plain places: half the time
    pool = np.array(np.broadcast_to(items, (n_rows, n_items)).T, order="C")
    flat = pool.reshape(-1)
    for place in range(min(n_first, n_items - 1)):
        other = integers(derive(keys, place), n_items - place)
        other += place
        other *= n_rows
        other += rows
        picked = flat.take(other)
        flat[other] = pool[place]
        pool[place] = picked
    return np.ascontiguousarray(pool[:n_first].T)
