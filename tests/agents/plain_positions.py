"""Positions on which fast agents are compared with plain ones."""

import numpy as np

from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.testing.worlds import random_positions

#: Rules, turns played, boards: full boards, late ones, one own card left, no assassin, no other card.
POSITIONS = (
    ("classic", 0, 15),
    ("classic", 5, 15),
    ("duo", 6, 25),
    ("duet", 4, 20),
    ("solo(preset=kim2019)", 4, 15),
    ("solo(assassin=1, bystander=15, other=8, own=1)", 0, 8),
    ("solo(assassin=0, bystander=22, other=0, own=3)", 1, 8),
    ("solo(assassin=0, bystander=0, other=0, own=25)", 6, 6),
    ("solo(assassin=22, bystander=0, other=0, own=3)", 0, 8),
)


def views(resources, seed):
    """Yield views that together have about a hundred boards."""
    for rules, n_turns, n_boards in POSITIONS:
        at = random_positions(
            parse_ruleset(rules),
            n_boards,
            n_turns,
            seed,
            n_words=len(resources.words),
            n_clues=len(resources.clues),
        )
        assert len(at) >= 3
        yield at.spymaster_view()


def answers(agent, view):
    """What an agent says: for every board the clue, the number and the places of the targets."""
    clues = agent.give_clues(view, np.zeros(len(view), dtype=np.uint64), {})
    targets = [tuple(np.flatnonzero(row).tolist()) for row in clues.targets]
    return list(zip(clues.word.tolist(), clues.number.tolist(), targets, strict=True))
