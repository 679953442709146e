"""Boards: which words lie on the table, what they are on each key, and who starts."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.errors import RuleError
from cluejam_ai.game.batch import cut
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, FIRST, N_CARDS, OTHER, SECOND, Ints, Roles
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.seeding import derive, integers, shuffle, stream

_MAX_WORDS = int(np.iinfo(np.int16).max) + 1


@dataclass(frozen=True)
class Boards:
    """A batch of boards before the first clue.

    Attributes
    ----------
    number : (B,) int64
        The board's number in its set: its identity.
    words : (B, 25) int16
        Indices into the list of board words.
    keys : (B, K, 25) int8
        The role of every card on each seat's key.
    starts : (B,) int8
        Which named team or player (0 or 1) takes the first seat.
    """

    number: NDArray[np.int64]
    words: NDArray[np.int16]
    keys: Roles
    starts: NDArray[np.int8]

    def take(self, rows: Ints) -> "Boards":
        """Return the boards at these rows."""
        return Boards(*(cut(values, rows) for values in vars(self).values()))


def joined(parts: Sequence[Boards]) -> Boards:
    """Return boards one after the other as one batch."""
    return Boards(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Boards)))


def deal(ruleset: Ruleset, seed: int, number: Ints, n_words: int) -> Boards:
    """Return the boards of a seed; a board depends on its number alone, never on the batch.

    Parameters
    ----------
    ruleset : Ruleset
        Its joint table of roles holds exactly on every board.
    seed : int
        The seed of the board set.
    number : (B,) int
        Which boards.
    n_words : int
        Size of the list of board words, at least 25.

    Raises
    ------
    RuleError
        If there are fewer than 25 words, or more than an int16 can count.
    """
    _check_enough(n_words)
    if n_words > _MAX_WORDS:
        raise RuleError(f"{n_words} board words are too many; at most {_MAX_WORDS} can be told apart")
    keys = derive(stream(seed, "deal"), number)
    # a partial shuffle of the whole list: every set of 25 words is equally likely
    words = _draw_words(derive(keys, 0), n_words)
    places = shuffle(derive(keys, 1), np.arange(N_CARDS, dtype=np.int8))
    roles = ruleset.joint_keys[:, places].transpose(1, 0, 2)
    if ruleset.starts == "seed":
        starts = integers(derive(keys, 2), 2).astype(np.int8)
    else:
        starts = np.full(len(keys), FIRST if ruleset.starts == "first" else SECOND, dtype=np.int8)
    return Boards(np.asarray(number, dtype=np.int64), words, np.ascontiguousarray(roles), starts)


def _check_enough(n_words: int) -> None:
    if n_words < N_CARDS:
        raise RuleError(f"{n_words} board words are too few; a board needs {N_CARDS}")


def _draw_words(keys: NDArray[np.uint64], n_words: int) -> NDArray[np.int16]:
    """Return 25 different words a row: (B, 25) int16; Floyd's way, whose memory does not grow with words."""
    drawn = np.full((N_CARDS, len(keys)), -1, dtype=np.int16)  # place by place: three times as fast
    for place in range(N_CARDS):
        top = n_words - N_CARDS + place
        candidate = integers(derive(keys, place), top + 1).astype(np.int16)
        taken = (drawn[:place] == candidate).any(axis=0)
        drawn[place] = np.where(taken, top, candidate)
    # Floyd's order is not uniform, so the places are shuffled
    order = shuffle(derive(keys, N_CARDS), np.arange(N_CARDS, dtype=np.int8))
    return np.take_along_axis(drawn.T, order.astype(np.intp), axis=1)


def kim2019_board(seed: int, pool: Sequence[str]) -> tuple[list[str], Roles]:
    """Return the board that the AIIDE 2019 experiments dealt from a seed.

    Parameters
    ----------
    seed : int
        Seed of Python's generator.
    pool : sequence of str
        The published list of board words in its order.

    Returns
    -------
    words : list of 25 str
    key : (25,) int8
        8 own cards, 7 of the other team, 9 bystanders and the assassin.

    Raises
    ------
    RuleError
        If there are fewer than 25 different words.

    Notes
    -----
    Source: the public code of Kim, Ruzmaykin, Truong & Summerville, "Cooperation and Codenames", AIIDE 2019.
    """
    _check_enough(len(set(pool)))
    generator = random.Random(seed)
    drawn: list[str] = []
    while len(set(drawn)) < N_CARDS:
        rest, drawn = list(pool), []
        for _ in range(N_CARDS):
            generator.shuffle(rest)
            drawn.append(rest.pop())
    drawn.sort()
    generator.shuffle(drawn)
    key = [AGENT] * 8 + [OTHER] * 7 + [BYSTANDER] * 9 + [ASSASSIN]
    generator.shuffle(key)
    return drawn, np.array(key, dtype=np.int8)


def tog2025_board(seed: int, pool: Sequence[str]) -> tuple[list[str], Roles]:
    """Return the board that the 2025 competition framework dealt from a seed.

    Parameters
    ----------
    seed : int
        Seed of Python's generator.
    pool : sequence of str
        The published list of board words in its order.

    Returns
    -------
    words : list of 25 str
    key : (25,) int8
        9 cards of the first team, 8 of the second, 7 bystanders and the assassin, as the first sees them.

    Raises
    ------
    RuleError
        If there are fewer than 25 words.

    Notes
    -----
    Source: the public code behind Stephenson, Sidji & Ronval, IEEE Transactions on Games 2025.
    """
    _check_enough(len(pool))
    generator = random.Random(seed)
    rest = list(pool)
    generator.shuffle(rest)
    key = [AGENT] * 9 + [OTHER] * 8 + [BYSTANDER] * 7 + [ASSASSIN]
    generator.shuffle(key)
    return rest[:N_CARDS], np.array(key, dtype=np.int8)
