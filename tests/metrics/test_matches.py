"""Metrics of hand-made matches whose answers are known."""

import math

import pandas as pd
import pytest

from cluejam_ai.metrics.base import METRICS
from cluejam_ai.metrics.matches import losses, summarise

#: Three matches with every value distinct where it matters.
MATCHES = pd.DataFrame(
    {
        "board": [0, 1, 2],
        "seating": [0, 0, 0],
        "won": [True, False, True],
        "ending": ["found", "assassin", "found"],
        "turns": [5, 3, 8],
        "own_turns": [4, 2, 7],
        "found": [15, 4, 15],
        "touches": [18, 6, 20],
        "agent": [15, 4, 15],
        "clued": [13, 4, 14],
        "bystander": [3, 1, 2],
        "other": [0, 0, 3],
        "assassin": [0, 1, 0],
        "clue_number": [10, 5, 14],
        "counted_turns": [4, 2, 6],
    }
)


def test_every_metric_of_three_matches_is_as_counted_by_hand() -> None:
    values = {name: estimate.value for name, estimate in summarise(MATCHES).items()}
    assert values == pytest.approx(
        {
            "win_rate": 2 / 3,
            "turns_given_win": (4 + 7) / 2,
            "score25": (4 + 25 + 7) / 3,
            "cards_found": 34 / 3,
            "cards_per_turn": 31 / 13,
            "assassin_rate": 1 / 3,
            "agent_rate": 34 / 44,
            "bystander_rate": 6 / 44,
            "other_rate": 3 / 44,
            "clue_number": 29 / 12,
        }
    )


def test_every_registered_metric_is_in_the_summary() -> None:
    assert set(summarise(MATCHES)) == set(METRICS.names())


def test_turns_given_a_win_count_won_matches_only() -> None:
    assert summarise(MATCHES)["turns_given_win"].n == 2
    never = summarise(MATCHES.assign(won=False))["turns_given_win"]
    assert never.n == 0
    assert math.isnan(never.value)


def test_losses_are_counted_by_cause_and_wins_are_not() -> None:
    assert losses(MATCHES) == {"assassin": 1}
    assert losses(MATCHES.assign(won=False)) == {"assassin": 1, "opponent": 2}


def test_the_unit_of_boards_played_in_both_seatings_is_the_pair() -> None:
    pairs = pd.concat([MATCHES, MATCHES.assign(seating=1, won=[False, True, True])])
    found = summarise(pairs)["win_rate"]
    assert found.n == 3
    assert found.value == pytest.approx((0.5 + 0.5 + 1.0) / 3)
    assert summarise(MATCHES)["win_rate"].n == 3


def test_every_interval_of_boards_played_twice_counts_boards() -> None:
    pairs = pd.concat([MATCHES, MATCHES.assign(seating=1)])
    once, twice = summarise(MATCHES), summarise(pairs)
    for name, estimate in twice.items():
        assert estimate.value == pytest.approx(once[name].value), name
        assert estimate.n == once[name].n, name
        # the second seating says what the first did: nothing is known better
        assert estimate.high - estimate.low == pytest.approx(once[name].high - once[name].low, rel=0.35), name


def test_no_interval_leaves_what_its_figure_can_be() -> None:
    found = summarise(MATCHES)
    assert found["cards_found"].high <= 15
    assert found["turns_given_win"].low >= 1
    assert found["turns_given_win"].high <= 7
    assert found["clue_number"].low >= 1
    assert found["clue_number"].high <= 9
    assert found["score25"].low >= 1
    assert found["score25"].high <= 25


def test_pairs_that_always_split_leave_less_doubt_than_pairs_that_always_agree() -> None:
    split = pd.concat([MATCHES.assign(won=True), MATCHES.assign(seating=1, won=False)])
    agree = pd.concat(
        [MATCHES.assign(won=[True, False, True]), MATCHES.assign(seating=1, won=[True, False, True])]
    )
    one, two = (summarise(frame)["win_rate"] for frame in (split, agree))
    assert one.value == 0.5
    assert one.low < 0.5 < one.high
    assert one.high - one.low < two.high - two.low


def test_a_rate_of_zero_still_has_an_upper_end() -> None:
    none = MATCHES.assign(bystander=0, assassin=0)
    for frame in (none, pd.concat([none, none.assign(seating=1)])):
        found = summarise(frame)
        for name in ("bystander_rate", "assassin_rate"):
            assert found[name].value == 0
            assert found[name].low == 0
            assert found[name].high > 0.1
