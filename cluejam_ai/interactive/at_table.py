"""The usual partner of a level as a spymaster of simulated matches: what it gives a person."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import SPYMASTERS, Clues, Memory, Spymaster
from cluejam_ai.agents.kernels import chunks
from cluejam_ai.agents.listening import ListeningSpymaster
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.interactive.familiar import familiar_part, share_tables, without_card_parts
from cluejam_ai.interactive.givers import build_with
from cluejam_ai.interactive.partners import SPACES, find_level, find_partner
from cluejam_ai.seeding import Keys
from cluejam_ai.specs import ComponentSpec


class AtTable(Spymaster):
    """Gives the clues that `cluejam play --partner robust` gives at a level.

    It can be named in a spec of a run: ``cluejam_ai.interactive.at_table:AtTable(level=easy)``. A clue that
    has been given before may be given again, where the partner at the table looks for another.

    Parameters
    ----------
    resources : Resources
        Legality, and the way to the similarities in each family.
    level : str
        easy, normal or hard.
    families : str
        Which of the fitted families its listener thinks in.
    """

    uses_embedding = False
    other_embeddings = ("families",)

    def __init__(
        self, resources: Resources, *, level: str = "normal", families: str | ComponentSpec = SPACES
    ) -> None:
        chosen = find_level(level)
        self.margin = chosen.margin
        spec = find_partner("robust", chosen).spymaster
        plain = without_card_parts(resources, resources.words)
        self.any_word = self._listener(spec, plain)
        self.familiar = self.any_word
        if chosen.familiar < len(resources.clues):
            self.familiar = self._listener(spec, familiar_part(plain, chosen.familiar))
            share_tables(self.familiar, self.any_word)

    @staticmethod
    def _listener(spec: str, resources: Resources) -> ListeningSpymaster:
        agent = build_with(SPYMASTERS, spec, resources)
        if not isinstance(agent, ListeningSpymaster):
            raise CluejamError(f"'{spec}' imagines no listener who could say what a rare word is worth")
        return agent

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a familiar clue for every board, or a rarer one where it is worth clearly more."""
        rare = self.any_word.give_clues(view, keys, memory)
        if self.familiar is self.any_word:
            return rare
        common = self.familiar.give_clues(view, keys, memory)
        worth_it = self._worth(view, rare) - self._worth(view, common) > self.margin  # (B,)
        return Clues(
            np.where(worth_it, rare.word, common.word),
            np.where(worth_it, rare.number, common.number),
            np.where(worth_it[:, None], rare.targets, common.targets),
        )

    def _worth(self, view: SpymasterView, clues: Clues) -> NDArray[np.floating]:
        """Return what clues are worth to the imagined listener, in own cards: (B,)."""
        worth = np.zeros(len(view))
        for part in chunks(len(view), len(self.any_word.resources.clues)):
            some = view.take(np.arange(part.start, part.stop))
            worth[part] = self.any_word.expected_worth(some, clues.word[part], clues.number[part])
        return worth
