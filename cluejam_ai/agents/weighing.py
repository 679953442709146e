"""From what clues say to a touch: chances of every role of every card, and the touch that they make best.

Before a clue a card has the roles that the guesser's own key, the touches so far and the joint table of the
game make it have, exactly (`cluejam_ai.game.inference`); where there is no own key, shares of the cards left.
A clue for k cards changes this: the odds that a card is meant are its odds to be an agent card times what the
clue says for it, times what makes the expected number of meant cards k.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.clock import Pace, clock_of, has_clock
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.touching import Prospects, first_touch
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER, PASS, Bools, Ints
from cluejam_ai.game.inference import partner_roles
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import GuesserView

Floats = NDArray[np.float64]

#: How turns go, for the clock; see experiments/unseen_partner.
PACE = Pace(hits=(0.7, 0.5, 0.35, 0.25, 0.2, 0.15), fatal=0.2)
_HALVINGS = 40
_WIDE = 60.0


@dataclass(frozen=True)
class Stakes:
    """What touches are weighed by.

    Attributes
    ----------
    clock : bool
        Whether partners with a budget of turns play for the win; else for gain less costs.
    found_weight : float
        With the clock: what finding all cards is worth beside winning.
    cost_bystander, cost_other, cost_assassin : float
        Without the clock: what touching such a card costs, in own cards.
    all_in : bool
        Without the clock: whether nothing costs on the last turn, after which the game is lost anyway.
    """

    clock: bool
    found_weight: float
    cost_bystander: float
    cost_other: float
    cost_assassin: float
    all_in: bool = False

    def check(self, owner: str) -> None:
        """Raise a `CluejamError` that names the owner and the value if one is below 0, or no number."""
        for name in ("found_weight", "cost_bystander", "cost_other", "cost_assassin"):
            value = getattr(self, name)
            if not 0 <= value < np.inf:
                raise CluejamError(f"{owner}: {name}={value} is not a number of at least 0")

    def touch(self, view: GuesserView, roles: Floats, order: Ints) -> NDArray[np.int64]:
        """Return the card to touch, or PASS where stopping is best and allowed: (B,).

        Parameters
        ----------
        view : GuesserView
        roles : (B, 25, 4) float64
            The chances of each role on the giver's key.
        order : (B, 25) int
            Which of equals comes first: the smaller.
        """
        agent = roles[:, :, AGENT]
        if self.clock and has_clock(view.ruleset):
            ahead = clock_of(view.ruleset, PACE, self.found_weight).outlook(
                view.cards_left, view.turns_left, view.lives_left, int(view.guesses_left.max(initial=1))
            )
            wrong = roles[:, :, BYSTANDER] + roles[:, :, OTHER]
            prospects = Prospects(agent, wrong, roles[:, :, ASSASSIN], view.touchable)
            card = first_touch(prospects, ahead, view.guesses_left, order)
            return np.where((card == PASS) & ~view.may_pass, best_card(agent, view.touchable, order), card)
        costs = {BYSTANDER: self.cost_bystander, OTHER: self.cost_other, ASSASSIN: self.cost_assassin}
        gain = agent - sum(cost * roles[:, :, role] for role, cost in costs.items())
        if self.all_in:
            gain = np.where(is_last_turn(view)[:, None], agent, gain)
        best = best_card(gain, view.touchable, order)
        worth = gain[np.arange(len(view)), best] > 0
        return np.where(view.may_pass & ~worth, PASS, best)


def is_last_turn(view: GuesserView) -> Bools:
    """Return where no turn comes after this one, and no sudden death: (B,) bool."""
    ends = view.ruleset.turns is not None and not view.ruleset.sudden_death
    return np.asarray((view.turns_left == 1) & ends)


def roles_before(view: GuesserView, own_key: bool) -> Floats:
    """Return the chances of each role on the giver's key before the clue: (B, 25, 4).

    Parameters
    ----------
    view : GuesserView
    own_key : bool
        Whether the guesser's own key is used, where it has one.
    """
    if view.ruleset.kind is Kind.PARTNERS and own_key:
        found = (view.seen == AGENT) | (view.own_judged & (view.own_key == AGENT))
        return partner_roles(view.ruleset, view.own_key, view.seen, found, view.touches == 0)
    counts = (view.ruleset.joint_keys[0][:, None] == np.arange(4)).sum(axis=0)
    shown = (view.seen[:, :, None] == np.arange(4)).sum(axis=1)
    left = np.maximum(counts - shown, 0).astype(np.float64)
    if view.ruleset.kind is not Kind.PARTNERS:
        left[:, AGENT], left[:, OTHER] = view.cards_left, view.opponent_left
    share = left / np.maximum(left.sum(axis=1, keepdims=True), 1)
    return np.broadcast_to(share[:, None, :], (*view.seen.shape, 4)).copy()


def roles_told(roles: Floats, touchable: Bools, meant: Floats, heard: Floats) -> Floats:
    """Return the chances of each role once clues are heard: (B, 25, 4).

    Parameters
    ----------
    roles : (B, 25, 4) float64
        The chances before.
    touchable : (B, 25) bool
    meant : (B, 25) float64
        The chance that some clue was meant for a card.
    heard : (B,) float
        For how many cards the clues were.
    """
    by_chance = left_over(roles[:, :, AGENT] * touchable, heard)
    now = meant + (1 - meant) * by_chance
    others = np.maximum(1 - roles[:, :, AGENT], 1e-9)
    told = roles * ((1 - now) / others)[:, :, None]
    told[:, :, AGENT] = now
    return told


def left_over(agent: Floats, heard: NDArray[np.floating]) -> Floats:
    """Return the chance of each card to be an agent card that no clue was meant for: (B, 25)."""
    over = agent * np.clip(1 - heard / np.maximum(agent.sum(axis=1), 1e-9), 0, 1)[:, None]
    return np.asarray(over / np.maximum(over + 1 - agent, 1e-9))


def log_odds(chance: Floats) -> Floats:
    """Return the logarithm of the odds of chances, none of them quite sure."""
    sure = np.clip(chance, 1e-9, 1 - 1e-9)
    return np.asarray(np.log(sure) - np.log1p(-sure))


def meant_cards(agent: Floats, evidence: Floats, number: NDArray[np.integer | np.floating]) -> Floats:
    """Return the chance that a clue is meant for each card: (B, 25).

    Parameters
    ----------
    agent : (B, 25) float64
        The chance that it is an agent card; 0 for cards that are out.
    evidence : (B, 25) float64
        What the clue says for it, in logarithms of odds, up to a constant for all cards.
    number : (B,) int or float
        The expected number of meant cards, which settles that constant; no more than can be.
    """
    possible = agent > 0
    odds = np.where(possible, log_odds(agent) + evidence, -np.inf)
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
