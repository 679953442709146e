"""Plays a run from its spec and writes its folder, at once or in several sittings."""

import contextlib
import json
import os
import socket
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cluejam_ai.arena.runner import EVERY, interrupts_ignored, run_blocks, terminations_interrupt
from cluejam_ai.arena.schedule import MatchBlock, blocks, together, usable
from cluejam_ai.errors import RecordError
from cluejam_ai.results.locking import run_lock
from cluejam_ai.results.manifest import new_manifest, now, read_manifest, write_manifest
from cluejam_ai.results.run import Run
from cluejam_ai.results.splitting import is_unbegun, remove_leftovers, spans, split_tables
from cluejam_ai.results.store import (
    block_counts,
    block_names,
    create_run_folder,
    join_blocks,
    remove_blocks,
)
from cluejam_ai.runspec import RunSpec, check_count
from cluejam_ai.worker import PlayAndWrite, cards_of, prepared, workshop_of

#: Is told how many matches are finished, and how many there are.
Progress = Callable[[int, int], None]

#: Matches in a group of blocks: many where a match is cheap, few where progress should be seen.
_CHEAP_GROUP = 4096
_GROUP = 256
_LEAST_BLOCK = 32
MAX_WORKERS = 1024
_GROUPS_A_WORKER = 4


@dataclass(frozen=True)
class Crew:
    """Who does the work; no row depends on it.

    Attributes
    ----------
    workers : int
        Processes; `EVERY` is all that an engine offers.
    backend, address : str, optional
        See `cluejam_ai.arena.runner.run_blocks`.
    """

    workers: int = 1
    backend: str = "loky"
    address: str | None = None

    def __post_init__(self) -> None:
        if self.workers != EVERY:
            check_count("workers", self.workers, MAX_WORKERS)


@dataclass
class _Sitting:
    """A run's folder while it is locked and played."""

    folder: Path
    spec: RunSpec
    manifest: dict[str, Any]
    done: list[MatchBlock] = field(default_factory=list)
    todo: list[tuple[MatchBlock, ...]] = field(default_factory=list)


def play_run(
    spec: RunSpec,
    folder: Path,
    *,
    crew: Crew | None = None,
    block_size: int | None = None,
    resume: bool = False,
    source: Mapping[str, Any] | None = None,
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
    sitting: _Sitting | None = None
    if not (resume and folder.is_dir()):
        # what is wrong with the spec is told before there is a folder
        sitting = _begin(spec, folder, crew, block_size)
        create_run_folder(folder)
    with run_lock(folder), terminations_interrupt():
        remove_leftovers(folder)
        if not is_unbegun(folder):
            sitting = _go_on(spec, folder)
        elif sitting is None:
            sitting = _begin(spec, folder, crew, block_size)
            (folder / "blocks").mkdir(exist_ok=True)
        if not sitting.todo and sitting.manifest["status"] == "finished":
            return Run(folder)
        if source is not None:
            sitting.manifest["source"] = dict(source)
        _enter(sitting.manifest, crew, time.perf_counter() - began)
        write_manifest(folder, sitting.manifest)
        with _status(folder, sitting.manifest):
            _play(sitting, crew, progress)
    return Run(folder)


def _begin(spec: RunSpec, folder: Path, crew: Crew, block_size: int | None) -> _Sitting:
    """Return the first sitting of a run."""
    workshop = prepared(spec)
    size = _block_size(spec, workshop.seatings(), crew) if block_size is None else block_size
    manifest = new_manifest(spec.to_dict(), workshop.inputs())
    manifest |= {"block_size": size, "sittings": []}
    return _planned(_Sitting(folder, spec, manifest))


def _go_on(spec: RunSpec, folder: Path) -> _Sitting:
    """Return the next sitting of a run: its own pairings in their order, then those that are new."""
    manifest = read_manifest(folder)
    joint = RunSpec.from_dict(manifest["spec"]).extended(spec, str(folder))
    # as it is written and read again
    inputs = json.loads(json.dumps(prepared(joint).inputs()))
    _check_inputs(folder, manifest["inputs"], inputs)
    _warn_of_another_program(folder, manifest)
    manifest |= {"spec": joint.to_dict(), "inputs": inputs}
    manifest.setdefault("block_size", _GROUP)
    manifest.setdefault("sittings", [])
    sitting = _Sitting(folder, joint, manifest)
    if (folder / "blocks").is_dir():
        sitting.done = _finished_blocks(folder, joint)
        return _planned(sitting)
    held = _spans(folder, joint)
    sitting.done = usable(held, joint.games, joint.series)
    _planned(sitting)
    if sitting.todo:
        names = [str(pairing) for pairing in joint.pairings]
        split_tables(folder, {b.name: (names[b.pairing], b.seating, b.first, b.stop) for b in sitting.done})
    elif manifest["status"] != "finished":
        # it was killed after its tables were joined and before its manifest said so
        manifest |= {"status": "finished", "ended": now()}
        write_manifest(folder, manifest)
    return sitting


def _planned(sitting: _Sitting) -> _Sitting:
    """Return the sitting with what is to be played."""
    spec, manifest = sitting.spec, sitting.manifest
    todo = blocks(
        spec.games,
        workshop_of(spec).seatings(),
        block_size=manifest["block_size"],
        series=spec.series,
        done=sitting.done,
    )
    sitting.todo = together(todo, spec.pairings)
    return sitting


def _spans(folder: Path, spec: RunSpec) -> list[MatchBlock]:
    """Return what a run's tables hold, as blocks that end where a series does."""
    places = {str(pairing): place for place, pairing in enumerate(spec.pairings)}
    held = []
    for pairing, seating, first, stop in spans(folder):
        if pairing not in places:
            raise RecordError(f"{folder} holds matches of '{pairing}', which its manifest does not name")
        end = stop if stop == spec.games else stop - stop % spec.series
        if end > first:
            held.append(MatchBlock(places[pairing], seating, first, end))
    return held


def _finished_blocks(folder: Path, spec: RunSpec) -> list[MatchBlock]:
    found = [MatchBlock.of_name(name) for name in block_names(folder)]
    known = [block for block in found if block.pairing < len(spec.pairings)]
    return usable(known, spec.games, spec.series)


def _check_inputs(folder: Path, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Raise if what a run was played with is not what it would go on with."""
    same = {key: before[key] == after.get(key) for key in before if key != "embeddings"}
    there = before["embeddings"]
    same |= {f"vectors {name}": there[name] == after["embeddings"].get(name) for name in there}
    changed = [key for key, is_same in same.items() if not is_same]
    if changed:
        raise RecordError(
            f"{folder} was played with other contents of: {', '.join(changed)}; "
            "its rows would not go together with new ones. Play the spec into a new folder"
        )


def _warn_of_another_program(folder: Path, manifest: Mapping[str, Any]) -> None:
    here = new_manifest({}, {})
    changed = [
        f"{key} {manifest['program'].get(key)} before, {value} now"
        for key, value in here["program"].items()
        if manifest["program"].get(key) != value
    ]
    if manifest["machine"]["processor"] != here["machine"]["processor"]:
        changed.append("another processor")
    if changed:
        warnings.warn(
            f"{folder} goes on with another program or machine, which may give other rows: "
            f"{'; '.join(changed)}",
            stacklevel=4,
        )


def _enter(manifest: dict[str, Any], crew: Crew, seconds: float) -> None:
    """Enter a sitting that begins into the manifest."""
    here = new_manifest({}, {})
    manifest["status"] = "running"
    manifest.pop("ended", None)
    manifest["sittings"] = [
        *manifest["sittings"],
        {
            "started": here["started"],
            "process": os.getpid(),
            "host": socket.gethostname(),
            **vars(crew),
            "program": here["program"],
            "machine": here["machine"],
        },
    ]
    timing = manifest.setdefault("timing", {"play_seconds": 0.0})
    timing |= {"workers": crew.workers, "prepare_seconds": round(seconds, 3)}


def _block_size(spec: RunSpec, seatings: Sequence[int], crew: Crew) -> int:
    """Return a block size with which a group of blocks is neither too much work to lose nor too little."""
    cheap = all("embedding=" not in str(pairing) for pairing in spec.pairings)
    each = together(blocks(1, seatings, block_size=1), spec.pairings)
    blocks_a_group = max(len(group) for group in each)
    most = max((_CHEAP_GROUP if cheap else _GROUP) // blocks_a_group, _LEAST_BLOCK)
    if crew.workers == 1:
        return min(most, spec.games)
    workers = MAX_WORKERS if crew.workers == EVERY else crew.workers
    share = -(-spec.games * len(each) // (workers * _GROUPS_A_WORKER))
    return max(1, min(most, share))


def _play(sitting: _Sitting, crew: Crew, progress: Progress | None) -> None:
    """Play what is to be played and join what is finished, also when interrupted."""
    done = sum(block.stop - block.first for block in sitting.done)
    total = done + sum(block.stop - block.first for group in sitting.todo for block in group)
    timing = sitting.manifest["timing"]
    before = timing.get("play_seconds", 0.0)
    began = time.perf_counter()

    def stop_the_clock() -> None:
        timing["play_seconds"] = round(before + time.perf_counter() - began, 3)

    task = PlayAndWrite(sitting.spec, sitting.folder.resolve())
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
        found = _finished_blocks(folder, spec)
        if not found:
            raise RecordError(f"{folder} has no finished block to join; nothing of this run can be kept")
        whole = spec.games * sum(workshop_of(spec).seatings())
        manifest.setdefault("timing", {}).setdefault("play_seconds", 0.0)
        kept = sum(block.stop - block.first for block in found)
        _join(spec, folder, manifest, "finished" if kept == whole else "interrupted")
        write_manifest(folder, {**manifest, "ended": now()})
    return Run(folder)


def _join(spec: RunSpec, folder: Path, manifest: dict[str, Any], status: str) -> int:
    """Join the finished blocks into the run's tables and return how many matches they hold."""
    done = _finished_blocks(folder, spec)
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
