"""A guesser that remembers clues whose cards were not all found."""

import numpy as np

from cluejam_ai.agents.base import Guesser, Guesses, Memory, guesser
from cluejam_ai.agents.kernels import best_card
from cluejam_ai.agents.reading import clue_similarity, hopeful_cards
from cluejam_ai.agents.recall import remembered
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import NO_CLUE, PASS, ZERO
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys


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
        z = self.resources.z_scores[view.words, np.maximum(view.clue, 0)[:, None]]
        silent = (view.clue == NO_CLUE)[:, None]
        z = np.where(silent, clue_similarity(self.resources, view), z)
        order = self.resources.word_order[view.words]
        card = best_card(z + self.pull * np.isfinite(old), cards, order)
        left_over = cards & np.isfinite(old)
        bonus = best_card(old, left_over, order)
        near = left_over.any(axis=1) & (old[np.arange(len(view)), bonus] >= self.least)
        used_up = (view.number > ZERO) & (view.touches >= view.number)
        # in sudden death there is no clue: an unfinished one is the best to go by
        by_memory = (used_up | silent[:, 0]) & near
        card = np.where(by_memory, bonus, card)
        return Guesses(np.where(view.may_pass & used_up & ~near, PASS, card))
