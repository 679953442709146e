"""Reads the results of the competition of 2019."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from cluejam_ai.errors import RecordError

#: What a lost game is recorded with instead of its turns.
LOSS = 25


@dataclass(frozen=True)
class RecordedResult:
    """How one game of a spymaster with a guesser ended.

    Attributes
    ----------
    spymaster, guesser : str
        The vectors that each thinks in.
    threshold : float
        The spymaster's largest cosine distance for more than one card.
    seed : int
        What the board comes from.
    turns : int
        Clues given until all own cards were found, or `LOSS`.
    blue, civilian, assassin, red : int
        Cards of each kind that were touched; red are the own cards.
    """

    spymaster: str
    guesser: str
    threshold: float
    seed: int
    turns: int
    blue: int
    civilian: int
    assassin: int
    red: int

    @property
    def won(self) -> bool:
        """Whether all own cards were found."""
        return self.turns != LOSS


def read_results(path: str | Path) -> list[RecordedResult]:
    """Return the results in a CSV file whose columns are named as the fields of `RecordedResult`.

    Parameters
    ----------
    path : str or Path
        The columns may stand in any order.

    Raises
    ------
    RecordError
        If the file cannot be read, a column is missing or unknown, or a value is not what it should be; the
        message names file and line.

    Notes
    -----
    Source: the public logs behind Kim, Ruzmaykin, Truong & Summerville, "Cooperation and Codenames", AIIDE
    2019.
    """
    try:
        with Path(path).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            _check_columns(path, list(reader.fieldnames or []))
            return [_result(f"{path}, line {reader.line_num}", row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RecordError(f"cannot read the results in {path}: {error}") from error


def _check_columns(path: str | Path, columns: list[str]) -> None:
    wanted = [field.name for field in fields(RecordedResult)]
    if sorted(columns) != sorted(wanted):
        raise RecordError(f"{path}, line 1: the columns are not {', '.join(wanted)}")


def _result(place: str, row: Mapping[str | None, str | None]) -> RecordedResult:
    if None in row or None in row.values():
        raise RecordError(f"{place}: the line does not have one value for each column")
    texts = {str(name): str(value) for name, value in row.items()}
    counts = {
        name: _number(place, name, texts[name])
        for name in ("seed", "turns", "blue", "civilian", "assassin", "red")
    }
    try:
        threshold = float(texts["threshold"])
    except ValueError:
        raise RecordError(f"{place}: threshold={texts['threshold']!r} is not a number") from None
    return RecordedResult(texts["spymaster"], texts["guesser"], threshold, **counts)


def _number(place: str, name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise RecordError(f"{place}: {name}={text!r} is not a whole number from 0 on")
    return int(text)
