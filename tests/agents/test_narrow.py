"""Levels of one byte say which clues cannot be best, and never rule out one that is."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from plain_positions import answers, views

from cluejam_ai.agents import narrow as narrow_module
from cluejam_ai.agents.house import blocked_clues
from cluejam_ai.agents.narrow import NO_LEVEL, TOP_LEVEL, cells_where, narrow, raise_levels, slot_rows
from cluejam_ai.agents.scratch import LINE, Scratch, aligned
from cluejam_ai.agents.spymasters.margin import MarginSpymaster
from cluejam_ai.agents.standout import Asked, standing_out
from cluejam_ai.game.cards import AGENT, ASSASSIN
from cluejam_ai.testing.worlds import random_resources, with_similarity

quick = settings(max_examples=60, deadline=None)
NOTHING = np.zeros(0, dtype=np.intp)
N_WORDS, N_CLUES = 40, 70

cosines = st.floats(-1, 1, width=32)


@st.composite
def tables(draw):
    """Tables in which levels say little: constant, of few values, a hair apart, on a few levels."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (N_WORDS, N_CLUES)
    kind = draw(
        st.sampled_from(
            ["wide", "constant", "few", "hair", "outlier", "coarse", "edges", "edges", "ends", "steps"]
        )
    )
    base = np.float32(draw(cosines))
    if kind == "wide":
        return rng.uniform(-1, 1, shape).astype(np.float32)
    if kind == "constant":
        return np.full(shape, base)
    if kind == "few":
        return (rng.integers(-4, 5, shape) / 4).astype(np.float32)
    if kind == "ends":
        return rng.choice(np.array([-1, 1], dtype=np.float32), shape)
    if kind == "steps":
        # multiples of the usual margin: cosines that exceed others by just that, or not
        return (rng.integers(-9, 10, shape) * np.float32(0.02)).astype(np.float32)
    if kind == "coarse":
        # a dozen levels, with many cosines on each
        table = rng.uniform(0.1, 0.2, shape).astype(np.float32)
        table[-1, -2:] = -1, 1
        return table
    if kind == "edges":
        # just above and just below the edges of levels, where levels mislead most
        levels = rng.integers(100, 112, shape) + rng.choice([0.02, 0.98], shape)
        table = (levels * 2 / (TOP_LEVEL - 1) - 1).astype(np.float32)
        table[-1, -2:] = -1, 1
        return table
    hair = base + rng.integers(-3, 4, shape) * np.spacing(base)
    if kind == "outlier":
        hair[rng.integers(N_WORDS), rng.integers(N_CLUES)] = draw(st.sampled_from([-1, 1]))
    return np.clip(hair, -1, 1).astype(np.float32)


def full_answer(view, resources, asked, most):
    """The same in float32 over all clue words, board by board; number 0 where nothing is reached."""
    similarity = resources.similarity
    word, number = np.zeros(len(view), dtype=np.int64), np.zeros(len(view), dtype=np.int64)
    barred_boards, barred_clues = blocked_clues(view, resources.blocked, len(resources.clues))
    for board in range(len(view)):
        cards = similarity.table[view.words[board]]  # (25, V)
        key, touchable = view.key[board], view.touchable[board]
        danger = np.full(cards.shape[1], -2, dtype=np.float32)
        for card in np.flatnonzero(touchable & (key != AGENT)):
            danger = np.maximum(danger, cards[card] + (asked.fear if key[card] == ASSASSIN else asked.margin))
        own = np.sort(cards[touchable & (key == AGENT)], axis=0)
        reach = np.minimum((own > danger).sum(axis=0), most[board])
        reach[similarity.unknown] = 0
        reach[barred_clues[barred_boards == board]] = 0
        number[board] = reach.max()
        if number[board]:
            clues = np.flatnonzero(reach == number[board])
            word[board] = clues[np.argmax((own[-number[board]] - danger)[clues])]
    return word, number


def narrow_answer(view, resources, asked, most):
    barred = blocked_clues(view, resources.blocked, len(resources.clues))
    found = standing_out(view, resources.similarity, barred, asked, most)
    return found.word, found.number


#: Margins of 1.98 and 4.01 levels: the one is counted as one level, the other as four.
EDGES = (1.98 * 2 / (TOP_LEVEL - 1), 2.03 * 2 / (TOP_LEVEL - 1))
WORLD = random_resources(3, n_words=N_WORDS, n_clues=N_CLUES, unknown=0.05)
VIEWS = list(views(WORLD, seed=4))


@settings(max_examples=200, deadline=None)
@given(
    tables(),
    st.integers(0, len(VIEWS) - 1),
    st.sampled_from([(0, 0), (0.02, 0.02), (0.1, 0), (0, 0.3), (1, 1), (2, 2), EDGES, EDGES]),
    st.integers(1, 9),
)
def test_the_narrow_search_finds_what_the_full_one_finds(table, place, margins, most):
    table = np.where(WORLD.similarity.known, table, np.float32(0))
    resources = with_similarity(WORLD, table, WORLD.similarity.known)
    asked = Asked(np.float32(margins[0]), np.float32(margins[0]) + np.float32(margins[1]))
    view = VIEWS[place]
    limit = np.full(len(view), most)
    word, number = narrow_answer(view, resources, asked, limit)
    full_word, full_number = full_answer(view, resources, asked, limit)
    assert number.tolist() == full_number.tolist()
    assert word[number > 0].tolist() == full_word[number > 0].tolist()


def test_the_full_answer_of_this_test_is_no_trivial_one():
    asked = Asked(np.float32(0), np.float32(0))
    numbers = [n for view in VIEWS for n in full_answer(view, WORLD, asked, np.full(len(view), 9))[1]]
    assert {1, 2, 3} <= set(numbers)


@quick
@given(tables())
def test_levels_rise_with_similarities(table):
    levels = narrow(table, NOTHING).levels[:-1, :N_CLUES].astype(int)
    order = np.argsort(table, axis=None)
    assert (np.diff(levels.reshape(-1)[order]) >= 0).all()
    assert levels.min() >= 1
    assert levels.max() <= TOP_LEVEL


@quick
@given(tables(), st.floats(0, 2, width=32))
def test_a_margin_raises_levels_by_its_steps_at_least(table, margin):
    made = narrow(table, NOTHING)
    both = np.concatenate([table, table + np.float32(margin)])
    # the level of a sum, by the same rounding as that of the table
    low = float(table.min())
    sums = np.float32(both - np.float32(low)) * np.float32(made.scale)
    before, after = np.floor(sums[:N_WORDS]), np.floor(sums[N_WORDS:])
    assert (after >= before + made.steps(margin)).all() or made.steps(margin) == 255
    assert (before + 1 == made.levels[:-1, :N_CLUES]).all()
    if margin * made.scale + made.error < 255:
        # and by less than one step less than the margin is
        assert made.steps(margin) > margin * made.scale - 1 - 2 * made.error


def test_cards_and_clues_that_are_not_there_have_no_level():
    table = np.linspace(-1, 1, 5 * 70, dtype=np.float32).reshape(5, 70)
    made = narrow(table, np.array([3, 69]))
    assert made.levels.shape == (6, 128)
    assert made.no_card == 5
    assert (made.levels[5] == NO_LEVEL).all()
    assert (made.levels[:, 70:] == NO_LEVEL).all()
    assert (made.levels[:, [3, 69]] == NO_LEVEL).all()
    assert (made.levels[:5, :3] > NO_LEVEL).all()
    assert not made.levels.flags.writeable


@quick
@given(arrays(np.uint8, (2, 64), elements=st.integers(0, TOP_LEVEL)), st.integers(0, 255))
def test_raised_levels_stop_at_the_top(levels, steps):
    expected = np.minimum(levels.astype(int) + steps, 255)
    raise_levels(levels, steps)
    assert levels.tolist() == expected.tolist()


@quick
@given(arrays(np.bool_, (3, 64)))
def test_cells_are_those_of_the_mask_in_order(mask):
    assert cells_where(mask).tolist() == np.flatnonzero(mask).tolist()


def test_slot_rows_list_the_cards_and_then_none():
    words = np.arange(50, dtype=np.int16).reshape(2, 25)
    mask = np.zeros((2, 25), dtype=bool)
    mask[0, [3, 7]] = mask[1, 24] = True
    assert slot_rows(words, mask, 99).tolist() == [[3, 7], [49, 99]]
    assert slot_rows(words, np.zeros_like(mask), 99).tolist() == [[99], [99]]


@pytest.mark.parametrize("cache", [1, 2000, 2**30])
def test_the_size_of_the_cache_changes_no_answer(cache, monkeypatch):
    agent = MarginSpymaster(WORLD)
    before = [answers(agent, view) for view in VIEWS]
    monkeypatch.setattr(narrow_module, "pass_bytes", lambda: cache)
    assert [answers(agent, view) for view in VIEWS] == before


def test_passes_cover_all_boards_and_fit_the_cache(monkeypatch):
    made = narrow(np.zeros((3, 1000), dtype=np.float32), NOTHING)
    monkeypatch.setattr(narrow_module, "pass_bytes", lambda: 20_000)
    parts = list(made.passes(23))
    assert [row for part in parts for row in range(part.start, part.stop)] == list(range(23))
    assert all(2 * 1024 * (part.stop - part.start) <= 20_000 for part in parts)
    assert list(made.passes(0)) == []


def test_threads_that_ask_one_agent_at_once_do_not_disturb_each_other():
    resources = random_resources(8, n_clues=3000)
    agent = MarginSpymaster(resources)
    asked = list(views(resources, seed=4)) * 3
    expected = [answers(agent, view) for view in asked]
    wrong = []

    def ask(shift):
        for place in range(len(asked)):
            at = (place + shift) % len(asked)
            if answers(agent, asked[at]) != expected[at]:
                wrong.append((shift, at))

    threads = [threading.Thread(target=ask, args=(shift,)) for shift in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_buffer_is_used_again_and_grows():
    buffers = Scratch()
    small = buffers.get("a", (2, 3), np.uint8)
    assert np.shares_memory(small, buffers.get("a", (6,), np.uint8))
    large = buffers.get("a", (50, 3), np.float32)
    assert (large.shape, large.dtype) == ((50, 3), np.float32)
    assert not np.shares_memory(large, small)
    assert not np.shares_memory(large, buffers.get("b", (2,), np.uint8))


def test_threads_have_their_own_buffers():
    buffers = Scratch()
    seen = []
    thread = threading.Thread(target=lambda: seen.append(buffers.get("a", (8,), np.uint8)))
    thread.start()
    thread.join()
    assert not np.shares_memory(seen[0], buffers.get("a", (8,), np.uint8))


def test_aligned_arrays_start_on_a_line_of_the_cache():
    for shape in ((1,), (3, 64), (7, 7)):
        array = aligned(shape, np.float32)
        assert array.shape == shape
        assert array.ctypes.data % LINE == 0


@pytest.mark.parametrize("cache", [1, 5000, 2**30])
def test_rows_gathered_few_boards_at_a_time_are_those_of_all_cards(cache, monkeypatch):
    random = np.random.default_rng(8)
    made = narrow(random.random((30, 70)).astype(np.float32), NOTHING)
    ids = random.integers(0, 30, (23, 6))
    left = random.integers(0, 7, 23)
    left[-4:] = 0
    ids[np.arange(6) >= left[:, None]] = made.no_card
    monkeypatch.setattr(narrow_module, "pass_bytes", lambda: cache)
    least = np.maximum(made.levels[random.integers(0, 30, 23)], 1)
    out = np.full((2, 23, made.levels.shape[1]), 99, dtype=np.uint8)
    made.highest(ids, out[0])
    made.count_from(ids, least, out[1])
    for board, cards in enumerate(ids):
        assert np.array_equal(out[0, board], made.levels[cards].max(axis=0))
        assert np.array_equal(out[1, board], (made.levels[cards] >= least[board]).sum(axis=0))
