"""Writes HTML: tags with escaped text, tables and numbers."""

import html
import math
from collections.abc import Iterable, Sequence

from cluejam_ai.metrics.estimates import Estimate

_VOID = ("meta", "br", "rect", "line", "circle", "path")


class Html(str):
    """Text that is HTML already and must not be escaped again."""

    __slots__ = ()


def escape(value: object) -> Html:
    """Return text that a browser shows as it is."""
    return value if isinstance(value, Html) else Html(html.escape(str(value)))


def tag(name: str, /, *children: object, **attributes: object) -> Html:
    """Return an element; children that are no `Html` are escaped.

    Parameters
    ----------
    **attributes
        `class_` stands for class, and other underscores for hyphens.

    Examples
    --------
    >>> tag("p", "a < b", class_="note")
    '<p class="note">a &lt; b</p>'
    """
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for key, value in attributes.items()
    )
    if name in _VOID:
        inner = join(children)
        return Html(f"<{name}{told}>{inner}</{name}>" if inner else f"<{name}{told}/>")
    return Html(f"<{name}{told}>{join(children)}</{name}>")


def join(children: Iterable[object], between: str = "") -> Html:
    """Return elements one after the other."""
    return Html(between.join(escape(child) for child in children))


def table(headers: Sequence[object], rows: Iterable[Sequence[object]], caption: str = "") -> Html:
    """Return a table that scrolls sideways where it is too wide; the first cell of a row is its head."""
    head = tag("tr", *(tag("th", cell, scope="col") for cell in headers))
    body = [tag("tr", tag("th", row[0], scope="row"), *(_cell(cell) for cell in row[1:])) for row in rows]
    told = [tag("caption", caption)] if caption else []
    return tag("div", tag("table", *told, tag("thead", head), tag("tbody", *body)), class_="wide")


def _cell(value: object) -> Html:
    return value if isinstance(value, Html) and value.startswith("<td") else tag("td", value)


def figure_text(value: float, digits: int) -> str:
    """Return a number, or a dash where there is none."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞"
    # -0.00 is 0.00
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def told_n(usual: int | None) -> str:
    """Return how many observations the figures of a table have, for its caption."""
    return (
        "n is beside each figure."
        if usual is None
        else f"n = {usual}, unless a figure has another beside it."
    )


def small_print(found: Estimate, digits: int, usual: int | None) -> str:
    """Return an interval, with its n where that is not the one that is told for the whole table."""
    ends = f"{figure_text(found.low, digits)} to {figure_text(found.high, digits)}"
    # one observation says nothing about spread
    parts = [] if math.isnan(found.low) else [ends]
    return ", ".join([*parts, *([f"n = {found.n}"] if found.n != usual or not parts else [])])


def interval(found: Estimate, digits: int, usual: int | None) -> Html:
    """Return a figure with its interval in small print, and its n, also on hovering.

    Parameters
    ----------
    found : Estimate
    digits : int
        After the point.
    usual : int or None
        The n that is told once for all figures of the table or row; another is told with the figure.
    """
    value = figure_text(found.value, digits)
    if found.low == -math.inf and found.high == math.inf:
        return tag("span", "no finite estimate", title=f"n = {found.n}")
    if math.isnan(found.value):
        return tag("span", value)
    told = small_print(found, digits, usual)
    small = [tag("small", told)] if told else []
    return tag("span", tag("b", value), *small, title=f"n = {found.n}")


def p_text(p: float) -> str:
    """Return a p value."""
    if math.isnan(p):
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def verdict(real: bool) -> Html:
    """Return whether a difference is real, in a word."""
    return tag("b", "real") if real else tag("span", "not shown")
