"""How a field of agents would have read a person's clue."""

from dataclasses import dataclass

from cluejam_ai.agents.base import GUESSERS
from cluejam_ai.components import canonical_component, embeddings_of
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, PASS
from cluejam_ai.interactive.brains import Brains
from cluejam_ai.interactive.events import Event, Say, Tone
from cluejam_ai.interactive.game import Game, PublicTurn, say, touch
from cluejam_ai.interactive.partners import SPACES
from cluejam_ai.interactive.wording import spoken

#: Guessers that differ in what they think in, and one that weighs chances.
FIELD = (
    ("use", "nearest", "use"),
    ("minilm", "nearest", "minilm"),
    ("glove50", "nearest", "glove50"),
    ("wordnet-gloss", "nearest", "wordnet-gloss"),
    ("careful, all", "bayes", SPACES),
)


@dataclass(frozen=True)
class FieldReading:
    """What one agent would have touched: cards in order, and how many of them were right."""

    name: str
    touched: tuple[int, ...]
    n_right: int
    assassin: bool


def read_by_field(
    brains: Brains, before: Game, turn: PublicTurn, partner: str | None = None
) -> list[FieldReading]:
    """Return how each agent of the field reads a clue, touching until it stops or is wrong.

    Agents that have no vector for the clue or for a card are left out. Where that leaves none, as with words
    of another language, the field is in the vectors of the partner's guesser.

    Parameters
    ----------
    brains : Brains
    before : Game
        The position before the clue.
    turn : PublicTurn
        The clue and its number.
    partner : str, optional
        The partner's guesser, by its canonical spec.
    """
    field = {name: canonical_component(GUESSERS, guesser, space) for name, guesser, space in FIELD}
    readings = _readings(brains, before, turn, field)
    if readings or partner is None:
        return readings
    return _readings(brains, before, turn, _field_of(partner))


def _field_of(partner: str) -> dict[str, str]:
    """Return guessers that think in the partner's vectors, the partner's own first."""
    field = {"your partner": partner}
    for space in sorted(embeddings_of(GUESSERS, partner)):
        for name, guesser in (("nearest", "nearest"), ("careful", "bayes")):
            spec = canonical_component(GUESSERS, guesser, space)
            if spec not in field.values():
                field.setdefault(name, spec)
    return field


def _readings(brains: Brains, before: Game, turn: PublicTurn, field: dict[str, str]) -> list[FieldReading]:
    readings = []
    for name, spec in field.items():
        try:
            brains.knows(str(turn.clue), spec)
            readings.append(_reading(brains, before, turn, name, spec))
        except CluejamError:
            continue  # no vector for the clue, an earlier clue or a card: it has no say, and the game goes on
    return readings


def _reading(brains: Brains, before: Game, turn: PublicTurn, name: str, spec: str) -> FieldReading:
    game = say(before, str(turn.clue), turn.number)
    touched: list[int] = []
    n_turns = len(game.past)
    role = AGENT
    while len(game.past) == n_turns and role == AGENT:
        place = brains.guess(game, spec)
        game = touch(game, place)
        if place == PASS:
            break
        touched.append(place)
        role = game.log[n_turns].touches[-1].role
    n_right = len(touched) - int(role != AGENT)
    return FieldReading(name, tuple(touched), n_right, role == ASSASSIN)


def coach(brains: Brains, before: Game, turn: PublicTurn, partner: str | None = None) -> list[Event]:
    """Return the coach's lines about a clue.

    Parameters
    ----------
    brains : Brains
    before : Game
        The position before the clue.
    turn : PublicTurn
        The clue and its number.
    partner : str, optional
        The partner's guesser, who is asked where no agent of the field knows the words.
    """
    readings = read_by_field(brains, before, turn, partner)
    if not readings:
        return [Say("coach: no agent of the field knows this word", Tone.ASIDE)]
    words = before.setup.words
    lines = [f"coach: how a field of agents reads {spoken(str(turn.clue), turn.number)}"]
    for reading in readings:
        cards = [words[place].upper() for place in reading.touched]
        shown = [f"{card}{'' if place < reading.n_right else ' (wrong)'}" for place, card in enumerate(cards)]
        if reading.assassin:
            shown[-1] = f"{cards[-1]} (the ASSASSIN)"
        lines.append(f"  {reading.name:<14}{', '.join(shown) or 'passes'}")
    mean = sum(reading.n_right for reading in readings) / len(readings)
    lines.append(f"  {mean:.1f} right on average, you said {turn.number}")
    return [Say("\n".join(lines), Tone.ASIDE)]
