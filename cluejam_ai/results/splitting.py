"""Cuts the tables of a run into blocks again, so that it can go on: the opposite of joining."""

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq

from cluejam_ai.errors import RecordError
from cluejam_ai.results.locking import LOCK, OWNER
from cluejam_ai.results.readable import PUT_BACK, reading
from cluejam_ai.results.store import SPARE, cannot_write, read_table, write_block_table

#: Matches of one pairing in one seating on boards that follow each other: pairing, seating, first, stop.
Span = tuple[str, int, int, int]
_TABLES = ("matches", "turns", "guesses")
#: Their guesses are some 300,000 rows.
_MATCHES_AT_ONCE = 16_384


def spans(folder: Path) -> list[Span]:
    """Return what the tables of a run hold.

    Raises
    ------
    RecordError
        If a match is there twice, or the table cannot be read.
    """
    # a table of many parts has a dictionary in each, which cannot be grouped as they are
    rows = read_table(folder, "matches", ("pairing", "seating", "board")).unify_dictionaries()
    found: list[Span] = []
    keys = rows.group_by(["pairing", "seating"]).aggregate([])
    for pairing, seating in zip(keys["pairing"].to_pylist(), keys["seating"].to_pylist(), strict=True):
        here = rows.filter((pc.field("pairing") == pairing) & (pc.field("seating") == seating))
        board = np.sort(here["board"].to_numpy())
        steps = np.diff(board)
        if (steps == 0).any():
            raise RecordError(f"{folder}: a match of {pairing} is recorded twice; the run is damaged")
        breaks = np.flatnonzero(steps > 1) + 1
        for part in np.split(board, breaks):
            found.append((pairing, seating, int(part[0]), int(part[-1]) + 1))
    return found


def split_tables(folder: Path, blocks: Mapping[str, Span]) -> None:
    """Write the rows of a run's tables as blocks, from where on these are the run.

    Parameters
    ----------
    folder : Path
        The run's; its tables stay until they are joined anew.
    blocks : mapping of str to Span
        Which rows each block is to hold, by its name.
    """
    spare = folder / SPARE
    shutil.rmtree(spare, ignore_errors=True)
    try:
        (spare / "blocks").mkdir(parents=True)
        for table in _TABLES:
            _split(folder, table, blocks)
        (spare / "blocks").rename(folder / "blocks")
    except OSError as error:
        raise cannot_write(spare, error) from error
    finally:
        shutil.rmtree(spare, ignore_errors=True)


def _split(folder: Path, table: str, blocks: Mapping[str, Span]) -> None:
    path = folder / f"{table}.parquet"
    for bundle in _bundles(blocks):
        # what is written tells its own errors
        with reading(path, PUT_BACK):
            _split_bundle(folder, table, path, bundle)


def _split_bundle(folder: Path, table: str, path: Path, bundle: Mapping[str, Span]) -> None:
    spans = bundle.values()
    wanted = (
        pc.field("pairing").isin(sorted({pairing for pairing, *_ in spans}))
        & (pc.field("board") >= min(first for *_, first, _ in spans))
        & (pc.field("board") < max(stop for *_, stop in spans))
    )
    rows = pq.read_table(path, filters=wanted)
    rows = rows.combine_chunks().unify_dictionaries()
    for name, (pairing, seating, first, stop) in bundle.items():
        chosen = (
            (pc.field("pairing") == pairing)
            & (pc.field("seating") == seating)
            & (pc.field("board") >= first)
            & (pc.field("board") < stop)
        )
        write_block_table(folder / SPARE, name, table, rows.filter(chosen))


def _bundles(blocks: Mapping[str, Span]) -> Iterator[dict[str, Span]]:
    """Yield the blocks some at a time: so many matches as one reading of the tables may bring into memory."""
    bundle: dict[str, Span] = {}
    matches = 0
    for name, span in blocks.items():
        size = span[3] - span[2]
        if bundle and matches + size > _MATCHES_AT_ONCE:
            yield bundle
            bundle, matches = {}, 0
        bundle[name] = span
        matches += size
    if bundle:
        yield bundle


def remove_leftovers(folder: Path) -> None:
    """Remove what a process that was killed left in a run's folder; nobody else may be writing to it."""
    shutil.rmtree(folder / SPARE, ignore_errors=True)
    for beside in _half_written(folder):
        with contextlib.suppress(OSError):
            beside.unlink()


def _half_written(folder: Path) -> list[Path]:
    return [*folder.glob(".*.parquet.*"), *folder.glob(".manifest.json.*"), *folder.glob("blocks/.*")]


def is_unbegun(folder: Path) -> bool:
    """Return whether a folder is empty, or was left before the first file of a run was written."""
    try:
        names = {path.name for path in folder.iterdir()}
    except OSError as error:
        raise RecordError(f"cannot read {folder}: {error.strerror or error}") from error
    known = {"blocks", LOCK, OWNER, *(path.name for path in _half_written(folder))}
    return names <= known and not any((folder / "blocks").glob("*"))
