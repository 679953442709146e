"""Who sits where: the agents of both teams, asked on the boards where it is their turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Agent, Guesser, Memory, Spymaster, TurnReview
from cluejam_ai.arena.answers import check_memory
from cluejam_ai.arena.sharing import ClueMemo, ClueMemos
from cluejam_ai.errors import RuleError
from cluejam_ai.game.batch import sealed
from cluejam_ai.seeding import Keys, derive

A = TypeVar("A", bound=Agent)


@dataclass(frozen=True)
class Seated(Generic[A]):
    """An agent, its canonical spec, and the stream of random numbers that the spec names."""

    agent: A
    spec: str
    stream: np.uint64


@dataclass(frozen=True)
class Team:
    """A named team (classic), player (partners) or the single team (solo)."""

    spymaster: Seated[Spymaster]
    guesser: Seated[Guesser]


@dataclass
class Role(Generic[A]):
    """One role, spymaster or guesser, in both teams of some pairings, with what each remembers of its boards.

    The agents of pairing p have the numbers 2 p and 2 p + 1. The arena alone holds a role; it is the only
    thing of it that changes in place.
    """

    agents: Sequence[Seated[A]]
    memories: list[Memory]
    memos: ClueMemos | None
    alike: NDArray[np.intp]

    @classmethod
    def start(cls, agents: Sequence[Seated[A]], n_boards: int, memos: ClueMemos | None = None) -> "Role[A]":
        """Return the role at the start of a block of series."""
        memories = []
        for seated in agents:
            memory = check_memory(seated.agent.start(n_boards), f"agent '{seated.spec}'")
            memories.append({} if memory is None else memory)
        # one call serves all seats of the same component, if it remembers nothing
        firsts: dict[str, int] = {}
        alike = [
            place if memory else firsts.setdefault(seated.spec, place)
            for place, (seated, memory) in enumerate(zip(agents, memories, strict=True))
        ]
        return cls(agents, memories, memos, np.array(alike, dtype=np.intp))

    def memo(self, index: int) -> ClueMemo | None:
        """Return what this agent has said elsewhere; None if it remembers."""
        seated = self.agents[index]
        if self.memos is None or self.memories[index]:
            return None
        return self.memos.setdefault(seated.spec, ClueMemo())

    def groups(self, player: NDArray[np.intp]) -> Iterator[tuple[int, NDArray[np.intp] | None]]:
        """Yield each agent to ask, and the rows it is asked on; None for all rows.

        Parameters
        ----------
        player : (B,) intp
            The number of the agent whose turn it is.
        """
        different = np.flatnonzero(self.alike == np.arange(len(self.alike)))
        if len(different) == 1:
            yield int(different[0]), None
            return
        asked = self.alike[player]
        for index in different.tolist():
            rows = np.flatnonzero(asked == index)
            if rows.size:
                yield index, rows

    def keys(self, index: int, *ids: Any) -> Keys:
        """Return one key a board for a draw of this agent."""
        keys = derive(self.agents[index].stream, *ids)
        keys.flags.writeable = False
        return keys

    def recall(self, index: int, boards: NDArray[np.intp]) -> Memory:
        """Return what an agent remembers of these series of its block."""
        return {name: values[boards] for name, values in self.memories[index].items()}

    def remember(self, index: int, boards: NDArray[np.intp], memory: Memory | None) -> None:
        """Keep what an agent wants to remember of these series; None changes nothing."""
        if not memory:
            return
        merged = {name: values.copy() for name, values in self.memories[index].items()}
        for name, values in memory.items():
            if name not in merged:
                raise RuleError(f"memory '{name}' of {self.agents[index].spec} is not made by its start()")
            merged[name][boards] = values
        self.memories[index] = merged

    def review(self, turn: TurnReview, boards: NDArray[np.intp], pairing: NDArray[np.intp]) -> None:
        """Let agents that learn look at a turn of their own pairing."""
        for index, seated in enumerate(self.agents):
            if not seated.agent.learns:
                continue
            rows = np.flatnonzero(pairing == index // 2)
            if rows.size:
                memory = self.recall(index, boards[rows])
                self.remember(index, boards[rows], seated.agent.review(sealed(turn.take(rows)), memory))
