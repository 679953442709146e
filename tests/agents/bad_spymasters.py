"""Spymasters that each break one promise, and what the conformance test must say of it."""

from dataclasses import replace

import numpy as np

from cluejam_ai.agents.base import Clues
from cluejam_ai.agents.spymasters.margin import MarginSpymaster
from cluejam_ai.game.cards import AGENT


def own_cards(view):
    return view.touchable & (view.key == AGENT)


class CountsBoards(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        legal = np.flatnonzero(~(self.resources.verdicts > 0).any(axis=0) & self.resources.similarity.known)
        return replace(clues, word=legal[(clues.word + len(view)) % len(legal)])


class PrefersPlaces(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        own = own_cards(view)
        return replace(clues, targets=own & (np.cumsum(own, axis=1) <= clues.number[:, None]))


class RemembersSecretly(MarginSpymaster):
    calls = 0

    def give_clues(self, view, keys, memory):
        self.calls += 1
        self.max_number = 1 + self.calls % 2
        return super().give_clues(view, keys, memory)


class DiffersFromItsTwin(MarginSpymaster):
    twins = 0

    def __init__(self, resources):
        type(self).twins += 1
        super().__init__(resources, max_number=1 + self.twins % 2)


class InventsWords(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        return replace(clues, word=clues.word + len(self.resources.clues))


class Miscounts(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        return replace(clues, number=np.where(clues.number < 9, clues.number + 1, 1))


class MeansOtherCards(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        return replace(clues, targets=~own_cards(view), number=(~own_cards(view)).sum(axis=1))


class MeansFoundCards(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        gone = (view.key == AGENT) & ~view.touchable
        first = gone & (np.cumsum(gone, axis=1) == 1)
        some = gone.any(axis=1)
        targets = np.where(some[:, None], first, clues.targets)
        return replace(clues, targets=targets, number=targets.sum(axis=1))


class SaysTen(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        own = own_cards(view)
        clues = super().give_clues(view, keys, memory)
        return replace(clues, targets=own, number=own.sum(axis=1))


class BreaksTheRules(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        return replace(clues, word=self.resources.blocked[view.words[:, 0], 0])


class WritesIntoTheView(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        view.touchable[:] = True
        return super().give_clues(view, keys, memory)


class WritesIntoTheKeys(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        keys += np.uint64(1)
        return super().give_clues(view, keys, memory)


class SaysWordsWithoutVector(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        unknown = self.resources.similarity.unknown
        return replace(clues, word=np.full(len(view), unknown[0])) if unknown.size else clues


class NeedsTwoCards(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        for own in own_cards(view):
            np.flatnonzero(own)[1]
        return super().give_clues(view, keys, memory)


class NeedsOtherCards(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        for own in own_cards(view):
            np.flatnonzero(~own).min()
        return super().give_clues(view, keys, memory)


class DividesBySpread(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        1.0 / float(np.ptp(self.resources.similarity.table))
        return super().give_clues(view, keys, memory)


class AnswersWithLists(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        return Clues(clues.word.tolist(), clues.number, clues.targets)


class AnswersWithNumbersForTargets(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        return replace(clues, targets=clues.targets.astype(int))


class AnswersOneBoardLess(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        clues = super().give_clues(view, keys, memory)
        return replace(clues, word=clues.word[1:])


class RemembersWithoutBeginning(MarginSpymaster):
    def give_clues(self, view, keys, memory):
        return replace(super().give_clues(view, keys, memory), memory={"turns": np.zeros(len(view))})


class RemembersOneNumberForAll(MarginSpymaster):
    def start(self, n_boards):
        return {"turns": np.zeros(1)}


class ForgetsInReview(MarginSpymaster):
    learns = True

    def start(self, n_boards):
        return {"turns": np.zeros(n_boards)}

    def review(self, turn, memory):
        return {"turns": memory["turns"].sum()}


BAD_SPYMASTERS = {
    CountsBoards: "asked on one board alone it gives another word than before",
    PrefersPlaces: "asked with the cards on other places it gives another targets than before",
    RemembersSecretly: "asked a second time it gives another",
    DiffersFromItsTwin: "asked of a new agent it gives another",
    InventsWords: "the clue is not in the lexicon of 300 words",
    Miscounts: "the number is not the count of the cards meant",
    MeansOtherCards: "a card is meant that is no own card left|the number is not from 1 to 9",
    MeansFoundCards: "a card is meant that is no own card left",
    SaysTen: "the number is not from 1 to 9; it is 25",
    BreaksTheRules: "the clue is illegal or questionable",
    WritesIntoTheView: "it writes into an array that it was given",
    WritesIntoTheKeys: "it writes into an array that it was given",
    SaysWordsWithoutVector: "half of the clue words without a vector, row 0: the clue has no vector",
    NeedsTwoCards: r"own=1\).* it fails with IndexError",
    NeedsOtherCards: r"own=25\).* it fails with ValueError",
    DividesBySpread: "all similarities equal: it fails with ZeroDivisionError",
    AnswersWithLists: "'word' is list, not integer",
    AnswersWithNumbersForTargets: r"'targets' is int64 \(12, 25\), not bool",
    AnswersOneBoardLess: r"'word' is int64 \(11,\), not integer \(12,\)",
    RemembersWithoutBeginning: r"give_clues\(\) remembers 'turns', which start\(\) does not begin with",
    RemembersOneNumberForAll: r"start\(\): the first axis of 'turns' is not the board",
    ForgetsInReview: r"review\(\): the first axis of 'turns' is not the board",
}
