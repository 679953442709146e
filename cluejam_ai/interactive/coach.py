"""How a field of agents would have read a person's clue."""

from dataclasses import dataclass

from cluejam_ai.agents.base import GUESSERS
from cluejam_ai.components import canonical_component
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


def read_by_field(brains: Brains, before: Game, turn: PublicTurn) -> list[FieldReading]:
    """Return how each agent of the field reads a clue, touching until it stops or is wrong.

    Agents that have no vector for the clue are left out.
    """
    readings = []
    for name, guesser, embedding in FIELD:
        spec = canonical_component(GUESSERS, guesser, embedding)
        try:
            brains.knows(str(turn.clue), spec)
        except CluejamError:
            continue
        readings.append(_reading(brains, before, turn, name, spec))
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


def coach(brains: Brains, before: Game, turn: PublicTurn) -> list[Event]:
    """Return the coach's lines about a clue.

    Parameters
    ----------
    brains : Brains
    before : Game
        The position before the clue.
    turn : PublicTurn
        The clue and its number.
    """
    readings = read_by_field(brains, before, turn)
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
