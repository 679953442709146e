"""Draws charts as inline SVG and coloured tables that the colour-blind can read."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cluejam_ai.metrics.crossplay import Matrix
from cluejam_ai.metrics.estimates import Estimate, common_n
from cluejam_ai.page.html import Html, escape, figure_text, join, small_print, table, tag, told_n
from cluejam_ai.palette import BLACK, BLUE, ORANGE, ROLE_COLOURS, ROLE_INK

GREY, GRID = "#6b6b6b", "#dcdcdc"
_PALE, _DEEP = (247, 251, 255), (8, 48, 107)


def svg(width: float, height: float, *children: object, label: str) -> Html:
    """Return a drawing with a text for who cannot see it."""
    return tag(
        "svg",
        *children,
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
        role="img",
        aria_label=label,
        xmlns="http://www.w3.org/2000/svg",
    )


def text(x: float, y: float, words: object, anchor: str = "middle", **more: object) -> Html:
    """Return text in a drawing."""
    return tag("text", words, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, **more)


def shade(share: float) -> tuple[str, str]:
    """Return the colour of a share from 0 to 1, pale to deep, and that of readable text on it."""
    share = min(1.0, max(0.0, share))
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(_PALE, _DEEP, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}", "#fff" if share > 0.64 else "#000"


def heat_map(found: Matrix, digits: int, names: Mapping[str, Html], least: float, most: float) -> Html:
    """Return a cross-play matrix as a table whose cells are deeper the larger the figure.

    Parameters
    ----------
    found : Matrix
    digits : int
    names : mapping of str to Html
        What is shown for each component.
    least, most : float
        Figures of the palest and the deepest cell.
    """
    span = most - least if most > least else 1.0
    usual = common_n(found.cells.values())

    def cell(one: Estimate) -> Html:
        if math.isnan(one.value):
            return tag("td", "–", class_="heat")
        ground, ink = shade((one.value - least) / span)
        inner = (tag("b", figure_text(one.value, digits)), tag("small", small_print(one, digits, usual)))
        return tag(
            "td", *inner, class_="heat", style=f"background:{ground};color:{ink}", title=f"n = {one.n}"
        )

    rows = [
        [names[spymaster], *(cell(found.cell(spymaster, guesser)) for guesser in found.guessers)]
        for spymaster in found.spymasters
    ]
    return table(["spymaster ↓  guesser →", *(names[g] for g in found.guessers)], rows, told_n(usual))


def interval_bar(found: Estimate, least: float, most: float, mark: float | None = None) -> Html:
    """Return a point with its interval on a line from `least` to `most`, 180 wide; `mark` is dashed."""
    width, pad = 180, 8
    span = most - least if most > least else 1.0

    def at(value: float) -> float:
        return pad + (width - 2 * pad) * min(1.0, max(0.0, (value - least) / span))

    parts = [tag("line", x1=pad, x2=width - pad, y1=11, y2=11, stroke=GRID, stroke_width=1)]
    if mark is not None and least <= mark <= most:
        x = f"{at(mark):.1f}"
        parts.append(tag("line", x1=x, x2=x, y1=1, y2=21, stroke=GREY, stroke_dasharray="2 2"))
    if not math.isnan(found.value):
        low, high = (at(v) if not math.isnan(v) else at(found.value) for v in (found.low, found.high))
        parts.append(
            tag("line", x1=f"{low:.1f}", x2=f"{high:.1f}", y1=11, y2=11, stroke=BLUE, stroke_width=4)
        )
        parts.append(tag("circle", cx=f"{at(found.value):.1f}", cy=11, r=5, fill=BLACK))
    told = f"{figure_text(found.value, 2)}, {figure_text(found.low, 2)} to {figure_text(found.high, 2)}"
    return svg(width, 22, *parts, label=told)


def columns(won: Sequence[int], lost: Sequence[int], title: object) -> Html:
    """Return how many matches took so many turns: won ones full, lost ones hatched and on top.

    Parameters
    ----------
    won, lost : sequence of int
        Matches of 1, 2, ... turns.
    """
    width, height, left, base = 250, 120, 26, 98
    most = max([1, *(a + b for a, b in zip(won, lost, strict=True))])
    step = (width - left - 6) / max(1, len(won))
    parts = [text(left - 4, 14, most, "end"), text(left - 4, base, 0, "end")]
    parts.append(tag("line", x1=left, x2=width - 4, y1=base, y2=base, stroke=GREY))
    every = max(1, math.ceil(len(won) / 9))
    for i, (wins, losses) in enumerate(zip(won, lost, strict=True)):
        x, up = left + i * step, (base - 8) / most
        high, more = wins * up, losses * up
        box = {"x": f"{x + 1:.1f}", "width": f"{max(1.0, step - 2):.1f}"}
        parts.append(tag("rect", y=f"{base - high:.1f}", height=f"{high:.1f}", fill=BLUE, **box))
        parts.append(
            tag(
                "rect",
                y=f"{base - high - more:.1f}",
                height=f"{more:.1f}",
                fill="url(#lost)",
                stroke=ORANGE,
                **box,
            )
        )
        if i % every == 0:
            parts.append(text(x + step / 2, base + 13, i + 1))
    told = "matches won by turns " + ", ".join(map(str, won)) + "; lost " + ", ".join(map(str, lost))
    return tag("figure", svg(width, height, *parts, label=told), tag("figcaption", title))


HATCH = svg(
    0,
    0,
    tag(
        "defs",
        tag(
            "pattern",
            tag("rect", width=6, height=6, fill="#fff3da"),
            tag("line", x1=0, y1=0, x2=0, y2=6, stroke=ORANGE, stroke_width=3),
            id="lost",
            width=6,
            height=6,
            patternUnits="userSpaceOnUse",
            patternTransform="rotate(45)",
        ),
    ),
    label="",
)


def stacked(shares: Mapping[str, float]) -> Html:
    """Return shares by role as one bar, 240 wide, with the percentage where it has room."""
    width, height, x = 240, 24, 0.0
    parts = []
    for role, share in shares.items():
        if not share > 0:
            continue
        wide = width * share
        parts.append(
            tag("rect", x=f"{x:.1f}", y=0, width=f"{wide:.1f}", height=height, fill=ROLE_COLOURS[role])
        )
        if wide > 30:
            parts.append(text(x + wide / 2, 16, f"{100 * share:.0f} %", fill=ROLE_INK[role]))
        x += wide
    told = ", ".join(f"{role} {100 * share:.1f} %" for role, share in shares.items())
    return svg(width, height, *parts, label=told)


@dataclass(frozen=True)
class Point:
    """A point of a scatter: where it is, its interval upwards, its size from 0 to 1, its letter and name."""

    x: float
    y: Estimate
    size: float
    mark: str
    name: Html


def scatter(points: Sequence[Point], x_title: str, y_title: str, most_x: float) -> Html:
    """Return points with their intervals; y goes from 0 to 1, a larger ring is a larger size."""
    width, height, left, top, base = 520, 330, 46, 12, 286

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (width - left - 14) * x / most_x, base - (base - top) * y

    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, share)
        parts.append(tag("line", x1=left, x2=width - 8, y1=f"{y:.1f}", y2=f"{y:.1f}", stroke=GRID))
        parts.append(text(left - 6, y + 4, f"{share:.2f}", "end"))
    for number in range(int(most_x) + 1):
        parts.append(text(at(number, 0)[0], base + 16, number))
    parts += [text((left + width) / 2, height - 8, x_title), _upright(14, (top + base) / 2, y_title)]
    for point in points:
        x, y = at(point.x, point.y.value)
        low, high = at(0, point.y.low)[1], at(0, point.y.high)[1]
        line = {"x1": f"{x:.1f}", "x2": f"{x:.1f}", "y1": f"{low:.1f}", "y2": f"{high:.1f}"}
        ring = 8 + 16 * math.sqrt(max(0.0, point.size))
        place = {"cx": f"{x:.1f}", "cy": f"{y:.1f}"}
        parts.append(tag("line", stroke=GREY, stroke_width=1.5, **line))
        parts.append(tag("circle", r=f"{ring:.1f}", fill=ORANGE, fill_opacity=0.25, stroke=ORANGE, **place))
        parts.append(tag("circle", r=8, fill="#fff", stroke=BLUE, stroke_width=1.5, **place))
        parts.append(text(x, y + 4, point.mark, font_weight="bold"))
    told = "; ".join(f"{p.mark}: {p.x:.2f}, {p.y.value:.2f}" for p in points)
    legend = tag("ol", *(tag("li", tag("b", p.mark), " ", p.name) for p in points), class_="legend")
    return join([tag("div", svg(width, height, *parts, label=told), class_="chart"), legend])


def _upright(x: float, y: float, words: str) -> Html:
    return tag(
        "text",
        escape(words),
        x=f"{x:g}",
        y=f"{y:g}",
        text_anchor="middle",
        transform=f"rotate(-90 {x:g} {y:g})",
    )


def swatches(labels: Mapping[str, str]) -> Html:
    """Return what the colours of roles mean."""
    items = [
        tag("span", tag("i", "", style=f"background:{ROLE_COLOURS[role]}"), label, class_="swatch")
        for role, label in labels.items()
    ]
    return tag("p", *items, class_="swatches")
