"""A guesser that remembers clues whose cards were not all found."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Evidence, Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.reading import clue_similarity, evidence_of, hopeful_cards
from cluejam_ai.agents.recall import remembered
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import NO_CLUE, PASS, ZERO
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys

#: How near a card is to an unfinished clue that is not for it.
_FAR = np.float32(-10.0)


@guesser("memory")
class MemoryGuesser(Guesser):
    """Touches the cards nearest to the clue, then uses the bonus guess for a card left over from an old clue.

    An earlier clue of the giver is unfinished while fewer of the cards nearest to it have been found than its
    number says, whichever clue they were found with; cards that proved to be something else are not counted
    among them. While the clue's number is not used up such cards are preferred by `pull`. After that the best
    of them is touched if it is near enough to its clue, else the guesser passes.

    Parameters
    ----------
    resources : Resources
        Similarities.
    least : float
        Standardised similarity with the old clue, in standard deviations, that the bonus guess asks for.
    pull : float
        What an unfinished clue adds to the standardised similarity of the cards it seems to be meant for.
    own_key : bool
        Whether it leaves out cards that its own key says cannot be an agent card of its partner.

    Notes
    -----
    Source: how people use the guess beyond the number ("number + 1" in the rules of Codenames, Chvátil 2015).
    """

    def __init__(
        self, resources: Resources, *, least: float = 1.0, pull: float = 0.25, own_key: bool = True
    ) -> None:
        if not -100 <= least <= 100:
            raise CluejamError(f"guesser 'memory': least={least} is not between -100 and 100")
        if not 0 <= pull <= 100:
            raise CluejamError(f"guesser 'memory': pull={pull} is not between 0 and 100")
        self.resources = resources
        self.least = least
        self.pull = np.float32(pull)
        self.own_key = own_key

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board."""
        cards = hopeful_cards(view) if self.own_key else view.touchable
        old = remembered(self.resources, view, cards)  # (B, 25)
        z = self._nearness(view)
        order = self.resources.word_order[view.words]
        card = best_card(z + self.pull * np.isfinite(old), cards, order)
        left_over = cards & np.isfinite(old)
        bonus = best_card(old, left_over, order)
        near = left_over.any(axis=1) & (old[np.arange(len(view)), bonus] >= self.least)
        used_up = (view.number > ZERO) & (view.touches >= view.number)
        # in sudden death there is no clue: an unfinished one is the best to go by
        by_memory = (used_up | (view.clue == NO_CLUE)) & near
        card = np.where(by_memory, bonus, card)
        return Guesses(np.where(view.may_pass & used_up & ~near, PASS, card))

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence:
        """Return what the clue says for each card, and what unfinished clues say once its number is used up.

        These are then taken to be for all cards that seem left over from them and are near enough.
        """
        cards = hopeful_cards(view) if self.own_key else view.touchable
        old = remembered(self.resources, view, cards)
        now = evidence_of(view, self._nearness(view) + self.pull * np.isfinite(old))
        left_over = cards & (old >= self.least)
        used_up = (view.number > ZERO) & (view.touches >= view.number)
        by_memory = (used_up | (view.clue == NO_CLUE)) & left_over.any(axis=1)
        then = evidence_of(view, np.where(left_over, old, _FAR))
        score = np.where(by_memory[:, None], then.score, now.score)
        return Evidence(score, np.where(by_memory, left_over.sum(axis=1), now.meant))

    def _nearness(self, view: GuesserView) -> NDArray[np.float32]:
        """Return the standardised similarity of each card with the clue: (B, 25)."""
        z = self.resources.z_scores[view.words, np.maximum(view.clue, 0)[:, None]]
        return np.where((view.clue == NO_CLUE)[:, None], clue_similarity(self.resources, view), z)
