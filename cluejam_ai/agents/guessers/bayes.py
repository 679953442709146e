"""A guesser that weighs the chances of every card and touches where it pays."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.clock import Pace, clock_of, has_clock
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.touching import Prospects, first_touch
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, NO_CLUE, OTHER, PASS
from cluejam_ai.game.inference import partner_roles
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys

Floats = NDArray[np.float64]

#: How turns go, for the clock; see experiments/unseen_partner.
PACE = Pace(hits=(0.7, 0.5, 0.35, 0.25, 0.2, 0.15), fatal=0.2)
_HALVINGS = 40
_WIDE = 60.0


@guesser("bayes")
class BayesGuesser(Guesser):
    """Touches the card that its chances speak for, and stops when no touch pays.

    Before the clue a card has the roles that the guesser's own key, the touches so far and the joint table of
    the game make it have, exactly (`cluejam_ai.game.inference`); where it has none, shares of the cards left.
    A clue for k cards changes this: the odds that a card is meant are its odds to be an agent card times
    exp(sharpness * closeness), times what makes the expected number of meant cards k. Earlier clues of the
    same giver not used up count in part. Partners with a budget of turns then choose the touches that
    make the best chance to win (`cluejam_ai.agents.touching`); others touch while the expected gain is above
    zero.

    Parameters
    ----------
    resources : Resources
        Closeness of clues and cards.
    sharpness : float
        How much the closeness of a clue tells.
    own_key : bool
        Whether what its own key says is used.
    memory : float
        How much an earlier clue of the same giver counts that is not used up, from 0 to 1: its giver may have
        said the same cards anew, and the guesser has already shown that it does not understand it.
    clock : bool
        Whether partners with a budget of turns play for the win; else for gain less costs.
    found_weight : float
        With the clock: what finding all cards is worth beside winning.
    cost_bystander : float
        Without the clock: what touching a bystander costs, in own cards.
    cost_other : float
        Without the clock: what touching a card of the other team costs.
    cost_assassin : float
        Without the clock: what touching an assassin costs.

    Notes
    -----
    Source: own work: Bayes' rule, exact inference from the own key, and backward induction.
    """

    def __init__(
        self,
        resources: Resources,
        *,
        sharpness: float = 2.2,
        own_key: bool = True,
        memory: float = 0.5,
        clock: bool = True,
        found_weight: float = 0.05,
        cost_bystander: float = 0.1,
        cost_other: float = 1.0,
        cost_assassin: float = 1.0,
    ) -> None:
        if not 0 <= sharpness <= 20:
            raise CluejamError(f"guesser 'bayes': sharpness={sharpness} is not between 0 and 20")
        if not 0 <= memory <= 1:
            raise CluejamError(f"guesser 'bayes': memory={memory} is not between 0 and 1")
        if min(cost_bystander, cost_other, cost_assassin, found_weight) < 0:
            raise CluejamError("guesser 'bayes': a cost, or found_weight, is below 0")
        self.resources = resources
        self.sharpness = sharpness
        self.own_key = own_key
        self.memory = memory
        self.clock = clock
        self.found_weight = found_weight
        self.costs = {BYSTANDER: cost_bystander, OTHER: cost_other, ASSASSIN: cost_assassin}

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        roles = self.chances(view)
        order = self.resources.word_order[view.words]
        if self.clock and has_clock(view.ruleset):
            ahead = clock_of(view.ruleset, PACE, self.found_weight).outlook(
                view.cards_left, view.turns_left, view.lives_left, int(view.guesses_left.max(initial=1))
            )
            wrong = roles[:, :, BYSTANDER] + roles[:, :, OTHER]
            prospects = Prospects(roles[:, :, AGENT], wrong, roles[:, :, ASSASSIN], view.touchable)
            card = first_touch(prospects, ahead, view.guesses_left, order)
            best = best_card(roles[:, :, AGENT], view.touchable, order)
            return Guesses(np.where((card == PASS) & ~view.may_pass, best, card))
        gain = roles[:, :, AGENT] - sum(cost * roles[:, :, role] for role, cost in self.costs.items())
        card = best_card(gain, view.touchable, order)
        worth = gain[np.arange(len(view)), card] > 0
        return Guesses(np.where(view.may_pass & ~worth, PASS, card))

    def chances(self, view: GuesserView) -> Floats:
        """Return the chances of each role of each card on the giver's key, all clues heard: (B, 25, 4)."""
        roles = self._roles(view)
        agent = roles[:, :, AGENT] * view.touchable
        meant, heard = self._meant(view, agent)
        by_chance = _left_over(agent, heard)
        now = meant + (1 - meant) * by_chance
        others = np.maximum(1 - roles[:, :, AGENT], 1e-9)
        told = roles * ((1 - now) / others)[:, :, None]
        told[:, :, AGENT] = now
        return told

    def _roles(self, view: GuesserView) -> Floats:
        """Return the chances of each role before the clue: (B, 25, 4)."""
        if view.ruleset.kind is Kind.PARTNERS and self.own_key:
            found = (view.seen == AGENT) | (view.own_judged & (view.own_key == AGENT))
            return partner_roles(view.ruleset, view.own_key, view.seen, found, view.touches == 0)
        counts = (view.ruleset.joint_keys[0][:, None] == np.arange(4)).sum(axis=0)
        shown = (view.seen[:, :, None] == np.arange(4)).sum(axis=1)
        left = np.maximum(counts - shown, 0).astype(np.float64)
        if view.ruleset.kind is not Kind.PARTNERS:
            left[:, AGENT], left[:, OTHER] = view.cards_left, view.opponent_left
        share = left / np.maximum(left.sum(axis=1, keepdims=True), 1)
        return np.broadcast_to(share[:, None, :], (*view.seen.shape, 4)).copy()

    def _meant(self, view: GuesserView, agent: Floats) -> tuple[Floats, Floats]:
        """Return the chance that some clue was meant for a card, and for how many the clues were.

        Returns
        -------
        meant : (B, 25)
        heard : (B,)
        """
        missed, heard = np.ones(agent.shape), np.zeros(len(agent))
        for weight, clue, number in self._clues(view):
            missed *= 1 - weight * self._of_clue(view, clue, number, agent)
            heard += weight * number
        return 1 - missed, heard

    def serves(self, view: GuesserView) -> NDArray[np.intp] | None:
        """Return which earlier clue speaks most for each card, -1 for none: (B, 25); see `Guesser`.

        An earlier clue has to make a card likelier than the one given now does, and than it is with no clue.
        """
        if self.memory == 0:
            return None
        agent = self._roles(view)[:, :, AGENT] * view.touchable
        clues = self._clues(view)
        spoken = np.stack([w * self._of_clue(view, clue, number, agent) for w, clue, number in clues])
        heard = np.sum([weight * number for weight, _, number in clues], axis=0)
        spoken[0] = np.maximum(spoken[0], _left_over(agent, heard))
        return np.asarray(spoken.argmax(axis=0) - 1)

    def _clues(self, view: GuesserView) -> list[tuple[float, NDArray[np.integer], NDArray[np.integer]]]:
        """Return the clue given now, then all earlier ones: weight, word (B,), cards not yet found (B,)."""
        number = np.maximum(view.number - view.touches, 0) * (view.clue != NO_CLUE)
        clues: list[tuple[float, NDArray[np.integer], NDArray[np.integer]]] = [(1.0, view.clue, number)]
        history = view.history
        for turn in range(history.clue.shape[1] if self.memory > 0 else 0):
            if view.ruleset.kind is Kind.TEAMS:
                from_giver = history.seat[:, turn] == view.seat
            else:
                from_giver = (history.seat[:, turn] != view.seat) | (view.ruleset.kind is Kind.SOLO)
            unused = np.maximum(history.number[:, turn] - history.right[:, turn], 0)
            unused = np.where(from_giver & (history.clue[:, turn] != NO_CLUE), unused, 0)
            clues.append((self.memory, history.clue[:, turn], unused))
        return clues

    def _of_clue(
        self, view: GuesserView, clue: NDArray[np.integer], number: NDArray[np.integer], agent: Floats
    ) -> Floats:
        """Return the chance that a clue was meant for each card: (B, 25); the sum is the number."""
        rows = np.flatnonzero(number > 0)
        out = np.zeros(agent.shape)
        if rows.size:
            close = self.resources.closeness[view.words[rows], np.maximum(clue[rows], 0)[:, None]]
            out[rows] = meant_cards(agent[rows], self.sharpness * close.astype(np.float64), number[rows])
        return out


def _left_over(agent: Floats, heard: NDArray[np.floating]) -> Floats:
    """Return the chance of each card to be an agent card that no clue was meant for: (B, 25)."""
    over = agent * np.clip(1 - heard / np.maximum(agent.sum(axis=1), 1e-9), 0, 1)[:, None]
    return np.asarray(over / np.maximum(over + 1 - agent, 1e-9))


def meant_cards(agent: Floats, evidence: Floats, number: NDArray[np.integer]) -> Floats:
    """Return the chance that a clue is meant for each card: (B, 25).

    Parameters
    ----------
    agent : (B, 25) float64
        The chance that it is an agent card; 0 for cards that are out.
    evidence : (B, 25) float64
        What the clue says for it, in logarithms of odds, up to a constant for all cards.
    number : (B,) int
        The expected number of meant cards, which settles that constant; no more than can be.
    """
    possible = agent > 0
    sure = np.clip(agent, 1e-9, 1 - 1e-9)
    odds = np.where(possible, np.log(sure) - np.log1p(-sure) + evidence, -np.inf)
    centre = odds.max(axis=1, keepdims=True, initial=-1e9)
    odds -= np.where(np.isfinite(centre), centre, 0)
    wanted = np.minimum(number, possible.sum(axis=1) * (1 - 1e-6))[:, None]
    low, high = np.full((len(agent), 1), -_WIDE), np.full((len(agent), 1), _WIDE)
    chance, there = np.empty_like(odds), possible.astype(np.float64)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        # 1 / (1 + exp(-x)), in memory that is used again
        np.add(odds, middle, out=chance)
        np.maximum(chance, -_WIDE, out=chance)
        np.minimum(chance, _WIDE, out=chance)
        np.exp(np.negative(chance, out=chance), out=chance)
        chance += 1
        np.divide(there, chance, out=chance)
        much = np.add.reduce(chance, axis=1, keepdims=True) > wanted
        np.copyto(high, middle, where=much)
        np.copyto(low, middle, where=~much)
    return chance
