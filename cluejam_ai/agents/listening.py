"""What spymasters share that imagine a noisy listener: which clues they weigh, and how they choose."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents import luce
from cluejam_ai.agents.aim import PACE, PLAIN_AIM, Aim
from cluejam_ai.agents.base import Clues, Grounds, Memory, Spymaster
from cluejam_ai.agents.clock import clock_of, has_clock
from cluejam_ai.agents.house import blocked_clues, house_grounds, no_legal_clue, within
from cluejam_ai.agents.kernels import Slots, chunks, nearest_cards, slots_of
from cluejam_ai.agents.listener import Endings, Heard, Hearing, gumbel_weights
from cluejam_ai.agents.resources import Resources, pad_rows
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER, Ints
from cluejam_ai.game.inference import partner_roles
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys

Floats = NDArray[np.float32]

#: Clues weighed at once: their temporaries of (K, cards, grid) float32 stay near the cache.
_CLUES_AT_ONCE = 512


class ListeningSpymaster(Spymaster):
    """Gives the clue and number that are worth most in the ears of a noisy listener.

    Every clue word is ranked by a quick estimate: the expected number of own cards above all others for a
    listener with Gumbel noise, less the cost of a first touch that is wrong. The best `candidates` of these
    are weighed exactly. For a listener with Gumbel noise no clue is worth more than its estimate: where
    another clue's is as high as the best score, that one is weighed too, so that the answer is that of
    weighing all. For a listener with normal noise the estimate is no bound, and the choice among all clues
    is approximate; `cluejam bench` tells how often weighing all changes it.

    Parameters
    ----------
    name : str
        For messages.
    resources : Resources
        Similarities and legality.
    hearing : Hearing
        The listener's noise and the largest number.
    costs : (4,) float
        What touching a card of each role costs, in own cards.
    candidates : int
        How many clue words to weigh; at least the size of the lexicon weighs all.
    aim : Aim
        What a clue is chosen for.
    """

    #: Whether no score exceeds the quick estimate, but for `luce.excess`. Then every clue that could be best
    #: is weighed, and the answer is that of weighing all; else a better clue may be missed.
    is_bound = False

    def __init__(
        self,
        name: str,
        resources: Resources,
        hearing: Hearing,
        costs: NDArray[np.float32],
        candidates: int,
        aim: Aim = PLAIN_AIM,
    ) -> None:
        # with less noise the listeners' weights leave the range of float32
        if not 0.3 <= hearing.sigma <= 100:
            raise CluejamError(f"spymaster '{name}': sigma={hearing.sigma} is not between 0.3 and 100")
        if not 1 <= hearing.max_number <= 9:
            raise CluejamError(f"spymaster '{name}': max_number={hearing.max_number} is not between 1 and 9")
        if not ((costs >= 0) & (costs <= 1000)).all():
            raise CluejamError(f"spymaster '{name}': a cost is not between 0 and 1000")
        if candidates < 1:
            raise CluejamError(f"spymaster '{name}': candidates={candidates} is not at least 1")
        if not 0 <= aim.found_weight <= 100:
            raise CluejamError(
                f"spymaster '{name}': found_weight={aim.found_weight} is not between 0 and 100"
            )
        self.resources = resources
        self.hearing = hearing
        self.costs = costs
        self.candidates = candidates
        self.aim = aim

    @abstractmethod
    def endings(self, heard: Heard) -> Endings:
        """Return how the listener's touches end after each of K clues."""

    @cached_property
    def _scores(self) -> Floats:
        """What a listener perceives, before noise: (W, V) float32."""
        return self.resources.closeness if self.aim.measure == "closeness" else self.resources.z_scores

    @cached_property
    def _weights(self) -> Floats:
        """How much each card draws a listener with Gumbel noise: (W, V) float32."""
        return gumbel_weights(self._scores, self.hearing.sigma)

    def share_tables(self, other: "ListeningSpymaster") -> None:
        """Hear with the tables of another whose listener perceives the same, so that they are made once."""
        vars(self).update(_scores=other._scores, _weights=other._weights)

    def grounds(self, view: SpymasterView) -> Grounds | None:
        """Return the cards to be touched and what the house rules forbid; None where more counts."""
        return None if self.aim.win or self.aim.partner_key else house_grounds(view)

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)
        own_slots, other_slots = slots_of(view.words, own), slots_of(view.words, view.touchable & ~own)
        roles = np.take_along_axis(view.key, other_slots.places, axis=1)
        costs = _CLOCK_COSTS if self.aim.win and has_clock(view.ruleset) else self.costs
        cost = costs[roles] * other_slots.valid
        words, rest = self._rank(view, own_slots, other_slots, cost)  # (B, M)
        word, number, score = self._weigh(view, words, own_slots, other_slots)
        if self.is_bound:
            least = score - luce.excess(own_slots.valid.sum(axis=1), cost.max(axis=1))
            # where a clue that was not weighed is estimated as high, it may be better
            some = np.flatnonzero(rest >= least)
            word[some], number[some] = self._weigh_from(
                view.take(some), least[some], own_slots.take(some), other_slots.take(some), cost[some]
            )
        targets = nearest_cards(
            self._scores[view.words, word[:, None]], own, self.resources.word_order[view.words], number
        )
        return Clues(word, number, targets)

    def expected_found(self, view: SpymasterView, word: Ints, number: Ints) -> NDArray[np.floating]:
        """Return how many of a clue's cards the listener is expected to find: (B,)."""
        return self._expected(view, word, number, np.zeros_like(self.costs))

    def expected_worth(self, view: SpymasterView, word: Ints, number: Ints) -> NDArray[np.floating]:
        """Return the same less what the expected touches of other cards cost: (B,), in own cards."""
        return self._expected(view, word, number, self.costs)

    def _expected(self, view: SpymasterView, word: Ints, number: Ints, costs: Floats) -> NDArray[np.floating]:
        own = view.touchable & (view.key == AGENT)
        own_slots, other_slots = slots_of(view.words, own), slots_of(view.words, view.touchable & ~own)
        roles = np.take_along_axis(view.key, other_slots.places, axis=1)
        cost = costs[roles] * other_slots.valid
        heard = self._heard(word[:, None].astype(np.intp), own_slots, other_slots, cost, None)
        found = self.endings(heard).cards_less_costs()  # (B, k)
        last = np.minimum(number, found.shape[1]) - 1
        return found[np.arange(len(view)), last]

    def _rank(
        self, view: SpymasterView, own: Slots, other: Slots, cost: Floats
    ) -> tuple[NDArray[np.intp], Floats]:
        """Return the most promising clue words of each board, ascending, (B, M).

        And what no other word's estimate is above: (B,); -inf where there is none that may be given.
        """
        n_clues = len(self.resources.clues)
        best, rest = [], []
        n = min(self.candidates, n_clues)
        for _, estimate in self._estimates(view, own, other, cost):
            top = np.argpartition(estimate, n_clues - n, axis=1)[:, n_clues - n :]
            promise = np.take_along_axis(estimate, top, axis=1)
            # what may not be given is replaced by the best of what may
            top = np.where(np.isfinite(promise), top, estimate.argmax(axis=1)[:, None])
            best.append(np.sort(top, axis=1))
            rest.append(promise.min(axis=1) if n < n_clues else np.full(len(top), -np.inf, np.float32))
        return np.concatenate(best), np.concatenate(rest)

    def _estimates(
        self, view: SpymasterView, own: Slots, other: Slots, cost: Floats
    ) -> Iterator[tuple[slice, Floats]]:
        """Yield some boards at a time, and estimates of all words, (b, V); -inf for what may not be given."""
        n_clues = len(self.resources.clues)
        barred = blocked_clues(view, self.resources.blocked, n_clues)
        for part in chunks(len(view), n_clues):
            estimate = luce.worth_at_most(self._weights, own.take(part), other.take(part), cost[part])
            estimate[:, self.resources.similarity.unknown] = -np.inf
            estimate[within(barred, part)] = -np.inf
            self._check_any(view.take(np.arange(part.start, part.stop)), estimate)
            yield part, estimate

    def _weigh_from(
        self, view: SpymasterView, least: Floats, own: Slots, other: Slots, cost: Floats
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the best word and number of each board among all words that promise at least this."""
        word, number = np.zeros(len(view), dtype=np.int64), np.zeros(len(view), dtype=np.int64)
        for part, estimate in self._estimates(view, own, other, cost):
            words = pad_rows(estimate >= least[part, None]).astype(np.intp)
            # boards with fewer are filled up with their most promising
            best = estimate.argmax(axis=1)[:, None]
            words = np.sort(np.where(words == estimate.shape[1], best, words), axis=1)
            some = view.take(np.arange(part.start, part.stop))
            word[part], number[part], _ = self._weigh(some, words, own.take(part), other.take(part))
        return word, number

    def _check_any(self, view: SpymasterView, estimate: Floats) -> None:
        nothing = (estimate == -np.inf).all(axis=1)
        if nothing.any():
            raise no_legal_clue(view, int(np.argmax(nothing)), self.resources)

    def _weigh(
        self, view: SpymasterView, words: NDArray[np.intp], own: Slots, other: Slots
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
        """Return the best clue word of each board, its number and its score: three (B,)."""
        n_boards, n_words = words.shape
        word, number = np.zeros(n_boards, dtype=np.int64), np.zeros(n_boards, dtype=np.int64)
        highest = np.zeros(n_boards, dtype=np.float32)
        step = max(1, _CLUES_AT_ONCE // n_words)
        for first in range(0, n_boards, step):
            rows = np.arange(first, min(first + step, n_boards))
            score = self._score(view.take(rows), words[rows], own.take(rows), other.take(rows))
            flat = score.reshape(score.shape[0], -1)  # clue words ascending, then numbers
            best = flat.argmax(axis=1)
            word[rows] = words[rows][np.arange(len(best)), best // score.shape[2]]
            number[rows] = best % score.shape[2] + 1
            highest[rows] = flat[np.arange(len(best)), best]
        return word, number, highest

    def _score(self, view: SpymasterView, words: NDArray[np.intp], own: Slots, other: Slots) -> Floats:
        """Return the scores of every word and number: (B, M, k); -inf for more cards than are left."""
        for_wins = self.aim.win and has_clock(view.ruleset)
        roles = np.take_along_axis(view.key, other.places, axis=1)
        cost = (roles == ASSASSIN).astype(np.float32) if for_wins else self.costs[roles]
        avoided = self._avoided(view, other) if self.aim.partner_key else None
        endings = self.endings(self._heard(words, own, other, cost * other.valid, avoided))
        scores = _wins(view, endings, self.aim.found_weight) if for_wins else endings.cards_less_costs()
        scores = scores.reshape(*words.shape, -1)
        left = own.valid.sum(axis=1)[:, None]
        too_many = np.arange(1, scores.shape[2] + 1) > left
        scores[np.broadcast_to(too_many[:, None, :], scores.shape)] = -np.inf
        return scores

    def _heard(
        self, words: NDArray[np.intp], own: Slots, other: Slots, cost: Floats, avoided: Floats | None
    ) -> Heard:
        """Return the clues as their listener may perceive them: K = B * M, boards first."""
        n_boards, n_words = words.shape
        table = self._scores
        return Heard(
            own=table[own.ids[:, None, :], words[:, :, None]].reshape(n_boards * n_words, -1),
            own_valid=np.repeat(own.valid, n_words, axis=0),
            other=table[other.ids[:, None, :], words[:, :, None]].reshape(n_boards * n_words, -1),
            other_valid=np.repeat(other.valid, n_words, axis=0),
            cost=np.repeat(cost, n_words, axis=0),
            avoided=None if avoided is None else np.repeat(avoided, n_words, axis=0),
        )

    def _avoided(self, view: SpymasterView, other: Slots) -> Floats | None:
        """Return the chances that cards are assassins on the partner's key, exactly: (B, S) float32."""
        if view.ruleset.kind is not Kind.PARTNERS:
            return None
        found = (view.key == AGENT) & ~view.touchable | (view.partner_seen == AGENT)
        nothing = np.zeros(len(view), dtype=bool)
        roles = partner_roles(view.ruleset, view.key, view.partner_seen, found, nothing)
        return np.take_along_axis(roles[:, :, ASSASSIN], other.places, axis=1).astype(np.float32)


def _wins(view: SpymasterView, endings: Endings, found_weight: float) -> Floats:
    """Return what clues are worth in wins for the numbers from 1: (K, k) float32, K = B * M."""
    most = endings.exactly.shape[1]
    clock = clock_of(view.ruleset, PACE, found_weight)
    ahead = clock.outlook(view.cards_left, view.turns_left, view.lives_left, most)
    exactly = endings.exactly.reshape(len(view), -1, most)
    fatal = endings.paid.reshape(len(view), -1, most)
    spared = (exactly - fatal) * ahead.wrong[:, None, :most]
    ended = np.cumsum(spared + fatal * ahead.fatal[:, None, :most], axis=2)
    enough = 1 - np.cumsum(exactly, axis=2)  # P(N >= k)
    return np.asarray(ended + enough * ahead.right[:, None, 1:], dtype=np.float32)


def role_costs(bystander: float, other: float, assassin: float) -> NDArray[np.float32]:
    """Return the costs by role: (4,) float32."""
    costs = np.zeros(4, dtype=np.float32)
    costs[[BYSTANDER, OTHER, ASSASSIN]] = bystander, other, assassin
    return costs


#: What the quick estimate takes touches to cost where clues are then weighed by wins.
_CLOCK_COSTS = role_costs(0.2, 1.0, 4.0)
