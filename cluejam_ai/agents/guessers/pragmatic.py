"""A guesser that asks why the spymaster gave this clue and no other."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.pragmatics import MODELS, Question, agent_odds, beliefs, subsets
from cluejam_ai.agents.reading import clue_similarity, clue_z, evidence_of, hopeful_cards, wants_to_stop
from cluejam_ai.agents.recall import found_now
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.weighing import log_odds
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.cards import N_CARDS, NO_CLUE, ZERO
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys

Floats = NDArray[np.float64]

#: Boards thought about at once: temporaries of (boards, hypotheses, alternatives) stay below 32 MB each.
_CELLS = 4_000_000
#: The chance that it is mistaken about a card of which it is sure.
_DOUBT = 1e-3
#: What a logarithm of odds by nearness counts, so that of equal chances the nearest comes first.
_TIE = 1e-9


@guesser("pragmatic")
class PragmaticGuesser(Guesser):
    """Touches the card that the spymaster most probably meant, by L1(I | c) ~ P(I) * S1(c | I).

    S1 is a spymaster of the kind `model` that wants the cards I found and chooses clue c with probability
    proportional to exp(score / `temperature`) among the alternatives. What a card's chance is, is the sum of
    L1 over all sets I with it. Cards that were found in this turn are part of I.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    model : str
        Whose formula scores clues: rsa, harmonic, koyyalagunta (without DETECT) or margin.
    temperature : float
        Difference of scores that makes a clue e times as likely; above 0.
    candidates : int
        Among how many cards, the nearest to the clue, the cards meant are sought.
    alternatives : int
        How many clue words each card that can be touched brings to mind; these are what else could have been
        said.
    stop : float
        Chance below which it stops if it may.
    own_key : bool
        Whether P(I) uses what its own key says of each card.
    bonus : bool
        Whether it goes on after the clue's number, on the bonus guess, while a chance is at least `stop`.

    Notes
    -----
    Source: Frank & Goodman, Science 2012; White, Pandey & Pan, 2024.

    Exact: the sum over all sets I of the right size among `candidates` cards (fewer where there would be more
    than 2,000 sets), and the normalisation of S1 over the alternatives that are legal now, the clue itself
    among them. Approximated: farther cards are never
    meant; other alternatives are never thought of (with `candidates` of 25 and as many alternatives as clue
    words nothing is left out); the spymaster avoids every card outside I, its own among them, since the
    guesser does not know which are not; and P(I) takes the cards as independent, each with its exact odds of
    being an agent card.
    """

    thinks_of_clues = True
    #: The one that `own-key` won most with, on the words for choosing of experiments/unseen_partner.
    confidence = 8.0

    def __init__(
        self,
        resources: Resources,
        *,
        model: str = "rsa",
        temperature: float = 0.02,
        candidates: int = 8,
        alternatives: int = 12,
        stop: float = 0.0,
        own_key: bool = True,
        bonus: bool = False,
    ) -> None:
        if model not in MODELS:
            raise UnknownNameError("model of guesser 'pragmatic':", str(model), MODELS)
        if not temperature > 0:
            raise CluejamError(f"guesser 'pragmatic': temperature={temperature} is not above 0")
        if not 1 <= candidates <= N_CARDS:
            raise CluejamError(f"guesser 'pragmatic': candidates={candidates} is not between 1 and {N_CARDS}")
        if alternatives < 1:
            raise CluejamError(f"guesser 'pragmatic': alternatives={alternatives} is not at least 1")
        if not 0 <= stop <= 1:
            raise CluejamError(f"guesser 'pragmatic': stop={stop} is not between 0 and 1")
        self.resources = resources
        self.model = MODELS[model]
        self.temperature = temperature
        self.candidates = candidates
        self.alternatives = alternatives
        self.stop = stop
        self.own_key = own_key
        self.bonus = bonus

    @cached_property
    def _nearest_clues(self) -> NDArray[np.int32]:
        """The clue words that each board word brings to mind: (W, A) int32; equals by frequency."""
        table = np.where(self.resources.similarity.known, self.resources.similarity.table, -np.inf)
        return np.argsort(-table, axis=1, kind="stable")[:, : self.alternatives].astype(np.int32)

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        cards = hopeful_cards(view) if self.own_key else view.touchable
        near = clue_similarity(self.resources, view)
        thinks, thought = self._thoughts(view, cards, own_key=self.own_key)
        # where it does not think, every card is below every chance, the nearest first
        chance = np.where(thinks[:, None] & (thought >= 0), thought, near.astype(np.float64) - 3)
        # of equal chances the nearest counts
        likeliest = cards & (chance == np.where(cards, chance, -np.inf).max(axis=1, keepdims=True))
        card = best_card(near, likeliest, self.resources.word_order[view.words])
        doubts = thinks & (chance[np.arange(len(view)), card] < self.stop)
        return Guesses(wants_to_stop(view, card, doubts, self.bonus))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the clue says for each card: the odds of L1 with the same P(I) for all sets.

        Cards that it never takes to be meant are not quite excluded.
        """
        read = evidence_of(view, clue_z(self.resources, view))
        thinks, thought = self._thoughts(view, view.touchable, own_key=False)
        score = log_odds(np.clip(thought, _DOUBT, 1 - _DOUBT)) + _TIE * read.score
        return Evidence(np.where(thinks[:, None], score, read.score), read.meant)

    def _thoughts(
        self, view: GuesserView, cards: NDArray[np.bool_], *, own_key: bool
    ) -> tuple[NDArray[np.bool_], Floats]:
        """Return where it thinks about the clue, (B,), and each card's chance to be meant there, (B, 25)."""
        thinks = (view.clue != NO_CLUE) & (view.number > ZERO)
        left = np.clip(view.number - view.touches, 1, None)
        chance = np.zeros(view.words.shape)
        for n in np.unique(left[thinks]):
            rows = np.flatnonzero(thinks & (left == n))
            chance[rows] = self._chances(view, rows, cards[rows], int(n), own_key)
        return thinks, chance

    def _chances(
        self, view: GuesserView, rows: NDArray[np.intp], cards: NDArray[np.bool_], n: int, own_key: bool
    ) -> Floats:
        """Return the chance of every card to be among the n that are meant and not found: (R, 25)."""
        chance = np.empty((len(rows), N_CARDS))
        n_alternatives = 1 + N_CARDS * self._nearest_clues.shape[1]
        n_sets = len(subsets(self.candidates, n)[0])
        step = max(1, _CELLS // (n_alternatives * max(n_sets, N_CARDS)))
        for first in range(0, len(rows), step):
            part = slice(first, min(first + step, len(rows)))
            some = view.take(rows[part])
            asked = self._question(some, cards[part], own_key)
            chance[part] = beliefs(asked, self.model, n, self.temperature, self.candidates)
        return chance

    def _question(self, view: GuesserView, cards: NDArray[np.bool_], own_key: bool) -> Question:
        """Return what the spymaster could have said, and what it would have meant."""
        resources = self.resources
        said = np.maximum(view.clue, 0).astype(np.int64)
        thought = self._nearest_clues[view.words].reshape(len(view), -1)  # (B, 25 * A)
        there = np.repeat(view.touchable, self._nearest_clues.shape[1], axis=1)
        # in the order of clue words, which does not depend on places
        clues = np.sort(
            np.concatenate([said[:, None], np.where(there, thought, said[:, None])], axis=1), axis=1
        )
        chosen = (clues == said[:, None]).argmax(axis=1)
        verdicts = resources.verdicts[view.words[:, :, None], clues[:, None, :]]  # (B, 25, A)
        allowed = (
            ~((verdicts > 0) & ~view.covered[:, :, None]).any(axis=1) & resources.similarity.known[clues]
        )
        allowed[:, 1:] &= clues[:, 1:] != clues[:, :-1]
        allowed[np.arange(len(view)), chosen] = True
        return Question(
            cosine=resources.similarity.table[view.words[:, :, None], clues[:, None, :]],
            said=chosen,
            allowed=allowed,
            cards=cards,
            there=view.touchable,
            found=found_now(view),
            odds=agent_odds(view) if own_key else np.ones(view.words.shape),
            order=resources.word_order[view.words],
        )
