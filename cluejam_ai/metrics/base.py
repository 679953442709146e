"""What a metric is: a function from a frame of matches to an estimate, known by a name."""

from collections.abc import Callable
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
