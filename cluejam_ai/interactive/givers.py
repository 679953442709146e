"""The spymasters at the table: they say only what people can take, and can be kept from saying it again."""

from collections.abc import Sequence
from typing import Any

from cluejam_ai.agents.base import SPYMASTERS
from cluejam_ai.agents.resources import Resources
from cluejam_ai.components import EMBEDDING
from cluejam_ai.interactive.familiar import (
    familiar_part,
    share_tables,
    without_card_parts,
    without_clues,
)
from cluejam_ai.specs import ComponentSpec, parse_spec
from cluejam_ai.wiring import Workshop


class Givers:
    """Makes the spymasters of a game, each once.

    Parameters
    ----------
    workshop : Workshop
        Board words, lexicon, and tables.
    """

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self._made: dict[tuple[str, int, tuple[str, ...], frozenset[str]], tuple[Any, Resources]] = {}

    def giver(
        self, words: tuple[str, ...], spec: str, n_words: int, barred: frozenset[str] = frozenset()
    ) -> tuple[Any, Resources]:
        """Return a spymaster, and what it works with.

        Parameters
        ----------
        words : tuple of 25 str
            The words of the board.
        spec : str
            The spymaster's canonical spec.
        n_words : int
            It gives only so many of the first clue words.
        barred : frozenset of str
            Clue words that it does not give.
        """
        key = spec, n_words, words, barred
        if key not in self._made:
            every = len(self.workshop.lexicon.clues)
            if barred:
                heard, resources = self.giver(words, spec, n_words)
                resources = without_clues(resources, words, barred)
            elif n_words < every:
                heard, whole = self.giver(words, spec, every)
                resources = familiar_part(whole, n_words)
            else:
                heard, resources = None, self._of_board(words, spec)
            agent = build_with(SPYMASTERS, spec, resources)
            if heard is not None:
                share_tables(agent, heard)
            self._made[key] = agent, resources
        return self._made[key]

    def _of_board(self, words: Sequence[str], spec: str) -> Resources:
        embedding = parse_spec(spec).param_dict().get(EMBEDDING)
        inside = self.workshop.resources(None if embedding is None else str(embedding))
        return without_card_parts(inside, words)


def build_with(registry: Any, spec: str, resources: Resources) -> Any:
    """Return an agent that works with these resources, whatever embedding its spec names."""
    parsed = parse_spec(spec)
    params = {name: value for name, value in parsed.params if name != EMBEDDING}
    return registry.build(ComponentSpec.of(parsed.name, *parsed.args, **params), resources)
