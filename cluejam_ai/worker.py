"""What a worker does: it plays blocks of a run and writes them, here or on another machine."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from cluejam_ai.arena.schedule import MatchBlock
from cluejam_ai.arena.sharing import ClueMemos
from cluejam_ai.cache import cache_folder
from cluejam_ai.errors import RecordError
from cluejam_ai.results.schema import TableData
from cluejam_ai.results.store import write_block
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop

_BOARDS_AT_ONCE = 4096
#: Their states, views and histories take some ten megabytes.
_MATCHES_AT_ONCE = 8192
_SECONDS_TO_MISS_A_PARENT = 1.0
#: Plays a group of blocks and says how many matches these were.
Task = Callable[[Sequence[MatchBlock]], int]


@dataclass(frozen=True)
class PlayAndWrite:
    """Plays a group of blocks on the same boards and writes their tables; what workers are given.

    It is a spec and a path: tables of similarity and legality are not sent, a worker finds them in the cache
    of its machine and maps them into memory.
    """

    spec: RunSpec
    folder: Path

    def __call__(self, group: Sequence[MatchBlock]) -> int:
        """Return how many matches were played."""
        workshop = prepared(self.spec)
        if not (self.folder / "blocks").is_dir():
            raise RecordError(
                f"a worker cannot see {self.folder}/blocks; the folder of a run must lie on a disk "
                "that all workers share"
            )
        memos: ClueMemos | None = {} if len(group) > 1 else None
        before = 0
        for part in at_once(group):
            began = time.thread_time()
            played = workshop.play_at_once(part, memos)
            spent = time.thread_time() - began
            shared = sum(memo.shared for memo in (memos or {}).values())
            # what they did together is told in equal parts, which add up to the whole
            parts = np.diff(np.arange(len(part) + 1) * (shared - before) // len(part)).tolist()
            before = shared
            for block, rows, n_shared in zip(part, played, parts, strict=True):
                given = int((rows.turns["clue"].codes >= 0).sum())
                counts = {
                    "cpu_seconds": spent / len(part),
                    "clues_given": given,
                    "clues_shared": n_shared,
                }
                write_block(self.folder, block.name, vars(rows), counts)
        return sum(block.stop - block.first for block in group)


def at_once(group: Sequence[MatchBlock]) -> Iterator[Sequence[MatchBlock]]:
    """Yield the blocks of a group in parts that are played as one batch, bounded by memory."""
    size = max(1, _MATCHES_AT_ONCE // (group[0].stop - group[0].first))
    for first in range(0, len(group), size):
        yield group[first : first + size]


@dataclass(frozen=True)
class EndsWithParent:
    """A task whose process ends soon after that which started it, even if that one is killed.

    Else a worker would finish its unit, and wait for more for minutes, after its run is gone.
    """

    task: Task
    parent: int

    def __call__(self, unit: Sequence[MatchBlock]) -> int:
        """Return what the task makes of a unit."""
        if os.getpid() != self.parent and self.parent not in _WATCHED:
            _WATCHED.add(self.parent)
            threading.Thread(target=_end_with, args=(self.parent,), daemon=True).start()
        return self.task(unit)


#: Parents that a thread of this process watches.
_WATCHED: set[int] = set()


def _end_with(parent: int) -> None:
    # an orphan is given to another parent; where it keeps its own (Windows), it is left as it was
    while os.getppid() == parent:
        time.sleep(_SECONDS_TO_MISS_A_PARENT)
    os._exit(1)


@lru_cache(maxsize=1)
def workshop_of(spec: RunSpec) -> Workshop:
    """Return the workshop of a run, made once in each process."""
    return Workshop(spec)


@lru_cache(maxsize=1)
def prepared(spec: RunSpec) -> Workshop:
    """Return the workshop of a run with all agents and tables made, or found where another has made them."""
    workshop = workshop_of(spec)
    with _one_on_this_machine(spec):
        workshop.prepare()
    return workshop


def forget_workshops() -> None:
    """Let the next run of this process look at its files anew, for they may have changed."""
    prepared.cache_clear()
    workshop_of.cache_clear()


@contextlib.contextmanager
def _one_on_this_machine(spec: RunSpec) -> Iterator[None]:
    """Wait while another process of this machine makes the same tables, to find them instead."""
    from filelock import FileLock

    mark = sha256(repr(spec).encode()).hexdigest()[:16]
    with contextlib.ExitStack() as stack:
        # a cache that cannot be written to is nobody's
        with contextlib.suppress(OSError, NotImplementedError):
            cache_folder().mkdir(parents=True, exist_ok=True)
            stack.enter_context(FileLock(cache_folder() / f".{mark}.lock"))
        yield


def cards_of(spec: RunSpec, done: Sequence[MatchBlock]) -> Iterator[TableData]:
    """Yield the cards of the boards that were played, each board once, in order."""
    at = 0
    for block in sorted(done, key=lambda block: block.first):
        for first in range(max(at, block.first), block.stop, _BOARDS_AT_ONCE):
            yield workshop_of(spec).cards(first, min(first + _BOARDS_AT_ONCE, block.stop))
        at = max(at, block.stop)
