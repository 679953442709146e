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


def wins_in_both_seatings(
    generator: np.random.Generator, n: int, chances: tuple[float, float], world: tuple[float, float]
) -> np.ndarray:
    """Return how much more of its matches the first of two rows won, board by board: (n,).

    Each board is played in both seatings by both rows; some boards are easier than others for everybody, by a
    share of the variance, and the team that begins is better off.
    """
    share, first_mover = world
    board = generator.normal(size=(n, 1)) * math.sqrt(share)
    seats = np.array([first_mover, -first_mover])
    won = [
        (board + generator.normal(size=(n, 2)) * math.sqrt(1 - share) < stats.norm.ppf(chance) + seats).sum(1)
        for chance in chances
    ]
    return (won[0] - won[1]) / 2


SEATINGS = [
    ((0.55, 0.5), (0.2, 0.2)),
    ((0.6, 0.5), (0.0, 0.0)),
    ((0.75, 0.6), (0.3, 0.3)),
    ((0.5, 0.6), (0.6, 0.5)),
    ((0.97, 0.92), (0.1, 0.0)),
    ((0.7, 0.3), (0.2, 0.5)),
]


@pytest.mark.parametrize("first_look", ["of the same two", "of two equals"])
@pytest.mark.parametrize(("chances", "world"), SEATINGS)
def test_boards_in_both_seatings_have_the_power_that_is_told(
    chances: tuple[float, float], world: tuple[float, float], first_look: str
) -> None:
    generator = np.random.default_rng(5)
    difference = float(wins_in_both_seatings(generator, 100_000, chances, world).mean())
    mean = sum(chances) / 2
    looked_at = chances if first_look == "of the same two" else (mean, mean)
    steps = wins_in_both_seatings(generator, 20_000, looked_at, world)
    n = int(power.boards_for_sign(difference, steps))
    seen = 0
    for _ in range(600):
        again = wins_in_both_seatings(generator, n, chances, world)
        seen += paired.sign_test(int((again > 0).sum()), int((again < 0).sum())) < 0.05
    # four of five, give or take what is simulated (.016) and approximated
    assert 0.74 < seen / 600 < 0.87


def test_boards_of_one_match_need_what_mcnemars_test_needs() -> None:
    steps = np.repeat([1.0, -1.0, 0.0], [30, 20, 50])
    for difference in (0.05, 0.2, 0.4, -0.1, 0.7):
        assert power.boards_for_sign(difference, steps) == power.boards_for_shares(difference, 0.5)
    assert power.detectable_by_sign(steps) == pytest.approx(power.detectable_share(100, 0.5))


def test_a_look_in_which_one_side_was_always_better_says_how_many_boards_show_less() -> None:
    steps = np.repeat([1.0, 0.5, 0.0], [4, 6, 10])
    needed = [power.boards_for_sign(d, steps) for d in (0.02, 0.1, 0.3, 0.6, 1.0)]
    assert needed == sorted(needed, reverse=True)
    assert math.isnan(power.boards_for_sign(0.1, np.zeros(5)))
    assert math.isnan(power.detectable_by_sign(np.zeros(5)))
    assert power.boards_for_sign(0.0, steps) == math.inf
