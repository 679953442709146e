"""Commands that are no moves: help, rules, history, hint, board, undo, quit, and a pass where none is due."""

from dataclasses import dataclass

import numpy as np

from cluejam_ai.interactive.brains import Brains
from cluejam_ai.interactive.chairs import Pair
from cluejam_ai.interactive.events import Event, Say, Show, ShowHistory, ShowRules, Tone
from cluejam_ai.interactive.game import Game
from cluejam_ai.interactive.look import Look
from cluejam_ai.interactive.wording import spoken

_N_HINTS = 3

_TO_GUESS = """To touch a card, type its word (bank), its number (7), or a beginning that
fits no other card (ban).
pass      stop guessing in this turn"""
_BONUS = """
You may touch one card more than the clue's number, for an earlier clue."""
_TO_GIVE = """To give a clue, type one word and how many cards it is meant for: river 2
You may name the cards: river 2: bank, bed. They are kept for the explanation
after the game; your guesser never sees them.
A clue that the rules forbid is refused with the reason, and costs nothing."""
_ALWAYS = """board     draw the board again            history   all clues and touches
hint      what an agent would think of    rules     the rules of this game
undo      nothing can be taken back       quit      leave; the game is saved
Tab completes words. Where a card is called like a command: /pass, /hint."""


@dataclass(frozen=True)
class Desk:
    """What commands are answered from.

    Attributes
    ----------
    game : Game
    look : Look
        What the person who has to move may see.
    brains : Brains
    helper : Pair
        Who gives hints.
    """

    game: Game
    look: Look
    brains: Brains
    helper: Pair


def answer_command(command: str, desk: Desk) -> list[Event]:
    """Return what comes of a command that does not end the game; CluejamError if there is no hint."""
    giving = desk.look.gives
    if command == "hint":
        return [Say(_hint_to_give(desk) if giving else _hint_to_guess(desk), Tone.ASIDE)]
    answers: dict[str, Event] = {
        "help": Say(_help(desk.look), Tone.ASIDE),
        "rules": ShowRules(),
        "history": ShowHistory(desk.look),
        "board": Show(desk.look),
        "undo": Say(_why_no_undo(desk.game), Tone.REFUSED),
        "pass": Say("a clue is due; it cannot be passed", Tone.REFUSED),
    }
    return [answers[command]]


def _help(look: Look) -> str:
    own = _TO_GIVE if look.gives else _TO_GUESS + (_BONUS if look.ruleset.bonus_guess else "")
    return f"{own}\n{_ALWAYS}"


def _why_no_undo(game: Game) -> str:
    if not game.log:
        return "there is nothing to take back yet"
    if game.log[-1].touches:
        return "a touch cannot be taken back: everybody has seen what the card is"
    return "a clue cannot be taken back: it has been heard"


def _hint_to_give(desk: Desk) -> str:
    clue, number, places = desk.brains.clue(desk.game, desk.helper.spymaster)
    cards = ", ".join(desk.game.setup.words[place].upper() for place in places)
    return f"an agent would say {spoken(clue, number)}, for {cards}"


def _hint_to_guess(desk: Desk) -> str:
    """Return the nearest cards by what the guesser may see: the words, the clue, what is covered."""
    if desk.look.clue is None:
        return "there is no clue to read; think of the earlier ones ('history')"
    near = desk.brains.similarity(desk.helper.guesser, desk.game, desk.look.clue)
    near = np.where([card.closed for card in desk.look.cards], -np.inf, near)
    best = [int(place) for place in np.argsort(-near, kind="stable")[:_N_HINTS] if np.isfinite(near[place])]
    cards = ", ".join(f"{desk.look.cards[place].word.upper()} ({near[place]:.1f})" for place in best)
    return f"nearest to {desk.look.clue.upper()} in an agent's mind (2 is near, 0 nothing): {cards}"
