"""What is to be played: pairings, match blocks, and in which order their rows stand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cluejam_ai.errors import CluejamError
from cluejam_ai.game.rulesets import Kind, Ruleset


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


def n_seatings(ruleset: Ruleset, pairing: Pairing) -> int:
    """Return how often a pairing plays every board: unlike teams play it in both seatings."""
    return 2 if ruleset.kind is Kind.TEAMS and pairing.unlike else 1


@dataclass(frozen=True)
class MatchBlock:
    """The unit of work: some series of one pairing in one seating.

    Attributes
    ----------
    pairing : int
        Which of the run's pairings, for the order of rows only; randomness never depends on it. A run that is
        extended keeps the numbers of its pairings.
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


def blocks(
    n_boards: int,
    seatings: Sequence[int],
    *,
    block_size: int,
    series: int = 1,
    done: Iterable[MatchBlock] = (),
) -> list[MatchBlock]:
    """Return the blocks that a run has still to play, in the order of their rows.

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
    done : iterable of MatchBlock
        What is played already, as `usable` leaves it; by default nothing.

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
    there: dict[tuple[int, int], list[MatchBlock]] = {}
    for block in done:
        there.setdefault((block.pairing, block.seating), []).append(block)
    return [
        MatchBlock(pairing, seating, first, min(stop, first - first % step + step))
        for pairing, n_seatings in enumerate(seatings)
        for seating in range(n_seatings)
        for start, stop in _gaps(n_boards, there.get((pairing, seating), ()))
        for first in (start, *range(start - start % step + step, stop, step))
    ]


def _gaps(n_boards: int, there: Iterable[MatchBlock]) -> Iterator[tuple[int, int]]:
    """Yield first and stop of the boards that no block holds."""
    at = 0
    for block in sorted(there, key=lambda block: block.first):
        if block.first > at:
            yield at, block.first
        at = block.stop
    if at < n_boards:
        yield at, n_boards


def usable(found: Iterable[MatchBlock], n_boards: int, series: int) -> list[MatchBlock]:
    """Return those of a run's finished blocks that go together, in the order of their rows.

    Left out are blocks that share boards with one before them, which a process that was thought dead can
    leave behind, and blocks that cut a series short which the run is now to play to its end.

    Parameters
    ----------
    found : iterable of MatchBlock
        Finished blocks.
    n_boards, series : int
        As in `blocks`.
    """
    kept: list[MatchBlock] = []
    for block in sorted(found, key=lambda b: (b.pairing, b.seating, b.first, -b.stop)):
        last = kept[-1] if kept else None
        same = last is not None and (last.pairing, last.seating) == (block.pairing, block.seating)
        overlaps = last is not None and same and block.first < last.stop
        whole = block.first % series == 0 and (block.stop % series == 0 or block.stop == n_boards)
        if whole and not overlaps:
            kept.append(block)
    return kept


def together(todo: Iterable[MatchBlock], pairings: Sequence[Pairing]) -> list[tuple[MatchBlock, ...]]:
    """Return blocks in groups that one worker plays: those of one spymaster on the same boards.

    Groups stand in the order of their boards, so that a run that is cut short has played about the same
    boards with every pairing.

    Parameters
    ----------
    todo : iterable of MatchBlock
        What is to be played.
    pairings : sequence of Pairing
        Who plays.
    """
    groups: dict[tuple[int, int, str], list[MatchBlock]] = {}
    for block in todo:
        key = (block.first, block.stop, pairings[block.pairing].spymaster)
        groups.setdefault(key, []).append(block)
    return [tuple(groups[key]) for key in sorted(groups, key=lambda key: key[:2])]
