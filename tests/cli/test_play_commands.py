"""`cluejam play`, `games` and `show` for games of people, from outside."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

import cluejam_ai
from cluejam_ai.cli.app import app
from tests.interactive.tables import play_on, sit


def cluejam(*words: str, **options: Any) -> Any:
    return CliRunner().invoke(app, list(words), **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One game that is over, one that is not, and a file that is none."""
    games = tmp_path_factory.mktemp("games")
    play_on(sit(games, "solo", hot_seat=True), "win")
    sit(games, "duo", hot_seat=True).writer.close()
    (games / "broken.jsonl").write_text("{}\n")
    return games


def test_a_game_is_played_from_piped_lines(tmp_path):
    done = cluejam(
        "play", "solo", "--hot-seat", "--seed", "5", "--games", str(tmp_path), input="\nriver 1\n\n7\n"
    )
    assert done.exit_code == 0, done.output
    assert "The clue: RIVER 1" in done.stdout
    assert "The game is saved" in done.stdout
    assert len(list(tmp_path.glob("*.jsonl"))) == 1
    again = cluejam("play", "--resume", "--games", str(tmp_path), input="")
    assert again.exit_code == 0
    assert "seed 5" in again.stderr


@pytest.mark.parametrize(
    "words, reason",
    [
        (("play", "chess"), "unknown ruleset 'chess'"),
        (("play", "--seat", "king"), "unknown seat 'king'"),
        (("play", "--level", "mad"), "unknown level 'mad'"),
        (("play", "--seed", "-1"), "--seed is -1; it must be a whole number, 0 or above"),
        (("play", "--partner", "robst"), "did you mean 'robust'"),
        (("play", "--hot-seat", "--coach"), "there is no one to coach"),
        (("play", "--resume"), "no unfinished game"),
        (("play", "--resume", "nowhere.jsonl"), "cannot read nowhere.jsonl"),
        (("play", "--words", "nowhere.txt"), "nowhere.txt"),
        (("play", "--lexicon", "nowhere.csv"), "nowhere.csv"),
        (("show", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(tmp_path, words, reason):
    options = () if words[0] == "show" else ("--games", str(tmp_path))
    done = cluejam(*words, *options)
    assert done.exit_code == 1
    error = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(error) == 1
    assert reason in error[0]
    assert "setting the table" not in done.stderr


def test_it_is_said_that_the_table_is_set_before_what_takes_a_while(tmp_path):
    done = cluejam("play", "solo", "--hot-seat", "--seed", "0", "--games", str(tmp_path), input="")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[0] == "setting the table ..."


def test_a_partner_that_does_not_know_ones_words_is_told_with_a_way_out(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text(
        "\n".join(["# language: de", *(f"brot{sign}k" for sign in "abcdefghijklmnopqrstuvwxyz")])
    )
    done = cluejam("play", "--partner", "news", "--words", str(words), "--games", str(tmp_path))
    assert done.exit_code == 1
    error = " ".join(done.stderr.split())
    assert "only 0 of 26 board words have a vector" in error
    assert '--partner "margin(embedding=VECTORS) > nearest(embedding=VECTORS)"' in error
    assert "# language: de" in error


def test_the_partner_gives_clues_of_a_file(tmp_path):
    """The person passes all turns, and the only words of the file are what the partner says."""
    lexicon = tmp_path / "three.txt"
    lexicon.write_text("ocean\nmusic\nwinter\n")
    options = ("--partner", "news", "--seed", "5", "--games", str(tmp_path), "--lexicon", str(lexicon))
    done = cluejam("play", "solo", *options, input="1\nquit\n")
    assert done.exit_code == 0, done.output
    lines = [line for line in done.stdout.splitlines() if "gives the clue" in line]
    said = [line.split("clue ")[1].split()[0] for line in lines]
    assert said
    assert set(said) <= {"OCEAN", "MUSIC", "WINTER"}


def test_games_are_listed_and_a_broken_file_is_named(folder):
    done = cluejam("games", "--games", str(folder), "--json")
    assert done.exit_code == 0
    rows = json.loads(done.stdout)
    # both may have begun in the same second
    assert sorted((row["rules"], row["outcome"]) for row in rows) == [
        ("duo", "unfinished"),
        ("solo", "won (found)"),
    ]
    assert "broken.jsonl" in done.stderr
    assert "won (found)" in cluejam("games", "--games", str(folder)).stdout


def test_a_game_is_found_by_the_name_that_the_list_prints(folder, monkeypatch):
    rows = json.loads(cluejam("games", "--games", str(folder), "--json").stdout)
    over, left = (row["file"] for row in sorted(rows, key=lambda row: row["rules"], reverse=True))
    assert str(folder) in cluejam("games", "--games", str(folder)).stderr
    for name in (over, over.removesuffix(".jsonl")):
        assert "won (found)" in cluejam("show", name, "--games", str(folder)).stdout
    gone_on = cluejam("play", "--resume", left, "--games", str(folder), input="quit\n")
    # in one line, however long, so that it can be copied
    assert f"go on with: cluejam play --resume {left} --games {folder}\n" in gone_on.stdout
    monkeypatch.setenv("CLUEJAM_GAMES", str(folder))
    assert "won (found)" in cluejam("show", over).stdout
    assert "go on with: cluejam play --resume\n" in cluejam("play", "--resume", left, input="quit\n").stdout


def test_the_last_game_of_some_rules_is_resumed(folder):
    assert "duo, seed 5" in cluejam("play", "duo", "--resume", "--games", str(folder), input="quit\n").stderr
    done = cluejam("play", "duet", "--resume", "--games", str(folder))
    assert (done.exit_code, "has no unfinished game of duet" in done.stderr) == (1, True)


def test_games_are_exported(folder, tmp_path):
    run, turns = tmp_path / "run", tmp_path / "turns.jsonl"
    done = cluejam("games", "--games", str(folder), "--run", str(run), "--turns", str(turns))
    assert done.exit_code == 0, done.stderr
    assert len(cluejam_ai.load_run(run).matches) == 1
    assert len(turns.read_text().splitlines()) == len(cluejam_ai.load_run(run).turns)
    assert (
        "no games that are over"
        in cluejam("games", "--games", str(folder), "--rules", "duo", "--run", str(tmp_path / "none")).stderr
    )


def test_rules_without_options_are_exactly_those_when_games_of_a_level_lie_beside_them(tmp_path):
    """An easy game of duo has 12 turns: it is listed and written as a run by its own rules only."""
    for rules in ("duo", "duo(turns=12)"):
        play_on(sit(tmp_path, rules, hot_seat=True), "assassin")
    sit(tmp_path, "duo(turns=7)", hot_seat=True).writer.close()
    options = ("games", "--games", str(tmp_path))
    for number, rules in enumerate(("duo", "duo(turns=12)")):
        run = tmp_path / f"run{number}"
        done = cluejam(*options, "--rules", rules, "--run", str(run))
        assert (done.exit_code, len(cluejam_ai.load_run(run).matches)) == (0, 1), done.stderr
        assert cluejam_ai.load_run(run).manifest["spec"]["rules"] == rules
        listed = json.loads(cluejam(*options, "--rules", rules, "--json").stdout)
        assert [row["rules"] for row in listed] == [rules]
    for path in tmp_path.glob("2*.jsonl"):
        if json.loads(path.read_text().splitlines()[0])["rules"] == "duo":
            path.unlink()
    listed = json.loads(cluejam(*options, "--rules", "duo", "--json").stdout)
    assert sorted(row["rules"] for row in listed) == ["duo(turns=12)", "duo(turns=7)"]


def test_a_finished_game_is_shown_and_an_unfinished_one_keeps_its_keys(folder):
    over, left = sorted(folder.glob("2*.jsonl"), key=lambda path: "solo" not in path.name)
    done = cluejam("show", str(over))
    assert "won (found)" in done.stdout
    assert json.loads(cluejam("show", str(over), "--json").stdout)["match"]["spymaster"] == "person"
    hidden = cluejam("show", str(left))
    assert hidden.exit_code == 1
    assert "stay hidden" in hidden.stderr
