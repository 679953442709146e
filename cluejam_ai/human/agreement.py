"""How well an order of cards agrees with people: every figure as sums by row.

A guesser is judged by scores of a row's cards, of which only the order counts. Equal scores never favour the
guesser: what would be right comes last among equals, an assassin first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.human.sheet import Bools, Sheet

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sums:
    """A figure as a ratio of sums: what each row adds above and below, (R,) float64 each.

    A row that tells nothing of the figure adds 0 below.
    """

    top: Floats
    bottom: Floats


Figures = Mapping[str, Sums]

#: The figures of a guesser, and what each is.
FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "recall": "share of the targets among the first n cards, n the number of targets",
        "first_in_targets": "how often the first card is a target",
        "exact": "how often the first n cards are the targets",
        "auc": "chance that a target stands before a card that is none",
        "assassin_risk": "how often an assassin is the first wrong card among the first n",
        "agreement": "share of a person's k cards among the first k",
        "first_agrees": "how often the first card is the one that a person touched first",
    }
)


def places_of(score: Floats, valid: Bools, later: NDArray[np.integer] | Bools) -> NDArray[np.intp]:
    """Return the place of each card when cards are taken by score, from 0: (R, 25).

    Parameters
    ----------
    score : (R, 25) float
        Higher comes first; -inf for a card that nothing is known of.
    valid : (R, 25) bool
        Where there is a card; the others come last.
    later : (R, 25) bool or int
        Among equals, smaller values come first.
    """
    order = np.lexsort((later, -score, ~valid), axis=1)
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(order.shape[1])[None, :], axis=1)
    return places


def guesser_figures(sheet: Sheet, score: Floats) -> Figures:
    """Return the figures of one guesser on every row.

    Parameters
    ----------
    sheet : Sheet
    score : (R, 25) float
        The guesser's order of each row's cards, the highest first; equal where it does not choose.

    Returns
    -------
    mapping from the names of `FIGURES` to Sums
    """
    place = places_of(score, sheet.valid, sheet.target)
    n_targets = sheet.target.sum(axis=1)
    told = np.asarray(n_targets > 0)
    found = (sheet.target & (place < n_targets[:, None])).sum(axis=1)
    n_others = sheet.valid.sum(axis=1) - n_targets
    # of all pairs, those in which the target stands behind: its place counts the cards before it
    behind = (place * sheet.target).sum(axis=1) - n_targets * (n_targets - 1) // 2
    pairs = n_targets * n_others
    kind = np.where(sheet.assassin, 0, np.where(sheet.own, 2, 1))
    risky = np.asarray(sheet.assassin.any(axis=1))
    return {
        "recall": sums_of(found / np.maximum(n_targets, 1), told),
        "first_in_targets": sums_of((sheet.target & (place == 0)).any(axis=1), told),
        "exact": sums_of(found == n_targets, told),
        "auc": sums_of((pairs - behind) / np.maximum(pairs, 1), np.asarray(pairs > 0)),
        "assassin_risk": sums_of(_meets_assassin(sheet, places_of(score, sheet.valid, kind)), risky),
        **_with_people(sheet, score),
    }


def _with_people(sheet: Sheet, score: Floats) -> Figures:
    """Return the figures that compare with each person's own cards."""
    rows = sheet.person_row
    k = sheet.picked.sum(axis=1)
    place = places_of(score[rows], sheet.valid[rows], sheet.picked)
    shared = (sheet.picked & (place < k[:, None])).sum(axis=1) / np.maximum(k, 1)
    first = sheet.picks == 1
    ahead = places_of(score[rows], sheet.valid[rows], first)
    return {
        "agreement": mean_of_people(sheet, shared, np.ones(len(rows))),
        "first_agrees": mean_of_people(sheet, (first & (ahead == 0)).any(axis=1), sheet.in_order),
    }


def people_figures(sheet: Sheet) -> Figures:
    """Return the same figures of the people themselves: what an agent can hardly exceed.

    Each person is measured like a guesser who takes the cards in the person's order. The two figures of
    agreement compare every person with all others who answered the same row; rows with one person tell
    nothing of them. Where the order is not known, a person's cards count alike.
    """
    rows = sheet.person_row
    n = sheet.target[rows].sum(axis=1)
    told = n > 0
    k = sheet.picked.sum(axis=1)
    early = sheet.picked & (sheet.picks <= n[:, None])
    found = (sheet.target[rows] & early).sum(axis=1).astype(np.float64)
    loose = ~sheet.in_order & (k > n)
    all_found = (sheet.target[rows] & sheet.picked).sum(axis=1)
    found[loose] = (all_found * n / np.maximum(k, 1))[loose]
    first = sheet.picks == 1
    wrong = sheet.picked & ~sheet.own[rows] & (sheet.picks <= sheet.number[rows, None])
    earliest = np.where(wrong, sheet.picks, 99).min(axis=1)
    fatal = (wrong & sheet.assassin[rows] & (sheet.picks == earliest[:, None])).any(axis=1)
    return {
        "recall": mean_of_people(sheet, found / np.maximum(n, 1), told),
        "first_in_targets": mean_of_people(
            sheet, (first & sheet.target[rows]).any(axis=1), told & sheet.in_order
        ),
        "exact": mean_of_people(sheet, found == n, told & ~loose),
        "auc": sums_of(np.zeros(len(sheet)), np.zeros(len(sheet), dtype=bool)),
        "assassin_risk": mean_of_people(sheet, fatal, sheet.assassin[rows].any(axis=1) & sheet.in_order),
        **_with_others(sheet),
    }


def _with_others(sheet: Sheet) -> Figures:
    """Return how people agree with the others who answered the same row."""
    one, other = _pairs(sheet.person_row)
    k = sheet.picked.sum(axis=1)[other]
    mine = sheet.picked[one]
    early = mine & (~sheet.in_order[one, None] | (sheet.picks[one] <= k[:, None]))
    # who touched more, in no known order, agrees as far as k drawn from these would
    share = np.minimum(1.0, k / np.maximum(early.sum(axis=1), 1))
    shared = (early & sheet.picked[other]).sum(axis=1) * share / np.maximum(k, 1)
    same_first = ((sheet.picks[one] == 1) & (sheet.picks[other] == 1)).any(axis=1)
    both = sheet.in_order[one] & sheet.in_order[other]
    rows, n_rows = sheet.person_row[one], len(sheet)
    return {
        "agreement": _averaged(rows, n_rows, shared, np.ones(len(rows))),
        "first_agrees": _averaged(rows, n_rows, same_first, both),
    }


def _pairs(rows: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return every ordered pair of two people who answered the same row, which ascend."""
    counts = np.bincount(rows) if len(rows) else np.zeros(0, dtype=np.intp)
    starts = np.cumsum(counts) - counts
    one = np.repeat(np.arange(len(rows)), counts[rows])
    within = np.arange(len(one)) - np.repeat(np.cumsum(counts[rows]) - counts[rows], counts[rows])
    other = starts[rows[one]] + within
    unlike = one != other
    return one[unlike], other[unlike]


def _meets_assassin(sheet: Sheet, place: NDArray[np.intp]) -> Bools:
    """Return where the first wrong card, in this order, is an assassin and among the first n: (R,)."""
    wrong = sheet.valid & ~sheet.own
    earliest = np.where(wrong, place, 99).min(axis=1)
    hit = sheet.assassin & (place == earliest[:, None]) & (place < sheet.number[:, None])
    return np.asarray(hit.any(axis=1))


def sums_of(values: NDArray[np.generic], counts: Bools) -> Sums:
    """Return sums in which the rows that count have weight one."""
    return Sums(np.where(counts, values, 0).astype(np.float64), counts.astype(np.float64))


def mean_of_people(sheet: Sheet, values: NDArray[np.generic], counts: NDArray[np.generic]) -> Sums:
    """Return sums of a figure of people, (P,), in which who answered a row count together as one row."""
    return _averaged(sheet.person_row, len(sheet), values, counts)


def _averaged(
    rows: NDArray[np.intp], n_rows: int, values: NDArray[np.generic], counts: NDArray[np.generic]
) -> Sums:
    """Return sums in which the people of a row count together as one row."""
    weight = counts.astype(np.float64)
    total = np.bincount(rows, weights=values.astype(np.float64) * weight, minlength=n_rows)
    people = np.bincount(rows, weights=weight, minlength=n_rows)
    return Sums(total / np.maximum(people, 1), (people > 0).astype(np.float64))
