"""What spymasters share whose paper clues a fixed number of cards: the best clue word for these n cards."""

from abc import abstractmethod
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Grounds, Memory, Spymaster
from cluejam_ai.agents.house import blocked_clues, house_grounds, no_legal_clue, within
from cluejam_ai.agents.kernels import Slots, Table, chunks, slots_of
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER, Bools
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys


@dataclass(frozen=True)
class Sides:
    """The cards of some boards that can still be touched, in the order of their words.

    The order does not depend on where the cards lie, so sums over them do not either.

    Attributes
    ----------
    own, avoid, neutral : Slots
        The giver's cards; cards of the other team and assassins; bystanders.
    other : Slots
        The last two together.
    every : Slots
        All.
    """

    own: Slots
    avoid: Slots
    neutral: Slots
    other: Slots
    every: Slots

    @classmethod
    def of(cls, view: SpymasterView) -> "Sides":
        """Return the sides of every board of a view."""
        order = np.argsort(view.words, axis=1, kind="stable")
        words = np.take_along_axis(view.words, order, axis=1)
        key = np.take_along_axis(view.key, order, axis=1)
        there = np.take_along_axis(view.touchable, order, axis=1)
        return cls(
            own=slots_of(words, there & (key == AGENT)),
            avoid=slots_of(words, there & ((key == OTHER) | (key == ASSASSIN))),
            neutral=slots_of(words, there & (key == BYSTANDER)),
            other=slots_of(words, there & (key != AGENT)),
            every=slots_of(words, there),
        )

    def take(self, part: slice) -> "Sides":
        """Return the sides of some of the boards."""
        return Sides(*(getattr(self, field.name).take(part) for field in fields(self)))


class FixedNumberSpymaster(Spymaster):
    """Gives the best-scored clue word for `number` cards, or for all own cards where fewer are left.

    Parameters
    ----------
    name : str
        For messages.
    resources : Resources
        Similarities and legality.
    number : int
        How many cards to clue.
    """

    def __init__(self, name: str, resources: Resources, number: int) -> None:
        if not 1 <= number <= 9:
            raise CluejamError(f"spymaster '{name}': number={number} is not between 1 and 9")
        self.resources = resources
        self.number = number

    @abstractmethod
    def scores(self, sides: Sides, n: int) -> Table:
        """Return how good each clue word is for n cards on a few boards: (B, V) float32, above -inf."""

    @abstractmethod
    def meant(
        self, view: SpymasterView, own: Bools, word: NDArray[np.intp], number: NDArray[np.intp]
    ) -> Bools:
        """Return the `number` own cards that the chosen clue words are for: (B, 25) bool."""

    def accepted(self, best: Table) -> Bools:
        """Return on which boards the best score is good enough for more than one card: (B,) bool."""
        return np.ones(len(best), dtype=bool)

    def grounds(self, view: SpymasterView) -> Grounds:
        """Return the cards to be touched and what the house rules forbid."""
        return house_grounds(view)

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)
        number = np.minimum(own.sum(axis=1), self.number)
        word = np.zeros(len(view), dtype=np.intp)
        rows = np.arange(len(view))
        # boards with the same number to clue go together; with fewer cards where no clue is good enough
        for n in range(self.number, 0, -1):
            some = rows[number == n]
            if some.size:
                word[some], good = self._best(view.take(some), n)
                number[some[~good]] -= 1
        return Clues(word, number, self.meant(view, own, word, number))

    def _best(self, view: SpymasterView, n: int) -> tuple[NDArray[np.intp], Bools]:
        """Return the best clue words for n cards, and on which boards they are good enough."""
        n_clues = len(self.resources.clues)
        barred = blocked_clues(view, self.resources.blocked, n_clues)
        word = np.zeros(len(view), dtype=np.intp)
        good = np.ones(len(view), dtype=bool)
        sides = Sides.of(view)
        for part in chunks(len(view), n_clues):
            score = self.scores(sides.take(part), n)
            score[:, self.resources.similarity.unknown] = -np.inf
            score[within(barred, part)] = -np.inf
            best = score.max(axis=1)
            if (best == -np.inf).any():
                raise no_legal_clue(view, part.start + int(np.argmin(best)), self.resources)
            word[part] = score.argmax(axis=1)
            if n > 1:
                good[part] = self.accepted(best)
        return word, good
