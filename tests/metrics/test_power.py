"""How many boards show a difference, against the exact power of the tests."""

import math

import numpy as np
import pytest
from scipy import stats

from cluejam_ai.metrics import paired, power


def test_boards_needed_are_those_of_the_power_formula_and_hold_in_simulation() -> None:
    n = int(power.boards_needed(0.5, 2.0))
    # statsmodels' TTestPower with Student's t needs two boards more for 0.25 standard deviations
    from statsmodels.stats.power import TTestPower

    assert n == pytest.approx(TTestPower().solve_power(effect_size=0.25, alpha=0.05, power=0.8), abs=3)
    generator = np.random.default_rng(9)
    seen = sum(stats.ttest_1samp(generator.normal(0.5, 2.0, n), 0).pvalue < 0.05 for _ in range(1000))
    assert stats.binomtest(seen, 1000, 0.8).pvalue > 0.001
    assert power.detectable_difference(n, 2.0) == pytest.approx(0.5, rel=0.01)
    assert power.boards_needed(0.0, 1.0) == math.inf


def exact_power(n: int, difference: float, discordant: float) -> float:
    """Return how often McNemar's exact test at 5 % sees a difference, over all that n boards can show."""
    seen, lean = 0.0, 0.5 * (1 + difference / discordant)
    for m in range(n + 1):
        weight = stats.binom.pmf(m, n, discordant)
        if weight < 1e-7:
            continue
        few = np.array([k for k in range(m // 2 + 1) if paired.sign_test(k, m - k) < 0.05], dtype=int)
        seen += weight * (stats.binom.pmf(few, m, lean).sum() + stats.binom.pmf(m - few, m, lean).sum())
    return float(seen)


@pytest.mark.parametrize(
    ("difference", "discordant"),
    [(0.05, 0.1), (0.1, 0.12), (0.1, 0.3), (-0.2, 0.5), (0.2, 0.2), (0.4, 0.6)],
)
def test_boards_for_a_difference_of_shares_have_the_power_that_is_told(
    difference: float, discordant: float
) -> None:
    n = power.boards_for_shares(difference, discordant)
    assert 0.77 < exact_power(int(n), difference, discordant) < 0.83
    assert power.detectable_share(int(n), discordant) <= abs(difference)
    assert power.boards_for_shares(power.detectable_share(int(n), discordant), discordant) <= n


def test_boards_without_a_difference_say_nothing_of_how_many_are_needed() -> None:
    assert math.isnan(power.boards_needed(0.5, 0.0))
    assert math.isnan(power.detectable_difference(40, 0.0))
    assert math.isnan(power.boards_for_shares(0.05, 0.0))
    assert math.isnan(power.detectable_share(40, 0.0))
    assert math.isnan(power.detectable_share(3, 0.5))
    assert power.boards_for_shares(0.0, 0.3) == math.inf
