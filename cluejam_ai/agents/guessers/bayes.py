"""A guesser that weighs the chances of every card and touches where it pays."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.reading import still_meant
from cluejam_ai.agents.recall import found_now
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.weighing import Stakes, left_over, log_odds, meant_cards, roles_before, roles_told
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, NO_CLUE
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys

Floats = NDArray[np.float64]
#: A clue's weight, its word (B,) and for how many cards it still is (B,).
_Clue = tuple[float, NDArray[np.integer], NDArray[np.integer | np.floating]]

#: What the chance of a card may have been before it was found in this turn.
_UNTOUCHED = 0.4


@guesser("bayes")
class BayesGuesser(Guesser):
    """Touches the card that its chances speak for, and stops when no touch pays.

    The odds that a card is meant by a clue are its exact odds to be an agent card, by the own key, the
    touches so far and the joint table of the game, times exp(sharpness * closeness), times what makes the
    expected number of meant cards the clue's number (`cluejam_ai.agents.weighing`). Earlier clues of the same
    giver not used up count in part. Partners with a budget of turns then choose the touches that make the
    best chance to win (`cluejam_ai.agents.touching`); others touch while the expected gain is above zero.

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
    credit : bool
        Whether a card that was found in this turn counts for the clue that spoke for it, and one found for an
        earlier clue leaves the number of this one; else every card found in the turn counts for its clue.
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
    all_in : bool
        Without the clock: whether on the last turn, when the game is lost if it stops, costs do not count.

    Notes
    -----
    Source: own work: Bayes' rule, exact inference from the own key, and backward induction.
    """

    thinks_of_clues = True

    def __init__(
        self,
        resources: Resources,
        *,
        sharpness: float = 2.2,
        own_key: bool = True,
        memory: float = 0.5,
        credit: bool = False,
        clock: bool = True,
        found_weight: float = 0.05,
        cost_bystander: float = 0.1,
        cost_other: float = 1.0,
        cost_assassin: float = 1.0,
        all_in: bool = False,
    ) -> None:
        if not 0 <= sharpness <= 20:
            raise CluejamError(f"guesser 'bayes': sharpness={sharpness} is not between 0 and 20")
        if not 0 <= memory <= 1:
            raise CluejamError(f"guesser 'bayes': memory={memory} is not between 0 and 1")
        self.stakes = Stakes(clock, found_weight, cost_bystander, cost_other, cost_assassin, all_in)
        self.stakes.check("guesser 'bayes'")
        self.resources = resources
        self.sharpness = sharpness
        self.own_key = own_key
        self.memory = memory
        self.credit = credit

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        order = self.resources.word_order[view.words]
        return Guesses(self.stakes.touch(view, self.chances(view), order))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what all clues say for each card that each role's share of the cards left does not."""
        agent = roles_before(view, own_key=False)[:, :, AGENT] * view.touchable
        meant, _ = self._meant(view, agent)
        return Evidence(log_odds(meant) - log_odds(agent), meant.sum(axis=1))

    def chances(self, view: GuesserView) -> Floats:
        """Return the chances of each role of each card on the giver's key, all clues heard: (B, 25, 4)."""
        roles = roles_before(view, self.own_key)
        meant, heard = self._meant(view, roles[:, :, AGENT] * view.touchable)
        return roles_told(roles, view.touchable, meant, heard)

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
        agent = roles_before(view, self.own_key)[:, :, AGENT] * view.touchable
        clues = self._clues(view)
        spoken = np.stack([w * self._of_clue(view, clue, number, agent) for w, clue, number in clues])
        heard = np.sum([weight * number for weight, _, number in clues], axis=0)
        spoken[0] = np.maximum(spoken[0], left_over(agent, heard))
        return np.asarray(spoken.argmax(axis=0) - 1)

    def _clues(self, view: GuesserView) -> list[_Clue]:
        """Return the clue given now, then all earlier ones: weight, word (B,), cards not yet found (B,)."""
        earlier = self._earlier_clues(view)
        number = still_meant(view) * (view.clue != NO_CLUE)
        if self.credit and earlier:
            number = self._credited(view, number, earlier)
        return [(1.0, view.clue, number), *earlier]

    def _credited(self, view: GuesserView, number: Floats, earlier: list[_Clue]) -> Floats:
        """Return for how many cards the clue still is, those found in this turn for earlier ones left out."""
        found = found_now(view) & (view.number > 0)[:, None]
        agent = np.where(found, _UNTOUCHED, roles_before(view, self.own_key)[:, :, AGENT] * view.touchable)
        now = self._of_clue(view, view.clue, np.maximum(view.number, 0), agent)
        old = sum(weight * self._of_clue(view, clue, left, agent) for weight, clue, left in earlier)
        share = np.divide(now, now + old, out=np.ones_like(now), where=now + old > 0)
        used = (share * found).sum(axis=1)
        return np.where(found.any(axis=1), np.clip(view.number - used, number, None), number)

    def _earlier_clues(self, view: GuesserView) -> list[_Clue]:
        """Return earlier clues of the same giver as `_clues` does."""
        clues: list[_Clue] = []
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
        self,
        view: GuesserView,
        clue: NDArray[np.integer],
        number: NDArray[np.integer | np.floating],
        agent: Floats,
    ) -> Floats:
        """Return the chance that a clue was meant for each card: (B, 25); the sum is the number."""
        rows = np.flatnonzero(number > 0)
        out = np.zeros(agent.shape)
        if rows.size:
            close = self.resources.closeness[view.words[rows], np.maximum(clue[rows], 0)[:, None]]
            out[rows] = meant_cards(agent[rows], self.sharpness * close.astype(np.float64), number[rows])
        return out
