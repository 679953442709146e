"""Puts people's boards before an agent and asks it: a guesser for its order of all cards."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Guesser
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import HIDDEN
from cluejam_ai.game.rulesets import CLASSIC
from cluejam_ai.game.views import NO_BUDGET, GuesserView, no_history
from cluejam_ai.human.sheet import N_PLACES, Bools, Floats
from cluejam_ai.seeding import derive

Progress = Callable[[int, int], None]

_ROWS_AT_ONCE = 1024


@dataclass(frozen=True, eq=False)
class Asked:
    """Rows in the numbers that agents know words by.

    Attributes
    ----------
    words : (R, 25) int16
        Board words; any where there is no card that the agent knows.
    there : (R, 25) bool
        Cards that the agent knows.
    clue : (R,) int32
        Clue words; -1 where it knows none, and is not asked.
    number : (R,) int8
        The number of each clue, 1 to 9.
    keys : (R,) uint64
        What the draws of each row are named by.
    """

    words: NDArray[np.int16]
    there: Bools
    clue: NDArray[np.int32]
    number: NDArray[np.int8]
    keys: NDArray[np.uint64]


def guesser_scores(
    agent: Guesser, backwards: Guesser, asked: Asked, name: str, progress: Progress | None = None
) -> Floats:
    """Return the order in which a guesser takes the cards of each row, as scores: (R, 25) float64.

    The guesser is asked for one card after the other and may not pass. The first touches are those of a
    turn; when the number is used up it is asked as before the last. Cards between which it does not choose
    have the same score: it is asked a second time with the alphabet, which breaks its ties, reversed, and
    the places are added.

    Parameters
    ----------
    agent, backwards : Guesser
        The guesser, and the same on words in the reverse alphabet.
    asked : Asked
    name : str
        For messages.
    progress : callable, optional
        Told how many rows are done, of how many.

    Raises
    ------
    CluejamError
        If it does not answer with a card that may be touched.
    """
    score = np.full(asked.there.shape, -np.inf)
    rows = np.flatnonzero((asked.clue >= 0) & asked.there.any(axis=1))
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        part = rows[first : first + _ROWS_AT_ONCE]
        score[part] = -(_places(agent, asked, part, name) + _places(backwards, asked, part, name)) / 2
        if progress is not None:
            progress(first + len(part), len(rows))
    return score


def _places(agent: Guesser, asked: Asked, rows: NDArray[np.intp], name: str) -> Floats:
    """Return when each card is touched, from 1, and inf where none is: (r, 25)."""
    places = np.full((len(rows), N_PLACES), np.inf)
    view, keys = _view(asked, rows), asked.keys[rows]
    memory = agent.start(len(rows))
    left = view.touchable.copy()
    for touch in range(int(left.sum(axis=1).max())):
        some = np.flatnonzero(left.any(axis=1))
        used = np.minimum(touch, view.number - 1).astype(np.int8)
        now = replace(
            view,
            touchable=left.copy(),
            covered=~left,
            touches=used,
            guesses_left=(view.number + 1 - used).astype(np.int8),
        ).take(some)
        held = {key: values[some] for key, values in memory.items()}
        card = agent.guess(now, derive(keys[some], touch), held).card
        if not ((card >= 0) & np.take_along_axis(now.touchable, np.maximum(card, 0)[:, None], 1)[:, 0]).all():
            raise CluejamError(f"guesser '{name}' answered with no card that may be touched")
        places[some, card] = touch + 1
        left[some, card] = False
    return places


def _view(asked: Asked, rows: NDArray[np.intp]) -> GuesserView:
    """Return what the guesser sees at the start: a board without a key of its own, before its first touch."""
    n = len(rows)
    there = asked.there[rows]
    small, none = np.ones(n, dtype=np.int8), np.full(n, NO_BUDGET, dtype=np.int16)
    nothing = np.full((n, N_PLACES), HIDDEN, dtype=np.int8)
    third = (there.sum(axis=1) // 3).astype(np.int8)
    number = asked.number[rows]
    return GuesserView(
        ruleset=CLASSIC,
        words=asked.words[rows],
        seat=0 * small,
        own_key=nothing,
        own_judged=np.zeros((n, N_PLACES), dtype=bool),
        seen=nothing,
        touchable=there,
        covered=~there,
        clue=asked.clue[rows],
        number=number,
        touches=0 * small,
        guesses_left=(number + 1).astype(np.int8),
        may_pass=np.zeros(n, dtype=bool),
        cards_left=np.maximum(number, third),
        opponent_left=third,
        turns_left=none,
        lives_left=none,
        history=no_history(n),
    )
