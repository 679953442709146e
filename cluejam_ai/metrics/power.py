"""How many boards show a difference, and what difference a number of boards shows."""

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from cluejam_ai.metrics.base import Floats
from cluejam_ai.metrics.estimates import CONFIDENCE

#: Share of repetitions in which a true difference is to be seen, where boards needed are counted.
POWER = 0.8
#: Fewer boards cannot show anything at 5 %, for all of them agree by chance in more than one of twenty tries.
_FEWEST = 6
_NORMAL = NormalDist()
_Z = _NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)
_HALVINGS = 50
#: Kinds of boards are weighted by e to this at most, more or less than those without a lean.
_STEEPEST = 60.0


def boards_needed(difference: float, spread: float, power: float = POWER) -> float:
    """Return how many boards show a true difference in so large a share of repetitions.

    Parameters
    ----------
    difference : float
        The true mean difference between the two.
    spread : float
        Standard deviation of the difference over boards.

    Returns
    -------
    float
        A whole number of boards; infinity for no difference; NaN where the boards showed no spread, which
        says nothing of how many are needed.

    Notes
    -----
    For a two-sided test at 5 % by the normal approximation. Source: Cohen, "Statistical Power Analysis for
    the Behavioral Sciences", 1988, chapter 2.
    """
    if math.isnan(difference) or not spread > 0:
        return math.nan
    if difference == 0:
        return math.inf
    n = math.ceil(((_Z + _NORMAL.inv_cdf(power)) * spread / difference) ** 2)
    return float(max(_FEWEST, n))


def detectable_difference(n: int, spread: float, power: float = POWER) -> float:
    """Return the smallest true difference that n boards show in so large a share of repetitions.

    Returns
    -------
    float
        NaN where the boards showed no spread.
    """
    return math.nan if n < 2 or not spread > 0 else (_Z + _NORMAL.inv_cdf(power)) * spread / math.sqrt(n)


def boards_for_shares(difference: float, discordant: float, power: float = POWER) -> float:
    """Return how many boards show a true difference of two shares in McNemar's exact test.

    Parameters
    ----------
    difference : float
        The true difference of the shares.
    discordant : float
        Share of boards that only one of the two has; at least the difference, which is taken where it is
        not.

    Returns
    -------
    float
        A whole number of boards; infinity for no difference; NaN where no board was discordant.

    Notes
    -----
    Under the difference that is asked about, whatever the observed one is. Source: Connor, "Sample size for
    testing differences in proportions for the paired-sample design", Biometrics 1987, with the correction
    for the continuity of an exact test by Fleiss, Levin & Paik, "Statistical Methods for Rates and
    Proportions", 2003, chapter 4. The exact test's power at these numbers is .77 to .83.
    """
    if math.isnan(difference) or not discordant > 0:
        return math.nan
    if difference == 0:
        return math.inf
    d = abs(difference)
    psi = max(discordant, d)
    under = max(0.0, psi**2 - d**2 * (3 + psi) / 4)
    n = (_Z * psi + _NORMAL.inv_cdf(power) * math.sqrt(under)) ** 2 / (psi * d**2)
    return float(max(_FEWEST, math.ceil(n / 4 * (1 + math.sqrt(1 + 4 / (n * d))) ** 2)))


def boards_for_sign(difference: float, steps: ArrayLike, power: float = POWER) -> float:
    """Return how many boards show a true difference of shares in the sign test over boards.

    Parameters
    ----------
    difference : float
        The true difference of the shares.
    steps : (N,) float
        What each board of a first look adds to the difference; their mean is the observed one.

    Returns
    -------
    float
        As in `boards_for_shares`, with which it agrees where a board is one match.

    Notes
    -----
    The test counts the boards that are better for the first, or for the second, and not by how much. Where a
    board is several matches, those that are better by more lean further to one side than the others, so the
    difference of counts cannot be had from a difference of shares by scaling. It is taken from the observed
    boards that differ, with half a board more of each kind and of its mirror image, each weighted by
    exp(t * step) with the t that makes their mean the one asked for. Source: exponential tilting, Efron,
    "Nonparametric standard errors and confidence intervals", Canadian Journal of Statistics 1981. In
    simulated matches in both seatings the power at these numbers was .75 to .85.
    """
    values = np.asarray(steps, dtype=float)
    unlike = values[values != 0]
    if math.isnan(difference) or not unlike.size:
        return math.nan
    if difference == 0:
        return math.inf
    share = unlike.size / values.size
    largest = float(np.abs(unlike).max())
    if abs(difference) >= share * largest:
        return boards_for_shares(min(1.0, abs(difference) / largest), share, power)
    # the side on which there is data
    aim = math.copysign(abs(difference), unlike.sum()) / share
    return boards_for_shares(share * _lean(unlike, aim), share, power)


def _lean(unlike: Floats, mean: float) -> float:
    """Return how many more boards lie above 0 than below, as a share, if their mean is this one."""
    sizes = np.round(unlike, 9)
    kinds, place = np.unique(np.concatenate([sizes, -sizes]), return_inverse=True)
    counts = np.bincount(place[: len(sizes)], minlength=len(kinds))
    low, high = -_STEEPEST, _STEEPEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        weights = (counts + 0.5) * np.exp(middle * (kinds / kinds[-1] - np.sign(middle)))
        weights /= weights.sum()
        low, high = (low, middle) if weights @ kinds > mean else (middle, high)
    return float(weights @ np.sign(kinds))


def detectable_by_sign(steps: ArrayLike, power: float = POWER) -> float:
    """Return the smallest true difference of shares that these boards show in the sign test over boards.

    Returns
    -------
    float
        NaN where no board differed, or no difference is large enough.
    """
    values = np.asarray(steps, dtype=float)
    return _smallest(lambda difference: boards_for_sign(difference, values, power), len(values))


def _smallest(needed: Callable[[float], float], n: int) -> float:
    """Return the smallest difference that needs no more than n boards; NaN where none is."""
    # a NaN is not at most n
    if not needed(1.0) <= n:
        return math.nan
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if needed(middle) <= n else (middle, high)
    return high


def detectable_share(n: int, discordant: float, power: float = POWER) -> float:
    """Return the smallest true difference of two shares that n boards show in McNemar's exact test.

    Returns
    -------
    float
        NaN where no board was discordant, or no difference is large enough.
    """
    return _smallest(lambda difference: boards_for_shares(difference, discordant, power), n)
