"""The tables of Cultural Codes: people's turns of Codenames Duet."""

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cluejam_ai.errors import RecordError
from cluejam_ai.human.importers.base import Options, importer, refuse_options
from cluejam_ai.human.reader import make_row, read_text
from cluejam_ai.human.rows import HumanRow

_FIELD = re.compile(r"(?:^|, )(remaining|black|tan|targets?|hint|rationale): ")


@importer("cultural-codes")
def read_cultural_codes(path: Path, options: Options) -> Iterator[HumanRow]:
    """Cultural Codes: generate_guess_task, correct_guess_task or clue_generation_task as CSV.

    The first has board, clue and what a person guessed; the second a target instead, one row each, joined
    where they follow each other on one board with one clue; the third has targets and cards to avoid but
    not the other cards. Only ``base_text`` and ``output`` are read: nothing of the players.

    Source: Shaikh et al., "Modeling cross-cultural pragmatic inference with Codenames Duet", Findings of ACL
    2023.
    """
    refuse_options("cultural-codes", options)
    text = read_text(path)
    lines = text.splitlines(keepends=True)
    separator = ";" if lines and lines[0].count(";") > lines[0].count(",") else ","
    table = csv.DictReader(lines, delimiter=separator)
    missing = [name for name in ("base_text", "output") if name not in (table.fieldnames or ())]
    if missing:
        what = " and ".join(f"'{name}'" for name in missing)
        raise RecordError(f"{path} has no column {what}; is it of Cultural Codes?")
    waiting: dict[str, Any] = {}
    for place, record in enumerate(table):
        where = f"{path}, line {table.line_num}"
        value = _value(str(record["base_text"]), str(record["output"]), where)
        if waiting and _goes_on(waiting, value):
            waiting["targets"] += value["targets"]
            waiting["number"] = len(waiting["targets"])
            continue
        if waiting:
            yield make_row(waiting, where)
        waiting = {"id": f"cultural-codes-{place}", "source": "Cultural Codes", **value}
    if waiting:
        yield make_row(waiting, f"{path}, line {table.line_num}")


def _goes_on(before: dict[str, Any], value: dict[str, Any]) -> bool:
    """Return whether a row tells one more target of the clue before."""
    same = all(before[name] == value[name] for name in ("board", "clue"))
    return same and value["by_target"] and value["targets"][0] not in before["targets"]


def _value(text: str, output: str, where: str) -> dict[str, Any]:
    """Return the parts of a turn that a line tells."""
    pieces = _FIELD.split(text)
    told = {name: piece.strip() for name, piece in zip(pieces[1::2], pieces[2::2], strict=True)}
    if "remaining" in told and "target" in told:
        targets = [told["target"]]
        return _turn(told, _words(told["remaining"], where), told.get("hint"), targets, []) | {
            "by_target": True
        }
    if "remaining" in told:
        guesses = [guess.strip() for guess in output.split(",") if guess.strip()]
        return _turn(told, _words(told["remaining"], where), told.get("hint"), [], guesses)
    if "targets" in told:
        targets = _words(told["targets"], where)
        black, tan = (_words(told.get(name, "[]"), where) for name in ("black", "tan"))
        return _turn(told, [*targets, *black, *tan], output, targets, []) | {"avoid": tan, "assassin": black}
    raise RecordError(f"{where}: neither 'remaining: [...]' nor 'targets: [...]' in {text!r}")


def _turn(
    told: dict[str, str], board: list[str], clue: str | None, targets: list[str], guesses: list[str]
) -> dict[str, Any]:
    return {
        "board": board,
        "clue": clue,
        "number": len(targets) or len(guesses),
        "targets": targets,
        "guess_sets": [guesses] if guesses else [],
        "by_target": False,
    }


def _words(text: str, where: str) -> list[str]:
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError) as error:
        raise RecordError(f"{where}: no list of words: {text!r}") from error
    if not isinstance(value, list):
        raise RecordError(f"{where}: no list of words: {text!r}")
    return value
