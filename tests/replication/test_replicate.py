"""`cluejam replicate` prints the published tables and names every game that comes out another way."""

import json

import pytest
from typer.testing import CliRunner

from cluejam_ai.cli.app import app
from cluejam_ai.replication.kim2019 import SEEDS, Kim2019, compare

#: score25 and wins in 30 games, from the published logs.
PUBLISHED = {
    ("glove100", "glove100"): [(7.93, 30), (5.70, 30), (3.57, 30)],
    ("glove50", "glove50"): [(7.63, 30), (4.23, 30), (3.27, 30)],
    ("glove50", "glove100"): [(9.53, 28), (9.53, 24), (10.27, 22)],
    ("glove100", "glove50"): [(9.43, 28), (7.67, 28), (8.90, 24)],
}


def replicate(*words):
    return CliRunner().invoke(app, ["replicate", *map(str, words)])


@pytest.fixture
def kim(test_data):
    return test_data / "kim2019"


def vectors(folder, *names):
    return [word for name in names for word in ("--vectors", f"{name}={folder / name}.txt")]


def test_every_cell_of_the_published_table_comes_out(kim):
    done = replicate(
        "kim2019",
        "--words",
        kim,
        *vectors(kim, "glove50", "glove100"),
        "--results",
        kim / "results_dev.csv",
        "--json",
    )
    found = json.loads(done.stdout)
    assert (found["compared"], found["different"], done.exit_code) == (120, [], 0)
    for (spymaster, guesser), figures in PUBLISHED.items():
        cells = [c for c in found["cells"] if (c["spymaster"], c["guesser"]) == (spymaster, guesser)]
        assert [c["threshold"] for c in cells] == [0.3, 0.5, 0.7]
        assert [(round(c["score25"], 2), round(30 * c["win_rate"])) for c in cells] == figures
        assert all(c["games"] == 30 for c in cells)


def test_games_of_spaces_without_vectors_are_left_out(kim):
    experiment = Kim2019(kim, {"glove100": kim / "glove100.txt"})
    assert compare(experiment, kim / "results_dev.csv") == (60, [])
    assert len(experiment.cells()) == 3
    assert len(SEEDS) == 30


def test_a_game_that_comes_out_another_way_is_named(kim, tmp_path):
    lines = (kim / "results_dev.csv").read_text().splitlines()
    wrong = lines[1].split(",")
    wrong[4] = "9"
    (tmp_path / "results.csv").write_text("\n".join([lines[0], ",".join(wrong), lines[2]]))
    done = replicate(
        "kim2019", "--words", kim, *vectors(kim, "glove100"), "--results", tmp_path / "results.csv"
    )
    assert "2 recorded games, 1 end as recorded" in done.stdout
    assert "glove100 x glove100, T = 0.3, seed 100: turns 9, here 8" in done.stdout
    assert done.exit_code == 1


def test_records_of_other_spaces_are_no_agreement(kim):
    named = ["--vectors", f"ours={kim / 'glove50.txt'}"]
    done = replicate("kim2019", "--words", kim, *named, "--results", kim / "results_dev.csv")
    assert done.exit_code == 1
    assert "has no game between ours" in done.stderr


def test_all_recorded_games_of_the_framework_end_as_recorded(test_data):
    done = replicate("tog2025", "--games", test_data / "tog2025" / "games_dev.jsonl")
    assert done.stdout == "150 recorded games, 150 end as recorded\n"


@pytest.mark.parametrize(
    "words, says",
    [
        (["kim2019", "--words", "nowhere", "--vectors", "a=b"], "cannot read the published words"),
        (["kim2019", "--words", "nowhere", "--vectors", "glove50"], "is not NAME=FILE"),
        (["kim2019", "--words", "nowhere", "--vectors", "a=b", "--vectors", "a=c"], "names a twice"),
        (["tog2025", "--games", "nowhere.jsonl"], "cannot read the games in nowhere.jsonl"),
    ],
)
def test_a_mistake_is_one_clear_line(words, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = replicate(*words)
    assert done.exit_code == 1
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
