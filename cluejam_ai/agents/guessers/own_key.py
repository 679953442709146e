"""Any guesser, with what its own key says of its partner's added to what it makes of a clue."""

from dataclasses import replace

import numpy as np

from cluejam_ai.agents.base import GUESSERS, Evidence, Guesser, Guesses, Memory, TurnReview, guesser
from cluejam_ai.agents.reading import checked_cards, checked_evidence, still_meant
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.weighing import Stakes, meant_cards, roles_before, roles_told
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, N_CARDS
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys
from cluejam_ai.specs import ComponentSpec, parse_spec

#: What each place in the order of a guesser that only names cards is worth, in logarithms of odds.
_STEP = 1.0


@guesser("own-key")
class OwnKeyGuesser(Guesser):
    """Asks another guesser what a clue says for each card, adds the odds of its own key and weighs the touch.

    The odds that a card is meant are the exact odds that it is an agent card of the partner, given the own
    key, all touches so far and the joint table of the game, times what the other guesser reads in the clue.
    The same holds of a bystander and an assassin, with what is left (`cluejam_ai.agents.weighing`). Partners
    with a budget of turns then choose the touches that make the best chance to win; others touch while the
    expected gain is above zero. Thresholds of the other guesser and its use of the bonus guess do not count;
    what it learns from turns does, what it would remember of single touches does not.

    Parameters
    ----------
    resources : Resources
        What the other guesser needs.
    guesser : str
        Who reads clues, like ``nearest`` or ``"noisy(temperature=0.1)"``, in the embedding of `own-key` or in
        one that it names. Its own `own_key` is set to false, so that the key is counted once. Of a guesser
        that only names cards the order of naming is used.
    sharpness : float
        How much the clue tells, as a multiple of what the other guesser reads in it, by its `confidence`.
    own_key : bool
        Whether the key is used; false shows what the weighing alone gives.
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
    Source: own work: Bayes' rule, exact inference from the own key, and backward induction (Bellman 1957).
    """

    thinks_of_clues = True
    wraps = ("guesser",)

    def __init__(
        self,
        resources: Resources,
        *,
        guesser: str | ComponentSpec = "nearest",
        sharpness: float = 1.0,
        own_key: bool = True,
        clock: bool = True,
        found_weight: float = 0.05,
        cost_bystander: float = 0.1,
        cost_other: float = 1.0,
        cost_assassin: float = 1.0,
        all_in: bool = False,
    ) -> None:
        if not 0 <= sharpness <= 20:
            raise CluejamError(f"guesser 'own-key': sharpness={sharpness} is not between 0 and 20")
        self.stakes = Stakes(clock, found_weight, cost_bystander, cost_other, cost_assassin, all_in)
        self.stakes.check("guesser 'own-key'")
        import_agents()
        self.resources = resources
        self.inner = _built(parse_spec(str(guesser)), resources)
        self.who = f"guesser '{guesser}' in 'own-key'"
        self.learns = self.inner.learns
        self.sharpness = sharpness
        self.own_key = own_key

    def start(self, n_boards: int) -> Memory:
        """Return the other guesser's memory at the start of a series."""
        return self.inner.start(n_boards)

    def review(self, turn: TurnReview, memory: Memory) -> Memory:
        """Return the other guesser's memory after a turn."""
        return self.inner.review(turn, memory)

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        told = self._heard(view, keys, memory)
        roles = roles_before(view, self.own_key)
        score = told.score if told.noise is None else told.score + told.noise
        meant = meant_cards(roles[:, :, AGENT] * view.touchable, score, told.meant)
        roles = roles_told(roles, view.touchable, meant, told.meant)
        # of equals, as all are once the number is used up, the card that the clue says most for
        ranks = np.lexsort((self.resources.word_order[view.words], -score), axis=1).argsort(axis=1)
        return Guesses(self.stakes.touch(view, roles, ranks))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the other guesser reads in the clue, by `sharpness`."""
        return self._heard(view, keys, memory)

    def _heard(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        told = self.inner.evidence(view, keys, memory)
        if told is None:
            told = by_order_of_naming(self.inner, view, keys, memory, self.who)
        told = checked_evidence(told, len(view), self.who)
        weight = self.sharpness * self.inner.confidence
        noise = None if told.noise is None else weight * told.noise
        return Evidence(weight * told.score, told.meant, noise)


def _built(spec: ComponentSpec, resources: Resources) -> Guesser:
    """Return a guesser that does not use its own key, in its own embedding if it names one."""
    params = spec.param_dict()
    embedding = params.pop("embedding", None)
    if "own_key" in GUESSERS.entry(spec.name).defaults():
        params["own_key"] = False
    inside = resources if embedding is None else resources.through(str(embedding))
    found = GUESSERS.build(ComponentSpec.of(spec.name, *spec.args, **params), inside)
    if not isinstance(found, Guesser):
        raise CluejamError(f"guesser 'own-key': guesser={spec} is no guesser")
    return found


def by_order_of_naming(agent: Guesser, view: GuesserView, keys: Keys, memory: Memory, who: str) -> Evidence:
    """Return what the order says in which a guesser names cards, if it may not pass and they are taken away.

    Parameters
    ----------
    agent : Guesser
    view, keys, memory
        As in `Guesser.guess`.
    who : str
        For messages.

    Raises
    ------
    CluejamError
        If it does not name a card that it may touch.

    Returns
    -------
    Evidence
        A card is worth `_STEP` less than the one named before it.
    """
    score = np.full(view.words.shape, -_STEP * N_CARDS)
    left, rows = view.touchable.copy(), np.arange(len(view))
    for place in range(int(left.sum(axis=1).max(initial=0))):
        # boards without cards left keep the last one, so that there is something to name
        shown = np.where(left.any(axis=1, keepdims=True), left, view.touchable)
        asked = replace(view, touchable=shown, may_pass=np.zeros(len(view), dtype=bool))
        card = checked_cards(agent.guess(asked, keys, memory), asked, who)
        named = left[rows, card]
        score[rows[named], card[named]] = -_STEP * place
        left[rows, card] = False
    return Evidence(score, still_meant(view))
