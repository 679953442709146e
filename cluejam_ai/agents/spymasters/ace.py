"""A spymaster that learns over a series which of its experts its partner understands."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import SPYMASTERS, Clues, Memory, Spymaster, TurnReview, spymaster
from cluejam_ai.agents.colt import turn_worth
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.spaces import Spaces
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import Bools
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys
from cluejam_ai.specs import parse_spec

#: Instead of a clue: none of its own is being guessed.
_NOTHING = -1


@spymaster("ace")
class AceSpymaster(Spymaster):
    """Gives the clue of the expert that did best with this partner so far, or that was tried too seldom.

    It has one expert in each embedding of a mix, ``embedding=use+glove50+minilm``. Before each clue the
    expert with the largest mean CoLT + `explore` * sqrt(ln N / (n + 1)) is chosen, where n is how often the
    expert was credited and N the number of turns so far; of equals, the first in the mix. After the turn its
    CoLT is credited to every expert that would have given the same clue for as many cards.

    It remembers over the matches of a series (``--series``); in one of length 1 only within the match.

    Parameters
    ----------
    resources : Resources
        Similarities in each embedding, and legality.
    expert : str
        What the experts are, like ``ace-basic`` or ``kim(threshold=0.4)``.
    explore : float
        Weight of having been tried seldom.
    untried : float
        The mean CoLT of an expert that was never credited.
    exclude : str
        Embeddings of the mix to leave out, joined by ``+``: with the partner's own left out it has to do with
        experts that think otherwise.

    Notes
    -----
    Source: Archibald & Brosnahan, "Adapting to teammates in a cooperative language game", 2024. A turn for
    which CoLT has no weight (no card touched) is not credited.
    """

    learns = True
    wraps = ("expert",)

    def __init__(
        self,
        resources: Resources,
        *,
        expert: str = "ace-basic",
        explore: float = 0.5,
        untried: float = 0.0,
        exclude: str = "",
    ) -> None:
        if not 0 <= explore <= 1000:
            raise CluejamError(f"spymaster 'ace': explore={explore} is not between 0 and 1000")
        if not -1000 <= untried <= 1000:
            raise CluejamError(f"spymaster 'ace': untried={untried} is not between -1000 and 1000")
        import_agents()
        self.resources = resources
        self.explore = explore
        self.untried = untried
        self.spaces = Spaces(resources, str(exclude))
        spec = parse_spec(str(expert))
        in_each = [self.spaces.seen_in(k) for k in range(len(self.spaces))]
        self.experts = [SPYMASTERS.build(spec, seen) for seen in in_each]
        if self.experts[0].learns or self.experts[0].start(1):
            raise CluejamError(f"spymaster 'ace': expert={spec} remembers; choose one that does not")
        self.own_legality = self.experts[0].own_legality

    def start(self, n_boards: int) -> Memory:
        """Return the memory of partners that nothing is known of.

        It holds for each series the sum of CoLT of every expert and how often it was credited, the number of
        turns, the clue that is being guessed, and which experts would have given it.
        """
        n_experts = len(self.experts)
        return {
            "worth": np.zeros((n_boards, n_experts)),
            "credits": np.zeros((n_boards, n_experts), dtype=np.int64),
            "turns": np.zeros(n_boards, dtype=np.int64),
            "clue": np.full(n_boards, _NOTHING, dtype=np.int64),
            "agreed": np.zeros((n_boards, n_experts), dtype=bool),
        }

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        answers = [expert.give_clues(view, keys, {}) for expert in self.experts]
        word = np.stack([answer.word for answer in answers], axis=1)  # (B, E)
        number = np.stack([answer.number for answer in answers], axis=1)
        targets = np.stack([answer.targets for answer in answers], axis=1)
        rows = np.arange(len(view))
        chosen = self._promise(memory).argmax(axis=1)
        clue, count = word[rows, chosen], number[rows, chosen]
        agreed: Bools = (word == clue[:, None]) & (number == count[:, None])
        waiting = {"clue": clue.astype(np.int64), "agreed": agreed}
        return Clues(clue, count, targets[rows, chosen], waiting)

    def _promise(self, memory: Memory) -> NDArray[np.float64]:
        """Return how much each expert promises: (B, E)."""
        credits, worth = memory["credits"], memory["worth"]
        mean = np.where(credits > 0, worth / np.maximum(credits, 1), self.untried)
        seldom = np.sqrt(np.log(np.maximum(memory["turns"], 1))[:, None] / (credits + 1))
        return np.asarray(mean + self.explore * seldom)

    def review(self, turn: TurnReview, memory: Memory) -> Memory:
        """Return the memory after a turn: the experts that would have given the clue are credited."""
        worth = turn_worth(turn.role)
        # another player's clue is not waited for
        mine = (memory["clue"] != _NOTHING) & (memory["clue"] == turn.clue)
        told = mine & np.isfinite(worth)
        credit = memory["agreed"] & told[:, None]
        return {
            "worth": memory["worth"] + np.where(credit, worth[:, None], 0),
            "credits": memory["credits"] + credit,
            "turns": memory["turns"] + told,
            "clue": np.full_like(memory["clue"], _NOTHING),
            "agreed": np.zeros_like(memory["agreed"]),
        }
