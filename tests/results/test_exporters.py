"""Runs for other programs say what the run says."""

import csv
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import cluejam_ai
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.readings import FORMATS

ONE_TEAM = "game_name total_turns R B C A codemaster guesser seed time_s cm_kwargs g_kwargs"
TWO_TEAMS = (
    "game_name total_turns R B C A codemaster_red guesser_red codemaster_blue guesser_blue seed winner "
    "time_s cmr_kwargs gr_kwargs cmb_kwargs gb_kwargs"
)


@pytest.fixture(scope="module")
def solo_run(tmp_path_factory: pytest.TempPathFactory) -> cluejam_ai.Run:
    return cluejam_ai.play(
        "solo(preset=kim2019)",
        "kim(threshold=0.7)",
        "random",
        games=30,
        seed=4,
        out=tmp_path_factory.mktemp("solo") / "run",
    )


def lines(run: cluejam_ai.Run, form: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in cluejam_ai.export_lines(run, form)]


def test_a_competition_line_has_the_keys_of_the_framework(
    solo_run: cluejam_ai.Run, contest_run: cluejam_ai.Run
) -> None:
    assert list(lines(solo_run, "competition")[0]) == ONE_TEAM.split()
    assert list(lines(contest_run, "competition")[0]) == TWO_TEAMS.split()


def test_a_competition_line_says_what_the_match_was(solo_run: cluejam_ai.Run) -> None:
    matches = solo_run.matches
    found = lines(solo_run, "competition")
    assert {line["codemaster"] for line in found} == {"kim"}
    assert found[0]["cm_kwargs"] == {"embedding": "use", "threshold": 0.7}
    assert found[0]["g_kwargs"] == {}
    assert not matches["won"].all()
    for line, match in zip(found, matches.to_dict("records"), strict=True):
        assert line["seed"] == match["board"]
        assert line["total_turns"] == (match["turns"] if match["won"] else 25)
        assert [line[x] for x in "RBCA"] == [match[x] for x in ("agent", "other", "bystander", "assassin")]
        # as the framework ends a game: 8 red cards win, 7 blue ones or the assassin lose
        assert match["won"] == (line["R"] == 8)
        assert (line["total_turns"] == 25) == (line["B"] == 7 or line["A"] == 1)


def test_a_line_of_two_teams_counts_cards_by_colour_whoever_touched_them(contest_run: cluejam_ai.Run) -> None:
    key = ["pairing", "board", "seating"]
    found = lines(contest_run, "competition")
    for number in range(0, len(found), 7):
        line, match = found[number], contest_run.matches.iloc[number]
        same = (contest_run.guesses[key] == match[key]).all(axis=1)
        places = contest_run.guesses.loc[same, "place"]
        board = contest_run.cards[contest_run.cards["board"] == match["board"]].set_index("place")
        roles = board.loc[places, "first_key"].astype(str).value_counts()
        # the board's key is that of who started; the first team is red
        red, blue = ("agent", "other") if match["starter"] == 0 else ("other", "agent")
        wanted = [int(roles.get(role, 0)) for role in (red, blue, "bystander", "assassin")]
        assert [line[x] for x in "RBCA"] == wanted
        assert line["winner"] == ("R" if match["won"] else "B")
        assert line["total_turns"] == match["turns"]


def test_tables_come_back_from_csv(crossplay_run: cluejam_ai.Run, tmp_path: Path) -> None:
    written = cluejam_ai.export_run(crossplay_run, "csv", tmp_path / "tables")
    assert [path.name for path in written] == ["matches.csv", "turns.csv", "guesses.csv", "cards.csv"]
    for path in written:
        wanted = getattr(crossplay_run, path.stem)
        found = pd.read_csv(path)
        assert list(found.columns) == list(wanted.columns)
        for name in found.columns:
            wanted_text = wanted[name].astype(str).where(wanted[name].notna(), "nan")
            assert found[name].astype(str).tolist() == wanted_text.tolist(), name


def test_csv_parts_are_one_table(crossplay_run: cluejam_ai.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = "".join(cluejam_ai.export_lines(crossplay_run, "csv", "guesses"))
    monkeypatch.setattr("cluejam_ai.results.exporters.tables._ROWS_AT_ONCE", 7)
    assert "".join(cluejam_ai.export_lines(crossplay_run, "csv", "guesses")) == whole


def test_a_json_line_holds_a_match_with_its_turns_and_touches(
    crossplay_run: cluejam_ai.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = lines(crossplay_run, "jsonl")
    assert len(found) == len(crossplay_run.matches)
    for line in found:
        assert len(line["turns_played"]) == line["turns"]
        touches = [guess for turn in line["turns_played"] for guess in turn["guesses"]]
        assert len(touches) == line["touches"]
        assert sum(guess["role"] == "agent" for guess in touches) == line["agent"]
        for turn in line["turns_played"]:
            assert len(turn["guesses"]) == turn["touches"]
            assert [guess["touch"] for guess in turn["guesses"]] == list(range(turn["touches"]))
    bits = crossplay_run.turns["targets"].iloc[0]
    assert sum(1 << place for place in found[0]["turns_played"][0]["targets"]) == bits
    monkeypatch.setattr("cluejam_ai.results.exporters.tables._MATCHES_AT_ONCE", 3)
    assert lines(crossplay_run, "jsonl") == found


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_written_to_the_place_that_was_named(
    form: str, crossplay_run: cluejam_ai.Run, tmp_path: Path
) -> None:
    paths = cluejam_ai.export_run(crossplay_run.folder, form, tmp_path / "out")
    assert all(path.stat().st_size for path in paths)
    if form != "csv":
        assert (tmp_path / "out").read_text() == "".join(cluejam_ai.export_lines(crossplay_run, form))


def test_what_cannot_be_written_is_told(crossplay_run: cluejam_ai.Run, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'cvs'; did you mean 'csv'"):
        cluejam_ai.export_run(crossplay_run, "cvs", tmp_path / "x")
    with pytest.raises(UnknownNameError, match="unknown table 'match'"):
        cluejam_ai.export_lines(crossplay_run, "csv", "match")
    (tmp_path / "file").write_text("")
    with pytest.raises(CluejamError, match="cannot make the folder"):
        cluejam_ai.export_run(crossplay_run, "csv", tmp_path / "file")
    with pytest.raises(CluejamError, match="not a run"):
        cluejam_ai.export_run(tmp_path, "csv", tmp_path / "y")
    assert not (tmp_path / "y").exists()


def test_figures_are_written_as_tables_that_say_what_the_reading_says(
    contest_run: cluejam_ai.Run, crossplay_run: cluejam_ai.Run, tmp_path: Path
) -> None:
    names = {path.stem for path in cluejam_ai.write_figures(contest_run, tmp_path / "contest")}
    assert {"figures", "risk", "teams", "roles", "meetings", "wins"} == names
    reading = cluejam_ai.read_run(crossplay_run)
    cluejam_ai.write_figures(reading, tmp_path / "deep" / "crossplay")
    with (tmp_path / "deep" / "crossplay" / "matrix_win_rate.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    matrix = reading.matrices["win_rate"]
    assert header == ["spymaster", *matrix.guessers]
    for row in rows:
        wanted = [matrix.cell(row[0], guesser).value for guesser in matrix.guessers]
        assert [float(cell) for cell in row[1:]] == wanted
