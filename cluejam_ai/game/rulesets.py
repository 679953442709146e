"""The games as values: one frozen `Ruleset` each, and their options."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property

import numpy as np

from cluejam_ai.errors import RuleError, UnknownNameError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, N_CARDS, OTHER, Roles

Option = int | bool | str | None
Joint = tuple[tuple[tuple[int, ...], int], ...]


class Kind(StrEnum):
    """Who plays whom."""

    TEAMS = "teams"
    PARTNERS = "partners"
    SOLO = "solo"


@dataclass(frozen=True)
class Ruleset:
    """All that the engine needs to know of a game.

    Attributes
    ----------
    name, version
        What the rules are called, and their revision.
    kind
        Two teams, two partners who give and guess in turn, or one team alone.
    joint
        The roles of a card on each giver's key, and how many cards have just these roles; 25 in all.
    turns, lives
        Shared budgets; None where there is none.
    bonus_guess
        Whether a turn allows one touch more than the clue's number.
    guess_limit
        Whether there is a limit on touches in a turn at all.
    may_pass_first
        Whether the guesser may stop before the first touch.
    sudden_death
        Whether guessing goes on without clues when the turns are used up.
    free_numbers
        Whether a clue's number may be 0 or unlimited.
    illegal_clue
        "refuse" (the clue does not happen) or "lose_turn".
    starts
        "seed" (drawn for each board), "first" or "second": which named team or player takes the first seat.
    tunable
        Names of the options that this game has.
    """

    name: str
    kind: Kind
    joint: Joint
    tunable: tuple[str, ...]
    version: int = 1
    turns: int | None = None
    lives: int | None = None
    bonus_guess: bool = True
    guess_limit: bool = True
    may_pass_first: bool = True
    sudden_death: bool = False
    free_numbers: bool = False
    illegal_clue: str = "refuse"
    starts: str = "seed"
    options: tuple[tuple[str, Option], ...] = ()

    def __post_init__(self) -> None:
        n_cards = sum(count for _, count in self.joint)
        if n_cards != N_CARDS or any(count < 0 for _, count in self.joint):
            raise RuleError(f"the cards of '{self.name}' add up to {n_cards}, not {N_CARDS}")
        if not (self.joint_keys == AGENT).any(axis=1).all():
            raise RuleError(f"'{self.name}' needs at least one agent card on every key")
        for label, budget in (("turns", self.turns), ("lives", self.lives)):
            if budget is not None and not 1 <= budget <= 1000:
                raise RuleError(f"{label}={budget} of '{self.name}' is not between 1 and 1000")
        _check_choice(self.name, "illegal_clue", self.illegal_clue, ("refuse", "lose_turn"))
        _check_choice(self.name, "starts", self.starts, ("seed", "first", "second"))

    @cached_property
    def joint_keys(self) -> Roles:
        """Roles of 25 cards on each key in a fixed order, before dealing: (K, 25) int8."""
        columns = [roles for roles, count in self.joint for _ in range(count)]
        return np.array(columns, dtype=np.int8).T.copy()

    @property
    def n_keys(self) -> int:
        """How many keys there are: one for each giver (K)."""
        return len(self.joint[0][0])

    @property
    def n_goal(self) -> int:
        """How many different cards the first seat's side has to find."""
        keys = self.joint_keys if self.kind is Kind.PARTNERS else self.joint_keys[:1]
        return int((keys == AGENT).any(axis=0).sum())

    @property
    def label(self) -> str:
        """The name with the options that were set, as it is written in a spec."""
        inner = ", ".join(f"{key}={_format(value)}" for key, value in self.options)
        return f"{self.name}({inner})" if inner else self.name


def with_options(ruleset: Ruleset, options: Mapping[str, Option]) -> Ruleset:
    """Return the game with other settings.

    Parameters
    ----------
    ruleset : Ruleset
        One of `RULESETS`.
    options : mapping
        Names among `ruleset.tunable`. `bystanders` (duet) is how many wrong touches are allowed;
        `preset` ("kim2019", "tog2025") and `own`, `other`, `bystander`, `assassin` (solo) count cards.

    Raises
    ------
    UnknownNameError
        If the game has no such option.
    RuleError
        If a value makes no game.
    """
    changes: dict[str, Option] = {}
    for key, value in options.items():
        if key not in ruleset.tunable:
            raise UnknownNameError(f"option of '{ruleset.name}':", key, ruleset.tunable)
        _check_option(ruleset, key, value)
        changes[key] = value
    counts = {role: changes.pop(role) for role in ("preset", *_SOLO_ROLES) if role in changes}
    if "bystanders" in changes:
        changes["lives"] = _whole(ruleset, "bystanders", changes.pop("bystanders")) + 1
    joint = _solo_joint(counts) if counts else ruleset.joint
    return replace(ruleset, joint=joint, options=tuple(sorted(options.items())), **changes)  # type: ignore[arg-type]


def find_ruleset(name: str) -> Ruleset:
    """Return the ruleset of a name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    if name not in RULESETS:
        raise UnknownNameError("ruleset", name, RULESETS)
    return RULESETS[name]


def _whole(ruleset: Ruleset, key: str, value: Option) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RuleError(f"{key}={_format(value)} of '{ruleset.name}' is not a whole number from 0 on")
    return value


def _check_option(ruleset: Ruleset, key: str, value: Option) -> None:
    if key in ("turns", "lives", "bystanders", *_SOLO_ROLES):
        _whole(ruleset, key, value)
    elif key in _FLAGS and not isinstance(value, bool):
        raise RuleError(f"{key}={_format(value)} of '{ruleset.name}' is not true or false")
    elif key == "preset":
        _check_choice(ruleset.name, key, value, tuple(SOLO_PRESETS))


def _check_choice(name: str, key: str, value: Option, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise RuleError(f"{key}={_format(value)} of '{name}' is not one of {', '.join(choices)}")


def _format(value: Option) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_SOLO_ROLES = ("own", "other", "bystander", "assassin")
#: Cards of each kind in published single-team experiments: own, other, bystander, assassin.
SOLO_PRESETS = {"kim2019": (8, 7, 9, 1), "tog2025": (9, 8, 7, 1)}


def _solo_joint(counts: Mapping[str, Option]) -> Joint:
    base = dict(zip(_SOLO_ROLES, SOLO_PRESETS[str(counts.get("preset", "tog2025"))], strict=True))
    base.update({role: int(str(counts[role])) for role in _SOLO_ROLES if role in counts})
    roles = (AGENT, OTHER, BYSTANDER, ASSASSIN)
    return tuple(((role,), base[name]) for role, name in zip(roles, _SOLO_ROLES, strict=True))


_COMMON = ("bonus_guess", "free_numbers", "guess_limit", "illegal_clue", "starts")

CLASSIC = Ruleset(
    name="classic",
    kind=Kind.TEAMS,
    joint=(
        ((AGENT, OTHER), 9),
        ((OTHER, AGENT), 8),
        ((BYSTANDER, BYSTANDER), 7),
        ((ASSASSIN, ASSASSIN), 1),
    ),
    tunable=_COMMON,
    may_pass_first=False,
)
DUO = Ruleset(
    name="duo",
    kind=Kind.PARTNERS,
    joint=(
        ((AGENT, AGENT), 3),
        ((AGENT, BYSTANDER), 6),
        ((BYSTANDER, AGENT), 6),
        ((ASSASSIN, ASSASSIN), 1),
        ((ASSASSIN, BYSTANDER), 2),
        ((BYSTANDER, ASSASSIN), 2),
        ((BYSTANDER, BYSTANDER), 5),
    ),
    tunable=(*_COMMON, "lives", "turns"),
    turns=9,
    lives=9,
)
DUET = Ruleset(
    name="duet",
    kind=Kind.PARTNERS,
    joint=(
        ((AGENT, AGENT), 3),
        ((AGENT, BYSTANDER), 5),
        ((BYSTANDER, AGENT), 5),
        ((AGENT, ASSASSIN), 1),
        ((ASSASSIN, AGENT), 1),
        ((ASSASSIN, ASSASSIN), 1),
        ((ASSASSIN, BYSTANDER), 1),
        ((BYSTANDER, ASSASSIN), 1),
        ((BYSTANDER, BYSTANDER), 7),
    ),
    tunable=(*_COMMON, "bystanders", "sudden_death", "turns"),
    turns=9,
)
SOLO = Ruleset(
    name="solo",
    kind=Kind.SOLO,
    joint=_solo_joint({}),
    tunable=(*_COMMON, "preset", *_SOLO_ROLES),
    bonus_guess=False,
    may_pass_first=False,
)
RULESETS = {ruleset.name: ruleset for ruleset in (CLASSIC, DUO, DUET, SOLO)}

_FLAGS = {field.name for field in fields(Ruleset) if field.type is bool or field.type == "bool"}
