"""Reads and writes data sets of people: one JSON object a line, every row checked."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cluejam_ai.errors import RecordError
from cluejam_ai.human.rows import HumanData, HumanRow
from cluejam_ai.words.normalise import normalise

_MOST_CARDS = 25
_CARDS = ("board", "targets", "avoid", "assassin", "team")


def read_human(path: Path | str) -> HumanData:
    """Return the rows of a file of JSON lines, all checked.

    Parameters
    ----------
    path : Path or str
        Every line an object with at least ``id``, ``board``, ``clue`` and ``number``, and ``targets`` or
        guesses (``guess_sets``, a list for each person; or ``guesses``, of one person). ``meta.game`` names
        the game, ``meta.ordered`` is false where guesses stand in no order.

    Raises
    ------
    RecordError
        If the file cannot be read or a row is broken; the message names file and line.
    """
    path = Path(path)
    rows, seen = [], dict[str, int]()
    for line, text in lines_of(path):
        where = f"{path}, line {line}"
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(f"{where}: no JSON: {error}") from error
        row = make_row(value, where)
        if row.id in seen:
            raise RecordError(f"{where}: the id '{row.id}' already stands in line {seen[row.id]}")
        seen[row.id] = line
        rows.append(row)
    if not rows:
        raise RecordError(f"{path} has no rows")
    return HumanData(path.stem, tuple(rows))


def lines_of(path: Path) -> Iterable[tuple[int, str]]:
    """Yield the lines of a text file that are not blank, numbered from 1.

    Raises
    ------
    RecordError
        If it cannot be read.
    """
    for line, text in enumerate(read_text(path).splitlines(), start=1):
        if text.strip():
            yield line, text


def read_text(path: Path) -> str:
    """Return a file's text.

    Raises
    ------
    RecordError
        If it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text in UTF-8: {error}") from error


def make_row(value: Any, where: str) -> HumanRow:
    """Return a row from a JSON object.

    Parameters
    ----------
    value : object
        See `read_human`.
    where : str
        File and line, for messages.

    Raises
    ------
    RecordError
        If something is missing, of a wrong type, or does not fit the rest.
    """
    if not isinstance(value, dict):
        raise RecordError(f"{where}: a row is an object like {{...}}, not {value!r}")
    cards = {name: _cards(value.get(name) or [], name, where) for name in _CARDS}
    meta = value.get("meta") or {}
    if not isinstance(meta, dict):
        raise RecordError(f"{where}: 'meta' is an object, not {meta!r}")
    sets = value.get("guess_sets") or ([value["guesses"]] if value.get("guesses") else [])
    if not isinstance(sets, list):
        raise RecordError(f"{where}: 'guess_sets' is a list of lists, not {sets!r}")
    row = HumanRow(
        id=_text(value, "id", where),
        source=str(value.get("source") or ""),
        clue=normalise(_text(value, "clue", where)),
        number=_number(value.get("number"), where),
        guess_sets=tuple(g for g in (_cards(one, "guess_sets", where) for one in sets) if g),
        ordered=meta.get("ordered", True) is not False,
        game=str(meta.get("game", "")),
        meta={key: item for key, item in meta.items() if key not in ("game", "ordered")},
        **cards,
    )
    _check(row, where)
    return row


def _text(value: dict[str, Any], name: str, where: str) -> str:
    text = value.get(name)
    if not isinstance(text, str) or not text.strip():
        raise RecordError(f"{where}: '{name}' is a text, not {text!r}")
    return text


def _number(value: Any, where: str) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not -1 <= value <= _MOST_CARDS:
        raise RecordError(f"{where}: 'number' is a whole number from 0 to 25, or -1, not {value!r}")
    return value


def _cards(value: Any, name: str, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(card, str) and card.strip() for card in value):
        raise RecordError(f"{where}: '{name}' is a list of cards, not {value!r}")
    cards = tuple(normalise(card) for card in value)
    twice = [card for card in cards if cards.count(card) > 1]
    if twice:
        raise RecordError(f"{where}: '{name}' has the card '{twice[0]}' twice")
    return cards


def _check(row: HumanRow, where: str) -> None:
    """Raise unless the parts of a row fit together."""
    if not 1 <= len(row.board) <= _MOST_CARDS:
        raise RecordError(f"{where}: a board has 1 to {_MOST_CARDS} cards, not {len(row.board)}")
    groups = {name: getattr(row, name) for name in _CARDS[1:]}
    for name, cards in [*groups.items(), *(("guess_sets", guesses) for guesses in row.guess_sets)]:
        strange = [card for card in cards if card not in row.board]
        if strange:
            raise RecordError(f"{where}: '{strange[0]}' in '{name}' is not on the board")
    bad = [card for card in row.targets if card in row.avoid or card in row.assassin]
    if bad:
        raise RecordError(f"{where}: the target '{bad[0]}' also stands among the cards to leave alone")
    if not row.targets and not row.guess_sets:
        raise RecordError(f"{where}: neither targets nor guesses; such a row tells nothing of people")
