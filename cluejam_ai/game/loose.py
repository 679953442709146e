"""Views of a loose board: any 1 to 25 cards on the table, outside a match, for advice."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import AGENT, BYSTANDER, HIDDEN, N_CARDS, OTHER, Bools
from cluejam_ai.game.rulesets import CLASSIC
from cluejam_ai.game.views import NO_BUDGET, GuesserView, History, SpymasterView, no_history


def loose_spymaster_view(roles: list[int]) -> SpymasterView:
    """Return what the giver of a clue sees: card i has word i and the i-th role (B = 1)."""
    key = np.full((1, N_CARDS), BYSTANDER, dtype=np.int8)
    key[0, : len(roles)] = roles
    there = (np.arange(N_CARDS) < len(roles))[None]
    one = np.ones(1, dtype=np.int8)
    none = np.full(1, NO_BUDGET, dtype=np.int16)
    return SpymasterView(
        ruleset=CLASSIC,
        words=_places(len(roles)),
        seat=np.zeros(1, dtype=np.int8),
        key=key,
        touchable=there,
        covered=~there,
        partner_seen=np.full((1, N_CARDS), HIDDEN, dtype=np.int8),
        cards_left=one * roles.count(AGENT),
        opponent_left=one * roles.count(OTHER),
        turns_left=none,
        lives_left=none,
        history=no_history(1),
    )


def _places(n_cards: int) -> NDArray[np.int16]:
    """Return the board's words, (1, 25); places without a card repeat the first word and are covered."""
    words = np.zeros((1, N_CARDS), dtype=np.int16)
    words[0, :n_cards] = np.arange(n_cards)
    return words


def with_failed_clue(history: History, clue: int) -> History:
    """Return the history with a clue that failed, so that it is not given again."""
    one = np.ones(1, dtype=np.int8)
    word = np.array([clue], dtype=np.int32)
    nothing = np.zeros((1, N_CARDS), dtype=np.int8)
    return history.longer(seat=0 * one, clue=word, number=one, right=0 * one, touches=one, order=nothing)


def loose_guesser_view(n_cards: int, there: Bools, number: int, touches: int) -> GuesserView:
    """Return what a guesser sees after the clue word 0 with this number and some right touches (B = 1).

    Parameters
    ----------
    n_cards : int
        Cards on the table; card i has word i.
    there : (1, 25) bool
        Cards that are not covered.
    number, touches : int
        Of the clue, and made in this turn.
    """
    n_left = int(there.sum())
    small, none = np.ones(1, dtype=np.int8), np.full(1, NO_BUDGET, dtype=np.int16)
    nothing = np.full((1, N_CARDS), HIDDEN, dtype=np.int8)
    return GuesserView(
        ruleset=CLASSIC,
        words=_places(n_cards),
        seat=np.zeros(1, dtype=np.int8),
        own_key=nothing,
        own_judged=np.zeros((1, N_CARDS), dtype=bool),
        seen=nothing,
        touchable=there,
        covered=~there,
        clue=np.zeros(1, dtype=np.int32),
        number=small * number,
        touches=small * touches,
        guesses_left=small * (number + 1 - touches),
        may_pass=np.array([touches > 0]),
        cards_left=small * max(number, n_left // 3),
        opponent_left=small * (n_left // 3),
        turns_left=none,
        lives_left=none,
        history=no_history(1),
    )
