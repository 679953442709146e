"""Each kernel against a plain loop."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluejam_ai.agents import kernels
from cluejam_ai.agents.resources import pad_rows
from cluejam_ai.seeding import derive

quick = settings(max_examples=60, deadline=None)


class Drawn(NamedTuple):
    """Boards of words, a mask of cards, and a table in which ties abound."""

    table: np.ndarray
    words: np.ndarray
    mask: np.ndarray

    def values(self, board, clue):
        """The similarities of a clue with the cards under the mask, in the order of places."""
        return [self.table[self.words[board, place], clue] for place in np.flatnonzero(self.mask[board])]

    @property
    def pairs(self):
        return [(board, clue) for board in range(len(self.words)) for clue in range(self.table.shape[1])]


@st.composite
def drawn(draw, fewest=0):
    n_boards, n_clues, n_words = draw(st.integers(1, 4)), draw(st.integers(1, 6)), draw(st.integers(25, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    table = (rng.integers(-4, 5, (n_words, n_clues)) / 4).astype(np.float32)
    words = np.array([rng.permutation(n_words)[:25] for _ in range(n_boards)], dtype=np.int16)
    mask = rng.random((n_boards, 25)) < draw(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    for row in mask:
        row[rng.permutation(25)[:fewest]] = True
    return Drawn(table, words, mask)


@quick
@given(drawn())
def test_slots_hold_the_words_under_the_mask_in_the_order_of_places(world):
    slots = kernels.slots_of(world.words, world.mask)
    assert slots.ids.shape[1] == max(1, world.mask.sum(axis=1).max())
    for board, mask in enumerate(world.mask):
        places = np.flatnonzero(mask).tolist()
        valid = slots.valid[board]
        assert slots.places[board][valid].tolist() == places
        assert slots.ids[board][valid].tolist() == world.words[board][places].tolist()
        repeated = slots.ids[board][~valid]
        assert (repeated == slots.ids[board, 0]).all()


@quick
@given(drawn(), st.integers(0, 3))
def test_taking_slots_of_some_boards_leaves_out_what_none_of_them_uses(world, row):
    row = row % len(world.words)
    rows = np.array([row])
    some = kernels.slots_of(world.words, world.mask).take(rows)
    alone = kernels.slots_of(world.words[rows], world.mask[rows])
    assert np.array_equal(some.ids[some.valid], alone.ids[alone.valid])
    assert some.ids.shape == alone.ids.shape


@quick
@given(drawn())
def test_highest_is_the_largest_similarity(world):
    found = kernels.highest(world.table, kernels.slots_of(world.words, world.mask))
    for board, clue in world.pairs:
        assert found[board, clue] == max(world.values(board, clue), default=-np.inf)


@quick
@given(drawn(), st.integers(1, 9))
def test_top_k_are_the_largest_in_order_and_then_nothing(world, k):
    top = kernels.top_k(world.table, kernels.slots_of(world.words, world.mask), k)
    assert len(top) == k
    for board, clue in world.pairs:
        ranked = sorted(world.values(board, clue), reverse=True)
        expected = (ranked + [-np.inf] * k)[:k]
        assert [best[board, clue] for best in top] == expected


@quick
@given(drawn())
def test_cosines_of_pairs_are_those_of_their_cards_and_nothing_for_no_card(world):
    ids = np.where(world.mask, world.words, len(world.table)).astype(np.intp)
    boards, clues = np.array(world.pairs).T
    found = kernels.cosines_of(world.table, ids, boards, clues)
    for place, (board, clue) in enumerate(world.pairs):
        assert found[world.mask[board], place].tolist() == world.values(board, clue)
        assert (found[~world.mask[board], place] == -np.inf).all()


@quick
@given(drawn())
def test_the_cosines_of_a_board_are_those_of_its_cards_with_one_clue(world):
    clue = np.arange(len(world.words)) % world.table.shape[1]
    found = kernels.board_cosines(world.table, world.words, clue)
    assert found.tolist() == [
        [world.table[word, clue[board]] for word in words] for board, words in enumerate(world.words)
    ]


@quick
@given(drawn())
def test_pairs_where_are_those_of_the_mask_in_order(world):
    mask = np.array(world.mask)
    boards, clues = kernels.pairs_where(mask)
    expected = [(board, clue) for board in range(len(mask)) for clue in range(25) if mask[board, clue]]
    assert list(zip(boards.tolist(), clues.tolist(), strict=True)) == expected


@quick
@given(st.lists(st.lists(st.integers(-3, 3), min_size=1, max_size=6), min_size=1, max_size=5))
def test_best_per_board_is_the_first_of_the_best(scores):
    boards = np.repeat(np.arange(len(scores)), [len(row) for row in scores])
    best = kernels.best_per_board(boards, np.concatenate(scores).astype(float), len(scores))
    starts = np.cumsum([0] + [len(row) for row in scores])
    expected = [start + row.index(max(row)) for start, row in zip(starts, scores, strict=False)]
    assert best.tolist() == expected


@quick
@given(drawn(), st.integers(0, 9), st.randoms(use_true_random=False))
def test_nearest_cards_are_the_best_and_ties_go_by_the_order(world, n, random):
    score = world.table[world.words, 0]
    order = np.array([random.sample(range(25), 25) for _ in world.words])
    chosen = kernels.nearest_cards(score, world.mask, order, np.full(len(score), n))
    for board, mask in enumerate(world.mask):
        ranked = sorted(np.flatnonzero(mask), key=lambda place: (-score[board, place], order[board, place]))
        assert np.flatnonzero(chosen[board]).tolist() == sorted(ranked[:n])


@quick
@given(drawn(fewest=1), st.randoms(use_true_random=False))
def test_the_best_card_is_the_first_of_the_nearest(world, random):
    score = world.table[world.words, 0]
    order = np.array([random.sample(range(25), 25) for _ in world.words])
    card = kernels.best_card(score, world.mask, order)
    for board, mask in enumerate(world.mask):
        places = np.flatnonzero(mask)
        assert card[board] == min(places, key=lambda place: (-score[board, place], order[board, place]))


@quick
@given(drawn(), st.integers(0, 2**32))
def test_lots_go_by_word_and_only_cards_under_the_mask_have_one(world, seed):
    keys = derive(np.uint64(seed), np.arange(len(world.words)))
    ids = derive(np.uint64(1), np.arange(world.words.max(initial=0) + 1))
    for part, lots in kernels.draw_lots(keys, world.words, ids, world.mask):
        words, mask = world.words[part], world.mask[part]
        assert ((lots.T > 0) == mask).all()
        plain = derive(keys[part, None], ids[words]) >> np.uint64(5)
        assert np.array_equal(lots.T >> np.uint64(5), np.where(mask, plain, 0))
        some = mask.any(axis=1)
        assert np.array_equal(kernels.drawn(lots)[some], lots.T.argmax(axis=1)[some])
        assert (kernels.drawn(lots)[~some] == -1).all()


def test_lots_of_many_boards_are_those_of_each():
    n = 2 * kernels._LOTS_AT_ONCE + 3
    keys, ids = derive(np.uint64(5), np.arange(n)), derive(np.uint64(6), np.arange(100))
    words, mask = np.tile(np.arange(25), (n, 1)), np.ones((n, 25), dtype=bool)
    whole = np.concatenate([lots for _, lots in kernels.draw_lots(keys, words, ids, mask)], axis=1)
    for board in (0, kernels._LOTS_AT_ONCE, n - 1):
        one = slice(board, board + 1)
        ((_, alone),) = kernels.draw_lots(keys[one], words[one], ids, mask[one])
        assert np.array_equal(whole[:, one], alone)


@pytest.mark.parametrize("n_boards, n_clues", [(1, 1), (10, 10_000), (1000, 300), (7, 10**9), (3, 0)])
def test_chunks_cover_all_boards_once_and_fit_a_pass(n_boards, n_clues):
    parts = list(kernels.chunks(n_boards, n_clues))
    assert [row for part in parts for row in range(part.start, part.stop)] == list(range(n_boards))
    for part in parts:
        assert part.stop - part.start == 1 or 4 * n_clues * (part.stop - part.start) <= kernels.PASS_BYTES


def test_there_are_no_chunks_of_no_boards():
    assert list(kernels.chunks(0, 100)) == []


@quick
@given(drawn())
def test_padded_rows_list_the_places_of_a_mask(world):
    padded = pad_rows(world.mask)
    assert padded.shape[1] == max(1, world.mask.sum(axis=1).max())
    for row, mask in zip(padded, world.mask, strict=True):
        places = np.flatnonzero(mask).tolist()
        assert row.tolist() == places + [25] * (len(row) - len(places))
