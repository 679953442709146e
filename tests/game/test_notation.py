import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cluejam_ai.errors import CluejamError, NotationError, RuleError, UnknownNameError
from cluejam_ai.game.boards import deal
from cluejam_ai.game.cards import (
    AGENT,
    ASSASSIN,
    ASSASSINATED,
    BYSTANDER,
    NOBODY,
    SECOND,
)
from cluejam_ai.game.engine import end_turn, give, reveal, start_sudden_death
from cluejam_ai.game.notation import Position, board_lines, from_text, parse_ruleset, to_text
from cluejam_ai.game.state import new_game
from cluejam_ai.specs import parse_spec
from tests.game.positions import CARDS, board, line, shown

#: A busy machine is no failure.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

RULES = [
    "classic",
    "classic(bonus_guess=false, starts=second)",
    "duo",
    "duo(lives=3, turns=12)",
    "duo(free_numbers=true)",
    "duet",
    "duet(bystanders=2)",
    "duet(sudden_death=true, turns=3)",
    "solo",
    "solo(preset=kim2019)",
    "solo(illegal_clue=lose_turn, other=0, own=17)",
]
ARRAYS = (
    "keys",
    "judged",
    "found",
    "left",
    "giver",
    "turn",
    "lives_lost",
    "limit",
    "touches",
    "ending",
    "winner",
)


@st.composite
def positions(draw):
    """A position that random play has come to, in the middle of a turn or between two."""
    rules = parse_ruleset(draw(st.sampled_from(RULES)))
    boards = deal(rules, draw(st.integers(0, 2**32 - 1)), np.arange(1), 60)
    state = new_game(rules, boards)
    for pick in draw(st.lists(st.integers(0, 10**6), max_size=30)):
        if not state.playing[0]:
            break
        if state.in_sudden_death[0] and state.limit[0] == 0:
            state = start_sudden_death(state)
        elif state.limit[0] == 0:
            state = give(state, np.array([1 + pick % 9]))
        elif state.touches[0] == state.limit[0] or (pick % 7 == 0 and state.touches[0] > 0):
            state = end_turn(state)
        else:
            state = reveal(state, np.array([_card(state, pick)])).state
    words = tuple(f"word {i}" if i % 5 == 0 else f"word{i}" for i in boards.words[0])
    return Position(words, state, int(boards.starts[0]))


def _card(state, pick):
    """Mostly an agent card, so that matches last."""
    open_cards = np.flatnonzero(state.touchable[0])
    right = [c for c in open_cards if state.keys[0, state.giver_key[0], c] == AGENT]
    pool = right if right and pick % 5 else open_cards
    return pool[pick % len(pool)]


@patient
@given(positions())
def test_a_position_survives_being_written_and_read(position):
    text = to_text(position)
    again = from_text(text)
    assert again.words == position.words
    assert again.starts == position.starts
    assert again.state.ruleset == position.state.ruleset
    for name in ARRAYS:
        ours, theirs = getattr(position.state, name), getattr(again.state, name)
        assert np.array_equal(ours, theirs), name
        assert ours.dtype == theirs.dtype, name
    assert to_text(again) == text


def test_a_line_is_read_as_it_says():
    text = line("duo(turns=12) starts=1 turn=3 giver=1 lives_lost=2 limit=4 touches=1", "mine1:A plain1:-N")
    position = from_text(text)
    state = position.state
    assert position.starts == 1
    assert position.words[0] == "both1"
    assert state.ruleset.turns == 12
    assert [int(getattr(state, name)[0]) for name in ("turn", "giver", "lives_lost", "limit", "touches")] == [
        3,
        1,
        2,
        4,
        1,
    ]
    assert [position.words[i] for i in np.flatnonzero(state.found[0])] == ["mine1"]
    assert [position.words[i] for i in np.flatnonzero(state.judged[0, 1])] == ["plain1"]
    assert state.keys[0, :, position.words.index("snare1")].tolist() == [BYSTANDER, ASSASSIN]
    assert state.left.tolist() == [[8, 9]]
    assert state.winner.tolist() == [NOBODY]


def test_the_end_of_a_match_is_written_and_read():
    state = from_text(line("duo turn=2 winner=1 ending=assassin", "assassin:X")).state
    assert state.ending.tolist() == [ASSASSINATED]
    assert state.winner.tolist() == [SECOND]


def test_the_first_seat_can_be_the_winner():
    text = line("classic turn=2 winner=0 ending=found", " ".join(f"own{i}" for i in range(1, 10)))
    assert to_text(from_text(text)) == text


def test_a_fresh_board_says_nothing_but_its_ruleset_and_cards():
    assert shown(board("classic")) == line("classic")
    assert line("classic").startswith("classic | own1:ao own2:ao ")


def test_options_are_written_in_alphabetical_order():
    assert shown(board("duo(turns=12, lives=3)")).startswith("duo(lives=3, turns=12) | ")


def test_blanks_inside_a_word_are_written_as_underscores():
    text = line("duo").replace("both1:aa", "ice_cream:aa")
    assert from_text(text).words[0] == "ice cream"
    assert to_text(from_text(text)) == text


def test_a_word_may_have_a_colon():
    assert from_text(line("duo").replace("both1:aa", "a:b:aa")).words[0] == "a:b"


def test_more_blanks_make_no_difference():
    text = line("duo turn=1")
    assert to_text(from_text("  " + text.replace(" ", "   ") + "\n")) == text


def test_fresh_boards_are_written_one_a_line():
    rules = parse_ruleset("duet")
    boards = deal(rules, 5, np.arange(4), 50)
    names = [f"name{i}" for i in range(50)]
    lines = board_lines(rules, boards, names)
    read = [from_text(text) for text in lines]
    for row, position in enumerate(read):
        assert position.words == tuple(names[i] for i in boards.words[row])
        assert np.array_equal(position.state.keys[0], boards.keys[row])
        assert position.starts == boards.starts[row]
        assert position.state.turn.tolist() == [0]


# what is not in the notation


def refused(text, error=NotationError):
    with pytest.raises(error) as caught:
        from_text(text)
    return str(caught.value)


def test_a_line_without_a_bar_is_refused():
    assert refused("duo river:an") == "no '|' between the ruleset and the cards in 'duo river:an'"


def test_a_line_without_a_ruleset_is_refused():
    assert refused(" | river:an") == "no '|' between the ruleset and the cards in ' | river:an'"


def test_a_long_line_is_quoted_in_part():
    message = refused("x" * 100)
    assert message.endswith("in '" + "x" * 57 + "...'")


def test_fewer_cards_are_refused():
    assert "24 cards instead of 25 in 'duo | both2:aa both3:aa " in refused(
        line("duo").replace("both1:aa ", "")
    )


def test_more_cards_are_refused():
    assert "26 cards instead of 25 in " in refused(line("duo") + " more:nn")


@pytest.mark.parametrize("card", ["both1:az", "both1:a", "both1:aaa", "both1", ":aa", "both1:", "both1:a?"])
def test_a_card_with_unknown_letters_is_refused(card):
    message = refused(line("duo").replace("both1:aa", card))
    assert message == f"card '{card}' is not a word, ':' and 2 of the letters a n o x"


def test_a_card_of_a_game_with_one_key_has_one_letter():
    message = refused(line("solo").replace("own1:a", "own1:aa"))
    assert message == "card 'own1:aa' is not a word, ':' and 1 of the letters a n o x"


def test_a_word_twice_is_refused():
    assert refused(line("duo").replace("both2:", "both1:")) == "the word 'both1' is on the board twice"


def test_a_word_twice_is_refused_with_a_blank_too():
    text = line("duo").replace("both2:", "ice_cream:").replace("both3:", "ice_cream:")
    assert refused(text) == "the word 'ice cream' is on the board twice"


def test_wrong_counts_are_refused_with_the_right_ones():
    message = refused(line("duo").replace("plain1:nn", "plain1:aa"))
    assert message == ("the cards are not those of 'duo', which has 3 aa, 6 an, 6 na, 1 xx, 2 xn, 2 nx, 5 nn")


def test_counts_are_those_of_the_options():
    assert "the cards are not those of 'solo(preset=kim2019)', which has 8 a, 7 o, 9 n, 1 x" in refused(
        line("solo").replace("solo", "solo(preset=kim2019)", 1)
    )


def test_a_classic_card_touched_for_one_team_only_is_refused():
    message = refused(line("classic", "own1:A"))
    assert message == "card 'own1:Ao' is touched for one team only; both letters are capitals or none"


@pytest.mark.parametrize(
    "setting",
    [
        "tempo=3",
        "turn",
        "turn=",
        "turn=x",
        "turn=-1",
        "turn=1.5",
        "turn=12345",
        "turn=²",
        "limit=300",
        "giver=2",
        "starts=2",
        "winner=-1",
        "ending=draw",
        "=3",
    ],
)
def test_an_unknown_setting_is_refused(setting):
    assert refused(line(f"duo {setting}")) == (
        f"'{setting}' is not one of turn, giver, lives_lost, limit, touches, winner, starts, ending"
        " with a value"
    )


def test_an_unknown_ruleset_suggests_the_nearest():
    assert refused(line("duo").replace("duo", "dou", 1), UnknownNameError) == (
        "unknown ruleset 'dou'; did you mean 'duo'?"
    )


def test_a_far_off_ruleset_lists_the_known_ones():
    message = refused(line("duo").replace("duo", "chess", 1), UnknownNameError)
    assert message == "unknown ruleset 'chess'; known are classic, duet, duo, solo"


def test_an_unknown_option_suggests_the_nearest():
    assert refused(line("duo").replace("duo", "duo(turn=3)", 1), UnknownNameError) == (
        "unknown option of 'duo': 'turn'; did you mean 'turns'?"
    )


def test_an_unclosed_option_is_refused():
    assert "does not begin with a ruleset such as duo or duo(turns=12)" in refused(
        line("duo").replace("duo", "duo(turns=3", 1)
    )


# rulesets and their options


def test_a_ruleset_is_read_from_a_spec_too():
    assert parse_ruleset(parse_spec("duo(turns=12)")) == parse_ruleset("duo(turns=12)")


def test_a_ruleset_is_called_by_its_options():
    assert parse_ruleset("duo(turns=12, bonus_guess=false)").label == "duo(bonus_guess=false, turns=12)"
    assert parse_ruleset("duo").label == "duo"


def test_options_need_a_name():
    with pytest.raises(NotationError, match=re.escape("options of 'duo' need a name, like duo(turns=12)")):
        parse_ruleset("duo(12)")


@pytest.mark.parametrize(
    "text, message",
    [
        ("duo(turns=0)", "turns=0 of 'duo' is not between 1 and 1000"),
        ("duo(turns=1001)", "turns=1001 of 'duo' is not between 1 and 1000"),
        ("duo(lives=0)", "lives=0 of 'duo' is not between 1 and 1000"),
        ("duo(turns=-3)", "turns=-3 of 'duo' is not a whole number from 0 on"),
        ("duo(turns=2.5)", "turns=2.5 of 'duo' is not a whole number from 0 on"),
        ("duo(turns=true)", "turns=true of 'duo' is not a whole number from 0 on"),
        ("duo(turns=many)", "turns=many of 'duo' is not a whole number from 0 on"),
        ("duet(bystanders=-1)", "bystanders=-1 of 'duet' is not a whole number from 0 on"),
        ("duo(bonus_guess=1)", "bonus_guess=1 of 'duo' is not true or false"),
        ("duet(sudden_death=yes)", "sudden_death=yes of 'duet' is not true or false"),
        ("duo(illegal_clue=ignore)", "illegal_clue=ignore of 'duo' is not one of refuse, lose_turn"),
        ("solo(preset=kim)", "preset=kim of 'solo' is not one of kim2019, tog2025"),
        ("solo(own=12)", "the cards of 'solo' add up to 28, not 25"),
        ("solo(own=0, bystander=16)", "'solo' needs at least one agent card on every key"),
        ("solo(own=-1, bystander=17)", "own=-1 of 'solo' is not a whole number from 0 on"),
    ],
)
def test_a_value_that_makes_no_game_is_refused(text, message):
    with pytest.raises(RuleError, match=re.escape(message)):
        parse_ruleset(text)


@pytest.mark.parametrize(
    "text",
    [
        "classic(turns=9)",
        "classic(sudden_death=true)",
        "duo(bystanders=3)",
        "duo(sudden_death=true)",
        "duet(lives=3)",
        "solo(turns=9)",
        "duo(preset=kim2019)",
    ],
)
def test_an_option_of_another_game_is_refused(text):
    with pytest.raises(UnknownNameError, match="unknown option of"):
        parse_ruleset(text)


@pytest.mark.parametrize("game", sorted(CARDS))
def test_every_error_of_the_notation_is_one_a_user_can_mend(game):
    for text in (line(game)[:-3], line(game) + " more", line(game).replace("|", ""), ""):
        with pytest.raises(CluejamError):
            from_text(text)
