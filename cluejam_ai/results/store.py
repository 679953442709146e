"""Writes and reads the files of a run.

While a run goes on, every finished block lies in ``blocks/`` as one file a table. When it ends, finished or
interrupted, the blocks are joined in the order of the schedule into ``matches.parquet``, ``turns.parquet``,
``guesses.parquet`` and ``cards.parquet``. Every file is written beside its place and renamed.
"""

import contextlib
import errno
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import IO, Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from cluejam_ai.errors import RecordError
from cluejam_ai.results.readable import reading
from cluejam_ai.results.schema import SCHEMA_VERSION, TABLES, Column, Names, TableData

R = TypeVar("R")
#: Blocks that are being cut from a run's tables, or being removed; never the truth.
SPARE = ".blocks"
_VERSION_KEY = b"cluejam_schema_version"
_COUNTS_KEY = b"cluejam_counts"
#: Rows that are gathered for a row group of Parquet; what is held while a run is joined does not grow beyond.
_ROWS_AT_ONCE = 2**15
_TYPES = {"bool": pa.bool_(), "name": pa.dictionary(pa.int32(), pa.string())}


def table_schema(table: str) -> pa.Schema:
    """Return the Arrow schema of a table, with its version."""
    fields = [pa.field(c.name, _arrow_type(c)) for c in TABLES[table]]
    return pa.schema(fields, metadata={_VERSION_KEY: str(SCHEMA_VERSION)})


def _arrow_type(column: Column) -> pa.DataType:
    return _TYPES.get(column.dtype) or pa.from_numpy_dtype(np.dtype(column.dtype))


def to_arrow(table: str, data: TableData) -> pa.Table:
    """Return columns as an Arrow table of the schema.

    Parameters
    ----------
    table : str
        "matches", "turns", "guesses" or "cards".
    data : mapping
        A numpy array or `Names` for every column of the schema.
    """
    schema = table_schema(table)
    arrays = [_to_array(data[field.name], field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def _to_array(values: Any, kind: pa.DataType) -> pa.Array:
    if not isinstance(values, Names):
        return pa.array(values, type=kind)
    codes = np.asarray(values.codes, dtype=np.int32)
    indices = pa.array(codes, mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(values.names, type=pa.string()))


@contextlib.contextmanager
def written_beside(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that takes its place at `path`, whole, when the block ends without an error.

    Raises
    ------
    RecordError
        If it cannot be written; the message says why and nothing is left beside.
    """
    # two machines may play the same block under the same process id
    beside = path.with_name(f".{path.name}.{os.getpid()}-{token_hex(4)}")
    try:
        with beside.open("wb") as file:
            yield file
        beside.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def cannot_write(path: Path, error: OSError) -> RecordError:
    """Return the error for a file that cannot be written; a full disk, a quota and a limit are one."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return RecordError(
            f"no space left to write {path}; free some space, then go on with: cluejam run RUN --resume, "
            "or join what is finished with: cluejam recover RUN, where RUN is the run's folder"
        )
    return RecordError(f"cannot write {path}: {error.strerror or error}")


def create_run_folder(folder: Path) -> None:
    """Make the folder of a new run.

    Raises
    ------
    RecordError
        If it exists already or cannot be made.
    """
    try:
        folder.mkdir(parents=True)
        (folder / "blocks").mkdir()
    except FileExistsError:
        raise RecordError(
            f"{folder} exists already; choose another --out, move it away, "
            f"or go on with it: cluejam run {folder} --resume"
        ) from None
    except OSError as error:
        raise cannot_write(folder, error) from error


def write_block(
    folder: Path, name: str, tables: dict[str, TableData], counts: Mapping[str, float] | None = None
) -> None:
    """Write the tables of a finished block; the same block twice writes the same files once.

    Parameters
    ----------
    folder : Path
        The run's.
    name : str
        The block's.
    tables : dict of TableData
        ``matches``, ``turns`` and ``guesses``.
    counts : mapping, optional
        What the block cost, for `block_counts`; no row depends on it.
    """
    for table, data in tables.items():
        write_block_table(folder, name, table, to_arrow(table, data), counts)


def write_block_table(
    folder: Path, name: str, table: str, rows: pa.Table, counts: Mapping[str, float] | None = None
) -> None:
    """Write one table of a block."""
    path = _block_path(folder, name, table)
    schema = table_schema(table).with_metadata({_COUNTS_KEY: json.dumps(counts or {})})
    with written_beside(path) as file, pa.ipc.new_file(file, schema) as writer:
        writer.write_table(rows.cast(schema))


def block_counts(folder: Path, names: Iterable[str]) -> dict[str, float]:
    """Return what blocks cost together."""
    total: dict[str, float] = {}
    for name in names:
        stored = _open_block(_block_path(folder, name, "matches"), lambda reader: reader.schema.metadata)
        for key, value in json.loads(stored[_COUNTS_KEY]).items():
            total[key] = total.get(key, 0) + value
    return total


def finished_blocks(folder: Path, names: Sequence[str]) -> list[str]:
    """Return those of the blocks whose tables are all written."""
    parts = [table for table in TABLES if table != "cards"]
    return [name for name in names if all(_block_path(folder, name, t).exists() for t in parts)]


def block_names(folder: Path) -> list[str]:
    """Return the names of the blocks that are wholly written, in the order of the schedule."""
    names = sorted({path.name.partition(".")[0] for path in (folder / "blocks").glob("*.arrow")})
    return finished_blocks(folder, names)


def newest_block(folder: Path) -> float | None:
    """Return when the last block was written, in seconds since the epoch; None if there is none."""
    return max((path.stat().st_mtime for path in (folder / "blocks").glob("*.arrow")), default=None)


def _block_path(folder: Path, name: str, table: str) -> Path:
    return folder / "blocks" / f"{name}.{table}.arrow"


def join_blocks(folder: Path, names: Sequence[str], cards: Iterable[TableData]) -> None:
    """Join finished blocks, in this order, into the tables of the run.

    Parameters
    ----------
    folder : Path
        The run's.
    names : sequence of str
        The blocks.
    cards : iterable of TableData
        The cards of their boards, in parts.
    """
    with contextlib.ExitStack() as stack:
        # all tables are whole before the first takes its place
        for table in TABLES:
            file = stack.enter_context(written_beside(folder / f"{table}.parquet"))
            if table == "cards":
                _write_parquet(file, table, (to_arrow(table, part) for part in cards))
            else:
                _write_parquet(file, table, (_read_block(folder, n, table) for n in names))


def remove_blocks(folder: Path) -> None:
    """Remove the blocks of a run whose tables are joined.

    The folder loses its name at once: from then on the tables are the run, however much of it is still there.
    """
    try:
        (folder / "blocks").rename(folder / SPARE)
    except OSError as error:
        raise cannot_write(folder / "blocks", error) from error
    shutil.rmtree(folder / SPARE, ignore_errors=True)


def _read_block(folder: Path, name: str, table: str) -> pa.Table:
    rows = _open_block(_block_path(folder, name, table), lambda reader: reader.read_all())
    return rows.replace_schema_metadata(table_schema(table).metadata)


def _open_block(path: Path, read: Callable[[Any], R]) -> R:
    advice = (
        f". If it is damaged, delete it and go on with: cluejam run {path.parent.parent} --resume; "
        "only the matches of its block are then played anew"
    )
    with reading(path, advice), pa.ipc.open_file(path) as reader:
        return read(reader)


def _write_parquet(file: IO[bytes], table: str, parts: Iterable[pa.Table]) -> None:
    """Write parts one after the other, gathered so that row groups are large and memory is bounded."""
    with pq.ParquetWriter(file, table_schema(table), compression="zstd") as writer:
        waiting: list[pa.Table] = []
        for part in parts:
            waiting.append(part)
            if sum(t.num_rows for t in waiting) >= _ROWS_AT_ONCE:
                _flush(writer, waiting)
        _flush(writer, waiting)


def _flush(writer: Any, waiting: list[pa.Table]) -> None:
    if waiting:
        writer.write_table(pa.concat_tables(waiting).unify_dictionaries())
        waiting.clear()


def read_table(folder: Path, table: str, columns: Sequence[str] | None = None) -> pa.Table:
    """Return a table of a run, or these columns of it.

    Raises
    ------
    RecordError
        If the file is missing, damaged, or of another schema version.
    """
    path = folder / f"{table}.parquet"
    if not path.exists():
        cut_short = (folder / "blocks").is_dir()
        advice = (
            f"the run was cut short; go on with: cluejam run {folder} --resume, "
            f"or join what is finished with: cluejam recover {folder}"
        )
        raise RecordError(f"{path} does not exist; {advice if cut_short else f'is {folder} a run?'}")
    with reading(path), pq.ParquetFile(path) as file:
        schema = file.schema_arrow
        check_version(path, (schema.metadata or {}).get(_VERSION_KEY, b"none").decode())
        missing = [c.name for c in TABLES[table] if c.name not in schema.names]
        if missing:
            raise RecordError(f"{path} lacks the columns {', '.join(missing)}")
        return file.read(columns=columns)


def check_version(path: Path, found: str) -> None:
    """Raise unless a file was written with the schema version that this program reads."""
    if found != str(SCHEMA_VERSION):
        raise RecordError(
            f"{path} has schema version {found}; this program reads version {SCHEMA_VERSION}. "
            "Read it with the cluejam-ai version named in its manifest"
        )
