"""The baseline of the benchmark: `margin` with `nearest` in duo, one board at a time, in plain numpy.

It is written to be read, not to be fast, and shares nothing with the engine and the agents but the tables
that it looks up: which clue words may be given beside which card, and how near they are. It gives the same
clues and the same touches, which is checked before times are compared.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

AGENT, BYSTANDER, ASSASSIN = 0, 1, 3
TURNS, LIVES, CARDS_TO_FIND = 9, 9, 15
MARGIN = FEAR = np.float32(0.02)


@dataclass
class Tables:
    """What is looked up for every board word, (W,), and every clue word, (V,).

    `cosine` (W, V) is what the spymaster thinks with, `heard` (W, V) what the guesser does; `illegal` (W, V)
    says which clue words may not be given beside a card, `rank` (W,) is each card's place in the alphabet.
    """

    cosine: NDArray[Any]
    heard: NDArray[Any]
    illegal: NDArray[Any]
    rank: NDArray[Any]


@dataclass
class Match:
    """One board while it is played: words (25,), keys (2, 25), and everything that has happened."""

    words: NDArray[Any]
    keys: NDArray[Any]
    found: NDArray[Any] = field(default_factory=lambda: np.zeros(25, dtype=bool))
    judged: NDArray[Any] = field(default_factory=lambda: np.zeros((2, 25), dtype=bool))
    turns: list[tuple[Any, ...]] = field(default_factory=list)
    touches: list[tuple[Any, ...]] = field(default_factory=list)
    ending: str = ""


def play(match: Match, tables: Tables) -> Match:
    """Play a match to its end; the first seat gives the first clue."""
    giver, lives = 0, LIVES
    while not match.ending:
        word, number, targets = give_clue(match, giver, tables)
        right, wrong = take_turn(match, giver, word, number, tables)
        match.turns.append((len(match.turns), giver, word, number, targets, right + wrong, right))
        lives -= wrong
        if not match.ending and lives <= 0:
            match.ending = "lives"
        if not match.ending and len(match.turns) >= TURNS:
            match.ending = "turns"
        if ((match.keys[1 - giver] == AGENT) & ~match.found).any():
            giver = 1 - giver
    return match


def give_clue(match: Match, giver: int, tables: Tables) -> tuple[int, int, tuple[int, ...]]:
    """Return word, number and intended places of the clue that stands out most."""
    key = match.keys[giver]
    covered = match.found | match.judged.all(axis=0)
    touchable = ~match.found & ~match.judged[giver]
    own = np.flatnonzero(touchable & (key == AGENT))
    danger = np.full(tables.cosine.shape[1], -2.0, dtype=np.float32)
    for place in np.flatnonzero(touchable & (key != AGENT)):
        extra = MARGIN + FEAR if key[place] == ASSASSIN else MARGIN
        danger = np.maximum(danger, tables.cosine[match.words[place]] + extra)
    cosine = tables.cosine[match.words[own]]  # (own, V)
    reach = (cosine > danger).sum(axis=0)
    for place in np.flatnonzero(~covered):
        reach[tables.illegal[match.words[place]]] = -1
    for _, seat, word, number, _, _, right in match.turns:
        if seat == giver and right < number:
            reach[word] = -1
    number = max(int(reach.max()), 1)
    candidates = np.flatnonzero(reach == reach.max())
    weakest = np.sort(cosine[:, candidates], axis=0)[-number]
    word = int(candidates[np.argmax(weakest - danger[candidates])])
    nearest = sorted(own, key=lambda place: _nearness(match, place, tables.cosine[:, word], tables))
    return word, number, tuple(sorted(int(place) for place in nearest[:number]))


def take_turn(match: Match, giver: int, word: int, number: int, tables: Tables) -> tuple[int, int]:
    """Return how many touches of a turn were right, and how many were not."""
    mine = match.keys[1 - giver]
    for right in range(number):
        touchable = np.flatnonzero(~match.found & ~match.judged[giver])
        hopeful = [place for place in touchable if mine[place] != ASSASSIN] or list(touchable)
        card = min(hopeful, key=lambda place: _nearness(match, place, tables.heard[:, word], tables))
        match.touches.append((len(match.turns), right, int(card)))
        match.judged[giver, card] = True
        role = match.keys[giver, card]
        if role == ASSASSIN:
            match.ending = "assassin"
        if role != AGENT:
            return right, 1
        match.found[card] = True
        if match.found.sum() == CARDS_TO_FIND:
            match.ending = "found"
            return right + 1, 0
    return number, 0


def _nearness(match: Match, place: Any, cosine: NDArray[Any], tables: Tables) -> tuple[float, int]:
    card = match.words[place]
    return -float(cosine[card]), int(tables.rank[card])
