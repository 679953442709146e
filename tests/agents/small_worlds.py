"""Boards of one team on which every cosine is written down."""

import numpy as np

from cluejam_ai.agents.resources import Resources
from cluejam_ai.game.boards import Boards
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.state import new_game
from cluejam_ai.game.views import History
from cluejam_ai.testing.worlds import Positions, with_similarity

RULES = "solo(assassin=1, bystander=20, other=1, own=3)"
OWN, RIVAL, PLAIN, ASSASSIN_PLACE = (0, 1, 2), 3, 4, 24


def small_world(*clues, words=None, names=None, low=-0.5):
    """Resources of 25 cards: three own, one of the other team, bystanders, the assassin.

    Each clue is a dict from places to cosines; the others are `low`.
    """
    table = np.full((25, len(clues)), low, dtype=np.float32)
    for clue, cosines in enumerate(clues):
        for place, cosine in cosines.items():
            table[place, clue] = cosine
    words = tuple(f"card{i:02d}" for i in range(25)) if words is None else words
    names = tuple(f"clue{i}" for i in range(len(clues))) if names is None else names
    verdicts = np.zeros(table.shape, dtype=np.uint8)
    return with_similarity(Resources(words, names, verdicts), table)


def small_view(failed=()):
    """One board of these cards, on which some clues failed before."""
    key = np.array([AGENT] * 3 + [OTHER] + [BYSTANDER] * 20 + [ASSASSIN], dtype=np.int8)
    one = np.zeros(1, dtype=np.int64)
    boards = Boards(one, np.arange(25, dtype=np.int16)[None], key[None, None], one.astype(np.int8))
    n = len(failed)
    row = np.zeros((1, n), dtype=np.int8)
    order = np.zeros((1, n, 25), dtype=np.int8)
    history = History(row, np.array([failed], dtype=np.int32).reshape(1, n), row + 1, row, row + 1, order)
    return Positions(new_game(parse_ruleset(RULES), boards), boards.words, history).spymaster_view()


def answer(agent, view):
    """The only board's clue, number and targets."""
    clues = agent.give_clues(view, np.zeros(len(view), dtype=np.uint64), {})
    return int(clues.word[0]), int(clues.number[0]), tuple(np.flatnonzero(clues.targets[0]).tolist())
