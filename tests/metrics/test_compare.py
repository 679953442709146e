"""Two rows on the same boards: what differs, whether that is real, and which boards count."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from scipy import stats

import cluejam_ai
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.metrics import power
from cluejam_ai.metrics.clues import with_clues
from cluejam_ai.metrics.compare import Comparison, Difference
from cluejam_ai.metrics.matches import summarise
from cluejam_ai.metrics.rows import find_row, pairing_frames

ALIKE, APART = (
    "margin(embedding=use) > nearest(embedding=use)",
    "margin(embedding=use) > nearest(embedding=glove50)",
)


def by_name(found: Comparison) -> dict[str, Difference]:
    return {d.figure: d for d in found.differences}


@pytest.fixture(scope="module")
def found(crossplay_run: cluejam_ai.Run) -> dict[str, Difference]:
    return by_name(cluejam_ai.compare(crossplay_run, rows=[ALIKE, APART], see={"cards_found": 0.5}))


def test_the_values_are_those_of_the_summary(
    found: dict[str, Difference], crossplay_run: cluejam_ai.Run
) -> None:
    matches = crossplay_run.matches
    for side, name in (("first", ALIKE), ("second", APART)):
        for figure, estimate in summarise(matches[matches["pairing"] == name]).items():
            if figure in found:
                value = getattr(found[figure], side)
                assert value == pytest.approx(estimate.value, nan_ok=True), figure


def test_wins_are_tested_by_mcnemar_and_means_by_tossing_signs(
    found: dict[str, Difference], crossplay_run: cluejam_ai.Run
) -> None:
    matches = with_clues(crossplay_run)
    one, other = (matches[matches["pairing"] == name].sort_values("board") for name in (ALIKE, APART))
    won, lost = one["won"].to_numpy(), other["won"].to_numpy()
    win = found["win_rate"]
    assert (win.test, win.only_first, win.only_second) == (
        "sign",
        int((won & ~lost).sum()),
        int((~won & lost).sum()),
    )
    assert win.p == pytest.approx(stats.binomtest(win.only_first, win.only_first + win.only_second).pvalue)
    step = one["found"].to_numpy() - other["found"].to_numpy()
    cards = found["cards_found"]
    assert cards.test == "permutation"
    assert cards.difference == pytest.approx(step.mean())
    assert cards.effect == pytest.approx(step.mean() / step.std(ddof=1))
    assert cards.low < stats.ttest_rel(one["found"], other["found"]).confidence_interval().high


def test_boards_needed_are_for_the_difference_that_was_asked_about(found: dict[str, Difference]) -> None:
    cards = found["cards_found"]
    spread = cards.difference / cards.effect
    assert cards.wanted == 0.5
    assert cards.boards_needed == math.ceil(((1.959964 + 0.841621) * spread / 0.5) ** 2)
    assert found["win_rate"].wanted is None


def test_boards_needed_for_wins_take_the_difference_that_was_asked_about(
    crossplay_run: cluejam_ai.Run,
) -> None:
    win = by_name(cluejam_ai.compare(crossplay_run, rows=[ALIKE, APART], see={"win_rate": 0.05}))["win_rate"]
    assert win.only_first is not None
    assert win.only_second is not None
    discordant = (win.only_first + win.only_second) / win.n
    assert discordant > 0
    assert win.boards_needed == power.boards_for_shares(0.05, discordant)


def test_no_difference_is_told_as_seen_where_no_board_differs(crossplay_run: cluejam_ai.Run) -> None:
    same = by_name(cluejam_ai.compare(crossplay_run, crossplay_run, rows=["1"]))
    assert all(math.isnan(d.detectable) for d in same.values())


def test_figures_that_say_nothing_in_a_game_are_left_out(found: dict[str, Difference]) -> None:
    assert not {"score25", "other_rate", "colt"} & set(found)
    assert {"win_rate", "intended_precision", "proximity"} <= set(found)


def test_a_row_compared_with_itself_differs_nowhere(crossplay_run: cluejam_ai.Run) -> None:
    same = cluejam_ai.compare(crossplay_run, crossplay_run, rows=["1"])
    for d in same.differences:
        assert math.isnan(d.difference) or d.difference == 0
        assert math.isnan(d.p) or d.p == 1


def test_swapping_the_rows_turns_every_difference_round(
    found: dict[str, Difference], crossplay_run: cluejam_ai.Run
) -> None:
    for figure, d in by_name(cluejam_ai.compare(crossplay_run, rows=[APART, ALIKE])).items():
        other = found[figure]
        assert d.difference == pytest.approx(-other.difference, nan_ok=True), figure
        assert (d.p, d.effect) == pytest.approx((other.p, -other.effect), abs=0.02, nan_ok=True), figure
        assert (d.only_first, d.only_second) == (other.only_second, other.only_first), figure
        assert (d.low, d.high) == pytest.approx((-other.high, -other.low), abs=0.4, nan_ok=True), figure


def test_a_figure_of_nothing_has_no_test(crossplay_run: cluejam_ai.Run) -> None:
    lost = cluejam_ai.load_run(crossplay_run.folder)
    lost.matches = lost.matches.assign(won=False)
    turns = by_name(cluejam_ai.compare(lost, rows=["0", "1"]))["turns_given_win"]
    assert turns.n == 0
    assert math.isnan(turns.p)
    assert math.isnan(turns.difference)


@pytest.fixture(scope="module")
def play_some(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., cluejam_ai.Run]:
    folder = tmp_path_factory.mktemp("compared")

    def play(name: str, **how: int) -> cluejam_ai.Run:
        return cluejam_ai.play("duo", "random", "random", out=folder / name, **how)

    return play


def test_runs_of_one_seed_are_compared_on_the_boards_that_both_played(play_some) -> None:
    few, many = play_some("few", games=5, seed=1), play_some("many", games=8, seed=1)
    found = cluejam_ai.compare(few, many)
    assert (found.boards, found.left_out) == (5, 3)
    assert all(d.difference == 0 or math.isnan(d.difference) for d in found.differences)
    assert found.first != found.second


def test_runs_on_other_boards_are_refused(play_some) -> None:
    one, other = play_some("one", games=5, seed=1), play_some("other", games=5, seed=2)
    with pytest.raises(
        CluejamError, match=r"the boards differ.*seed 1 and duo with seed 2.*play both with one seed"
    ):
        cluejam_ai.compare(one, other)


def test_boards_of_two_seatings_are_one_observation(contest_run: cluejam_ai.Run) -> None:
    found = by_name(cluejam_ai.compare(contest_run, rows=["0", "1"]))
    assert found["win_rate"].n == 15


NAMES = ["kim > nearest", "kim > noisy", "margin > nearest"]


def test_a_row_is_found_by_name_part_or_number() -> None:
    assert find_row(NAMES, "kim > noisy", "x") == "kim > noisy"
    assert find_row(NAMES, "Margin", "x") == "margin > nearest"
    assert find_row(NAMES, "1", "x") == "kim > noisy"


def test_a_row_that_is_not_known_or_not_clear_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'margin > nearest'"):
        find_row(NAMES, "margin > neerest", "x")
    with pytest.raises(CluejamError, match=r"'kim' fits 2 rows of x; .* 0: kim > nearest; 1: kim > noisy"):
        find_row(NAMES, "kim", "x")
    with pytest.raises(CluejamError, match=r"x has no row 3; its 3 rows are numbered from 0"):
        find_row(NAMES, "3", "x")


@pytest.mark.parametrize("rows", [[], ["0"], ["0", "1", "2"]])
def test_one_run_of_many_rows_needs_two_names(crossplay_run: cluejam_ai.Run, rows: list[str]) -> None:
    with pytest.raises(CluejamError, match=r"name two rows of .* with --row"):
        cluejam_ai.compare(crossplay_run, rows=rows)


def test_a_figure_that_is_not_known_is_told(crossplay_run: cluejam_ai.Run) -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'win_rate'"):
        cluejam_ai.compare(crossplay_run, rows=["0", "1"], see={"win_rat": 0.1})


def test_a_folder_that_is_no_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(CluejamError, match=r"is not a run"):
        cluejam_ai.compare(tmp_path, rows=["0", "1"])


@pytest.mark.parametrize(
    ("figure", "difference", "says"),
    [
        ("win_rate", 1.5, "win_rate is a share; two of them cannot differ by 1.5"),
        ("score25", 0.1, "score25 says nothing in duo; known are win_rate, "),
    ],
)
def test_a_difference_that_cannot_be_is_not_looked_for(
    figure: str, difference: float, says: str, crossplay_run: cluejam_ai.Run
) -> None:
    with pytest.raises(CluejamError, match=says):
        cluejam_ai.compare(crossplay_run, rows=["0", "1"], see={figure: difference})


def test_boards_of_two_seatings_need_what_their_sign_test_needs(contest_run: cluejam_ai.Run) -> None:
    frames = list(pairing_frames(contest_run).values())
    first, second = (frame.groupby("board")["won"].sum() for frame in (frames[0], frames[2]))
    found = by_name(cluejam_ai.compare(contest_run, rows=["0", "2"], see={"win_rate": 0.2}))["win_rate"]
    steps = ((first - second) / 2).to_numpy()
    assert {0.5, 1.0} <= {*abs(steps)}
    assert found.boards_needed == power.boards_for_sign(0.2, steps)
    assert found.detectable == pytest.approx(power.detectable_by_sign(steps))
