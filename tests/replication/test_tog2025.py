"""All 150 recorded games of the 2025 framework, replayed through our engine, end as recorded."""

import random
from dataclasses import dataclass

import numpy as np
import pytest

from cluejam_ai.errors import RuleError
from cluejam_ai.game import engine
from cluejam_ai.game.boards import Boards, tog2025_board
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, FIRST, NOBODY, OTHER, PLAYING, SECOND
from cluejam_ai.game.engine import end_turn, give, reveal
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.state import new_game
from cluejam_ai.results.importers.tog2025 import RecordedClue, RecordedEnd, read_games

RULES = {"one_team": "solo(preset=tog2025, guess_limit=false)", "two_teams": "classic(guess_limit=false)"}
#: What the second team sees where the first sees agent, bystander, other, assassin.
AS_THE_SECOND_SEES = np.array([OTHER, BYSTANDER, AGENT, ASSASSIN], dtype=np.int8)


@pytest.fixture(scope="session")
def pool(test_data):
    return (test_data / "tog2025" / "board_words.txt").read_text().split()


@pytest.fixture(scope="session")
def games(test_data):
    return read_games(test_data / "tog2025" / "games_dev.jsonl")


@dataclass
class Replay:
    """One game under our rules: the words on the table, and the position."""

    words: list
    state: object

    @classmethod
    def begin(cls, game, pool, rules):
        words, key = tog2025_board(game.seed, pool)
        keys = key[None] if game.mode == "one_team" else np.stack([key, AS_THE_SECOND_SEES[key]])
        one = np.zeros(1, dtype=np.int64)
        boards = Boards(one, np.arange(25, dtype=np.int16)[None], keys[None], one.astype(np.int8))
        return cls(words, new_game(parse_ruleset(rules), boards))

    def clue(self, clue):
        if self.state.limit[0]:
            assert self.state.touches[0] > 0, "a turn without a touch"
            self.state = end_turn(self.state)
        assert self.state.playing[0], "a clue after the end"
        assert int(self.state.giver[0]) == {"red": FIRST, "blue": SECOND}[clue.team]
        self.state = give(self.state, np.array([clue.number]))

    def touch(self, word):
        after = reveal(self.state, np.array([self.words.index(word)]))
        self.state = after.state

    def end(self):
        self.state = end_turn(self.state)
        roles = self.state.keys[0, 0][self.state.judged[0, 0]]
        count = {role: int((roles == role).sum()) for role in (AGENT, OTHER, BYSTANDER, ASSASSIN)}
        winner = {FIRST: "red", SECOND: "blue", NOBODY: "nobody"}[int(self.state.winner[0])]
        return RecordedEnd(
            turns=int(self.state.turn[0]),
            red=count[AGENT],
            blue=count[OTHER],
            civilian=count[BYSTANDER],
            assassin=count[ASSASSIN],
            winner=winner,
        )


def replay(game, pool, rules=None):
    """Return how a recorded game ends under our rules."""
    table = Replay.begin(game, pool, RULES[game.mode] if rules is None else rules)
    for move in game.moves:
        if isinstance(move, RecordedClue):
            table.clue(move)
        else:
            table.touch(move.word)
    return table.end()


def of_mode(games, mode):
    return [game for game in games if game.mode == mode]


def test_the_records_hold_games_of_one_team_and_of_two(games):
    assert [len(of_mode(games, mode)) for mode in RULES] == [90, 60]
    assert sum(game.end.assassin for game in games) == 9


@pytest.mark.parametrize("mode", RULES)
def test_every_recorded_game_ends_as_recorded(mode, games, pool):
    for game in of_mode(games, mode):
        assert replay(game, pool) == game.end, f"{game.group}, seed {game.seed}"


@pytest.mark.parametrize("mode", RULES)
def test_no_recorded_game_is_over_before_its_last_touch(mode, games, pool):
    for game in of_mode(games, mode):
        cut = type(game)(game.group, game.mode, game.seed, game.moves[:-1], game.end)
        assert replay(cut, pool).winner == "nobody"


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
        with pytest.raises(RuleError, match="no guess is due"):
            replay(game, pool, "solo(preset=tog2025)")


def test_a_touch_after_a_wrong_one_would_be_refused(games, pool):
    game = of_mode(games, "two_teams")[0]
    table = Replay.begin(game, pool, RULES["two_teams"])
    role = table.state.keys[0, 0]
    table.clue(game.moves[0])
    table.touch(table.words[int(np.argmax(role == BYSTANDER))])
    with pytest.raises(RuleError, match="no guess is due"):
        table.touch(table.words[int(np.argmax(role == AGENT))])


def ends_as_recorded(game, pool):
    try:
        return replay(game, pool) == game.end
    except (AssertionError, RuleError, ValueError):
        # a move that cannot be made there, or a word that is not on the board
        return False


def count_unlike(games, pool):
    return sum(not ends_as_recorded(game, pool) for game in games)


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

    monkeypatch.setitem(globals(), "tog2025_board", other_order)
    assert count_unlike(games, pool) > 140
