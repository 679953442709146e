"""Estimates: a number, its 95 % interval, and how many observations stand behind it."""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

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
    n = len(values)
    if n == 0:
        return NOTHING
    share = float(values.mean())
    z2 = _Z**2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half), n)


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
    n = len(top)
    total = bottom.sum()
    if n == 0 or total == 0:
        return Estimate(math.nan, math.nan, math.nan, n)
    value = float(top.sum() / total)
    if n == 1:
        return Estimate(value, math.nan, math.nan, n)
    residuals = top - value * bottom
    half = _Z * math.sqrt(float(residuals @ residuals) * n / (n - 1)) / float(total)
    return Estimate(value, value - half, value + half, n)
