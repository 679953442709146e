"""Slow and readable twins of the fast agents: one board, one clue word, one card at a time."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from cluejam_ai.game.cards import AGENT, ASSASSIN

INFINITY = float("inf")


class Answer(NamedTuple):
    clue: int
    number: int
    targets: tuple[int, ...]


class Board:
    """What a plain agent needs to know of one board."""

    def __init__(self, resources, view, row):
        self.words = [int(word) for word in view.words[row]]
        self.names = [resources.words[word] for word in self.words]
        self.clues = range(len(resources.clues))
        self.table = resources.similarity.table
        touchable = [place for place in range(25) if view.touchable[row, place]]
        key = view.key[row]
        self.own = [place for place in touchable if key[place] == AGENT]
        self.others = [place for place in touchable if key[place] != AGENT]
        self.assassins = [place for place in touchable if key[place] == ASSASSIN]
        self.uncovered = [place for place in range(25) if not view.covered[row, place]]
        history = view.history
        self.failed = {
            int(history.clue[row, turn])
            for turn in range(history.clue.shape[1])
            if history.seat[row, turn] == view.seat[row]
            and history.right[row, turn] < history.number[row, turn]
        }
        self.resources = resources

    def may_be_given(self, clue):
        if clue in self.failed or not self.resources.similarity.known[clue]:
            return False
        return all(self.resources.verdicts[self.words[place], clue] == 0 for place in self.uncovered)

    def cosine(self, place, clue):
        return self.table[self.words[place], clue]


def plain_margin(resources, view, row, margin, fear, max_number):
    board = Board(resources, view, row)
    margin, fear = np.float32(margin), np.float32(fear)
    best = None
    for clue in board.clues:
        if not board.may_be_given(clue):
            continue
        # nothing to fear: every cosine stands out from -2
        danger = np.float32(-2)
        for place in board.others:
            asked = margin + fear if place in board.assassins else margin
            danger = max(danger, board.cosine(place, clue) + asked)
        ranked = sorted(board.own, key=lambda place: (-board.cosine(place, clue), board.names[place]))
        reached = [place for place in ranked if board.cosine(place, clue) > danger][:max_number]
        weakest = (reached or ranked[:1])[-1]
        score = (len(reached), board.cosine(weakest, clue) - danger)
        if best is None or score > best[0]:
            best = score, Answer(clue, max(1, len(reached)), tuple(sorted(reached or ranked[:1])))
    return best[1]


def plain_kim(resources, view, row, threshold, max_number):
    board = Board(resources, view, row)
    legal = [clue for clue in board.clues if board.may_be_given(clue)]
    strongest_other = {
        clue: max((board.cosine(place, clue) for place in board.others), default=-INFINITY) for clue in legal
    }
    found = {}
    for n in range(1, max_number + 1):
        best = None
        for subset in combinations(board.own, n):
            for clue in legal:
                # the largest distance is the smallest cosine
                farthest = min(board.cosine(place, clue) for place in subset)
                if farthest > strongest_other[clue] and (best is None or farthest > best[0]):
                    best = farthest, Answer(clue, n, subset)
        if best is not None:
            found[n] = best
    near = [n for n in found if n == 1 or np.float32(1) - found[n][0] < np.float32(threshold)]
    if near:
        return found[max(near)][1]
    return _closest(board, legal, strongest_other)


def _closest(board, legal, strongest_other):
    """The clue whose nearest own card is least behind the nearest other card."""
    best = None
    for clue in legal:
        nearest = max(board.own, key=lambda place: board.cosine(place, clue))
        lead = board.cosine(nearest, clue) - strongest_other[clue]
        if best is None or lead > best[0]:
            best = lead, Answer(clue, 1, (nearest,))
    return best[1]


def plain_nearest(resources, view, row, stop, bonus, cards):
    """The nearest of some places, or None to pass."""
    clue = int(view.clue[row])
    table, words = resources.similarity.table, view.words[row]
    card = min(cards, key=lambda place: (-table[words[place], clue], resources.words[words[place]]))
    used_up = 0 < view.number[row] <= view.touches[row] and not bonus
    doubts = table[words[card], clue] < stop
    return None if view.may_pass[row] and (used_up or doubts) else card
