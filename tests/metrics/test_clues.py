"""What clues meant and what came of them: by hand, and against a plain count of real games."""

import math

import numpy as np
import pandas as pd
import pytest

import cluejam_ai
from cluejam_ai.errors import RecordError
from cluejam_ai.metrics.base import CLUE_METRICS, import_metrics
from cluejam_ai.metrics.clues import add_clue_columns, clue_table, colt_weights, with_clues
from cluejam_ai.metrics.risk import risk_surface
from tests.metrics.plain_clues import plain_sums

#: One match of two clues, one match of one; the third turn finds one of two, at second place.
MATCHES = pd.DataFrame({"pairing": "p", "board": [4, 9], "seating": 0, "turns": [3, 1], "own_turns": [2, 1]})
TURNS = pd.DataFrame(
    {
        "pairing": "p",
        "board": [4, 4, 4, 9],
        "seating": 0,
        "turn": [0, 1, 2, 0],
        "team": [0, 1, 0, 0],
        "clue": ["one", "theirs", "two", "three"],
        "number": [2, 1, 2, 3],
        "targets": [0b11, 0b10000, 0b1100, 0],
        "touches": [2, 1, 3, 1],
    }
)
GUESSES = pd.DataFrame(
    {
        "pairing": "p",
        "board": [4, 4, 4, 4, 4, 4, 9],
        "seating": 0,
        "turn": [0, 0, 1, 2, 2, 2, 0],
        "touch": [0, 1, 0, 0, 1, 2, 0],
        "place": [0, 1, 4, 7, 2, 20, 5],
        "role": ["agent", "agent", "agent", "agent", "agent", "bystander", "assassin"],
    }
)


def figures(matches: pd.DataFrame) -> dict[str, float]:
    import_metrics()
    return {name: CLUE_METRICS.entry(name).factory(matches).value for name in CLUE_METRICS.names()}


def test_every_figure_of_three_clues_is_as_counted_by_hand() -> None:
    found = figures(add_clue_columns(MATCHES, clue_table(MATCHES, TURNS, GUESSES)))
    assert found == pytest.approx(
        {
            # of the first two touches of each clue 2 and 1 were meant; a clue that meant none does not count
            "intended_precision": 3 / 4,
            "intended_recall": 3 / 4,
            "clues_fulfilled": 1 / 2,
            # one half is found at rank 2 of 2, the other never
            "proximity": (1 + 0.5 * 0.5) / 2,
            # clean 2; 2 and a bystander; none and the assassin
            "colt": (1.9413 + 0.8299 - 9.7399) / 3,
        }
    )


def test_clues_of_the_other_team_do_not_count() -> None:
    clues = clue_table(MATCHES, TURNS, GUESSES)
    assert clues.number.tolist() == [2, 2, 3]
    assert clues.match.tolist() == [0, 0, 1]


def test_the_order_of_rows_does_not_matter() -> None:
    shuffled = clue_table(
        MATCHES, TURNS.sample(frac=1, random_state=1), GUESSES.sample(frac=1, random_state=2)
    )
    for name, values in vars(clue_table(MATCHES, TURNS, GUESSES)).items():
        np.testing.assert_array_equal(values, getattr(shuffled, name), err_msg=name)


def test_the_weights_of_turns_are_those_published() -> None:
    touched = np.array([[0, 0, 0, 1], [1, 0, 0, 0], [3, 1, 0, 0], [2, 0, 1, 0], [9, 0, 0, 0], [0, 0, 0, 0]])
    weights = colt_weights(touched)
    assert weights[:5].tolist() == [-9.7399, 1.7060, 0.4917, 0.8299, 1.5280]
    assert math.isnan(weights[5])
    # of several wrong cards the worst counts
    assert colt_weights(np.array([[1, 1, 1, 1]])) == [-5.5511]


@pytest.mark.parametrize("kind", ["crossplay_run", "contest_run"])
def test_the_fast_count_is_the_plain_count(kind: str, request: pytest.FixtureRequest) -> None:
    run = request.getfixturevalue(kind)
    # some of every pairing, or the plain way takes minutes
    matches = run.matches[run.matches["board"] < 2].reset_index(drop=True)
    clues = clue_table(matches, run.turns, run.guesses)
    found = add_clue_columns(matches, clues)
    wanted = plain_sums(matches, run.turns, run.guesses)
    for name in (
        "intended",
        "intended_picked",
        "intended_hits",
        "aimed_clues",
        "fulfilled_clues",
        "colt_turns",
    ):
        assert found[name].tolist() == [sums.get(name, 0) for sums in wanted], name
    for name in ("precision_sum", "colt_sum"):
        assert found[name].tolist() == pytest.approx([sums.get(name, 0) for sums in wanted]), name


def test_agents_that_think_alike_understand_each_other(crossplay_run: cluejam_ai.Run) -> None:
    matches = with_clues(crossplay_run)
    alike = matches[matches["pairing"] == "margin(embedding=use) > nearest(embedding=use)"]
    unlike = matches[matches["pairing"] == "margin(embedding=use) > nearest(embedding=glove50)"]
    for name, value in figures(alike).items():
        assert value > figures(unlike)[name], name
    assert figures(alike)["proximity"] == 1


def test_the_risk_surface_is_as_counted_by_hand() -> None:
    matches = MATCHES.assign(won=False)
    everything, two, three = risk_surface(matches, clue_table(MATCHES, TURNS, GUESSES))
    # 0 is a number that a clue can have
    assert [point.number for point in (everything, two, three)] == [None, 2, 3]
    assert (everything.clues, everything.mean_number) == (3, pytest.approx(7 / 3))
    assert (two.number, two.clues) == (2, 2)
    assert two.success.value == pytest.approx(4 / 5)
    assert two.fulfilled.value == 1
    assert two.cards.value == 2
    assert two.assassin.value == 0
    assert two.wrong.value == pytest.approx(1 / 2)
    assert (three.success.value, three.assassin.value, three.fulfilled.value) == (0, 1, 0)
    # both clues of two were given in one match
    assert (two.wrong.n, three.wrong.n) == (1, 1)


def test_missing_touches_are_told_and_not_counted_as_none(crossplay_run: cluejam_ai.Run) -> None:
    cut = cluejam_ai.load_run(crossplay_run.folder)
    cut.guesses = cut.guesses.iloc[:-1]
    with pytest.raises(RecordError, match="turns or touches of some matches are missing"):
        cluejam_ai.read_run(cut)
