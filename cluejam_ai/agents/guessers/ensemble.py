"""A guesser that thinks in several embeddings at once."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.posterior import givers_meaning, weights_of
from cluejam_ai.agents.reading import clue_similarity, evidence_of, hopeful_cards, wants_to_stop
from cluejam_ai.agents.recall import givers_turns
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.spaces import Spaces
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.cards import NO_CLUE
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys

WEIGHTS = ("equal", "posterior")


@guesser("ensemble")
class EnsembleGuesser(Guesser):
    """Touches the card nearest to the clue in an average of several embeddings.

    Name the embeddings as a mix, ``embedding=use+glove50``. Similarities are standardised clue by clue in
    each and averaged. With ``weights=posterior`` the embeddings count for more in which the giver's earlier
    clues were near to the cards that they proved to be for, and far from those they proved not to be for.

    Parameters
    ----------
    resources : Resources
        Similarities in each embedding.
    weights : str
        equal, or posterior.
    temperature : float
        Noise of the giver's choices in standard deviations of a clue's similarities.
    trust : float
        How far the posterior is believed, from 0 to 1.
    least : float
        Averaged standardised similarity below which it stops if it may.
    bonus : bool
        Whether it goes on after the clue's number, on the bonus guess, while a card is near enough.
    own_key : bool
        Whether it leaves out cards that its own key says cannot be an agent card of its partner.

    Notes
    -----
    Source: averaging of spaces as in public designs of 2026 (not peer reviewed), with Luce's choice rule
    (1959) as the likelihood of the posterior.
    """

    def __init__(
        self,
        resources: Resources,
        *,
        weights: str = "posterior",
        temperature: float = 0.5,
        trust: float = 0.5,
        least: float = -100.0,
        bonus: bool = False,
        own_key: bool = True,
    ) -> None:
        if weights not in WEIGHTS:
            raise UnknownNameError("weights of guesser 'ensemble':", str(weights), WEIGHTS)
        if not temperature > 0:
            raise CluejamError(f"guesser 'ensemble': temperature={temperature} is not above 0")
        if not 0 <= trust <= 1:
            raise CluejamError(f"guesser 'ensemble': trust={trust} is not between 0 and 1")
        if not -100 <= least <= 100:
            raise CluejamError(f"guesser 'ensemble': least={least} is not between -100 and 100")
        self.resources = resources
        self.spaces = Spaces(resources)
        self.weights = weights
        self.temperature = temperature
        self.trust = trust
        self.least = least
        self.bonus = bonus
        self.own_key = own_key

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        score = self._nearness(view)
        cards = hopeful_cards(view) if self.own_key else view.touchable
        card = best_card(score, cards, self.resources.word_order[view.words])
        far = score[np.arange(len(view)), card] < self.least
        return Guesses(wants_to_stop(view, card, far, self.bonus))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the clue says for each card: its averaged standardised similarities."""
        return evidence_of(view, self._nearness(view))

    def _nearness(self, view: GuesserView) -> NDArray[np.float64]:
        """Return the averaged standardised similarity of each card with the clue: (B, 25)."""
        z = self.spaces.of_cards(view.words, view.clue)  # (B, K, 25)
        score = np.zeros(view.words.shape)
        for k, weight in enumerate(self._weights(view).T):
            score += weight[:, None] * z[:, k]
        silent = view.clue == NO_CLUE
        if silent.any():
            score = np.where(silent[:, None], clue_similarity(self.resources, view), score)
        return score

    def _weights(self, view: GuesserView) -> NDArray[np.float64]:
        """Return the weights of the embeddings: (B, K)."""
        theirs = givers_turns(view)
        if self.weights == "equal":
            theirs = np.zeros_like(theirs)
        told = givers_meaning(self.spaces, view, theirs, self.temperature)
        return weights_of(told, self.trust)
