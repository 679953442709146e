"""What a picture shows is what it was given: points, ends, numbers, cards."""

import math
from itertools import combinations

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation, Text

import cluejam_ai
from cluejam_ai import plots
from cluejam_ai.errors import CluejamError
from cluejam_ai.metrics.crossplay import Matrix
from cluejam_ai.metrics.estimates import NOTHING, Estimate
from cluejam_ai.palette import ROLE_COLOURS, ROLE_INK
from cluejam_ai.plots.style import ON_DARK, ON_LIGHT

MARGIN, KIM = Estimate(0.5, 0.4, 0.7, 90), Estimate(0.3, 0.25, 0.4, 1200)


def words_in(figure):
    """Return all text of a picture."""
    figure.canvas.draw()
    return [text.get_text() for text in figure.findobj(lambda artist: hasattr(artist, "get_text"))]


def segments(axes):
    """Return the ends of all bars of intervals."""
    found = [c for c in axes.collections if isinstance(c, LineCollection)]
    return [segment for collection in found for segment in collection.get_segments()]


def test_a_figure_is_a_point_with_its_interval():
    figure = plots.intervals({"margin": MARGIN, "kim": KIM}, title="Won", unit="share of games")
    (axes,) = figure.axes
    assert list(axes.lines[0].get_xdata()) == [0.5, 0.3]
    assert [s[:, 0].tolist() for s in segments(axes)] == [
        pytest.approx([0.4, 0.7]),
        pytest.approx([0.25, 0.4]),
    ]
    told = words_in(figure)
    assert "Won" in told
    assert "share of games" in told
    assert "n = 90 to 1,200 games each; bars: 95 % intervals" in told
    assert [label.get_text() for label in axes.get_yticklabels()] == ["margin", "kim"]


def test_series_stand_beside_each_other_and_have_a_sign_each():
    figure = plots.intervals({"duo": {"a": MARGIN}, "duet": {"a": KIM}}, title="t", unit="u")
    (axes,) = figure.axes
    first, second = (line for line in axes.lines if line.get_marker() in ("o", "s"))
    assert first.get_ydata()[0] < second.get_ydata()[0]
    assert first.get_color() != second.get_color()
    assert {"duo", "duet"} <= set(words_in(figure))


def test_an_unknown_interval_is_not_drawn_and_does_not_stop_the_others():
    one = Estimate(0.5, math.nan, math.nan, 1)
    (axes,) = plots.intervals({"one": one, "none": NOTHING, "kim": KIM}, title="t", unit="u").axes
    lengths = [np.ptp(s[:, 0]) for s in segments(axes) if len(s)]
    assert [x for x in lengths if not math.isnan(x)] == pytest.approx([0, 0.15])


def test_the_line_to_compare_with_is_in_the_picture():
    (axes,) = plots.intervals({"kim": KIM}, title="t", unit="u", mark=(0.9, "half"), limits=(0, None)).axes
    assert axes.get_xlim()[0] == 0
    assert axes.get_xlim()[1] > 0.9
    assert 0.9 in [line.get_xdata()[0] for line in axes.lines]


def test_a_curve_goes_through_its_figures():
    series = {"two lives": {9: KIM, 12: MARGIN}}
    figure = plots.curves(series, title="t", across="turns", unit="won", mark=(0.5, "half"))
    (axes,) = figure.axes
    assert axes.lines[0].get_xydata().tolist() == [[9, 0.3], [12, 0.5]]
    band = axes.collections[0].get_paths()[0].vertices
    assert {tuple(p) for p in band} >= {(9, 0.25), (9, 0.4), (12, 0.4), (12, 0.7)}
    assert any(text.endswith("bands: 95 % intervals; dashed: half") for text in words_in(figure))


def test_points_have_both_intervals_and_their_names():
    figure = plots.points({"use": {"margin": (MARGIN, KIM)}}, title="t", across="a", up="b", named=True)
    (axes,) = figure.axes
    assert axes.lines[0].get_xydata().tolist() == [[0.5, 0.3]]
    spans = {tuple(np.ptp(s, axis=0).round(6).tolist()) for s in segments(axes)}
    assert spans == {(0.3, 0.0), (0.0, 0.15)}
    assert "margin" in words_in(figure)


def test_a_matrix_says_every_cell(crossplay_run):
    found = cluejam_ai.read_run(crossplay_run).matrices["cards_found"]
    figure = plots.matrix(found, title="Cards found", unit="cards of 15", digits=1)
    told = words_in(figure)
    for cell in found.cells.values():
        assert f"{cell.value:.1f}" in told
        assert f"{cell.low:.1f} to {cell.high:.1f}" in told
    assert {"spymaster", "guesser", "margin", "kim"} <= set(told)
    assert {"nearest\nuse", "nearest\nglove50"} <= set(told)


def test_columns_are_stacked():
    (axes,) = plots.counts({"won": [0, 2, 5], "lost": [1, 1]}, title="t", across="turns").axes
    heights = [(bar.get_x() + bar.get_width() / 2, bar.get_y(), bar.get_height()) for bar in axes.patches]
    assert heights == [(1, 0, 0), (2, 0, 2), (3, 0, 5), (1, 0, 1), (2, 2, 1), (3, 5, 0)]


def test_a_game_is_told_as_it_was_recorded(crossplay_run):
    match = crossplay_run.matches.iloc[-1]
    figure = plots.game(crossplay_run, len(crossplay_run.matches) - 1)
    turns = crossplay_run.turns.query("pairing == @match.pairing and board == @match.board")
    guesses = crossplay_run.guesses.query("pairing == @match.pairing and board == @match.board")
    assert len(figure.axes) == match["turns"] == len(turns)
    covered = set()
    for axes, (_, turn) in zip(figure.axes, turns.iterrows(), strict=True):
        cards = [patch for patch in axes.patches if isinstance(patch, Rectangle) and patch.get_fill()]
        frames = [patch for patch in axes.patches if not patch.get_fill()]
        assert len(cards) == 25
        assert len(frames) == int(turn["targets"]).bit_count() == turn["number"]
        assert f"{turn['clue'].upper()} {turn['number']}: {turn['right']} right" in axes.get_title(loc="left")
        here = guesses[guesses["turn"] == turn["turn"]]
        numbers = sorted(int(t.get_text()) for t in axes.texts if t.get_text().isdigit())
        assert numbers == list(range(1, len(here) + 1))
        pale = {place for place, card in enumerate(cards) if card.get_alpha() < 1}
        assert covered <= pale
        covered |= set(here.loc[here["role"] == "agent", "place"])


def contrast(one, other):
    """Return the contrast of two colours as the web content guidelines (WCAG 2) define it."""

    def light(colour):
        parts = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in to_rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_ink_and_series_are_seen_on_their_page(dark):
    figure = plots.intervals({"margin": MARGIN}, title="t", unit="u", dark=dark)
    ground = figure.get_facecolor()
    assert contrast(figure.axes[0].xaxis.label.get_color(), ground) > 7
    assert min(contrast(colour, ground) for colour in (ON_DARK if dark else ON_LIGHT)) > 2.2


def test_words_on_cards_can_be_read():
    assert min(contrast(ROLE_COLOURS[role], ROLE_INK[role]) for role in ROLE_COLOURS) > 4.5


def test_a_picture_of_nothing_is_refused_by_its_title():
    empty = Matrix((), (), {})
    for draw in (
        lambda: plots.intervals({}, title="Won", unit="u"),
        lambda: plots.curves({"a": {}}, title="Won", across="a", unit="u"),
        lambda: plots.points({}, title="Won", across="a", up="b"),
        lambda: plots.counts({"a": []}, title="Won", across="a"),
        lambda: plots.matrix(empty, title="Won", unit="u"),
    ):
        with pytest.raises(CluejamError, match="picture 'Won': there is nothing to draw"):
            draw()


def names_of(figure):
    return [text for text in figure.axes[0].texts if isinstance(text, Annotation)]


def test_names_cover_neither_each_other_nor_a_point_and_stay_inside():
    crowd = {
        f"spymaster {k}": (Estimate(x, x - 0.3, x + 0.3, 9), Estimate(y, y - 0.1, y + 0.1, 9))
        for k, (x, y) in enumerate(
            [(1, 1), (1.02, 1.01), (1.05, 0.99), (1.3, 1), (2, 1.4), (2.02, 1.4), (3, 1)]
        )
    }
    figure = plots.points({"": crowd}, title="t", across="x", up="y", named=True)
    names = names_of(figure)
    figure.draw_without_rendering()
    assert [text.get_text() for text in names] == list(crowd)
    # of the words alone: the line to a point may pass another name
    boxes = [Text.get_window_extent(text) for text in names]
    points = figure.axes[0].transData.transform([(a.value, b.value) for a, b in crowd.values()])
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert not any(box.contains(*point) for box in boxes for point in points)
    around = figure.axes[0].get_window_extent()
    assert all(around.contains(*corner) for box in boxes for corner in box.corners())


def test_some_points_can_be_named():
    pair = (MARGIN, KIM)
    series = {"use": {"margin": pair, "kim": (KIM, MARGIN)}, "minilm": {"margin": pair}}
    chosen = [("minilm", "margin"), ("use", "kim")]
    figure = plots.points(series, title="t", across="x", up="y", named=chosen)
    assert [text.get_text() for text in names_of(figure)] == ["margin", "kim"]
    colours = [line.get_color() for line in figure.axes[0].lines]
    assert names_of(figure)[0].get_color() in colours
    assert names_of(figure)[0].get_color() != names_of(figure)[1].get_color()
    assert names_of(plots.points(series, title="t", across="x", up="y")) == []
