"""Colours, signs and fonts of the pictures, for light and for dark pages."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cluejam_ai.errors import CluejamError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Told apart in all common kinds of colour-blindness, each on its kind of page. Source: Okabe & Ito, "Color
#: Universal Design", 2008; on dark pages the lighter five of them.
ON_LIGHT = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#000000")
ON_DARK = ("#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#ffffff")
#: A series has a sign of its own too, for print without colour.
MARKERS = ("o", "s", "^", "D", "v", "X")

_LIGHT = {"ground": "#ffffff", "ink": "#1b1b1b", "soft": "#6b6b6b", "grid": "#dcdcdc"}
# the ground of dark pages on the web, so that the picture has no frame there
_DARK = {"ground": "#0d1117", "ink": "#e6edf3", "soft": "#9aa4af", "grid": "#30363d"}


@contextmanager
def sheet(width: float, height: float, *, dark: bool) -> Iterator[tuple["Figure", "Axes"]]:
    """Give an empty picture to draw on.

    Parameters
    ----------
    width, height : float
        Inches.
    dark : bool
        Light ink on a dark ground, for dark pages.

    Raises
    ------
    CluejamError
        If matplotlib is not installed.
    """
    try:
        import matplotlib
    except ImportError as error:
        raise CluejamError("pictures need matplotlib; pip install 'cluejam-ai[plots]'") from error
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_settings(dark)):
        # a picture of its own, not one of pyplot's: it is shown once, and nothing has to be closed
        figure = Figure(figsize=(width, height))
        yield figure, figure.add_subplot()


def _settings(dark: bool) -> Any:
    from cycler import cycler  # comes with matplotlib

    page = _DARK if dark else _LIGHT
    return {
        "axes.edgecolor": page["soft"],
        "axes.facecolor": page["ground"],
        "axes.grid": True,
        "axes.labelcolor": page["ink"],
        "axes.prop_cycle": cycler(color=ON_DARK if dark else ON_LIGHT),
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.axisbelow": True,
        "axes.titlelocation": "left",
        "axes.titleweight": "normal",
        "figure.constrained_layout.use": True,
        "figure.dpi": 110,
        "figure.facecolor": page["ground"],
        "font.size": 10,
        "grid.color": page["grid"],
        "image.cmap": "cividis" if dark else "Blues",
        "legend.frameon": False,
        "text.color": page["ink"],
        "xtick.color": page["soft"],
        "xtick.labelcolor": page["ink"],
        "ytick.color": page["soft"],
        "ytick.labelcolor": page["ink"],
    }


def short_names(components: Iterable[str]) -> dict[str, str]:
    """Return short names of components that still tell them apart.

    Parameters
    ----------
    components : iterable of str
        Specs of agents.

    Returns
    -------
    dict of str to str
        Of each, the name without brackets, with the vectors if only they tell it from another, else the spec.

    Examples
    --------
    >>> list(short_names(["margin(embedding=use)", "margin(embedding=glove50)", "random"]).values())
    ['margin, use', 'margin, glove50', 'random']
    """
    specs = list(dict.fromkeys(components))
    ways = [
        {spec: spec.partition("(")[0] for spec in specs},
        {spec: _with_vectors(spec) for spec in specs},
    ]
    return {spec: next((way[spec] for way in ways if _alone(way, spec)), spec) for spec in specs}


def _with_vectors(spec: str) -> str:
    name, _, inner = spec.partition("(")
    _, _, vectors = inner.rpartition("embedding=")
    return f"{name}, {vectors.partition(',')[0].rstrip(')')}" if vectors else name


def _alone(way: Mapping[str, str], spec: str) -> bool:
    return sum(name == way[spec] for name in way.values()) == 1
