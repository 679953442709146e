"""A spymaster that learns over a series which space its partner thinks in."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Memory, Spymaster, TurnReview, spymaster
from cluejam_ai.agents.fixed_number import Sides
from cluejam_ai.agents.house import blocked_clues, no_legal_clue, within
from cluejam_ai.agents.kernels import Slots, Table, chunks, nearest_cards
from cluejam_ai.agents.listener import Heard, Hearing, gumbel_weights
from cluejam_ai.agents.luce import plackett_luce_endings
from cluejam_ai.agents.posterior import choice_evidence, weights_of
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.spaces import Spaces
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, N_CARDS, OTHER
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys

Floats = NDArray[np.float64]

_NOTHING = -1


@spymaster("bayes-partner")
class BayesPartnerSpymaster(Spymaster):
    """Gives the clue with the largest expected gain, averaged over what its partner may think in.

    The partner is taken to be a listener with Gumbel noise in one embedding of a mix,
    ``embedding=use+glove50+minilm``; which one it is, all its touches so far in the series tell, by Bayes'
    rule. A clue for k cards is worth, on average over the posterior, the number of own cards that such a
    listener takes before another, at most k, less the cost of the card that ends its turn too early.

    It remembers over the matches of a series (``--series``); in one of length 1 only within the match.

    Parameters
    ----------
    resources : Resources
        Similarities in each embedding, and legality.
    sigma : float
        Standard deviation of the partner's noise, in standard deviations of a clue's similarities.
    cost_bystander : float
        What touching a bystander costs, in own cards.
    cost_other : float
        What touching a card of the other team costs.
    cost_assassin : float
        What touching an assassin costs.
    max_number : int
        Largest number to give.
    candidates : int
        How many clue words are weighed exactly, after a quick ranking of all.
    trust : float
        How far the posterior is believed, from 0 to 1.
    exclude : str
        Embeddings of the mix to leave out, joined by ``+``.

    Notes
    -----
    Source: partner models as a posterior over the partner's space, in the line of Archibald & Brosnahan 2024
    and later; the listener is that of `cluejam_ai.agents.listener`.
    """

    learns = True

    def __init__(
        self,
        resources: Resources,
        *,
        sigma: float = 0.8,
        cost_bystander: float = 0.2,
        cost_other: float = 1.0,
        cost_assassin: float = 4.0,
        max_number: int = 9,
        candidates: int = 32,
        trust: float = 0.5,
        exclude: str = "",
    ) -> None:
        who = "spymaster 'bayes-partner'"
        costs = np.zeros(4, dtype=np.float32)
        costs[[BYSTANDER, OTHER, ASSASSIN]] = cost_bystander, cost_other, cost_assassin
        if not 0.3 <= sigma <= 100:
            raise CluejamError(f"{who}: sigma={sigma} is not between 0.3 and 100")
        if not ((costs >= 0) & (costs <= 1000)).all():
            raise CluejamError(f"{who}: a cost is not between 0 and 1000")
        if not 1 <= max_number <= 9:
            raise CluejamError(f"{who}: max_number={max_number} is not between 1 and 9")
        if candidates < 1:
            raise CluejamError(f"{who}: candidates={candidates} is not at least 1")
        if not 0 <= trust <= 1:
            raise CluejamError(f"{who}: trust={trust} is not between 0 and 1")
        self.resources = resources
        self.spaces = Spaces(resources, str(exclude))
        self.hearing = Hearing(sigma, max_number)
        self.costs = costs
        self.candidates = candidates
        self.trust = trust

    def start(self, n_boards: int) -> Memory:
        """Return the memory of partners that nothing is known of.

        It holds for each series the log likelihood of every embedding, the clue that is being guessed, and
        the cards that could be touched when it was given.
        """
        return {
            "evidence": np.zeros((n_boards, len(self.spaces))),
            "clue": np.full(n_boards, _NOTHING, dtype=np.int64),
            "there": np.zeros((n_boards, N_CARDS), dtype=bool),
        }

    @cached_property
    def _pull(self) -> tuple[Table, ...]:
        """How much each card draws the listener in each embedding: K times (W, V) float32."""
        return tuple(gumbel_weights(z, self.hearing.sigma) for z in self.spaces.z)

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        weights = weights_of(memory["evidence"], self.trust)  # (B, K)
        word = np.zeros(len(view), dtype=np.int64)
        number = np.zeros(len(view), dtype=np.int64)
        n_clues = len(self.resources.clues)
        barred = blocked_clues(view, self.resources.blocked, n_clues)
        all_sides = Sides.of(view)
        costs = self._costs(view, all_sides.other)
        for part in chunks(len(view), n_clues):
            sides, share = all_sides.take(part), weights[part].astype(np.float32)
            cost = costs[part, : sides.other.ids.shape[1]]
            promise = self._promise(sides, cost, share)
            promise[:, ~self.spaces.known] = -np.inf
            promise[within(barred, part)] = -np.inf
            if (promise.max(axis=1) == -np.inf).any():
                raise no_legal_clue(view, part.start + int(promise.max(axis=1).argmin()), self.resources)
            word[part], number[part] = self._weigh(self._top(promise), sides, cost, share)
        own = view.touchable & (view.key == AGENT)
        z = np.zeros(view.words.shape)
        for weight, in_space in zip(weights.T, self.spaces.z, strict=True):
            z += weight[:, None] * in_space[view.words, word[:, None]]
        targets = nearest_cards(z, own, self.resources.word_order[view.words], number)
        return Clues(word, number, targets, {"clue": word, "there": view.touchable})

    def _costs(self, view: SpymasterView, other: Slots) -> NDArray[np.float32]:
        """Return what touching each of the other cards costs: (B, R) float32."""
        by_word = np.argsort(view.words, axis=1, kind="stable")
        key = np.take_along_axis(view.key, np.take_along_axis(by_word, other.places, axis=1), axis=1)
        return np.asarray(self.costs[key] * other.valid, dtype=np.float32)

    def _promise(self, sides: Sides, cost: NDArray[np.float32], share: NDArray[np.float32]) -> Table:
        """Return a quick estimate of what each clue word is worth: (B, V) float32.

        It is the expected number of own cards above all others, less the expected cost of a first touch that
        is wrong.
        """
        total: Table = np.zeros((len(share), len(self.resources.clues)), dtype=np.float32)
        rows, above = np.empty_like(total), np.empty_like(total)
        for pull, weight in zip(self._pull, share.T, strict=True):
            fear, paid = np.full_like(total, 1e-30), np.zeros_like(total)
            for slot in range(sides.other.ids.shape[1]):
                _row(pull, sides.other, slot, rows)
                fear += rows
                rows *= cost[:, slot, None]
                paid += rows
            found, drawn = np.zeros_like(total), fear.copy()
            for slot in range(sides.own.ids.shape[1]):
                _row(pull, sides.own, slot, rows)
                drawn += rows
                np.add(rows, fear, out=above)
                rows /= above
                found += rows
            paid /= drawn
            found -= paid
            found *= weight[:, None]
            total += found
        return total

    def _top(self, promise: Table) -> NDArray[np.intp]:
        """Return the most promising clue words of each board, ascending: (B, M)."""
        n = min(self.candidates, promise.shape[1])
        top = np.argpartition(promise, promise.shape[1] - n, axis=1)[:, promise.shape[1] - n :]
        allowed = np.isfinite(np.take_along_axis(promise, top, axis=1))
        # what may not be given is replaced by the best of what may
        return np.sort(np.where(allowed, top, promise.argmax(axis=1)[:, None]), axis=1)

    def _weigh(
        self, words: NDArray[np.intp], sides: Sides, cost: NDArray[np.float32], share: NDArray[np.float32]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the best clue word and number of each board: two (B,)."""
        n_boards, n_words = words.shape
        own, other = sides.own, sides.other
        score = np.zeros((n_boards, n_words, self.hearing.max_number), dtype=np.float32)
        for z, weight in zip(self.spaces.z, share.T, strict=True):
            heard = Heard(
                own=z[own.ids[:, None, :], words[:, :, None]].reshape(n_boards * n_words, -1),
                own_valid=np.repeat(own.valid, n_words, axis=0),
                other=z[other.ids[:, None, :], words[:, :, None]].reshape(n_boards * n_words, -1),
                other_valid=np.repeat(other.valid, n_words, axis=0),
                cost=np.repeat(cost, n_words, axis=0),
            )
            worth = plackett_luce_endings(heard, self.hearing).cards_less_costs().reshape(score.shape)
            score += weight[:, None, None] * worth
        left = own.valid.sum(axis=1)[:, None, None]
        score = np.where(np.arange(1, score.shape[2] + 1) > left, -np.inf, score)
        best = score.reshape(n_boards, -1).argmax(axis=1)  # clue words ascending, then numbers
        return words[np.arange(n_boards), best // score.shape[2]], best % score.shape[2] + 1

    def review(self, turn: TurnReview, memory: Memory) -> Memory:
        """Return the memory after a turn: what the partner touched tells of its space."""
        mine = (memory["clue"] != _NOTHING) & (memory["clue"] == turn.clue)
        z = self.spaces.of_cards(turn.words, turn.clue)
        # Gumbel noise of this standard deviation is Luce's rule with this temperature
        temperature = self.hearing.sigma * np.sqrt(6) / np.pi
        told = choice_evidence(z, turn.order, memory["there"], temperature)
        return {
            "evidence": memory["evidence"] + np.where(mine[:, None], told, 0),
            "clue": np.full_like(memory["clue"], _NOTHING),
            "there": np.zeros_like(memory["there"]),
        }


def _row(table: Table, slots: Slots, slot: int, out: Table) -> None:
    """Write the table's rows of one slot to `out`, (B, V); 0 where a board has no such card."""
    table.take(slots.ids[:, slot], axis=0, out=out, mode="clip")
    out *= slots.valid[:, slot, None]
