"""Any spymaster over several embeddings at once."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import SPYMASTERS, Clues, Memory, Spymaster, spymaster
from cluejam_ai.agents.posterior import partner_choices, weights_of
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.spaces import Spaces
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.cards import NO_CLUE, Bools
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.seeding import Keys
from cluejam_ai.specs import parse_spec

WEIGHTS = ("equal", "posterior")


@spymaster("ensemble")
class EnsembleSpymaster(Spymaster):
    """Asks a spymaster that sees an average of several embeddings, weighted by what the partner has touched.

    Name the embeddings as a mix, ``embedding=use+glove50``. Similarities are standardised clue by clue in
    each, averaged, standardised again and put back on the scale of cosines. With ``weights=posterior`` the
    embeddings in which the partner's touches in this match were likely count for more; before its first touch
    all count alike.

    Parameters
    ----------
    resources : Resources
        Similarities in each embedding, and legality.
    spymaster : str
        Who is asked, like ``kim`` or ``"gaussian-listener(sigma=1)"``; one that remembers nothing.
    weights : str
        equal, or posterior.
    temperature : float
        Noise of the partner's choices in standard deviations of a clue's similarities: a card is e times as
        likely to be touched if it is so much nearer.
    trust : float
        How far the posterior is believed, from 0 to 1.
    exclude : str
        Embeddings of the mix to leave out, joined by ``+``.

    Notes
    -----
    Source: averaging spaces makes a spymaster robust to partners that think in another (public designs, 2026,
    not peer reviewed); posteriors over the partner's space are in the line of Archibald & Brosnahan 2024.
    """

    wraps = ("spymaster",)

    def __init__(
        self,
        resources: Resources,
        *,
        spymaster: str = "gaussian-listener",
        weights: str = "posterior",
        temperature: float = 0.5,
        trust: float = 0.5,
        exclude: str = "",
    ) -> None:
        if weights not in WEIGHTS:
            raise UnknownNameError("weights of spymaster 'ensemble':", str(weights), WEIGHTS)
        if not temperature > 0:
            raise CluejamError(f"spymaster 'ensemble': temperature={temperature} is not above 0")
        if not 0 <= trust <= 1:
            raise CluejamError(f"spymaster 'ensemble': trust={trust} is not between 0 and 1")
        import_agents()
        self.resources = resources
        self.spaces = Spaces(resources, str(exclude))
        self.weights = weights
        self.temperature = temperature
        self.trust = trust
        self._spec = parse_spec(str(spymaster))
        self._of_all = self._member(self.spaces.averaged())
        self.own_legality = self._of_all.own_legality

    def _member(self, resources: Resources) -> Spymaster:
        member = SPYMASTERS.build(self._spec, resources)
        if member.learns or member.start(1):
            raise CluejamError(
                f"spymaster 'ensemble': spymaster={self._spec} remembers; choose one that does not"
            )
        return member

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board."""
        weights, told = self._weights(view)
        rows = np.flatnonzero(~told)
        answers = [(rows, self._of_all.give_clues(view.take(rows), keys[rows], {}))] if rows.size else []
        later = np.flatnonzero(told)
        step = self.spaces.boards_at_once()
        for first in range(0, later.size, step):
            some = later[first : first + step]
            answers.append((some, self._ask(view.take(some), keys[some], weights[some])))
        return _joined(len(view), answers)

    def _weights(self, view: SpymasterView) -> tuple[NDArray[np.float64], Bools]:
        """Return the weights of the embeddings, (B, K), and where the partner has told something, (B,)."""
        history = view.history
        mine = (history.seat == view.seat[:, None]) & (history.clue != NO_CLUE) & (history.touches > 0)
        if self.weights == "equal" or len(self.spaces) == 1 or self.trust == 0:
            mine = np.zeros_like(mine)
        told = partner_choices(self.spaces, view, mine, self.temperature)
        return weights_of(told, self.trust), mine.any(axis=1)

    def _ask(self, view: SpymasterView, keys: Keys, weights: NDArray[np.float64]) -> Clues:
        """Return the clues for boards that each have an average of their own."""
        resources, words = self.spaces.on_boards(view.words, weights)
        return self._member(resources).give_clues(replace(view, words=words), keys, {})


def _joined(n: int, answers: list[tuple[NDArray[np.intp], Clues]]) -> Clues:
    """Return the answers of parts of a batch as one."""
    rows = np.concatenate([rows for rows, _ in answers])
    order = np.argsort(rows)
    word = np.concatenate([clues.word for _, clues in answers])[order]
    number = np.concatenate([clues.number for _, clues in answers])[order]
    return Clues(word, number, np.concatenate([clues.targets for _, clues in answers])[order])
