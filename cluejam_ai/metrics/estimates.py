"""Estimates: a number, its 95 % interval, and how many observations stand behind it."""

import math
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
    return max(0.0, centre - half), min(1.0, centre + half)


def mean(values: ArrayLike) -> Estimate:
    """Return the mean with its normal interval.

    Parameters
    ----------
    values : (M,) float
    """
    return ratio(values, np.ones(np.shape(values)))


def ratio(numerators: ArrayLike, denominators: ArrayLike) -> Estimate:
    """Return the ratio of two sums over matches with its interval by the delta method.

    Parameters
    ----------
    numerators, denominators : (M,) float
        One of each a match; matches are independent, what happens within one is not.

    Notes
    -----
    Source: Cochran, "Sampling Techniques", 3rd ed. 1977, chapter 6 (ratio estimators).
    """
    top, bottom = np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)
    n, total = len(top), float(bottom.sum())
    if n == 0 or total == 0:
        return Estimate(math.nan, math.nan, math.nan, n)
    value = float(top.sum() / total)
    if n == 1:
        return Estimate(value, math.nan, math.nan, n)
    half = _Z * math.sqrt(_ratio_variance(top, bottom))
    return Estimate(value, value - half, value + half, n)


def _ratio_variance(top: NDArray[np.float64], bottom: NDArray[np.float64]) -> float:
    """Return the variance of the ratio of two sums over independent clusters, at least two."""
    n, total = len(top), float(bottom.sum())
    residuals = top - float(top.sum()) / total * bottom
    return float(residuals @ residuals) * n / (n - 1) / total**2
