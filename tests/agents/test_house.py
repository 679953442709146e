"""House rules: which clues may not be given, read card by card and turn by turn."""

import numpy as np
import pytest
from plain_agents import Board
from small_worlds import small_view, small_world

from cluejam_ai.agents.house import blocked_clues, is_legal, no_legal_clue, within
from cluejam_ai.game.cards import NO_CLUE
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.testing.worlds import random_positions, random_resources

N_CLUES = 30


@pytest.fixture(params=["classic", "duo", "duet", "solo"])
def world(request):
    """Resources in which a tenth of all pairs is barred, and boards after four turns."""
    resources = random_resources(5, n_words=40, n_clues=N_CLUES, blocked=0.1)
    at = random_positions(parse_ruleset(request.param), 60, 4, 9, n_words=40, n_clues=N_CLUES)
    return resources, at.spymaster_view()


def plainly_barred(resources, view):
    boards = [Board(resources, view, row) for row in range(len(view))]
    return {
        (row, clue)
        for row, board in enumerate(boards)
        for clue in board.clues
        if not board.may_be_given(clue)
    }


def test_blocked_clues_are_those_that_a_plain_reading_bars(world):
    resources, view = world
    boards, clues = blocked_clues(view, resources.blocked, N_CLUES)
    barred = plainly_barred(resources, view)
    assert set(zip(boards.tolist(), clues.tolist(), strict=True)) == barred
    assert len(barred) > 0


def test_one_clue_a_board_is_legal_exactly_if_it_is_not_blocked(world):
    resources, view = world
    barred = plainly_barred(resources, view)
    for clue in range(N_CLUES):
        legal = is_legal(resources, view, np.full(len(view), clue))
        assert legal.tolist() == [(row, clue) not in barred for row in range(len(view))]


def _small(failed=(), **verdicts):
    resources = small_world({}, {}, {})
    table = np.zeros((25, 3), dtype=np.uint8)
    for clue, places in verdicts.items():
        table[places, int(clue.removeprefix("clue"))] = 1
    return type(resources)(resources.words, resources.clues, table), small_view(failed)


def _blocked(resources, view):
    return set(blocked_clues(view, resources.blocked, 3)[1].tolist())


def test_an_illegal_and_a_questionable_clue_are_both_blocked():
    resources, view = _small(clue1=[4])
    assert _blocked(resources, view) == {1}
    resources.verdicts[4, 1] = 2
    questionable = type(resources)(resources.words, resources.clues, resources.verdicts)
    assert _blocked(questionable, view) == {1}
    assert is_legal(questionable, view, np.array([1])).tolist() == [False]


def test_a_covered_card_restricts_nothing():
    resources, view = _small(clue1=[4])
    covered = view.covered.copy()
    covered[0, 4] = True
    view = type(view)(**{**vars(view), "covered": covered})
    assert _blocked(resources, view) == set()
    assert is_legal(resources, view, np.array([1])).tolist() == [True]


def test_a_card_that_may_not_be_touched_but_is_not_covered_still_restricts():
    resources, view = _small(clue1=[4])
    touchable = view.touchable.copy()
    touchable[0, 4] = False
    view = type(view)(**{**vars(view), "touchable": touchable})
    assert _blocked(resources, view) == {1}
    assert is_legal(resources, view, np.array([1])).tolist() == [False]


def test_a_clue_that_failed_is_blocked_for_the_seat_that_gave_it_only():
    resources, view = _small(failed=[2])
    assert _blocked(resources, view) == {2}
    assert not is_legal(resources, view, np.array([2]))[0]
    partner = type(view)(**{**vars(view), "seat": 1 - view.seat})
    assert _blocked(resources, partner) == set()
    assert is_legal(resources, partner, np.array([2]))[0]


def test_a_clue_whose_cards_were_all_found_may_come_again():
    resources, view = _small(failed=[2])
    history = type(view.history)(**{**vars(view.history), "right": view.history.number})
    assert _blocked(resources, type(view)(**{**vars(view), "history": history})) == set()


def test_a_turn_without_a_clue_blocks_nothing():
    resources, view = _small(failed=[NO_CLUE])
    assert _blocked(resources, view) == set()


def test_the_error_names_the_cards_that_are_not_covered_and_what_to_do():
    resources, view = _small()
    covered = np.ones((1, 25), dtype=bool)
    covered[0, [7, 9]] = False
    view = type(view)(**{**vars(view), "covered": covered})
    assert str(no_legal_clue(view, 0, resources)) == (
        "none of the 3 clue words may be given on a board with card07, card09; "
        "use a larger lexicon (--lexicon FILE)"
    )


def test_a_clue_is_permitted_beside_covered_cards_only():
    """The referee asks this; a card that is covered restricts no clue any more."""
    resources = random_resources(3, blocked=0.2)
    rng = np.random.default_rng(1)
    words = rng.integers(0, len(resources.words), (200, 25))
    clue = rng.integers(0, len(resources.clues), 200)
    covered = rng.random((200, 25)) < 0.7
    wanted = [
        all(resources.verdicts[w, c] == 0 or hidden for w, hidden in zip(row, cover, strict=True))
        for row, c, cover in zip(words, clue, covered, strict=True)
    ]
    assert resources.permits(words, clue, covered).tolist() == wanted
    nothing = np.zeros_like(covered)
    assert (resources.permits(words, clue, nothing) <= resources.permits(words, clue, covered)).all()
    assert not np.array_equal(
        resources.permits(words, clue, nothing), resources.permits(words, clue, covered)
    )


def test_the_clues_barred_on_some_boards_are_those_of_these_boards_alone():
    resources = random_resources(3, blocked=0.05)
    view = random_positions(parse_ruleset("duo"), 30, 3, seed=4, n_words=80, n_clues=300).spymaster_view()
    everywhere = blocked_clues(view, resources.blocked, 300)
    for part in (slice(0, 1), slice(4, 9), slice(0, len(view))):
        alone = blocked_clues(view.take(np.arange(part.start, part.stop)), resources.blocked, 300)
        assert [x.tolist() for x in within(everywhere, part)] == [x.tolist() for x in alone]
