"""All 150 recorded games of the 2025 framework, replayed through our engine, end as recorded."""

import random

import numpy as np
import pytest

from cluejam_ai.errors import RuleError
from cluejam_ai.game import engine
from cluejam_ai.game.boards import tog2025_board
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER, PLAYING
from cluejam_ai.replication import tog2025
from cluejam_ai.replication.tog2025 import RULES, begin, play_move, replay
from cluejam_ai.results.importers.tog2025 import RecordedClue, RecordedGuess, read_games


@pytest.fixture(scope="session")
def pool(test_data):
    return (test_data / "tog2025" / "board_words.txt").read_text().split()


@pytest.fixture(scope="session")
def games(test_data):
    return read_games(test_data / "tog2025" / "games_dev.jsonl")


def of_mode(games, mode):
    return [game for game in games if game.mode == mode]


def test_the_records_hold_games_of_one_team_and_of_two(games):
    assert [len(of_mode(games, mode)) for mode in RULES] == [90, 60]
    assert sum(game.end.assassin for game in games) == 9


@pytest.mark.parametrize("mode", RULES)
def test_every_recorded_game_ends_as_recorded(mode, games, pool):
    for game in of_mode(games, mode):
        found = replay(game, pool)
        assert found.end == game.end, str(found)
        assert found.same


@pytest.mark.parametrize("mode", RULES)
def test_no_recorded_game_is_over_before_its_last_touch(mode, games, pool):
    for game in of_mode(games, mode):
        cut = type(game)(game.group, game.mode, game.seed, game.moves[:-1], game.end)
        assert replay(cut, pool).reason == "the match is not over after the last recorded move"


def has_a_long_turn(game):
    """Whether more cards were touched in a turn than its clue's number."""
    left = 0
    for move in game.moves:
        left = move.number if isinstance(move, RecordedClue) else left - 1
        if left < 0:
            return True
    return False


def test_with_the_usual_limit_every_turn_that_is_longer_than_its_number_is_refused(games, pool):
    long = [game for game in of_mode(games, "one_team") if has_a_long_turn(game)]
    assert len(long) > 5
    for game in long:
        assert "no guess is due" in replay(game, pool, "solo(preset=tog2025)").reason


def test_a_touch_after_a_wrong_one_would_be_refused(games, pool):
    game = of_mode(games, "two_teams")[0]
    words, state = begin(game, pool)
    role = state.keys[0, 0]
    wrong, right = (RecordedGuess(words[int(np.argmax(role == kind))]) for kind in (BYSTANDER, AGENT))
    state = play_move(play_move(state, game.moves[0], words), wrong, words)
    with pytest.raises(RuleError, match="no guess is due"):
        play_move(state, right, words)


def test_moves_that_cannot_be_are_refused_with_the_reason(games, pool):
    game = of_mode(games, "two_teams")[0]
    words, state = begin(game, pool)
    with pytest.raises(RuleError, match="is not on the board of this seed"):
        play_move(state, RecordedGuess("NOWHERE"), words)
    with pytest.raises(RuleError, match="is blue's, but it is not blue's turn"):
        play_move(state, RecordedClue("x", 1, "blue"), words)
    late = type(game)(game.group, game.mode, game.seed, (*game.moves, game.moves[0]), game.end)
    assert "comes after the end of the match" in replay(late, pool).reason


def count_unlike(games, pool):
    return sum(not replay(game, pool).same for game in games)


def test_the_records_notice_an_assassin_that_does_not_lose(monkeypatch, games, pool):
    monkeypatch.setattr(engine, "ASSASSIN", 99)
    assert count_unlike(games, pool) == 9


def test_the_records_notice_a_side_that_does_not_win_by_its_last_card(monkeypatch, games, pool):
    monkeypatch.setattr(engine, "FOUND", PLAYING)
    assert count_unlike(games, pool) == 141


def test_no_recorded_game_of_two_teams_has_a_wrong_touch_so_they_cannot_say_what_that_does(games, pool):
    for game in of_mode(games, "two_teams"):
        words, key = tog2025_board(game.seed, pool)
        for move in game.moves:
            if isinstance(move, RecordedClue):
                own = {"red": AGENT, "blue": OTHER}[move.team]
            else:
                assert key[words.index(move.word)] == own


def test_no_recorded_game_of_one_team_covers_all_cards_of_the_other(games):
    assert max(game.end.blue for game in of_mode(games, "one_team")) < 8


def test_the_records_notice_teams_that_do_not_take_turns(monkeypatch, games, pool):
    monkeypatch.setattr(engine, "_next_giver", lambda state: state.giver)
    assert count_unlike(of_mode(games, "two_teams"), pool) == 60


def test_the_records_notice_a_key_that_is_shuffled_before_the_words(monkeypatch, games, pool):
    dealt = tog2025_board

    def other_order(seed, pool):
        generator = random.Random(seed)
        _, key = dealt(seed, pool)
        roles = sorted(key.tolist(), key=[AGENT, OTHER, BYSTANDER, ASSASSIN].index)
        generator.shuffle(roles)
        rest = list(pool)
        random.Random(seed).shuffle(rest)
        return rest[:25], np.array(roles, dtype=np.int8)

    monkeypatch.setattr(tog2025, "tog2025_board", other_order)
    assert count_unlike(games, pool) > 140
