"""Hands match blocks to workers."""

from collections.abc import Callable, Iterator, Sequence
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
    yield from pool(delayed(task)(block) for block in blocks)
