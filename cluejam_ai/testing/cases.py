"""The questions that the conformance tests ask: random positions of every game, and awkward ones."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.resources import Resources
from cluejam_ai.game.cards import N_CARDS, ROLE_NAMES, UNLIMITED, ZERO, Bools
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.views import GuesserView, SpymasterView
from cluejam_ai.seeding import Keys, derive, shuffle, stream
from cluejam_ai.testing.worlds import (
    Positions,
    frozen,
    guessing_view,
    permuted,
    random_positions,
    with_similarity,
)

V = TypeVar("V", SpymasterView, GuesserView)

_GAMES = (("classic", 0), ("classic", 3), ("duo", 0), ("duo", 5), ("duet", 3), ("solo", 2))
_ONE_OWN_LEFT = "solo(assassin=1, bystander=15, other=8, own=1)"
_NO_OTHER_LEFT = "solo(assassin=0, bystander=0, other=0, own=25)"
_N_BOARDS = 12


@dataclass(frozen=True)
class Case(Generic[V]):
    """A question: what is special about it, the boards, and one key for each."""

    label: str
    view: V
    keys: Keys


def _positions(resources: Resources, rules: str, n_turns: int, seed: int) -> Positions:
    n_words, n_clues = len(resources.words), len(resources.clues)
    return random_positions(parse_ruleset(rules), _N_BOARDS, n_turns, seed, n_words=n_words, n_clues=n_clues)


def _case(label: str, view: V, seed: int) -> Case[V]:
    return Case(label, frozen(view), derive(stream(seed, "check", label), np.arange(len(view))))


def clue_cases(resources: Resources, seed: int) -> Iterator[Case[SpymasterView]]:
    """Yield positions in which a clue is due."""
    for rules, n_turns in (*_GAMES, (_ONE_OWN_LEFT, 0), (_NO_OTHER_LEFT, 0)):
        at = _positions(resources, rules, n_turns, seed)
        yield _case(f"{rules} after {n_turns} turns", at.spymaster_view(), seed)


def touch_cases(resources: Resources, seed: int) -> Iterator[Case[GuesserView]]:
    """Yield positions in which a touch is due."""
    numbers = (("", 1, 3), ("number 0", ZERO, ZERO), ("number unlimited", UNLIMITED, UNLIMITED))
    for rules, n_turns in (*_GAMES, ("classic(free_numbers=true)", 1)):
        at = _positions(resources, rules, n_turns, seed)
        clue = np.arange(len(at)) * 7 % len(resources.clues)
        for label, low, high in numbers if "free" in rules else numbers[:1]:
            number = low + np.arange(len(at)) % (high - low + 1)
            for n_right in (0, 1):
                view = guessing_view(at, clue, number, n_right)
                yield _case(
                    f"{rules} after {n_turns} turns and {n_right} touches {label}".strip(), view, seed
                )
    for n_turns in (1, 2):
        at = _positions(resources, f"duet(sudden_death=true, turns={n_turns})", n_turns, seed)
        none = np.zeros(len(at), dtype=np.int32)
        yield _case(f"sudden death after {n_turns} turns", guessing_view(at, none, none), seed)


def awkward_worlds(resources: Resources, seed: int) -> Iterator[tuple[str, Resources]]:
    """Yield the same words with similarities that agents must be able to deal with, and what these are."""
    if resources.load_similarity is None:
        return
    table = resources.similarity.table
    yield "all similarities equal", with_similarity(resources, np.full_like(table, 0.5))
    known: Bools = np.asarray(np.random.default_rng(seed).random(table.shape[1]) < 0.5)
    known[0] = False
    yield (
        "half of the clue words without a vector",
        with_similarity(resources, np.where(known, table, 0), known),
    )


def single(case: Case[V], row: int) -> Case[V]:
    """Return the question about one board alone."""
    rows = np.array([row])
    return Case(f"{case.label}, board {row}", frozen(case.view.take(rows)), case.keys[rows])


def shuffled(case: Case[V], seed: int) -> tuple[Case[V], NDArray[np.intp]]:
    """Return the same question with the cards of each board on other places, and their order."""
    keys = derive(stream(seed, "shuffle"), np.arange(len(case.view)))
    order = shuffle(keys, np.arange(N_CARDS, dtype=np.int8)).astype(np.intp)
    return Case(case.label, frozen(permuted(case.view, order)), case.keys), order


def retold(case: Case[SpymasterView], seed: int) -> Case[SpymasterView]:
    """Return the same cards to be touched, with another story, and other keys.

    The other player gives, the budgets are other ones, cards that are out of play are something else, and
    earlier turns touched other cards.
    """
    view, past = case.view, case.view.history
    keys = derive(stream(seed, "retold"), case.keys)
    out_of_play = (view.key + 1) % len(ROLE_NAMES)
    seen = shuffle(keys, np.arange(N_CARDS, dtype=np.int8)).astype(np.intp)
    told = replace(
        view,
        seat=1 - view.seat,
        key=np.where(view.touchable, view.key, out_of_play).astype(np.int8),
        partner_seen=np.take_along_axis(view.partner_seen, seen, axis=1),
        cards_left=view.cards_left + np.int8(1),
        opponent_left=view.opponent_left + np.int8(1),
        turns_left=view.turns_left + np.int16(1),
        lives_left=view.lives_left + np.int16(1),
        history=replace(past, seat=1 - past.seat, order=past.order[:, :, ::-1]),
    )
    return Case(case.label, frozen(told), keys)
