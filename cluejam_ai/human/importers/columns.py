"""Any CSV file, its columns named by the user."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cluejam_ai.errors import CluejamError, RecordError, suggestion
from cluejam_ai.human.importers.base import Options, importer
from cluejam_ai.human.reader import make_row, read_text
from cluejam_ai.human.rows import HumanRow
from cluejam_ai.words.normalise import normalise

_TEXTS = ("id", "source", "clue", "game")
_CARDS = ("board", "targets", "guesses", "avoid", "assassin", "team")
#: What a column can be.
FIELDS = (*_TEXTS, "number", *_CARDS)
_NEEDED = ("board", "clue")
_BETWEEN = re.compile(r"\s*[;,|]\s*")
#: A table that was written by a program may hold 2.0 where 2 is meant.
_WHOLE = re.compile(r"(-?\d+)(\.0*)?")


@importer("csv")
def read_columns(path: Path, options: Options) -> Iterator[HumanRow]:
    """Any CSV with a header: name its columns, as in --column clue=hint --column board=words.

    A field that is not named is looked for under its own name. Cards stand in one cell, with commas,
    semicolons or bars between, or each in a cell of its own: ``--column "board=word1 word2 word3"``. Rows of
    one clue on one board of one game (or id, where no game is told) are the answers of several people.
    """
    table = csv.DictReader(read_text(path).splitlines(keepends=True))
    columns = _columns(path, options, list(table.fieldnames or ()))
    waiting: dict[tuple[Any, ...], dict[str, Any]] = {}
    places: dict[tuple[Any, ...], str] = {}
    for place, record in enumerate(table):
        where = f"{path}, line {table.line_num}"
        value = _value(record, columns, where)
        identity = (value.get("game") or value.get("id", ""), value["clue"], *value["board"])
        value["id"] = value.get("id") or f"{path.stem}-{place}"
        if identity in waiting:
            waiting[identity]["guess_sets"] += value["guess_sets"]
            continue
        waiting[identity], places[identity] = value, where
    for identity, value in waiting.items():
        yield make_row(value, places[identity])


def _columns(path: Path, options: Options, header: list[str]) -> dict[str, list[str]]:
    """Return which columns each field is read from."""
    for name in options:
        if name not in FIELDS:
            raise CluejamError(f"no field of a row is called '{name}'{suggestion(name, FIELDS)}")
    found = {}
    for name in FIELDS:
        wanted = options[name].split() if name in options and options[name] not in header else None
        columns = wanted or [options.get(name, name)]
        missing = [column for column in columns if column not in header]
        if missing and (name in options or name in _NEEDED):
            raise CluejamError(
                f"{path} has no column '{missing[0]}' for '{name}'{suggestion(missing[0], header)}; "
                f"choose one with --column {name}=COLUMN"
            )
        if not missing:
            found[name] = columns
    return found


def _value(record: dict[str, Any], columns: dict[str, list[str]], where: str) -> dict[str, Any]:
    texts = {name: " ".join(record[c] or "" for c in columns[name]).strip() for name in columns}
    cards = {
        name: [card for c in columns[name] for card in _BETWEEN.split((record[c] or "").strip()) if card]
        for name in _CARDS
        if name in columns
    }
    guesses = cards.pop("guesses", [])
    number = texts.get("number") or str(len(cards.get("targets", [])) or len(guesses))
    whole = _WHOLE.fullmatch(number)
    if whole is None:
        raise RecordError(f"{where}: 'number' is a whole number, not {number!r}")
    _check_divided({**cards, "guesses": guesses}, where)
    meta = {"game": texts["game"]} if texts.get("game") else {}
    plain = {name: texts[name] for name in _TEXTS if name in texts}
    return {
        **plain,
        **cards,
        "number": int(whole[1]),
        "guess_sets": [guesses] if guesses else [],
        "meta": meta,
    }


def _check_divided(cards: dict[str, list[str]], where: str) -> None:
    """Raise if cards that are not on the board look like several with spaces between."""
    board = {normalise(card) for card in cards["board"]}
    for name, some in cards.items():
        for card in some:
            text = normalise(card)
            # a board that was not divided is one long card
            spaced = any(text in long.split() for long in board) or set(text.split()) <= board
            if text not in board and spaced:
                raise RecordError(
                    f"{where}: '{card}' in '{name}' is not on the board; cards in one cell are divided by "
                    "commas, semicolons or bars, not by spaces"
                )
