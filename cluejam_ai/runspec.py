"""What a run is asked to do, as plain values that are written into its manifest and read from it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.errors import CluejamError, UnknownNameError

#: Refuse to play, or leave the words out of the pool that boards are dealt from.
MISSING_CARDS = ("error", "exclude")


MAX_GAMES = 1_000_000_000


def check_count(label: str, value: object, most: int = MAX_GAMES) -> None:
    """Raise unless a value counts something: a whole number from 1 to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise CluejamError(
            f"{label} is {value!r}; it must be a whole number, at least 1 and at most {most:,}"
        )


def check_missing_cards(policy: str) -> None:
    """Raise unless a policy for cards without a vector is known."""
    if policy not in MISSING_CARDS:
        raise CluejamError(f"missing_cards is '{policy}'; choose {' or '.join(MISSING_CARDS)}")


@dataclass(frozen=True)
class RunSpec:
    """A run: the game, who plays whom, on which boards, and with which words.

    Attributes
    ----------
    rules : str
        A ruleset with its options, like ``duo(turns=12)``.
    pairings : tuple of Pairing
        Who plays; all on the same boards.
    games : int
        Boards for every pairing.
    seed : int
        Names every random number of the run.
    series : int
        Matches over which agents may remember.
    words, lexicon, boards : str, optional
        Files of the user's own board words, clue words and boards; None is what the package ships.
    missing_cards : str
        What happens to board words that an embedding of the run has no vector for: one of `MISSING_CARDS`.
    """

    rules: str
    pairings: tuple[Pairing, ...]
    games: int
    seed: int
    series: int = 1
    words: str | None = None
    lexicon: str | None = None
    boards: str | None = None
    missing_cards: str = "error"

    def __post_init__(self) -> None:
        for label, value in (("games", self.games), ("series", self.series)):
            check_count(label, value)
        if not isinstance(self.seed, int) or isinstance(self.seed, bool):
            raise CluejamError(f"seed is {self.seed!r}; it must be a whole number")
        check_missing_cards(self.missing_cards)
        if not self.pairings:
            raise CluejamError("a run needs at least one pairing of a spymaster and a guesser")

    def to_dict(self) -> dict[str, Any]:
        """Return the spec as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "RunSpec":
        """Return the spec of plain values.

        Raises
        ------
        UnknownNameError
            For a key that a spec does not have.
        """
        known = {field.name for field in fields(cls)}
        for key in values:
            if key not in known:
                raise UnknownNameError("key of a run:", key, known)
        pairings = tuple(Pairing(**pairing) for pairing in values["pairings"])
        return cls(**{**values, "pairings": pairings})

    def extended(self, other: "RunSpec", where: str) -> "RunSpec":
        """Return this spec with the further pairings and boards of another that is otherwise the same.

        Parameters
        ----------
        other : RunSpec
            What a run is to become. Its pairings may stand in any order; this spec's keep theirs.
        where : str
            What was played by this spec, for messages.

        Raises
        ------
        CluejamError
            If the other is not this spec with something added; the message names the difference.
        """
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if field.name not in ("pairings", "games") and mine != theirs:
                raise CluejamError(
                    f"{where} was played with {field.name} = {mine}, the spec has {theirs}; "
                    "only pairings and boards can be added, anything else is a new run"
                )
        lost = [str(pairing) for pairing in self.pairings if pairing not in other.pairings]
        if lost:
            raise CluejamError(
                f"{where} was played with '{lost[0]}', which the spec does not name; keep it in"
            )
        if other.games < self.games:
            raise CluejamError(
                f"{where} has {self.games} boards, the spec {other.games}; it cannot have fewer"
            )
        new = tuple(pairing for pairing in other.pairings if pairing not in self.pairings)
        return replace(other, pairings=self.pairings + new)

    def with_pairings(self, pairings: tuple[Pairing, ...]) -> "RunSpec":
        """Return the spec with other pairings."""
        return replace(self, pairings=pairings)
