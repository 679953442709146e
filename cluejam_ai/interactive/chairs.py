"""Who sits where: people and agents on the chairs of both teams or players."""

from dataclasses import dataclass
from enum import StrEnum

from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.interactive.game import Game, Move
from cluejam_ai.specs import ComponentSpec, parse_spec

#: Instead of an agent's name: a person, or several who guess together.
PERSON = "person"
PEOPLE = "people"


class Seat(StrEnum):
    """What the person does."""

    GUESSER = "guesser"
    SPYMASTER = "spymaster"
    BOTH = "both"
    TEAM = "team"


@dataclass(frozen=True)
class Pair:
    """A spymaster and a guesser by their canonical specs."""

    spymaster: str
    guesser: str


def person(name: str | None = None, *, several: bool = False) -> str:
    """Return how a person's chair is written in a record; without a name nothing personal is in it."""
    named = (("called", name),) if name else ()
    return str(ComponentSpec(PEOPLE if several else PERSON, params=named))


def is_person(spec: str) -> bool:
    """Return whether a chair is a person's."""
    return spec.partition("(")[0] in (PERSON, PEOPLE)


def name_of(spec: str) -> str | None:
    """Return the name that a person gave, if any."""
    given = parse_spec(spec).param_dict().get("called")
    return None if given is None else str(given)


def default_seat(ruleset: Ruleset) -> Seat:
    """Return what a person does who has not said: give and guess in turn, or guess."""
    return Seat.BOTH if ruleset.kind is Kind.PARTNERS else Seat.GUESSER


def seat_people(
    ruleset: Ruleset, seat: Seat, partner: Pair, rival: Pair, *, name: str | None = None
) -> Pairing:
    """Return who sits on each chair; the person's team or player is the first.

    In duo and duet the partner is the second player; on chairs of the first player that the person leaves
    free sits the partner's agent too.
    """
    own = person(name, several=seat is Seat.TEAM)
    gives = seat in (Seat.SPYMASTER, Seat.BOTH) or (seat is Seat.TEAM and ruleset.kind is Kind.PARTNERS)
    guesses = seat is not Seat.SPYMASTER
    first = Pair(own if gives else partner.spymaster, own if guesses else partner.guesser)
    second = {Kind.PARTNERS: partner, Kind.TEAMS: rival, Kind.SOLO: first}[ruleset.kind]
    return Pairing(first.spymaster, first.guesser, second.spymaster, second.guesser)


def seat_two_people() -> Pairing:
    """Return the pairing of a hot seat: people on all chairs, the computer is the referee."""
    return Pairing(PERSON, PERSON, PERSON, PERSON)


def chair(pairing: Pairing, team: int, move: Move) -> str:
    """Return who gives the clues, or guesses, of a team or player."""
    chairs = {
        (0, Move.CLUE): pairing.spymaster,
        (0, Move.GUESS): pairing.guesser,
        (1, Move.CLUE): pairing.second_spymaster,
        (1, Move.GUESS): pairing.second_guesser,
    }
    return chairs[team, move]


def whose_move(game: Game) -> str:
    """Return the chair that has to move."""
    return chair(game.setup.pairing, game.team, game.due)


def people_at(pairing: Pairing) -> set[tuple[int, Move]]:
    """Return the chairs with people."""
    every = [(team, move) for team in (0, 1) for move in (Move.CLUE, Move.GUESS)]
    return {(team, move) for team, move in every if is_person(chair(pairing, team, move))}


def is_hot_seat(setup_kind: Kind, pairing: Pairing) -> bool:
    """Return whether people with different knowledge share the keyboard, so that keys have to be hidden."""
    at = people_at(pairing)
    if setup_kind is Kind.PARTNERS:
        return len({team for team, _ in at}) > 1
    return len({move for _, move in at}) > 1


def check_name(name: str | None) -> None:
    """Raise unless a name can stand in a record."""
    if name is not None and not (name.isprintable() and 0 < len(name.strip()) <= 40):
        raise CluejamError("a name has 1 to 40 printable characters")
