from hashlib import blake2b

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

from cluejam_ai.seeding import (
    derive,
    derive_by,
    draw_seed,
    gumbel,
    integers,
    shuffle,
    steps_of,
    stream,
    uniform,
)

#: A busy machine is no failure.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
UNLIKELY = 1e-3

keys_64 = st.integers(0, MASK)
ids = st.integers(0, 2**40)


class SplitMix64:
    """The generator as it was published, on Python's integers."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + GOLDEN) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


def u64(*values):
    return np.array(values, dtype=np.uint64)


# SplitMix64


def test_the_plain_generator_gives_the_published_numbers():
    generator = SplitMix64(1234567)
    assert [generator.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@patient
@given(key=keys_64)
def test_the_derived_keys_of_0_1_2_are_the_outputs_of_splitmix64(key):
    generator = SplitMix64(key)
    expected = [generator.next() for _ in range(5)]
    assert derive(np.uint64(key), np.arange(5)).tolist() == expected


@patient
@given(key=keys_64, counter=ids)
def test_a_derived_key_is_the_output_of_that_number(key, counter):
    generator = SplitMix64((key + counter * GOLDEN) & MASK)
    assert int(derive(np.uint64(key), counter)) == generator.next()


# identity


@patient
@given(key=keys_64, a=ids, b=ids, c=ids)
def test_deriving_composes(key, a, b, c):
    start = np.uint64(key)
    assert derive(start, a, b, c) == derive(derive(derive(start, a), b), c)
    assert derive(start, a, b, c) == derive(derive(start, a, b), c)


@patient
@given(key=keys_64, parts=st.lists(st.tuples(ids, ids), min_size=1, max_size=20), cut=st.integers(0, 20))
def test_a_derived_key_depends_on_its_identity_alone(key, parts, cut):
    board, turn = np.array(parts).T
    start = np.uint64(key)
    whole = derive(start, board, turn)
    assert np.array_equal(whole, np.concatenate([derive(start, board[s], turn[s]) for s in halves(cut)]))
    assert [int(derive(start, a, b)) for a, b in parts] == whole.tolist()


def halves(cut):
    return slice(None, cut), slice(cut, None)


def test_the_order_of_the_parts_matters():
    start = stream(1, "noise")
    assert derive(start, 2, 3) != derive(start, 3, 2)


def test_identities_broadcast():
    keys = derive(stream(1, "noise"), np.arange(3))
    table = derive(keys[:, None], np.arange(4))
    assert table.shape == (3, 4)
    assert table[2, 1] == derive(stream(1, "noise"), 2, 1)


def test_deriving_leaves_its_arguments_as_they_are():
    keys = u64(1, 2, 3)
    derive(keys, 5)
    uniform(keys)
    integers(keys, 10)
    assert keys.tolist() == [1, 2, 3]


def test_without_a_part_the_key_is_the_same():
    assert derive(u64(7, 8)).tolist() == [7, 8]


def test_different_identities_give_different_keys():
    keys = derive(stream(1, "noise"), np.arange(200)[:, None], np.arange(200))
    assert len(np.unique(keys)) == 40_000


# streams


def test_a_stream_is_named_by_its_seed_and_all_its_names():
    keys = {
        int(stream(1, "clue", "nearest")),
        int(stream(2, "clue", "nearest")),
        int(stream(1, "guess", "nearest")),
        int(stream(1, "clue", "random")),
        int(stream(1, "cluenearest")),
        int(stream(1, "nearest", "clue")),
        int(stream(1)),
        int(stream(11, "clue")),
        int(stream(1, "1clue")),
    }
    assert len(keys) == 9


def test_a_stream_is_the_same_every_time_and_everywhere():
    assert stream(2024, "deal") == stream(2024, "deal")
    assert stream(2024, "deal").dtype == np.uint64
    digest = blake2b(b"0\x1fdeal", digest_size=8).digest()
    assert int(stream(0, "deal")) == int.from_bytes(digest, "little") == 1077060672098515319


def test_any_integer_is_a_seed():
    assert len({int(stream(seed, "deal")) for seed in (-1, 0, 1, 2**70, -(2**70))}) == 5


def test_a_fresh_seed_fits_into_32_bits_and_differs():
    seeds = {draw_seed() for _ in range(20)}
    assert all(0 <= seed < 2**32 for seed in seeds)
    assert len(seeds) > 15


# numbers


@pytest.mark.parametrize("key", [0, 1, 2**63, MASK - 1, MASK])
def test_a_uniform_number_is_never_0_or_1(key):
    assert 0 < uniform(u64(key))[0] < 1


@pytest.mark.parametrize("high", [1, 2, 3, 10, 2**31 - 1, 2**31])
def test_an_integer_is_below_its_bound_for_the_largest_key(high):
    assert integers(u64(0, MASK), high).tolist() == [0, high - 1]


def test_a_gumbel_number_is_finite_for_every_key():
    assert np.isfinite(gumbel(u64(0, 1, MASK - 1, MASK))).all()


def test_uniform_numbers_are_uniform():
    numbers = uniform(derive(stream(3, "test"), np.arange(100_000)))
    assert kstest(numbers, "uniform").pvalue > UNLIKELY
    assert numbers.mean() == pytest.approx(1 / 2, abs=4 / np.sqrt(12 * 100_000))
    assert numbers.var() == pytest.approx(1 / 12, abs=4 * np.sqrt(1 / 180 / 100_000))


def test_neighbouring_identities_are_unrelated():
    table = uniform(derive(stream(4, "test"), np.arange(300)[:, None], np.arange(300)))
    for first, second in ((table[:-1], table[1:]), (table[:, :-1], table[:, 1:])):
        correlation = np.corrcoef(first.ravel(), second.ravel())[0, 1]
        assert abs(correlation) < 4 / 300


@pytest.mark.parametrize("high", [2, 3, 7, 25, 100])
def test_integers_are_unbiased(high):
    drawn = integers(derive(stream(5, "test"), np.arange(50_000)), high)
    assert chisquare(np.bincount(drawn, minlength=high)).pvalue > UNLIKELY


def test_bounds_differ_from_key_to_key():
    drawn = integers(derive(stream(6, "test"), np.arange(3000)), np.tile([1, 2, 50], 1000)).reshape(-1, 3)
    assert drawn.max(axis=0).tolist() == [0, 1, 49]
    assert drawn.min() == 0


def test_gumbel_numbers_have_the_moments_of_a_gumbel():
    numbers = gumbel(derive(stream(7, "test"), np.arange(100_000)))
    assert kstest(numbers, "gumbel_r").pvalue > UNLIKELY


def test_the_largest_of_score_and_gumbel_is_a_softmax_draw():
    scores = np.log([0.5, 0.3, 0.2])
    noise = gumbel(derive(stream(8, "test"), np.arange(30_000)[:, None], np.arange(3)))
    counts = np.bincount((scores + noise).argmax(axis=1), minlength=3)
    assert chisquare(counts, 30_000 * np.array([0.5, 0.3, 0.2])).pvalue > UNLIKELY


# shuffles


@patient
@given(key=keys_64, n=st.integers(1, 40), rows=st.integers(1, 4))
def test_a_shuffle_is_a_permutation(key, n, rows):
    shuffled = shuffle(derive(np.uint64(key), np.arange(rows)), np.arange(n, dtype=np.int8))
    assert np.array_equal(np.sort(shuffled, axis=1), np.tile(np.arange(n), (rows, 1)))
    assert shuffled.dtype == np.int8


@patient
@given(key=keys_64, rows=st.integers(2, 8), cut=st.integers(1, 7))
def test_a_shuffled_row_depends_on_its_key_alone(key, rows, cut):
    keys, items = derive(np.uint64(key), np.arange(rows)), np.arange(12, dtype=np.int8)
    assert np.array_equal(
        shuffle(keys, items), np.concatenate([shuffle(keys[s], items) for s in halves(cut)])
    )


def test_every_permutation_comes_equally_often():
    keys = derive(stream(9, "test"), np.arange(24_000))
    shuffled = shuffle(keys, np.arange(4, dtype=np.int8))
    _, counts = np.unique(shuffled, axis=0, return_counts=True)
    assert len(counts) == 24
    assert chisquare(counts).pvalue > UNLIKELY


def test_the_first_places_of_a_shuffle_can_be_had_alone():
    keys, items = derive(stream(10, "test"), np.arange(50)), np.arange(9, dtype=np.int8)
    assert np.array_equal(shuffle(keys, items, n_first=3), shuffle(keys, items)[:, :3])


def test_rows_of_their_own_are_shuffled_and_left_as_they_are():
    items = np.array([[1, 1, 2], [7, 8, 9]], dtype=np.int8)
    shuffled = shuffle(u64(3, 4), items)
    assert np.sort(shuffled, axis=1).tolist() == [[1, 1, 2], [7, 8, 9]]
    assert items.tolist() == [[1, 1, 2], [7, 8, 9]]


def test_steps_kept_for_later_derive_the_same_keys():
    keys, ids = derive(np.uint64(3), np.arange(4)), np.array([9, 0, 2**63, 5], dtype=np.uint64)
    words = np.array([[0, 3], [1, 1], [2, 0], [3, 2]])
    found = derive_by(keys[:, None], steps_of(ids).take(words))
    assert np.array_equal(found, derive(keys[:, None], ids[words]))
    assert len(np.unique(found)) == 7


@pytest.mark.parametrize("keys", [(), (1,), (4,), (3, 1), (3, 4)])
@pytest.mark.parametrize("ids", [(), (1,), (4,), (3, 4)])
def test_derived_keys_have_the_shape_of_both_together(keys, ids):
    first = derive(np.uint64(1), np.arange(12))[: int(np.prod(keys))].reshape(keys)
    numbers = np.arange(int(np.prod(ids))).reshape(ids)
    found = derive(first, numbers)
    assert found.shape == np.broadcast_shapes(keys, ids)
    for place, key, number in zip(
        np.ndindex(found.shape), *map(np.ravel, np.broadcast_arrays(first, numbers)), strict=True
    ):
        assert found[place] == derive(key, int(number))
