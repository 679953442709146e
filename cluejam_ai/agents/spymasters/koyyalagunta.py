"""A spymaster that adds up similarities, with a dictionary and word frequencies if wanted."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import spymaster
from cluejam_ai.agents.fixed_number import FixedNumberSpymaster, Sides
from cluejam_ai.agents.kernels import Slots, Table, best_card, highest, nearest_cards, top_k
from cluejam_ai.agents.proposals import proposals
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import Bools
from cluejam_ai.game.views import SpymasterView

#: The corpus of the stand-in for document frequencies: documents, and words in each.
_DOCUMENTS, _DOCUMENT_LENGTH = 1701, 10_000
#: Words that the order of frequencies was counted over.
_VOCABULARY = 400_000
#: Below this 1 / df a word is too common to be a clue.
_TOO_COMMON = 0.0006

_PROPOSED = np.float32(1000)


@spymaster("koyyalagunta")
class KoyyalaguntaSpymaster(FixedNumberSpymaster):
    """Gives the clue with the largest sum of its cards' cosines, less half of the nearest dangerous card's.

    A clue c for the cards I scores g = sum over I of cos - `penalty` * max over R of cos, where R are the
    cards of the other team and the assassins; bystanders do not count. One of the cards has to propose the
    clue: it is among its `nearest` clue words. With DETECT the score is

        g + `weight` * (sum over I of cos_dict - `penalty` * max over R of cos_dict) - `weight` * FREQ(c)

    with cosines in a dictionary space, 0 for clue words that it lacks, and FREQ = 1 / df, the inverse of the
    number of documents that have the word, or 1 for words in nearly all documents.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    number : int
        How many cards to clue, from 1 to 9.
    detect : bool
        Whether the dictionary and frequency terms are added.
    dictionary : str
        The embedding that stands in for dict2vec, which cannot be had here: any, but one made from a
        dictionary is meant.
    nearest : int
        How many clue words each card proposes.
    penalty : float
        Weight of the nearest dangerous card.
    weight : float
        Weight of the DETECT terms.

    Notes
    -----
    Source: Koyyalagunta, Sun, Draelos & Rudin, "Playing Codenames with language graphs and word embeddings",
    JAIR 2021. Two stand-ins: the dictionary space, and the document frequencies. A word of rank r is taken to
    make up 1 / (r * H) of all text (Zipf's law; H is the harmonic number of 400,000, the words that the order
    was counted over), so that 1701 documents of 10,000 words, which is the size of the text8 corpus, have it
    in 1701 * (1 - exp(-10000 / (r * H))) of them. The paper's rule for common words (1 / df < .0006) then
    holds for about the first 190 ranks, where the stop words are.
    """

    other_embeddings = ("dictionary",)

    def __init__(
        self,
        resources: Resources,
        *,
        number: int = 2,
        detect: bool = True,
        dictionary: str = "wordnet-gloss",
        nearest: int = 500,
        penalty: float = 0.5,
        weight: float = 2.0,
    ) -> None:
        super().__init__("koyyalagunta", resources, number)
        if nearest < 1:
            raise CluejamError(f"spymaster 'koyyalagunta': nearest={nearest} is not at least 1")
        if not (0 <= penalty <= 10 and 0 <= weight <= 10):
            raise CluejamError(
                f"spymaster 'koyyalagunta': penalty={penalty}, weight={weight} are not between 0 and 10"
            )
        self.nearest = nearest
        self.penalty = np.float32(penalty)
        self.weight = np.float32(weight)
        # looked up now, so that a card without a vector there is told before play
        self.dictionary = resources.through(str(dictionary)).similarity.table if detect else None

    @cached_property
    def _proposed(self) -> Bools:
        """Which clue words each board word proposes: (W, V) bool."""
        return proposals(self.resources.similarity.table, self.nearest)

    @cached_property
    def _value(self) -> Table:
        """What an intended card adds to the score of each clue word: (W, V) float32."""
        cosine = self.resources.similarity.table
        return cosine if self.dictionary is None else cosine + self.weight * self.dictionary

    @cached_property
    def _common(self) -> NDArray[np.float32]:
        """What each clue word's frequency takes off: (V,) float32."""
        return self.weight * inverse_document_frequency(self.resources.frequency_ranks)

    @cached_property
    def _by_proposal(self) -> Table:
        """The value of each card for the clue words that it proposes, -`_PROPOSED` for others: (W, V)."""
        return np.where(self._proposed, self._value, -_PROPOSED)

    def scores(self, sides: Sides, n: int) -> Table:
        """Return the score of every clue word for n cards: (B, V); far below where no card proposes it."""
        first, *others = top_k(self._value, sides.own, n)
        proposer = highest(self._by_proposal, sides.own)
        nobody = proposer <= -_PROPOSED
        # if the card that proposes is not among the best n it takes the place of the last
        last = others.pop() if others else None
        score = first if last is not None else np.where(nobody, first, np.minimum(first, proposer))
        for value in others:
            score += value
        if last is not None:
            score += np.where(nobody, last, np.minimum(last, proposer))
        score -= self.penalty * _nearest(self.resources.similarity.table, sides.avoid)
        if self.dictionary is not None:
            score -= self.weight * self.penalty * _nearest(self.dictionary, sides.avoid)
            score -= self._common
        return np.where(nobody, score - _PROPOSED, score)

    def meant(
        self, view: SpymasterView, own: Bools, word: NDArray[np.intp], number: NDArray[np.intp]
    ) -> Bools:
        """Return the own cards that add most, one that proposes the clue among them: (B, 25) bool."""
        value = self._value[view.words, word[:, None]]
        order = self.resources.word_order[view.words]
        proposers = own & self._proposed[view.words, word[:, None]]
        proposers = np.where(proposers.any(axis=1, keepdims=True), proposers, own)
        chosen = np.zeros_like(own)
        chosen[np.arange(len(view)), best_card(value, proposers, order)] = True
        return chosen | nearest_cards(value, own & ~chosen, order, number - 1)


def inverse_document_frequency(ranks: NDArray[np.int32]) -> NDArray[np.float32]:
    """Return FREQ of words by their rank in the order of frequencies: (V,) float32; see the notes above.

    Parameters
    ----------
    ranks : (V,) int
        From 1.
    """
    harmonic = np.log(_VOCABULARY) + np.euler_gamma
    documents = -_DOCUMENTS * np.expm1(-_DOCUMENT_LENGTH / (ranks.astype(np.float64) * harmonic))
    inverse = np.minimum(1 / np.maximum(documents, 1), 1)
    return np.where(inverse < _TOO_COMMON, 1, inverse).astype(np.float32)


def _nearest(table: Table, slots: Slots) -> Table:
    """Return the largest cosine over the slots: (B, V); 0 on boards without any."""
    nearest = highest(table, slots)
    nearest[~slots.valid[:, 0]] = 0
    return nearest
