"""``cluejam run`` and ``cluejam spec`` as a user meets them."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cluejam_ai.cli.app import app
from tests.runs.rows import WHOLE, names_in, sorted_rows

SPEC = 'spymasters = ["random"]\nguessers = ["random", "nearest"]\nboards = 6\nseed = 1\n'


def cluejam(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run in an empty folder with a spec in it."""
    monkeypatch.chdir(tmp_path)
    Path("spec.toml").write_text(SPEC)
    return tmp_path


def test_run_prints_a_row_for_each_pairing_and_where_the_run_lies() -> None:
    done = cluejam("run", "spec.toml", "-o", "run")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert [line.split("  ")[0] for line in lines[1:3]] == [
        "random > random",
        "random > nearest(embedding=use)",
    ]
    assert lines[3] == "12 games of duo on 6 boards; seed 1; run in run"
    assert "clues were given again, to other guessers in equal states" in done.stderr


def test_a_long_run_tells_where_it_is_in_a_log_but_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = cluejam("run", "spec.toml", "-o", "run")
    assert "playing" not in quiet.stderr
    monkeypatch.setattr("cluejam_ai.cli.output.SECONDS_BETWEEN_LINES", 0.0)
    told = cluejam("run", "spec.toml", "-o", "other", "--block-size", "2")
    lines = [line for line in told.stderr.splitlines() if line.startswith("playing: ")]
    assert lines[-1].startswith("playing: 12 of 12")
    assert re.fullmatch(r"playing: \d+ of 12, [\d,]+ a second, [\d,]+ s left", lines[1])


def test_both_figures_of_the_table_have_an_interval_and_their_number_of_observations() -> None:
    Path("spec.toml").write_text(SPEC.replace('"random"', '"margin"', 1))
    lines = cluejam("run", "spec.toml", "-o", "run").stdout.splitlines()
    assert lines[0].count("95 % interval") == 2
    (row,) = [line for line in lines if line.startswith("margin(embedding=use) > nearest")]
    told = json.loads(cluejam("report", "run", "--json").stdout)["rows"][1]["figures"]["turns_given_win"]
    interval = f"{told['value']:.2f}  {told['low']:.2f} to {told['high']:.2f}  {told['n']}"
    assert re.sub(r" {2,}", "  ", row.rstrip()).endswith(interval)


def test_json_tells_the_run_and_its_pairings() -> None:
    told = json.loads(cluejam("run", "spec.toml", "-o", "run", "--json").stdout)
    assert (told["status"], told["rules"], told["boards"], told["seed"]) == ("finished", "duo", 6, 1)
    assert told["matches"] == 12
    assert 0 < told["clues_shared"] < told["clues_given"]
    assert [row["guesser"] for row in told["pairings"]] == ["random", "nearest(embedding=use)"]


def test_check_tells_what_would_be_played_and_plays_nothing() -> None:
    told = json.loads(cluejam("spec", "check", "spec.toml", "--json").stdout)
    assert told["matches"] == 12
    assert [row["matches"] for row in told["pairings"]] == [6, 6]
    Path("spec.toml").write_text(SPEC.replace("seed = 1\n", ""))
    assert cluejam("spec", "check", "spec.toml").stdout.endswith("12 games of duo on 6 boards; seed drawn\n")
    assert os.listdir() == ["spec.toml"]


def test_an_example_runs_as_it_is_and_is_repeated_from_its_run() -> None:
    Path("duo.toml").write_text(cluejam("spec", "example", "duo").stdout)
    assert cluejam("run", "duo.toml", "-o", "duo").exit_code == 0
    assert cluejam("run", "duo", "-o", "again").exit_code == 0
    assert sorted_rows(Path("duo")) == sorted_rows(Path("again"))


@pytest.mark.parametrize(
    "words, says",
    [
        (["run", "none.toml"], "there is no spec none.toml"),
        (["run", "."], "is a folder but not a run"),
        (["run", "spec.toml", "--resume"], "which run is to go on? Name its folder with --out"),
        (["run", "spec.toml", "-o", "run", "--backend", "spark"], "choose loky, dask, ray"),
        (["run", "spec.toml", "-o", "spec.toml"], "spec.toml exists already"),
        (["run", "spec.toml", "-o", "spec.toml/run"], "cannot write spec.toml/run"),
        (["run", "spec.toml", "-o", "/proc/run"], "cannot write /proc/run"),
        (["spec", "example", "duel"], "unknown example 'duel'; did you mean 'duet'?"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_1(words: list[str], says: str) -> None:
    done = cluejam(*words)
    assert done.exit_code == 1
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert os.listdir() == ["spec.toml"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_sigterm_is_heard_like_ctrl_c_and_the_run_goes_on(workers: str) -> None:
    Path("spec.toml").write_text(SPEC.replace("boards = 6", "boards = 100000"))
    command = [sys.executable, "-m", "cluejam_ai", "run", "spec.toml", "-o", "run"]
    command += ["--workers", workers, "--block-size", "50"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while process.poll() is None and not list(Path("run").glob("blocks/*.guesses.arrow")):
        pass
    os.killpg(process.pid, signal.SIGTERM)
    _, told = process.communicate()
    assert process.returncode == 130
    assert "games are kept in run; go on with: cluejam run run --resume" in told
    assert "Traceback" not in told
    assert names_in(Path("run")) == WHOLE
    assert json.loads(Path("run/manifest.json").read_text())["status"] == "interrupted"
