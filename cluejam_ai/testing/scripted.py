"""Agents that do as they are told, and agents that count what they remember, for tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Guesser, Guesses, Memory, Spymaster, TurnReview
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, N_CARDS, PASS, Bools
from cluejam_ai.game.views import GuesserView, SpymasterView
from cluejam_ai.seeding import Keys

L = TypeVar("L")


@dataclass(frozen=True)
class ScriptedClue:
    """One clue of a script.

    Attributes
    ----------
    word : int
        Index into the lexicon.
    number : int
        What is said.
    targets : tuple of int, optional
        Places of the cards meant. By default the first `number` of the giver's cards that may be touched.
    """

    word: int
    number: int = 1
    targets: tuple[int, ...] | None = None


class ScriptedSpymaster(Spymaster):
    """Gives the clues of a script, one a turn of the match, the same on every board and for both seats.

    Parameters
    ----------
    script : sequence of ScriptedClue
        The clue of each turn.
    own_legality : bool
        Whether the referee stands aside; if not, clues of the script may be refused.

    Examples
    --------
    >>> agent = ScriptedSpymaster([ScriptedClue(word=7, number=2), ScriptedClue(word=3)])
    """

    uses_embedding = False

    def __init__(self, script: Sequence[ScriptedClue], *, own_legality: bool = False) -> None:
        self.script = tuple(script)
        self.own_legality = own_legality

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        line = _line(self.script, view.history.clue.shape[1], "clues")
        n = len(view)
        if line.targets is None:
            targets = _first_own(view, line.number)
        else:
            targets = np.zeros((n, N_CARDS), dtype=bool)
            targets[:, list(line.targets)] = True
        return Clues(np.full(n, line.word), np.full(n, line.number), targets)


class ScriptedGuesser(Guesser):
    """Touches the cards of a script, the same places on every board, and passes when a turn's are used up.

    Parameters
    ----------
    script : sequence of sequences of int
        For each turn of the match the places to touch in order, or PASS.

    Examples
    --------
    >>> agent = ScriptedGuesser([[4, 11], [0]])
    """

    uses_embedding = False

    def __init__(self, script: Sequence[Sequence[int]]) -> None:
        self.script = tuple(tuple(line) for line in script)

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        line = (*_line(self.script, view.history.clue.shape[1], "touches"), PASS)
        touch = np.minimum(view.touches, len(line) - 1)
        return Guesses(np.array(line)[touch])


class RememberingSpymaster(Spymaster):
    """Gives as its clue word how many turns of its series are over, for its first card.

    A match of three turns after one of two thus has the clues 2, 3, 4 (modulo the size of the lexicon).
    """

    uses_embedding = False
    learns = True
    own_legality = True

    def __init__(self, resources: Resources) -> None:
        self.n_clues = len(resources.clues)

    def start(self, n_boards: int) -> Memory:
        """Return a count of turns for each series."""
        return {"turns": np.zeros(n_boards, dtype=np.int64)}

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        return Clues(memory["turns"] % self.n_clues, np.ones(len(view), dtype=np.int64), _first_own(view, 1))

    def review(self, turn: TurnReview, memory: Memory) -> Memory:
        """Return the memory after a turn that is over."""
        return {"turns": memory["turns"] + 1}


class RememberingGuesser(Guesser):
    """Touches the card on the place numbered as its touches in the series so far, or the next that it may.

    It counts touches when it makes them and turns when they are over, so both ways of remembering are used.
    """

    uses_embedding = False
    learns = True

    def __init__(self, resources: Resources) -> None:
        self.resources = resources

    def start(self, n_boards: int) -> Memory:
        """Return a count of touches and one of turns for each series."""
        return {"touches": np.zeros(n_boards, dtype=np.int64), "turns": np.zeros(n_boards, dtype=np.int64)}

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card for every board."""
        places = (memory["touches"][:, None] + np.arange(N_CARDS)) % N_CARDS  # (B, 25)
        first = np.take_along_axis(view.touchable, places, axis=1).argmax(axis=1)
        card = places[np.arange(len(view)), first]
        return Guesses(card, {**memory, "touches": memory["touches"] + 1})

    def review(self, turn: TurnReview, memory: Memory) -> Memory:
        """Return the memory after a turn that is over."""
        return {**memory, "turns": memory["turns"] + 1}


def _line(script: Sequence[L], turn: int, kind: str) -> L:
    if turn >= len(script):
        raise CluejamError(f"the script of {kind} has {len(script)} turns, and turn {turn + 1} is played")
    return script[turn]


def _first_own(view: SpymasterView, number: int) -> Bools:
    """Return the giver's first cards in the order of places: (B, 25) bool."""
    own = view.touchable & (view.key == AGENT)
    rank: NDArray[np.int64] = np.cumsum(own, axis=1)
    return np.asarray(own & (rank <= number))
