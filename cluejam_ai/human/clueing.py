"""Puts people's boards before a spymaster: how soon it gives a person's clue, and what it expects of it."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Spymaster
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, HIDDEN, OTHER
from cluejam_ai.game.rulesets import CLASSIC
from cluejam_ai.game.views import NO_BUDGET, History, SpymasterView, no_history
from cluejam_ai.human.agreement import Sums
from cluejam_ai.human.asking import Asked, Progress
from cluejam_ai.human.sheet import N_PLACES, Floats, Sheet
from cluejam_ai.seeding import derive

_ROWS_AT_ONCE = 256


def spymaster_view(sheet: Sheet, asked: Asked, rows: NDArray[np.intp]) -> SpymasterView:
    """Return what the giver of each clue sees: its own cards, bystanders and assassins."""
    n = len(rows)
    there, own = asked.there[rows], sheet.own[rows]
    key = np.where(own, AGENT, np.where(sheet.assassin[rows], ASSASSIN, BYSTANDER)).astype(np.int8)
    one, none = np.ones(n, dtype=np.int8), np.full(n, NO_BUDGET, dtype=np.int16)
    return SpymasterView(
        ruleset=CLASSIC,
        words=asked.words[rows],
        seat=0 * one,
        key=key,
        touchable=there,
        covered=~there,
        partner_seen=np.full((n, N_PLACES), HIDDEN, dtype=np.int8),
        cards_left=(there & own).sum(axis=1).astype(np.int8),
        opponent_left=(there & (key == OTHER)).sum(axis=1).astype(np.int8),
        turns_left=none,
        lives_left=none,
        history=no_history(n),
    )


def clue_ranks(
    agent: Spymaster, sheet: Sheet, asked: Asked, depth: int, progress: Progress | None = None
) -> NDArray[np.int64]:
    """Return the place of each person's clue among the spymaster's own, from 1; 0 beyond `depth`: (R,).

    The spymaster is asked again and again; each answer counts as a clue that failed, which the house rules do
    not let it repeat. A row without own cards, or whose clue it does not know, has -1.
    """
    ranks = np.full(len(sheet), -1, dtype=np.int64)
    rows = np.flatnonzero((asked.clue >= 0) & (asked.there & sheet.own).any(axis=1))
    ranks[rows] = 0
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        left = rows[first : first + _ROWS_AT_ONCE]
        view = spymaster_view(sheet, asked, left)
        for place in range(1, depth + 1):
            if not len(left):
                break
            clues = agent.give_clues(view, derive(asked.keys[left], place), agent.start(len(left)))
            hit = clues.word == asked.clue[left]
            ranks[left[hit]] = place
            view = replace(view, history=_with_failed(view, clues.word)).take(np.flatnonzero(~hit))
            left = left[~hit]
        if progress is not None:
            progress(min(first + _ROWS_AT_ONCE, len(rows)), len(rows))
    return ranks


def _with_failed(view: SpymasterView, clue: NDArray[np.integer]) -> History:
    n = len(view)
    one = np.ones(n, dtype=np.int8)
    nothing = np.zeros((n, N_PLACES), dtype=np.int8)
    word = clue.astype(np.int32)
    return view.history.longer(seat=0 * one, clue=word, number=one, right=0 * one, touches=one, order=nothing)


def expected_success(agent: Spymaster, sheet: Sheet, asked: Asked) -> Floats:
    """Return the share of each clue's cards that the spymaster expects to be found: (R,); NaN if untold."""
    share = np.full(len(sheet), np.nan)
    rows = np.flatnonzero((asked.clue >= 0) & (asked.there & sheet.own).any(axis=1))
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        part = rows[first : first + _ROWS_AT_ONCE]
        number = np.minimum(asked.number[part], (asked.there & sheet.own)[part].sum(axis=1))
        found = agent.expected_found(spymaster_view(sheet, asked, part), asked.clue[part], number)
        if found is None:
            break
        share[part] = found / number
    return share


def real_success(sheet: Sheet) -> Sums:
    """Return the share of a clue's number that people found before a wrong card, summed over people."""
    own = sheet.own[sheet.person_row] & sheet.picked
    wrong = np.where(sheet.picked & ~own, sheet.picks, 99).min(axis=1)
    number = sheet.number[sheet.person_row]
    right = (own & (sheet.picks < wrong[:, None])).sum(axis=1)
    share = np.where(sheet.in_order, np.minimum(right, number) / number, own.sum(axis=1) / number)
    n_rows = len(sheet)
    total = np.bincount(sheet.person_row, weights=np.minimum(share, 1.0), minlength=n_rows)
    people = np.bincount(sheet.person_row, minlength=n_rows)
    return Sums(total.astype(np.float64), people.astype(np.float64))
