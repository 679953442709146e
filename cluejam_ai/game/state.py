"""What is on the table, for a batch of boards at once. Only the arena holds one."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.batch import cut
from cluejam_ai.game.boards import Boards
from cluejam_ai.game.cards import AGENT, FIRST, N_CARDS, NOBODY, OTHER, PLAYING, Bools, Ints, Roles
from cluejam_ai.game.rulesets import Kind, Ruleset

C = TypeVar("C", bound=np.generic)


@dataclass(frozen=True)
class GameState:
    """Positions of B boards under one ruleset; functions return new ones.

    Attributes
    ----------
    keys : (B, K, 25) int8
        The role of every card on each giver's key. Hidden from guessers.
    judged : (B, K, 25) bool
        Cards whose role on this key is public, because they were touched under it.
    found : (B, 25) bool
        Agent cards found by either partner; all False where nobody has a partner.
    left : (B, 2) int8
        Agent cards still to be touched for each key; with one key, own cards and the other team's.
    giver : (B,) int8
        The seat that gives the clue, or on whose key touches are judged.
    turn : (B,) int16
        Turns that are over.
    lives_lost : (B,) int16
        Bystanders touched so far, where the ruleset counts them.
    limit : (B,) int8
        Touches allowed in the turn under way (once it is over: those made); 0 while a clue is awaited.
    touches : (B,) int8
        Touches made in the turn under way.
    ending : (B,) int8
        How the match ended; 0 while it goes on.
    winner : (B,) int8
        The winning seat, NOBODY while it goes on. Where there is one side only, SECOND is the game itself.
    """

    ruleset: Ruleset
    keys: Roles
    judged: Bools
    found: Bools
    left: NDArray[np.int8]
    giver: NDArray[np.int8]
    turn: NDArray[np.int16]
    lives_lost: NDArray[np.int16]
    limit: NDArray[np.int8]
    touches: NDArray[np.int8]
    ending: NDArray[np.int8]
    winner: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.giver)

    @cached_property
    def playing(self) -> Bools:
        """Which matches go on: (B,) bool."""
        return self.ending == PLAYING

    @cached_property
    def giver_key(self) -> NDArray[np.intp]:
        """The index of the key that touches are judged on: (B,)."""
        return np.minimum(self.giver, self.keys.shape[1] - 1).astype(np.intp)

    @cached_property
    def judged_here(self) -> Bools:
        """Cards whose role on the giver's key is public: (B, 25) bool."""
        return of_seat(self.judged, self.giver_key)

    @cached_property
    def covered(self) -> Bools:
        """Cards that restrict no clue any more: found, or judged under every key: (B, 25) bool."""
        if self.ruleset.kind is not Kind.PARTNERS:
            return self.judged_here
        return np.asarray(self.found | (self.judged[:, 0] & self.judged[:, -1]))

    @cached_property
    def touchable(self) -> Bools:
        """Cards that may be touched under the giver's key: (B, 25) bool."""
        if self.ruleset.kind is not Kind.PARTNERS:
            return ~self.judged_here
        return np.asarray(~(self.found | self.judged_here))

    @cached_property
    def in_sudden_death(self) -> Bools:
        """Where turns are used up and guessing goes on without clues: (B,) bool."""
        if not self.ruleset.sudden_death or self.ruleset.turns is None:
            return np.zeros(len(self), dtype=bool)
        return np.asarray(self.playing & (self.turn >= self.ruleset.turns))

    def take(self, rows: Ints | Bools) -> "GameState":
        """Return the positions at these rows."""
        parts: dict[str, Any] = {name: cut(getattr(self, name), rows) for name in _ARRAYS}
        return replace(self, **parts)


_ARRAYS = (
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


def of_seat(values: NDArray[C], seat: Ints) -> NDArray[C]:
    """Return what a seat of each board has of values (B, K, 25): (B, 25)."""
    n_boards, n_keys, n_cards = values.shape
    # plain places: indices in two dimensions take three times as long
    return values.reshape(-1, n_cards).take(np.arange(n_boards) * n_keys + seat, axis=0)


def new_game(ruleset: Ruleset, boards: Boards) -> GameState:
    """Return the positions before the first clue; the first seat gives it."""
    n = len(boards.number)
    return GameState(
        ruleset=ruleset,
        keys=boards.keys,
        judged=np.zeros(boards.keys.shape, dtype=bool),
        found=np.zeros((n, N_CARDS), dtype=bool),
        left=count_left(ruleset, boards.keys, np.zeros(boards.keys.shape, dtype=bool)),
        giver=np.full(n, FIRST, dtype=np.int8),
        turn=np.zeros(n, dtype=np.int16),
        lives_lost=np.zeros(n, dtype=np.int16),
        limit=np.zeros(n, dtype=np.int8),
        touches=np.zeros(n, dtype=np.int8),
        ending=np.full(n, PLAYING, dtype=np.int8),
        winner=np.full(n, NOBODY, dtype=np.int8),
    )


def count_left(ruleset: Ruleset, keys: Roles, done: Bools) -> NDArray[np.int8]:
    """Return the cards still to be touched for each side: (B, 2) int8.

    Parameters
    ----------
    keys : (B, K, 25) int8
        Roles on each key.
    done : (B, K, 25) bool
        Cards that count as touched on each key.
    """
    if ruleset.kind is Kind.SOLO:
        own, other = (keys[:, 0] == AGENT) & ~done[:, 0], (keys[:, 0] == OTHER) & ~done[:, 0]
        return np.stack([own.sum(axis=1), other.sum(axis=1)], axis=1).astype(np.int8)
    left: NDArray[np.int8] = ((keys == AGENT) & ~done).sum(axis=2).astype(np.int8)
    return left
