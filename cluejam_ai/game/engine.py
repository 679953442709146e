"""The rules at work: give a clue, touch a card, end a turn; each on a whole batch of boards in step."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.errors import IllegalMoveError
from cluejam_ai.game.cards import (
    AGENT,
    ASSASSIN,
    ASSASSINATED,
    BYSTANDER,
    FIRST,
    FOUND,
    HIDDEN,
    N_CARDS,
    NOT_ASKED,
    OTHER,
    OTHER_COVERED,
    OUT_OF_LIVES,
    OUT_OF_TURNS,
    PASS,
    PLAYING,
    SECOND,
    SUDDEN_DEATH,
    UNLIMITED,
    ZERO,
    Bools,
    Ints,
    Roles,
)
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.game.state import GameState

MAX_NUMBER = 9


@dataclass(frozen=True)
class Reveal:
    """What came of one touch on each board.

    Attributes
    ----------
    state : GameState
        The positions after it.
    role : (B,) int8
        What the touched card is on the giver's key; HIDDEN where nothing was touched.
    goes_on : (B,) bool
        Whether the guesser may touch another card in this turn.
    """

    state: GameState
    role: Roles
    goes_on: Bools


def guess_limits(ruleset: Ruleset, number: Ints) -> NDArray[np.int8]:
    """Return how many cards may be touched after clues with these numbers: (B,) int8."""
    free = (number == ZERO) | (number == UNLIMITED)
    if not ruleset.guess_limit:
        return np.full(number.shape, N_CARDS, dtype=np.int8)
    return np.where(free, N_CARDS, number + int(ruleset.bonus_guess)).astype(np.int8)


def give(state: GameState, number: Ints) -> GameState:
    """Return the positions after a clue with this number on every board.

    Parameters
    ----------
    state : GameState
        Matches that go on and await a clue.
    number : (B,) int
        1 to 9; also ZERO and UNLIMITED where the ruleset has `free_numbers`.

    Raises
    ------
    IllegalMoveError
        For a number that the rules do not know, naming the first board; for a clue in sudden death.
    """
    if state.in_sudden_death.any():
        row = int(np.argmax(state.in_sudden_death))
        raise IllegalMoveError(row, "sudden death goes on without clues")
    known = (number >= 1) & (number <= MAX_NUMBER)
    if state.ruleset.free_numbers:
        known |= (number == ZERO) | (number == UNLIMITED)
    if not known.all():
        row = int(np.argmin(known))
        also = ", 0 or unlimited" if state.ruleset.free_numbers else ""
        raise IllegalMoveError(row, f"a clue's number is 1 to {MAX_NUMBER}{also}, not {number[row]}")
    return replace(
        state, limit=guess_limits(state.ruleset, number), touches=np.zeros(len(state), dtype=np.int8)
    )


def start_sudden_death(state: GameState) -> GameState:
    """Return the positions with one touch allowed on every board, without a clue."""
    ones, zeros = np.ones(len(state), dtype=np.int8), np.zeros(len(state), dtype=np.int8)
    return replace(state, limit=ones, touches=zeros)


def reveal(state: GameState, card: Ints) -> Reveal:
    """Return the positions after one touch or pass on each board.

    Parameters
    ----------
    state : GameState
        Matches with a turn under way.
    card : (B,) int
        The place of a card (0 to 24), PASS, or NOT_ASKED where nothing happens.

    Raises
    ------
    IllegalMoveError
        For a card that may not be touched, a pass that is not allowed, or a board that is not being guessed
        on; the state given is unchanged.
    """
    _check_touch(state, card)
    rows = np.flatnonzero(card >= 0)
    cards = np.asarray(card)[rows].astype(np.intp)
    # plain places: indices in three dimensions take several times as long
    first = rows * (state.keys.shape[1] * N_CARDS) + cards  # (R,): the card's place on the first key
    touched = state.keys.reshape(-1).take(first + state.giver_key[rows] * N_CARDS)
    after = _count_lives(_uncover(state, rows, first, touched), rows, touched)
    after = _judge(after, rows, touched)
    role = np.full(len(state), HIDDEN, dtype=np.int8)
    role[rows] = touched
    goes_on = (role == AGENT) & after.playing & (after.touches < after.limit)
    # a turn that ends here allows no further touch
    over = (card != NOT_ASKED) & ~goes_on
    limit = np.where(over, after.touches, after.limit).astype(np.int8)
    return Reveal(replace(after, limit=limit), role, goes_on)


def end_turn(state: GameState) -> GameState:
    """Return the positions when the turn is over on every board: budgets judged, the next giver set.

    Boards whose match has ended keep their giver and budgets; their turn is counted too.
    """
    rules = state.ruleset
    turn = (state.turn + 1).astype(np.int16)
    ending = state.ending.copy()
    if rules.lives is not None:
        ending[(ending == PLAYING) & (state.lives_lost >= rules.lives)] = OUT_OF_LIVES
    if rules.turns is not None and not rules.sudden_death:
        ending[(ending == PLAYING) & (turn >= rules.turns)] = OUT_OF_TURNS
    ran_out = (ending == OUT_OF_LIVES) | (ending == OUT_OF_TURNS)
    return replace(
        state,
        turn=turn,
        ending=ending,
        winner=np.where(ran_out, SECOND, state.winner).astype(np.int8),
        giver=np.where(ending == PLAYING, _next_giver(state), state.giver).astype(np.int8),
        limit=np.zeros(len(state), dtype=np.int8),
        touches=np.zeros(len(state), dtype=np.int8),
    )


def _next_giver(state: GameState) -> Ints:
    """Return who gives after this turn: the other seat, unless it has nothing left to give clues for."""
    if state.ruleset.kind is Kind.SOLO:
        return state.giver
    other = 1 - state.giver
    if state.ruleset.kind is Kind.TEAMS:
        return other
    has_cards = state.left[np.arange(len(state)), other] > 0
    return np.where(has_cards, other, state.giver)


def _check_touch(state: GameState, card: Ints) -> None:
    asked = card != NOT_ASKED
    idle = asked & (~state.playing | (state.touches >= state.limit))
    if idle.any():
        raise IllegalMoveError(int(np.argmax(idle)), "no guess is due here; a clue has to come first")
    early = (card == PASS) & (state.touches == 0)
    if state.ruleset.may_pass_first:
        early &= state.in_sudden_death
    if early.any():
        raise IllegalMoveError(int(np.argmax(early)), "the first guess of a turn may not be passed")
    touching = card >= 0
    inside = np.where(touching, card, 0).astype(np.intp)
    bad = (card >= N_CARDS) | (card < NOT_ASKED)
    if not bad.any():
        places = np.arange(0, inside.size * N_CARDS, N_CARDS) + inside
        bad = touching & ~state.touchable.reshape(-1).take(places)
    if bad.any():
        row = int(np.argmax(bad))
        open_cards = np.flatnonzero(state.touchable[row]).tolist()
        raise IllegalMoveError(row, f"card {card[row]} may not be touched; these may: {open_cards}")


def _uncover(state: GameState, rows: Ints, first: Ints, touched: Roles) -> GameState:
    """Return the positions with the touched cards public, and counted for whoever wanted them.

    `first` are the cards' places among those of all keys, on the first key of their boards.
    """
    judged, found = state.judged.copy(), state.found
    left, touches = state.left.copy(), state.touches.copy()
    touches[rows] += 1
    public, keys = judged.reshape(-1), state.keys.reshape(-1)
    right = touched == AGENT
    kind = state.ruleset.kind
    if kind is Kind.SOLO:
        public[first] = True
        wanted = (right, touched == OTHER)
    elif kind is Kind.TEAMS:
        # a covered card is public to both teams
        public[first] = public[first + N_CARDS] = True
        wanted = (keys.take(first) == AGENT, keys.take(first + N_CARDS) == AGENT)
    else:
        public[first + state.giver[rows].astype(np.intp) * N_CARDS] = True
        found = found.copy()
        found.reshape(-1)[first[right] - rows[right] * N_CARDS] = True
        # a shared agent card counts once, for both
        wanted = (right & (keys.take(first) == AGENT), right & (keys.take(first + N_CARDS) == AGENT))
    for side, found_for in enumerate(wanted):
        fewer = np.zeros(len(left), dtype=bool)
        fewer[rows] = found_for
        left[:, side] -= fewer.view(np.int8)
    return replace(state, judged=judged, found=found, left=left, touches=touches)


def _count_lives(state: GameState, rows: Ints, touched: Roles) -> GameState:
    if state.ruleset.lives is None:
        return state
    lives_lost = state.lives_lost.copy()
    lives_lost[rows] += (touched == BYSTANDER).astype(np.int16)
    return replace(state, lives_lost=lives_lost)


def _judge(state: GameState, rows: Ints, touched: Roles) -> GameState:
    """Return the positions with matches ended that this touch ends: win before assassin."""
    ending, winner = state.ending.copy(), state.winner.copy()
    giver, left, kind = state.giver[rows], state.left[rows], state.ruleset.kind
    none_left = left == 0
    if kind is Kind.TEAMS:
        won = none_left[:, FIRST] | none_left[:, SECOND]
        first_to = np.where(none_left[:, FIRST], FIRST, SECOND)
    else:
        won = none_left[:, FIRST]
        if kind is not Kind.SOLO:
            won = won & none_left[:, SECOND]
        first_to = np.full(len(rows), FIRST)
    assassin = touched == ASSASSIN
    new = np.where(won, FOUND, np.where(assassin, ASSASSINATED, PLAYING))
    loser_is = 1 - giver if kind is Kind.TEAMS else np.full(len(rows), SECOND)
    if kind is Kind.SOLO:
        new = np.where((new == PLAYING) & (touched == OTHER) & none_left[:, SECOND], OTHER_COVERED, new)
    missed = state.in_sudden_death[rows] & (touched != AGENT) & (new == PLAYING)
    new = np.where(missed, SUDDEN_DEATH, new)
    ended = new != PLAYING
    ending[rows[ended]] = new[ended]
    winner[rows[ended]] = np.where(new == FOUND, first_to, loser_is)[ended]
    return replace(state, ending=ending, winner=winner)
