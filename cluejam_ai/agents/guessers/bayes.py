"""A guesser that weighs the chances of every card and touches where it pays."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, NO_CLUE, OTHER, PASS
from cluejam_ai.game.inference import partner_roles
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import NO_BUDGET, GuesserView
from cluejam_ai.seeding import Keys

Floats = NDArray[np.float64]


@guesser("bayes")
class BayesGuesser(Guesser):
    """Touches the card with the largest expected gain while that is above zero.

    Before the clue a card has the roles that the guesser's own key, the touches so far and the game's joint
    table make it have, exactly (`cluejam_ai.game.inference`); where it has no key, the shares of the cards
    left. The clue changes this: a card that is meant has a standardised similarity around `shift`, any other
    around 0. Earlier clues of the same giver that are not used up count too.

    Parameters
    ----------
    resources : Resources
        Standardised similarities.
    shift : float
        Mean similarity of a card that is meant, in standard deviations of a clue's similarities.
    spread : float
        Its standard deviation.
    own_key : bool
        Whether what its own key says is used.
    memory : bool
        Whether earlier clues that are not used up are used.
    cost_bystander : float
        What touching a bystander costs, in own cards.
    cost_other : float
        What touching a card of the other team costs.
    cost_assassin : float
        What touching an assassin costs, as long as there is time.
    clock : bool
        Whether it takes more risk the fewer cards the turns left can still find.
    pace : float
        Cards that a turn finds, for the clock.

    Notes
    -----
    Source: Bayes' rule with the listener models of `cluejam_ai.agents.listener`.
    """

    def __init__(
        self,
        resources: Resources,
        *,
        shift: float = 1.5,
        spread: float = 1.0,
        own_key: bool = True,
        memory: bool = True,
        cost_bystander: float = 0.1,
        cost_other: float = 1.0,
        cost_assassin: float = 1.0,
        clock: bool = True,
        pace: float = 2.0,
    ) -> None:
        if not (0 < spread <= 10 and -10 <= shift <= 10):
            raise CluejamError(f"guesser 'bayes': shift={shift}, spread={spread} are out of range")
        if min(cost_bystander, cost_other, cost_assassin) < 0 or not pace > 0:
            raise CluejamError("guesser 'bayes': a cost is below 0, or pace is not above 0")
        self.resources = resources
        self.shift = shift
        self.spread = spread
        self.own_key = own_key
        self.memory = memory
        self.costs = {BYSTANDER: cost_bystander, OTHER: cost_other, ASSASSIN: cost_assassin}
        self.clock = clock
        self.pace = pace

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        roles = self._roles(view)  # (B, 25, 4)
        agents = np.maximum((roles[:, :, AGENT] * view.touchable).sum(axis=1), 1e-9)
        roles = self._told(roles, np.exp(self._evidence(view, agents)))
        gain = roles[:, :, AGENT].copy()
        for role, cost in self.costs.items():
            scale = self._time(view)[:, None] if role == ASSASSIN else 1.0
            gain -= cost * scale * roles[:, :, role]
        card = best_card(gain, view.touchable, self.resources.word_order[view.words])
        worth = gain[np.arange(len(view)), card] > 0
        return Guesses(np.where(view.may_pass & ~worth, PASS, card))

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

    def _told(self, roles: Floats, factor: Floats) -> Floats:
        """Return the chances when an agent card is so many times as likely as before: (B, 25, 4)."""
        told = roles.copy()
        told[:, :, AGENT] *= factor
        return np.asarray(told / np.maximum(told.sum(axis=2, keepdims=True), 1e-300))

    def _evidence(self, view: GuesserView, agents: Floats) -> Floats:
        """Return how much the clues speak for each card being an agent card, in logarithms: (B, 25)."""
        now = np.maximum(view.number - view.touches, 0) / agents
        total = self._of_clue(view, view.clue, np.clip(now, 0, 1))
        if self.memory:
            history = view.history
            for turn in range(history.clue.shape[1]):
                from_giver = (history.seat[:, turn] != view.seat) | (view.ruleset.kind is not Kind.PARTNERS)
                if view.ruleset.kind is Kind.TEAMS:
                    from_giver = history.seat[:, turn] == view.seat
                unused = np.maximum(history.number[:, turn] - history.right[:, turn], 0)
                meant = np.where(from_giver, unused / agents, 0)
                total += self._of_clue(view, history.clue[:, turn], np.clip(meant, 0, 1))
        return total

    def _of_clue(self, view: GuesserView, clue: NDArray[np.integer], meant: Floats) -> Floats:
        """Return the evidence of a clue meant for a share `meant` of the agent cards left: (B, 25)."""
        z = self.resources.z_scores[view.words, np.maximum(clue, 0)[:, None]].astype(np.float64)
        # beyond the mean of cards that are meant, more similarity is not less evidence
        below = np.minimum(z - self.shift, 0)
        log_ratio = (z**2 - (below / self.spread) ** 2) / 2 - np.log(self.spread)
        share = np.where(clue == NO_CLUE, 0.0, meant)[:, None]
        return np.log(share * np.exp(np.clip(log_ratio, -20, 20)) + (1 - share) + 1e-12)

    def _time(self, view: GuesserView) -> Floats:
        """Return how much of the assassin's cost counts: all with time enough, nothing in the last turn."""
        if not self.clock or (view.turns_left == NO_BUDGET).all():
            return np.ones(len(view))
        needed = np.maximum(view.cards_left, 1).astype(np.float64)
        return np.clip((view.turns_left - 1) * self.pace / needed, 0, 1)
