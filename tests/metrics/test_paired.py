"""Paired statistics against a second way of knowing them, and at the coverage they promise."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from cluejam_ai.metrics import paired


@settings(deadline=None)
@given(st.integers(0, 400), st.integers(0, 400))
def test_the_sign_test_is_mcnemars_exact_test(first: int, second: int) -> None:
    wanted = mcnemar([[7, first], [second, 9]], exact=True).pvalue if first + second else 1.0
    assert paired.sign_test(first, second) == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_many_p_values_are_corrected_as_statsmodels_does(p: list[float]) -> None:
    assert paired.holm(p) == pytest.approx(multipletests(p, method="holm")[1], abs=1e-12)


def test_a_p_value_that_is_missing_does_not_count_as_a_comparison() -> None:
    found = paired.holm([0.02, math.nan, 0.03])
    assert found[0] == pytest.approx(0.04)
    assert math.isnan(found[1])


def test_the_bootstrap_interval_is_near_that_of_scipy() -> None:
    generator = np.random.default_rng(3)
    first, second = generator.poisson(6, 200), generator.poisson(5, 200)
    ones = np.ones(200)
    found = paired.bootstrap_ratio_difference((first, ones), (second, ones), seed=1)
    other = stats.bootstrap(
        (first - second,), np.mean, method="percentile", n_resamples=4000, rng=np.random.default_rng(4)
    ).confidence_interval
    assert found.value == pytest.approx(float(np.mean(first - second)))
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=0.06)


def plain_bootstrap(figures: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """Draw boards one by one, as the books tell it."""
    generator = np.random.default_rng(seed)
    drawn = []
    for _ in range(resamples):
        a, b, c, d = figures[generator.integers(0, len(figures), len(figures))].sum(axis=0)
        drawn.append(a / b - c / d)
    return np.array(drawn)


def test_counting_like_boards_together_draws_from_the_same_distribution() -> None:
    generator = np.random.default_rng(8)
    bottom = generator.integers(1, 5, (60, 2))
    top = generator.binomial(bottom, 0.4)
    found = paired.bootstrap_ratio_difference((top[:, 0], bottom[:, 0]), (top[:, 1], bottom[:, 1]), seed=2)
    figures = np.stack([top[:, 0], bottom[:, 0], top[:, 1], bottom[:, 1]], axis=1).astype(float)
    cut = paired.expanded_level(60)
    low, high = np.quantile(plain_bootstrap(figures, 4000, 5), [cut, 1 - cut])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.015)


def test_memory_parts_do_not_change_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.arange(40.0)
    ones = np.ones(40)
    whole = paired.bootstrap_ratio_difference((values, ones), (values[::-1], ones), seed=1)
    monkeypatch.setattr(paired, "_CELLS_AT_ONCE", 100)
    parts = paired.bootstrap_ratio_difference((values, ones), (values[::-1], ones), seed=1)
    assert (parts.low, parts.high) == pytest.approx((whole.low, whole.high), abs=1.0)
    assert parts.value == whole.value


@pytest.mark.parametrize("n", [12, 40])
def test_the_bootstrap_interval_covers_the_difference_as_often_as_it_says(n: int) -> None:
    generator = np.random.default_rng(n)
    ones = np.ones(n)
    covered = 0
    for trial in range(400):
        shared = generator.normal(10, 3, n)
        pair = [shared + generator.exponential(2, n) + shift for shift in (0.5, 0.0)]
        found = paired.bootstrap_ratio_difference((pair[0], ones), (pair[1], ones), trial, resamples=800)
        covered += found.low <= 0.5 <= found.high
    assert stats.binomtest(covered, 400, 0.95).pvalue > 0.001


def test_the_interval_of_a_difference_of_shares_covers_it_as_often_as_it_says() -> None:
    generator = np.random.default_rng(2)
    covered = 0
    for _ in range(2000):
        _, first, second, _ = generator.multinomial(60, [0.5, 0.2, 0.1, 0.2])
        found = paired.share_difference(int(first), int(second), 60)
        covered += found.low <= 0.1 <= found.high
    assert covered / 2000 == pytest.approx(0.95, abs=0.02)


def test_equals_are_called_unlike_in_at_most_one_of_twenty_tries() -> None:
    generator = np.random.default_rng(4)
    totals = generator.integers(5, 80, 2000)
    splits = generator.binomial(totals, 0.5)
    low = sum(paired.sign_test(int(a), int(n - a)) < 0.05 for a, n in zip(splits, totals, strict=True))
    assert stats.binomtest(low, 2000, 0.05, alternative="greater").pvalue > 0.001
    tossed = sum(paired.permutation_test(generator.normal(size=20), t, 400) < 0.05 for t in range(400))
    assert stats.binomtest(tossed, 400, 0.05).pvalue > 0.001


def test_no_board_that_differs_still_leaves_doubt_about_a_share() -> None:
    found = paired.share_difference(0, 0, 20)
    assert found.value == 0
    assert found.low < -0.05
    assert found.high > 0.05
    assert math.isnan(paired.share_difference(0, 0, 0).value)


def test_the_permutation_test_is_near_that_of_scipy() -> None:
    values = np.random.default_rng(5).normal(0.35, 1, 80)
    wanted = stats.permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=9999, rng=np.random.default_rng(6)
    ).pvalue
    assert paired.permutation_test(values, seed=1) == pytest.approx(wanted, abs=0.02)


def test_the_permutation_test_is_exact_on_a_handful() -> None:
    # 2 of the 16 ways to set four signs are as uneven as all alike
    assert paired.permutation_test([1.0, 2.0, 3.0, 4.0], seed=1) == pytest.approx(2 / 16, abs=0.01)
    assert paired.permutation_test([0.0, 0.0], seed=1) == 1.0


def test_what_boards_add_to_a_difference_of_ratios_averages_to_it() -> None:
    first, second = ([3, 0, 4], [4, 1, 5]), ([1, 1, 2], [2, 2, 3])
    assert paired.linear_differences(first, second).mean() == pytest.approx(7 / 10 - 4 / 7)
