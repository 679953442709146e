"""A spymaster that says anything legal."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Memory, Spymaster, spymaster
from cluejam_ai.agents.house import is_legal, no_legal_clue
from cluejam_ai.agents.kernels import draw_lots, drawn
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, N_CARDS, Bools, count_cards
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys, derive, integers

_TRIES = 200


@spymaster("random")
class RandomSpymaster(Spymaster):
    """Gives a random legal clue for random own cards: the floor that every agent should beat.

    Parameters
    ----------
    resources : Resources
        Lexicon and legality.
    max_number : int
        Largest number; it is drawn evenly from 1 to this, or to the own cards left.
    """

    uses_embedding = False

    def __init__(self, resources: Resources, *, max_number: int = 3) -> None:
        if not 1 <= max_number <= 9:
            raise CluejamError(f"spymaster 'random': max_number={max_number} is not between 1 and 9")
        self.resources = resources
        self.max_number = max_number

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        own = (view.key == AGENT) & view.touchable
        most = np.minimum(count_cards(own), self.max_number)
        number = 1 + integers(derive(keys, 0), most)
        return Clues(self._words(view, derive(keys, 1)), number, self._targets(view, own, number, keys))

    def _words(self, view: SpymasterView, keys: Keys) -> NDArray[np.int64]:
        """Return a legal clue word for every board, drawn again where it is not: (B,)."""
        n_clues = len(self.resources.clues)
        word = integers(derive(keys, 0), n_clues)
        open_rows = np.flatnonzero(~is_legal(self.resources, view, word))
        for attempt in range(1, _TRIES):
            if not open_rows.size:
                return word
            word[open_rows] = integers(derive(keys[open_rows], attempt), n_clues)
            legal = is_legal(self.resources, view.take(open_rows), word[open_rows])
            open_rows = open_rows[~legal]
        return self._search(view, keys, word, open_rows)

    def _search(
        self, view: SpymasterView, keys: Keys, word: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> NDArray[np.int64]:
        """Return clues where drawing found none: the first legal word after the one drawn."""
        n_clues = len(self.resources.clues)
        start = word.copy()
        for step in range(n_clues):
            if not rows.size:
                return word
            word[rows] = (start[rows] + step) % n_clues
            rows = rows[~is_legal(self.resources, view.take(rows), word[rows])]
        if rows.size:
            raise no_legal_clue(view, int(rows[0]), self.resources)
        return word

    def _targets(self, view: SpymasterView, own: Bools, number: NDArray[np.int64], keys: Keys) -> Bools:
        """Return `number` random own cards a board: (B, 25) bool."""
        targets = np.zeros(own.shape, dtype=bool)
        chosen = targets.reshape(-1)
        for part, lots in draw_lots(derive(keys, 2), view.words, self.resources.word_ids, own):
            boards = np.arange(lots.shape[1])
            most = int(number[part].max())
            for already in range(most):
                card = drawn(lots)
                more = np.flatnonzero(number[part] > already)
                chosen[(part.start + more) * N_CARDS + card[more]] = True
                if already < most - 1:
                    lots[card, boards] = 0
        return targets
