"""The live matches of a block, and how their turns, touches and outcomes are recorded."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.arena.recorder import Recorder
from cluejam_ai.game.batch import Batch, cut
from cluejam_ai.game.cards import N_CARDS, NO_CLUE, Bools, Ints, count_cards
from cluejam_ai.game.state import GameState
from cluejam_ai.game.views import History, guessing_seat
from cluejam_ai.results.schema import TURN_ENDINGS

_WRONG, _PASSED, _LIMIT, _MATCH, _ILLEGAL = range(len(TURN_ENDINGS))
PLACE_BITS = (1 << np.arange(N_CARDS)).astype(np.int32)


@dataclass(frozen=True)
class Places(Batch):
    """Where matches stand in their blocks.

    Attributes
    ----------
    match : (B,) intp
        The match's row in the record.
    series : (B,) intp
        The series' row in its block, for memory.
    pairing : (B,) intp
        Which of the pairings at the table plays it.
    """

    match: NDArray[np.intp]
    series: NDArray[np.intp]
    pairing: NDArray[np.intp]


@dataclass(frozen=True)
class Table:
    """The live matches of some blocks.

    Attributes
    ----------
    state : GameState
    words : (B, 25) int16
        Board words.
    board : (B,) int64
        Board numbers, the identity of each match's randomness.
    starter : (B,) int8
        Which named team or player has the first seat.
    places : Places
    history : History
    """

    state: GameState
    words: NDArray[np.int16]
    board: NDArray[np.int64]
    starter: NDArray[np.int8]
    places: Places
    history: History

    def __len__(self) -> int:
        return len(self.board)

    def team(self, seat: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return which named team or player sits on these seats: (B,) int8."""
        return seat ^ self.starter

    def player(self, seat: NDArray[np.int8]) -> NDArray[np.intp]:
        """Return the number of the agent on these seats, among those of all pairings: (B,) intp."""
        return np.asarray(2 * self.places.pairing + self.team(seat))

    def take(self, rows: Ints) -> "Table":
        """Return the matches at these rows."""
        return Table(
            self.state.take(rows),
            cut(self.words, rows),
            self.board[rows],
            self.starter[rows],
            self.places.take(rows),
            self.history.take(rows),
        )


@dataclass(frozen=True)
class Turn:
    """The clue of a turn on each board: (B,) word, number; (B, 25) targets; whether it was refused."""

    word: NDArray[np.int32]
    number: NDArray[np.int8]
    targets: Bools
    illegal: Bools


def no_clue(n: int) -> Turn:
    """Return the turn of n boards before a clue, or without one."""
    return Turn(
        word=np.full(n, NO_CLUE, dtype=np.int32),
        number=np.zeros(n, dtype=np.int8),
        targets=np.zeros((n, N_CARDS), dtype=bool),
        illegal=np.zeros(n, dtype=bool),
    )


def turn_endings(
    state: GameState, turn: Turn, passed: Bools, right: NDArray[np.int8], touches: NDArray[np.int8]
) -> NDArray[np.int8]:
    """Return what ended each turn, as codes of `TURN_ENDINGS`: (B,) int8."""
    by_rule = np.where(touches > right, _WRONG, np.where(state.playing, _LIMIT, _MATCH))
    return np.where(turn.illegal, _ILLEGAL, np.where(passed, _PASSED, by_rule)).astype(np.int8)


def record_touches(
    recorder: Recorder, table: Table, rows: Ints, cards: Ints, touch: int, role: NDArray[np.int8]
) -> None:
    """Record one touch on these rows of the table."""
    seat = guessing_seat(table.state)[rows]
    recorder.add(
        "guesses",
        match=table.places.match[rows],
        turn=table.state.turn[rows],
        touch=np.full(len(rows), touch, dtype=np.int8),
        seat=seat,
        team=seat ^ table.starter[rows],
        place=cards.astype(np.int8),
        word=table.words.reshape(-1).take(rows * N_CARDS + cards),
        role=role,
    )


def live_matches(table: Table, recorder: Recorder) -> Table:
    """Record the matches that ended and return the others."""
    done = np.flatnonzero(~table.state.playing)
    if not done.size:
        return table
    state = table.state
    own_seat = table.starter[done]  # the seat of the first team: it started, or it did not
    recorder.add(
        "matches",
        match=table.places.match[done],
        board=table.board[done],
        starter=table.starter[done],
        winner=state.winner[done],
        own_seat=own_seat,
        ending=state.ending[done],
        lives_lost=state.lives_lost[done],
        found=count_cards(state.found[done]),
        left=state.left[done, np.minimum(own_seat, state.left.shape[1] - 1)],
    )
    return table.take(np.flatnonzero(state.playing))
