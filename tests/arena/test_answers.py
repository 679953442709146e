"""What agents answer is checked before it counts, and what they look at cannot be changed."""

import numpy as np
import pytest

from cluejam_ai.agents.base import Clues, Guesser, Guesses, Spymaster
from cluejam_ai.errors import RuleError
from cluejam_ai.game.cards import AGENT, PASS
from cluejam_ai.testing.scripted import ScriptedClue, ScriptedGuesser, ScriptedSpymaster
from tests.arena.table import DUO, SOLO, board, play

LINES = [board("duo", DUO)] * 3


class Answering(Spymaster):
    """Answers whatever it is told to, made from the right answer."""

    uses_embedding = False

    def __init__(self, change):
        self.change = change

    def give_clues(self, view, keys, memory):
        own = (view.key == AGENT) & view.touchable
        first = own & (np.cumsum(own, axis=1) == 1)
        n = len(view)
        return self.change(Clues(np.zeros(n, dtype=int), np.ones(n, dtype=int), first))


class Touching(Guesser):
    """The same for a guesser."""

    uses_embedding = False

    def __init__(self, change):
        self.change = change

    def guess(self, view, keys, memory):
        return self.change(Guesses(view.touchable.argmax(axis=1)))


@pytest.mark.parametrize(
    "change, says",
    [
        (lambda c: None, "answered with NoneType, not with Clues"),
        (lambda c: Clues(c.word[:1], c.number, c.targets), r"clue words are int64 \(1,\), not whole"),
        (lambda c: Clues(c.word + 0.5, c.number, c.targets), "clue words are float64"),
        (lambda c: Clues(c.word, c.number[:, None], c.targets), r"numbers are int64 \(3, 1\)"),
        (lambda c: Clues(c.word, c.number, c.targets.astype(int)), r"targets are int64 \(3, 25\), not bool"),
        (lambda c: Clues(c.word, c.number, c.targets[:, :9]), r"targets are bool \(3, 9\)"),
        (lambda c: Clues(c.word, c.number, np.roll(c.targets, 20, axis=1)), "is no own card"),
        (lambda c: Clues(c.word, c.number * 0, c.targets), "board 0: a clue's number is 1 to 9, not 0"),
    ],
)
def test_an_answer_that_is_no_clue_is_refused_with_the_agent(change, says):
    with pytest.raises(RuleError, match=f"spymaster 'one'.*{says}"):
        play(LINES, Answering(change), ScriptedGuesser([[0]]))


@pytest.mark.parametrize(
    "change, says",
    [
        (lambda g: None, "answered with NoneType, not with Guesses"),
        (lambda g: Guesses(g.card[:1]), r"cards are int64 \(1,\)"),
        (lambda g: Guesses(g.card + 0.5), "cards are float64"),
        (lambda g: Guesses(g.card + 30), "board 0: there is no card 30"),
        (lambda g: Guesses([[1], [2, 3]]), "cards make no array"),
        (lambda g: Guesses(g.card.astype(np.uint64) + np.uint64(2**63)), "cards are too large"),
        (lambda g: Guesses(g.card, memory=5), "memory is int, not arrays by name"),
    ],
)
def test_an_answer_that_is_no_touch_is_refused_with_the_agent(change, says):
    with pytest.raises(RuleError, match=f"guesser 'one'.*{says}"):
        play(LINES, ScriptedSpymaster([ScriptedClue(0)]), Touching(change))


def test_a_pass_that_is_not_allowed_is_refused_with_agent_and_board():
    with pytest.raises(
        RuleError, match="guesser 'one', board 0: the first guess of a turn may not be passed"
    ):
        play([board("solo", SOLO)], ScriptedSpymaster([ScriptedClue(0)]), ScriptedGuesser([[PASS]]))


@pytest.mark.parametrize("name", ["seat", "words", "touchable", "key", "covered"])
def test_a_spymaster_cannot_change_what_it_looks_at(name):
    class Meddler(ScriptedSpymaster):
        def give_clues(self, view, keys, memory):
            getattr(view, name)[:] = 0
            return super().give_clues(view, keys, memory)

    with pytest.raises(ValueError, match="read-only"):
        play(LINES, Meddler([ScriptedClue(0)]), ScriptedGuesser([[0]]))


@pytest.mark.parametrize("name", ["seat", "words", "touchable", "own_key", "seen", "clue", "number"])
def test_a_guesser_cannot_change_what_it_looks_at(name):
    class Meddler(ScriptedGuesser):
        def guess(self, view, keys, memory):
            getattr(view, name)[:] = 0
            return super().guess(view, keys, memory)

    with pytest.raises(ValueError, match="read-only"):
        play(LINES, ScriptedSpymaster([ScriptedClue(0)]), Meddler([[0]]))
