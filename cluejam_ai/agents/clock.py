"""What a position is worth to two partners under the clock: a chance of winning, by backward induction.

A pair that finds fifteen cards in nine turns has to find more than one a turn, and an assassin ends
everything. So what risk a touch is worth depends on the cards, turns and lives left. The table here answers
with a plain model of a turn: a clue for k cards is touched in order, the i-th touch is right with a
fixed chance if those before it were, and a share of the wrong ones is fatal; the giver chooses the best k.

Source: Bellman, "Dynamic Programming", 1957.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import Ints
from cluejam_ai.game.rulesets import Kind, Ruleset

Floats = NDArray[np.float64]

#: More turns or lives than this change nothing that matters.
_PLENTY = 60


@dataclass(frozen=True)
class Pace:
    """How a pair's turns go.

    Attributes
    ----------
    hits : tuple of float
        The chance that the first, second, ... touch of a turn is right, if those before it were.
    fatal : float
        The share of assassins among the wrong touches.
    """

    hits: tuple[float, ...]
    fatal: float


@dataclass(frozen=True)
class Outlook:
    """What a turn leads to on a batch of boards, for j = 0 to k cards found in it: all (B, k + 1).

    Attributes
    ----------
    right : float64
        Worth of the position if the turn ends without a wrong touch.
    wrong : float64
        The same if it ends with a touch that is not fatal.
    fatal : float64
        The same if it ends with an assassin: only the cards found count.
    """

    right: Floats
    wrong: Floats
    fatal: Floats


class Clock:
    """The worth of cards, turns and lives left, in wins.

    Parameters
    ----------
    ruleset : Ruleset
        A game of two partners with a budget of turns.
    pace : Pace
        How turns go.
    found_weight : float
        What finding all cards is worth beside winning; a part of them is worth that part of it. Above 0, a
        pair that cannot win any more still finds what it can.

    Notes
    -----
    ``table[c, t, n]`` is the worth of c cards left, t turns and n lives; where lives do not matter, n is 0.
    """

    def __init__(self, ruleset: Ruleset, pace: Pace, found_weight: float) -> None:
        if not has_clock(ruleset):
            raise ValueError(f"{ruleset.label} has no budget of turns for partners")
        self.n_goal = ruleset.n_goal
        self.n_turns = min(int(ruleset.turns or 0), _PLENTY)
        self.found_weight = found_weight
        self.n_lives = 0
        if ruleset.lives is not None and ruleset.lives < self.n_turns:
            self.n_lives = ruleset.lives
        self.table = self._table(pace)

    def _consolation(self, left: Ints | int) -> Floats:
        """Return what a game that is lost with so many cards left is worth."""
        return np.asarray(self.found_weight * (self.n_goal - np.asarray(left)) / self.n_goal)

    def _table(self, pace: Pace) -> Floats:
        shape = (self.n_goal + 1, self.n_turns + 1, self.n_lives + 1)
        table = np.empty(shape)
        table[:] = self._consolation(np.arange(self.n_goal + 1))[:, None, None]  # no turns, or no lives
        table[0] = 1 + self.found_weight
        lives = np.arange(1, self.n_lives + 1) if self.n_lives else np.array([0])
        for turn in range(1, self.n_turns + 1):
            for left in range(1, self.n_goal + 1):
                table[left, turn, lives] = self._best_number(table, left, turn, lives, pace)
        return table

    def _best_number(self, table: Floats, left: int, turn: int, lives: Ints, pace: Pace) -> Floats:
        """Return the worth of a position for each number of lives, with the best number clued: (L,)."""
        best = np.zeros(len(lives))
        so_far, alive = np.zeros(len(lives)), 1.0
        fewer = lives - 1 if self.n_lives else lives
        for j, hit in enumerate(pace.hits[:left]):
            spared = table[left - j, turn - 1, fewer]
            lost = self._consolation(left - j)
            so_far = so_far + alive * (1 - hit) * ((1 - pace.fatal) * spared + pace.fatal * lost)
            alive *= hit
            best = np.maximum(best, so_far + alive * table[left - j - 1, turn - 1, lives])
        return best

    def outlook(self, left: Ints, turns: Ints, lives: Ints, most: int) -> Outlook:
        """Return what the turn under way leads to.

        Parameters
        ----------
        left : (B,) int
            Cards left before the turn, or now if some of its touches are made.
        turns, lives : (B,) int
            Budgets, this turn included.
        most : int
            Largest number of cards that the turn can still find (k).
        """
        after = np.maximum(np.asarray(left, dtype=np.intp)[:, None] - np.arange(most + 1), 0)  # (B, k + 1)
        turn = np.clip(np.asarray(turns, dtype=np.intp) - 1, 0, self.n_turns)[:, None]
        if self.n_lives:
            now = np.clip(np.asarray(lives, dtype=np.intp), 0, self.n_lives)[:, None]
        else:
            now = np.zeros_like(turn)
        fewer = np.maximum(now - 1, 0)
        return Outlook(self.table[after, turn, now], self.table[after, turn, fewer], self._consolation(after))


@lru_cache(maxsize=32)
def clock_of(ruleset: Ruleset, pace: Pace, found_weight: float) -> Clock:
    """Return a clock, made once."""
    return Clock(ruleset, pace, found_weight)


def has_clock(ruleset: Ruleset) -> bool:
    """Return whether partners play against a budget of turns."""
    return ruleset.kind is Kind.PARTNERS and ruleset.turns is not None
