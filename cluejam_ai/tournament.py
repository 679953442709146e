"""Plays a run from its spec and writes its folder."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cluejam_ai.arena.runner import run_blocks
from cluejam_ai.arena.schedule import MatchBlock, blocks
from cluejam_ai.errors import CluejamError, RecordError
from cluejam_ai.results.manifest import new_manifest, now, write_manifest
from cluejam_ai.results.run import Run
from cluejam_ai.results.schema import TableData
from cluejam_ai.results.store import (
    create_run_folder,
    finished_blocks,
    join_blocks,
    remove_blocks,
    write_block,
    write_cards,
)
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop

#: Is told how many matches are finished, and how many there are.
Progress = Callable[[int, int], None]

#: Matches in a block: many where a match is cheap, few where progress should be seen.
_CHEAP_BLOCK = 4096
_MAX_BLOCK = 256
_BLOCKS_A_WORKER = 4
_BOARDS_AT_ONCE = 4096


@dataclass(frozen=True)
class _PlayAndWrite:
    """Plays a block and writes its tables; what workers are given."""

    spec: RunSpec
    folder: Path

    def __call__(self, block: MatchBlock) -> int:
        """Return how many matches were played."""
        rows = _workshop(self.spec).play(block)
        write_block(self.folder, block.name, vars(rows))
        return block.stop - block.first


@lru_cache(maxsize=1)
def _workshop(spec: RunSpec) -> Workshop:
    """Return the workshop of a run, made once in each process."""
    return Workshop(spec)


def play_run(
    spec: RunSpec,
    folder: Path,
    *,
    workers: int = 1,
    block_size: int | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play a run and return it.

    Parameters
    ----------
    spec : RunSpec
        What to play.
    folder : Path
        Where to write; it must not exist.
    workers : int
        Processes.
    block_size : int, optional
        Matches in a block; the rows do not depend on it.
    progress : callable, optional
        Is told how many matches are finished, and how many there are.

    Raises
    ------
    CluejamError
        For anything that the user can mend. Blocks that are finished stay in the folder.
    KeyboardInterrupt
        If the user interrupts; the finished blocks are joined into the run's tables first.
    """
    began = time.perf_counter()
    workshop = _workshop(spec)
    schedule = blocks(
        spec.games,
        workshop.seatings(),
        block_size=_block_size(spec, workers) if block_size is None else block_size,
        series=spec.series,
    )
    if workers < 1:
        raise CluejamError(f"workers is {workers}; it must be at least 1")
    workshop.prepare()
    manifest = new_manifest(spec.to_dict(), workshop.inputs())
    create_run_folder(folder)
    write_manifest(folder, manifest)
    manifest["timing"] = {"workers": workers, "prepare_seconds": round(time.perf_counter() - began, 3)}
    with _status(folder, manifest):
        _play(spec, folder, schedule, workers, progress, manifest)
    return Run(folder)


def _block_size(spec: RunSpec, workers: int) -> int:
    """Return a block size for quick matches or slow ones that gives every worker a few blocks."""
    cheap = all("embedding=" not in str(pairing) for pairing in spec.pairings)
    share = -(-spec.games * len(spec.pairings) // (workers * _BLOCKS_A_WORKER)) if workers > 1 else spec.games
    return max(1, min(_CHEAP_BLOCK if cheap else _MAX_BLOCK, share))


def _play(
    spec: RunSpec,
    folder: Path,
    schedule: Sequence[MatchBlock],
    workers: int,
    progress: Progress | None,
    manifest: dict[str, Any],
) -> None:
    """Play the blocks and join what is finished, also when interrupted."""
    total = sum(block.stop - block.first for block in schedule)
    done = 0
    began = time.perf_counter()
    try:
        for n_matches in run_blocks(_PlayAndWrite(spec, folder), schedule, workers):
            done += n_matches
            if progress is not None:
                progress(done, total)
    except KeyboardInterrupt:
        manifest["status"] = "interrupted"
        _join(spec, folder, schedule)
        raise
    finally:
        manifest["timing"]["play_seconds"] = round(time.perf_counter() - began, 3)
    manifest["status"] = "finished"
    _join(spec, folder, schedule)


def _join(spec: RunSpec, folder: Path, schedule: Sequence[MatchBlock]) -> None:
    names = finished_blocks(folder, [block.name for block in schedule])
    join_blocks(folder, names)
    write_cards(folder, _cards(spec))
    remove_blocks(folder)


def _cards(spec: RunSpec) -> Iterator[TableData]:
    for first in range(0, spec.games, _BOARDS_AT_ONCE):
        yield _workshop(spec).cards(first, min(first + _BOARDS_AT_ONCE, spec.games))


@contextlib.contextmanager
def _status(folder: Path, manifest: dict[str, Any]) -> Iterator[None]:
    """Write the manifest at the end, whatever the end is."""
    try:
        yield
    finally:
        if manifest["status"] == "running":
            manifest["status"] = "failed"
        manifest["ended"] = now()
        failed = manifest["status"] == "failed"
        # a full disk has been reported already; its message must not be replaced by the manifest's
        with contextlib.suppress(RecordError) if failed else contextlib.nullcontext():
            write_manifest(folder, manifest)
