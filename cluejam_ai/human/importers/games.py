"""Games that people played here."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cluejam_ai.errors import RecordError
from cluejam_ai.human.importers.base import Options, importer, refuse_options
from cluejam_ai.human.reader import lines_of, make_row
from cluejam_ai.human.rows import HumanRow


@importer("games")
def read_games(path: Path, options: Options) -> Iterator[HumanRow]:
    """Games of cluejam play: a saved game, a folder of them, or what cluejam games --turns FILE wrote.

    What an agent touched is no answer of a person and is left out. Turns that tell nothing then fall out:
    their giver did not tell, and no person touched a card.
    """
    refuse_options("games", options)
    for value, where in _saved(path) if path.is_dir() or _is_saved(path) else _turns(path):
        if not _by_person(value):
            value = {**value, "guesses": [], "guess_sets": []}
        if value.get("targets") or any(value.get("guess_sets") or []):
            yield make_row(value, where)


def _by_person(turn: dict[str, Any]) -> bool:
    """Return whether a person guessed in a turn."""
    from cluejam_ai.interactive.chairs import is_person

    meta = turn.get("meta")
    return not isinstance(meta, dict) or is_person(str(meta.get("guess_by", "person")))


def _is_saved(path: Path) -> bool:
    """Return whether a file is a saved game, whose first line is its header, and not a list of turns."""
    first = next(iter(lines_of(path)), (1, ""))[1]
    return '"clue"' not in first


def _turns(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    for line, text in lines_of(path):
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(f"{path}, line {line}: no JSON: {error}") from error
        yield (value if isinstance(value, dict) else {}), f"{path}, line {line}"


def _saved(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    from cluejam_ai.interactive.record import human_turns
    from cluejam_ai.interactive.savefile import SavedGame, read_game, saved_games

    for saved in saved_games(path) if path.is_dir() else [read_game(path)]:
        if not isinstance(saved, SavedGame):
            raise saved
        for turn in human_turns(saved.game, saved.path.stem):
            yield turn, f"{saved.path}, turn {turn['meta']['turn']}"
