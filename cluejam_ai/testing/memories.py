"""Whether what an agent remembers can be cut and merged board by board; part of the conformance tests."""

import numpy as np

from cluejam_ai.agents.base import Agent, Memory, TurnReview
from cluejam_ai.game.cards import AGENT, HIDDEN, N_CARDS
from cluejam_ai.game.views import no_history


def check_memory(agent: Agent, n_boards: int = 3) -> None:
    """Raise unless what an agent remembers can be cut and merged board by board.

    Parameters
    ----------
    agent : Agent
        A spymaster or guesser.
    n_boards : int
        For how many series it is asked to begin.
    """
    memory = agent.start(n_boards)
    check_memory_rows("start()", memory, memory, n_boards)
    if agent.learns:
        review = _made_up_review(n_boards)
        check_memory_rows("review()", memory, agent.review(review, memory), n_boards)


def check_memory_rows(method: str, at_start: Memory, memory: Memory, n_boards: int) -> None:
    """Raise unless what a method remembers is what start() names, with one row a board."""
    for name, values in memory.items():
        if name not in at_start:
            raise AssertionError(f"{method} remembers '{name}', which start() does not begin with")
        if np.shape(values)[:1] != (n_boards,):
            raise AssertionError(
                f"{method}: the first axis of '{name}' is not the board: "
                f"its shape is {np.shape(values)} for {n_boards} boards"
            )


def _made_up_review(n_boards: int) -> TurnReview:
    order = np.zeros((n_boards, N_CARDS), dtype=np.int8)
    role = np.full((n_boards, N_CARDS), HIDDEN, dtype=np.int8)
    order[:, 0], role[:, 0] = 1, AGENT
    return TurnReview(
        seat=np.zeros(n_boards, dtype=np.int8),
        words=np.tile(np.arange(N_CARDS, dtype=np.int16), (n_boards, 1)),
        clue=np.zeros(n_boards, dtype=np.int32),
        number=np.ones(n_boards, dtype=np.int8),
        order=order,
        role=role,
        over=np.zeros(n_boards, dtype=bool),
        history=no_history(n_boards),
    )
