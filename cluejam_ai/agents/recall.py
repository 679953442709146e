"""Which cards earlier clues of the same giver may still be meant for."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.resources import Resources
from cluejam_ai.game.cards import AGENT, HIDDEN, NO_CLUE, Bools
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import GuesserView

Floats = NDArray[np.float32]


def givers_turns(view: GuesserView) -> Bools:
    """Return the past turns in which the giver of this turn gave a clue: (B, T) bool."""
    history = view.history
    partners = view.ruleset.kind is Kind.PARTNERS
    same_seat = history.seat == view.seat[:, None]
    # a partner is on the other seat, a team's giver on its own
    return np.asarray((~same_seat if partners else same_seat) & (history.clue != NO_CLUE))


def judged_before(view: GuesserView) -> NDArray[np.int8]:
    """Return the turn in which each card was judged on the giver's key, from 1; 0 if not: (B, 25) int8.

    Between two teams every touch is judged on both keys; between partners on the giver's.
    """
    history = view.history
    touched = history.order > 0  # (B, T, 25)
    if view.ruleset.kind is Kind.PARTNERS:
        touched &= (history.seat != view.seat[:, None])[:, :, None]
    turn = np.arange(1, touched.shape[1] + 1, dtype=np.int8)[None, :, None]
    return np.asarray((touched * turn).max(axis=1, initial=0))


def found_now(view: GuesserView) -> Bools:
    """Return the agent cards that were found in the turn under way: (B, 25) bool."""
    return np.asarray((view.seen == AGENT) & (judged_before(view) == 0))


def remembered(resources: Resources, view: GuesserView, hopeful: Bools) -> Floats:
    """Return how near each card is to the unfinished clues that it seems to be meant for.

    Every earlier clue of the giver is taken to be meant for as many cards as its number says, the nearest
    ones that were there and are not known to be something else by now. Those that have been found since,
    under whichever clue, are done with.

    Parameters
    ----------
    resources : Resources
        Standardised similarities.
    view : GuesserView
        B boards.
    hopeful : (B, 25) bool
        Cards that can be agent cards.

    Returns
    -------
    (B, 25) float32
        The largest standardised similarity with such a clue; -inf for cards that none is meant for.
    """
    history = view.history
    best = np.full(view.words.shape, -np.inf, dtype=np.float32)
    asked = givers_turns(view)
    judged = judged_before(view)
    found = _found(view)
    order = resources.word_order[view.words]
    for turn in range(history.clue.shape[1]):
        z = resources.z_scores[view.words, np.maximum(history.clue[:, turn], 0)[:, None]]  # (B, 25)
        there = (judged == 0) | (judged > turn)
        # a card found in this turn or later counts, one that proved to be no agent card does not
        possible = there & (found | hopeful)
        place = np.lexsort((order, -np.where(possible, z, -np.inf)), axis=1).argsort(axis=1)
        meant = possible & (place < history.number[:, turn, None]) & asked[:, turn, None]
        # a card that was found cannot be touched again, so it is not hopeful
        np.maximum(best, np.where(meant & hopeful, z, -np.inf), out=best)
    return best


def _found(view: GuesserView) -> Bools:
    """Return the agent cards found under either key: (B, 25) bool."""
    found = view.seen == AGENT
    if view.ruleset.kind is Kind.PARTNERS and not (view.own_key == HIDDEN).all():
        found = found | (view.own_judged & (view.own_key == AGENT))
    return np.asarray(found)
