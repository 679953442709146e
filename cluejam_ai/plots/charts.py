"""The kinds of pictures: each has a title, units, how many observations, and intervals."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cluejam_ai.metrics.crossplay import Matrix
from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.plots.style import MARKERS, sheet, short_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: What a series of figures is called where there is one only.
ALONE = ""
_ENDS = "bars: 95 % intervals"

Rows = Mapping[str, Estimate]
Limits = tuple[float | None, float | None]


def intervals(
    rows: Rows | Mapping[str, Rows],
    *,
    title: str,
    unit: str,
    limits: Limits = (None, None),
    mark: tuple[float, str] | None = None,
    n_of: str = "games",
    dark: bool = False,
) -> "Figure":
    """Draw figures as points with their intervals, one under the other.

    Parameters
    ----------
    rows : mapping of str to Estimate, or of str to such a mapping
        Figures by name; or for each series its figures by name.
    title, unit : str
        What is told, and in what.
    limits : pair of float, optional
        Ends of the axis.
    mark : (float, str), optional
        A line to compare with, and what it is.
    n_of : str
        What `n` counts.
    dark : bool
        For dark pages.

    Returns
    -------
    Figure
        Of matplotlib; a notebook shows it, `savefig` writes it.
    """
    series = _series(rows)
    names = list(dict.fromkeys(name for part in series.values() for name in part))
    with sheet(7.2, 1.3 + len(names) * (0.24 + 0.13 * len(series)), dark=dark) as (figure, axes):
        for k, (label, part) in enumerate(series.items()):
            shift = 0.6 * ((k + 0.5) / len(series) - 0.5)
            heights = [names.index(name) + shift for name in part]
            bars: Any = axes.errorbar(
                [found.value for found in part.values()],
                heights,
                xerr=_arms(list(part.values())),
                fmt=MARKERS[k % len(MARKERS)],
                capsize=2.5,
            )
            bars.set_label(label or None)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(*limits)
        axes.grid(visible=False, axis="y")
        if mark is not None:
            axes.axvline(mark[0], linestyle="--", linewidth=1, color=axes.xaxis.label.get_color())
            axes.set_title(f"- - -  {mark[1]}", loc="right", fontsize=9, fontweight="normal")
        _finish(figure, axes, title, n_note(_all(series), n_of))
        axes.set_xlabel(unit)
        _legend(figure, series)
        return figure


def curves(
    series: Mapping[str, Mapping[float, Estimate]],
    *,
    title: str,
    across: str,
    unit: str,
    limits: Limits = (None, None),
    mark: tuple[float, str] | None = None,
    n_of: str = "games",
    dark: bool = False,
) -> "Figure":
    """Draw figures that depend on a number: a line with its interval for each series.

    Parameters
    ----------
    series : mapping of str to mapping of float to Estimate
        For each series, its figures by the number they depend on.
    across : str
        What that number is.
    title, unit, limits, mark, n_of, dark
        See `intervals`.
    """
    with sheet(7.2, 4.2, dark=dark) as (figure, axes):
        for k, (label, part) in enumerate(series.items()):
            found = list(part.values())
            (line,) = axes.plot(
                list(part), [one.value for one in found], marker=MARKERS[k % len(MARKERS)], markersize=4
            )
            line.set_label(label)
            low, high = [one.low for one in found], [one.high for one in found]
            axes.fill_between(list(part), low, high, alpha=0.2, linewidth=0)
        if mark is not None:
            axes.axhline(mark[0], linestyle="--", linewidth=1, color=axes.xaxis.label.get_color())
            axes.set_title(f"- - -  {mark[1]}", loc="right", fontsize=9, fontweight="normal")
        axes.set_ylim(*limits)
        axes.set_xlabel(across)
        axes.set_ylabel(unit)
        note = n_note(_all(series), n_of).replace("bars", "bands")
        _finish(figure, axes, title, note)
        _legend(figure, series)
        return figure


def points(
    series: Mapping[str, Mapping[str, tuple[Estimate, Estimate]]],
    *,
    title: str,
    across: str,
    up: str,
    named: bool = False,
    n_of: str = "games",
    dark: bool = False,
) -> "Figure":
    """Draw pairs of figures, one across and one up, with both intervals.

    Parameters
    ----------
    series : mapping of str to mapping of str to (Estimate, Estimate)
        For each series the two figures of everything in it, by name.
    title : str
    across, up : str
        What the figures are, and in what.
    named : bool
        Whether the names stand beside the points.
    n_of, dark
        See `intervals`.
    """
    with sheet(7.2, 4.6, dark=dark) as (figure, axes):
        for k, (label, part) in enumerate(series.items()):
            first, second = ([pair[i] for pair in part.values()] for i in (0, 1))
            bars: Any = axes.errorbar(
                [found.value for found in first],
                [found.value for found in second],
                xerr=_arms(first),
                yerr=_arms(second),
                fmt=MARKERS[k % len(MARKERS)],
                markersize=5,
                elinewidth=0.7,
                alpha=0.9,
            )
            bars.set_label(label or None)
            for name, pair in part.items() if named else ():
                place = (pair[0].value, pair[1].value)
                axes.annotate(name, place, xytext=(6, 4), textcoords="offset points", fontsize=8)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        both = [found for part in series.values() for pair in part.values() for found in pair]
        _finish(figure, axes, title, n_note(both, n_of))
        _legend(figure, series)
        return figure


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
        See `intervals`; the limits are those of the colours.
    """
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
        note = n_note(list(found.cells.values()), n_of).replace("bars", "below")
        _finish(figure, axes, title, note)
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
        See `intervals`.
    """
    longest = max(map(len, series.values()), default=0)
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
        _finish(figure, axes, title, f"n = {sum(below):,} {unit}")
        _legend(figure, series)
        return figure


def n_note(found: Sequence[Estimate], n_of: str) -> str:
    """Return how many observations stand behind figures, and what their bars are.

    Examples
    --------
    >>> n_note([Estimate(0.5, 0.4, 0.6, 90), Estimate(0.5, 0.4, 0.6, 1200)], "games")
    'n = 90 to 1,200 games each; bars: 95 % intervals'
    """
    sizes = sorted({one.n for one in found})
    if not sizes:
        return "n = 0"
    span = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,}"
    return f"n = {span} {n_of}{' each' if len(found) > 1 else ''}; {_ENDS}"


def _series(rows: Rows | Mapping[str, Rows]) -> Mapping[str, Rows]:
    if any(isinstance(value, Estimate) for value in rows.values()):
        return {ALONE: rows}  # type: ignore[dict-item]  # a mapping is of one kind throughout
    return rows  # type: ignore[return-value]


def _all(series: Mapping[str, Mapping[Any, Estimate]]) -> list[Estimate]:
    return [found for part in series.values() for found in part.values()]


def _arms(found: Sequence[Estimate]) -> list[list[float]]:
    """Return how far the intervals reach below and above; not at all where they are not known."""
    pairs = [(one.value - one.low, one.high - one.value) for one in found]
    return [[0.0 if math.isnan(pair[i]) else max(0.0, pair[i]) for pair in pairs] for i in (0, 1)]


def _two_lines(name: str) -> str:
    return name.replace(", ", "\n", 1).replace("+", "+\n")


def _finish(figure: "Figure", axes: "Axes", title: str, note: str) -> None:
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold", fontsize=11)
    axes.set_title(note, fontsize=9, fontweight="normal")


def _legend(figure: "Figure", series: Mapping[str, object]) -> None:
    if list(series) != [ALONE]:
        figure.legend(loc="outside lower left", ncols=min(4, len(series)), fontsize=9)
