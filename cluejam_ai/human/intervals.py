"""Figures with intervals: games or boards are drawn anew, never single rows."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.human.agreement import Figures, Sums
from cluejam_ai.metrics.estimates import CONFIDENCE, Estimate, clustered_share
from cluejam_ai.metrics.paired import (
    bootstrap_ratio_difference,
    expanded_level,
    holm,
    linear_differences,
    permutation_test,
    repeat_in_parts,
)

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

_RESAMPLES = 4000
#: Whose figures are expectations, so that low and high are the value itself.
EXACT = ("chance",)
#: Figures by which guessers are compared in pairs.
COMPARED = ("recall", "first_in_targets", "exact", "auc", "agreement", "first_agrees", "assassin_risk")


def by_group(sums: Sums, group: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return a figure's sums over each game or board: two (G,)."""
    n = int(group.max(initial=-1)) + 1
    top, bottom = (np.bincount(group, weights=part, minlength=n) for part in (sums.top, sums.bottom))
    return top.astype(np.float64), bottom.astype(np.float64)


def figure_of(sums: Sums, group: NDArray[np.intp], seed: int) -> Estimate:
    """Return a figure with its bootstrap interval over games or boards; n counts those that tell of it.

    Where all games or boards have the same value, of which drawing anew would make a certainty, the interval
    is that of `cluejam_ai.metrics.estimates.clustered_share`.
    """
    top, bottom = by_group(sums, group)
    top, bottom = top[bottom > 0], bottom[bottom > 0]
    found = bootstrap_ratio_difference((top, bottom), (np.zeros(len(top)), np.ones(len(top))), seed)
    if len(top) > 1 and np.ptp(top / bottom) == 0:
        return clustered_share(top, bottom)
    return Estimate(found.value, found.low, found.high, len(top))


def _exact(sums: Sums, group: NDArray[np.intp]) -> Estimate:
    """Return a figure that was computed and not observed: it has no interval around it."""
    bottom = float(sums.bottom.sum())
    value = float(sums.top.sum()) / bottom if bottom else float("nan")
    return Estimate(value, value, value, len(np.unique(group[sums.bottom > 0])))


def figures_frame(figures: Mapping[str, Figures], group: NDArray[np.intp], seed: int) -> "pd.DataFrame":
    """Return every figure of everybody, a line each.

    Parameters
    ----------
    figures : mapping from names to Figures
        Of guessers, of people, of chance.
    group : (R,) int
    seed : int
        Names the draws.

    Returns
    -------
    DataFrame
        ``who``, ``figure``, ``value``, ``low``, ``high``, ``rows`` and ``groups`` that tell of it.
    """
    import pandas as pd

    lines = [
        (who, name, found.value, found.low, found.high, int(sums.bottom.sum()), found.n)
        for who, theirs in figures.items()
        for name, sums in theirs.items()
        for found in [_exact(sums, group) if who in EXACT else figure_of(sums, group, seed)]
    ]
    return pd.DataFrame(lines, columns=["who", "figure", "value", "low", "high", "rows", "groups"])


def comparisons_frame(figures: Mapping[str, Figures], group: NDArray[np.intp], seed: int) -> "pd.DataFrame":
    """Return how each of some guessers differs from each before it, on the same rows.

    Returns
    -------
    DataFrame
        ``first``, ``second``, ``figure``, ``difference`` (first less second), ``low``, ``high``, ``groups``,
        ``p`` of a permutation test over games or boards, and ``p_holm``, corrected for all pairs of one
        figure.
    """
    import pandas as pd

    names = list(figures)
    pairs = [(a, b) for k, b in enumerate(names) for a in names[k + 1 :]]
    lines: list[dict[str, Any]] = []
    for name in COMPARED:
        found = [_compared(figures[a][name], figures[b][name], group, seed) for a, b in pairs]
        adjusted = holm([line["p"] for line in found])
        lines += [
            {"first": a, "second": b, "figure": name, **line, "p_holm": p}
            for (a, b), line, p in zip(pairs, found, adjusted, strict=True)
        ]
    columns = ["first", "second", "figure", "difference", "low", "high", "groups", "p", "p_holm"]
    return pd.DataFrame(lines, columns=columns)


def _compared(first: Sums, second: Sums, group: NDArray[np.intp], seed: int) -> dict[str, Any]:
    one, other = by_group(first, group), by_group(second, group)
    told = one[1] > 0
    one, other = ((part[0][told], part[1][told]) for part in (one, other))
    found = bootstrap_ratio_difference(one, other, seed)
    p = permutation_test(linear_differences(one, other), seed) if told.any() else float("nan")
    return {
        "difference": found.value,
        "low": found.low,
        "high": found.high,
        "groups": int(told.sum()),
        "p": p,
    }


def rank_correlation(
    predicted: Sequence[float] | Floats, real: Sequence[float] | Floats, group: NDArray[np.intp], seed: int
) -> Estimate:
    """Return Spearman's rank correlation over rows, with a bootstrap interval over games or boards.

    Rows in which either is NaN are left out; ranks are those among all rows that are left, of equals the
    mean. Ranks are not made anew in each draw.

    Notes
    -----
    Source: Spearman, "The proof and measurement of association between two things", 1904; Efron & Tibshirani,
    "An Introduction to the Bootstrap", 1993, chapter 6.
    """
    import pandas as pd

    x, y = np.asarray(predicted, dtype=float), np.asarray(real, dtype=float)
    known = ~(np.isnan(x) | np.isnan(y))
    if known.sum() < 2:
        return Estimate(float("nan"), float("nan"), float("nan"), int(known.sum()))
    a, b = (pd.Series(values[known]).rank().to_numpy() for values in (x, y))
    _, place = np.unique(group[known], return_inverse=True)
    n = int(place.max()) + 1
    columns = (np.ones(len(a)), a, b, a * a, b * b, a * b)
    moments = np.stack([np.bincount(place, weights=column, minlength=n) for column in columns], axis=1)
    value = float(_correlation(moments.sum(axis=0)))
    if n < 2:
        return Estimate(value, float("nan"), float("nan"), n)

    def draw(generator: np.random.Generator, rows: int) -> Floats:
        return _correlation(
            generator.multinomial(n, np.full(n, 1 / n), size=rows).astype(np.float64) @ moments
        )

    drawn = repeat_in_parts(draw, n, _RESAMPLES, seed)
    cut = min(expanded_level(n), (1 - CONFIDENCE) / 2)
    if np.isnan(drawn).all():
        return Estimate(value, float("nan"), float("nan"), n)
    low, high = np.nanquantile(drawn, [cut, 1 - cut])
    return Estimate(value, float(low), float(high), n)


def _correlation(moments: Floats) -> Floats:
    """Return Pearson's correlation from sums of 1, x, y, xx, yy, xy; NaN where one does not vary."""
    n, x, y, xx, yy, xy = np.moveaxis(moments, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.sqrt(np.maximum(xx - x * x / n, 0) * np.maximum(yy - y * y / n, 0))
        return np.asarray(np.where(spread > 1e-9, (xy - x * y / n) / spread, np.nan))
