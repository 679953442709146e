"""Random words, similarities and positions to try agents on, without any file."""

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.game.boards import deal
from cluejam_ai.game.cards import AGENT, ASSASSIN, N_CARDS, NO_CLUE, NOT_ASKED, PASS, Bools
from cluejam_ai.game.engine import end_turn, give, reveal, start_sudden_death
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.game.state import GameState, new_game
from cluejam_ai.game.views import (
    GuesserView,
    History,
    SpymasterView,
    guesser_view,
    no_history,
    spymaster_view,
)
from cluejam_ai.seeding import Keys, derive, integers, stream, uniform

V = TypeVar("V", SpymasterView, GuesserView)
S = TypeVar("S", bound=np.generic)

_DIMENSIONS = 6
_ILLEGAL, _QUESTIONABLE = 1, 2
#: How often a random touch is one of the giver's own cards.
_SKILL = 0.6


def random_resources(
    seed: int,
    *,
    n_words: int = 80,
    n_clues: int = 300,
    decimals: int | None = None,
    blocked: float = 0.02,
    unknown: float = 0.0,
) -> Resources:
    """Return made-up words with random similarities and random verdicts.

    Parameters
    ----------
    seed : int
        What everything is drawn from.
    n_words, n_clues : int
        Board words (W) and clue words (V).
    decimals : int, optional
        To how many digits cosines are rounded, so that ties abound; not rounded by default.
    blocked : float
        Share of pairs that are illegal or questionable.
    unknown : float
        Share of clue words without a vector.

    Returns
    -------
    Resources
        Its arrays cannot be written to.
    """
    rng = np.random.default_rng(seed)
    table = (_unit(rng, n_words) @ _unit(rng, n_clues).T).astype(np.float32)
    if decimals is not None:
        table = np.round(table, decimals)
    known = rng.random(n_clues) >= unknown
    table[:, ~known] = 0
    verdicts = np.where(
        rng.random(table.shape) < blocked, rng.integers(_ILLEGAL, _QUESTIONABLE + 1, table.shape), 0
    ).astype(np.uint8)
    # the alphabet is not the order of the list
    words = tuple(f"word{i:04d}" for i in rng.permutation(n_words))
    clues = tuple(f"clue{i:04d}" for i in range(n_clues))

    def another_space(name: str) -> Resources:
        other = np.random.default_rng([seed, *name.encode()])
        cosines = (_unit(other, n_words) @ _unit(other, n_clues).T).astype(np.float32)
        return with_similarity(Resources(words, clues, verdicts), cosines)

    return with_similarity(Resources(words, clues, verdicts, elsewhere=another_space), table, known)


def with_similarity(
    resources: Resources, table: NDArray[np.float32], known: Bools | None = None
) -> Resources:
    """Return the same words and verdicts with other similarities.

    Parameters
    ----------
    resources : Resources
        What the rest is taken from.
    table : (W, V) float32
        Cosines.
    known : (V,) bool, optional
        Which clue words have a vector; all by default.
    """
    known = np.ones(table.shape[1], dtype=bool) if known is None else known
    similarity = Similarity(_read_only(np.ascontiguousarray(table)), _read_only(known))
    verdicts = _read_only(resources.verdicts)
    return replace(
        resources, verdicts=verdicts, load_similarity=lambda: similarity, load_parts=None, part_names=()
    )


def _read_only(values: NDArray[S]) -> NDArray[S]:
    look = values.view()
    look.setflags(write=False)
    return look


def _unit(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    rows = rng.normal(size=(n, _DIMENSIONS))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


@dataclass(frozen=True)
class Positions:
    """Matches that go on and await a clue (or a touch, in sudden death).

    Attributes
    ----------
    state : GameState
        B of them, in step.
    words : (B, 25) int16
        Board words.
    history : History
        The turns so far.
    """

    state: GameState
    words: NDArray[np.int16]
    history: History

    def __len__(self) -> int:
        return len(self.state)

    def take(self, rows: NDArray[Any]) -> "Positions":
        """Return the matches at these rows."""
        return Positions(self.state.take(rows), self.words[rows], self.history.take(rows))

    def spymaster_view(self) -> SpymasterView:
        """Return what the givers see."""
        return spymaster_view(self.state, self.words, self.history)


def random_positions(
    ruleset: Ruleset, n_boards: int, n_turns: int, seed: int, *, n_words: int, n_clues: int
) -> Positions:
    """Return matches after some turns of random play that avoids the assassin; those that ended are left out.

    Parameters
    ----------
    ruleset : Ruleset
        The game.
    n_boards : int
        How many matches begin.
    n_turns : int
        How many turns are played.
    seed : int
        What boards, clues and touches are drawn from.
    n_words, n_clues : int
        Sizes of the list of board words and of the lexicon.
    """
    boards = deal(ruleset, seed, np.arange(n_boards), n_words)
    at = Positions(new_game(ruleset, boards), boards.words, no_history(n_boards))
    for turn in range(n_turns):
        keys = derive(stream(seed, "random positions"), turn, at.words[:, 0])
        at = _play_turn(at, keys, n_clues)
        at = at.take(np.flatnonzero(at.state.playing))
    return at


def _play_turn(at: Positions, keys: Keys, n_clues: int) -> Positions:
    number = (1 + integers(derive(keys, 0), 3)).astype(np.int8)
    clue = integers(derive(keys, 1), n_clues).astype(np.int32)
    seat = at.state.giver
    state = give(at.state, number)
    right, touches = np.zeros_like(number), np.zeros_like(number)
    order = np.zeros((len(at), N_CARDS), dtype=np.int8)
    goes_on = np.ones(len(at), dtype=bool)
    for touch in range(N_CARDS):
        if not goes_on.any():
            break
        card = np.where(goes_on, _random_card(state, derive(keys, 2, touch)), NOT_ASKED)
        after = reveal(state, card)
        order[goes_on, card[goes_on]] = touch + 1
        touches += goes_on
        right += after.role == AGENT
        state, goes_on = after.state, after.goes_on
    history = at.history.longer(
        seat=seat, clue=clue, number=number, right=right, touches=touches, order=order
    )
    return Positions(end_turn(state), at.words, history)


def _random_card(state: GameState, keys: Keys) -> NDArray[np.intp]:
    """Return a card that may be touched, an own one more often than not, never an assassin: (B,)."""
    key = state.keys[np.arange(len(state)), state.giver_key]
    safe = state.touchable & (key != ASSASSIN)
    own = safe & (key == AGENT)
    wants_own = (uniform(derive(keys, 0)) < _SKILL) & own.any(axis=1)
    choice = np.where((wants_own | ~(safe & ~own).any(axis=1))[:, None], own, safe & ~own)
    lots = uniform(derive(keys[:, None], 1, np.arange(N_CARDS)))
    return np.where(choice, lots, -1.0).argmax(axis=1)


def guessing_view(at: Positions, clue: NDArray[Any], number: NDArray[Any], n_right: int = 0) -> GuesserView:
    """Return what guessers see after a clue and some right touches.

    Parameters
    ----------
    at : Positions
        Where the clue is given; in sudden death there is none.
    clue, number : (B,) int
        The clue; not looked at in sudden death.
    n_right : int
        How many of the giver's cards, in the order of places, were touched in this turn already. Boards on
        which no further touch is allowed after that are left out.
    """
    state, clue, number = _after_clue(at, clue.astype(np.int32), number.astype(np.int8))
    rows = np.arange(len(state))
    for _ in range(n_right):
        key = state.keys[np.arange(len(state)), state.giver_key]
        after = reveal(state, (state.touchable & (key == AGENT)).argmax(axis=1))
        on = np.flatnonzero(after.goes_on)
        state, rows = after.state.take(on), rows[on]
    return guesser_view(state, at.words[rows], clue[rows], number[rows], at.history.take(rows))


def _after_clue(
    at: Positions, clue: NDArray[np.int32], number: NDArray[np.int8]
) -> tuple[GameState, NDArray[np.int32], NDArray[np.int8]]:
    if at.state.in_sudden_death.any():
        return start_sudden_death(at.state), np.full_like(clue, NO_CLUE), np.zeros_like(number)
    return give(at.state, number), clue, number


def permuted(view: V, order: NDArray[np.intp]) -> V:
    """Return a view whose cards lie elsewhere.

    Parameters
    ----------
    view : SpymasterView or GuesserView
        B boards.
    order : (B, 25) int
        Which card comes to lie on each place.
    """
    changes: dict[str, Any] = {
        field.name: np.take_along_axis(getattr(view, field.name), order, axis=1)
        for field in fields(view)
        if np.shape(getattr(view, field.name)) == view.words.shape
    }
    past = np.take_along_axis(view.history.order, order[:, None, :], axis=2)
    return replace(view, **changes, history=replace(view.history, order=past))


def frozen(view: V) -> V:
    """Return a copy of a view whose arrays cannot be written to."""
    history: dict[str, Any] = _locked(view.history)
    changes: dict[str, Any] = _locked(view)
    changes["history"] = replace(view.history, **history)
    return replace(view, **changes)


def _locked(batch: SpymasterView | GuesserView | History) -> dict[str, Any]:
    copies: dict[str, Any] = {}
    for field in fields(batch):
        value = getattr(batch, field.name)
        if isinstance(value, np.ndarray):
            copies[field.name] = value.copy()
            copies[field.name].setflags(write=False)
    return copies


def place_after(card: NDArray[Any], order: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return where cards lie once a board is permuted by `order`; PASS stays: (B,)."""
    where = np.argsort(order, axis=1)[np.arange(len(card)), np.maximum(card, 0)]
    return np.where(card == PASS, PASS, where)
