"""Values that hold arrays over the same boards: cut together, and sealed before agents look at them."""

from dataclasses import dataclass, fields
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import Bools, Ints

B = TypeVar("B", bound="Batch")
C = TypeVar("C", bound=np.generic)


@dataclass(frozen=True)
class Batch:
    """Arrays over the same boards that are cut together."""

    def take(self, rows: Ints | Bools) -> Self:
        """Return the same at these rows."""
        places = np.flatnonzero(rows) if rows.dtype == bool else rows
        parts: dict[str, Any] = {f.name: _cut(getattr(self, f.name), places) for f in fields(self)}
        return type(self)(**parts)


def cut(values: NDArray[C], rows: Ints | Bools) -> NDArray[C]:
    """Return values (B, ...) of some boards: the boards' numbers, or a mask of them."""
    places = np.flatnonzero(rows) if rows.dtype == bool else rows
    # whole rows at a time; an index takes three times as long
    return values.take(places, axis=0)


def sealed(batch: B) -> B:
    """Return a view whose arrays cannot be written to, for it is looked at by agents."""
    arrays = {f.name: _seal(getattr(batch, f.name)) for f in fields(batch)}
    return type(batch)(**arrays)


def _seal(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        looked_at = value.view()
        looked_at.flags.writeable = False
        return looked_at
    return sealed(value) if isinstance(value, Batch) else value


def _cut(value: object, rows: Ints | Bools) -> object:
    if isinstance(value, np.ndarray):
        return cut(value, rows)
    return value.take(rows) if isinstance(value, Batch) else value
