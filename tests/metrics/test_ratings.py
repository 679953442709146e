"""Ratings of simulated tournaments whose strengths are known, and against statsmodels."""

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from cluejam_ai.errors import CluejamError
from cluejam_ai.metrics.ratings import rate
from cluejam_ai.metrics.separation import separation
from cluejam_ai.metrics.tournament import Tournament, meetings, tournament, win_matrix
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


def test_a_team_that_won_everything_has_no_finite_strength_and_is_named() -> None:
    matches = simulate(4, n_boards=40)
    for prefix, won in (("", True), ("second_", False)):
        best = (matches[f"{prefix}spymaster"] == "s0") & (matches[f"{prefix}guesser"] == "g0")
        matches.loc[best, "won"] = won
    found = rate(tournament(frames(matches)), resamples=50)
    assert found.groups[0] == ("s0 > g0",)
    assert len(found.groups) == 2
    assert "1: s0 > g0; 2: " in found.warning
    assert next(iter(found.teams)) == "s0 > g0"
    alone = found.teams["s0 > g0"]
    assert math.isnan(alone.value)
    assert (alone.low, alone.high) == (-math.inf, math.inf)
    for (first, second), e in found.differences.items():
        assert math.isinf(e.value) == ("s0 > g0" in (first, second))
        assert math.isinf(e.low) == math.isinf(e.value)
        assert math.isnan(found.p_holm[first, second]) == math.isinf(e.value)


def test_a_team_that_won_both_seatings_of_every_board_leaves_no_finite_figure() -> None:
    matches = simulate(4, n_boards=10)
    only = matches[matches["pairing"] == matches["pairing"].iloc[0]].assign(won=True)
    found = rate(tournament(frames(only)), resamples=20)
    assert [len(group) for group in found.groups] == [1, 1]
    assert all(math.isnan(team.value) for team in found.teams.values())
    assert not math.isfinite(found.first_mover.value)


def test_blocks_that_won_all_between_them_have_finite_differences_within_only() -> None:
    matches = simulate(4, n_boards=40)
    for prefix, won in (("", True), ("second_", False)):
        other = "second_" if not prefix else ""
        chosen = (matches[f"{prefix}spymaster"] == "s0") & (matches[f"{other}spymaster"] == "s1")
        matches.loc[chosen, "won"] = won
    found = rate(tournament(frames(matches)), resamples=50)
    strong = found.groups[0]
    assert set(strong) == {"s0 > g0", "s0 > g1", "s0 > g2"}
    assert found.ordered
    for (first, second), e in found.differences.items():
        assert math.isfinite(e.low) == ((first in strong) == (second in strong))
    # the blocks say nothing of one another: each alone gives the same
    inside = matches[(matches["spymaster"] == matches["second_spymaster"])]
    alone = rate(tournament(frames(inside)), resamples=50)
    for pair in found.differences:
        if (pair[0] in strong) == (pair[1] in strong):
            assert found.differences[pair].value == pytest.approx(alone.differences[pair].value, abs=1e-6)
    assert not alone.ordered
    assert all(math.isfinite(e.value) for e in found.guessers.values())
    assert all(math.isnan(e.value) for e in found.spymasters.values())


def unbounded_by_programs(games: Tournament) -> tuple[set[tuple[int, int]], bool, set[int]]:
    """Return which differences, whether the first-mover term, and which matches grow; by linear programs."""
    n = len(games.teams)
    won, played = games.won.sum(axis=0), games.played.sum(axis=0)
    x = np.column_stack([np.eye(n)[games.first] - np.eye(n)[games.second], games.lead])
    rows = np.concatenate([x[won > 0], -x[won < played]])

    def grows(aim: np.ndarray) -> bool:
        # of all directions that no result speaks against, within a box
        return any(
            optimize.linprog(sign * aim, A_ub=-rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1)).fun < -1e-7
            for sign in (1, -1)
        )

    unit = np.eye(n + 1)
    apart = {(i, j) for i in range(n) for j in range(n) if grows(unit[i] - unit[j])}
    return apart, grows(unit[n]), {c for c in range(len(x)) if grows(x[c])}


@given(st.integers(0, 2**32), st.integers(2, 5), st.floats(0.3, 4.0), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_what_has_no_finite_estimate_is_what_linear_programs_say(
    seed: int, n: int, spread: float, n_matches: int
) -> None:
    draws = np.random.default_rng(seed)
    strength = spread * draws.normal(size=n + 1)
    kinds = np.unique(draws.integers([0, 0, 0], [n, n, 2], size=(n_matches, 3)), axis=0)
    first, second, lead = kinds[:, 0], kinds[:, 1], 2 * kinds[:, 2] - 1
    chance = 1 / (1 + np.exp(strength[second] - strength[first] - lead * strength[n]))
    won = (draws.random((3, len(lead))) < chance).astype(float)
    names = tuple(map(str, range(n)))
    games = Tournament(names, names, names, first, second, lead, won, np.ones_like(won))
    found = separation(games)
    apart, mover, cells = unbounded_by_programs(games)
    group = {i: g for g, members in enumerate(found.groups) for i in members}
    assert {(i, j) for i in range(n) for j in range(n) if group[i] != group[j]} == apart
    assert (found.first_mover != 0) == mover
    assert set(np.flatnonzero(~found.kept).tolist()) == cells


def test_roles_are_rated_among_those_that_share_a_partner() -> None:
    matches = simulate(5)
    of_both = matches["spymaster"] + matches["second_spymaster"]
    found = rate(tournament(frames(matches[(of_both == "s0s0")])), resamples=20)
    assert all(math.isfinite(e.low) for e in found.guessers.values())
    assert sum(e.value for e in found.guessers.values()) == pytest.approx(0)
    assert [math.isnan(e.value) for e in found.spymasters.values()] == [True]


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
