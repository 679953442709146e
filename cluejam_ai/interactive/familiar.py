"""Familiar words before rare ones: a rare clue has to be worth more to be given to a person."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Spymaster
from cluejam_ai.agents.listening import ListeningSpymaster
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.agents.spymasters.gaussian_listener import GaussianListenerSpymaster
from cluejam_ai.game.views import SpymasterView

#: What a clue is worth on a board, in own cards.
Worth = Callable[[Clues, SpymasterView], float]

#: A card's word of fewer letters may be a part of a clue by chance.
_LEAST_LETTERS = 3
#: What a rare clue has to be worth more than a familiar one, in own cards.
MARGIN = 0.4
_SIGMA = 1.0


def without_card_parts(resources: Resources, cards: Sequence[str]) -> Resources:
    """Return the resources with clues forbidden that begin or end with a card's word, while it is open.

    RINGGIT beside RING is legal, for the words have nothing in common, but people stumble over it.
    """
    verdicts = np.array(resources.verdicts)
    for card in cards:
        parts = tuple(part for part in card.casefold().split() if len(part) >= _LEAST_LETTERS)
        if parts:
            row = verdicts[resources.words.index(card)]
            row |= [clue.startswith(parts) or clue.endswith(parts) for clue in resources.clues]
    return _everywhere(resources, lambda one: replace(one, verdicts=verdicts))


def without_clues(resources: Resources, cards: Sequence[str], clues: Collection[str]) -> Resources:
    """Return the resources with these clues forbidden, as long as a card of the board is open."""
    verdicts = np.array(resources.verdicts)
    rows = [resources.words.index(card) for card in cards]
    columns = [place for place, clue in enumerate(resources.clues) if clue in clues]
    verdicts[np.ix_(rows, columns)] = 1
    return _everywhere(resources, lambda one: replace(one, verdicts=verdicts))


@dataclass(frozen=True, eq=False)
class FamiliarSimilarity(Similarity):
    """Cosines of which a spymaster gives only some clue words; the others count where words are ranked.

    Attributes
    ----------
    n_words : int
        How many of the first clue words are given.
    """

    n_words: int = 0

    @cached_property
    def unknown(self) -> NDArray[np.intp]:
        """Clue words that no spymaster gives."""
        return np.flatnonzero(~self.known | (np.arange(len(self.known)) >= self.n_words))


def familiar_part(resources: Resources, n_words: int) -> Resources:
    """Return the resources with only the first clue words to give, which are the most frequent.

    Clues keep their places in the lexicon, and their closeness to cards.
    """
    if n_words >= len(resources.clues):
        return resources

    def cut(one: Resources) -> Resources:
        load = one.load_similarity
        if load is None:
            return one
        return replace(one, load_similarity=lambda: _of_familiar(load(), n_words))

    return _everywhere(resources, cut)


def share_tables(familiar: Spymaster, whole: Spymaster) -> None:
    """Let the spymaster of familiar words hear with the tables of the other, where both listen."""
    if isinstance(familiar, ListeningSpymaster) and isinstance(whole, ListeningSpymaster):
        familiar.share_tables(whole)


def _of_familiar(whole: Similarity, n_words: int) -> FamiliarSimilarity:
    return FamiliarSimilarity(whole.table, whole.known, whole.load_ranks, n_words)


def _everywhere(resources: Resources, change: Callable[[Resources], Resources]) -> Resources:
    """Return changed resources, and changed in the same way in every other embedding."""
    changed, through = change(resources), resources.elsewhere
    if through is None:
        return changed
    return replace(changed, elsewhere=lambda name: _everywhere(through(name), change))


def better(
    familiar: Clues, any_word: Clues, view: SpymasterView, worth: Worth, margin: float = MARGIN
) -> Clues:
    """Return the familiar clue, unless the other is worth so much more (B = 1).

    Parameters
    ----------
    familiar, any_word : Clues
        Of one board.
    view : SpymasterView
    worth : callable
        What a clue is worth, in own cards; see `worth_to`.
    margin : float
    """
    return any_word if worth(any_word, view) - worth(familiar, view) > margin else familiar


def worth_to(agent: Spymaster, resources: Resources) -> Worth | None:
    """Return what clues are worth in own cards: to the listener that a spymaster imagines.

    A spymaster that imagines none is given one with Gaussian perception; there is none without vectors.
    """
    if isinstance(agent, ListeningSpymaster):
        return lambda clue, view: float(agent.expected_worth(view, clue.word, clue.number)[0])
    if resources.load_similarity is None:
        return None
    listener = GaussianListenerSpymaster(resources, sigma=_SIGMA)
    return lambda clue, view: float(listener.expected_worth(view, clue.word, clue.number)[0])
