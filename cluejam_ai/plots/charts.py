"""Pictures of estimates: each has a title, units, how many observations, and intervals."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.plots.frame import ALONE, Limits, check_something, finish, legend, n_note
from cluejam_ai.plots.naming import Spot, name_points
from cluejam_ai.plots.style import MARKERS, sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Rows = Mapping[str, Estimate]


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
    check_something(names, title)
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
        if mark is not None:
            axes.axvline(mark[0], linestyle="--", linewidth=1, color=axes.xaxis.label.get_color())
        axes.set_xlim(*limits)  # from here on nothing widens the axis
        axes.grid(visible=False, axis="y")
        axes.locator_params(axis="x", nbins=7)
        finish(figure, axes, title, n_note(_all(series), n_of, mark))
        axes.set_xlabel(unit)
        legend(figure, series)
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
    check_something(_all(series), title)
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
        axes.set_ylim(*limits)
        if all(float(x).is_integer() for part in series.values() for x in part):
            axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(across)
        axes.set_ylabel(unit)
        note = n_note(_all(series), n_of, mark, "bands")
        finish(figure, axes, title, note)
        legend(figure, series)
        return figure


def points(
    series: Mapping[str, Mapping[str, tuple[Estimate, Estimate]]],
    *,
    title: str,
    across: str,
    up: str,
    named: bool | Collection[tuple[str, str]] = False,
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
    named : bool or collection of pairs of str
        Whether the names stand beside the points; or beside which: series and name of each.
    n_of, dark
        See `intervals`.
    """
    check_something([name for part in series.values() for name in part], title)
    with sheet(7.2, 4.6, dark=dark) as (figure, axes):
        spots: dict[tuple[str, str], Spot] = {}
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
            colour = bars.lines[0].get_color() if len(series) > 1 else axes.xaxis.label.get_color()
            spots |= {(label, name): _spot(name, pair, colour) for name, pair in part.items()}
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        both = [found for part in series.values() for pair in part.values() for found in pair]
        finish(figure, axes, title, n_note(both, n_of))
        legend(figure, series)
        chosen = spots if named is True else named or ()
        if chosen:
            name_points(figure, axes, list(spots.values()), [spots[key] for key in chosen])
        return figure


def _spot(name: str, pair: tuple[Estimate, Estimate], colour: object) -> Spot:
    across, up = ((one.value - _arms([one])[0][0], one.value + _arms([one])[1][0]) for one in pair)
    return Spot(name, pair[0].value, pair[1].value, across, up, colour)


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
