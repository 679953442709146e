"""A sitting: one process's time at a run, and how a run that was cut short or is to grow goes on."""

import json
import os
import socket
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from cluejam_ai.arena.runner import EVERY, check_backend
from cluejam_ai.arena.schedule import MatchBlock, blocks, together, usable
from cluejam_ai.errors import RecordError
from cluejam_ai.results.manifest import MANIFEST, new_manifest, now, read_manifest, write_manifest
from cluejam_ai.results.schema import TABLES
from cluejam_ai.results.splitting import spans, split_tables
from cluejam_ai.results.store import block_names, newest_block, read_table
from cluejam_ai.results.together import check_together, first_touches
from cluejam_ai.runspec import RunSpec, check_count
from cluejam_ai.worker import forget_workshops, prepared, workshop_of

#: Matches in a block: many where a match is cheap, few where progress should be seen.
_CHEAP_BLOCK = 8192
_MAX_BLOCK = 256
MAX_WORKERS = 1024
#: So many boards show whether tables are of the run that its manifest tells of.
_BOARDS_COMPARED = 64
_GROUPS_A_WORKER = 4
#: Workers to reckon with where a cluster says only later how many it has.
_UNKNOWN_CREW = 64


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
        check_backend(self.backend, self.address)
        if self.workers != EVERY:
            check_count("workers", self.workers, MAX_WORKERS)


@dataclass
class Sitting:
    """A run's folder while it is locked and played."""

    folder: Path
    spec: RunSpec
    manifest: dict[str, Any]
    done: list[MatchBlock] = field(default_factory=list)
    todo: list[tuple[MatchBlock, ...]] = field(default_factory=list)


def begin(spec: RunSpec, folder: Path, crew: Crew, block_size: int | None) -> Sitting:
    """Return the first sitting of a run."""
    forget_workshops()
    workshop = prepared(spec)
    size = _block_size(spec, workshop.seatings(), crew) if block_size is None else block_size
    manifest = new_manifest(spec.to_dict(), workshop.inputs())
    manifest |= {"block_size": size, "sittings": []}
    return _planned(Sitting(folder, spec, manifest))


def go_on(spec: RunSpec, folder: Path) -> Sitting:
    """Return the next sitting of a run: its own pairings in their order, then those that are new."""
    forget_workshops()
    manifest = read_manifest(folder)
    joint = RunSpec.from_dict(manifest["spec"]).extended(spec, str(folder))
    # as it is written and read again
    inputs = json.loads(json.dumps(prepared(joint).inputs()))
    _check_inputs(folder, manifest["inputs"], inputs)
    _warn_of_another_program(folder, manifest)
    manifest |= {"spec": joint.to_dict(), "inputs": inputs}
    manifest.setdefault("block_size", _MAX_BLOCK)
    manifest.setdefault("sittings", [])
    count_killed(folder, manifest)
    sitting = Sitting(folder, joint, manifest)
    if (folder / "blocks").is_dir():
        sitting.done = finished_blocks(folder, joint)
        return _planned(sitting)
    for table in TABLES:
        read_table(folder, table, ())  # one that is torn or gone is told now, not when it is needed
    held = _spans(folder, joint)
    check_together(folder)
    _check_boards(folder, joint)
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


def _planned(sitting: Sitting) -> Sitting:
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


def finished_blocks(folder: Path, spec: RunSpec) -> list[MatchBlock]:
    """Return the blocks in a run's folder that are whole and go together, in the order of their rows."""
    found = [MatchBlock.of_name(name) for name in block_names(folder)]
    known = [block for block in found if block.pairing < len(spec.pairings)]
    return usable(known, spec.games, spec.series)


def count_killed(folder: Path, manifest: dict[str, Any]) -> None:
    """Enter how the last sitting ended if it could not do so itself, and count its time up to its last block.

    Parameters
    ----------
    folder : Path
        The run's; its manifest was last written when that sitting began.
    manifest : dict
    """
    last = manifest["sittings"][-1] if manifest.get("sittings") else {}
    if "started" not in last or last.get("status", "running") != "running":
        return
    last |= {"ended": None, "status": "killed"}
    newest = newest_block(folder)
    # an older block is of an earlier sitting: this one finished none
    if newest is not None and newest > (folder / MANIFEST).stat().st_mtime:
        started = datetime.fromisoformat(last["started"]).timestamp()
        ended = max(started, newest)
        last["ended"] = datetime.fromtimestamp(ended, UTC).isoformat(timespec="seconds")
        timing = manifest.setdefault("timing", {})
        timing["play_seconds"] = round(timing.get("play_seconds", 0.0) + ended - started, 3)


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


def warn_of_other_inputs(before: Mapping[str, Any], after: Mapping[str, Any], spec: RunSpec) -> None:
    """Warn if words or vectors are not what they were when a run was played that is to be repeated.

    Parameters
    ----------
    before, after : mapping
        Inputs of the earlier run and of this one, as their manifests hold them.
    spec : RunSpec
        What is to be played; it names the files.
    """
    files = {"words": spec.words, "lexicon": spec.lexicon, "boards": spec.boards}
    pairs = {f"{key} '{file or 'shipped'}'": (before.get(key), after[key]) for key, file in files.items()}
    known = after["embeddings"]
    pairs |= {f"vectors {name}": (told, known.get(name)) for name, told in before["embeddings"].items()}
    changed = [
        f"{what} (sha256 {told['sha256'][:12]} before, {now_told['sha256'][:12]} now)"
        for what, (told, now_told) in pairs.items()
        if told and now_told and told["sha256"] != now_told["sha256"]
    ]
    # the same file, processed in another way by this version
    changed += [
        f"vectors {name} ('{told['name']}' before, '{known[name]['name']}' now)"
        for name, told in before["embeddings"].items()
        if name in known and told["name"] != known[name]["name"]
    ]
    if changed:
        warnings.warn(
            f"the run that is repeated was played with other contents of: {'; '.join(changed)}; "
            "so its rows need not come out again",
            stacklevel=3,
        )


def _check_boards(folder: Path, spec: RunSpec) -> None:
    """Raise if a run's tables were played on other boards than its manifest names."""
    n_boards = min(_BOARDS_COMPARED, spec.games)
    board, place, word = first_touches(folder, n_boards)
    dealt = workshop_of(spec).cards(0, n_boards)["word"]
    at = board * (len(dealt.codes) // n_boards) + place
    unlike = np.asarray(dealt.names, dtype=object)[dealt.codes[at]] != word
    if unlike.any():
        raise RecordError(
            f"the tables of {folder} are of other boards than its manifest names (board "
            f"{board[np.argmax(unlike)]}: seed {spec.seed}); they are of another run. "
            "Put its own tables there, or play the spec into a new folder"
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


def enter(manifest: dict[str, Any], crew: Crew, seconds: float) -> None:
    """Enter a sitting that begins into the manifest."""
    here = new_manifest({}, {})
    manifest["status"] = "running"
    manifest.pop("ended", None)
    manifest["sittings"] = [
        *manifest["sittings"],
        {
            "started": here["started"],
            "ended": None,
            "status": "running",
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
    """Return a block size for quick matches or slow ones that gives every worker a few groups of blocks."""
    cheap = all("embedding=" not in str(pairing) for pairing in spec.pairings)
    most = min(_CHEAP_BLOCK if cheap else _MAX_BLOCK, spec.games)
    if crew.workers == 1:
        return most
    workers = _UNKNOWN_CREW if crew.workers == EVERY else crew.workers
    n_groups = len(together(blocks(1, seatings, block_size=1), spec.pairings))
    share = -(-spec.games * n_groups // (workers * _GROUPS_A_WORKER))
    return max(1, min(most, share))
