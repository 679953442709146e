"""Paired statistics: two things compared on the same boards, and many comparisons at once."""

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cluejam_ai.metrics.estimates import CONFIDENCE, Estimate, t_quantile

Floats = NDArray[np.float64]

RESAMPLES = 4000
#: More kinds of boards than this are drawn and tossed in so many groups, at a cost that stays bounded.
_MOST_KINDS = 2000
_CELLS_AT_ONCE = 4_000_000  # numbers in a temporary array, 32 MB
_NORMAL = NormalDist()
_Z = _NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)


def sign_test(for_first: int, for_second: int) -> float:
    """Return the exact two-sided probability of so uneven a split between two equals.

    Parameters
    ----------
    for_first, for_second : int
        Boards that only the first, or only the second, of the two won; the others say nothing.

    Returns
    -------
    float
        1 where no board tells them apart.

    Notes
    -----
    Where a board is one match this is McNemar's test. Source: McNemar, "Note on the sampling error of the
    difference between correlated proportions or percentages", Psychometrika 1947, in its exact form.
    """
    n, fewer = for_first + for_second, min(for_first, for_second)
    if n == 0:
        return 1.0
    logs = [_log_choose(n, k) - n * math.log(2) for k in range(fewer + 1)]
    most = max(logs)
    return min(1.0, 2 * math.exp(most) * math.fsum(math.exp(x - most) for x in logs))


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values corrected for being many, so that one false alarm among all is as rare as promised.

    Notes
    -----
    NaN stays NaN and does not count. Source: Holm, "A simple sequentially rejective multiple test
    procedure", Scandinavian Journal of Statistics 1979.
    """
    p = np.asarray(p_values, dtype=float)
    corrected = np.full(len(p), np.nan)
    order = np.argsort(p, kind="stable")[: int((~np.isnan(p)).sum())]
    steps = p[order] * np.arange(len(order), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return [float(value) for value in corrected]


def share_difference(only_first: int, only_second: int, n: int) -> Estimate:
    """Return the difference of two shares on the same boards.

    Parameters
    ----------
    only_first, only_second : int
        Boards that only the first, or only the second, of the two has.
    n : int
        All boards.

    Notes
    -----
    Source of the interval: Agresti & Min, "Simple improved confidence intervals for comparing matched
    proportions", Statistics in Medicine 2005 (half a board more in each of the four cases).
    """
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    b, c, more = only_first + 0.5, only_second + 0.5, n + 2
    centre = (b - c) / more
    half = _Z * math.sqrt((b + c) - (b - c) ** 2 / more) / more
    return Estimate((only_first - only_second) / n, max(-1.0, centre - half), min(1.0, centre + half), n)


def expanded_level(n: int) -> float:
    """Return the share to cut off at each end of a bootstrap of n boards, so that few boards tell less.

    Notes
    -----
    Source: Hesterberg, "What teachers should know about the bootstrap", The American Statistician 2015
    (the expanded percentile interval).
    """
    return _NORMAL.cdf(-math.sqrt(n / (n - 1)) * t_quantile(n - 1))


def bootstrap_ratio_difference(
    first: tuple[ArrayLike, ArrayLike],
    second: tuple[ArrayLike, ArrayLike],
    seed: int,
    resamples: int = RESAMPLES,
) -> Estimate:
    """Return the difference of two ratios of sums over the same boards, with its bootstrap interval.

    Parameters
    ----------
    first, second : pair of (N,) figures
        Top and bottom of each ratio, by board; a mean has ones below.
    seed : int
        Names the draw of boards.
    resamples : int
        How often boards are drawn anew.

    Notes
    -----
    Boards with the same four figures are counted together, which changes nothing but the cost; very many
    unlike ones are drawn in groups, whose sums have the same spread. Source: Efron & Tibshirani, "An
    Introduction to the Bootstrap", 1993, chapter 6; see also `expanded_level`.
    """
    figures = np.stack([np.asarray(x, dtype=float) for x in (*first, *second)], axis=1)  # (N, 4)
    n = len(figures)
    if n == 0 or figures[:, 1].sum() == 0 or figures[:, 3].sum() == 0:
        return Estimate(math.nan, math.nan, math.nan, n)
    value = float(_ratio_difference(figures.sum(axis=0)))
    if n == 1:
        return Estimate(value, math.nan, math.nan, n)
    kinds, repeated = np.unique(figures, axis=0, return_counts=True)  # (K, 4), (K,)
    counts = repeated.astype(float)
    if len(kinds) > _MOST_KINDS:
        kinds, counts = grouped(figures), np.ones(_MOST_KINDS)
    n_drawn = int(counts.sum())

    def draw(generator: np.random.Generator, rows: int) -> Floats:
        return _ratio_difference(generator.multinomial(n_drawn, counts / n_drawn, size=rows) @ kinds)

    drawn = repeat_in_parts(draw, len(kinds), resamples, seed)
    cut = expanded_level(n_drawn)
    # a draw without any trial tells nothing
    low, high = np.nanquantile(drawn, [cut, 1 - cut])
    return Estimate(value, float(low), float(high), n)


def grouped(figures: Floats) -> Floats:
    """Return the sums of boards in `_MOST_KINDS` groups of one size, or one less: (N, ...) to (G, ...)."""
    group = np.arange(len(figures)) % _MOST_KINDS
    sums = np.zeros((_MOST_KINDS, *figures.shape[1:]))
    np.add.at(sums, group, figures)
    return sums


def _ratio_difference(sums: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1] - sums[..., 2] / sums[..., 3])


def repeat_in_parts(
    draw: Callable[[np.random.Generator, int], Floats], width: int, times: int, seed: int
) -> Floats:
    """Return what `draw` gives in `times` rows, drawn in parts so that no more than 32 MB are in use.

    Parameters
    ----------
    draw : callable
        Takes a generator and a number of rows; a row costs `width` numbers.
    """
    generator = np.random.default_rng(seed)
    rows = max(1, _CELLS_AT_ONCE // max(1, width))
    sizes = [min(rows, times - done) for done in range(0, times, rows)]
    return np.concatenate([draw(generator, size) for size in sizes])


def permutation_test(differences: ArrayLike, seed: int, resamples: int = 9999) -> float:
    """Return how often a mean so far from 0 comes about when the sign of each difference is tossed.

    Parameters
    ----------
    differences : (N,) float
        By board; boards without a difference say nothing.
    seed : int
        Names the tosses.

    Returns
    -------
    float
        Two-sided, at least 1 / (resamples + 1); 1 where no board tells the two apart.

    Notes
    -----
    The signs of very many unlike differences are tossed in groups, which is as exact. Source: Fisher, "The
    Design of Experiments", 1935; Phipson & Smyth, "Permutation p-values should never be zero", 2010.
    """
    values = np.asarray(differences, dtype=float)
    if len(values) > _MOST_KINDS and len(np.unique(np.round(np.abs(values), 9))) > _MOST_KINDS:
        values = grouped(values)
    sizes, counts = np.unique(np.abs(np.round(values, 9)), return_counts=True)
    sizes, counts = sizes[sizes > 0], counts[sizes > 0]
    if not len(sizes):
        return 1.0
    observed = abs(float(values.sum()))

    def draw(generator: np.random.Generator, rows: int) -> Floats:
        heads = generator.binomial(counts, 0.5, size=(rows, len(counts)))
        return np.abs((2 * heads - counts) @ sizes)

    tossed = repeat_in_parts(draw, len(sizes), resamples, seed)
    as_far = int((tossed >= observed - 1e-9 * max(1.0, observed)).sum())
    return (1 + as_far) / (1 + resamples)


def linear_differences(first: tuple[ArrayLike, ArrayLike], second: tuple[ArrayLike, ArrayLike]) -> Floats:
    """Return what each board adds to the difference of two ratios; their mean is the difference.

    Parameters
    ----------
    first, second : pair of (N,) figures
        Top and bottom of each ratio, by board.

    Notes
    -----
    Source: the delta method for ratios, Cochran, "Sampling Techniques", 1977, chapter 6. Exact for means.
    """
    parts = []
    for top, bottom in (first, second):
        tops, bottoms = np.asarray(top, dtype=float), np.asarray(bottom, dtype=float)
        if bottoms.sum() == 0:
            return np.full(len(tops), np.nan)
        value = tops.sum() / bottoms.sum()
        parts.append(value + (tops - value * bottoms) / bottoms.mean())
    return np.asarray(parts[0] - parts[1])
