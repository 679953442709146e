"""Reads games recorded by the competition framework of 2025."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from cluejam_ai.errors import RecordError

Mode: TypeAlias = Literal["one_team", "two_teams"]
Side: TypeAlias = Literal["red", "blue"]
_WINNERS: Mapping[str, Side] = {"R": "red", "B": "blue"}


@dataclass(frozen=True)
class RecordedClue:
    """A clue: its word as it was written, its number, and who gave it."""

    word: str
    number: int
    team: Side


@dataclass(frozen=True)
class RecordedGuess:
    """A card that was touched."""

    word: str


RecordedMove: TypeAlias = RecordedClue | RecordedGuess


@dataclass(frozen=True)
class RecordedEnd:
    """How a game ended.

    Attributes
    ----------
    turns : int
        Clues given.
    red, blue, civilian, assassin : int
        Cards of each kind that were touched, by either team.
    winner : "red" or "blue"
        Where one team plays alone, "blue" stands for its loss.
    """

    turns: int
    red: int
    blue: int
    civilian: int
    assassin: int
    winner: Side


@dataclass(frozen=True)
class RecordedGame:
    """A game as it was played.

    Attributes
    ----------
    group : str
        The experiment it belongs to.
    mode : "one_team" or "two_teams"
        Whether red plays alone.
    seed : int
        What the board comes from.
    moves : tuple of RecordedClue and RecordedGuess
        In order, beginning with a clue.
    end : RecordedEnd
    """

    group: str
    mode: Mode
    seed: int
    moves: tuple[RecordedMove, ...]
    end: RecordedEnd


def read_games(path: str | Path) -> list[RecordedGame]:
    """Return the games of a file with one JSON object a line.

    Parameters
    ----------
    path : str or Path
        Empty lines are left out.

    Raises
    ------
    RecordError
        If the file cannot be read, or a line is no game; the message names file and line.

    Notes
    -----
    Source: the public logs behind Stephenson, Sidji & Ronval, "Codenames as a benchmark for large language
    models", IEEE Transactions on Games 2025.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read the games in {path}: {error}") from error
    return [_game(f"{path}, line {i}", line) for i, line in enumerate(lines, start=1) if line.strip()]


def _game(place: str, line: str) -> RecordedGame:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise RecordError(f"{place}: this is not JSON: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"{place}: this is no game but {type(record).__name__}; a game is a JSON object")
    moves = _get(place, record, "moves", list)
    if not moves or not isinstance(moves[0], dict) or "clue" not in moves[0]:
        raise RecordError(f"{place}: the moves do not begin with a clue")
    counts = {name: _count(place, record, name) for name in ("turns", "red", "blue", "civilian", "assassin")}
    winner = _WINNERS[_choice(place, record, "winner", tuple(_WINNERS))]
    return RecordedGame(
        group=_get(place, record, "group", str),
        mode=_choice(place, record, "mode", get_args(Mode)),
        seed=_count(place, record, "seed"),
        moves=tuple(_move(f"{place}, move {i}", move) for i, move in enumerate(moves, start=1)),
        end=RecordedEnd(**counts, winner=winner),
    )


def _move(place: str, move: object) -> RecordedMove:
    if not isinstance(move, dict) or ("clue" in move) == ("guess" in move):
        raise RecordError(f"{place}: this is neither a clue nor a guess: {move}")
    if "guess" in move:
        return RecordedGuess(_get(place, move, "guess", str))
    team = _choice(place, move, "team", get_args(Side))
    return RecordedClue(_get(place, move, "clue", str), _count(place, move, "number"), team)


def _get(place: str, record: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in record:
        raise RecordError(f"{place}: '{name}' is missing")
    value = record[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"{place}: {name}={value!r} is not a {kind.__name__}")
    return value


def _count(place: str, record: Mapping[str, Any], name: str) -> int:
    value: int = _get(place, record, name, int)
    if value < 0:
        raise RecordError(f"{place}: {name}={value} is below 0")
    return value


def _choice(place: str, record: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> Any:
    value = _get(place, record, name, str)
    if value not in choices:
        raise RecordError(f"{place}: {name}={value!r} is not one of {', '.join(choices)}")
    return value
