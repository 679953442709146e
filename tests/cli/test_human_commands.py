"""What ``cluejam human`` and ``cluejam validate`` print, and what they say of bad input."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cluejam_ai.cli.app import app


def cluejam(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """The made-up rows as a file."""
    path = tmp_path / "people.jsonl"
    path.write_text(cluejam("human", "example").stdout)
    return path


def test_validate_tells_figures_intervals_and_what_was_measured(people: Path) -> None:
    done = cluejam("validate", str(people), "--guesser", "nearest", "--guesser", "random")
    assert done.exit_code == 0
    assert all(
        word in done.stdout for word in ("recall", "assassin_risk", "humans", "chance", "random - nearest")
    )
    assert "6 of 6 rows of 3 games or boards were measured" in done.stderr
    assert "auc: chance that a target stands before a card that is none" in done.stderr


def test_validate_as_json_has_the_names_of_the_columns(people: Path) -> None:
    done = cluejam("validate", str(people), "--spymaster", "margin", "--depth", "3", "--json")
    told = json.loads(done.stdout)
    assert {"data", "rows", "dropped", "figures", "comparisons", "spymasters"} <= set(told)
    assert [line["figure"] for line in told["spymasters"]][:2] == ["in_first_1", "in_first_3"]
    assert told["spymasters"][-1]["value"] is None


def test_what_fell_out_is_told(people: Path) -> None:
    people.write_text(people.read_text().replace('"clue": "ship"', '"clue": "qqxyv"'))
    told = cluejam("validate", str(people)).stderr
    assert "5 of 6 rows" in told
    assert "fell out because a word has no vector: 1 for a clue" in told
    assert "clues without a vector: qqxyv" in told


def test_a_corrupt_row_is_named_in_one_line(people: Path) -> None:
    people.write_text(people.read_text().replace('"number": 3', '"number": "three"', 1))
    done = cluejam("validate", str(people))
    assert done.exit_code == 1
    assert f"Error: {people}, line 3: 'number' is a whole number" in done.stderr


def test_import_writes_rows_or_leaves_what_was_there(tmp_path: Path) -> None:
    table, out = tmp_path / "answers.csv", tmp_path / "people.jsonl"
    table.write_text("hint,cards,targets\nship,anchor;bakery,anchor\nfood,anchor;bakery,bakery\n")
    columns = ("--column", "clue=hint", "--column", "board=cards")
    done = cluejam("human", "import", "csv", str(table), "-o", str(out), *columns)
    assert done.stderr == f"2 rows of 1 games or boards, with 0 answers of people, in {out}\n"
    before = out.read_text()
    table.write_text("hint,cards,targets\nship,anchor;bakery,island\n")
    failed = cluejam("human", "import", "csv", str(table), "-o", str(out), *columns)
    assert failed.exit_code == 1
    assert "line 2: 'island' in 'targets' is not on the board" in failed.stderr
    assert out.read_text() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.csv", "people.jsonl"]


def test_a_column_without_a_field_is_told(tmp_path: Path) -> None:
    done = cluejam("human", "import", "csv", str(tmp_path / "a.csv"), "-o", "b.jsonl", "--column", "hint")
    assert "--column hint is not FIELD=COLUMN, like clue=hint" in done.stderr


@pytest.mark.parametrize("form", ["csv", "bigbench", "cultural-codes", "games"])
def test_what_is_imported_is_not_written_over(tmp_path: Path, form: str) -> None:
    source = tmp_path / "own.csv"
    source.write_text("clue,board,targets\nship,anchor;bakery,anchor\n")
    alias = tmp_path / "alias.csv"
    alias.symlink_to(source)
    before = source.read_bytes()
    for out in (source, alias):
        done = cluejam("human", "import", form, str(source), "-o", str(out))
        assert done.exit_code == 1
        assert f"{out} is what is imported, and would be lost" in done.stderr
    # of a folder too
    assert cluejam("human", "import", form, str(tmp_path), "-o", str(source)).exit_code == 1
    assert source.read_bytes() == before


def test_clues_of_agents_are_told_and_guessers_need_not_be_compared(people: Path) -> None:
    row = json.loads(people.read_text().splitlines()[0])
    row |= {"id": "agent", "meta": {"clue_by": "robust", "guess_by": "nearest"}}
    people.write_text(people.read_text() + json.dumps(row) + "\n")
    words = ("validate", str(people), "--guesser", "nearest", "--guesser", "random", "--no-compare")
    done = cluejam(*words, "--spymaster", "margin", "--depth", "2")
    assert "random - nearest" not in done.stdout
    assert "1 rows have a clue of an agent" in done.stderr
    assert "1 rows have guesses of an agent" in done.stderr
