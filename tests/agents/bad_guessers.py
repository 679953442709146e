"""Guessers that each break one promise, and what the conformance test must say of it."""

from dataclasses import replace

import numpy as np

from cluejam_ai.agents.base import Guesses
from cluejam_ai.agents.guessers.nearest import NearestGuesser
from cluejam_ai.game.cards import NOT_ASKED, PASS, ZERO


class CountsBoards(NearestGuesser):
    def guess(self, view, keys, memory):
        ranked = np.argsort(~view.touchable * 100 + view.words)
        return Guesses(ranked[:, 0] if len(view) > 1 else ranked[:, 1])


class PrefersPlaces(NearestGuesser):
    def guess(self, view, keys, memory):
        return Guesses(view.touchable.argmax(axis=1))


class RemembersSecretly(NearestGuesser):
    calls = 0

    def guess(self, view, keys, memory):
        self.calls += 1
        return Guesses(np.argsort(~view.touchable, axis=1, kind="stable")[:, self.calls % 2])


class DiffersFromItsTwin(NearestGuesser):
    twins = 0

    def __init__(self, resources):
        type(self).twins += 1
        self.mine = self.twins % 2
        super().__init__(resources)

    def guess(self, view, keys, memory):
        return Guesses(np.argsort(~view.touchable, axis=1, kind="stable")[:, self.mine])


class TouchesCoveredCards(NearestGuesser):
    def guess(self, view, keys, memory):
        return super().guess(replace(view, touchable=np.ones_like(view.touchable)), keys, memory)


class PassesAlways(NearestGuesser):
    def guess(self, view, keys, memory):
        return Guesses(np.full(len(view), PASS))


class PassesAtZero(NearestGuesser):
    def guess(self, view, keys, memory):
        guesses = super().guess(view, keys, memory)
        return Guesses(np.where((view.number == ZERO) & (view.clue >= 0), PASS, guesses.card))


class LeavesBoardsOut(NearestGuesser):
    def guess(self, view, keys, memory):
        return Guesses(np.full(len(view), NOT_ASKED))


class WritesIntoTheView(NearestGuesser):
    def guess(self, view, keys, memory):
        view.words[:, 0] = 0
        return super().guess(view, keys, memory)


class NeedsAClue(NearestGuesser):
    def guess(self, view, keys, memory):
        known = dict.fromkeys(range(len(self.resources.clues)))
        for clue in view.clue.tolist():
            known[clue]
        return super().guess(view, keys, memory)


class NeedsAVector(NearestGuesser):
    def guess(self, view, keys, memory):
        for clue in view.clue:
            if not self.resources.similarity.known[clue]:
                raise KeyError(self.resources.clues[clue])
        return super().guess(view, keys, memory)


class DividesBySpread(NearestGuesser):
    def guess(self, view, keys, memory):
        1.0 / float(np.ptp(self.resources.similarity.table))
        return super().guess(view, keys, memory)


class AnswersWithFractions(NearestGuesser):
    def guess(self, view, keys, memory):
        return Guesses(super().guess(view, keys, memory).card.astype(float))


class RemembersWithoutBeginning(NearestGuesser):
    def guess(self, view, keys, memory):
        return replace(super().guess(view, keys, memory), memory={"touches": np.zeros(len(view))})


BAD_GUESSERS = {
    CountsBoards: "asked on one board alone it touches another card than before",
    PrefersPlaces: "asked with the cards on other places it touches another card than before",
    RemembersSecretly: "asked a second time it touches another card than before",
    DiffersFromItsTwin: "asked of a new agent it touches another card than before",
    TouchesCoveredCards: "it touches a card that may not be touched",
    PassesAlways: "it passes where it must touch a card; it is -1",
    PassesAtZero: "number 0, row 0: it passes where it must touch a card",
    LeavesBoardsOut: "that is no card and no pass; it is -2",
    WritesIntoTheView: "it writes into an array that it was given",
    NeedsAClue: "sudden death after 1 turns: it fails with KeyError: -1",
    NeedsAVector: "half of the clue words without a vector: it fails with KeyError",
    DividesBySpread: "all similarities equal: it fails with ZeroDivisionError",
    AnswersWithFractions: r"'card' is float64 \(12,\), not integer",
    RemembersWithoutBeginning: r"guess\(\) remembers 'touches', which start\(\) does not begin with",
}
