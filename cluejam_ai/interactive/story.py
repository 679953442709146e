"""The game explained after its end: what every clue was meant for, how near the dangers were, every guess."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from textwrap import fill

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import GUESSERS
from cluejam_ai.agents.weighing import roles_before
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.brains import Brains
from cluejam_ai.interactive.chairs import Pair, is_hot_seat, is_person, whose_move
from cluejam_ai.interactive.events import Event, Say, Tone
from cluejam_ai.interactive.game import Game, Move, PublicTurn, say
from cluejam_ai.interactive.game import touch as touched
from cluejam_ai.interactive.wording import clue_text, player, seat_names

_N_DANGERS = 2
_WIDTH = 78
_ROLES = {AGENT: "right", BYSTANDER: "neutral", OTHER: "the other team's", ASSASSIN: "assassin"}
#: Writes the card of a place.
Shown = Callable[[int], str]
NOTE = (
    "The number behind a card says how near the clue is to it in an agent's mind, in standard deviations "
    "above the mean of all words: 2 is near, 0 is nothing."
)


@dataclass(frozen=True)
class Scene:
    """A turn to be explained: the position before its clue, and which turn it is."""

    before: Game
    turn: int
    coached: bool = False

    @property
    def by_person(self) -> bool:
        """Whether a person gave the clue."""
        return is_person(whose_move(self.before))

    def after_coach(self) -> "Scene":
        """Return the scene when the coach has spoken."""
        return replace(self, coached=True)


def scenes_of(positions: Sequence[Game]) -> list[Scene]:
    """Return the scenes of a game that was read from its file; what the coach had to say has been said."""
    return [
        Scene(game, len(game.log), coached=True)
        for game, after in pairwise(positions)
        if game.due is Move.CLUE and len(after.log) > len(game.log)
    ]


def tell_story(brains: Brains, scenes: Sequence[Scene], game: Game, helper: Pair) -> list[Event]:
    """Return the explanation of all turns."""
    if not scenes:
        return []
    lines = [*_left(game), "What the clues were meant for:"]
    for scene in scenes:
        lines += _scene_lines(brains, scene, game, helper)
    return [Say("\n".join([*lines, NOTE]), Tone.PLAIN)]


def _scene_lines(brains: Brains, scene: Scene, game: Game, helper: Pair) -> list[str]:
    turn, before = game.log[scene.turn], scene.before
    words = before.setup.words
    who = player(before, before.team, Move.CLUE)
    near = _nearness(brains, before, turn, helper)

    def shown(place: int) -> str:
        return words[place].upper() + ("" if near is None else f" {near[place]:.1f}")

    targets = game.targets[scene.turn]
    if near is not None:
        targets = tuple(sorted(targets, key=lambda place: -near[place]))
    lines = [f"{scene.turn + 1}. {who}: {clue_text(turn)}"]
    if targets:
        lines.append(_wrapped(f"meant for: {', '.join(shown(place) for place in targets)}"))
    if near is not None:
        lines.append(_wrapped(f"dangers: {_dangers(before, near, shown)}"))
    return [*lines, _wrapped(_guesses(brains, game, scene, near, shown))]


def _wrapped(text: str) -> str:
    return fill(text, _WIDTH, initial_indent="   ", subsequent_indent="      ")


def _nearness(brains: Brains, before: Game, turn: PublicTurn, helper: Pair) -> NDArray[np.float32] | None:
    try:
        brains.knows(str(turn.clue), helper.guesser)
        return brains.similarity(helper.guesser, before, str(turn.clue))
    except CluejamError:
        return None  # words of another language, or a word without a vector


def _dangers(before: Game, near: NDArray[np.float32], shown: Shown) -> str:
    """Return the nearest cards that the clue must not be for, the nearest assassin always among them."""
    key = before.state.keys[0, int(before.state.giver_key[0])]
    bad = [int(p) for p in np.flatnonzero(before.state.touchable[0] & (key != AGENT))]
    worst = sorted(bad, key=lambda place: -near[place])[:_N_DANGERS]
    assassins = [place for place in bad if key[place] == ASSASSIN]
    if assassins:
        nearest = max(assassins, key=lambda place: near[place])
        worst = [*worst, nearest] if nearest not in worst else worst
    return ", ".join(f"{shown(p)} ({_role_name(before, int(key[p]))})" for p in worst) or "none"


def _role_name(before: Game, role: int) -> str:
    """Return what a card is to the giver's side, as the people at the keyboard call it."""
    setup = before.setup
    if role == BYSTANDER and setup.ruleset.kind is not Kind.PARTNERS:
        return "bystander"
    theirs = before.team == 1 and not is_hot_seat(setup.ruleset.kind, setup.pairing)
    return "yours" if role == OTHER and theirs else _ROLES[role]


def _left(game: Game) -> list[str]:
    """Return which cards that somebody had to find, and which assassins, were not touched."""
    setup, keys = game.setup, game.setup.keys[0]
    own = keys[min(setup.starter, len(keys) - 1)]
    if setup.ruleset.kind is Kind.PARTNERS:
        mine, other = own == AGENT, keys[1 - setup.starter] == AGENT
        first, second = ("A's key", "B's key") if seat_names(game) else ("your key", "your partner's key")
        kinds = {first: mine & ~other, second: other & ~mine, "both keys": mine & other}
    else:
        first, second = ("A's", "B's") if seat_names(game) else ("yours", "theirs")
        kinds = {first: own == AGENT, second: own == OTHER, "assassin": own == ASSASSIN}
    parts = []
    for name, there in kinds.items():
        cards = [setup.words[place].upper() for place in np.flatnonzero(there & ~game.state.covered[0])]
        parts += [f"{', '.join(cards)} ({name})"] if cards else []
    return [fill(f"Not found: {'; '.join(parts)}", _WIDTH, subsequent_indent="   ")] if parts else []


def _guesses(brains: Brains, game: Game, scene: Scene, near: NDArray[np.float32] | None, shown: Shown) -> str:
    turn, before = game.log[scene.turn], scene.before
    partners = before.setup.ruleset.kind is Kind.PARTNERS
    who = player(before, 1 - before.team if partners else before.team, Move.GUESS)
    open_cards = before.state.touchable[0].copy()
    parts = []
    for touch, (read, why) in zip(turn.touches, _reasons(brains, game, scene, near), strict=True):
        rank = "" if near is None else _rank(near, open_cards, touch.place) + why
        meant = _meant(game, scene.turn, touch.place)
        if read and read.upper() not in meant:
            meant += f"read for the earlier clue {read.upper()}, "
        parts.append(f"{shown(touch.place)} ({meant}{_role_name(before, touch.role)}{rank})")
        open_cards[touch.place] = False
    if turn.passed:
        rest = np.where(open_cards, near, -np.inf) if near is not None else None
        then = "" if rest is None else f"; the nearest card left was {shown(int(np.argmax(rest)))}"
        parts.append(f"passed{then}")
    return f"{who}: {', '.join(parts)}"


def _meant(game: Game, count: int, place: int) -> str:
    """Return which clue a card was meant for: this one, or else the last one before of the same giver."""
    if place in game.targets[count]:
        return "meant, "
    for earlier in reversed(range(count)):
        turn = game.log[earlier]
        if turn.seat == game.log[count].seat and turn.clue is not None and place in game.targets[earlier]:
            return f"for the earlier clue {turn.clue.upper()}, "
    return ""


def _reasons(
    brains: Brains, game: Game, scene: Scene, near: NDArray[np.float32] | None
) -> list[tuple[str | None, str]]:
    """Return for each touch of a turn which earlier clue it served, and what its guesser's own key said.

    Both where an agent guessed that can tell; the key where it uses one, and touched a card that others were
    nearer than.
    """
    turn = game.log[scene.turn]
    now = say(scene.before, str(turn.clue), turn.number)
    spec = whose_move(now)
    told: list[tuple[str | None, str]] = []
    for touch in turn.touches:
        clue, why = None, ""
        if not is_person(spec):
            view, agent = brains.guesser_view(now), brains.agent(GUESSERS.kind, spec)
            served = agent.serves(view)
            if served is not None and served[0, touch.place] >= 0:
                clue = now.past[int(served[0, touch.place])].clue
            partners = now.setup.ruleset.kind is Kind.PARTNERS
            if near is not None and partners and getattr(agent, "own_key", False):
                nearer = view.touchable[0] & (near > near[touch.place])
                why = _by_own_key(roles_before(view, own_key=True)[0], nearer, touch.place)
        told.append((clue, why))
        now = touched(now, touch.place)
    return told


def _by_own_key(roles: NDArray[np.float64], nearer: NDArray[np.bool_], place: int) -> str:
    """Return what a key says for a card rather than for those that are nearer, from (25, 4) chances."""
    if nearer.any() and roles[nearer, AGENT].max() < roles[place, AGENT]:
        return ", likelier by its own key"
    if nearer.any() and roles[nearer, ASSASSIN].min() > roles[place, ASSASSIN]:
        return ", safer by its own key"
    return ""


def _rank(near: NDArray[np.float32], open_cards: NDArray[np.bool_], place: int) -> str:
    rank = int((near[open_cards] > near[place]).sum()) + 1
    return ", the nearest" if rank == 1 else f", {_ordinal(rank)} nearest"


def _ordinal(rank: int) -> str:
    """Return a place as it is spoken, up to the number of cards."""
    ending = "th" if 11 <= rank <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"
