"""Files of a run: fixed dtypes, whole or not there, and named when damaged."""

import errno
import io
import os
from pathlib import Path
from typing import IO, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cluejam_ai.errors import RecordError
from cluejam_ai.results.manifest import new_manifest, read_manifest, write_manifest
from cluejam_ai.results.run import Run
from cluejam_ai.results.schema import SCHEMA_VERSION, TABLES, Names
from cluejam_ai.results.store import (
    create_run_folder,
    finished_blocks,
    join_blocks,
    read_table,
    remove_blocks,
    table_schema,
    write_block,
    written_beside,
)


def block(table: str, first: int, n_rows: int) -> dict[str, Any]:
    """Return rows in which every column of a row has another value."""
    data: dict[str, Any] = {}
    for place, column in enumerate(TABLES[table]):
        values = (first + np.arange(n_rows)) * 30 + place
        if column.dtype == "name":
            names = tuple(f"{column.name}-{v}" for v in values)
            data[column.name] = Names(np.arange(n_rows), names)
        elif column.dtype == "bool":
            data[column.name] = values % 2 == 0
        else:
            data[column.name] = (values % 100).astype(column.dtype)
    return data


def write_run(folder: Path, blocks: list[tuple[str, int, int]]) -> None:
    create_run_folder(folder)
    for name, first, n_rows in blocks:
        write_block(folder, name, {t: block(t, first, n_rows) for t in TABLES if t != "cards"})
    join_blocks(folder, [name for name, _, _ in blocks], [block("cards", 0, 3)])
    write_manifest(folder, {**new_manifest({}, {}), "status": "finished"})


def test_rows_come_back_in_the_order_of_the_blocks_with_every_value_in_its_column(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [("a", 0, 2), ("b", 2, 3)])
    for table in ("matches", "turns", "guesses"):
        frame = pd.read_parquet(tmp_path / "run" / f"{table}.parquet")
        whole = block(table, 0, 5)
        for column in TABLES[table]:
            wanted = whole[column.name]
            wanted = list(wanted.names) if isinstance(wanted, Names) else wanted.tolist()
            assert frame[column.name].tolist() == wanted, column.name


@pytest.mark.parametrize("table", sorted(TABLES))
def test_dtypes_are_those_of_the_schema(tmp_path: Path, table: str) -> None:
    write_run(tmp_path / "run", [("a", 0, 2)])
    frame = getattr(Run(tmp_path / "run"), table)
    for column in TABLES[table]:
        wanted = {"name": "category"}.get(column.dtype, column.dtype)
        assert str(frame[column.name].dtype) == wanted


def test_a_missing_name_is_missing_and_not_text(tmp_path: Path) -> None:
    create_run_folder(tmp_path / "run")
    data = block("turns", 0, 2) | {"clue": Names(np.array([0, -1]), ("river",))}
    write_block(tmp_path / "run", "a", {"matches": block("matches", 0, 2), "turns": data})
    write_block(tmp_path / "run", "a", {"guesses": block("guesses", 0, 2)})
    join_blocks(tmp_path / "run", ["a"], [])
    clue = read_table(tmp_path / "run", "turns").to_pandas()["clue"]
    assert clue.iloc[0] == "river"
    assert clue.isna().tolist() == [False, True]


def test_an_existing_folder_is_never_written_to(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    with pytest.raises(RecordError, match="exists already; choose another --out"):
        create_run_folder(tmp_path / "run")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match=r"cannot write .*file.run"):
        create_run_folder(tmp_path / "file" / "run")


def test_a_block_is_finished_when_all_its_tables_are_written(tmp_path: Path) -> None:
    create_run_folder(tmp_path / "run")
    write_block(tmp_path / "run", "a", {"matches": block("matches", 0, 1), "turns": block("turns", 0, 1)})
    assert finished_blocks(tmp_path / "run", ["a", "b"]) == []
    write_block(tmp_path / "run", "a", {"guesses": block("guesses", 0, 1)})
    assert finished_blocks(tmp_path / "run", ["a", "b"]) == ["a"]


def test_blocks_are_gone_after_they_are_joined_and_nothing_lies_beside(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [("a", 0, 2)])
    remove_blocks(tmp_path / "run")
    names = sorted(path.name for path in (tmp_path / "run").iterdir())
    assert names == ["cards.parquet", "guesses.parquet", "manifest.json", "matches.parquet", "turns.parquet"]


class FullDisk(io.BytesIO):
    """A file on a disk without space."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code

    def write(self, data: Any) -> int:
        raise OSError(self.code, os.strerror(self.code))


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_no_space_left_is_told_and_the_old_file_stays(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda *_: FullDisk(code))
        with pytest.raises(RecordError, match=r"no space left to write .*file"), written_beside(path) as file:
            file.write(b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def _write_half(file: IO[bytes]) -> None:
    file.write(b"half")
    raise KeyboardInterrupt


def test_a_file_takes_its_place_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(KeyboardInterrupt), written_beside(path) as file:
        _write_half(file)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("table", sorted(TABLES))
def test_a_table_of_another_schema_version_is_refused_with_both_versions(tmp_path: Path, table: str) -> None:
    write_run(tmp_path / "run", [("a", 0, 2)])
    path = tmp_path / "run" / f"{table}.parquet"
    old = pq.read_table(path)
    metadata = {**old.schema.metadata, b"cluejam_schema_version": b"99"}
    pq.write_table(old.replace_schema_metadata(metadata), path)
    with pytest.raises(RecordError, match=rf"schema version 99; this program reads version {SCHEMA_VERSION}"):
        read_table(tmp_path / "run", table)


def test_a_parquet_file_without_a_version_is_refused(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [("a", 0, 2)])
    pq.write_table(pa.table({"x": [1]}), tmp_path / "run" / "matches.parquet")
    with pytest.raises(RecordError, match="schema version none"):
        read_table(tmp_path / "run", "matches")


@pytest.mark.parametrize("damage", [b"", b"PAR1", b"no parquet at all" * 10])
def test_a_damaged_table_is_named(tmp_path: Path, damage: bytes) -> None:
    write_run(tmp_path / "run", [("a", 0, 2)])
    (tmp_path / "run" / "turns.parquet").write_bytes(damage)
    with pytest.raises(RecordError, match=r"turns\.parquet cannot be read"):
        read_table(tmp_path / "run", "turns")


def test_a_torn_table_is_named(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [("a", 0, 2)])
    path = tmp_path / "run" / "turns.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(RecordError, match=r"turns\.parquet cannot be read"):
        read_table(tmp_path / "run", "turns")


def test_a_table_that_is_not_there_is_named(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [("a", 0, 2)])
    (tmp_path / "run" / "turns.parquet").unlink()
    with pytest.raises(RecordError, match=r"turns\.parquet does not exist"):
        _ = Run(tmp_path / "run").turns


@pytest.mark.parametrize(
    "text, says",
    [
        (None, "is not a run: it has no manifest.json"),
        ("{", "cannot be read"),
        ("[]", "is not a manifest"),
        ("{}", "schema version none"),
        ('{"schema_version": 99}', "schema version 99"),
    ],
)
def test_a_manifest_that_is_none_is_told_apart(tmp_path: Path, text: str | None, says: str) -> None:
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(RecordError, match=says):
        read_manifest(tmp_path)


def test_the_manifest_says_what_when_where_and_with_which_versions(tmp_path: Path) -> None:
    write_manifest(tmp_path, new_manifest({"seed": 7}, {"words": {"n": 600}}))
    found = read_manifest(tmp_path)
    assert found["spec"] == {"seed": 7}
    assert found["inputs"]["words"]["n"] == 600
    assert found["status"] == "running"
    assert {"python", "cluejam-ai", "numpy", "pyarrow"} <= set(found["program"])
    assert found["machine"]["cores"] >= 1
    assert found["started"].endswith("+00:00")


def test_the_schema_has_a_meaning_for_every_column_and_no_name_twice() -> None:
    for table, columns in TABLES.items():
        names = [column.name for column in columns]
        assert len(set(names)) == len(names)
        assert all(column.meaning for column in columns)
        assert table_schema(table).names == names
