"""Estimates against a second way of knowing them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cluejam_ai.metrics.estimates import clustered_share, mean, proportion, ratio, t_quantile


@settings(deadline=None)
@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_of_a_share_is_wilsons(counts: tuple[int, int]) -> None:
    hits, n = counts
    found = proportion(np.arange(n) < hits)
    wilson = stats.binomtest(hits, n).proportion_ci(0.95, method="wilson")
    assert found.n == n
    assert found.value == pytest.approx(hits / n)
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high), abs=1e-9)


@pytest.mark.parametrize("n", range(1, 200))
def test_the_interval_of_a_share_of_all_or_none_holds_the_share(n: int) -> None:
    assert proportion(np.ones(n, dtype=bool)).high == 1.0
    assert proportion(np.zeros(n, dtype=bool)).low == 0.0


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 30, 100, 10_000])
def test_the_points_of_students_t_are_those_of_scipy(freedom: int) -> None:
    error = 0.01 if freedom == 3 else 0.001
    assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=error)


@settings(deadline=None)
@given(st.lists(st.floats(0, 100), min_size=5, max_size=50))
def test_the_interval_of_a_mean_is_students(values: list[float]) -> None:
    found = mean(values, most=100)
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
    centre = float(np.mean(values))
    assert found.value == pytest.approx(centre, abs=1e-9)
    assert found.high == pytest.approx(min(centre + half, 100), rel=2e-3, abs=1e-6)
    assert found.low == pytest.approx(max(centre - half, 0), rel=2e-3, abs=0.05)


def test_an_interval_stays_where_the_figure_can_be() -> None:
    found = mean([8.0, 25.0], most=25)
    assert (found.low, found.high) == (0.0, 25.0)


def test_the_interval_of_a_ratio_covers_it_as_often_as_it_says() -> None:
    generator = np.random.default_rng(5)
    covered = 0
    for _ in range(1000):
        bottom = generator.integers(1, 10, size=200)
        top = generator.binomial(bottom, 0.3)
        found = ratio(top, bottom)
        covered += found.low <= 0.3 <= found.high
    assert stats.binomtest(covered, 1000, 0.95).pvalue > 0.001


def test_a_ratio_weighs_matches_by_their_denominator() -> None:
    assert ratio([1, 9], [1, 9]).value == 1.0
    assert ratio([0, 9], [1, 9]).value == pytest.approx(0.9)


def test_a_mean_of_nothing_is_not_a_number_and_says_that_nothing_was_seen() -> None:
    for found in (mean([]), proportion([]), ratio([], [])):
        assert found.n == 0
        assert math.isnan(found.value)
        assert math.isnan(found.low)


def test_one_observation_has_a_value_but_no_spread() -> None:
    found = mean([3.0])
    assert (found.value, found.n) == (3.0, 1)
    assert math.isnan(found.low)


def test_a_rate_of_no_touches_is_not_a_number() -> None:
    assert math.isnan(ratio([0, 0], [0, 0]).value)


def test_the_interval_of_a_clustered_share_covers_it_as_often_as_it_says() -> None:
    """Trials of a cluster share a chance of their own; to count them as independent would be wrong."""
    generator = np.random.default_rng(6)
    covered = naive = 0
    for _ in range(1000):
        trials = generator.integers(1, 10, size=150)
        hits = generator.binomial(trials, generator.beta(0.3, 0.7, size=150))
        found = clustered_share(hits, trials)
        covered += found.low <= 0.3 <= found.high
        wrong = stats.binomtest(int(hits.sum()), int(trials.sum())).proportion_ci(0.95, method="wilson")
        naive += wrong.low <= 0.3 <= wrong.high
    assert stats.binomtest(covered, 1000, 0.95).pvalue > 0.001
    assert naive < 850


def test_clusters_that_all_agree_count_as_one_trial_each() -> None:
    found = clustered_share([0, 0, 2, 2], [2, 2, 2, 2])
    one_each = proportion([False, False, True, True])
    assert found.value == one_each.value
    assert found.low == pytest.approx(one_each.low, abs=0.06)
    assert clustered_share([0, 0], [9, 9]).high == pytest.approx(proportion([False, False]).high)


def test_clusters_without_trials_are_not_counted() -> None:
    assert clustered_share([1, 0], [2, 0]).n == 1
    assert clustered_share([0], [0]).n == 0
