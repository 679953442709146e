"""Whether what an agent answers is an answer; an error names the agent and the board."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Guesses, Memory
from cluejam_ai.errors import RuleError
from cluejam_ai.game.cards import AGENT, N_CARDS, PASS, UNLIMITED, Bools, count_cards
from cluejam_ai.game.engine import MAX_NUMBER
from cluejam_ai.game.views import GuesserView, SpymasterView


def check_clues(answer: object, view: SpymasterView, n_clues: int, spec: str, board: NDArray[Any]) -> Clues:
    """Return a spymaster's answer if it is one.

    Parameters
    ----------
    answer : object
        What the agent returned.
    view : SpymasterView
        What it was asked about (B boards).
    n_clues : int
        Size of the lexicon.
    spec : str
        The agent's canonical spec.
    board : (B,) int
        Board numbers.

    Raises
    ------
    RuleError
        If it is no `Clues` for these boards, a clue is not in the lexicon, the number is none, or the cards
        that are meant are not as many own cards that can still be touched.
    """
    who = f"spymaster '{spec}'"
    if not isinstance(answer, Clues):
        raise RuleError(f"{who} answered with {type(answer).__name__}, not with Clues")
    n = len(view)
    word = _whole(answer.word, (n,), who, "clue words")
    number = _whole(answer.number, (n,), who, "numbers")
    targets = _array(answer.targets, who, "targets")
    if targets.dtype != bool or targets.shape != (n, N_CARDS):
        raise RuleError(f"{who}: targets are {targets.dtype} {targets.shape}, not bool {(n, N_CARDS)}")
    _refuse((word < 0) | (word >= n_clues), who, board, f"clue {{}} is not in the lexicon of {n_clues}", word)
    least = UNLIMITED if view.ruleset.free_numbers else 1
    no_number = (number < least) | (number > MAX_NUMBER)
    _refuse(no_number, who, board, f"a clue's number is 1 to {MAX_NUMBER}, not {{}}", number)
    counted = count_cards(targets)
    unequal = (number > 0) & (counted != number)
    said = "{} cards are intended, which is not the number; their count is the number"
    _refuse(unequal, who, board, said, counted)
    not_own = targets & ~(view.touchable & (view.key == AGENT))
    if not_own.any():
        said = "card {} is intended but is no own card that can be touched"
        _refuse(not_own.any(axis=1), who, board, said, not_own.argmax(axis=1))
    return Clues(word, number, targets, check_memory(answer.memory, who))


def check_guesses(answer: object, view: GuesserView, spec: str, board: NDArray[Any]) -> Guesses:
    """Return a guesser's answer if it is one.

    Raises
    ------
    RuleError
        If it is no `Guesses` for these boards, a card may not be touched, or a pass is not allowed.
    """
    who = f"guesser '{spec}'"
    if not isinstance(answer, Guesses):
        raise RuleError(f"{who} answered with {type(answer).__name__}, not with Guesses")
    card = _whole(answer.card, (len(view),), who, "cards")
    _refuse((card < PASS) | (card >= N_CARDS), who, board, "there is no card {}", card)
    passes = card == PASS
    _refuse(passes & ~view.may_pass, who, board, "the first guess of a turn may not be passed", card)
    # plain places: indices in two dimensions take three times as long
    places = np.arange(0, card.size * N_CARDS, N_CARDS) + np.maximum(card, 0)
    open_card = view.touchable.reshape(-1).take(places)
    _refuse(~passes & ~open_card, who, board, "card {} may not be touched", card)
    return Guesses(card, check_memory(answer.memory, who))


def check_memory(memory: object, who: str) -> Memory | None:
    """Return what an agent wants to remember, if it is arrays by name."""
    if memory is not None and not isinstance(memory, Mapping):
        raise RuleError(f"{who}: memory is {type(memory).__name__}, not arrays by name")
    return memory


def _array(values: object, who: str, what: str) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError as error:
        raise RuleError(f"{who}: {what} make no array: {error}") from error


def _whole(values: object, shape: tuple[int, ...], who: str, what: str) -> NDArray[np.int64]:
    array = _array(values, who, what)
    if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
        raise RuleError(f"{who}: {what} are too large")
    if not np.issubdtype(array.dtype, np.integer) or array.shape != shape:
        raise RuleError(f"{who}: {what} are {array.dtype} {array.shape}, not whole numbers {shape}")
    return array.astype(np.int64)


def _refuse(wrong: Bools, who: str, board: NDArray[Any], reason: str, values: NDArray[Any]) -> None:
    if wrong.any():
        row = int(np.argmax(wrong))
        raise RuleError(f"{who}, board {board[row]}: {reason.format(values[row])}")
