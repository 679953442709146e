"""House rules that all our spymasters keep: legal clues only, and no clue that just failed on this board."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Grounds
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import HIDDEN, NO_CLUE, Bools
from cluejam_ai.game.views import SpymasterView

#: Room for failed clues grows by so many at once.
_FAILED_TOGETHER = 8

#: Clues that must not be given: pairs of a board and a clue word.
Barred = tuple[NDArray[np.intp], NDArray[np.int32]]


def blocked_clues(view: SpymasterView, blocked: NDArray[np.int32], n_clues: int) -> Barred:
    """Return the clues that must not be given, as pairs of a board and a clue word.

    Parameters
    ----------
    view : SpymasterView
        Boards.
    blocked : (W, L) int32
        Clue words that are not legal beside each board word, filled up with `n_clues`.
    n_clues : int
        Size of the lexicon (V).

    Returns
    -------
    boards, clues : (K,) int
        Boards ascending, so that `within` can cut them.
    """
    # flat indices: a search in three dimensions takes three times as long
    n_cards, length = view.words.shape[1], blocked.shape[1]
    cells = np.flatnonzero(~view.covered)
    beside = blocked.take(view.words.ravel()[cells], axis=0).ravel()  # (C * L,)
    found = np.flatnonzero(beside < n_clues)
    boards = cells[found // length] // n_cards
    failed = failed_clues(view)
    if not failed.any():
        return boards, beside[found]
    again, turns = np.nonzero(failed)
    boards = np.concatenate([boards, again])
    clues = np.concatenate([beside[found], view.history.clue[again, turns]])
    order = np.argsort(boards, kind="stable")
    return boards[order], clues[order]


def within(pairs: Barred, part: slice) -> Barred:
    """Return the pairs of some boards, counted from the first of them."""
    boards, clues = pairs
    low, high = np.searchsorted(boards, (part.start, part.stop))
    return boards[low:high] - part.start, clues[low:high]


def is_legal(resources: Resources, view: SpymasterView, word: NDArray[np.int64]) -> Bools:
    """Return whether one clue a board keeps the house rules: (B,) bool."""
    again = (failed_clues(view) & (view.history.clue == word[:, None])).any(axis=1)
    return resources.permits(view.words, word, view.covered) & ~again


def failed_clues(view: SpymasterView) -> Bools:
    """Return the turns in which the giver's own clue found fewer cards than it was meant for: (B, T) bool."""
    return view.history.failed & (view.history.seat == view.seat[:, None])


def house_grounds(view: SpymasterView) -> Grounds:
    """Return what a clue depends on that is chosen by the cards to be touched and the house rules.

    It does not depend on who gives, on budgets, on touched cards, or on the order of earlier turns.
    """
    said = np.sort(np.where(failed_clues(view), view.history.clue, NO_CLUE), axis=1)
    # the clues that failed stand last, NO_CLUE being below them; the width is the same in most turns
    n_said = int((said != NO_CLUE).sum(axis=1).max(initial=0))
    width = -(-n_said // _FAILED_TOGETHER) * _FAILED_TOGETHER
    again = np.full((len(view), width), NO_CLUE, dtype=np.int32)
    again[:, width - n_said :] = said[:, said.shape[1] - n_said :]
    key = np.where(view.touchable, view.key, np.int8(HIDDEN))
    return view.words, key, view.covered, again


def no_legal_clue(view: SpymasterView, row: int, resources: Resources) -> CluejamError:
    """Return the error for a board on which the lexicon has nothing left to say."""
    cards = [resources.words[i] for i in view.words[row][~view.covered[row]]]
    return CluejamError(
        f"none of the {len(resources.clues)} clue words may be given on a board with {', '.join(cards)}; "
        "use a larger lexicon (--lexicon FILE)"
    )
