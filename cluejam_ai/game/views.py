"""What a seat may see. An agent is given one of these and nothing else.

Neither view depends on a key that its seat may not know, beyond the touches already judged under it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.batch import Batch, sealed
from cluejam_ai.game.cards import HIDDEN, N_CARDS, NO_CLUE, Bools, Ints, Roles, count_cards
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.game.state import GameState, of_seat

#: Instead of a budget: there is none.
NO_BUDGET = -1


@dataclass(frozen=True)
class History(Batch):
    """The turns of this match that are over, oldest first; all of it is public.

    Attributes
    ----------
    seat : (B, T) int8
        Who gave the clue.
    clue : (B, T) int32
        Index of the clue in the lexicon; NO_CLUE in sudden death.
    number : (B, T) int8
        The clue's number.
    right, touches : (B, T) int8
        Agent cards touched in the turn, and cards touched.
    order : (B, T, 25) int8
        When each card was touched in the turn, from 1; 0 if it was not. The first `right` of them were agent
        cards on the giver's key, for a turn ends with the first that is none.
    """

    seat: NDArray[np.int8]
    clue: NDArray[np.int32]
    number: NDArray[np.int8]
    right: NDArray[np.int8]
    touches: NDArray[np.int8]
    order: NDArray[np.int8]

    @property
    def failed(self) -> Bools:
        """Turns in which fewer agent cards were touched than the number said: (B, T) bool."""
        return np.asarray((self.right < self.number) & (self.clue != NO_CLUE))

    @property
    def found(self) -> Bools:
        """Cards that each turn found to be agent cards: (B, T, 25) bool."""
        return np.asarray((self.order > 0) & (self.order <= self.right[:, :, None]))

    def longer(self, **turn: NDArray[Any]) -> "History":
        """Return the history with one more turn: every field of it, without the axis of turns."""
        return History(
            **{
                name: np.concatenate([old, turn[name][:, None].astype(old.dtype)], axis=1)
                for name, old in vars(self).items()
            }
        )


def no_history(n_boards: int) -> History:
    """Return the history of matches that begin."""
    small = np.zeros((n_boards, 0), dtype=np.int8)
    order = np.zeros((n_boards, 0, N_CARDS), dtype=np.int8)
    return History(small, np.zeros((n_boards, 0), dtype=np.int32), small, small, small, order)


@dataclass(frozen=True)
class SpymasterView(Batch):
    """What the giver of a clue sees.

    Attributes
    ----------
    ruleset : Ruleset
    words : (B, 25) int16
        Board words, as indices into the list of board words.
    seat : (B,) int8
        Who gives.
    key : (B, 25) int8
        The giver's own key.
    touchable : (B, 25) bool
        Cards that the guesser may still touch under this key.
    covered : (B, 25) bool
        Cards that restrict no clue any more.
    partner_seen : (B, 25) int8
        What touches have shown of the partner's key; HIDDEN elsewhere, and where there is none.
    cards_left, opponent_left : (B,) int8
        Cards that the giver's side has to find until it wins (both partners together), and the other team.
    turns_left, lives_left : (B,) int16
        Budgets, this turn included; NO_BUDGET where there is none.
    history : History
    """

    ruleset: Ruleset
    words: NDArray[np.int16]
    seat: NDArray[np.int8]
    key: Roles
    touchable: Bools
    covered: Bools
    partner_seen: Roles
    cards_left: NDArray[np.int8]
    opponent_left: NDArray[np.int8]
    turns_left: NDArray[np.int16]
    lives_left: NDArray[np.int16]
    history: History

    def __len__(self) -> int:
        return len(self.seat)


@dataclass(frozen=True)
class GuesserView(Batch):
    """What a guesser sees.

    Attributes
    ----------
    ruleset : Ruleset
    words : (B, 25) int16
        Board words, as indices into the list of board words.
    seat : (B,) int8
        Who guesses.
    own_key : (B, 25) int8
        The guesser's own key where it has one (partners); else HIDDEN.
    own_judged : (B, 25) bool
        Cards that were touched under the guesser's own key; all False where it has none.
    seen : (B, 25) int8
        What touches have shown of the giver's key; HIDDEN elsewhere.
    touchable : (B, 25) bool
        Cards that may be touched.
    covered : (B, 25) bool
        Cards that are out of play for everybody.
    clue : (B,) int32
        Index of the clue in the lexicon; NO_CLUE in sudden death.
    number : (B,) int8
        The clue's number.
    touches, guesses_left : (B,) int8
        Touches made in this turn, and how many more are allowed at most.
    may_pass : (B,) bool
        Whether the guesser may stop now.
    cards_left, opponent_left : (B,) int8
        As in `SpymasterView`.
    turns_left, lives_left : (B,) int16
        As in `SpymasterView`.
    history : History
    """

    ruleset: Ruleset
    words: NDArray[np.int16]
    seat: NDArray[np.int8]
    own_key: Roles
    own_judged: Bools
    seen: Roles
    touchable: Bools
    covered: Bools
    clue: NDArray[np.int32]
    number: NDArray[np.int8]
    touches: NDArray[np.int8]
    guesses_left: NDArray[np.int8]
    may_pass: Bools
    cards_left: NDArray[np.int8]
    opponent_left: NDArray[np.int8]
    turns_left: NDArray[np.int16]
    lives_left: NDArray[np.int16]
    history: History

    def __len__(self) -> int:
        return len(self.seat)


def guessing_seat(state: GameState) -> NDArray[np.int8]:
    """Return the seat that guesses: the partner's, or the giver's own team: (B,) int8."""
    if state.ruleset.kind is Kind.PARTNERS:
        return (1 - state.giver).astype(np.int8)
    return state.giver


def spymaster_view(state: GameState, words: NDArray[np.int16], history: History) -> SpymasterView:
    """Return what the givers of the next clue see."""
    if state.ruleset.kind is Kind.PARTNERS:
        partner_seen = _seen(state, 1 - state.giver)
    else:
        partner_seen = np.full((len(state), N_CARDS), HIDDEN, dtype=np.int8)
    cards_left, opponent_left = _public_left(state)
    turns_left, lives_left = _budgets(state)
    view = SpymasterView(
        ruleset=state.ruleset,
        words=words,
        seat=state.giver,
        key=of_seat(state.keys, state.giver_key),
        touchable=state.touchable,
        covered=state.covered,
        partner_seen=partner_seen,
        cards_left=cards_left,
        opponent_left=opponent_left,
        turns_left=turns_left,
        lives_left=lives_left,
        history=history,
    )
    return sealed(view)


def guesser_view(
    state: GameState,
    words: NDArray[np.int16],
    clue: NDArray[np.int32],
    number: NDArray[np.int8],
    history: History,
) -> GuesserView:
    """Return what the guessers see before their next touch of the turn under way."""
    seat = guessing_seat(state)
    if state.ruleset.kind is Kind.PARTNERS:
        own_key, own_judged = of_seat(state.keys, seat), of_seat(state.judged, seat)
    else:
        own_key = np.full((len(state), N_CARDS), HIDDEN, dtype=np.int8)
        own_judged = np.zeros((len(state), N_CARDS), dtype=bool)
    cards_left, opponent_left = _public_left(state)
    turns_left, lives_left = _budgets(state)
    first_may = np.full(len(state), state.ruleset.may_pass_first) & ~state.in_sudden_death
    view = GuesserView(
        ruleset=state.ruleset,
        words=words,
        seat=seat,
        own_key=own_key,
        own_judged=own_judged,
        seen=_seen(state, state.giver_key),
        touchable=state.touchable,
        covered=state.covered,
        clue=clue,
        number=number,
        touches=state.touches,
        guesses_left=(state.limit - state.touches).astype(np.int8),
        may_pass=(state.touches > 0) | first_may,
        cards_left=cards_left,
        opponent_left=opponent_left,
        turns_left=turns_left,
        lives_left=lives_left,
        history=history,
    )
    return sealed(view)


def _seen(state: GameState, key: Ints) -> Roles:
    """Return the public roles on one key a board: (B, 25) int8."""
    # -1 is all bits: where a card was not judged, HIDDEN covers its role; a choice takes sixty times as long
    judged = state.judged_here if key is state.giver_key else of_seat(state.judged, key)
    not_judged = judged.view(np.int8) + np.int8(HIDDEN)
    return np.bitwise_or(not_judged, of_seat(state.keys, key), out=not_judged)


def _public_left(state: GameState) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the cards left for the giver's side and for the other team: two (B,) int8."""
    rows = np.arange(len(state))
    if state.ruleset.kind is Kind.PARTNERS:
        # how many of each player's own nine are left is not public, only the sum of different cards
        left = state.ruleset.n_goal - count_cards(state.found)
        return left.astype(np.int8), np.zeros(len(state), dtype=np.int8)
    return state.left[rows, state.giver], state.left[rows, 1 - state.giver]


def _budgets(state: GameState) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    none = np.full(len(state), NO_BUDGET, dtype=np.int16)
    turns, lives = state.ruleset.turns, state.ruleset.lives
    turns_left = none if turns is None else np.maximum(turns - state.turn, 0).astype(np.int16)
    lives_left = none if lives is None else np.maximum(lives - state.lives_lost, 0).astype(np.int16)
    return turns_left, lives_left
