"""What one finds who takes cards by lot: the figures of a guesser as expectations, without any draw.

Chance plays by the rule of guessers: cards that nothing is known of come behind all others, and among them
what would be right comes last, an assassin first.
"""

from math import comb

import numpy as np

from cluejam_ai.human.agreement import Figures, Floats, mean_of_people, sums_of
from cluejam_ai.human.sheet import Bools, Sheet


def chance_figures(sheet: Sheet, ranked: Bools | None = None) -> Figures:
    """Return the figures of one who takes the cards that are known by lot, and then the others.

    Parameters
    ----------
    sheet : Sheet
    ranked : (R, 25) bool, optional
        Cards that guessers know and so rank; by default all.

    Returns
    -------
    mapping from the names of `cluejam_ai.human.agreement.FIGURES` to Sums
    """
    known = sheet.valid if ranked is None else ranked & sheet.valid
    n_cards, n_known = sheet.valid.sum(axis=1), known.sum(axis=1)
    n_targets, known_targets = sheet.target.sum(axis=1), (sheet.target & known).sum(axis=1)
    told = np.asarray(n_targets > 0)
    pairs = n_targets * (n_cards - n_targets)
    # a known target stands before half of the known others and all unknown ones; an unknown one before none
    others = (n_known - known_targets) / 2 + (n_cards - n_known) - (n_targets - known_targets)
    ways = np.array([comb(int(n), int(k)) for n, k in zip(n_known, n_targets, strict=True)], dtype=float)
    exact = np.where(known_targets == n_targets, 1 / np.maximum(ways, 1), n_targets == n_cards)
    rows = sheet.person_row
    found = _found(sheet.picked, known[rows], sheet.valid[rows])
    first = _found(sheet.picks == 1, known[rows], sheet.valid[rows], among=1)
    return {
        "recall": sums_of(_found(sheet.target, known, sheet.valid) / np.maximum(n_targets, 1), told),
        "first_in_targets": sums_of(_found(sheet.target, known, sheet.valid, among=1), told),
        "exact": sums_of(exact, told),
        "auc": sums_of(known_targets * others / np.maximum(pairs, 1), np.asarray(pairs > 0)),
        "assassin_risk": sums_of(_risk(sheet, known), np.asarray(sheet.assassin.any(axis=1))),
        "agreement": mean_of_people(
            sheet, found / np.maximum(sheet.picked.sum(axis=1), 1), np.ones(len(rows))
        ),
        "first_agrees": mean_of_people(sheet, first, sheet.in_order),
    }


def _found(right: Bools, known: Bools, valid: Bools, among: int | None = None) -> Floats:
    """Return how many right cards are expected among the first: (R,).

    Parameters
    ----------
    right, known, valid : (R, 25) bool
    among : int, optional
        How many cards are taken; by default as many as are right.
    """
    n_known, n_right = known.sum(axis=1), right.sum(axis=1)
    taken = n_right if among is None else np.full(len(right), among)
    right_known = (right & known).sum(axis=1)
    by_lot = right_known * np.minimum(taken, n_known) / np.maximum(n_known, 1)
    # of the unknown cards the wrong ones come first
    wrong_unknown = (valid & ~known & ~right).sum(axis=1)
    behind = np.minimum(n_right - right_known, np.maximum(taken - n_known - wrong_unknown, 0))
    return np.asarray(by_lot + behind, dtype=np.float64)


def _risk(sheet: Sheet, known: Bools) -> Floats:
    """Return the chance that the first wrong card is an assassin, and among the first: (R,)."""
    left, own = known.sum(axis=1).astype(float), (sheet.own & known).sum(axis=1).astype(float)
    n_known, n_assassins = known.sum(axis=1), (sheet.assassin & known).sum(axis=1)
    so_far, risk = np.ones(len(sheet)), np.zeros(len(sheet))
    for touch in range(int(sheet.number.max(initial=0))):
        there = (touch < sheet.number) & (touch < n_known)
        risk += np.where(there, so_far * n_assassins / np.maximum(left, 1), 0)
        so_far *= np.where(there, own / np.maximum(left, 1), 1)
        left, own = left - there, np.maximum(own - there, 0)
    # when all known cards are taken, and are own ones, an assassin is the next
    unknown_assassin = (sheet.assassin & ~known).any(axis=1)
    return np.asarray(risk + np.where(unknown_assassin & (sheet.number > n_known), so_far, 0))
