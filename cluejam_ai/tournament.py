"""Plays a run from its spec and writes its folder, at once or in several sittings."""

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cluejam_ai.arena.runner import interrupts_ignored, run_blocks, terminations_interrupt
from cluejam_ai.errors import RecordError
from cluejam_ai.results.locking import run_lock
from cluejam_ai.results.manifest import now, read_manifest, write_manifest
from cluejam_ai.results.run import Run
from cluejam_ai.results.splitting import is_unbegun, remove_leftovers
from cluejam_ai.results.store import block_counts, create_run_folder, join_blocks, remove_blocks
from cluejam_ai.runspec import RunSpec, check_count
from cluejam_ai.sitting import (
    Crew,
    Sitting,
    begin,
    count_killed,
    enter,
    finished_blocks,
    go_on,
    warn_of_other_inputs,
)
from cluejam_ai.worker import EndsWithParent, PlayAndWrite, Task, cards_of, workshop_of

#: Is told how many matches are finished, and how many there are.
Progress = Callable[[int, int], None]


def play_run(
    spec: RunSpec,
    folder: Path,
    *,
    crew: Crew | None = None,
    block_size: int | None = None,
    resume: bool = False,
    source: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play a run, or what is missing of it, and return it.

    Parameters
    ----------
    spec : RunSpec
        What to play.
    folder : Path
        Where to write; it must not exist unless the run is to go on.
    crew : Crew, optional
        Who does the work; by default this process alone.
    block_size : int, optional
        Matches in a block; the rows do not depend on it. A run that goes on keeps its own.
    resume : bool
        Go on with a run that is there, with further pairings and boards if the spec has some.
    source : mapping, optional
        Where the spec comes from, for the manifest: its text and the names it uses.
    before : mapping, optional
        What words and vectors were in a run that is repeated; a warning tells what has changed since.
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
    crew = crew or Crew()
    if block_size is not None:
        check_count("block size", block_size)
    sitting: Sitting | None = None
    if not (resume and folder.is_dir()):
        # what is wrong with the spec is told before there is a folder
        sitting = begin(spec, folder, crew, block_size)
        if before is not None:
            warn_of_other_inputs(before, sitting.manifest["inputs"], spec)
        try:
            create_run_folder(folder)
        except RecordError:
            # another process that goes on with it was faster: the lock tells who plays
            if not (resume and folder.is_dir()):
                raise
    with run_lock(folder), terminations_interrupt():
        remove_leftovers(folder)
        if not is_unbegun(folder):
            sitting = go_on(spec, folder)
        else:
            sitting = sitting or begin(spec, folder, crew, block_size)
            (folder / "blocks").mkdir(exist_ok=True)
        if not sitting.todo and sitting.manifest["status"] == "finished":
            return Run(folder)
        if source is not None:
            sitting.manifest["source"] = dict(source)
        enter(sitting.manifest, crew, time.perf_counter() - began)
        write_manifest(folder, sitting.manifest)
        with _status(folder, sitting.manifest):
            _play(sitting, crew, progress)
    return Run(folder)


def _play(sitting: Sitting, crew: Crew, progress: Progress | None) -> None:
    """Play what is to be played and join what is finished, also when interrupted."""
    done = sum(block.stop - block.first for block in sitting.done)
    total = done + sum(block.stop - block.first for group in sitting.todo for block in group)
    timing = sitting.manifest["timing"]
    before = timing.get("play_seconds", 0.0)
    began = time.perf_counter()

    def stop_the_clock() -> None:
        timing["play_seconds"] = round(before + time.perf_counter() - began, 3)

    task: Task = PlayAndWrite(sitting.spec, sitting.folder.resolve())
    if crew.backend == "loky":
        task = EndsWithParent(task, os.getpid())
    try:
        if progress is not None:
            progress(done, total)
        work = run_blocks(task, sitting.todo, crew.workers, backend=crew.backend, address=crew.address)
        for n_matches in work if sitting.todo else ():
            done += n_matches
            if progress is not None:
                progress(done, total)
    except KeyboardInterrupt:
        with interrupts_ignored():
            stop_the_clock()
            kept = _join(sitting.spec, sitting.folder, sitting.manifest, "interrupted")
        raise KeyboardInterrupt(
            f"interrupted: {kept} of {total} games are kept in {sitting.folder}; "
            f"go on with: cluejam run {sitting.folder} --resume"
        ) from None
    stop_the_clock()
    with interrupts_ignored():
        # nothing is left to play: joining takes seconds and ends the run
        _join(sitting.spec, sitting.folder, sitting.manifest, "finished")


def recover_run(folder: Path) -> Run:
    """Join the finished blocks of a run that was cut short and return it, as if it had been interrupted.

    Parameters
    ----------
    folder : Path
        A run that was killed, or could not be written to its end.

    Raises
    ------
    RecordError
        If it is no run, there is nothing to join, or a process is playing it.
    """
    read_manifest(folder)
    with run_lock(folder):
        manifest = read_manifest(folder)
        remove_leftovers(folder)
        if not (folder / "blocks").is_dir():
            raise RecordError(f"{folder} has no blocks to join: its status is {manifest['status']}")
        spec = RunSpec.from_dict(manifest["spec"])
        found = finished_blocks(folder, spec)
        if not found:
            raise RecordError(f"{folder} has no finished block to join; nothing of this run can be kept")
        whole = spec.games * sum(workshop_of(spec).seatings())
        count_killed(folder, manifest)
        manifest.setdefault("timing", {}).setdefault("play_seconds", 0.0)
        kept = sum(block.stop - block.first for block in found)
        _join(spec, folder, manifest, "finished" if kept == whole else "interrupted")
        write_manifest(folder, {**manifest, "ended": now()})
    return Run(folder)


def _join(spec: RunSpec, folder: Path, manifest: dict[str, Any], status: str) -> int:
    """Join the finished blocks into the run's tables and return how many matches they hold."""
    done = finished_blocks(folder, spec)
    names = [block.name for block in done]
    join_blocks(folder, names, cards_of(spec, done))
    counts = block_counts(folder, names)
    remove_blocks(folder)
    before = manifest.get("play", {})
    manifest["play"] = {key: round(before.get(key, 0) + value, 3) for key, value in counts.items()}
    manifest["status"] = status
    return sum(block.stop - block.first for block in done)


@contextlib.contextmanager
def _status(folder: Path, manifest: dict[str, Any]) -> Iterator[None]:
    """Write the manifest at the end, whatever the end is."""
    try:
        yield
    finally:
        if manifest["status"] == "running":
            manifest["status"] = "failed"
        manifest["ended"] = now()
        manifest["sittings"][-1] |= {"ended": manifest["ended"], "status": manifest["status"]}
        failed = manifest["status"] == "failed"
        # a full disk has been reported already; its message must not be replaced by the manifest's
        with contextlib.suppress(RecordError) if failed else contextlib.nullcontext():
            write_manifest(folder, manifest)
