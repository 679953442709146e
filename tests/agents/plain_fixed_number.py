"""Slow twins of the spymasters with a fixed number: every subset of own cards, every clue word."""

from itertools import combinations

import numpy as np
from plain_agents import Answer, Board

from cluejam_ai.game.cards import ASSASSIN, OTHER

ZERO, HALF = np.float32(0), np.float32(0.5)


class Sided(Board):
    """A board whose cards are sorted by word, so that sums are taken in one order."""

    def __init__(self, resources, view, row):
        super().__init__(resources, view, row)
        by_word = self.words.__getitem__
        self.own.sort(key=by_word)
        self.others.sort(key=by_word)
        self.avoid = [p for p in self.others if view.key[row, p] in (OTHER, ASSASSIN)]
        self.neutral = [p for p in self.others if p not in self.avoid]

    def name(self, place):
        return self.names[place]


def best_of(board, number, score, good=lambda worth: True):
    """The first clue with the best score; of its subsets the best, then the first by name.

    `score` is of a clue and a subset, or None where it cannot be; `good` says whether n > 1 will do.
    """
    for n in range(min(number, len(board.own)), 0, -1):
        best = None
        for clue in board.clues:
            if not board.may_be_given(clue):
                continue
            for subset in combinations(board.own, n):
                worth = score(clue, subset)
                rank = sorted(board.name(place) for place in subset)
                if (
                    best is None
                    or worth > best[0]
                    or (worth == best[0] and clue == best[2] and rank < best[1])
                ):
                    best = worth, rank, clue, subset
        if n == 1 or good(best[0]):
            return Answer(best[2], n, tuple(sorted(best[3])))
    raise AssertionError("no clue")


def in_order(values):
    """A float32 sum of values, the largest first."""
    total = ZERO
    for value in sorted(values, reverse=True):
        total += value
    return total


def plain_harmonic(resources, view, row, number, penalty):
    board = Sided(resources, view, row)

    def score(clue, subset):
        cosines = [board.cosine(place, clue) for place in subset]
        danger = max((board.cosine(place, clue) for place in board.others), default=None)
        farthest = min(cosines)
        if farthest <= 0 or (danger is not None and farthest < danger):
            lead = farthest - max(np.float32(-1), np.float32(-1) if danger is None else danger)
            return lead - np.float32(10)
        mean = np.float32(len(cosines)) / in_order_of_inverse(cosines)
        return mean - (ZERO if danger is None else danger * np.float32(penalty))

    return best_of(board, number, score, good=lambda worth: worth > -5)


def in_order_of_inverse(cosines):
    first, *rest = sorted(cosines, reverse=True)
    total = np.float32(1) / first
    for cosine in rest:
        total += np.float32(1) / cosine
    return total


def plain_rsa(resources, view, row, number, temperature, neutral):
    board = Sided(resources, view, row)
    everyone = sorted([*board.own, *board.others], key=board.words.__getitem__)
    weights = np.exp(resources.similarity.table / np.float32(temperature))

    def score(clue, subset):
        weight = {place: weights[board.words[place], clue] for place in everyone}
        total = ZERO
        for place in everyone:
            total += weight[place]
        worth = in_order([weight[place] for place in subset]) / np.float32(len(subset))
        worth -= max((weight[place] for place in board.avoid), default=ZERO)
        worth -= np.float32(neutral) * max((weight[place] for place in board.neutral), default=ZERO)
        return worth / total

    return best_of(board, number, score)


def plain_koyyalagunta(resources, view, row, number, dictionary, nearest, penalty, weight, freq):
    board = Sided(resources, view, row)
    table, words = board.table, board.words
    weight, penalty = np.float32(weight), np.float32(penalty)
    lists = {p: np.argsort(-table[words[p]], kind="stable")[:nearest].tolist() for p in board.own}
    proposed = {clue for p in board.own for clue in lists[p]}

    def value(place, clue):
        cosine = board.cosine(place, clue)
        return cosine if dictionary is None else cosine + weight * dictionary[words[place], clue]

    def score(clue, subset):
        if clue in proposed and not any(clue in lists[place] for place in subset):
            return np.float32(-np.inf)
        worth = in_order([value(place, clue) for place in subset])
        worth -= penalty * max((board.cosine(place, clue) for place in board.avoid), default=ZERO)
        if dictionary is not None:
            nearest_of = (dictionary[words[place], clue] for place in board.avoid)
            worth -= weight * penalty * max(nearest_of, default=ZERO)
            worth -= weight * freq[clue]
        return worth if clue in proposed else worth - np.float32(1000)

    return best_of(board, number, score)
