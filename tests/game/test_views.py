from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cluejam_ai.game.boards import deal
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, FIRST, HIDDEN, NO_CLUE, NOT_ASKED, SECOND
from cluejam_ai.game.engine import end_turn, give, reveal, start_sudden_death
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.state import count_left, new_game
from cluejam_ai.game.views import (
    NO_BUDGET,
    History,
    guesser_view,
    guessing_seat,
    no_history,
    spymaster_view,
)
from tests.game.positions import board, clue, end, touch

#: A busy machine is no failure.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

N_BOARDS = 4
PARTNERS = ["duo", "duet", "duo(lives=3)", "duet(bystanders=2)", "duet(sudden_death=true, turns=2)"]
ALONE = ["classic", "solo", "solo(preset=kim2019)"]


def history_of(n):
    """A history of two turns in which every number is another one."""
    count = np.arange(2 * n).reshape(n, 2)
    small = (count % 7).astype(np.int8)
    return History(
        seat=(count % 2).astype(np.int8),
        clue=(100 + count).astype(np.int32),
        number=small + np.int8(1),
        right=small,
        touches=small + np.int8(2),
        order=(np.arange(50 * n).reshape(n, 2, 25) % 11).astype(np.int8),
    )


def look_as_spymaster(state):
    words = np.arange(25 * len(state), dtype=np.int16).reshape(len(state), 25)
    return spymaster_view(state, words, history_of(len(state)))


def look_as_guesser(state):
    n = len(state)
    words = np.arange(25 * n, dtype=np.int16).reshape(n, 25)
    clue_ids, numbers = np.arange(n, dtype=np.int32), np.full(n, 2, dtype=np.int8)
    return guesser_view(state, words, clue_ids, numbers, history_of(n))


def same(view, other):
    """Whether two views are equal in every field, the history's too."""
    for field in fields(view):
        ours, theirs = getattr(view, field.name), getattr(other, field.name)
        if isinstance(ours, History):
            if not same(ours, theirs):
                return False
        elif isinstance(ours, np.ndarray):
            if not np.array_equal(ours, theirs) or ours.dtype != theirs.dtype:
                return False
        elif ours != theirs:
            return False
    return True


@st.composite
def tables(draw, rulesets):
    """Boards that random play has come to, with a turn under way."""
    rules = parse_ruleset(draw(st.sampled_from(rulesets)))
    state = new_game(rules, deal(rules, draw(st.integers(0, 2**32 - 1)), np.arange(N_BOARDS), 60))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, 8))):
        state = one_turn(state, random)
    assume(state.playing.any())
    state = start_turn(state.take(state.playing), random)
    if draw(st.booleans()) and not state.in_sudden_death.any():
        state = reveal(state, wanted(state, random, eager=1)).state
        state = state.take(state.playing)
        assume(len(state))
    return state


def start_turn(state, random):
    if state.in_sudden_death.any():
        return start_sudden_death(state)
    return give(state, random.integers(2, 5, len(state)))


def one_turn(state, random):
    result_state, going = start_turn(state, random), state.playing
    for _ in range(3):
        if not going.any():
            break
        result = reveal(result_state, np.where(going, wanted(result_state, random, eager=0.8), NOT_ASKED))
        result_state, going = result.state, result.goes_on
    return end_turn(result_state)


def wanted(state, random, eager):
    right = state.keys[np.arange(len(state)), state.giver_key] == AGENT
    keen = random.random((len(state), 1)) < eager
    wish = random.random((len(state), 25)) + (right & keen)
    return np.argmax(np.where(state.touchable, wish, -1), axis=1)


def shuffle_key(state, key, random):
    """The same table with another key where it has not been judged; what was judged stays."""
    keys = state.keys.copy()
    for row in range(len(state)):
        hidden = np.flatnonzero(~state.judged[row, key[row]])
        keys[row, key[row], hidden] = random.permutation(keys[row, key[row], hidden])
    return with_keys(state, keys)


def with_keys(state, keys):
    done = np.broadcast_to(state.found[:, None], keys.shape)
    return replace(state, keys=keys, left=count_left(state.ruleset, keys, done))


# nothing hidden leaks


@patient
@given(table=tables(PARTNERS), seed=st.integers(0, 2**32 - 1))
def test_a_partner_who_gives_cannot_see_the_other_key(table, seed):
    other = shuffle_key(table, guessing_seat(table), np.random.default_rng(seed))
    assert same(look_as_spymaster(table), look_as_spymaster(other))


@patient
@given(table=tables(PARTNERS), seed=st.integers(0, 2**32 - 1))
def test_a_partner_who_guesses_cannot_see_the_givers_key(table, seed):
    other = shuffle_key(table, table.giver, np.random.default_rng(seed))
    assert same(look_as_guesser(table), look_as_guesser(other))


@patient
@given(table=tables(PARTNERS), seed=st.integers(0, 2**32 - 1))
def test_the_other_key_may_hold_any_roles_and_the_views_stay_the_same(table, seed):
    random = np.random.default_rng(seed)
    rows = np.arange(len(table))
    for key, look in ((guessing_seat(table), look_as_spymaster), (table.giver, look_as_guesser)):
        keys = table.keys.copy()
        anything = random.choice([AGENT, BYSTANDER, ASSASSIN], size=(len(table), 25))
        keys[rows, key] = np.where(table.judged[rows, key], keys[rows, key], anything)
        assert same(look(table), look(with_keys(table, keys)))


@patient
@given(table=tables(PARTNERS), split=st.lists(st.integers(0, 9), min_size=2, max_size=2))
def test_the_cards_left_do_not_depend_on_how_the_nines_are_split(table, split):
    left = np.tile(np.array(split, dtype=np.int8), (len(table), 1))
    other = replace(table, left=left)
    assert same(look_as_spymaster(table), look_as_spymaster(other))
    assert same(look_as_guesser(table), look_as_guesser(other))


@patient
@given(table=tables(ALONE), seed=st.integers(0, 2**32 - 1))
def test_a_guesser_without_a_partner_cannot_see_the_key(table, seed):
    random = np.random.default_rng(seed)
    keys = table.keys.copy()
    for row in range(len(table)):
        hidden = np.flatnonzero(~table.judged[row, 0])
        keys[row][:, hidden] = keys[row][:, random.permutation(hidden)]
    assert same(look_as_guesser(table), look_as_guesser(replace(table, keys=keys)))


# what is visible shows, so that the tests above can fail


@patient
@given(table=tables(PARTNERS), seed=st.integers(0, 2**32 - 1))
def test_another_own_key_changes_the_view_of_a_partner(table, seed):
    random = np.random.default_rng(seed)
    given_other = shuffle_key(table, table.giver, random)
    assume(not np.array_equal(given_other.keys, table.keys))
    assert not same(look_as_spymaster(table), look_as_spymaster(given_other))
    guessed_other = shuffle_key(table, guessing_seat(table), random)
    assume(not np.array_equal(guessed_other.keys, table.keys))
    assert not same(look_as_guesser(table), look_as_guesser(guessed_other))


@patient
@given(table=tables(PARTNERS))
def test_a_role_that_was_judged_differently_changes_both_views(table):
    rows, keys, cards = np.nonzero(table.judged)
    assume(len(rows))
    row, key, card = rows[0], keys[0], cards[0]
    other = table.keys.copy()
    other[row, key, card] = (other[row, key, card] + 1) % 4
    changed = replace(table, keys=other)
    shows_to_guesser = key == table.giver[row] or key == guessing_seat(table)[row]
    assert shows_to_guesser
    assert not same(look_as_guesser(table), look_as_guesser(changed))
    assert not same(look_as_spymaster(table), look_as_spymaster(changed))


@patient
@given(table=tables(ALONE))
def test_a_spymaster_without_a_partner_sees_the_whole_key(table):
    assert np.array_equal(look_as_spymaster(table).key, table.keys[np.arange(len(table)), table.giver_key])
    swapped = replace(table, keys=table.keys[:, :, ::-1].copy())
    assume(not np.array_equal(swapped.keys, table.keys))
    assert not same(look_as_spymaster(table), look_as_spymaster(swapped))


@pytest.mark.parametrize(
    "name, value",
    [("turn", 3), ("lives_lost", 2), ("giver", 1), ("touches", 1)],
)
def test_everything_public_changes_the_guessers_view(name, value):
    state = clue(board("duo"), 2).state
    other = replace(state, **{name: np.array([value], dtype=getattr(state, name).dtype)})
    assert not same(look_as_guesser(state), look_as_guesser(other))


# what the views say


def test_the_giver_sees_its_own_key_and_what_touches_have_shown_of_the_partners():
    position = board("duo turn=2", "mine1:A plain1:NN snare1:N yours1:-A")
    view = look_as_spymaster(position.state)
    place = position.words.index
    assert view.seat.tolist() == [FIRST]
    assert np.array_equal(view.key[0], position.state.keys[0, FIRST])
    assert view.partner_seen[0, [place("plain1"), place("yours1")]].tolist() == [BYSTANDER, AGENT]
    assert int((view.partner_seen != HIDDEN).sum()) == 2
    assert [position.words[i] for i in np.flatnonzero(view.covered[0])] == ["mine1", "yours1", "plain1"]
    assert {position.words[i] for i in np.flatnonzero(~view.touchable[0])} == {
        "mine1",
        "yours1",
        "plain1",
        "snare1",
    }


def test_the_guesser_sees_its_own_key_and_what_touches_have_shown_of_the_givers():
    position = clue(board("duo turn=2", "mine1:A plain1:-N snare1:N"), 2)
    view = look_as_guesser(position.state)
    place = position.words.index
    assert view.seat.tolist() == [SECOND]
    assert np.array_equal(view.own_key[0], position.state.keys[0, SECOND])
    assert view.seen[0, [place("mine1"), place("snare1")]].tolist() == [AGENT, BYSTANDER]
    assert int((view.seen != HIDDEN).sum()) == 2
    assert [position.words[i] for i in np.flatnonzero(view.covered[0])] == ["mine1"]
    assert view.touchable[0, place("plain1")]
    # the first seat touched plain1 on the guesser's own key
    assert [position.words[i] for i in np.flatnonzero(view.own_judged[0])] == ["plain1"]


@pytest.mark.parametrize("game", ["classic", "solo"])
def test_without_a_partner_the_guesser_has_no_key_and_the_giver_sees_no_other(game):
    state = clue(board(game), 2).state
    assert (look_as_guesser(state).own_key == HIDDEN).all()
    assert not look_as_guesser(state).own_judged.any()
    assert (look_as_spymaster(state).partner_seen == HIDDEN).all()


def test_a_covered_card_shows_each_team_its_own_side_of_it():
    position = board("classic", "own1 rival1 plain1")
    places = [position.words.index(word) for word in ("own1", "rival1", "plain1")]
    first = look_as_guesser(position.state)
    second = look_as_guesser(board("classic giver=1", "own1 rival1 plain1").state)
    assert first.seen[0, places].tolist() == [0, 2, 1]
    assert second.seen[0, places].tolist() == [2, 0, 1]
    assert int((first.seen != HIDDEN).sum()) == 3


@pytest.mark.parametrize("giver, left", [(0, (8, 7)), (1, (7, 8))])
def test_the_teams_see_their_own_cards_left_and_the_other_teams(giver, left):
    state = board(f"classic giver={giver}", "own1 rival1").state
    for view in (look_as_spymaster(state), look_as_guesser(state)):
        assert (int(view.cards_left[0]), int(view.opponent_left[0])) == left


def test_in_solo_the_cards_of_the_team_that_never_plays_are_counted_too():
    view = look_as_guesser(board("solo", "own1 own2 rival1").state)
    assert (int(view.cards_left[0]), int(view.opponent_left[0])) == (7, 7)


@pytest.mark.parametrize("game", ["duo", "duet"])
@pytest.mark.parametrize("giver", [0, 1])
def test_partners_see_the_cards_left_of_both_together(game, giver):
    state = board(f"{game} giver={giver}", "both1:A mine1:A yours1:-A plain1:N").state
    for view in (look_as_spymaster(state), look_as_guesser(state)):
        assert (int(view.cards_left[0]), int(view.opponent_left[0])) == (12, 0)


@pytest.mark.parametrize(
    "head, turns, lives",
    [
        ("duo", 9, 9),
        ("duo turn=8 lives_lost=2", 1, 7),
        ("duo(lives=3, turns=12) turn=4", 8, 3),
        ("duet turn=2", 7, NO_BUDGET),
        ("duet(bystanders=2) turn=2 lives_lost=1", 7, 2),
        ("duet(sudden_death=true) turn=11", 0, NO_BUDGET),
        ("classic turn=3", NO_BUDGET, NO_BUDGET),
        ("solo turn=3", NO_BUDGET, NO_BUDGET),
    ],
)
def test_the_budgets_left_count_this_turn(head, turns, lives):
    state = board(head).state
    for view in (look_as_spymaster(state), look_as_guesser(state)):
        assert (int(view.turns_left[0]), int(view.lives_left[0])) == (turns, lives)


def test_the_guesses_left_go_down_with_every_touch_and_to_none_when_the_turn_ends():
    before = clue(board("duo"), 2)
    one, _ = touch(before, "mine1")
    wrong, _ = touch(one, "plain1")
    looks = [look_as_guesser(position.state) for position in (before, one, wrong)]
    assert [int(view.guesses_left[0]) for view in looks] == [3, 2, 0]
    assert [int(view.touches[0]) for view in looks] == [0, 1, 2]


@pytest.mark.parametrize(
    "game, first, later",
    [("classic", False, True), ("solo", False, True), ("duo", True, True), ("duet", True, True)],
)
def test_the_guesser_is_told_whether_it_may_pass(game, first, later):
    before = clue(board(game), 2)
    after, _ = touch(before, "own1" if game in ("classic", "solo") else "mine1")
    assert look_as_guesser(before.state).may_pass.tolist() == [first]
    assert look_as_guesser(after.state).may_pass.tolist() == [later]


def test_in_sudden_death_the_guesser_is_told_that_it_may_not_pass():
    state = start_sudden_death(board("duet(sudden_death=true) turn=9").state)
    assert look_as_guesser(state).may_pass.tolist() == [False]


def test_a_board_in_sudden_death_does_not_forbid_a_pass_on_another():
    rules = parse_ruleset("duet(sudden_death=true)")
    state = give(new_game(rules, deal(rules, 1, np.arange(2), 40)), np.array([1, 1]))
    mixed = replace(state, turn=np.array([2, 9], dtype=np.int16))
    assert look_as_guesser(mixed).may_pass.tolist() == [True, False]


@pytest.mark.parametrize("game, seats", [("classic", [0, 1]), ("duo", [1, 0]), ("duet", [1, 0])])
def test_the_guessing_seat_is_the_partners_or_the_own_teams(game, seats):
    for giver, seat in enumerate(seats):
        assert guessing_seat(board(f"{game} giver={giver}").state).tolist() == [seat]


def test_who_gives_next_is_shown_when_a_giver_is_skipped():
    mine = "both1:A both2:A both3:A mine1:A mine2:A mine3:A mine4:A mine5:A mine6:A"
    after = end(board("duo turn=4 giver=1", mine))
    assert look_as_spymaster(after.state).seat.tolist() == [SECOND]


def test_the_clue_and_its_number_reach_the_guesser():
    state = clue(board("duo"), 4).state
    clue_ids, numbers = np.array([77], dtype=np.int32), np.array([4], dtype=np.int8)
    view = guesser_view(state, np.arange(25, dtype=np.int16)[None], clue_ids, numbers, no_history(1))
    assert (view.clue.tolist(), view.number.tolist()) == ([77], [4])


def test_views_are_cut_to_rows_with_their_history():
    rules = parse_ruleset("duo")
    state = give(new_game(rules, deal(rules, 1, np.arange(5), 60)), np.arange(1, 6))
    rows = np.array([4, 1])
    for view, look in (
        (look_as_spymaster(state), look_as_spymaster),
        (look_as_guesser(state), look_as_guesser),
    ):
        cut = view.take(rows)
        assert len(cut) == 2
        assert np.array_equal(cut.words, view.words[rows])
        assert np.array_equal(cut.history.clue, view.history.clue[rows])
        assert np.array_equal(cut.history.order, view.history.order[rows])
        assert cut.ruleset == rules
        assert np.array_equal(cut.touchable, look(state.take(rows)).touchable)


def test_a_turn_failed_when_fewer_agent_cards_were_touched_than_the_number_said():
    history = History(
        seat=np.array([[0, 1, 0, 1]], dtype=np.int8),
        clue=np.array([[5, 6, 7, NO_CLUE]], dtype=np.int32),
        number=np.array([[2, 2, 2, 1]], dtype=np.int8),
        right=np.array([[1, 2, 3, 0]], dtype=np.int8),
        touches=np.array([[2, 2, 3, 1]], dtype=np.int8),
        order=np.zeros((1, 4, 25), dtype=np.int8),
    )
    assert history.failed.tolist() == [[True, False, False, False]]


def test_the_first_touches_of_a_turn_found_agent_cards():
    order = np.zeros((2, 25), dtype=np.int8)
    order[0, [4, 9, 2]] = 1, 2, 3
    order[1, [7, 1]] = 1, 2
    small = np.array([2, 2], dtype=np.int8)
    history = no_history(2).longer(
        seat=small - 2, clue=small, number=small, right=small, touches=small, order=order
    )
    found = [np.flatnonzero(row).tolist() for row in history.found[:, 0]]
    # the third touch of the first board was wrong
    assert found == [[4, 9], [1, 7]]


def test_a_history_grows_by_a_turn_and_keeps_its_types():
    one = no_history(1).longer(
        seat=np.array([1]),
        clue=np.array([700]),
        number=np.array([3]),
        right=np.array([2]),
        touches=np.array([3]),
        order=np.arange(25)[None] % 4,
    )
    assert [getattr(one, f.name).dtype for f in fields(one)] == [
        getattr(no_history(1), f.name).dtype for f in fields(one)
    ]
    assert (one.seat[0, 0], one.clue[0, 0], one.number[0, 0], one.right[0, 0]) == (1, 700, 3, 2)
    assert one.order[0, 0, :5].tolist() == [0, 1, 2, 3, 0]


def test_a_match_begins_without_history():
    history = no_history(3)
    shapes = [getattr(history, f.name).shape for f in fields(history)]
    assert shapes == [(3, 0)] * 5 + [(3, 0, 25)]
    assert history.failed.shape == (3, 0)
