"""Intervals are drawn over games or boards, and comparisons are paired."""

import numpy as np
import pytest

from cluejam_ai.human.agreement import Sums
from cluejam_ai.human.intervals import comparisons_frame, figure_of, rank_correlation


def sums(values, counts=None):
    values = np.array(values, dtype=float)
    return Sums(values, np.ones(len(values)) if counts is None else np.array(counts, dtype=float))


def test_rows_of_one_game_are_drawn_together():
    values = np.tile([1, 0, 1, 1, 0, 1, 0, 1, 1, 0], 20)
    alone = figure_of(sums(np.sort(values)), np.arange(200), 0)
    together = figure_of(sums(np.sort(values)), np.repeat(np.arange(10), 20), 0)
    assert alone.value == together.value == pytest.approx(0.6)
    assert (alone.n, together.n) == (200, 10)
    assert together.high - together.low > 3 * (alone.high - alone.low)


def test_games_count_by_their_rows_and_those_that_tell_nothing_do_not():
    found = figure_of(sums([1, 1, 1, 0, 0], [1, 1, 1, 1, 0]), np.array([0, 0, 0, 1, 2]), 0)
    assert (found.value, found.n) == (0.75, 2)


def test_a_figure_that_never_varied_is_no_certainty():
    found = figure_of(sums([0, 0, 0, 0]), np.arange(4), 0)
    assert found.low == 0 < found.high < 0.6


def test_a_difference_is_taken_on_the_same_games():
    first, second = sums([1, 1, 0, 1] * 25), sums([1, 0, 0, 1] * 25)
    figures = {"b": {"recall": second}, "a": {"recall": first}}
    for name in ("first_in_targets", "exact", "auc", "agreement", "first_agrees", "assassin_risk"):
        for one in figures.values():
            one[name] = one["recall"]
    frame = comparisons_frame(figures, np.arange(100), 0)
    line = frame[frame["figure"] == "recall"].iloc[0]
    assert (line["first"], line["second"]) == ("a", "b")
    assert line["difference"] == pytest.approx(0.25)
    assert 0.15 < line["low"] < 0.25 < line["high"] < 0.35
    assert line["p"] < 0.001


def test_rank_correlation_is_that_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    x, y = np.array([1, 2, 2, 4, 7, 0, 3]), np.array([2, 1, 4, 4, 9, 3, 3])
    found = rank_correlation(x, y, np.arange(7), 0)
    assert found.value == pytest.approx(stats.spearmanr(x, y).statistic)
    assert found.low < found.value < found.high


def test_a_correlation_with_what_does_not_vary_is_no_number():
    assert np.isnan(rank_correlation([1, 1, 1], [1, 2, 3], np.arange(3), 0).value)
    assert rank_correlation([np.nan, 1, 2, 3], [5, 1, 2, 3], np.arange(4), 0).n == 3
