"""Who plays with a person, and how hard it is made: the one place that names agents and figures for this."""

from collections.abc import Mapping
from dataclasses import dataclass

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.components import canonical_component
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.rulesets import Kind, Ruleset, with_options
from cluejam_ai.interactive.chairs import Pair
from cluejam_ai.specs import parse_spec

#: What the usual partner thinks in: people agree with all families together more than with any fewer.
SPACES = "use+minilm+glove50+wordnet-gloss"
#: The usual partner listens as people do, in all families, and plays for the win under the clock.
_PEOPLE = "people-listener(clock=true, cost_bystander=0.5)"
#: In other vectors; more careful than the agents' own defaults, for people differ more than agents do.
_SPYMASTER = "gaussian-listener(cost_bystander=0.5, sigma=1.2)"
_RIVAL_SPACES = "use+minilm+glove50"
_GUESSER = "bayes(all_in=true, clock=false, cost_assassin=3.0, cost_bystander=0.5, credit=true)"


#: Partners by name, and what they think in.
PARTNERS: Mapping[str, str] = {
    "robust": SPACES,
    "sentence": "use+minilm",
    "news": "glove50",
    "dictionary": "wordnet-gloss",
}


@dataclass(frozen=True)
class Level:
    """How hard a game is.

    Attributes
    ----------
    familiar : int
        The partner looks among so many of the most frequent clue words first.
    margin : float
        What a rarer word has to be worth more to be given, in own cards.
    max_number : int
        The largest number that the partner gives.
    rival_number : int
        The same for the other team's spymaster.
    rival_space : str
        What the other team's guesser thinks in; another space than its spymaster's makes it err as people do.
    more_turns : int
        Turns added to those of duo and duet, unless the rules say how many.
    """

    familiar: int
    margin: float
    max_number: int
    rival_number: int
    rival_space: str
    more_turns: int


LEVELS: Mapping[str, Level] = {
    "easy": Level(
        familiar=2000, margin=1.0, max_number=2, rival_number=1, rival_space="minilm", more_turns=3
    ),
    "normal": Level(
        familiar=4000, margin=0.7, max_number=2, rival_number=2, rival_space="minilm", more_turns=0
    ),
    "hard": Level(
        familiar=10_000, margin=0.4, max_number=3, rival_number=4, rival_space=_RIVAL_SPACES, more_turns=-2
    ),
}


def find_level(name: str) -> Level:
    """Return a level by its name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    if name not in LEVELS:
        raise UnknownNameError("level", name, LEVELS)
    return LEVELS[name]


def rules_of_level(ruleset: Ruleset, level: Level) -> Ruleset:
    """Return the game with more or fewer turns for its level; turns that were chosen stay."""
    options = dict(ruleset.options)
    if ruleset.kind is not Kind.PARTNERS or ruleset.turns is None or not level.more_turns:
        return ruleset
    if {"turns", "lives", "bystanders"} & set(options):
        return ruleset
    return with_options(ruleset, {**options, "turns": ruleset.turns + level.more_turns})


def find_partner(text: str, level: Level) -> Pair:
    """Return the agents of a partner.

    Parameters
    ----------
    text : str
        A name of `PARTNERS`, or agents: ``SPYMASTER``, ``GUESSER`` or ``SPYMASTER > GUESSER``.
    level : Level
        Bounds the number of a partner whose agents were not named.

    Raises
    ------
    CluejamError
        If it names neither.
    """
    if text in PARTNERS:
        usual = _PEOPLE if PARTNERS[text] == SPACES else _SPYMASTER
        return _pair(_bounded(usual, level.max_number), _GUESSER, PARTNERS[text])
    import_agents()
    spymaster, sign, guesser = (part.strip() for part in text.partition(">"))
    if sign:
        return _pair(spymaster or _bounded(_PEOPLE, level.max_number), guesser or _GUESSER, SPACES)
    name = parse_spec(text).name
    if ":" in name or name in SPYMASTERS.names():
        return _pair(text, _GUESSER, SPACES)
    if name in GUESSERS.names():
        return _pair(_bounded(_PEOPLE, level.max_number), text, SPACES)
    raise UnknownNameError("partner", text, {*PARTNERS, *SPYMASTERS.names(), *GUESSERS.names()})


def find_rival(level: Level) -> Pair:
    """Return the agents of the other team in classic."""
    spymaster = _pair(_bounded(_SPYMASTER, level.rival_number), _GUESSER, _RIVAL_SPACES).spymaster
    return Pair(spymaster, _pair(_SPYMASTER, _GUESSER, level.rival_space).guesser)


def _bounded(spymaster: str, max_number: int) -> str:
    return str(parse_spec(spymaster).with_params({"max_number": max_number}))


def _pair(spymaster: str, guesser: str, embedding: str) -> Pair:
    try:
        return Pair(
            canonical_component(SPYMASTERS, spymaster, embedding),
            canonical_component(GUESSERS, guesser, embedding),
        )
    except UnknownNameError as error:
        raise CluejamError(f"--partner: {error}") from error
