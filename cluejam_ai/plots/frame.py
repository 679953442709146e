"""What stands around every picture: title, how many observations, names of the series."""

from collections.abc import Mapping, Sequence, Sized
from textwrap import fill
from typing import TYPE_CHECKING

from cluejam_ai.errors import CluejamError
from cluejam_ai.metrics.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: What a series of figures is called where there is one only.
ALONE = ""
Limits = tuple[float | None, float | None]


def n_note(
    found: Sequence[Estimate], n_of: str, mark: tuple[float, str] | None = None, ends: str = "bars"
) -> str:
    """Return how many observations stand behind figures, and what bars and the dashed line are.

    Examples
    --------
    >>> n_note([Estimate(0.5, 0.4, 0.6, 90), Estimate(0.5, 0.4, 0.6, 1200)], "games")
    'n = 90 to 1,200 games each; bars: 95 % intervals'
    >>> n_note([Estimate(0.5, 0.4, 0.6, 90)], "games", (0.25, "chance"), "bands")
    'n = 90 games; bands: 95 % intervals; dashed: chance'
    """
    sizes = sorted({one.n for one in found})
    span = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,}"
    line = "" if mark is None else f"; dashed: {mark[1]}"
    return f"n = {span} {n_of}{' each' if len(found) > 1 else ''}; {ends}: 95 % intervals{line}"


def check_something(found: Sized, title: str) -> None:
    """Raise CluejamError if a picture would be empty."""
    if len(found) == 0:
        raise CluejamError(f"picture '{title}': there is nothing to draw")


def finish(figure: "Figure", axes: "Axes", title: str, note: str) -> None:
    """Put title and note above a picture."""
    lines = fill(title, int(11 * figure.get_figwidth()))
    figure.suptitle(lines, x=0.01, ha="left", fontweight="bold", fontsize=11)
    axes.set_title(note, fontsize=9, fontweight="normal")


def legend(figure: "Figure", series: Mapping[str, object]) -> None:
    """Name the series below a picture, if there are several."""
    if list(series) != [ALONE]:
        figure.legend(loc="outside lower left", ncols=min(4, len(series)), fontsize=9)
