"""The command line as a user meets it: what it prints, where, and how it ends."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner

from cluejam_ai.arena.schedule import blocks
from cluejam_ai.cli.app import app
from cluejam_ai.errors import RecordError
from cluejam_ai.results.store import write_block
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop

COMMANDS = [
    "simulate",
    "show",
    "recover",
    "run",
    "spec example",
    "spec check",
    "clue",
    "guess",
    "agents",
    "embeddings",
    "rules",
    "boards",
    "clue-check",
    "bench",
    "cache list",
    "cache clear",
    "cache path",
    "words check",
    "play",
    "games",
    "validate",
    "human import",
    "human formats",
    "human example",
]


def cluejam(*words: str) -> Any:
    """Run a command in this process."""
    return CliRunner().invoke(app, list(words))


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def simulate(*words: str) -> Any:
    return cluejam("simulate", "--games", "5", "--seed", "1", *words)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_every_help_runs(
    command: str, in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "cache clear":
        # the other tests keep their tables
        monkeypatch.setenv("CLUEJAM_CACHE", str(in_folder))
    shown = cluejam(*command.split(), "--help")
    example = re.search(r"Example: cluejam (.*?)\n\n?", re.sub(r"\n  (?=\S)", " ", shown.output))
    assert shown.exit_code == 0
    assert example, shown.output
    if command == "show":
        assert simulate("--out", "data/runs/first").exit_code == 0
    if command in ("run", "spec check"):
        Path("crossplay.toml").write_text(cluejam("spec", "example").stdout)
    if command == "validate":
        Path("people.jsonl").write_text(cluejam("human", "example").stdout)
    if command == "human import":
        Path("answers.csv").write_text("hint,cards,targets\nship,anchor;bakery,anchor\n")
    if command == "recover":
        cut_short(in_folder / "data" / "runs" / "cut-short")
    done = cluejam(*shlex.split(example[1].split(" Options:")[0]))
    assert done.exit_code == 0, done.output


def cut_short(folder: Path) -> None:
    """Make a run that was killed after some blocks, and in the middle of one."""
    simulate("--games", "20", "--block-size", "5", "--out", str(folder), "--guesser", "noisy")
    whole = {name: pd.read_parquet(folder / f"{name}.parquet") for name in ("matches", "turns", "guesses")}
    spec = RunSpec.from_dict(json.loads((folder / "manifest.json").read_text())["spec"])
    workshop = Workshop(spec)
    (folder / "blocks").mkdir()
    for block in blocks(20, [1], block_size=5)[:3]:
        write_block(folder, block.name, vars(workshop.play(block)))
    (folder / "blocks" / f"{block.name}.guesses.arrow").unlink()
    for name in [*whole, "cards"]:
        (folder / f"{name}.parquet").unlink()


def test_a_run_that_was_killed_is_told_and_recovered_with_its_finished_blocks(in_folder: Path) -> None:
    simulate("--games", "20", "--out", "whole", "--guesser", "noisy")
    cut_short(in_folder / "run")
    told = cluejam("show", "run")
    assert told.exit_code == 1
    assert "join what is finished with: cluejam recover run" in told.stderr
    done = cluejam("recover", "run")
    assert done.stdout == "10 games are kept in run\n"
    assert json.loads(Path("run/manifest.json").read_text())["status"] == "interrupted"
    for table in ("matches", "turns", "guesses", "cards"):
        kept, whole = (pd.read_parquet(f"{run}/{table}.parquet") for run in ("run", "whole"))
        whole = whole[whole["board"] < 10]
        assert kept.astype(str).equals(whole.astype(str))
    again = cluejam("recover", "run")
    assert again.exit_code == 1
    assert "has no blocks to join" in again.stderr


def test_no_command_shows_the_commands() -> None:
    shown = cluejam()
    assert all(command.split()[0] in shown.output for command in COMMANDS)


def test_simulate_prints_figures_with_intervals_and_where_the_run_lies(in_folder: Path) -> None:
    done = simulate("--out", "run")
    assert done.exit_code == 0
    for label in ("win rate", "turns given a win", "own cards a turn", "clue number", "95 % interval"):
        assert label in done.stdout
    assert "seed 1; run in run" in done.stdout
    assert len(pd.read_parquet("run/matches.parquet")) == 5


def test_json_is_one_object_with_the_promised_keys(in_folder: Path) -> None:
    found = json.loads(simulate("--json").stdout)
    assert {
        "rules",
        "spymaster",
        "guesser",
        "games",
        "seed",
        "win_rate",
        "win_low",
        "win_high",
        "turns_given_win",
        "cards_found",
        "cards_per_turn",
        "assassin_rate",
        "bystander_rate",
        "games_per_second",
        "run",
        "losses",
    } <= set(found)
    assert (found["rules"], found["games"], found["seed"]) == ("duo", 5, 1)
    assert Path(found["run"]).is_dir()


def test_json_has_null_where_nothing_was_observed(in_folder: Path) -> None:
    found = json.loads(simulate("--spymaster", "random", "--guesser", "random", "--json").stdout)
    assert found["win_rate"] == 0
    assert found["turns_given_win"] is None
    assert found["turns_given_win_n"] == 0
    assert sum(found["losses"].values()) == 5


def test_an_unset_seed_is_drawn_and_told_and_repeats_the_run(in_folder: Path) -> None:
    first = json.loads(cluejam("simulate", "--games", "3", "--guesser", "noisy", "--json").stdout)
    again = json.loads(
        cluejam(
            "simulate", "--games", "3", "--guesser", "noisy", "--seed", str(first["seed"]), "--json"
        ).stdout
    )
    for table in ("matches", "turns", "guesses"):
        one, two = (pd.read_parquet(Path(x["run"]) / f"{table}.parquet") for x in (first, again))
        pd.testing.assert_frame_equal(one, two)


def test_classic_teams_play_every_board_in_both_seatings(in_folder: Path) -> None:
    found = json.loads(simulate("--rules", "classic", "--versus-guesser", "random", "--json").stdout)
    assert (found["games"], found["matches"], found["win_rate_n"]) == (5, 10, 5)
    assert found["second_guesser"] == "random"
    matches = pd.read_parquet(Path(found["run"]) / "matches.parquet")
    assert matches.groupby("board")["seating"].apply(list).tolist() == [[0, 1]] * 5
    assert (matches["starter"] == matches["seating"]).all()


def test_the_second_player_of_duo_may_differ(in_folder: Path) -> None:
    found = json.loads(simulate("--second-guesser", "random", "--json").stdout)
    assert found["matches"] == 5
    assert found["second_guesser"] == "random"
    assert found["second_spymaster"] == found["spymaster"]


def test_boards_that_were_written_are_played_as_if_dealt(in_folder: Path) -> None:
    lines = cluejam("boards", "--rules", "duo", "--games", "5", "--seed", "1").stdout
    Path("boards.txt").write_text("# my boards\n\n" + lines)
    dealt = json.loads(simulate("--guesser", "noisy", "--json").stdout)
    read = json.loads(
        cluejam("simulate", "--boards", "boards.txt", "--seed", "1", "--guesser", "noisy", "--json").stdout
    )
    assert read["games"] == 5
    one, two = (pd.read_parquet(Path(x["run"]) / "guesses.parquet") for x in (dealt, read))
    pd.testing.assert_frame_equal(one.astype({"word": str}), two.astype({"word": str}))


@pytest.mark.parametrize("command", ["agents", "embeddings", "rules"])
def test_listings_are_json_on_request_with_the_same_names(command: str) -> None:
    found = json.loads(cluejam(command, "--json").stdout)
    entries = [e for group in found.values() for e in group] if isinstance(found, dict) else found
    table = cluejam(command).stdout
    assert entries
    assert all(entry["name"] in table for entry in entries)


def test_agents_lists_parameters_with_their_defaults() -> None:
    found = json.loads(cluejam("agents", "--json").stdout)
    kim = next(entry for entry in found["spymasters"] if entry["name"] == "kim")
    assert kim["parameters"] == {"threshold": 0.5, "max_number": 3, "published": False}
    assert "threshold=0.5" in cluejam("agents").stdout
    assert kim["source"].startswith("Kim, Ruzmaykin")
    assert kim["source"].endswith("AIIDE 2019")
    assert "AIIDE 2019" in cluejam("agents").stdout


def test_one_name_explains_the_agents_that_have_it() -> None:
    shown = cluejam("agents", "kim").stdout
    assert "spymaster kim(threshold=0.5" in shown
    assert "Source: Kim, Ruzmaykin" in shown
    both = json.loads(cluejam("agents", "random", "--json").stdout)
    assert [entry["kind"] for entry in both] == ["spymaster", "guesser"]
    wrong = cluejam("agents", "kin")
    assert wrong.exit_code == 1
    assert "unknown agent 'kin'; did you mean 'kim'" in wrong.stderr


@pytest.mark.parametrize("rules", ["classic", "duo", "duet", "solo", "duo(turns=12, lives=3)"])
def test_rules_are_told_in_sentences_made_from_their_values(rules: str) -> None:
    shown = cluejam("rules", rules)
    assert shown.exit_code == 0
    assert "A clue is one word" in shown.stdout
    assert ("12 turns" in shown.stdout) == ("turns=12" in rules)


def test_show_replays_a_match_turn_by_turn_with_the_board_drawn(in_folder: Path) -> None:
    simulate("--spymaster", "margin", "--guesser", "nearest", "--out", "run")
    run = pd.read_parquet("run/turns.parquet")
    turns = run[run["board"] == 3]
    shown = cluejam("show", "run", "--match", "3").stdout
    words = pd.read_parquet("run/cards.parquet").query("board == 3")["word"]
    assert all(word.upper() in shown for word in words)
    assert all(
        f"{clue}: {number}" in shown for clue, number in zip(turns["clue"], turns["number"], strict=True)
    )
    assert shown.count("turn ") >= len(turns)
    assert "won (found)" in shown


def test_show_gives_the_rows_of_a_match_as_json(in_folder: Path) -> None:
    simulate("--out", "run")
    found = json.loads(cluejam("show", "run", "--match", "2", "--json").stdout)
    assert found["match"]["board"] == 2
    assert len(found["cards"]) == 25
    assert [turn["turn"] for turn in found["turns"]] == list(range(len(found["turns"])))


def bad_list(folder: Path) -> str:
    (folder / "short.txt").write_text("\n".join(f"word{chr(97 + i)}" for i in range(24)))
    return "24"


def binary_boards(folder: Path) -> str:
    (folder / "binary.txt").write_bytes(b"\xff\xfe\x00")
    return "cannot read the boards in binary.txt"


def broken_vectors(folder: Path) -> str:
    (folder / "vectors.txt").write_text("river 1 2\nbank 1\n")
    return r"vectors.txt.*line 2"


@pytest.mark.parametrize(
    "words, says",
    [
        (["--spymaster", "margn"], "unknown spymaster 'margn'; did you mean 'margin'"),
        (["--guesser", "neerest"], "unknown guesser 'neerest'; did you mean 'nearest'"),
        (["--embedding", "usse"], "unknown embedding 'usse'; did you mean 'use'"),
        (["--rules", "dou"], "unknown ruleset 'dou'; did you mean 'duo'"),
        (["--rules", "duo(turn=3)"], "did you mean 'turns'"),
        (["--rules", "duo(turns=0)"], "turns=0"),
        (["--rules", "duo(turns"], "cannot read component"),
        (["--spymaster", "kim(treshold=0.5)"], "did you mean 'threshold'"),
        (["--spymaster", "kim(threshold=high)"], "threshold=high is not a number"),
        (["--spymaster", "kim(threshold=9.0)"], "threshold=9.0 is not between 0 and 2"),
        (["--spymaster", "nowhere:Nobody"], "cannot load spymaster 'nowhere:Nobody'"),
        (["--words", "short.txt"], bad_list),
        (["--words", "not-there.txt"], "not-there.txt"),
        (["--lexicon", "not-there.txt"], "not-there.txt"),
        (["--boards", "not-there.txt"], "not-there.txt"),
        (["--embedding", 'file("not-there.txt")'], "not-there.txt"),
        (["--embedding", 'file("vectors.txt")'], broken_vectors),
        (["--games", "99999999999999999999"], "games is 99999999999999999999; it must be a whole number"),
        (["--games", "900000000", "--block-size", "1"], "blocks are too many"),
        (["--boards", "binary.txt"], binary_boards),
        (["--workers", "99999"], "workers is 99999; it must be a whole number, at least 1 and at most 1,024"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_1(words: list[str], says: Any, in_folder: Path) -> None:
    wanted = says(in_folder) if callable(says) else re.escape(says)
    done = simulate(*words)
    assert done.exit_code == 1, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert re.search(wanted, done.stderr), done.stderr
    assert not (in_folder / "data").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--games", "-5"],
        ["simulate", "--games", "many"],
        ["simulate", "--workers", "0"],
        ["simulate", "--nonsense"],
        ["simulate", "--rules", "duo", "--versus-guesser", "random"],
        ["simulate", "--rules", "classic", "--second-guesser", "random"],
        ["simulate", "--rules", "solo", "--versus-guesser", "random"],
        ["nonsense"],
        ["show"],
    ],
)
def test_wrong_usage_exits_2(words: list[str], in_folder: Path) -> None:
    done = cluejam(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr


def test_an_existing_folder_is_not_written_to(in_folder: Path) -> None:
    (in_folder / "run").mkdir()
    done = simulate("--out", "run")
    assert done.exit_code == 1
    assert "run exists already" in done.stderr
    assert list((in_folder / "run").iterdir()) == []


def test_a_run_of_another_schema_version_is_told(in_folder: Path) -> None:
    simulate("--out", "run")
    manifest = Path("run/manifest.json")
    manifest.write_text(manifest.read_text().replace('"schema_version": 1', '"schema_version": 2'))
    done = cluejam("show", "run")
    assert done.exit_code == 1
    assert "schema version 2" in done.stderr


def test_a_match_that_is_not_there_is_told(in_folder: Path) -> None:
    simulate("--out", "run")
    done = cluejam("show", "run", "--match", "5")
    assert done.exit_code == 1
    assert "no match 5; its 5 matches are numbered from 0" in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_exits_130_and_keeps_finished_blocks(workers: str, tmp_path: Path) -> None:
    words = ["simulate", "--rules", "classic", "--spymaster", "random", "--guesser", "random"]
    words += [
        "--games",
        "2000000",
        "--block-size",
        "500",
        "--seed",
        "1",
        "--workers",
        workers,
        "--out",
        "run",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "cluejam_ai", *words],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONWARNINGS": "default"},
        start_new_session=True,
    )
    blocks = tmp_path / "run" / "blocks"
    deadline = time.monotonic() + 60
    while not (blocks.is_dir() and len(list(blocks.glob("*.guesses.arrow"))) >= 4):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in said
    matches = pd.read_parquet(tmp_path / "run" / "matches.parquet")
    guesses = pd.read_parquet(tmp_path / "run" / "guesses.parquet")
    assert len(matches) >= 2000
    assert set(guesses["board"]) == set(matches["board"])
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["status"] == "interrupted"
    assert not blocks.exists()


def run_shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the shell in which CLUEJAM stands for the program."""
    program = f"{shlex.quote(sys.executable)} -m cluejam_ai"
    return subprocess.run(
        ["bash", "-c", command.replace("CLUEJAM", program)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command, code",
    [
        ("CLUEJAM rules duo >/dev/full", 1),
        ("CLUEJAM --help >/dev/full", 1),
        ("CLUEJAM rules duo >&-", 0),
        ("CLUEJAM rules duo 2>&-", 0),
        ("CLUEJAM boards --games 2000 --seed 1 2>/dev/null | head -1; exit ${PIPESTATUS[0]}", 0),
    ],
)
def test_output_that_cannot_be_written_is_no_traceback(command: str, code: int, tmp_path: Path) -> None:
    done = run_shell(command, tmp_path)
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
    if code:
        assert done.stderr.startswith("Error: cannot write the output")


def test_ctrl_c_while_it_starts_exits_130_without_a_traceback(tmp_path: Path) -> None:
    # the program interrupts itself as soon as it imports the command line
    code = "import os, signal, sys; sys.meta_path.insert(0, type('I', (), {'find_spec': staticmethod("
    code += (
        "lambda name, *_: os.kill(os.getpid(), signal.SIGINT) if name == 'cluejam_ai.cli.app' else None)}));"
    )
    code += "from cluejam_ai.cli.start import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_what_is_imported_before_ctrl_c_is_heard_is_little() -> None:
    code = "import sys; old = set(sys.modules); import cluejam_ai.cli.start; print(*set(sys.modules) - old)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    early = {name for name in done.stdout.split() if not name.startswith("cluejam_ai")}
    assert not {"email", "zipfile", "numpy", "typer"} & {name.split(".")[0] for name in early}


def test_a_run_on_a_full_disk_says_failed_and_is_recovered(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise RecordError("no space left to write cards.parquet")

    with monkeypatch.context() as patch:
        patch.setattr("cluejam_ai.tournament.join_blocks", full)
        done = simulate("--out", "run")
    assert done.exit_code == 1
    assert "no space left" in done.stderr
    assert json.loads(Path("run/manifest.json").read_text())["status"] == "failed"
    assert cluejam("recover", "run").stdout == "5 games are kept in run\n"
    # every block was there: nothing is missing from this run
    assert json.loads(Path("run/manifest.json").read_text())["status"] == "finished"


def test_help_answers_without_loading_what_it_does_not_need() -> None:
    code = "import sys; import cluejam_ai.cli.app; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"numpy", "pandas", "pyarrow", "joblib", "torch", "gensim"} & set(loaded.split())
