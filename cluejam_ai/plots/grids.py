"""Pictures of what is counted or laid out in cells: the cross-play matrix, and columns."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cluejam_ai.metrics.crossplay import Matrix
from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.plots.frame import Limits, check_something, finish, legend, n_note
from cluejam_ai.plots.style import sheet, short_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def matrix(
    found: Matrix,
    *,
    title: str,
    unit: str,
    digits: int = 2,
    limits: Limits = (None, None),
    n_of: str = "games",
    dark: bool = False,
) -> "Figure":
    """Draw a cross-play matrix: a figure of each spymaster, row by row, with each guesser.

    Parameters
    ----------
    found : Matrix
        See `Reading.matrices`.
    digits : int
        After the point.
    title, unit, limits, n_of, dark
        See `charts.intervals`; the limits are those of the colours.
    """
    check_something(found.cells, title)
    values = [[found.cell(s, g).value for g in found.guessers] for s in found.spymasters]
    rows, columns = short_names(found.spymasters), short_names(found.guessers)
    width, height = 3.4 + 1.05 * len(columns), 1.9 + 0.55 * len(rows)
    with sheet(width, height, dark=dark) as (figure, axes):
        image = axes.imshow(values, aspect="auto", vmin=limits[0], vmax=limits[1])
        axes.grid(visible=False)
        axes.set_xticks(range(len(columns)), [_two_lines(name) for name in columns.values()])
        axes.set_yticks(range(len(rows)), list(rows.values()))
        axes.set_xlabel("guesser")
        axes.set_ylabel("spymaster")
        for i, spymaster in enumerate(found.spymasters):
            for j, guesser in enumerate(found.guessers):
                _cell(axes, image, (i, j), found.cell(spymaster, guesser), digits)
        figure.colorbar(image, label=unit)
        note = n_note(list(found.cells.values()), n_of, ends="below")
        finish(figure, axes, title, note)
        return figure


def _cell(axes: "Axes", image: Any, place: tuple[int, int], found: Estimate, digits: int) -> None:
    row, column = place
    if math.isnan(found.value):
        axes.text(column, row, "-", ha="center", va="center")
        return
    red, green, blue, _ = image.cmap(image.norm(found.value))
    # how bright the eye takes a colour to be (ITU-R BT.709)
    ink = "black" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.45 else "white"
    axes.text(column, row - 0.13, f"{found.value:.{digits}f}", ha="center", va="center", color=ink)
    ends = f"{found.low:.{digits}f} to {found.high:.{digits}f}"
    axes.text(column, row + 0.22, ends, ha="center", va="center", color=ink, fontsize=7)


def counts(
    series: Mapping[str, Sequence[int]],
    *,
    title: str,
    across: str,
    unit: str = "games",
    first: int = 1,
    dark: bool = False,
) -> "Figure":
    """Draw how many there are of each number, stacked.

    Parameters
    ----------
    series : mapping of str to sequence of int
        For each series, how many are at `first`, `first` + 1, and so on.
    across : str
        What the numbers are.
    title, unit, dark
        See `charts.intervals`.
    """
    longest = max(map(len, series.values()), default=0)
    check_something(range(longest), title)
    places = range(first, first + longest)
    below = [0] * longest
    with sheet(7.2, 3.4, dark=dark) as (figure, axes):
        for hatch, (label, part) in zip(("", "///", "...", "xx"), series.items(), strict=False):
            full = [*part, *[0] * (longest - len(part))]
            axes.bar(places, full, bottom=below, label=label, hatch=hatch, edgecolor=axes.get_facecolor())
            below = [a + b for a, b in zip(below, full, strict=True)]
        axes.set_xticks(places)
        axes.set_xlabel(across)
        axes.set_ylabel(unit)
        axes.grid(visible=False, axis="x")
        finish(figure, axes, title, f"n = {sum(below):,} {unit}")
        legend(figure, series)
        return figure


def _two_lines(name: str) -> str:
    return name.replace(", ", "\n", 1).replace("+", "+\n")
