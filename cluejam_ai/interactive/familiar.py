"""Familiar words before rare ones: a rare clue has to be worth more to be given to a person."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues
from cluejam_ai.agents.listener import Heard, Hearing, gaussian_endings
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.game.cards import AGENT, ASSASSIN
from cluejam_ai.game.views import SpymasterView

#: A card's word of fewer letters may be a part of a clue by chance.
_LEAST_LETTERS = 3
#: What a rare clue has to be worth more than a familiar one, in own cards.
MARGIN = 0.4
_SIGMA = 1.0
_ASSASSIN_COST = 4.0


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
    return replace(resources, verdicts=verdicts)


def familiar_part(resources: Resources, n_words: int) -> Resources:
    """Return the resources with only the first clue words to give, which are the most frequent.

    The others count as words without a vector, so that clues keep their places in the lexicon.
    """
    load = resources.load_similarity
    if n_words >= len(resources.clues) or load is None:
        return resources

    def cut() -> Similarity:
        whole = load()
        return Similarity(whole.table, whole.known & (np.arange(len(whole.known)) < n_words))

    return replace(resources, load_similarity=cut)


def better(
    familiar: Clues, any_word: Clues, view: SpymasterView, resources: Resources, margin: float = MARGIN
) -> Clues:
    """Return the familiar clue, unless the other is worth so much more to a noisy listener (B = 1)."""
    gain = worth(any_word, view, resources) - worth(familiar, view, resources)
    return any_word if gain > margin else familiar


def worth(clue: Clues, view: SpymasterView, resources: Resources) -> float:
    """Return what a clue is worth to a listener with Gaussian perception, in own cards (B = 1)."""
    z = resources.z_scores[view.words[0], int(clue.word[0])]
    own = view.touchable[0] & (view.key[0] == AGENT)
    rest = view.touchable[0] & ~own
    if not rest.any():
        return float(clue.number[0])
    cost = np.where(view.key[0][rest] == ASSASSIN, _ASSASSIN_COST, 0.2)
    heard = Heard(_row(z[own]), _there(own), _row(z[rest]), _there(rest), _row(cost))
    scores = gaussian_endings(heard, Hearing(_SIGMA, 9)).cards_less_costs()[0]
    return float(scores[max(int(clue.number[0]), 1) - 1])


def _row(values: NDArray[np.floating]) -> NDArray[np.float32]:
    return values[None].astype(np.float32)


def _there(cards: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.ones((1, int(cards.sum())), dtype=bool)
