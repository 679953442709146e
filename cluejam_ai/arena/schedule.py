"""What is to be played: pairings, match blocks, and in which order their rows stand."""

from collections.abc import Sequence
from dataclasses import dataclass

from cluejam_ai.errors import CluejamError


@dataclass(frozen=True)
class Pairing:
    """The components on every seat, by their canonical specs.

    Attributes
    ----------
    spymaster, guesser : str
        Of the first team or player.
    second_spymaster, second_guesser : str
        Of the second team or player; the same as the first's unless chosen.
    """

    spymaster: str
    guesser: str
    second_spymaster: str
    second_guesser: str

    @property
    def unlike(self) -> bool:
        """Whether the two teams or players differ."""
        return (self.spymaster, self.guesser) != (self.second_spymaster, self.second_guesser)

    def __str__(self) -> str:
        first = f"{self.spymaster} > {self.guesser}"
        return f"{first} | {self.second_spymaster} > {self.second_guesser}" if self.unlike else first


@dataclass(frozen=True)
class MatchBlock:
    """The unit of work: some series of one pairing in one seating.

    Attributes
    ----------
    pairing : int
        Which of the run's pairings, for the order of rows only; randomness never depends on it.
    seating : int
        0, or 1 where unlike teams play every board a second time with seats exchanged.
    first, stop : int
        Board numbers from `first` up to, not including, `stop`.
    """

    pairing: int
    seating: int
    first: int
    stop: int

    @classmethod
    def of_name(cls, name: str) -> "MatchBlock":
        """Return the block of a file name."""
        return cls(*(int(part) for part in name.split("-")))

    @property
    def name(self) -> str:
        """A file name; names sort in the order of the schedule."""
        return f"{self.pairing:05d}-{self.seating}-{self.first:012d}-{self.stop:012d}"


#: More blocks than this take too much memory to keep in a list.
MAX_BLOCKS = 2_000_000


def blocks(n_boards: int, seatings: Sequence[int], *, block_size: int, series: int = 1) -> list[MatchBlock]:
    """Return the blocks of a run in the order of their rows.

    Parameters
    ----------
    n_boards : int
        How many boards every pairing plays.
    seatings : sequence of int
        For each pairing, in how many seatings.
    block_size : int
        Matches in a block at most; rounded up to whole series.
    series : int
        Matches over which agents may remember; a block never cuts one.

    Raises
    ------
    CluejamError
        If a number is not positive.
    """
    for label, value in (("games", n_boards), ("block size", block_size), ("series", series)):
        if value < 1:
            raise CluejamError(f"{label} is {value}; it must be at least 1")
    step = -(-block_size // series) * series
    n_blocks = sum(seatings) * -(-n_boards // step)
    if n_blocks > MAX_BLOCKS:
        raise CluejamError(f"{n_blocks} blocks are too many; choose a larger block size, or fewer games")
    return [
        MatchBlock(pairing, seating, first, min(first + step, n_boards))
        for pairing, n_seatings in enumerate(seatings)
        for seating in range(n_seatings)
        for first in range(0, n_boards, step)
    ]
