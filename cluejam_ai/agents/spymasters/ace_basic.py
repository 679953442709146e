"""The spymaster that other experts of an ensemble are made of."""

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Grounds, Memory, Spymaster, spymaster
from cluejam_ai.agents.house import Barred, blocked_clues, house_grounds, no_legal_clue, within
from cluejam_ai.agents.kernels import (
    Slots,
    Table,
    best_per_board,
    chunks,
    highest,
    nearest_cards,
    pairs_where,
    slots_of,
)
from cluejam_ai.agents.proposals import proposals
from cluejam_ai.agents.published_legality import kim2019_blocked
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, N_CARDS, Bools
from cluejam_ai.game.views import SpymasterView, no_history
from cluejam_ai.seeding import Keys

MAX_NUMBER = 9


@spymaster("ace-basic")
class AceBasicSpymaster(Spymaster):
    """Gives the clue for most own cards that propose it and are nearer to it than all others.

    A clue is meant for the own cards that have it among their `nearest` clue words and that are closer to it
    than every card that is not own. The largest number wins, then the smallest sum of cosine distances. There
    is no limit on the number but nine, and no threshold.

    Parameters
    ----------
    resources : Resources
        Similarities and legality.
    nearest : int
        How many clue words each own card proposes.
    published : bool
        Repeat the paper: the legality of its framework instead of ours, and clues may come again.

    Notes
    -----
    Source: Archibald & Brosnahan, "Adapting to teammates in a cooperative language game", 2024 (the expert
    named ACE basic), in the framework of Kim et al., AIIDE 2019. Where no proposed clue reaches a card, the
    legal clue nearest to an own card relative to the others is given for one card.
    """

    def __init__(self, resources: Resources, *, nearest: int = 300, published: bool = False) -> None:
        if nearest < 1:
            raise CluejamError(f"spymaster 'ace-basic': nearest={nearest} is not at least 1")
        self.resources = resources
        self.nearest = nearest
        self.own_legality = published

    @cached_property
    def _proposed(self) -> Bools:
        """Which clue words are among the nearest of each board word: (W, V) bool; equals by frequency."""
        return proposals(self.resources.similarity.table, self.nearest)

    @cached_property
    def _blocked(self) -> NDArray[np.int32]:
        if self.own_legality:
            return kim2019_blocked(self.resources.words, self.resources.clues)
        return self.resources.blocked

    def _barred(self, view: SpymasterView) -> Barred:
        """Return the clues that must not be given."""
        if self.own_legality:
            view = replace(view, history=no_history(len(view)))
        return blocked_clues(view, self._blocked, len(self.resources.clues))

    def grounds(self, view: SpymasterView) -> Grounds:
        """Return the cards to be touched and what the house rules forbid."""
        return house_grounds(view)

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = view.touchable & (view.key == AGENT)
        word = np.zeros(len(view), dtype=np.int64)
        targets = np.zeros((len(view), N_CARDS), dtype=bool)
        barred = self._barred(view)
        for part in chunks(len(view), len(self.resources.clues)):
            rows = np.arange(part.start, part.stop)
            word[rows], targets[rows] = self._score(view.take(rows), own[rows], within(barred, part))
        return Clues(word, targets.sum(axis=1), targets)

    def _score(self, view: SpymasterView, own: Bools, barred: Barred) -> tuple[NDArray[np.intp], Bools]:
        """Return words and intended cards for a few boards."""
        table = self.resources.similarity.table
        slots = slots_of(view.words, own)
        danger = highest(table, slots_of(view.words, view.touchable & ~own))
        np.maximum(danger, np.float32(-2), out=danger)
        number, total = self._reach(slots, danger)
        number[barred] = -1
        number[:, self.resources.similarity.unknown] = -1
        np.minimum(number, MAX_NUMBER, out=number)
        most = number.max(axis=1)
        if (most < 0).any():
            raise no_legal_clue(view, int(np.argmin(most)), self.resources)
        boards, words = pairs_where(number == most[:, None])
        # where nothing is reached, the lead of the nearest own card decides
        lead = highest(table, slots)[boards, words] - danger[boards, words]
        score = np.where(most[boards] > 0, total[boards, words], lead)
        word = words[best_per_board(boards, score, len(view))]
        meant = self._meant(view, own, word, danger, most)
        cosine = table[view.words, word[:, None]]
        order = self.resources.word_order[view.words]
        return word, nearest_cards(cosine, meant, order, np.minimum(meant.sum(axis=1), MAX_NUMBER))

    def _reach(self, slots: Slots, danger: Table) -> tuple[NDArray[np.int8], Table]:
        """Return how many cards each clue reaches and the sum of their cosines: two (B, V)."""
        table, proposed = self.resources.similarity.table, self._proposed
        number, total = np.zeros(danger.shape, dtype=np.int8), np.zeros_like(danger)
        rows, reached, brought = (
            np.empty_like(danger),
            np.empty(danger.shape, bool),
            np.empty(danger.shape, bool),
        )
        for slot in range(slots.ids.shape[1]):
            table.take(slots.ids[:, slot], axis=0, out=rows, mode="clip")
            proposed.take(slots.ids[:, slot], axis=0, out=brought, mode="clip")
            np.greater(rows, danger, out=reached)
            reached &= brought
            reached &= slots.valid[:, slot, None]
            number += reached.view(np.int8)
            rows *= reached
            total += rows
        return number, total

    def _meant(
        self, view: SpymasterView, own: Bools, word: NDArray[np.intp], danger: Table, most: NDArray[np.int8]
    ) -> Bools:
        """Return the cards that the chosen clues are meant for: (B, 25) bool."""
        rows = np.arange(len(view))
        cosine = self.resources.similarity.table[view.words, word[:, None]]
        meant = own & self._proposed[view.words, word[:, None]] & (cosine > danger[rows, word][:, None])
        nearest = np.where(own, cosine, -np.inf).argmax(axis=1)
        alone = most == 0
        meant[alone] = False
        meant[rows[alone], nearest[alone]] = True
        return np.asarray(meant)
