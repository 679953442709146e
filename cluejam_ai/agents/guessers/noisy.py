"""A guesser that reads the clue through noise."""

import numpy as np

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.reading import clue_similarity, hopeful_cards, still_meant, wants_to_stop
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys, derive, gumbel


@guesser("noisy")
class NoisyGuesser(Guesser):
    """Touches a card with probability proportional to exp(cosine / temperature).

    Parameters
    ----------
    resources : Resources
        Similarities.
    temperature : float
        Difference of cosines that makes a card e times as likely; above 0.
    bonus : bool
        Whether it goes on after the clue's number, on the bonus guess.
    own_key : bool
        Whether it leaves out cards that its own key says cannot be an agent card of its partner.

    Notes
    -----
    Source: Luce's choice rule (1959), drawn by the Gumbel trick (Yellott 1977), one draw for each word.
    """

    def __init__(
        self,
        resources: Resources,
        *,
        temperature: float = 0.05,
        bonus: bool = False,
        own_key: bool = True,
    ) -> None:
        if not temperature > 0:
            raise CluejamError(f"guesser 'noisy': temperature={temperature} is not above 0")
        self.resources = resources
        self.temperature = temperature
        self.bonus = bonus
        self.own_key = own_key

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        noise = gumbel(derive(keys[:, None], self.resources.word_ids[view.words]))  # (B, 25)
        score = clue_similarity(self.resources, view) / self.temperature + noise
        cards = hopeful_cards(view) if self.own_key else view.touchable
        card = best_card(score, cards, self.resources.word_order[view.words])
        never = np.zeros(len(view), dtype=bool)
        return Guesses(wants_to_stop(view, card, never, self.bonus))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the clue says for each card by Luce's rule, and the noise of this touch."""
        noise = gumbel(derive(keys[:, None], self.resources.word_ids[view.words]))
        score = clue_similarity(self.resources, view).astype(np.float64) / self.temperature
        return Evidence(score, still_meant(view), noise)
