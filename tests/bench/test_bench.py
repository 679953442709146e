"""The benchmark compares like with like and says where each figure is from; no test looks at a clock."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from cluejam_ai.bench import games, measure, pruning
from cluejam_ai.bench.games import GAMES, differences, plain_tables, play_plain, positions
from cluejam_ai.bench.timing import ratio, run_process, summary, times
from cluejam_ai.cli.app import app
from cluejam_ai.errors import CluejamError


def test_the_plain_program_plays_the_same_games():
    # an unlike guesser, so that lost games are compared too
    heard = "use(center=true, remove_top=20)"
    made = GAMES["margin"].workshop(60, heard)
    matches = play_plain(made, plain_tables(made, heard))
    assert {match.ending for match in matches} >= {"found", "assassin"}
    assert differences(made, matches) == []


def test_a_game_that_differs_is_seen():
    made = GAMES["margin"].workshop(3)
    matches = play_plain(made, plain_tables(made))
    matches[1].touches[0] = (0, 0, (matches[1].touches[0][2] + 1) % 25)
    assert differences(made, matches) == [1]


def test_a_ratio_to_other_games_is_refused(monkeypatch):
    monkeypatch.setattr(measure, "differences", lambda *_: [7])
    with pytest.raises(CluejamError, match=r"plays otherwise on boards \[7\]"):
        measure.measure_plain(1, 0.01)


def test_the_positions_are_those_of_the_games():
    made = GAMES["margin"].workshop(8)
    views = positions(made, 5)
    assert sum(map(len, views)) == games.play_arena(made, 8)
    assert np.array_equal(views[0].words, made.boards(0, 5).words)


def test_games_without_rows_are_the_same_games():
    made = GAMES["random"].workshop(60)
    assert games.play_bare(made, 25) == games.play_arena(made, 60)


def test_one_game_is_timed_alone():
    words = ["bench", "--only", "random", "--scale", "0.001", "--repeats", "1", "--json"]
    found = json.loads(CliRunner().invoke(app, words).stdout)
    assert [row["name"] for row in found["games"]] == ["random"]
    assert not found["games"][0]["rows_made"]
    assert not {"plain", "pruning", "processes", "workers"} & set(found)
    done = CliRunner().invoke(app, ["bench", "--only", "rendom"])
    assert done.exit_code != 0
    assert "did you mean 'random'" in done.output


def test_the_run_of_two_workers_is_as_long_as_was_asked():
    asked = []

    def machine(n_games):
        asked.append(n_games)
        return n_games / 100 + 0.5

    assert measure.long_enough(30.0, 2_000, machine) == (3220, 32.7)
    assert asked == [2_000, 3_220]
    assert measure.long_enough(30.0, 4_000, machine) == (4_000, 40.5)


def test_medians_and_ratios_are_of_pairs():
    first = summary([(1.0, 2.0), (2.0, 9.0), (6.0, 4.0), (2.0, 4.0)])
    assert (first.processor, first.clock, first.spread) == (2.0, 4.0, 0.0)
    assert ratio([(4.0, 0), (9.0, 0), (8.0, 0)], [(2.0, 0), (3.0, 0), (1.0, 0)]) == 3.0


def test_tasks_are_timed_in_turn_and_the_cold_one_does_not_count():
    order = []
    found = times({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, 2)
    assert order == ["a", "b"] * 3
    assert [len(measured) for measured in found.values()] == [2, 2]


def test_the_memory_of_a_process_is_its_own():
    # what this process holds meanwhile is no part of it
    held = np.ones(40 * 2**20, dtype=np.uint8)
    small, large = run_process(""), run_process("x = b'x' * (200 * 2**20)")
    assert held[0] == 1
    assert 190 < large.peak_mib - small.peak_mib < 260
    assert small.peak_mib < 40


@pytest.mark.parametrize("candidates, changed", [(10_000, 0), (1, 6)])
def test_answers_that_weighing_every_clue_changes_are_counted(monkeypatch, candidates, changed):
    plain = pruning._spymaster

    def with_candidates(made, name, **params):
        return plain(made, name, **{"candidates": candidates, **params})

    monkeypatch.setattr(pruning, "_spymaster", with_candidates)
    found = pruning.measure_pruning("gaussian-listener", 6 / 500)
    assert found["answers"] == 6
    assert found["changed"] <= changed
    assert (found["changed"] > 0) == (changed > 0)
    assert found["low"] <= found["share"] == found["changed"] / 6 <= found["high"]


def test_the_command_tells_every_figure_and_labels_what_was_not_measured_here(monkeypatch):
    """Measured once, shown twice: as JSON and as text."""
    words = ["bench", "--repeats", "1", "--scale", "0.002", "--long", "0.01"]
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    monkeypatch.setattr(measure, "measure", lambda **_: found)
    shown(CliRunner().invoke(app, words))
    assert {"processor", "cores", "load", "cache_l2_bytes", "numpy"} <= set(found["machine"])
    assert [row["name"] for row in found["games"]] == list(GAMES)
    for row in found["games"]:
        assert row["games_per_second"] > 0
        assert row["clues_per_second"] > row["games_per_second"]
        assert ("to_gather_float32" in row) == ("to_gather_uint8" in row) == (row["name"] != "random")
    assert found["plain"]["same_games"]
    assert len(found["processes"]) == 4
    exact = {row["spymaster"]: row["share"] for row in found["pruning"]}
    assert set(exact) == set(pruning.PRUNED)
    assert exact["plackett-luce-listener"] == 0
    assert {row["games_per_second"] for row in found["reported_elsewhere"]} == {0.019, 0.25, 73, 524}
    assert found["workers"]["one_seconds"] >= 0.01


def shown(done):
    """Look at the text of the command."""
    assert done.exit_code == 0, done.output
    assert "reported elsewhere, not measured here" in done.stdout
    assert "measured here: the processor's time" in done.stdout
    assert "times as fast without start-up" in done.stdout
    assert done.stdout.index("524") > done.stdout.index("reported elsewhere")
