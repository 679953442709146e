"""Plays a run from its spec and writes its folder."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cluejam_ai.arena.runner import interrupts_ignored, run_blocks
from cluejam_ai.arena.schedule import MatchBlock, blocks
from cluejam_ai.errors import RecordError
from cluejam_ai.results.manifest import new_manifest, now, read_manifest, write_manifest
from cluejam_ai.results.run import Run
from cluejam_ai.results.schema import TableData
from cluejam_ai.results.store import (
    block_names,
    create_run_folder,
    finished_blocks,
    join_blocks,
    remove_blocks,
    write_block,
    write_cards,
)
from cluejam_ai.runspec import RunSpec, check_count
from cluejam_ai.wiring import Workshop

#: Is told how many matches are finished, and how many there are.
Progress = Callable[[int, int], None]

#: Matches in a block: many where a match is cheap, few where progress should be seen.
_CHEAP_BLOCK = 4096
MAX_WORKERS = 1024
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
    check_count("workers", workers, MAX_WORKERS)
    if block_size is not None:
        check_count("block size", block_size)
    workshop = _workshop(spec)
    schedule = blocks(
        spec.games,
        workshop.seatings(),
        block_size=_block_size(spec, workers) if block_size is None else block_size,
        series=spec.series,
    )
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
        with interrupts_ignored():
            manifest["timing"]["play_seconds"] = round(time.perf_counter() - began, 3)
            kept = _join(spec, folder, schedule)
            manifest["status"] = "interrupted"
        raise KeyboardInterrupt(f"interrupted: {kept} of {total} games are kept in {folder}") from None
    manifest["timing"]["play_seconds"] = round(time.perf_counter() - began, 3)
    with interrupts_ignored():
        # nothing is left to play: joining takes seconds and ends the run
        _join(spec, folder, schedule)
        manifest["status"] = "finished"


def recover_run(folder: Path) -> Run:
    """Join the finished blocks of a run that was cut short and return it, as if it had been interrupted.

    Parameters
    ----------
    folder : Path
        A run that was killed, or could not be written to its end, and that no process is playing.

    Raises
    ------
    RecordError
        If it is no run, or there is nothing to join.
    """
    manifest = read_manifest(folder)
    if not (folder / "blocks").is_dir():
        raise RecordError(f"{folder} has no blocks to join: its status is {manifest['status']}")
    spec = RunSpec.from_dict(manifest["spec"])
    blocks_there = [MatchBlock.of_name(name) for name in block_names(folder)]
    if not blocks_there:
        raise RecordError(f"{folder} has no finished block to join; nothing of this run can be kept")
    kept = _join(spec, folder, blocks_there)
    manifest.setdefault("timing", {}).setdefault("play_seconds", 0.0)
    whole = kept == spec.games * sum(_workshop(spec).seatings())
    status = "finished" if whole else "interrupted"
    write_manifest(folder, {**manifest, "status": status, "ended": now()})
    return Run(folder)


def _join(spec: RunSpec, folder: Path, schedule: Sequence[MatchBlock]) -> int:
    """Join the finished blocks into the run's tables and return how many matches they hold."""
    names = set(finished_blocks(folder, [block.name for block in schedule]))
    done = [block for block in schedule if block.name in names]
    join_blocks(folder, [block.name for block in done])
    write_cards(folder, _cards(spec, done))
    remove_blocks(folder)
    return sum(block.stop - block.first for block in done)


def _cards(spec: RunSpec, done: Sequence[MatchBlock]) -> Iterator[TableData]:
    """Yield the cards of the boards that were played, each board once, in order."""
    at = 0
    for block in sorted(done, key=lambda block: block.first):
        for first in range(max(at, block.first), block.stop, _BOARDS_AT_ONCE):
            yield _workshop(spec).cards(first, min(first + _BOARDS_AT_ONCE, block.stop))
        at = max(at, block.stop)


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
