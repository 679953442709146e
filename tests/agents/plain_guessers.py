"""Slow twins of guessers: one board, one card, one set of cards at a time."""

from itertools import combinations
from math import exp, log

from cluejam_ai.game.cards import AGENT, ASSASSIN, HIDDEN


class Seat:
    """What a plain guesser needs to know of one board."""

    def __init__(self, resources, view, row):
        self.resources, self.view, self.row = resources, view, row
        self.words = [int(word) for word in view.words[row]]
        self.names = [resources.words[word] for word in self.words]
        self.partners = view.ruleset.n_keys == 2 and not (view.own_key[row] == HIDDEN).all()
        self.touchable = [p for p in range(25) if view.touchable[row, p]]
        self.clue, self.number = int(view.clue[row]), int(view.number[row])

    def hopeful(self, rules):
        """Cards that can be the giver's: in duo no assassin of mine is."""
        cards = [p for p in self.touchable if rules != "duo" or self.view.own_key[self.row, p] != ASSASSIN]
        return cards or self.touchable

    def z(self, place, clue):
        return self.resources.z_scores[self.words[place], clue]

    def found(self):
        """Agent cards of the giver, or of me, that are found."""
        return {
            p
            for p in range(25)
            if self.view.seen[self.row, p] == AGENT
            or (
                self.partners
                and self.view.own_judged[self.row, p]
                and self.view.own_key[self.row, p] == AGENT
            )
        }

    def givers_turns(self):
        """Turn, clue and number of the giver's earlier turns."""
        history, me = self.view.history, self.view.seat[self.row]
        for turn in range(history.clue.shape[1]):
            if (history.seat[self.row, turn] != me) == self.partners:
                yield turn, int(history.clue[self.row, turn]), int(history.number[self.row, turn])

    def judged(self, place):
        """The turn in which a card was judged on the giver's key, or None."""
        history, me = self.view.history, self.view.seat[self.row]
        turns = [
            turn
            for turn in range(history.clue.shape[1])
            if history.order[self.row, turn, place] > 0
            and (not self.partners or history.seat[self.row, turn] != me)
        ]
        return max(turns, default=None)


def plain_remembered(seat, hopeful):
    """For each card an unfinished clue is meant for, how near it is to it."""
    found = seat.found()
    near = {}
    for turn, clue, number in seat.givers_turns():
        there = [p for p in range(25) if seat.judged(p) is None or seat.judged(p) >= turn]
        possible = [p for p in there if p in found or p in hopeful]
        ranked = sorted(possible, key=lambda p: (-seat.z(p, clue), seat.names[p]))
        for place in ranked[:number]:
            if place in hopeful and place not in found:
                near[place] = max(near.get(place, -99), seat.z(place, clue))
    return near


def plain_memory(seat, rules, least, pull):
    """The place that the memory guesser touches, or None to pass."""
    hopeful = seat.hopeful(rules)
    near = plain_remembered(seat, hopeful)
    if seat.view.touches[seat.row] >= seat.number:
        bonus = min(near, key=lambda p: (-near[p], seat.names[p]), default=None)
        if bonus is not None and near[bonus] >= least:
            return bonus
        if seat.view.may_pass[seat.row]:
            return None
    return min(hopeful, key=lambda p: (-(seat.z(p, seat.clue) + pull * (p in near)), seat.names[p]))


def plain_threshold(seat, rules, least):
    hopeful = seat.hopeful(rules)
    card = min(hopeful, key=lambda p: (-seat.z(p, seat.clue), seat.names[p]))
    used_up = seat.view.touches[seat.row] >= seat.number
    far = seat.z(card, seat.clue) < least
    return None if seat.view.may_pass[seat.row] and (used_up or far) else card


def plain_beliefs(seat, rules, model, temperature, odds):
    """The chance of every card that can be meant, over all sets and all legal clues."""
    resources, view, row = seat.resources, seat.view, seat.row
    hopeful = seat.hopeful(rules)
    now = [p for p in range(25) if view.seen[row, p] == AGENT and seat.judged(p) is None]
    n = min(max(seat.number - int(view.touches[row]), 1), len(hopeful))
    uncovered = [p for p in range(25) if not view.covered[row, p]]
    legal = [
        clue
        for clue in range(len(resources.clues))
        if clue == seat.clue
        or (
            resources.similarity.known[clue]
            and not any(resources.verdicts[seat.words[p], clue] for p in uncovered)
        )
    ]

    def score(clue, meant):
        def cosine(place):
            return float(resources.similarity.table[seat.words[place], clue])

        inside = [*now, *meant]
        outside = [p for p in seat.touchable if p not in meant]
        least = min(cosine(p) for p in inside)
        danger = max((cosine(p) for p in outside), default=-1.0)
        if model == "margin":
            return least - danger
        if model == "koyyalagunta":
            return sum(cosine(p) for p in inside) - 0.5 * danger
        if model == "harmonic":
            if least < danger or least <= 0:
                return 0.0
            return len(inside) / sum(1 / cosine(p) for p in inside) - 0.5 * danger
        total = sum(exp(cosine(p)) for p in [*now, *seat.touchable])
        return (sum(exp(cosine(p)) for p in inside) / len(inside) - exp(danger)) / total

    weight = {}
    for meant in combinations(hopeful, n):
        scores = {clue: score(clue, meant) / temperature for clue in legal}
        top = max(scores.values())
        speaks = scores[seat.clue] - top - log(sum(exp(s - top) for s in scores.values()))
        weight[meant] = speaks + sum(log(odds[p]) for p in meant)
    top = max(weight.values())
    whole = sum(exp(w - top) for w in weight.values())
    return {p: sum(exp(w - top) for meant, w in weight.items() if p in meant) / whole for p in hopeful}
