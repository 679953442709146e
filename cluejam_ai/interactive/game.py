"""One game at the table: its setup, its moves and what is public of them."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.game.boards import Boards
from cluejam_ai.game.cards import AGENT, N_CARDS, PASS, Roles
from cluejam_ai.game.engine import end_turn, give, reveal, start_sudden_death
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.game.state import GameState, new_game
from cluejam_ai.game.views import guessing_seat


class Move(Enum):
    """What is due: a clue, a guess, or nothing any more."""

    CLUE = "clue"
    GUESS = "guess"
    NOTHING = "nothing"


@dataclass(frozen=True, eq=False)
class Setup:
    """What lies on the table before the first clue.

    Attributes
    ----------
    ruleset : Ruleset
    words : tuple of 25 str
        The words of the cards, by place.
    keys : (1, K, 25) int8
        The role of every card on each giver's key.
    starter : int
        Which named team or player (0 or 1) has the first seat.
    pairing : Pairing
        Who sits on each chair: canonical specs of agents, or a person's.
    seed : int
        Names the board and every draw of the agents.
    language : str
        Which rules on clues the words have.
    """

    ruleset: Ruleset
    words: tuple[str, ...]
    keys: Roles
    starter: int
    pairing: Pairing
    seed: int
    language: str = "en"

    @property
    def boards(self) -> Boards:
        """The board as a batch of one; its words are its places."""
        return Boards(
            number=np.zeros(1, dtype=np.int64),
            words=np.arange(N_CARDS, dtype=np.int16)[None],
            keys=self.keys,
            starts=np.array([self.starter], dtype=np.int8),
        )


@dataclass(frozen=True)
class Touch:
    """A card that was touched, and what it is on the giver's key."""

    place: int
    role: int


@dataclass(frozen=True)
class PublicTurn:
    """What everybody knows of a turn.

    Attributes
    ----------
    seat : int
        Who gave the clue: 0 started.
    clue : str or None
        None in sudden death.
    number : int
    touches : tuple of Touch
    passed : bool
        Whether the guesser stopped by choice.
    """

    seat: int
    clue: str | None
    number: int
    touches: tuple[Touch, ...] = ()
    passed: bool = False

    @property
    def right(self) -> int:
        """Agent cards touched in this turn."""
        return sum(touch.role == AGENT for touch in self.touches)


@dataclass(frozen=True, eq=False)
class Game:
    """A position and how it came about; moves return a new game.

    Attributes
    ----------
    setup : Setup
    state : GameState
        Of one board.
    log : tuple of PublicTurn
        The turn under way comes last.
    targets : tuple of tuple of int
        The places of the cards that each turn's clue is meant for, where its giver has told; not public.
    """

    setup: Setup
    state: GameState
    log: tuple[PublicTurn, ...] = ()
    targets: tuple[tuple[int, ...], ...] = ()

    @property
    def due(self) -> Move:
        """What has to happen next."""
        if not self.state.playing[0]:
            return Move.NOTHING
        return Move.GUESS if self.state.limit[0] > 0 else Move.CLUE

    @property
    def seat(self) -> int:
        """Who has to move: the seat of the giver, or of the guesser."""
        if self.due is Move.GUESS:
            return int(guessing_seat(self.state)[0])
        return int(self.state.giver[0])

    @property
    def team(self) -> int:
        """Which named team or player has to move."""
        return self.seat ^ self.setup.starter

    @property
    def past(self) -> tuple[PublicTurn, ...]:
        """The turns that are over."""
        return self.log[:-1] if self.due is Move.GUESS else self.log

    @property
    def open_words(self) -> list[str]:
        """The words of the cards that are not covered: they restrict clues."""
        return [w for w, covered in zip(self.setup.words, self.state.covered[0], strict=True) if not covered]


def begin(setup: Setup) -> Game:
    """Return the game before the first clue."""
    return Game(setup, new_game(setup.ruleset, setup.boards))


def say(game: Game, clue: str, number: int, targets: tuple[int, ...] = ()) -> Game:
    """Return the game after a clue, whose legality has been judged.

    Raises
    ------
    IllegalMoveError
        For a number that the rules do not know.
    """
    state = give(game.state, np.array([number]))
    turn = PublicTurn(int(state.giver[0]), clue, number)
    return replace(game, state=state, log=(*game.log, turn), targets=(*game.targets, targets))


def touch(game: Game, place: int) -> Game:
    """Return the game after a touch, or PASS.

    Raises
    ------
    IllegalMoveError
        If the card may not be touched, or the guesser may not pass.
    """
    after = reveal(game.state, np.array([place]))
    turn = game.log[-1]
    if place == PASS:
        turn = replace(turn, passed=True)
    else:
        turn = replace(turn, touches=(*turn.touches, Touch(place, int(after.role[0]))))
    game = replace(game, state=after.state, log=(*game.log[:-1], turn))
    return game if after.goes_on[0] else _next_turn(replace(game, state=end_turn(after.state)))


def _next_turn(game: Game) -> Game:
    if not game.state.in_sudden_death[0]:
        return game
    state = start_sudden_death(game.state)
    turn = PublicTurn(int(state.giver[0]), None, 0)
    return replace(game, state=state, log=(*game.log, turn), targets=(*game.targets, ()))


def array(*values: int, dtype: Any = np.int8) -> Any:
    """Return integers as an array for a batch of one board."""
    return np.array(values, dtype=dtype)
