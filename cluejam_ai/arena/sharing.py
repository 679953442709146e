"""One clue for equal states: what a spymaster said to one guesser, it says to the next on the same board.

A spymaster that remembers nothing is a function of its view and its key, and the key is named by spymaster,
seat, board and turn, never by the pairing. So while several pairings of one spymaster play the same boards,
an answer may be given again wherever view and key are the same to the last byte; the rows cannot differ.
Many spymasters look at less than they see, and say so (`Spymaster.grounds`): then that alone has to be the
same, also in another turn or for the other seat.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Spymaster
from cluejam_ai.errors import RuleError
from cluejam_ai.game.batch import Batch
from cluejam_ai.game.cards import Ints
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys, derive

_WORD = 8


@dataclass(frozen=True)
class _Answers(Batch):
    """States and what was said in them, in the order of their hashes: (N,), (N, R), (N,), (N,), (N, 25)."""

    hashed: NDArray[np.uint64]
    state: NDArray[np.uint64]
    word: Ints
    number: Ints
    targets: NDArray[np.bool_]


@dataclass
class ClueMemo:
    """What one spymaster said on the boards of a group of blocks, by the width of states.

    Attributes
    ----------
    asked : int
        States that the spymaster was asked about.
    shared : int
        States in which an earlier answer was given again.
    """

    asked: int = 0
    shared: int = 0
    _known: dict[int, _Answers] = field(default_factory=dict)

    def find(self, state: NDArray[np.uint64], hashed: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Return where each state's answer is kept, -1 where there is none: (B,)."""
        known = self._known.get(state.shape[1])
        if known is None:
            return np.full(len(state), -1)
        place = np.searchsorted(known.hashed, hashed)
        place[place == len(known.hashed)] = 0
        # equal hashes are not yet equal states
        same = (known.state[place] == state).all(axis=1)
        return np.where(same, place, -1)

    def keep(self, new: _Answers) -> None:
        """Add answers to what is known."""
        width = new.state.shape[1]
        old = self._known.get(width)
        both = new if old is None else _joined([old, new])
        self._known[width] = both.take(np.argsort(both.hashed, kind="stable"))

    def answers(self, width: int, place: NDArray[np.intp]) -> _Answers:
        """Return the answers kept at these places."""
        return self._known[width].take(place)


#: What spymasters have said, by their canonical specs.
ClueMemos = dict[str, ClueMemo]


def shared_clues(
    memo: ClueMemo, state: NDArray[np.uint64], ask: Callable[[NDArray[np.intp]], Clues]
) -> Clues:
    """Return the clues for a batch; the spymaster is asked once about each state that the memo lacks.

    Parameters
    ----------
    memo : ClueMemo
        What this spymaster has said on these boards; it is added to.
    state : (B, R) uint64
        All that each clue depends on; see `state_of`.
    ask : callable
        Takes rows of the batch, ascending, and returns the spymaster's checked clues for them.
    """
    hashed = _hashed(state)
    place = memo.find(state, hashed)
    old, new = np.flatnonzero(place >= 0), np.flatnonzero(place < 0)
    parts = [memo.answers(state.shape[1], place[old])] if old.size else []
    n_asked = 0
    if new.size:
        first, like = np.unique(_first_equal(state[new], hashed[new]), return_inverse=True)
        rows = new[first]
        n_asked = len(rows)
        clues = ask(rows)
        said = _Answers(hashed[rows], state[rows], clues.word, clues.number, clues.targets)
        memo.keep(said)
        parts.append(said.take(like))
    memo.asked += n_asked
    memo.shared += len(state) - n_asked
    # both parts together are all rows: the order that sorts their rows puts each answer in its own
    order = np.argsort(np.concatenate([old, new]) if old.size else new)
    answers = _joined(parts).take(order)
    return Clues(answers.word, answers.number, answers.targets)


def state_of(agent: Spymaster, view: SpymasterView, keys: Keys) -> NDArray[np.uint64]:
    """Return all that a spymaster's clues depend on, a row of bytes a board: (B, R) uint64.

    Raises
    ------
    RuleError
        If the agent's own account of it is not one row a board.
    """
    grounds = agent.grounds(view) if _accounts_for_its_clues(type(agent)) else None
    if grounds is None:
        return packed(view, keys)
    if any(len(part) != len(view) for part in grounds):
        raise RuleError(f"{type(agent).__name__}.grounds() is not one row for each of {len(view)} boards")
    return _packed(grounds)


def _accounts_for_its_clues(kind: type[Spymaster]) -> bool:
    """Return whether no class below the one that says what clues depend on gives them in another way."""
    owner = next(each for each in kind.__mro__ if {"grounds", "give_clues"} & vars(each).keys())
    return "grounds" in vars(owner)


def packed(view: SpymasterView, keys: Keys) -> NDArray[np.uint64]:
    """Return all that a spymaster is told, a row of bytes a board: (B, R) uint64.

    The ruleset is left out: it is the same in a whole run.
    """
    return _packed((*_arrays(view), keys))


def _packed(arrays: Sequence[NDArray[Any]]) -> NDArray[np.uint64]:
    """Return arrays over boards as one row of bytes a board, filled up with zeros: (B, R) uint64."""
    parts = [_bytes_of(values) for values in arrays]
    width = sum(part.shape[1] for part in parts)
    out = np.zeros((len(arrays[0]), -(-width // _WORD) * _WORD), dtype=np.uint8)
    np.concatenate(parts, axis=1, out=out[:, :width])
    return out.view(np.uint64)


def _first_equal(state: NDArray[np.uint64], hashed: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return for each state the first row that is equal to it: (B,)."""
    _, first, inverse = np.unique(hashed, return_index=True, return_inverse=True)
    like = first[inverse]
    # equal hashes are not yet equal states
    return np.where((state[like] == state).all(axis=1), like, np.arange(len(state)))


def _arrays(batch: Batch) -> Iterator[NDArray[Any]]:
    """Yield every array of a view, those of its history among them."""
    for each in fields(batch):
        value = getattr(batch, each.name)
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, Batch):
            yield from _arrays(value)


def _bytes_of(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Return an array over boards as bytes: (B, any) uint8."""
    n = len(values)
    width = values.dtype.itemsize * (values.size // n if n else 0)
    return np.ascontiguousarray(values).reshape(-1).view(np.uint8).reshape(n, width)


def _hashed(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a number for each state, with which equal ones are found: (B,) uint64."""
    factors = derive(np.uint64(0), np.arange(state.shape[1])) | np.uint64(1)
    return np.asarray((state * factors).sum(axis=1, dtype=np.uint64))


def _joined(parts: Sequence[_Answers]) -> _Answers:
    return _Answers(*(np.concatenate([getattr(x, f.name) for x in parts]) for f in fields(_Answers)))
