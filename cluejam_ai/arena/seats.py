"""Who sits where: the agents of both teams, asked on the boards where it is their turn."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Agent, Guesser, Memory, Spymaster
from cluejam_ai.arena.answers import check_memory
from cluejam_ai.arena.sharing import ClueMemo, ClueMemos
from cluejam_ai.errors import RuleError
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
    """One role, spymaster or guesser, in both teams, with what each remembers of every board of a block.

    The arena alone holds one; it is the only thing of it that changes in place.
    """

    agents: Sequence[Seated[A]]
    memories: list[Memory] = field(default_factory=list)
    memos: ClueMemos | None = None

    @classmethod
    def start(cls, agents: Sequence[Seated[A]], n_boards: int, memos: ClueMemos | None = None) -> "Role[A]":
        """Return the role at the start of a block of series."""
        memories = []
        for seated in agents:
            memory = check_memory(seated.agent.start(n_boards), f"agent '{seated.spec}'")
            memories.append({} if memory is None else memory)
        return cls(agents, memories, memos)

    @property
    def _shared(self) -> bool:
        """Whether one call can serve both teams: the same component, which remembers nothing."""
        return self.agents[0].spec == self.agents[1].spec and not any(self.memories)

    def memo(self, index: int) -> ClueMemo | None:
        """Return what this team's agent has said elsewhere; None if it remembers."""
        seated = self.agents[index]
        if self.memos is None or self.memories[index]:
            return None
        return self.memos.setdefault(seated.spec, ClueMemo())

    def groups(self, team: NDArray[np.int8]) -> Iterator[tuple[int, NDArray[np.intp] | None]]:
        """Yield each team to ask, and the rows it is asked on; None for all rows.

        Parameters
        ----------
        team : (B,) int8
            Whose turn it is.
        """
        if self._shared:
            yield 0, None
            return
        for index in (0, 1):
            rows = np.flatnonzero(team == index)
            if rows.size:
                yield index, rows

    def keys(self, index: int, *ids: Any) -> Keys:
        """Return one key a board for a draw of this team's agent."""
        keys = derive(self.agents[index].stream, *ids)
        keys.flags.writeable = False
        return keys

    def recall(self, index: int, boards: NDArray[np.intp]) -> Memory:
        """Return what a team's agent remembers of these boards of the block."""
        return {name: values[boards] for name, values in self.memories[index].items()}

    def remember(self, index: int, boards: NDArray[np.intp], memory: Memory | None) -> None:
        """Keep what a team's agent wants to remember of these boards; None changes nothing."""
        if not memory:
            return
        merged = {name: values.copy() for name, values in self.memories[index].items()}
        for name, values in memory.items():
            if name not in merged:
                raise RuleError(f"memory '{name}' of {self.agents[index].spec} is not made by its start()")
            merged[name][boards] = values
        self.memories[index] = merged

    def review(self, look: Callable[[A, Memory], Memory], boards: NDArray[np.intp]) -> None:
        """Let agents that learn look at a turn."""
        for index, seated in enumerate(self.agents):
            if seated.agent.learns:
                self.remember(index, boards, look(seated.agent, self.recall(index, boards)))
