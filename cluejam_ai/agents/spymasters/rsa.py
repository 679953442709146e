"""A spymaster that reasons about a literal guesser."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import spymaster
from cluejam_ai.agents.fixed_number import FixedNumberSpymaster, Sides
from cluejam_ai.agents.kernels import Slots, Table, highest, nearest_cards, top_k
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import Bools
from cluejam_ai.game.views import SpymasterView


@spymaster("rsa")
class RsaSpymaster(FixedNumberSpymaster):
    """Gives the clue whose cards a literal guesser takes most probably, less what else it would take.

    The literal guesser takes card w with probability P(w | c), proportional to exp(cosine / temperature) over
    the cards that can be touched. A clue for the cards I is worth the mean of P over I, less the largest P of
    a card of the other team or an assassin, less `neutral` times the largest P of a bystander.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    number : int
        How many cards to clue, from 1 to 9.
    temperature : float
        Difference of cosines that makes a card e times as likely for the literal guesser; above 0.
    neutral : float
        Weight of the likeliest bystander.

    Notes
    -----
    Source: White, Pandey & Pan, "Communicate to Play: pragmatic reasoning for efficient cross-cultural
    communication in Codenames", 2024, after Frank & Goodman, "Predicting pragmatic reasoning in language
    games", Science 2012. The literal guesser alone is the guesser `noisy`, the pragmatic one that reasons
    about this spymaster is ``pragmatic(model=rsa)``.
    """

    def __init__(
        self, resources: Resources, *, number: int = 2, temperature: float = 1.0, neutral: float = 0.5
    ) -> None:
        super().__init__("rsa", resources, number)
        if not 0.02 <= temperature <= 100:
            raise CluejamError(f"spymaster 'rsa': temperature={temperature} is not between 0.02 and 100")
        if not 0 <= neutral <= 10:
            raise CluejamError(f"spymaster 'rsa': neutral={neutral} is not between 0 and 10")
        self.temperature = temperature
        self.neutral = np.float32(neutral)

    @cached_property
    def _weights(self) -> Table:
        """exp(cosine / temperature): (W, V) float32."""
        return np.exp(self.resources.similarity.table / np.float32(self.temperature))

    def scores(self, sides: Sides, n: int) -> Table:
        """Return the score of every clue word for n cards: (B, V) float32."""
        weights = self._weights
        first, *others = top_k(weights, sides.own, n)
        for weight in others:
            first += weight
        first /= np.float32(n)
        first -= _likeliest(weights, sides.avoid)
        first -= self.neutral * _likeliest(weights, sides.neutral)
        first /= _total(weights, sides.every)
        return first

    def meant(
        self, view: SpymasterView, own: Bools, word: NDArray[np.intp], number: NDArray[np.intp]
    ) -> Bools:
        """Return the own cards that the literal guesser takes most probably: (B, 25) bool."""
        weight = self._weights[view.words, word[:, None]]
        return nearest_cards(weight, own, self.resources.word_order[view.words], number)


def _likeliest(weights: Table, slots: Slots) -> Table:
    """Return the largest weight over the slots: (B, V); 0 on boards without any."""
    return np.maximum(highest(weights, slots), 0)


def _total(weights: Table, slots: Slots) -> Table:
    """Return the sum of the weights over the slots: (B, V)."""
    total: Table = np.zeros((len(slots.ids), weights.shape[1]), dtype=np.float32)
    rows = np.empty_like(total)
    for slot in range(slots.ids.shape[1]):
        weights.take(slots.ids[:, slot], axis=0, out=rows, mode="clip")
        rows *= slots.valid[:, slot, None]
        total += rows
    return total
