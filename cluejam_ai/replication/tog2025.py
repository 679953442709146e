"""Replays the recorded games of the competition framework of 2025 under our rules.

Its guess limits were its own and it judged no clue, so the touches are taken as recorded.

Source: the public logs behind Stephenson, Sidji & Ronval, IEEE Transactions on Games 2025.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluejam_ai.errors import CluejamError, RuleError
from cluejam_ai.game.boards import Boards, tog2025_board
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER, SECOND
from cluejam_ai.game.engine import end_turn, give, reveal
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.state import GameState, new_game
from cluejam_ai.results.importers.tog2025 import RecordedClue, RecordedEnd, RecordedGame, RecordedMove

RULES = {"one_team": "solo(preset=tog2025, guess_limit=false)", "two_teams": "classic(guess_limit=false)"}
#: What the second team sees where the first sees agent, bystander, other, assassin.
_AS_THE_SECOND_SEES = np.array([OTHER, BYSTANDER, AGENT, ASSASSIN], dtype=np.int8)
_SEATS = {"red": 0, "blue": 1}


@dataclass(frozen=True)
class Replay:
    """A recorded game and how it ends under our rules; None with the reason where a move is refused."""

    game: RecordedGame
    end: RecordedEnd | None
    reason: str = ""

    @property
    def same(self) -> bool:
        """Whether it ends as recorded."""
        return self.end == self.game.end

    def __str__(self) -> str:
        name = f"{self.game.group}, {self.game.mode}, seed {self.game.seed}"
        return f"{name}: {self.reason or f'recorded {self.game.end}, here {self.end}'}"


def replay(game: RecordedGame, pool: Sequence[str], rules: str | None = None) -> Replay:
    """Replay a recorded game.

    Parameters
    ----------
    game : RecordedGame
    pool : sequence of str
        The published list of board words in its order.
    rules : str, optional
        A ruleset to try instead of that of the game's mode.
    """
    words, state = begin(game, pool, rules)
    try:
        for move in game.moves:
            state = play_move(state, move, words)
    except RuleError as error:
        return Replay(game, None, str(error))
    state = end_turn(state)
    if state.playing[0]:
        return Replay(game, None, "the match is not over after the last recorded move")
    return Replay(game, _end(state))


def begin(game: RecordedGame, pool: Sequence[str], rules: str | None = None) -> tuple[list[str], GameState]:
    """Return the words on the board of a recorded game, and its position before the first clue."""
    words, key = tog2025_board(game.seed, pool)
    keys = key[None] if game.mode == "one_team" else np.stack([key, _AS_THE_SECOND_SEES[key]])
    one = np.zeros(1, dtype=np.int64)
    boards = Boards(one, np.arange(len(words), dtype=np.int16)[None], keys[None], one.astype(np.int8))
    return words, new_game(parse_ruleset(rules or RULES[game.mode]), boards)


def play_move(state: GameState, move: RecordedMove, words: Sequence[str]) -> GameState:
    """Return the position after a recorded clue or touch.

    Raises
    ------
    RuleError
        If the rules refuse it.
    """
    if not isinstance(move, RecordedClue):
        if move.word not in words:
            raise RuleError(f"the card '{move.word}' is not on the board of this seed")
        return reveal(state, np.array([words.index(move.word)])).state
    if state.limit[0]:
        state = end_turn(state)
    if not state.playing[0]:
        raise RuleError(f"the clue '{move.word}' comes after the end of the match")
    if int(state.giver[0]) != _SEATS[move.team]:
        raise RuleError(f"the clue '{move.word}' is {move.team}'s, but it is not {move.team}'s turn")
    return give(state, np.array([move.number]))


def replay_all(games: Sequence[RecordedGame], pool: Sequence[str]) -> list[Replay]:
    """Replay recorded games, in order.

    Raises
    ------
    CluejamError
        If there are none.
    """
    if not games:
        raise CluejamError("there are no recorded games to replay")
    return [replay(game, pool) for game in games]


def _end(state: GameState) -> RecordedEnd:
    roles = state.keys[0, 0][state.judged[0, 0]]
    return RecordedEnd(
        turns=int(state.turn[0]),
        red=int((roles == AGENT).sum()),
        blue=int((roles == OTHER).sum()),
        civilian=int((roles == BYSTANDER).sum()),
        assassin=int((roles == ASSASSIN).sum()),
        winner="blue" if state.winner[0] == SECOND else "red",
    )
