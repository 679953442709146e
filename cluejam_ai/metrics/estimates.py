"""Estimates: a number, its 95 % interval, and how many observations stand behind it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True)
class Estimate:
    """A number with its interval.

    Attributes
    ----------
    value, low, high : float
        The estimate and the ends of its 95 % interval; NaN where nothing was observed, and the ends also
        where one observation says nothing about spread.
    n : int
        Observations: matches, or pairs of matches on one board.
    """

    value: float
    low: float
    high: float
    n: int


NOTHING = Estimate(math.nan, math.nan, math.nan, 0)


def common_n(found: Iterable[Estimate]) -> int | None:
    """Return how many observations each estimate has; None where not all have the same.

    Estimates of nothing do not count.
    """
    ns = {one.n for one in found if one.n}
    return ns.pop() if len(ns) == 1 else None


def proportion(hits: ArrayLike) -> Estimate:
    """Return the share of True values with its Wilson interval.

    Parameters
    ----------
    hits : (M,) bool

    Notes
    -----
    Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 1927.
    """
    values = np.asarray(hits, dtype=bool)
    if len(values) == 0:
        return NOTHING
    share = float(values.mean())
    return Estimate(share, *_wilson(share, len(values)), len(values))


def clustered_share(hits: ArrayLike, trials: ArrayLike) -> Estimate:
    """Return the share of hits among trials that come in clusters, with a Wilson interval.

    Parameters
    ----------
    hits, trials : (M,) float
        Of each cluster: the touches of a match, the two seatings of a board. Clusters are independent, trials
        within one are not.

    Returns
    -------
    Estimate
        Its `n` counts clusters that have trials.

    Notes
    -----
    The interval is Wilson's for the number of independent trials that would be as uncertain; it is at most
    the number of trials, and the number of clusters where all or none are hits. Source: Korn & Graubard,
    "Confidence intervals for proportions with small expected number of positive counts", Survey Methodology
    1998; Dean & Pagano, "Evaluating confidence interval methods for binomial proportions in clustered
    surveys", JSSAM 2015.
    """
    top, bottom = np.asarray(hits, dtype=float), np.asarray(trials, dtype=float)
    top, bottom = top[bottom > 0], bottom[bottom > 0]
    n = len(top)
    if n == 0:
        return NOTHING
    share = float(top.sum() / bottom.sum())
    spread = share * (1 - share)
    variance = _ratio_variance(top, bottom) if n > 1 else 0.0
    effective = float(n) if spread == 0 or n == 1 else float(bottom.sum())
    if variance > 0:
        effective = min(effective, spread / variance)
    return Estimate(share, *_wilson(share, effective), n)


def _wilson(share: float, n: float) -> tuple[float, float]:
    z2 = _Z**2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # rounding may put the bound of a share of 0 or 1 on the wrong side of it
    return min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half))


def mean(values: ArrayLike, least: float = 0.0, most: float = math.inf) -> Estimate:
    """Return the mean of figures between `least` and `most`, with its t interval.

    Parameters
    ----------
    values : (M,) float
    least, most : float
        Between what the figures lie.
    """
    return ratio(values, np.ones(np.shape(values)), least=least, most=most)


def ratio(
    numerators: ArrayLike, denominators: ArrayLike, least: float = 0.0, most: float = math.inf
) -> Estimate:
    """Return the ratio of two sums over matches with its interval by the delta method.

    Parameters
    ----------
    numerators, denominators : (M,) float
        One of each a match; matches are independent, what happens within one is not.
    least, most : float
        Between what the ratio can lie.

    Notes
    -----
    Source: Cochran, "Sampling Techniques", 3rd ed. 1977, chapter 6 (ratio estimators), with Student's t.
    """
    top, bottom = np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)
    n, total = len(top), float(bottom.sum())
    if n == 0 or total == 0:
        return Estimate(math.nan, math.nan, math.nan, n)
    value = float(top.sum() / total)
    if n == 1:
        return Estimate(value, math.nan, math.nan, n)
    half = t_quantile(n - 1) * math.sqrt(_ratio_variance(top, bottom))
    return Estimate(value, float(max(value - half, least)), float(min(value + half, most)), n)


def t_quantile(freedom: int) -> float:
    """Return the point of Student's t that leaves 2.5 % above it.

    Parameters
    ----------
    freedom : int
        Degrees of freedom, at least 1.

    Notes
    -----
    Closed forms for one and two degrees, else the expansion of Cornish and Fisher to the fourth order, which
    is within 0.1 % from four degrees on and within 1 % for three. Source: Abramowitz & Stegun, "Handbook of
    Mathematical Functions", 26.7.5.
    """
    p = CONFIDENCE / 2
    if freedom == 1:
        return math.tan(math.pi * p)
    if freedom == 2:
        return 2 * p * math.sqrt(2 / (1 - 4 * p * p))
    z, v = _Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / v**power for power, term in enumerate(terms, start=1))


def _ratio_variance(top: NDArray[np.float64], bottom: NDArray[np.float64]) -> float:
    """Return the variance of the ratio of two sums over independent clusters, at least two."""
    n, total = len(top), float(bottom.sum())
    residuals = top - float(top.sum()) / total * bottom
    return float(residuals @ residuals) * n / (n - 1) / total**2
