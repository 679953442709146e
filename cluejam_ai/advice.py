"""Answers for a single board: which clues are good and why, and how a guesser reads a clue."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS, Clues, Guesser
from cluejam_ai.agents.listener import Heard, Hearing
from cluejam_ai.agents.luce import plackett_luce_endings
from cluejam_ai.agents.reading import checked_cards, checked_evidence
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.weighing import meant_cards
from cluejam_ai.counsel import Counsel, OwnWords, language_of_board
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, N_CARDS, OTHER, PASS, ROLE_NAMES
from cluejam_ai.game.loose import loose_guesser_view, loose_spymaster_view, with_failed_clue
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.house_pair import DEFAULT_EMBEDDING
from cluejam_ai.seeding import stream
from cluejam_ai.words.legality import judge

#: The listener that outcomes are worked out for: its noise, in standard deviations of a clue's similarities.
LISTENER_SIGMA = 0.8
_N_DANGERS = 3


@dataclass(frozen=True)
class Advice:
    """A clue for a board.

    Attributes
    ----------
    clue, number
        What to say.
    intended : tuple of str
        The cards it is meant for, the nearest first.
    expected_found : float
        Own cards that a noisy listener is expected to find with it.
    wrong_chance, assassin_chance : float
        Chances that the listener's turn ends on a wrong card, and on an assassin.
    dangers : tuple of (str, str, float)
        The nearest cards that are not own: word, role, and similarity in standard deviations.
    similarity : tuple of float
        The same for the intended cards.
    """

    clue: str
    number: int
    intended: tuple[str, ...]
    expected_found: float
    wrong_chance: float
    assassin_chance: float
    dangers: tuple[tuple[str, str, float], ...]
    similarity: tuple[float, ...]


@dataclass(frozen=True)
class Reading:
    """A card as a guesser reads a clue.

    Attributes
    ----------
    word : str
    place : int
        Its place in the order of touches; 0 if the guesser would stop before.
    chance : float
        The chance that the guesser gives it to be one of the cards meant; these add up to the clue's number.
        NaN of a guesser that only names cards.
    similarity : float
        In standard deviations of the clue's similarities with all board words.
    """

    word: str
    place: int
    chance: float
    similarity: float


def advise(
    own: Sequence[str],
    bystander: Sequence[str] = (),
    other: Sequence[str] = (),
    assassin: Sequence[str] = (),
    *,
    spymaster: str = "gaussian-listener",
    embedding: str = DEFAULT_EMBEDDING,
    n: int = 10,
    words: str | Path | None = None,
    lexicon: str | Path | None = None,
    missing_cards: str = "error",
    trust: bool = False,
) -> list[Advice]:
    """Return the best clues for a board, the best first.

    Parameters
    ----------
    own, bystander, other, assassin : sequence of str
        The uncovered cards by role; together at most 25, at least one own.
    spymaster : str
        Who advises; one that keeps the house rules, so that it can be asked again without its last answer.
    embedding : str
        What it thinks in.
    n : int
        How many clues.
    words, lexicon, missing_cards, trust
        As in `cluejam_ai.counsel.OwnWords`; a warning names the cards that are left out.

    Raises
    ------
    CluejamError
        If the cards make no board, or have no vector.
    """
    groups = {AGENT: own, BYSTANDER: bystander, OTHER: other, ASSASSIN: assassin}
    cards = [(word, role) for role, words in groups.items() for word in words]
    if not own:
        raise CluejamError("a clue needs at least one own card (--own)")
    if n < 1:
        raise CluejamError(f"{n} clues make no list; ask for at least 1")
    brought = OwnWords(words, lexicon, missing_cards, trust)
    counsel = Counsel(SPYMASTERS, spymaster, embedding, [word for word, _ in cards], brought)
    agent, resources = counsel.agent()
    roles = [role for (_, role), stays in zip(cards, counsel.seated, strict=True) if stays]
    if AGENT not in roles:
        raise CluejamError("no own card has a vector; choose another embedding")
    view = loose_spymaster_view(roles)
    advice: list[Advice] = []
    for _ in range(n):
        try:
            answer = agent.give_clues(view, _keys(), agent.start(1))
        except CluejamError:
            if advice:
                break  # all that may be given are told
            raise
        if resources.clues[int(answer.word[0])] in [a.clue for a in advice]:
            break
        advice.append(_explain(answer, view, resources, counsel.names))
        view = replace(view, history=with_failed_clue(view.history, int(answer.word[0])))
    return advice


def read_clue(
    clue: str,
    number: int,
    board: Sequence[str],
    *,
    guesser: str = "nearest",
    embedding: str = DEFAULT_EMBEDDING,
    words: str | Path | None = None,
    lexicon: str | Path | None = None,
    missing_cards: str = "error",
    trust: bool = False,
) -> list[Reading]:
    """Return how a guesser reads a clue: its touches in order, then the other cards by similarity.

    Parameters
    ----------
    clue : str
        Any word that the embedding knows itself or in another form, perhaps spelled out (t-i-g-e-r).
    number : int
        1 to 9.
    board : sequence of str
        The uncovered cards, at most 25.
    guesser, embedding : str
        Who reads, and what it thinks in.
    words, lexicon, missing_cards, trust
        As in `advise`; of the lexicon nothing is asked unless the guesser thinks of other clues.

    Raises
    ------
    CluejamError
        If the cards make no board, or clue or cards have no vector.
    """
    if not 1 <= number <= 9:
        raise CluejamError(f"a clue's number is 1 to 9, not {number}")
    brought = OwnWords(words, lexicon, missing_cards, trust)
    counsel = Counsel(GUESSERS, guesser, embedding, board, brought, clue)
    agent, resources = counsel.agent()
    names = counsel.names
    z = resources.z_scores[: len(names), 0]
    chance = _chances(agent, guesser, len(names), number)
    touches = _touches(agent, guesser, names, number)
    places = {card: place for place, card in enumerate(touches, start=1)}
    rest = sorted(range(len(names)), key=lambda card: (places.get(card, N_CARDS + 1), -z[card]))
    return [Reading(names[c], places.get(c, 0), float(chance[c]), float(z[c])) for c in rest]


def _keys() -> NDArray[np.uint64]:
    return np.array([stream(0, "advice")])


def _chances(agent: Guesser, guesser: str, n_cards: int, number: int) -> NDArray[np.float64]:
    """Return the chance that a guesser gives each card to be meant, before its first touch: (25,)."""
    there = (np.arange(N_CARDS) < n_cards)[None]
    view = loose_guesser_view(n_cards, there, number, 0)
    told = agent.evidence(view, _keys(), agent.start(1))
    if told is None:
        return np.full(N_CARDS, np.nan)
    told = checked_evidence(told, 1, f"guesser '{guesser}'")
    return np.asarray(meant_cards(np.where(there, 0.5, 0.0), told.score, told.meant)[0])


def _explain(answer: Clues, view: SpymasterView, resources: Resources, names: list[str]) -> Advice:
    word, number = int(answer.word[0]), int(answer.number[0])
    z, key = resources.z_scores[: len(names), word], view.key[0, : len(names)]
    own, rest = np.flatnonzero(key == AGENT), np.flatnonzero(key != AGENT)
    found, wrong, dead = (
        float(_listen(z[own], z[rest], cost)[number - 1])
        for cost in (np.zeros(len(rest)), np.ones(len(rest)), key[rest] == ASSASSIN)
    )
    intended = sorted(np.flatnonzero(answer.targets[0, : len(names)]), key=lambda card: -z[card])
    dangers = sorted(rest, key=lambda card: -z[card])[:_N_DANGERS]
    return Advice(
        clue=resources.clues[word],
        number=number,
        intended=tuple(names[card] for card in intended),
        expected_found=found,
        wrong_chance=max(found - wrong, 0.0),
        assassin_chance=max(found - dead, 0.0),
        dangers=tuple((names[card], ROLE_NAMES[key[card]], float(z[card])) for card in dangers),
        similarity=tuple(float(z[card]) for card in intended),
    )


def _listen(own: NDArray[Any], rest: NDArray[Any], cost: NDArray[Any]) -> NDArray[np.float32]:
    """Return E[min(k, N)] - E[cost; N < k] of one clue for k = 1 to 9: (9,)."""
    if not len(rest):
        return np.minimum(np.arange(1, 10), len(own)).astype(np.float32)
    heard = Heard(
        own=own[None].astype(np.float32),
        own_valid=np.ones((1, len(own)), dtype=bool),
        other=rest[None].astype(np.float32),
        other_valid=np.ones((1, len(rest)), dtype=bool),
        cost=cost[None].astype(np.float32),
    )
    return plackett_luce_endings(heard, Hearing(LISTENER_SIGMA, 9)).cards_less_costs()[0]


def _touches(agent: Guesser, guesser: str, names: list[str], number: int) -> list[int]:
    """Return the cards that a guesser touches in a turn in which every touch is right."""
    order: list[int] = []
    there = (np.arange(N_CARDS) < len(names))[None]
    for touch in range(min(number + 1, len(names))):
        view = loose_guesser_view(len(names), there, number, touch)
        card = int(checked_cards(agent.guess(view, _keys(), agent.start(1)), view, f"guesser '{guesser}'")[0])
        if card == PASS:
            break
        order.append(card)
        there = there.copy()
        there[0, card] = False
    return order


def verdict(clue: str, board: Sequence[str], *, words: str | Path | None = None) -> str:
    """Return in a sentence whether a clue may be given beside these cards, by the rules of their language."""
    spoken = language_of_board(board, OwnWords(words))
    return judge(clue, board, language=spoken.name).reason
