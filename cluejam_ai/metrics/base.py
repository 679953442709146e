"""What a metric is: a function from a frame of matches to an estimate, known by a name."""

import functools
import importlib
import math
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.metrics.estimates import Estimate, clustered_share, proportion, ratio
from cluejam_ai.registry import Registry

if TYPE_CHECKING:
    import pandas as pd

Metric = Callable[["pd.DataFrame"], Estimate]
M = TypeVar("M", bound=Callable[..., Estimate])
Floats = NDArray[np.float64]

#: Figures that need the table of matches only.
METRICS: Registry[Estimate] = Registry("metric")
#: Figures of what clues meant and what came of them; they need the columns of `metrics.clues.with_clues`.
CLUE_METRICS: Registry[Estimate] = Registry("metric")


def metric(name: str) -> Callable[[M], M]:
    """Return a decorator that makes a metric known under a name."""
    return METRICS.register(name)


@cache
def import_metrics() -> None:
    """Import every file of this folder, so that the metrics in them are known."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"{__package__}.{module.name}")


@dataclass(frozen=True)
class Parts:
    """A figure as a ratio of two sums over matches.

    Attributes
    ----------
    top, bottom : (M,) figures of the matches
        What is summed above and below; a match whose bottom is 0 does not count.
    share : bool
        Whether the figure is the share of hits among trials; a hit may be a part of one.
    least, most : float
        Between what the figure lies.
    """

    top: Any
    bottom: Any
    share: bool = False
    least: float = 0.0
    most: float = math.inf


#: The parts of every figure that is a ratio of two sums: what paired comparisons are made from.
PARTS: dict[str, Callable[["pd.DataFrame"], Parts]] = {}


def figure(
    name: str, registry: Registry[Estimate] = METRICS
) -> Callable[[Callable[["pd.DataFrame"], Parts]], Metric]:
    """Return a decorator that makes a metric of a function that returns its parts."""

    def decorate(parts: Callable[["pd.DataFrame"], Parts]) -> Metric:
        @functools.wraps(parts)
        def estimate_of(matches: "pd.DataFrame") -> Estimate:
            return estimate(matches, parts(matches))

        PARTS[name] = parts
        return registry.register(name)(estimate_of)

    return decorate


def estimate(matches: "pd.DataFrame", parts: Parts) -> Estimate:
    """Return a figure with its interval; the unit is the match, or the board played in both seatings."""
    top, bottom = sum_by_unit(matches, parts.top, parts.bottom)
    top, bottom = top[bottom > 0], bottom[bottom > 0]
    if not parts.share:
        return ratio(top, bottom, least=parts.least, most=parts.most)
    plain = bool((bottom == 1).all() and np.isin(top, (0, 1)).all())
    return proportion(top > 0) if plain else clustered_share(top, bottom)


def sum_by_unit(matches: "pd.DataFrame", *columns: Any) -> list[Floats]:
    """Return figures of the independent units: matches, or boards where each was played in both seatings.

    Parameters
    ----------
    *columns : (M,) figures of the matches
        They are summed over a board's two seatings.
    """
    arrays = [np.asarray(column, dtype=float) for column in columns]
    if not bool((matches["seating"] == 1).any()):
        return arrays
    _, unit = np.unique(matches["board"].to_numpy(), return_inverse=True)
    return [np.bincount(unit, weights=array).astype(np.float64) for array in arrays]
