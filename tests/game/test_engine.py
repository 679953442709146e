import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cluejam_ai.errors import RuleError
from cluejam_ai.game.boards import deal
from cluejam_ai.game.cards import (
    AGENT,
    ASSASSIN,
    ASSASSINATED,
    BYSTANDER,
    FIRST,
    FOUND,
    HIDDEN,
    NOBODY,
    NOT_ASKED,
    OTHER,
    OTHER_COVERED,
    OUT_OF_LIVES,
    OUT_OF_TURNS,
    PASS,
    PLAYING,
    SECOND,
    SUDDEN_DEATH,
    UNLIMITED,
    ZERO,
)
from cluejam_ai.game.engine import end_turn, give, guess_limits, reveal, start_sudden_death
from cluejam_ai.game.notation import Position, parse_ruleset
from cluejam_ai.game.state import new_game
from cluejam_ai.game.views import guessing_seat
from tests.game.positions import CARDS, board, clue, end, line, move, shown, touch

#: A busy machine is no failure.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

GAMES = ["classic", "duo", "duet", "solo"]
PARTNERS = ["duo", "duet"]

OWN_8 = "own1 own2 own3 own4 own5 own6 own7 own8"
RIVAL_7 = "rival1 rival2 rival3 rival4 rival5 rival6 rival7"
PLAIN_7 = "plain1 plain2 plain3 plain4 plain5 plain6 plain7"
#: The first giver's nine, and all fifteen but one: yours6 in duo, bait in duet.
DUO_MINE = "both1:A both2:A both3:A mine1:A mine2:A mine3:A mine4:A mine5:A mine6:A"
DUO_BUT_ONE = f"{DUO_MINE} yours1:-A yours2:-A yours3:-A yours4:-A yours5:-A"
DUET_MINE = "both1:A both2:A both3:A mine1:A mine2:A mine3:A mine4:A mine5:A lure:A"
DUET_BUT_ONE = f"{DUET_MINE} yours1:-A yours2:-A yours3:-A yours4:-A yours5:-A"
MINE = {"duo": DUO_MINE, "duet": DUET_MINE}
BUT_ONE = {"duo": DUO_BUT_ONE, "duet": DUET_BUT_ONE}


def outcome(position):
    return int(position.state.ending[0]), int(position.state.winner[0])


def refuses(position, word):
    """Touching this card is an error; the position stays as it was."""
    before = shown(position)
    with pytest.raises(RuleError) as error:
        touch(position, word)
    assert shown(position) == before
    return str(error.value)


# Common to all


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_board_awaits_the_first_seats_clue(game):
    state = board(game).state
    assert state.giver[0] == FIRST
    assert (state.turn[0], state.touches[0], state.limit[0]) == (0, 0, 0)
    assert not state.covered.any()
    assert state.touchable.all()
    assert outcome(board(game)) == (PLAYING, NOBODY)


@pytest.mark.parametrize("game", ["classic", "duo", "duet"])
@pytest.mark.parametrize("number", range(1, 10))
def test_a_guesser_may_touch_one_card_more_than_the_number(game, number):
    assert clue(board(game), number).state.limit[0] == number + 1


@pytest.mark.parametrize("number", [-2, -1, 0, 10])
@pytest.mark.parametrize("game", GAMES)
def test_a_number_outside_one_to_nine_is_refused_and_changes_nothing(game, number):
    before = board(game)
    with pytest.raises(RuleError, match=f"row 0: a clue's number is 1 to 9, not {number}"):
        clue(before, number)
    assert shown(before) == line(game)


def test_the_refused_number_is_named_with_its_row():
    rules = parse_ruleset("duo")
    state = new_game(rules, deal(rules, 1, np.arange(3), 50))
    with pytest.raises(RuleError, match="row 2: a clue's number is 1 to 9, not 12"):
        give(state, np.array([1, 9, 12]))


@pytest.mark.parametrize("number", [ZERO, UNLIMITED])
@pytest.mark.parametrize("game", GAMES)
def test_free_numbers_lift_the_limit_where_the_option_is_on(game, number):
    assert clue(board(f"{game}(free_numbers=true)"), number).state.limit[0] == 25


def test_with_free_numbers_an_ordinary_number_keeps_its_limit():
    assert clue(board("duo(free_numbers=true)"), 3).state.limit[0] == 4


def test_with_free_numbers_the_message_names_them():
    with pytest.raises(RuleError, match="a clue's number is 1 to 9, 0 or unlimited, not 10"):
        clue(board("duo(free_numbers=true)"), 10)


@pytest.mark.parametrize("game", ["classic", "duo", "duet"])
def test_without_the_bonus_guess_the_number_is_the_limit(game):
    assert clue(board(f"{game}(bonus_guess=false)"), 3).state.limit[0] == 3


@pytest.mark.parametrize("game", GAMES)
def test_without_the_guess_limit_every_card_may_be_touched(game):
    assert clue(board(f"{game}(guess_limit=false)"), 1).state.limit[0] == 25


def test_guess_limits_differ_from_board_to_board():
    rules = parse_ruleset("duo(free_numbers=true)")
    assert guess_limits(rules, np.array([1, 4, ZERO, UNLIMITED])).tolist() == [2, 5, 25, 25]


def test_using_up_the_limit_ends_the_turn():
    before = clue(board("classic"), 2)
    two, goes_on = touch(before, "own1", "own2")
    assert goes_on
    three, goes_on = touch(two, "own3")
    assert not goes_on
    assert shown(three) == line("classic limit=3 touches=3", "own1 own2 own3")
    refuses(three, "own4")


@pytest.mark.parametrize(
    "game, touched, word",
    [
        ("classic", "own1", "own1"),
        ("classic", "plain1", "plain1"),
        ("duo", "mine1:A", "mine1"),
        ("duo", "both1:-A", "both1"),
        ("duo", "yours1:N", "yours1"),
        ("duet", "plain1:NN", "plain1"),
        ("solo", "rival1", "rival1"),
    ],
)
def test_touching_a_covered_card_is_an_error_that_changes_nothing(game, touched, word):
    before = board(f"{game} turn=2 limit=2", touched)
    place = before.words.index(word)
    assert f"row 0: card {place} may not be touched; these may: [" in refuses(before, word)
    assert shown(before) == line(f"{game} turn=2 limit=2", touched)


@pytest.mark.parametrize("card", [25, 26, -3])
def test_a_card_that_is_not_on_the_board_is_refused(card):
    with pytest.raises(RuleError, match=f"row 0: card {card} may not be touched"):
        move(clue(board("duo"), 1), card)


@pytest.mark.parametrize("game", GAMES)
def test_touching_without_a_clue_is_refused(game):
    word = next(iter(CARDS[game]))
    assert "row 0: no guess is due here; a clue has to come first" in refuses(board(game), word)


@pytest.mark.parametrize("game", GAMES)
def test_passing_without_a_clue_is_refused(game):
    with pytest.raises(RuleError, match="no guess is due here"):
        move(board(game), PASS)


@pytest.mark.parametrize(
    "game, wrong", [("classic", "plain1"), ("classic", "rival1"), ("duo", "yours1"), ("solo", "rival1")]
)
def test_after_a_wrong_touch_the_turn_is_over_and_another_touch_is_refused(game, wrong):
    after, goes_on = touch(clue(board(game), 3), wrong)
    assert not goes_on
    assert "no guess is due here" in refuses(after, "plain2")
    with pytest.raises(RuleError, match="no guess is due here"):
        move(after, PASS)


def test_after_a_pass_the_turn_is_over_and_another_touch_is_refused():
    one, _ = touch(clue(board("duo"), 3), "mine1")
    after, goes_on = move(one, PASS)
    assert not goes_on
    assert shown(after) == line("duo limit=1 touches=1", "mine1:A")
    assert "no guess is due here" in refuses(after, "mine2")


def test_a_finished_match_takes_no_touch():
    after, _ = touch(clue(board("duo"), 3), "assassin")
    assert "no guess is due here" in refuses(after, "mine1")


def test_a_board_that_is_not_asked_stays_as_it_is():
    before = clue(board("duo turn=1 giver=1", "mine1:A"), 2)
    after, goes_on = move(before, NOT_ASKED)
    assert not goes_on
    assert shown(after) == shown(before)


def test_boards_of_a_batch_move_apart():
    rules = parse_ruleset("duo")
    state = give(new_game(rules, deal(rules, 4, np.arange(4), 60)), np.array([1, 1, 2, 2]))
    right = int(np.argmax(state.keys[0, FIRST] == AGENT))
    deadly = int(np.argmax(state.keys[1, FIRST] == ASSASSIN))
    result = reveal(state, np.array([right, deadly, PASS, NOT_ASKED]))
    assert result.role.tolist() == [AGENT, ASSASSIN, HIDDEN, HIDDEN]
    assert result.goes_on.tolist() == [True, False, False, False]
    assert result.state.touches.tolist() == [1, 1, 0, 0]
    assert result.state.limit.tolist() == [2, 1, 0, 3]
    assert result.state.ending.tolist() == [PLAYING, ASSASSINATED, PLAYING, PLAYING]
    assert result.state.found.sum(axis=1).tolist() == [1, 0, 0, 0]


def test_the_first_refused_row_is_named_and_the_others_stay_as_they_are():
    rules = parse_ruleset("duo")
    state = give(new_game(rules, deal(rules, 4, np.arange(3), 60)), np.array([1, 1, 1]))
    state = reveal(state, np.array([NOT_ASKED, int(np.argmax(state.keys[1, 0] == AGENT)), NOT_ASKED])).state
    again = int(np.flatnonzero(state.found[1])[0])
    judged = state.judged.copy()
    with pytest.raises(RuleError, match=f"row 1: card {again} may not be touched"):
        reveal(state, np.array([3, again, 5]))
    assert np.array_equal(state.judged, judged)


def test_moves_leave_the_position_they_start_from_unchanged():
    before = clue(board("duo"), 2)
    text = shown(before)
    after, _ = touch(before, "mine1")
    end(after)
    assert shown(before) == text


@pytest.mark.parametrize(
    "game, giver, word, role",
    [
        ("classic", 0, "own1", AGENT),
        ("classic", 1, "own1", OTHER),
        ("classic", 1, "rival1", AGENT),
        ("duo", 0, "mine1", AGENT),
        ("duo", 1, "mine1", BYSTANDER),
        ("duo", 0, "snare1", BYSTANDER),
        ("duo", 1, "snare1", ASSASSIN),
        ("duet", 0, "lure", AGENT),
        ("duet", 1, "lure", ASSASSIN),
        ("duet", 0, "bait", ASSASSIN),
        ("duet", 1, "bait", AGENT),
    ],
)
def test_every_touch_is_judged_against_the_key_of_the_clue_giver(game, giver, word, role):
    before = clue(board(f"{game} giver={giver}"), 1)
    result = reveal(before.state, np.array([before.words.index(word)]))
    assert result.role.tolist() == [role]


def test_a_turn_runs_to_its_end_before_budgets_are_judged():
    last = clue(board("duo turn=8", DUO_MINE.removesuffix(" mine5:A mine6:A")), 3)
    after, goes_on = touch(last, "mine5", "mine6")
    assert goes_on
    assert outcome(after) == (PLAYING, NOBODY)
    over = end(after)
    assert outcome(over) == (OUT_OF_TURNS, SECOND)
    assert over.state.found.sum() == 9


def test_a_lost_life_is_judged_when_the_turn_is_over():
    after, _ = touch(clue(board("duo(lives=1)"), 1), "plain1")
    assert outcome(after) == (PLAYING, NOBODY)
    assert outcome(end(after)) == (OUT_OF_LIVES, SECOND)


def test_win_comes_before_turns_on_the_last_touch():
    after, _ = touch(clue(board("duo turn=8 giver=1", DUO_BUT_ONE), 1), "yours6")
    assert outcome(after) == (FOUND, FIRST)
    assert outcome(end(after)) == (FOUND, FIRST)


def test_assassin_comes_before_lives_and_turns_on_the_last_touch():
    after, _ = touch(clue(board("duo(lives=1) turn=8"), 1), "assassin")
    assert outcome(end(after)) == (ASSASSINATED, SECOND)


def test_lives_come_before_turns_on_the_last_touch():
    after, _ = touch(clue(board("duo(lives=2) turn=8 lives_lost=1"), 1), "plain1")
    assert outcome(end(after)) == (OUT_OF_LIVES, SECOND)


@pytest.mark.parametrize("game", GAMES)
def test_the_turn_in_which_a_match_ends_is_counted(game):
    after, _ = touch(clue(board(f"{game} turn=3"), 1), "assassin")
    assert end(after).state.turn[0] == 4


@pytest.mark.parametrize("game", ["classic", "duo", "duet"])
def test_a_finished_match_keeps_its_giver(game):
    after, _ = touch(clue(board(f"{game} giver=1"), 1), "assassin")
    assert end(after).state.giver[0] == SECOND


@pytest.mark.parametrize("game", ["classic", "duo", "duet"])
def test_a_lost_turn_without_a_clue_costs_the_turn_and_nothing_else(game):
    assert shown(end(board(f"{game}(illegal_clue=lose_turn)"))) == line(
        f"{game}(illegal_clue=lose_turn) turn=1 giver=1"
    )


def test_a_lost_turn_without_a_clue_can_be_the_last():
    assert outcome(end(board("duo turn=8"))) == (OUT_OF_TURNS, SECOND)


# classic


def test_classic_has_nine_eight_seven_and_one_card():
    state = board("classic").state
    assert [int((state.keys[0, 0] == role).sum()) for role in (AGENT, OTHER, BYSTANDER, ASSASSIN)] == [
        9,
        8,
        7,
        1,
    ]
    assert state.left.tolist() == [[9, 8]]


@pytest.mark.parametrize("game", ["classic", "solo"])
@pytest.mark.parametrize("option", ["", "(free_numbers=true)"])
def test_the_first_guess_may_not_be_passed(game, option):
    with pytest.raises(RuleError, match="row 0: the first guess of a turn may not be passed"):
        move(clue(board(game + option), 2), PASS)


@pytest.mark.parametrize("game", ["classic", "solo"])
def test_a_later_guess_may_be_passed(game):
    one, goes_on = touch(clue(board(game), 2), "own1")
    assert goes_on
    after, goes_on = move(one, PASS)
    assert not goes_on
    assert shown(after) == line(f"{game} limit=1 touches=1", "own1")


def test_an_own_card_is_covered_and_the_team_may_go_on():
    after, goes_on = touch(clue(board("classic"), 1), "own1")
    assert goes_on
    assert shown(after) == line("classic limit=2 touches=1", "own1")
    assert after.state.left.tolist() == [[8, 8]]


def test_a_bystander_is_covered_and_ends_the_turn():
    after, goes_on = touch(clue(board("classic"), 3), "plain1")
    assert not goes_on
    assert shown(after) == line("classic limit=1 touches=1", "plain1")
    assert after.state.left.tolist() == [[9, 8]]
    assert shown(end(after)) == line("classic turn=1 giver=1", "plain1")


def test_the_other_teams_card_is_covered_counts_for_them_and_ends_the_turn():
    after, goes_on = touch(clue(board("classic"), 3), "rival1")
    assert not goes_on
    assert after.state.left.tolist() == [[9, 7]]
    assert after.state.covered[0, after.words.index("rival1")]
    assert outcome(after) == (PLAYING, NOBODY)
    assert shown(end(after)) == line("classic turn=1 giver=1", "rival1")


@pytest.mark.parametrize("giver, winner", [(0, SECOND), (1, FIRST)])
def test_touching_the_assassin_loses_at_once(giver, winner):
    after, goes_on = touch(clue(board(f"classic giver={giver}"), 3), "assassin")
    assert not goes_on
    assert outcome(after) == (ASSASSINATED, winner)


@pytest.mark.parametrize(
    "giver, touched, last, winner",
    [(0, OWN_8, "own9", FIRST), (1, RIVAL_7, "rival8", SECOND)],
    ids=["first", "second"],
)
def test_a_team_that_covers_its_last_card_wins_at_once(giver, touched, last, winner):
    after, goes_on = touch(clue(board(f"classic giver={giver}", touched), 3), last)
    assert not goes_on
    assert outcome(after) == (FOUND, winner)


@pytest.mark.parametrize(
    "giver, touched, last, winner",
    [(1, OWN_8, "own9", FIRST), (0, RIVAL_7, "rival8", SECOND)],
    ids=["first", "second"],
)
def test_touching_the_other_teams_last_card_lets_them_win_at_once(giver, touched, last, winner):
    after, goes_on = touch(clue(board(f"classic giver={giver}", touched), 3), last)
    assert not goes_on
    assert outcome(after) == (FOUND, winner)


def test_the_teams_take_turns():
    position = board("classic")
    for turn, (giver, word) in enumerate([(0, "plain1"), (1, "plain2"), (0, "plain3"), (1, "plain4")]):
        assert (position.state.turn[0], position.state.giver[0]) == (turn, giver)
        assert guessing_seat(position.state)[0] == giver
        position = end(touch(clue(position, 1), word)[0])


def test_classic_has_no_turn_limit():
    assert outcome(end(board("classic turn=500"))) == (PLAYING, NOBODY)


def test_twenty_two_touches_can_leave_a_classic_match_open_and_the_next_one_ends_it():
    all_but_three = f"{OWN_8} {RIVAL_7} {PLAIN_7}"
    open_match = clue(board("classic", all_but_three), 1)
    assert int(open_match.state.covered.sum()) == 22
    assert outcome(open_match) == (PLAYING, NOBODY)
    ends = {word: outcome(touch(open_match, word)[0])[0] for word in ("own9", "rival8", "assassin")}
    assert ends == {"own9": FOUND, "rival8": FOUND, "assassin": ASSASSINATED}


def test_no_classic_match_lasts_longer_than_twenty_three_touches():
    rules = parse_ruleset("classic")
    state = new_game(rules, deal(rules, 9, np.arange(300), 60))
    random = np.random.default_rng(9)
    # the assassin is avoided for as long as another card is left
    order = np.argsort(random.random((300, 25)) + 2 * (state.keys[:, 0] == ASSASSIN), axis=1)
    touches = np.zeros(300, dtype=int)
    for place in range(25):
        playing = state.playing
        if not playing.any():
            break
        touches += playing
        state = give(state, np.ones(300, dtype=int))
        state = end_turn(reveal(state, np.where(playing, order[:, place], NOT_ASKED)).state)
    assert touches.max() <= 23
    assert not state.playing.any()


# duo


@pytest.mark.parametrize("seat", [FIRST, SECOND])
@pytest.mark.parametrize("game", PARTNERS)
def test_each_partner_has_nine_agent_cards_three_assassins_and_thirteen_others(game, seat):
    key = board(game).state.keys[0, seat]
    assert [int((key == role).sum()) for role in (AGENT, ASSASSIN, BYSTANDER)] == [9, 3, 13]


def test_in_duo_no_agent_card_of_one_player_is_an_assassin_of_the_other():
    first, second = parse_ruleset("duo").joint_keys
    assert not (((first == AGENT) & (second == ASSASSIN)) | ((second == AGENT) & (first == ASSASSIN))).any()


def test_each_duo_clue_uses_one_turn():
    after = end(touch(clue(board("duo turn=4"), 1), "mine1", "mine2")[0])
    assert shown(after) == line("duo turn=5 giver=1", "mine1:A mine2:A")


def test_duo_has_nine_turns():
    assert outcome(end(board("duo turn=7"))) == (PLAYING, NOBODY)
    assert outcome(end(board("duo turn=8"))) == (OUT_OF_TURNS, SECOND)


def test_duo_has_nine_lives():
    last_but_one, _ = touch(clue(board("duo(turns=30) lives_lost=7"), 1), "plain1")
    assert outcome(end(last_but_one)) == (PLAYING, NOBODY)
    last, _ = touch(clue(board("duo(turns=30) lives_lost=8"), 1), "plain1")
    assert outcome(end(last)) == (OUT_OF_LIVES, SECOND)


def test_a_right_guess_finds_the_card_for_both_and_goes_on():
    after, goes_on = touch(clue(board("duo"), 1), "mine1")
    assert goes_on
    assert shown(after) == line("duo limit=2 touches=1", "mine1:A")
    assert after.state.found[0, after.words.index("mine1")]
    assert after.state.covered[0, after.words.index("mine1")]
    assert after.state.left.tolist() == [[8, 9]]


@pytest.mark.parametrize("game", PARTNERS)
@pytest.mark.parametrize("giver", [0, 1])
def test_a_shared_agent_card_counts_once_and_for_both(game, giver):
    after, goes_on = touch(clue(board(f"{game} giver={giver}"), 1), "both1")
    assert goes_on
    assert after.state.left.tolist() == [[8, 8]]
    assert int(after.state.found.sum()) == 1


@pytest.mark.parametrize("giver, word", [(0, "yours1"), (0, "plain1"), (0, "snare1"), (1, "mine1")])
def test_a_wrong_guess_ends_the_turn_and_loses_one_life(giver, word):
    after, goes_on = touch(clue(board(f"duo giver={giver}"), 3), word)
    assert not goes_on
    mark = f"{word}:{'N' if giver == 0 else '-N'}"
    giver_text = f" giver={giver}" if giver else ""
    assert shown(after) == line(f"duo{giver_text} lives_lost=1 limit=1 touches=1", mark)


@pytest.mark.parametrize("giver, word", [(0, "assassin"), (1, "assassin"), (0, "trap1"), (1, "snare1")])
@pytest.mark.parametrize("game", PARTNERS)
def test_an_assassin_on_the_givers_key_makes_both_lose_at_once(game, giver, word):
    word = word if game == "duo" else word.removesuffix("1")
    after, goes_on = touch(clue(board(f"{game} giver={giver}"), 3), word)
    assert not goes_on
    assert outcome(after) == (ASSASSINATED, SECOND)


@pytest.mark.parametrize("giver, word", [(1, "trap1"), (0, "snare1")])
def test_an_assassin_on_the_guessers_own_key_is_only_a_wrong_guess(giver, word):
    after, _ = touch(clue(board(f"duo giver={giver}"), 3), word)
    assert outcome(after) == (PLAYING, NOBODY)
    assert after.state.lives_lost[0] == 1


def test_an_assassin_costs_no_life():
    after, _ = touch(clue(board("duo lives_lost=2"), 3), "assassin")
    assert after.state.lives_lost[0] == 2


@pytest.mark.parametrize("game", PARTNERS)
def test_partners_may_pass_before_the_first_guess(game):
    after, goes_on = move(clue(board(game), 2), PASS)
    assert not goes_on
    assert shown(end(after)) == line(f"{game} turn=1 giver=1")


def test_a_pass_costs_no_life():
    one, _ = touch(clue(board("duo"), 2), "mine1")
    after, _ = move(one, PASS)
    assert after.state.lives_lost[0] == 0
    assert shown(end(after)) == line("duo turn=1 giver=1", "mine1:A")


@pytest.mark.parametrize("game", PARTNERS)
def test_roles_swap_after_every_turn(game):
    position = board(game)
    for giver in (0, 1, 0, 1):
        assert position.state.giver[0] == giver
        assert guessing_seat(position.state)[0] == 1 - giver
        position = end(move(clue(position, 1), PASS)[0])


@pytest.mark.parametrize("game", PARTNERS)
def test_finding_all_fifteen_wins_at_once(game):
    last = "yours6" if game == "duo" else "bait"
    before = clue(board(f"{game} turn=3 giver=1", BUT_ONE[game]), 2)
    assert int(before.state.found.sum()) == 14
    after, goes_on = touch(before, last)
    assert not goes_on
    assert outcome(after) == (FOUND, FIRST)


@pytest.mark.parametrize("game", PARTNERS)
def test_finding_fourteen_wins_nothing(game):
    after = end(move(clue(board(f"{game} turn=8 giver=1", BUT_ONE[game]), 2), PASS)[0])
    assert outcome(after) == (OUT_OF_TURNS, SECOND)


def test_with_nine_turns_and_nine_lives_the_lives_never_end_a_match_earlier():
    position = board("duo")
    wrong = ["plain1", "plain1", "plain2", "plain2", "plain3", "plain3", "plain4", "plain4"]
    for word in wrong:
        position = end(touch(clue(position, 1), word)[0])
    assert outcome(position) == (PLAYING, NOBODY)
    assert (position.state.turn[0], position.state.lives_lost[0]) == (8, 8)


def test_twelve_turns_and_three_lives_end_by_lives():
    position = board("duo(lives=3, turns=12)")
    for word in ("plain1", "plain1", "plain2"):
        assert outcome(position) == (PLAYING, NOBODY)
        position = end(touch(clue(position, 1), word)[0])
    assert outcome(position) == (OUT_OF_LIVES, SECOND)
    assert position.state.turn[0] == 3


# duet


def test_duet_every_turn_uses_exactly_one_token_however_it_ends():
    before = board("duet turn=2")
    by_bystander = end(touch(clue(before, 2), "mine1", "plain1")[0])
    by_pass = end(move(touch(clue(before, 2), "mine1")[0], PASS)[0])
    by_an_early_pass = end(move(clue(before, 2), PASS)[0])
    by_limit = end(touch(clue(before, 2), "mine1", "mine2", "mine3")[0])
    turns = [p.state.turn[0] for p in (by_bystander, by_pass, by_an_early_pass, by_limit)]
    assert turns == [3, 3, 3, 3]


def test_duet_has_nine_tokens():
    assert outcome(end(board("duet turn=7"))) == (PLAYING, NOBODY)
    assert outcome(end(board("duet turn=8"))) == (OUT_OF_TURNS, SECOND)


def test_a_bystander_in_duet_costs_nothing_but_the_turn():
    after, goes_on = touch(clue(board("duet"), 3), "plain1")
    assert not goes_on
    assert shown(end(after)) == line("duet turn=1 giver=1", "plain1:N")


def test_duet_without_missions_allows_any_number_of_bystanders():
    position = board("duet")
    for word in ("plain1", "plain1", "plain2", "plain2", "plain3", "plain3", "plain4", "plain4"):
        position = end(touch(clue(position, 1), word)[0])
    assert outcome(position) == (PLAYING, NOBODY)


@pytest.mark.parametrize("game", PARTNERS)
def test_a_card_marked_neutral_may_still_be_touched_by_the_other_player(game):
    first, _ = touch(clue(board(game), 1), "yours1")
    marked = end(first)
    place = marked.words.index("yours1")
    assert not marked.state.covered[0, place]
    assert marked.state.touchable[0, place]
    after, goes_on = touch(clue(marked, 1), "yours1")
    assert goes_on
    assert after.state.found[0, place]
    assert after.state.covered[0, place]
    assert not after.state.touchable[0, place]


@pytest.mark.parametrize("game", PARTNERS)
def test_a_card_marked_neutral_may_not_be_touched_again_by_the_same_player(game):
    lives = "lives_lost=1" if game == "duo" else ""
    marked = clue(board(f"{game} turn=2 {lives}", "plain1:N"), 1)
    place = marked.words.index("plain1")
    assert not marked.state.touchable[0, place]
    assert f"card {place} may not be touched" in refuses(marked, "plain1")


@pytest.mark.parametrize("game", PARTNERS)
def test_a_card_is_covered_when_it_is_marked_neutral_in_both_directions(game):
    marked = end(touch(clue(board(game), 1), "plain1")[0])
    assert not marked.state.covered.any()
    twice = end(touch(clue(marked, 1), "plain1")[0])
    place = twice.words.index("plain1")
    assert np.flatnonzero(twice.state.covered[0]).tolist() == [place]
    assert not twice.state.touchable[0, place]


def test_a_neutral_mark_can_hide_an_assassin_of_the_other_key():
    marked = end(touch(clue(board("duet"), 1), "snare")[0])
    after, _ = touch(clue(marked, 1), "snare")
    assert outcome(after) == (ASSASSINATED, SECOND)


def test_in_duet_one_of_my_assassins_is_my_partners_agent_card():
    found, goes_on = touch(clue(board("duet giver=1"), 1), "bait")
    assert goes_on
    assert found.state.found[0, found.words.index("bait")]
    lost, _ = touch(clue(board("duet"), 1), "bait")
    assert outcome(lost) == (ASSASSINATED, SECOND)


def test_a_found_card_is_out_of_play_for_both_though_it_is_an_assassin_on_the_other_key():
    found = end(touch(clue(board("duet giver=1"), 1), "bait")[0])
    assert found.state.giver[0] == FIRST
    refuses(clue(found, 1), "bait")


def test_tokens_left_do_not_change_a_win():
    for turn in (3, 8):
        after, _ = touch(clue(board(f"duet turn={turn} giver=1", DUET_BUT_ONE), 1), "bait")
        assert outcome(end(after)) == (FOUND, FIRST)


@pytest.mark.parametrize("allowed", [0, 1, 4])
def test_missions_allow_so_many_bystanders_and_no_more(allowed):
    rules = f"duet(bystanders={allowed}, turns=11)"
    position = board(rules)
    for word in ["plain1", "plain1", "plain2", "plain2"][:allowed]:
        position = end(touch(clue(position, 1), word)[0])
    assert outcome(position) == (PLAYING, NOBODY)
    position = end(touch(clue(position, 1), "plain3")[0])
    assert outcome(position) == (OUT_OF_LIVES, SECOND)


def test_missions_have_their_own_number_of_tokens():
    assert outcome(end(board("duet(bystanders=3, turns=6) turn=4"))) == (PLAYING, NOBODY)
    assert outcome(end(board("duet(bystanders=3, turns=6) turn=5"))) == (OUT_OF_TURNS, SECOND)


def sudden(head="duet(sudden_death=true) turn=9", touched=""):
    position = board(head, touched)
    return Position(position.words, start_sudden_death(position.state))


def test_sudden_death_is_off_by_default():
    assert not board("duet turn=9").state.in_sudden_death.any()
    assert outcome(end(board("duet turn=8"))) == (OUT_OF_TURNS, SECOND)


def test_with_sudden_death_the_match_goes_on_after_the_last_token():
    before = board("duet(sudden_death=true) turn=8")
    assert not before.state.in_sudden_death[0]
    after = end(move(clue(before, 1), PASS)[0])
    assert outcome(after) == (PLAYING, NOBODY)
    assert after.state.in_sudden_death[0]


def test_sudden_death_goes_on_without_clues():
    before = board("duet(sudden_death=true) turn=9")
    with pytest.raises(RuleError, match="row 0: sudden death goes on without clues"):
        clue(before, 1)


def test_a_right_touch_in_sudden_death_goes_on_with_the_other_player():
    after, goes_on = touch(sudden(), "mine1")
    assert not goes_on
    over = end(after)
    assert shown(over) == line("duet(sudden_death=true) turn=10 giver=1", "mine1:A")
    assert over.state.in_sudden_death[0]


def test_in_sudden_death_a_touch_is_judged_on_the_other_players_key():
    lost, _ = touch(sudden("duet(sudden_death=true) turn=9 giver=1"), "mine1")
    assert outcome(lost) == (SUDDEN_DEATH, SECOND)
    right, _ = touch(sudden("duet(sudden_death=true) turn=9 giver=1"), "yours1")
    assert outcome(right) == (PLAYING, NOBODY)


def test_one_bystander_in_sudden_death_loses_at_once():
    after, _ = touch(sudden(), "plain1")
    assert outcome(after) == (SUDDEN_DEATH, SECOND)


def test_the_assassin_in_sudden_death_is_recorded_as_the_assassin():
    after, _ = touch(sudden(), "assassin")
    assert outcome(after) == (ASSASSINATED, SECOND)


def test_all_fifteen_found_in_sudden_death_wins():
    after, _ = touch(sudden("duet(sudden_death=true) turn=9 giver=1", DUET_BUT_ONE), "bait")
    assert outcome(after) == (FOUND, FIRST)


def test_in_sudden_death_there_is_no_pass():
    with pytest.raises(RuleError, match="may not be passed"):
        move(sudden(), PASS)


def test_in_sudden_death_the_player_with_nothing_left_to_be_found_is_skipped():
    after, _ = touch(sudden("duet(sudden_death=true) turn=9 giver=1", DUET_MINE), "yours1")
    assert end(after).state.giver[0] == SECOND


def test_a_board_in_sudden_death_does_not_forbid_a_pass_on_another():
    rules = parse_ruleset("duet(sudden_death=true)")
    state = new_game(rules, deal(rules, 1, np.arange(2), 40))
    state = give(state, np.array([1, 1]))
    mixed = state.__class__(**{**state.__dict__, "turn": np.array([2, 9], dtype=np.int16)})
    after = reveal(mixed, np.array([PASS, NOT_ASKED])).state
    assert after.limit.tolist() == [0, 2]
    with pytest.raises(RuleError, match="row 1: the first guess of a turn may not be passed"):
        reveal(mixed, np.array([PASS, PASS]))


# duo and duet alike


@pytest.mark.parametrize("game", PARTNERS)
def test_giver_with_nothing_left_is_skipped_and_the_skip_spends_no_turn(game):
    found = MINE[game]
    before = board(f"{game} turn=4 giver=1", found)
    assert before.state.left[0, FIRST] == 0
    once = end(move(clue(before, 1), PASS)[0])
    assert shown(once) == line(f"{game} turn=5 giver=1", found)
    twice = end(move(clue(once, 1), PASS)[0])
    assert shown(twice) == line(f"{game} turn=6 giver=1", found)


@pytest.mark.parametrize("game", PARTNERS)
def test_a_giver_whose_last_card_is_found_hands_over_for_good(game):
    last = "mine6" if game == "duo" else "lure"
    before = clue(board(f"{game} turn=4", MINE[game].removesuffix(f" {last}:A")), 1)
    after, goes_on = touch(before, last)
    # the guesser may still use the bonus guess
    assert goes_on
    assert after.state.left[0, FIRST] == 0
    over = end(after)
    assert over.state.giver[0] == SECOND


@pytest.mark.parametrize("game", PARTNERS)
def test_a_giver_whose_nine_were_found_by_the_partners_clues_is_skipped_too(game):
    shared = "both1:-A both2:-A both3:-A"
    mine = "mine1:A mine2:A mine3:A mine4:A mine5:A " + ("mine6:A" if game == "duo" else "lure:A")
    before = board(f"{game} turn=4 giver=1", f"{shared} {mine}")
    assert before.state.left[0, FIRST] == 0
    assert end(move(clue(before, 1), PASS)[0]).state.giver[0] == SECOND


# solo


def test_solo_has_the_cards_of_the_2025_experiment():
    state = board("solo").state
    assert [int((state.keys[0, 0] == role).sum()) for role in (AGENT, OTHER, BYSTANDER, ASSASSIN)] == [
        9,
        8,
        7,
        1,
    ]


@pytest.mark.parametrize("number", range(1, 10))
def test_solo_allows_exactly_as_many_touches_as_the_number(number):
    assert clue(board("solo"), number).state.limit[0] == number


def test_solo_can_be_given_the_bonus_guess():
    assert clue(board("solo(bonus_guess=true)"), 2).state.limit[0] == 3


def test_in_solo_the_same_seat_gives_and_guesses_turn_after_turn():
    after = end(touch(clue(board("solo"), 1), "own1")[0])
    assert shown(after) == line("solo turn=1", "own1")
    assert guessing_seat(after.state)[0] == FIRST


def test_in_solo_the_other_teams_card_ends_the_turn_and_counts_for_them():
    after, goes_on = touch(clue(board("solo"), 3), "rival1")
    assert not goes_on
    assert after.state.left.tolist() == [[9, 7]]
    assert outcome(after) == (PLAYING, NOBODY)


def test_in_solo_a_bystander_ends_the_turn():
    after, goes_on = touch(clue(board("solo"), 3), "plain1")
    assert not goes_on
    assert shown(end(after)) == line("solo turn=1", "plain1")


def test_in_solo_covering_all_own_cards_wins():
    after, _ = touch(clue(board("solo turn=6", OWN_8), 1), "own9")
    assert outcome(after) == (FOUND, FIRST)
    assert end(after).state.turn[0] == 7


def test_in_solo_covering_all_of_the_other_teams_cards_loses():
    after, goes_on = touch(clue(board("solo", RIVAL_7), 3), "rival8")
    assert not goes_on
    assert outcome(after) == (OTHER_COVERED, SECOND)


def test_in_solo_without_cards_of_another_team_a_bystander_does_not_end_the_match():
    rules = parse_ruleset("solo(own=9, other=0, bystander=15, assassin=1)")
    state = give(new_game(rules, deal(rules, 1, np.arange(1), 40)), np.array([2]))
    after = reveal(state, np.array([int(np.argmax(state.keys[0, 0] == BYSTANDER))])).state
    assert after.ending.tolist() == [PLAYING]


def test_in_solo_the_assassin_loses():
    after, _ = touch(clue(board("solo"), 3), "assassin")
    assert outcome(after) == (ASSASSINATED, SECOND)


def test_solo_has_no_turn_limit():
    assert outcome(end(board("solo turn=500"))) == (PLAYING, NOBODY)


# properties of a batch


@patient
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 2**32 - 1),
    cut=st.integers(1, 5),
)
def test_the_batch_does_not_matter(game, seed, cut):
    rules = parse_ruleset(game)
    whole = new_game(rules, deal(rules, seed, np.arange(6), 60))
    random = np.random.default_rng(seed)
    plan = [(random.integers(1, 10, 6), random.random((6, 25))) for _ in range(6)]
    parts = [np.arange(cut), np.arange(cut, 6)]
    alone = [play_plan(whole.take(rows), [(n[rows], u[rows]) for n, u in plan]) for rows in parts]
    together = play_plan(whole, plan)
    for rows, part in zip(parts, alone, strict=True):
        for name in ("judged", "found", "left", "giver", "turn", "lives_lost", "ending", "winner"):
            assert np.array_equal(getattr(together, name)[rows], getattr(part, name)), name


def play_plan(state, plan):
    """One touch of the most wanted legal card each turn, for as long as matches go on."""
    for number, wish in plan:
        playing = state.playing
        given = give(state, number)
        card = np.argmax(np.where(given.touchable, wish, -1), axis=1)
        state = end_turn(reveal(given, np.where(playing, card, NOT_ASKED)).state)
    return state


@patient
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32 - 1))
def test_permuting_the_cards_permutes_the_outcome(game, seed):
    rules = parse_ruleset(game)
    state = new_game(rules, deal(rules, seed, np.arange(3), 60))
    random = np.random.default_rng(seed)
    plan = [(random.integers(1, 10, 3), random.random((3, 25))) for _ in range(8)]
    order = random.permutation(25)
    moved = state.__class__(**{**state.__dict__, "keys": state.keys[:, :, order]})
    one = play_plan(state, plan)
    other = play_plan(moved, [(number, wish[:, order]) for number, wish in plan])
    assert np.array_equal(one.judged[:, :, order], other.judged)
    assert np.array_equal(one.found[:, order], other.found)
    for name in ("left", "giver", "turn", "lives_lost", "ending", "winner"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
