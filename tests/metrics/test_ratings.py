"""Ratings of simulated tournaments whose strengths are known, and against statsmodels."""

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats

from cluejam_ai.errors import CluejamError
from cluejam_ai.metrics.ratings import rate
from cluejam_ai.metrics.tournament import meetings, tournament, win_matrix
from tests.metrics.coverage import coverage, frames, played, simulate


def test_the_strengths_are_those_of_statsmodels() -> None:
    games = played(1)
    found = rate(games, resamples=2, prior_sd=math.inf)
    n = len(games.teams)
    design = np.eye(n)[games.first] - np.eye(n)[games.second]
    x = np.column_stack([design[:, 1:], games.lead])  # the first team's strength is 0
    won, all_played = games.won.sum(axis=0), games.played.sum(axis=0)
    fitted = sm.GLM(np.column_stack([won, all_played - won]), x, family=sm.families.Binomial()).fit().params
    strengths = np.r_[0, fitted[:-1]]
    strengths -= strengths.mean()
    assert [found.teams[name].value for name in games.teams] == pytest.approx(list(strengths), abs=1e-6)
    assert found.first_mover.value == pytest.approx(fitted[-1], abs=1e-6)


def test_the_weak_prior_changes_next_to_nothing_where_there_are_matches() -> None:
    games = played(1)
    plain, weak = rate(games, resamples=2, prior_sd=math.inf), rate(games, resamples=2)
    for team, strength in plain.teams.items():
        assert weak.teams[team].value == pytest.approx(strength.value, abs=0.002)


def test_known_strengths_lie_within_their_intervals_as_often_as_they_say() -> None:
    for what, hits in coverage(tournaments=60, n_boards=40, resamples=300).items():
        assert stats.binomtest(sum(hits), len(hits), 0.95).pvalue > 0.001, (what, np.mean(hits))


def test_boards_that_favour_a_team_widen_the_intervals() -> None:
    lucky, fair = (rate(played(3, n_boards=100, luck=luck), resamples=300) for luck in (2.0, 0.0))
    width = [np.mean([e.high - e.low for e in found.teams.values()]) for found in (lucky, fair)]
    assert width[0] > 1.15 * width[1]


def test_the_same_seed_gives_the_same_intervals() -> None:
    games = played(2)
    assert rate(games, seed=5, resamples=50) == rate(games, seed=5, resamples=50)
    assert rate(games, seed=5, resamples=50) != rate(games, seed=6, resamples=50)


def test_a_team_that_won_everything_has_a_finite_strength_and_is_named() -> None:
    matches = simulate(4, n_boards=10)
    best = (matches["spymaster"] == "s0") & (matches["guesser"] == "g0")
    matches.loc[best, "won"] = True
    found = rate(tournament(frames(matches)), resamples=50)
    assert found.unbounded == ("s0 > g0",)
    assert 3 < found.teams["s0 > g0"].value < 30
    assert next(iter(found.teams)) == "s0 > g0"


def test_roles_that_the_teams_do_not_tell_apart_are_not_numbers() -> None:
    matches = simulate(5)
    own = matches[matches["pairing"] == str(("s0", "g0")) + " | " + str(("s1", "g1"))]
    found = rate(tournament(frames(own)), resamples=20)
    assert all(math.isnan(e.value) for e in found.spymasters.values())
    assert not any(math.isnan(e.value) for e in found.teams.values())


def test_one_team_alone_is_no_tournament() -> None:
    matches = simulate(5).assign(second_spymaster="s0", second_guesser="g0", spymaster="s0", guesser="g0")
    with pytest.raises(CluejamError, match="needs two unlike teams"):
        tournament(frames(matches))


def hand_made() -> pd.DataFrame:
    """Two teams on four boards: the first wins both matches on three, each wins one on the last."""
    rows = [(board, seating, not (board == 3 and seating == 1)) for board in range(4) for seating in (0, 1)]
    frame = pd.DataFrame(rows, columns=["board", "seating", "won"])
    names = {"spymaster": "a", "guesser": "x", "second_spymaster": "b", "second_guesser": "x"}
    return frame.assign(pairing="p", starter=frame["seating"], **names)


def test_the_pair_of_matches_on_a_board_is_the_unit_of_a_meeting() -> None:
    (found,) = meetings(tournament(frames(hand_made())))
    assert (found.first, found.second) == ("a > x", "b > x")
    assert (found.only_first, found.only_second, found.split) == (3, 0, 1)
    assert found.wins.value == pytest.approx(7 / 8)
    assert found.wins.n == 4
    assert found.p == pytest.approx(2 * 0.5**3)
    assert not found.is_real


def test_the_win_matrix_mirrors_itself() -> None:
    cells = win_matrix(tournament(frames(hand_made())))
    assert cells[0][1].value == pytest.approx(7 / 8)
    assert cells[1][0].value == pytest.approx(1 / 8)
    assert math.isnan(cells[0][0].value)


def test_equal_teams_are_seldom_called_unlike() -> None:
    """Of 80 tournaments of six equal teams about one in twenty, at most, finds any real difference."""
    alarms = 0
    for seed in range(80):
        matches = simulate(seed, n_boards=30)
        matches["won"] = np.random.default_rng(seed).random(len(matches)) < 0.5
        alarms += any(m.is_real for m in meetings(tournament(frames(matches))))
    assert stats.binomtest(alarms, 80, 0.05, alternative="greater").pvalue > 0.001
