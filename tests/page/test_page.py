"""The page of a run: whole, in one file, readable by everyone, and with the figures of the run."""

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cluejam_ai
from cluejam_ai.errors import RecordError
from cluejam_ai.page import sections
from cluejam_ai.page.build import build_page
from cluejam_ai.page.charts import ROLE_COLOURS, ROLE_INK, shade
from cluejam_ai.page.games import draw_match, worst_matches
from cluejam_ai.page.html import figure_text, tag
from cluejam_ai.page.names import component

VOID = {"meta", "br", "rect", "line", "circle", "path"}


class Reader(HTMLParser):
    """Reads a page: its text, what it points to, and whether its tags are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.points_to: list[str] = []
        self.ids: list[str] = []
        self.feed(page)
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for key, value in attrs:
            if key in ("href", "src", "data", "action"):
                self.points_to.append(value or "")
            if key == "id":
                self.ids.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def crossplay_page(crossplay_run: cluejam_ai.Run) -> str:
    return build_page(cluejam_ai.read_run(crossplay_run))


@pytest.fixture(scope="module")
def contest_page(contest_run: cluejam_ai.Run) -> str:
    return build_page(cluejam_ai.read_run(contest_run))


@pytest.mark.parametrize("kind", ["crossplay_page", "contest_page"])
def test_a_page_needs_nothing_but_itself(kind: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(kind)
    read = Reader(page)
    assert read.open == []
    assert read.points_to
    # the page points only to places in itself
    assert all(target.removeprefix("#") in read.ids for target in read.points_to)
    assert "<script" not in page
    assert re.findall(r"url\((?!#)", page) == []
    assert "@import" not in page


def test_a_page_tells_question_figures_matrix_differences_risk_games_and_manifest(
    crossplay_page: str, crossplay_run: cluejam_ai.Run
) -> None:
    text = Reader(crossplay_page).text
    for words in (
        "How well do 4 pairings",
        "80 games on 20 boards; rules duo; seed 1",
        "Cross-play",
        "inter-cross-play",
        "Which differences are real",
        "What was touched",
        "mean clue number",
        "The worst games",
        '"schema_version": 1',
        f"cluejam show {crossplay_run.folder} --match",
    ):
        assert words in text, words


@pytest.mark.parametrize(
    "n_pairings, told", [(36, []), (40, ["The first 36 pairings; 4 more are left out here"])]
)
def test_a_section_that_leaves_pairings_out_says_how_many(n_pairings: int, told: list[str]) -> None:
    assert [str(part)[3 : 3 + len(told[0])] for part in sections._left_out(n_pairings)] == told


def test_a_page_has_the_figures_of_the_run(crossplay_page: str, crossplay_run: cluejam_ai.Run) -> None:
    matches = crossplay_run.matches
    apart = matches[matches["pairing"] == "margin(embedding=use) > nearest(embedding=glove50)"]
    found = cluejam_ai.summarise(apart)["cards_found"]
    cell = f"<b>{found.value:.2f}</b><small>{found.low:.2f} to {found.high:.2f}</small>"
    # in the table of figures, and in the heat map
    assert crossplay_page.count(cell) == 2


def test_a_figure_of_fewer_games_has_its_n_beside_it(tmp_path: Path) -> None:
    guessers = ["nearest", "noisy"]
    run = cluejam_ai.crossplay("duo", ["margin"], guessers, games=20, seed=1, out=tmp_path / "run")
    page = build_page(cluejam_ai.read_run(run))
    matches = run.matches
    sizes = matches[matches["won"]].groupby("pairing", observed=True)["own_turns"].agg(["size", "mean"])
    some = sizes[sizes["size"].between(2, 19)]
    assert len(some), "this test needs a pairing that lost a game"
    for size, mean in some.itertuples(index=False):
        ends = f"<b>{mean:.2f}</b><small>[0-9.]+ to [0-9.]+, n = {size}</small>"
        # in the table of figures
        assert len(re.findall(ends, page)) == 1


@pytest.mark.parametrize("kind, n", [("crossplay_page", 20), ("contest_page", 15)])
def test_every_table_of_figures_tells_n_once(kind: str, n: int, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(kind)
    told = f"<caption>n = {n}, unless a figure has another beside it.</caption>"
    for table in re.findall(r"<table>.*?</table>", page):
        # of clues by number n stands in a column, of means in each cell
        if " to " in table and '<th scope="col">n</th>' not in table and "self-play" not in table:
            assert told in table
    means = page.partition(">Self-play and cross-play</h3>")[2].partition("</table>")[0]
    assert means.count("n = 20</small>") == means.count(" to ")


def test_the_page_of_a_tournament_has_strengths_and_meetings(contest_page: str) -> None:
    text = Reader(contest_page).text
    for words in ("Which of 3 teams is the strongest", "first gains", "Strengths of the roles", "beats"):
        assert words in text, words


def test_a_team_without_a_finite_strength_has_no_bar_and_is_told(
    contest_run: cluejam_ai.Run, contest_page: str
) -> None:
    ratings = cluejam_ai.rate_teams(contest_run).ratings
    alone = [group for group in ratings.groups if len(group) == 1]
    assert alone, "this test needs a team that lost, or won, everything"
    assert contest_page.count("no finite estimate") >= len(alone)
    strengths = contest_page.partition(">Tournament</h2>")[2].partition("</table>")[0]
    assert strengths.count("<svg") == len(ratings.teams) - len(alone)
    assert "groups (" in Reader(contest_page).text


@pytest.mark.parametrize("kind", ["crossplay_run", "contest_run"])
def test_a_drawn_board_shows_the_key_of_who_gave_the_clue(kind: str, request: pytest.FixtureRequest) -> None:
    run = request.getfixturevalue(kind)
    matches = run.matches
    # a match in which both seats gave clues
    number = int(np.flatnonzero((matches["turns"] >= 2) & (matches["spymaster"] != "random"))[0])
    match = matches.iloc[number]
    drawn = str(draw_match(run, number, component(str(match["spymaster"]))))
    meant = re.findall(r'<i>([anox])</i><i title="meant">', drawn)
    turns, guesses = (
        frame[(frame[["pairing", "board", "seating"]] == match[["pairing", "board", "seating"]]).all(axis=1)]
        for frame in (run.turns, run.guesses)
    )
    assert turns["seat"].nunique() == 2
    # agents mean own cards only, each on the key of its own
    assert meant == ["a"] * sum(int(bits).bit_count() for bits in turns["targets"])
    touched = re.findall(r'<i>([anox])</i>(?:<i title="meant">◎</i>)?<i class="order">', drawn)
    letters = {"agent": "a", "bystander": "n", "other": "o", "assassin": "x"}
    assert sorted(touched) == sorted(letters[role] for role in guesses["role"])


def test_a_page_of_one_pairing_leaves_out_what_needs_more(crossplay_run: cluejam_ai.Run) -> None:
    one = cluejam_ai.load_run(crossplay_run.folder)
    for table in ("matches", "turns", "guesses"):
        frame = getattr(one, table)
        setattr(one, table, frame[frame["pairing"] == frame["pairing"].iloc[0]])
    text = Reader(build_page(cluejam_ai.read_run(one))).text
    assert "How well do this spymaster and guesser play duo?" in text
    assert "Cross-play" not in text
    assert "Which differences" not in text


def test_a_run_that_was_cut_short_says_so(crossplay_run: cluejam_ai.Run) -> None:
    cut = cluejam_ai.load_run(crossplay_run.folder)
    cut.manifest["status"] = "interrupted"
    assert "This run is interrupted" in build_page(cluejam_ai.read_run(cut))


def test_names_cannot_break_the_page() -> None:
    assert str(component('<b>"x" & y')) == '<span class="name">&lt;b&gt;&quot;x&quot; &amp; y</span>'
    assert tag("i", "<", title='"') == '<i title="&quot;">&lt;</i>'


def _luminance(colour: str) -> float:
    parts = colour.lstrip("#")
    parts = "".join(2 * x for x in parts) if len(parts) == 3 else parts
    channels = np.array([int(parts[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    linear = np.where(channels <= 0.03928, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours. Source: W3C, Web Content Accessibility Guidelines 2.1."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_is_readable_on_every_colour() -> None:
    for role, ground in ROLE_COLOURS.items():
        assert contrast(ground, ROLE_INK[role]) >= 4.5, role
    for share in np.linspace(0, 1, 101):
        assert contrast(*shade(share)) >= 4.5, share


def test_a_deeper_cell_is_a_larger_figure() -> None:
    grounds = [_luminance(shade(share)[0]) for share in np.linspace(0, 1, 11)]
    assert grounds == sorted(grounds, reverse=True)


def test_the_worst_games_are_lost_with_least_found_one_of_each_pairing_first() -> None:
    matches = pd.DataFrame(
        {
            "pairing": ["a", "a", "a", "b", "c"],
            "board": range(5),
            "won": [False, False, True, False, True],
            "own_turns": [3, 2, 9, 5, 4],
            "found": [1, 1, 15, 7, 15],
        }
    )
    assert worst_matches(matches, 5) == [1, 3, 4, 0, 2]
    assert worst_matches(matches, 2) == [1, 3]


def test_the_worst_games_are_of_unlike_boards_where_there_are_some() -> None:
    matches = pd.DataFrame(
        {
            "pairing": ["a", "b", "b", "c", "c"],
            "board": [7, 7, 8, 7, 8],
            "won": [False] * 5,
            "own_turns": [1] * 5,
            "found": [0, 1, 2, 3, 4],
        }
    )
    # each pairing once; the last has been seen on both boards, so its worst is drawn
    assert worst_matches(matches, 3) == [0, 2, 3]


def test_a_wide_table_scrolls_in_its_box_and_shows_that_it_goes_on(crossplay_page: str) -> None:
    style = crossplay_page.partition("<style>")[2].partition("</style>")[0]
    (box,) = re.findall(r"\n\.wide \{([^}]*)\}", style)
    assert "overflow-x: auto" in box
    assert "radial-gradient" in box
    assert crossplay_page.count("<table") == crossplay_page.count('<div class="wide"')


def test_the_means_say_what_makes_one_agent(crossplay_run: cluejam_ai.Run) -> None:
    for way, words in (
        ("vectors", "whatever their algorithms"),
        ("diagonal", "same place"),
    ):
        reading = cluejam_ai.read_run(crossplay_run, agents=way)  # type: ignore[arg-type]
        text = Reader(build_page(reading, worst=0)).text
        assert f"Grouped by {way}. self-play: " in text
        assert words in text


def test_numbers_are_told_as_people_write_them() -> None:
    told = [figure_text(x, 2) for x in (0.5, -0.001, -1.25, float("nan"), float("inf"))]
    assert told == ["0.50", "0.00", "−1.25", "–", "∞"]


def test_a_page_is_written_whole_or_not_at_all(crossplay_run: cluejam_ai.Run, tmp_path: Path) -> None:
    path = cluejam_ai.write_report(crossplay_run, tmp_path / "page.html", worst=0)
    assert path.read_text(encoding="utf-8").endswith("</html>\n")
    assert [p.name for p in tmp_path.iterdir()] == ["page.html"]
    with pytest.raises(RecordError, match="No such file or directory"):
        cluejam_ai.write_report(crossplay_run, tmp_path / "nowhere" / "page.html")
    with pytest.raises(RecordError, match="it is a folder"):
        cluejam_ai.write_report(crossplay_run, tmp_path)
