"""One clue for equal states: what a spymaster said to one guesser, it says to the next on the same board.

A spymaster that remembers nothing is a function of its view and its key, and the key is named by spymaster,
seat, board and turn, never by the pairing. So while several pairings of one spymaster play the same boards,
an answer may be given again wherever view and key are the same to the last byte; the rows cannot differ.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues
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
    """What one spymaster said on the boards of a group of blocks, by the number of turns before.

    Attributes
    ----------
    asked : int
        States that the spymaster was asked about.
    shared : int
        States in which an earlier answer was given again.
    """

    asked: int = 0
    shared: int = 0
    _turns: dict[int, _Answers] = field(default_factory=dict)

    def find(self, turn: int, state: NDArray[np.uint64], hashed: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Return where each state's answer is kept, -1 where there is none: (B,)."""
        known = self._turns.get(turn)
        if known is None:
            return np.full(len(state), -1)
        place = np.searchsorted(known.hashed, hashed)
        place[place == len(known.hashed)] = 0
        # equal hashes are not yet equal states
        same = (known.state[place] == state).all(axis=1)
        return np.where(same, place, -1)

    def keep(self, turn: int, new: _Answers) -> None:
        """Add answers to what is known."""
        old = self._turns.get(turn)
        both = new if old is None else _joined([old, new])
        self._turns[turn] = both.take(np.argsort(both.hashed, kind="stable"))

    def answers(self, turn: int, place: NDArray[np.intp]) -> _Answers:
        """Return the answers kept at these places."""
        return self._turns[turn].take(place)


#: What spymasters have said, by their canonical specs.
ClueMemos = dict[str, ClueMemo]


def shared_clues(
    memo: ClueMemo, view: SpymasterView, keys: Keys, ask: Callable[[NDArray[np.intp]], Clues]
) -> Clues:
    """Return the clues for a batch; the spymaster is asked on those rows only whose state the memo lacks.

    Parameters
    ----------
    memo : ClueMemo
        What this spymaster said to other pairings; it is added to.
    view, keys
        What it is told; see `Spymaster.give_clues`.
    ask : callable
        Takes rows of the view and returns the spymaster's checked clues for them.
    """
    turn = view.history.seat.shape[1]
    state = packed(view, keys)
    hashed = _hashed(state)
    place = memo.find(turn, state, hashed)
    new, old = np.flatnonzero(place < 0), np.flatnonzero(place >= 0)
    memo.asked += len(new)
    memo.shared += len(old)
    parts = [memo.answers(turn, place[old])] if old.size else []
    if new.size:
        clues = ask(new)
        said = _Answers(hashed[new], state[new], clues.word, clues.number, clues.targets)
        memo.keep(turn, said)
        parts.append(said)
    # both parts together are all rows: the order that sorts their rows puts each answer in its own
    order = np.argsort(np.concatenate([old, new]) if old.size else new)
    said = _joined(parts).take(order)
    return Clues(said.word, said.number, said.targets)


def packed(view: SpymasterView, keys: Keys) -> NDArray[np.uint64]:
    """Return all that a spymaster is told, a row of bytes a board: (B, R) uint64, filled up with zeros.

    The ruleset is left out: it is the same in a whole run.
    """
    parts = [_bytes_of(values) for values in (*_arrays(view), keys)]
    width = sum(part.shape[1] for part in parts)
    out = np.zeros((len(view), -(-width // _WORD) * _WORD), dtype=np.uint8)
    np.concatenate(parts, axis=1, out=out[:, :width])
    return out.view(np.uint64)


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
