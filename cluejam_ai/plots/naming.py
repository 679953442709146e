"""Names beside points: each where it covers least of the other names, points and bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]

_SIZE = 8
#: Distances of a name from its point that are tried, in typographic points.
_DISTANCES = (6, 12, 20, 30, 42, 56, 72)
_DIRECTIONS = tuple((x, y) for x, y in product((1, -1, 0), repeat=2) if x or y)
#: What a covered name costs beside a covered stretch of a bar, and a step away from the point.
_NAME, _BAR, _STEP = 50.0, 1.0, 0.3
_ROOM = 2.0


@dataclass(frozen=True)
class Spot:
    """A point with a name, and how far its bars reach: across and up, low and high."""

    name: str
    x: float
    y: float
    across: tuple[float, float]
    up: tuple[float, float]
    colour: Any = None


def name_points(figure: "Figure", axes: "Axes", spots: Sequence[Spot], named: Sequence[Spot]) -> None:
    """Write the names of some points, with a thin line to those that stand away from theirs.

    Parameters
    ----------
    figure, axes
        Whose layout is final but for the names.
    spots : sequence of Spot
        All points and bars, which are not to be covered.
    named : sequence of Spot
        Those whose names are written, in the order in which they choose their places.
    """
    figure.draw_without_rendering()
    scale = figure.dpi / 72
    bars = np.concatenate([_bars(axes, spot, scale) for spot in spots])
    inside = axes.get_window_extent()
    taken: list[Floats] = []
    for spot in (spot for spot in named if np.isfinite([spot.x, spot.y]).all()):
        text = axes.annotate(
            spot.name,
            (spot.x, spot.y),
            xytext=(0, 0),
            textcoords="offset points",
            fontsize=_SIZE,
            color=spot.colour,
            arrowprops={"arrowstyle": "-", "linewidth": 0.5, "color": spot.colour, "shrinkB": 3},
        )
        box = text.get_window_extent()
        size, at = (
            np.array([box.width, box.height]) / scale,
            axes.transData.transform((spot.x, spot.y)) / scale,
        )
        edge = np.array([inside.x0, inside.y0, inside.x1, inside.y1]) / scale
        best = min(_places(at, size, edge), key=lambda place: _cost(place, bars / scale, taken))
        # the layout is made without the names, for they are placed by it
        text.set_in_layout(False)
        text.xyann = tuple(best[1][:2] - at)
        if best[0] <= 1 and text.arrow_patch is not None:
            text.arrow_patch.set_visible(False)
        taken.append(best[1])


def _places(at: Floats, size: Floats, edge: Floats) -> list[tuple[int, Floats]]:
    """Return how many steps away, and where (left, low, right, high), a name may stand; within the axes."""
    found = []
    for step, distance in enumerate(_DISTANCES):
        for x, y in _DIRECTIONS:
            low = (
                at
                + np.array([x, y]) * distance * (0.75 if x and y else 1)
                - size * (1 - np.array([x, y])) / 2
            )
            box = np.concatenate([low, low + size])
            if (box[:2] >= edge[:2]).all() and (box[2:] <= edge[2:]).all():
                found.append((step, box))
    # nowhere within: to the right, as far as it goes
    return found or [(0, np.concatenate([at, at + size]))]


def _cost(place: tuple[int, Floats], bars: Floats, taken: Sequence[Floats]) -> float:
    step, box = place
    over = _shared(box, bars, _ROOM)
    stretch = float(np.maximum(over[:, 0], over[:, 1])[(over > 0).all(axis=1)].sum())
    names = sum(bool((_shared(box, other[None], _ROOM) > 0).all()) for other in taken)
    return _NAME * names + _BAR * stretch + _STEP * step


def _shared(box: Floats, others: Floats, room: float) -> Floats:
    """Return how much of width and height a box shares with others, with some room: (K, 2)."""
    low, high = np.maximum(box[:2] - room, others[:, :2]), np.minimum(box[2:] + room, others[:, 2:])
    return np.asarray(high - low)


def _bars(axes: "Axes", spot: Spot, scale: float) -> Floats:
    """Return both bars and the point as thin boxes on the canvas: (3, 4)."""
    ends = [(spot.across[0], spot.y), (spot.across[1], spot.y), (spot.x, spot.up[0]), (spot.x, spot.up[1])]
    a, b, c, d = axes.transData.transform(ends)
    x, y = axes.transData.transform((spot.x, spot.y))
    half = 3 * scale
    thin = np.array([-0.3, -0.3, 0.3, 0.3])
    return np.array(
        [np.array([*a, *b]) + thin, np.array([*c, *d]) + thin, [x - half, y - half, x + half, y + half]]
    )
