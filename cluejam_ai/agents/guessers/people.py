"""A guesser that touches what people would touch."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.people import people_closeness, people_families
from cluejam_ai.agents.reading import clue_similarity, hopeful_cards, still_meant, wants_to_stop
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import NO_CLUE
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys, derive, gumbel
from cluejam_ai.specs import ComponentSpec


@guesser("people")
class PeopleGuesser(Guesser):
    """Touches the card that people are most likely to touch.

    How close clue and card are is a sum over families of vectors of the clue's rank among the card's clues
    (`cluejam_ai.agents.people`). The weights are fitted to what people guessed in Codenames Duet;
    experiments/people tells how often it agrees with people who were not looked at.

    Parameters
    ----------
    resources : Resources
        Words, and the way to the similarities in each family.
    families : str
        Which of the fitted families it thinks in, joined by ``+``.
    noise : float
        0: it takes the closest card. 1: it draws cards as uncertainly as the weights say that people do;
        others are in proportion.
    bonus : bool
        Whether it goes on after the clue's number, on the bonus guess.
    own_key : bool
        Whether it leaves out cards that its own key says cannot be an agent card of its partner.

    Notes
    -----
    Source: own fit of a conditional logit (McFadden 1974), which is Luce's choice rule (1959) for the first
    card. Data: Shaikh et al., "Modeling cross-cultural pragmatic inference with Codenames Duet", 2023.
    """

    uses_embedding = False
    other_embeddings = ("families",)
    thinks_of_clues = True

    def __init__(
        self,
        resources: Resources,
        *,
        families: str | ComponentSpec = "use+minilm+glove50+wordnet-gloss",
        noise: float = 0.0,
        bonus: bool = False,
        own_key: bool = True,
    ) -> None:
        if not 0 <= noise <= 100:
            raise CluejamError(f"guesser 'people': noise={noise} is not between 0 and 100")
        self.families = people_families(families, "guesser 'people'")
        self.resources = resources
        self.noise = noise
        self.bonus = bonus
        self.own_key = own_key
        # looked up now, so that a card without a vector is told before play
        self._first = resources.through(self.families[0])

    @cached_property
    def _closeness(self) -> NDArray[np.float32]:
        """How close people take clues and cards to be: (W, V) float32."""
        return people_closeness(self.resources, self.families)

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        score: NDArray[np.floating] = self._nearness(view)
        if self.noise > 0:
            score = score + self.noise * self._draws(view, keys)
        cards = hopeful_cards(view) if self.own_key else view.touchable
        card = best_card(score, cards, self.resources.word_order[view.words])
        never = np.zeros(len(view), dtype=bool)
        return Guesses(wants_to_stop(view, card, never, self.bonus))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the clue says for each card to people, and with `noise` what they make of it here."""
        score = self._nearness(view).astype(np.float64)
        if self.noise == 0:
            return Evidence(score, still_meant(view))
        return Evidence(score / self.noise, still_meant(view), self._draws(view, keys))

    def _nearness(self, view: GuesserView) -> NDArray[np.float32]:
        """Return how close people take each card and the clue to be: (B, 25)."""
        score = self._closeness[view.words, np.maximum(view.clue, 0)[:, None]]
        silent = view.clue == NO_CLUE
        if silent.any():
            score = np.where(silent[:, None], clue_similarity(self._first, view), score)
        return score

    def _draws(self, view: GuesserView, keys: Keys) -> NDArray[np.float64]:
        """Return the noise of this touch, none in sudden death: (B, 25)."""
        draws = gumbel(derive(keys[:, None], self.resources.word_ids[view.words]))
        return np.where((view.clue == NO_CLUE)[:, None], 0.0, draws)
