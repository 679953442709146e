"""Hands match blocks to workers."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from cluejam_ai.arena.schedule import MatchBlock
from cluejam_ai.errors import CluejamError

R = TypeVar("R")


def run_blocks(task: Callable[[MatchBlock], R], blocks: Sequence[MatchBlock], workers: int) -> Iterator[R]:
    """Yield what a task makes of each block, in the order in which they finish.

    Parameters
    ----------
    task : callable
        Plays a block; it can be pickled if there is more than one worker.
    blocks : sequence of MatchBlock
        The work.
    workers : int
        Processes; one plays here.

    Raises
    ------
    CluejamError
        If there is not at least one worker.
    """
    if workers < 1:
        raise CluejamError(f"workers is {workers}; it must be at least 1")
    if workers == 1:
        yield from map(task, blocks)
        return
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=workers, return_as="generator_unordered")
    with interrupts_ignored():
        results = pool(delayed(task)(block) for block in blocks)
    yield from results


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Leave Ctrl-C aside for a while; workers started meanwhile inherit that and do so for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
