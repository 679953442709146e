"""What a person sees: made of what the seat may see and of what is public, and of nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluejam_ai.game.cards import AGENT, HIDDEN, N_CARDS, NO_CLUE, OTHER
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.game.views import (
    NO_BUDGET,
    GuesserView,
    SpymasterView,
    guesser_view,
    no_history,
    spymaster_view,
)
from cluejam_ai.interactive.game import Game, Move, PublicTurn, array


@dataclass(frozen=True)
class CardLook:
    """One card as a person sees it.

    Attributes
    ----------
    word : str
    key : int
        What it is on the key that the person may see; HIDDEN where there is none.
    shown : int
        What a touch has shown it to be, as the person's side sees it; HIDDEN where nothing has. For partners
        only AGENT counts here: a card that is found.
    by_us, by_them : bool
        Whether the person's side, or the other (partner or team), has touched it.
    closed : bool
        Whether the touch that comes next may not be this card.
    """

    word: str
    key: int
    shown: int
    by_us: bool
    by_them: bool
    closed: bool


@dataclass(frozen=True)
class TurnLook:
    """A turn of the history: who gave, what, and what was touched."""

    seat: int
    ours: bool
    clue: str | None
    number: int
    touches: tuple[tuple[str, int], ...]
    passed: bool


@dataclass(frozen=True)
class Look:
    """All that is drawn for a person.

    Attributes
    ----------
    ruleset : Ruleset
    cards : tuple of 25 CardLook
    has_key : bool
        Whether the person sees a key.
    gives : bool
        Whether the person is to give a clue.
    turns_left, lives_left : int or None
        None where there is none.
    cards_left, opponent_left : int
        Cards to find for the person's side, and for the other team.
    clue : str or None
        The clue to guess for, if there is one.
    number, touches, guesses_left : int
        Of the turn under way: the clue's number, touches made, and how many more are allowed at most.
    history : tuple of TurnLook
        The turns that are over.
    now : TurnLook or None
        The turn under way, if there is one.
    """

    ruleset: Ruleset
    cards: tuple[CardLook, ...]
    has_key: bool
    gives: bool
    turns_left: int | None
    lives_left: int | None
    cards_left: int
    opponent_left: int
    clue: str | None
    number: int
    touches: int
    guesses_left: int
    history: tuple[TurnLook, ...]
    now: TurnLook | None = None


def giver_sees(game: Game) -> SpymasterView:
    """Return the view of the person who gives; words are places, and the log is the history."""
    return spymaster_view(game.state, game.setup.boards.words, no_history(1))


def guesser_sees(game: Game) -> GuesserView:
    """Return the view of the person who guesses; words are places, the clue is in the log."""
    clue, number = array(NO_CLUE, dtype=np.int32), array(game.log[-1].number)
    return guesser_view(game.state, game.setup.boards.words, clue, number, no_history(1))


def look_at(game: Game) -> Look:
    """Return what the person who has to move may see."""
    if game.due is Move.CLUE:
        return look_to_give(giver_sees(game), game.setup.words, game.log)
    return look_to_guess(guesser_sees(game), game.setup.words, game.log)


def look_to_guess(view: GuesserView, words: Sequence[str], log: Sequence[PublicTurn]) -> Look:
    """Return what a guesser sees (B = 1).

    Parameters
    ----------
    view : GuesserView
    words : sequence of 25 str
    log : sequence of PublicTurn
        The turn under way comes last.
    """
    return _look(
        view, words, log, [int(role) for role in view.own_key[0]], log[-1], int(view.guesses_left[0])
    )


def look_to_give(view: SpymasterView, words: Sequence[str], log: Sequence[PublicTurn]) -> Look:
    """Return what the giver of a clue sees (B = 1); all turns of the log are over."""
    return _look(view, words, log, [int(role) for role in view.key[0]], None, 0)


def _look(
    view: GuesserView | SpymasterView,
    words: Sequence[str],
    log: Sequence[PublicTurn],
    key: list[int],
    now: PublicTurn | None,
    guesses_left: int,
) -> Look:
    seat = int(view.seat[0])
    partners = view.ruleset.kind is Kind.PARTNERS
    shown, by = [HIDDEN] * N_CARDS, [set[int]() for _ in range(N_CARDS)]
    for turn in log:
        for touch in turn.touches:
            by[touch.place].add(1 - turn.seat if partners else turn.seat)
            role = touch.role if partners or turn.seat == seat else _as_other_team(touch.role)
            if not partners or role == AGENT:
                shown[touch.place] = role
    cards = tuple(
        CardLook(
            word=words[place],
            key=key[place],
            shown=shown[place],
            by_us=seat in by[place],
            by_them=1 - seat in by[place],
            closed=not bool(view.touchable[0, place]),
        )
        for place in range(N_CARDS)
    )
    past = log if now is None else log[:-1]
    return Look(
        ruleset=view.ruleset,
        cards=cards,
        has_key=any(role != HIDDEN for role in key),
        gives=now is None,
        turns_left=_budget(view.turns_left[0]),
        lives_left=_budget(view.lives_left[0]),
        cards_left=int(view.cards_left[0]),
        opponent_left=int(view.opponent_left[0]),
        clue=None if now is None else now.clue,
        number=0 if now is None else now.number,
        touches=0 if now is None else len(now.touches),
        guesses_left=guesses_left,
        history=tuple(_turn_look(turn, seat, words) for turn in past),
        now=None if now is None else _turn_look(now, seat, words),
    )


def _turn_look(turn: PublicTurn, seat: int, words: Sequence[str]) -> TurnLook:
    touches = tuple((words[touch.place], touch.role) for touch in turn.touches)
    return TurnLook(turn.seat, turn.seat == seat, turn.clue, turn.number, touches, turn.passed)


def _as_other_team(role: int) -> int:
    """Return what a card is to one team that is this to the other: own and the other's change places."""
    return {AGENT: OTHER, OTHER: AGENT}.get(role, role)


def _budget(left: np.int16) -> int | None:
    return None if left == NO_BUDGET else int(left)
