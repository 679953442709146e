"""What spymasters share that imagine a noisy listener: which clues they weigh, and how they choose."""

from abc import abstractmethod
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Memory, Spymaster
from cluejam_ai.agents.house import blocked_clues, no_legal_clue, within
from cluejam_ai.agents.kernels import Slots, chunks, nearest_cards, slots_of
from cluejam_ai.agents.listener import Heard, Hearing, gumbel_weights
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys

Floats = NDArray[np.float32]

#: Clues weighed at once: their temporaries of (K, cards, grid) float32 stay near the cache.
_CLUES_AT_ONCE = 512


class ListeningSpymaster(Spymaster):
    """Gives the clue and number that are worth most in the ears of a noisy listener.

    Every clue word is ranked by a quick estimate: the expected number of own cards above all others for a
    listener with Gumbel noise, less the cost of a first touch that is wrong. The best `candidates` of these
    are weighed exactly.

    Parameters
    ----------
    name : str
        For messages.
    resources : Resources
        Standardised similarities and legality.
    hearing : Hearing
        The listener's noise and the largest number.
    costs : (4,) float
        What touching a card of each role costs, in own cards.
    candidates : int
        How many clue words to weigh; at least the size of the lexicon weighs all.
    """

    def __init__(
        self, name: str, resources: Resources, hearing: Hearing, costs: NDArray[np.float32], candidates: int
    ) -> None:
        if not 0.1 <= hearing.sigma <= 100:
            raise CluejamError(f"spymaster '{name}': sigma={hearing.sigma} is not between 0.1 and 100")
        if not 1 <= hearing.max_number <= 9:
            raise CluejamError(f"spymaster '{name}': max_number={hearing.max_number} is not between 1 and 9")
        if not ((costs >= 0) & (costs <= 1000)).all():
            raise CluejamError(f"spymaster '{name}': a cost is not between 0 and 1000")
        if candidates < 1:
            raise CluejamError(f"spymaster '{name}': candidates={candidates} is not at least 1")
        self.resources = resources
        self.hearing = hearing
        self.costs = costs
        self.candidates = candidates

    @abstractmethod
    def scores(self, heard: Heard) -> Floats:
        """Return what clues are worth for the numbers from 1: (K, max_number) float32."""

    @cached_property
    def _weights(self) -> Floats:
        """How much each card draws a listener with Gumbel noise: (W, V) float32."""
        return gumbel_weights(self.resources.z_scores, self.hearing.sigma)

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)
        own_slots, other_slots = slots_of(view.words, own), slots_of(view.words, view.touchable & ~own)
        cost = self.costs[np.take_along_axis(view.key, other_slots.places, axis=1)] * other_slots.valid
        words = self._rank(view, own_slots, other_slots, cost)  # (B, M)
        word, number = self._weigh(words, own_slots, other_slots, cost)
        z = self.resources.z_scores[view.words, word[:, None]]
        targets = nearest_cards(z, own, self.resources.word_order[view.words], number)
        return Clues(word, number, targets)

    def _rank(self, view: SpymasterView, own: Slots, other: Slots, cost: Floats) -> NDArray[np.intp]:
        """Return the most promising clue words of each board, ascending: (B, M)."""
        n_clues = len(self.resources.clues)
        best = []
        barred = blocked_clues(view, self.resources.blocked, n_clues)
        for part in chunks(len(view), n_clues):
            estimate = self._estimate(own.take(part), other.take(part), cost[part])
            estimate[:, self.resources.similarity.unknown] = -np.inf
            rows = np.arange(part.start, part.stop)
            estimate[within(barred, part)] = -np.inf
            self._check_any(view.take(rows), estimate)
            n = min(self.candidates, n_clues)
            top = np.argpartition(estimate, n_clues - n, axis=1)[:, n_clues - n :]
            # what may not be given is replaced by the best of what may
            allowed = np.isfinite(np.take_along_axis(estimate, top, axis=1))
            top = np.where(allowed, top, estimate.argmax(axis=1)[:, None])
            best.append(np.sort(top, axis=1))
        return np.concatenate(best)

    def _check_any(self, view: SpymasterView, estimate: Floats) -> None:
        nothing = (estimate == -np.inf).all(axis=1)
        if nothing.any():
            raise no_legal_clue(view, int(np.argmax(nothing)), self.resources)

    def _estimate(self, own: Slots, other: Slots, cost: Floats) -> Floats:
        """Return how promising each clue word is: (B, V) float32."""
        weights = self._weights
        shape = (len(own.ids), weights.shape[1])
        fear, paid = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
        rows = np.empty(shape, dtype=np.float32)
        for slot in range(other.ids.shape[1]):
            weights.take(other.ids[:, slot], axis=0, out=rows, mode="clip")
            rows *= other.valid[:, slot, None]
            fear += rows
            rows *= cost[:, slot, None]
            paid += rows
        np.maximum(fear, np.float32(1e-30), out=fear)
        found, drawn = np.zeros(shape, dtype=np.float32), fear.copy()
        above = np.empty(shape, dtype=np.float32)
        for slot in range(own.ids.shape[1]):
            weights.take(own.ids[:, slot], axis=0, out=rows, mode="clip")
            rows *= own.valid[:, slot, None]
            drawn += rows
            np.add(rows, fear, out=above)
            rows /= above
            found += rows
        # P(the first touch is wrong) = fear / drawn, and its mean cost is paid / fear
        paid /= drawn
        found -= paid
        return found

    def _weigh(
        self, words: NDArray[np.intp], own: Slots, other: Slots, cost: Floats
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the best clue word and number of each board: two (B,)."""
        n_boards, n_words = words.shape
        word, number = np.zeros(n_boards, dtype=np.int64), np.zeros(n_boards, dtype=np.int64)
        step = max(1, _CLUES_AT_ONCE // n_words)
        for first in range(0, n_boards, step):
            rows = slice(first, min(first + step, n_boards))
            score = self._score(words[rows], own.take(rows), other.take(rows), cost[rows])
            flat = score.reshape(score.shape[0], -1)  # clue words ascending, then numbers
            best = flat.argmax(axis=1)
            word[rows] = words[rows][np.arange(len(best)), best // score.shape[2]]
            number[rows] = best % score.shape[2] + 1
        return word, number

    def _score(self, words: NDArray[np.intp], own: Slots, other: Slots, cost: Floats) -> Floats:
        """Return the scores of every word and number: (B, M, k); -inf for more cards than are left."""
        z = self.resources.z_scores
        n_boards, n_words = words.shape

        heard = Heard(
            own=z[own.ids[:, None, :], words[:, :, None]].reshape(n_boards * n_words, -1),
            own_valid=np.repeat(own.valid, n_words, axis=0),
            other=z[other.ids[:, None, :], words[:, :, None]].reshape(n_boards * n_words, -1),
            other_valid=np.repeat(other.valid, n_words, axis=0),
            cost=np.repeat(cost[:, : other.ids.shape[1]], n_words, axis=0),
        )
        score = self.scores(heard).reshape(n_boards, n_words, -1)
        left = own.valid.sum(axis=1)[:, None]
        too_many = np.arange(1, score.shape[2] + 1) > left
        score[np.broadcast_to(too_many[:, None, :], score.shape)] = -np.inf
        return score


def role_costs(bystander: float, other: float, assassin: float) -> NDArray[np.float32]:
    """Return the costs by role: (4,) float32."""
    costs = np.zeros(4, dtype=np.float32)
    costs[[BYSTANDER, OTHER, ASSASSIN]] = bystander, other, assassin
    return costs
