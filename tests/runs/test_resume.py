"""A run goes on where it was cut short, grows by pairings and boards, and is one process's at a time."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cluejam_ai.errors import CluejamError, RecordError
from cluejam_ai.results import splitting
from cluejam_ai.results.locking import run_lock
from cluejam_ai.results.manifest import read_manifest
from cluejam_ai.results.store import SPARE
from cluejam_ai.sitting import begin
from cluejam_ai.specrun import play_spec
from tests.runs.rows import WHOLE, names_in, sorted_rows, write_spec

SMALL = {"spymasters": ["random"], "guessers": ["nearest", "noisy"], "boards": 20, "seed": 5}
MORE = {**SMALL, "spymasters": ["margin", "random"], "guessers": ["noisy", "random", "nearest"], "boards": 33}
BLOCK = 6


class Killed(BaseException):
    """Ends a process at once, as far as the run can tell: nothing of it is tidied by us."""


def cut_after(n_matches: int) -> Callable[[int, int], None]:
    """Return a listener to progress that interrupts when so many matches are finished."""

    def tell(done: int, _: int) -> None:
        if done >= n_matches:
            raise KeyboardInterrupt

    return tell


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return write_spec(tmp_path, **SMALL)


@pytest.fixture
def whole(spec: Path, tmp_path: Path) -> dict[str, list[tuple[object, ...]]]:
    return sorted_rows(play_spec(spec, out=tmp_path / "whole"))


@pytest.mark.parametrize("cut", [0, 6, 24])
def test_an_interrupted_run_goes_on_to_the_rows_of_one_that_was_left_alone(
    cut: int, spec: Path, whole: object, tmp_path: Path
) -> None:
    out = tmp_path / "cut"
    with pytest.raises(KeyboardInterrupt, match="--resume"):
        play_spec(spec, out=out, block_size=BLOCK, progress=cut_after(cut))
    told = read_manifest(out)
    assert told["status"] == "interrupted"
    kept = len(pd.read_parquet(out / "matches.parquet"))
    assert kept >= cut
    played: list[int] = []
    run = play_spec(spec, out=out, resume=True, progress=lambda done, _: played.append(done))
    assert played[0] == kept
    assert sorted_rows(run) == whole
    assert names_in(out) == WHOLE
    assert run.manifest["status"] == "finished"
    statuses = [sitting["status"] for sitting in run.manifest["sittings"]]
    assert statuses == ["interrupted", "finished"]


def test_a_run_that_was_interrupted_at_its_last_game_is_finished(spec: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt, match="40 of 40 games are kept"):
        play_spec(spec, out=tmp_path / "run", progress=cut_after(40))
    assert play_spec(spec, out=tmp_path / "run", resume=True).manifest["status"] == "finished"


def kill_in_the_middle(spec: Path, out: Path, after: int) -> None:
    """Play in another process that is killed when so many matches are finished."""
    code = (
        "import os, signal, sys\n"
        "from cluejam_ai.specrun import play_spec\n"
        f"tell = lambda done, _: os.kill(os.getpid(), signal.SIGKILL) if done >= {after} else None\n"
        f"play_spec(sys.argv[1], out=sys.argv[2], resume=True, block_size={BLOCK}, progress=tell)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(spec), str(out)], capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


def test_a_run_that_is_killed_again_and_again_ends_with_the_same_rows(
    spec: Path, whole: object, tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    for after in (6, 18, 40):
        kill_in_the_middle(spec, out, after)
        assert (out / "blocks").is_dir()
    # torn files of the moment of death
    (out / "blocks" / ".00000-0-x.matches.arrow.1-aa").write_bytes(b"torn")
    (out / ".turns.parquet.1-aa").write_bytes(b"torn")
    (out / ".manifest.json.1-aa").write_bytes(b"torn")
    run = play_spec(spec, out=out, resume=True)
    assert sorted_rows(run) == whole
    assert names_in(out) == WHOLE
    assert [sitting.get("status") for sitting in run.manifest["sittings"]] == ["killed"] * 3 + ["finished"]


def test_a_sitting_that_was_killed_before_its_first_block_says_so(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "killed"
    for after in (0, 6, 0):
        kill_in_the_middle(spec, out, after)
        last = read_manifest(out)["sittings"][-1]
        assert (last["status"], last["ended"]) == ("running", None)
    sittings = play_spec(spec, out=out, resume=True).manifest["sittings"]
    assert [sitting["status"] for sitting in sittings] == ["killed"] * 3 + ["finished"]
    assert [sitting["ended"] is None for sitting in sittings] == [True, False, True, False]
    assert all(sitting["started"] <= sitting["ended"] for sitting in sittings if sitting["ended"])


def test_a_sitting_whose_blocks_were_recovered_has_ended(spec: Path, tmp_path: Path) -> None:
    import cluejam_ai.api

    kill_in_the_middle(spec, tmp_path / "run", 18)
    manifest = cluejam_ai.api.recover_run(tmp_path / "run").manifest
    (sitting,) = manifest["sittings"]
    assert sitting["status"] == "killed"
    assert sitting["started"] <= sitting["ended"] <= manifest["ended"]
    assert manifest["timing"]["play_seconds"] > 0


@pytest.mark.parametrize("moment", ["before the manifest", "no blocks yet", "empty"])
def test_a_run_that_was_killed_before_it_began_begins(
    moment: str, spec: Path, whole: object, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    out.mkdir()
    if moment == "before the manifest":
        (out / "blocks").mkdir()
        (out / ".manifest.json.9-ab").write_text("{")
        (out / ".lock").write_text("")
    if moment == "no blocks yet":
        (out / ".owner").write_text("")
    assert sorted_rows(play_spec(spec, out=out, resume=True)) == whole
    assert names_in(out) == WHOLE


def test_a_folder_with_other_things_in_it_is_no_run(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("x")
    with pytest.raises(RecordError, match=r"thesis is not a run: it has no manifest\.json"):
        play_spec(spec, out=tmp_path / "thesis", resume=True)
    assert names_in(tmp_path / "thesis") == ["chapter.tex"]


def killed_at(step: str, spec: Path, out: Path, patch: pytest.MonkeyPatch) -> None:
    """Play a run that dies at a step of its end."""

    def die(*_: object, **__: object) -> None:
        raise Killed

    with patch.context() as inner:
        inner.setattr(step, SimpleNamespace(rmtree=die) if step.endswith("shutil") else die)
        with pytest.raises(Killed):
            play_spec(spec, out=out, resume=True, block_size=BLOCK)


@pytest.mark.parametrize("resume", [True, False])
def test_of_two_that_go_on_with_a_new_run_at_once_the_later_is_told_who_plays(
    resume: bool, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"

    def while_another_makes_the_folder(*args: object) -> object:
        sitting = begin(*args)  # type: ignore[arg-type]
        out.mkdir()
        (out / "blocks").mkdir()
        rival.enter_context(run_lock(out))
        return sitting

    monkeypatch.setattr("cluejam_ai.tournament.begin", while_another_makes_the_folder)
    says = f"is being played by process {os.getpid()}" if resume else "exists already"
    with contextlib.ExitStack() as rival, pytest.raises(RecordError, match=says):
        play_spec(spec, out=out, resume=resume)
    # the other never began: now the run is free
    monkeypatch.undo()
    assert len(play_spec(spec, out=out, resume=True).matches) == 40


@pytest.mark.parametrize("step", ["join_blocks", "block_counts", "remove_blocks"])
def test_a_run_that_dies_while_its_tables_are_joined_goes_on(
    step: str, spec: Path, whole: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at(f"cluejam_ai.tournament.{step}", spec, tmp_path / "run", monkeypatch)
    assert sorted_rows(play_spec(spec, out=tmp_path / "run", resume=True)) == whole
    assert names_in(tmp_path / "run") == WHOLE


def test_a_run_that_dies_while_its_blocks_are_removed_loses_nothing(
    spec: Path, whole: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    killed_at("cluejam_ai.results.store.shutil", spec, out, monkeypatch)
    for path in list((out / SPARE).iterdir())[::2]:
        path.unlink()
    run = play_spec(spec, out=out, resume=True)
    assert sorted_rows(run) == whole
    assert names_in(out) == WHOLE
    assert run.manifest["status"] == "finished"


def test_a_run_grows_by_pairings_and_boards_and_replays_nothing(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out, block_size=BLOCK)
    more = write_spec(tmp_path, "more.toml", **MORE)
    played: list[int] = []
    run = play_spec(more, out=out, resume=True, progress=lambda done, _: played.append(done))
    assert played[0] == 40
    assert sorted_rows(run) == sorted_rows(play_spec(more, out=tmp_path / "at once"))
    assert run.manifest["spec"]["games"] == 33
    assert run.manifest["source"]["text"] == more.read_text()
    assert names_in(out) == WHOLE


@pytest.mark.parametrize("first", [18, 20])
def test_a_run_with_series_grows_by_whole_series(first: int, tmp_path: Path) -> None:
    keys = {**SMALL, "series": 4, "guessers": ["bayes"]}
    out = tmp_path / "run"
    play_spec(write_spec(tmp_path, **{**keys, "boards": first}), out=out)
    more = write_spec(tmp_path, **{**keys, "boards": 30})
    played: list[int] = []
    run = play_spec(more, out=out, resume=True, progress=lambda done, _: played.append(done))
    assert played[0] == first - first % 4
    assert sorted_rows(run) == sorted_rows(play_spec(more, out=tmp_path / "at once"))


def test_a_run_that_grows_is_killed_and_goes_on(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out, block_size=BLOCK)
    more = write_spec(tmp_path, "more.toml", **MORE)
    killed_at("cluejam_ai.sitting.split_tables", more, out, monkeypatch)
    kill_in_the_middle(more, out, 100)
    killed_at("cluejam_ai.tournament.remove_blocks", more, out, monkeypatch)
    run = play_spec(more, out=out, resume=True)
    assert sorted_rows(run) == sorted_rows(play_spec(more, out=tmp_path / "at once"))
    assert names_in(out) == WHOLE


@pytest.mark.parametrize("at_once", [1, 10, 16_384])
def test_a_run_whose_tables_have_many_parts_grows(
    at_once: int, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(splitting, "_MATCHES_AT_ONCE", at_once)
    out = tmp_path / "run"
    play_spec(spec, out=out)
    for path in (out / "matches.parquet", out / "turns.parquet", out / "guesses.parquet"):
        # each part names only the agents of its own rows, as in a run of many thousand matches
        schema, rows = pq.read_schema(path), pq.read_table(path).to_pandas()
        with pq.ParquetWriter(path, schema) as file:
            for first in range(0, len(rows), 7):
                part = rows[first : first + 7].apply(
                    lambda column: (
                        column.cat.remove_unused_categories() if column.dtype == "category" else column
                    )
                )
                file.write_table(pa.Table.from_pandas(part, schema, preserve_index=False))
    more = write_spec(tmp_path, "more.toml", **MORE)
    assert sorted_rows(play_spec(more, out=out, resume=True)) == sorted_rows(
        play_spec(more, out=tmp_path / "fresh")
    )


@pytest.mark.parametrize("table", ["matches", "turns", "guesses", "cards"])
@pytest.mark.parametrize("harm", ["torn", "gone"])
def test_a_finished_run_with_a_table_that_is_torn_or_gone_does_not_pass_for_whole(
    table: str, harm: str, spec: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out)
    path = out / f"{table}.parquet"
    if harm == "torn":
        path.write_bytes(path.read_bytes()[:-40])
    else:
        path.unlink()
    with pytest.raises(RecordError, match=path.name):
        play_spec(spec, out=out, resume=True)


@pytest.mark.parametrize("table, column", [("matches", "ending"), ("turns", "clue"), ("guesses", "word")])
def test_a_run_does_not_grow_from_a_table_that_is_damaged_inside(
    table: str, column: str, spec: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out)
    path = out / f"{table}.parquet"
    before = path.read_bytes()
    with pq.ParquetFile(path) as file:
        part = file.metadata.row_group(0).column(file.schema_arrow.names.index(column))
        first, size = part.dictionary_page_offset + 30, part.total_compressed_size // 2
    path.write_bytes(before[:first] + b"\0" * size + before[first + size :])
    more = write_spec(tmp_path, "more.toml", **MORE)
    with pytest.raises(RecordError, match=f"^{path} cannot be read: .*put a whole copy"):
        play_spec(more, out=out, resume=True)
    # nothing was changed by it
    path.write_bytes(before)
    assert names_in(out) == WHOLE
    assert sorted_rows(play_spec(more, out=out, resume=True)) == sorted_rows(
        play_spec(more, out=tmp_path / "fresh")
    )


@pytest.mark.parametrize("grows", [True, False])
@pytest.mark.parametrize(
    "tables, says",
    [
        (["matches"], r"turns\.parquet and the other tables do not go together \(board \d+ of random"),
        (["turns"], r"turns\.parquet and the other tables do not go together"),
        (["guesses"], r"guesses\.parquet and the other tables do not go together"),
        (["matches", "turns", "guesses"], r"of other boards than its manifest names \(board \d+: seed 5\)"),
    ],
)
def test_tables_of_a_run_of_another_seed_are_refused(
    tables: list[str], says: str, grows: bool, spec: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out)
    other = play_spec(write_spec(tmp_path, "other.toml", **{**SMALL, "seed": 6}), out=tmp_path / "other")
    for table in tables:
        shutil.copy(other.folder / f"{table}.parquet", out)
    asked = write_spec(tmp_path, "more.toml", **MORE) if grows else spec
    with pytest.raises(RecordError, match=says):
        play_spec(asked, out=out, resume=True)
    assert names_in(out) == WHOLE


@pytest.mark.parametrize("table", ["matches", "turns", "guesses"])
def test_a_table_that_lacks_rows_is_refused(table: str, spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out)
    path = out / f"{table}.parquet"
    rows = pq.read_table(path)
    pq.write_table(rows.slice(0, rows.num_rows - 1), path)
    with pytest.raises(RecordError, match="do not go together"):
        play_spec(spec, out=out, resume=True)


def test_a_finished_run_that_goes_on_is_left_as_it_is(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    play_spec(spec, out=out, resume=True)
    play_spec(out, resume=True)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.parametrize(
    "changed, says",
    [
        ({"seed": 6}, "was played with seed = 5, the spec has 6"),
        ({"rules": "duet"}, "was played with rules = duo, the spec has duet"),
        ({"series": 2}, "was played with series = 1"),
        ({"guessers": ["noisy"]}, "which the spec does not name; keep it in"),
        ({"boards": 19}, "has 20 boards, the spec 19; it cannot have fewer"),
    ],
)
def test_a_run_does_not_go_on_with_another_spec(
    changed: dict[str, object], says: str, spec: Path, tmp_path: Path
) -> None:
    play_spec(spec, out=tmp_path / "run")
    before = sorted_rows(tmp_path / "run")
    with pytest.raises(CluejamError, match=says):
        play_spec(write_spec(tmp_path, **{**SMALL, **changed}), out=tmp_path / "run", resume=True)
    assert sorted_rows(tmp_path / "run") == before
    assert names_in(tmp_path / "run") == WHOLE


def test_a_run_does_not_go_on_with_other_words_under_the_same_name(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    chosen = [f"{sound}ell{ending}" for sound in "bcdfghjklm" for ending in ("o", "in", "ar")]
    words.write_text("\n".join(chosen))
    agents = {"spymasters": ["random"], "guessers": ["random"], "words": str(words)}
    spec = write_spec(tmp_path, **{**SMALL, **agents})
    play_spec(spec, out=tmp_path / "run")
    words.write_text("\n".join(reversed(chosen)))
    more = write_spec(tmp_path, **{**SMALL, **agents, "boards": 25})
    with pytest.raises(RecordError, match="was played with other contents of: words"):
        play_spec(more, out=tmp_path / "run", resume=True)


def test_an_unset_seed_is_that_of_the_run_that_goes_on(tmp_path: Path) -> None:
    keys = {key: value for key, value in SMALL.items() if key != "seed"}
    first = play_spec(write_spec(tmp_path, **keys), out=tmp_path / "run")
    run = play_spec(write_spec(tmp_path, **{**keys, "boards": 25}), out=tmp_path / "run", resume=True)
    assert run.manifest["spec"]["seed"] == first.manifest["spec"]["seed"]
    assert len(run.matches) == 50


def test_a_run_of_another_program_goes_on_with_a_warning(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    play_spec(spec, out=out)
    manifest = json.loads((out / "manifest.json").read_text())
    manifest["program"]["numpy"] = "0.1"
    (out / "manifest.json").write_text(json.dumps(manifest))
    more = write_spec(tmp_path, "more.toml", **MORE)
    with pytest.warns(UserWarning, match=r"another program or machine.*numpy 0\.1 before"):
        play_spec(more, out=out, resume=True)


def test_a_second_process_is_kept_out_and_told_who_plays(spec: Path, whole: object, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        play_spec(spec, out=out, block_size=BLOCK, progress=cut_after(6))
    with (
        run_lock(out),
        pytest.raises(RecordError, match=rf"played by process {os.getpid()} on \S+;"),
    ):
        play_spec(spec, out=out, resume=True)
    assert sorted_rows(play_spec(spec, out=out, resume=True)) == whole


def test_the_lock_of_a_killed_process_holds_nobody_up(spec: Path, whole: object, tmp_path: Path) -> None:
    kill_in_the_middle(spec, tmp_path / "run", 6)
    assert {".lock", ".owner"} <= set(names_in(tmp_path / "run"))
    assert sorted_rows(play_spec(spec, out=tmp_path / "run", resume=True)) == whole


def test_blocks_that_overlap_are_counted_once(spec: Path, whole: object, tmp_path: Path) -> None:
    out = tmp_path / "run"
    kill_in_the_middle(spec, out, 18)
    kill_in_the_middle(spec, tmp_path / "other", 18)
    # what an orphan of a process with other blocks may write: the same boards under another name
    for path in list((out / "blocks").glob("00000-0-000000000000-*")):
        shutil.copy(path, path.with_name(path.name.replace("-000000000006.", "-000000000005.")))
    assert sorted_rows(play_spec(spec, out=out, resume=True)) == whole


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def become_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("harm", [cut, empty, become_a_folder])
@pytest.mark.parametrize("table", ["matches", "turns"])
def test_a_damaged_block_is_named_and_played_anew_when_it_is_deleted(
    harm: Callable[[Path], None], table: str, spec: Path, whole: object, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    kill_in_the_middle(spec, out, 18)
    path = next((out / "blocks").glob(f"*.{table}.arrow"))
    harm(path)
    says = f"{path.name} cannot be read: .* delete it and go on with: cluejam run {out} --resume"
    with pytest.raises(RecordError, match=says):
        play_spec(spec, out=out, resume=True)
    path.rmdir() if path.is_dir() else path.unlink()
    assert sorted_rows(play_spec(spec, out=out, resume=True)) == whole


def test_recover_waits_for_nobody(spec: Path, tmp_path: Path) -> None:
    import cluejam_ai.api

    kill_in_the_middle(spec, tmp_path / "run", 18)
    with run_lock(tmp_path / "run"), pytest.raises(RecordError, match="is being played by"):
        cluejam_ai.api.recover_run(tmp_path / "run")
    assert len(cluejam_ai.api.recover_run(tmp_path / "run").matches) == 24
