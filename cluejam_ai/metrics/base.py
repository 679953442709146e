"""What a metric is: a function from a frame of matches to an estimate, known by a name."""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.registry import Registry

if TYPE_CHECKING:
    import pandas as pd

Metric = Callable[["pd.DataFrame"], Estimate]
M = TypeVar("M", bound=Callable[..., Estimate])

METRICS: Registry[Estimate] = Registry("metric")


def metric(name: str) -> Callable[[M], M]:
    """Return a decorator that makes a metric known under a name."""
    return METRICS.register(name)


@cache
def import_metrics() -> None:
    """Import every file of this folder, so that the metrics in them are known."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"{__package__}.{module.name}")
