"""Finished games of people for other tools: a run like a simulated one, or turns with clue and guesses."""

import json
from collections.abc import Sequence
from pathlib import Path

from cluejam_ai.errors import CluejamError
from cluejam_ai.interactive.record import game_cards, game_rows, human_turns
from cluejam_ai.interactive.savefile import SavedGame
from cluejam_ai.results.manifest import new_manifest, now, write_manifest
from cluejam_ai.results.store import (
    create_run_folder,
    join_blocks,
    remove_blocks,
    write_block,
    written_beside,
)


def export_run(games: Sequence[SavedGame], folder: Path) -> None:
    """Write games as the folder of a run; the board of a game is its place in the list.

    Raises
    ------
    CluejamError
        If there are no games, or games of several rules.
    RecordError
        If the folder exists or cannot be written.
    """
    rules = sorted({saved.game.setup.ruleset.label for saved in games})
    if len(rules) != 1:
        found = ", ".join(rules) or "no games that are over"
        raise CluejamError(f"a run has one game, and here are {found}; choose with --rules")
    ruleset = games[0].game.setup.ruleset
    pairings = {str(saved.game.setup.pairing): vars(saved.game.setup.pairing) for saved in games}
    manifest = new_manifest(
        {
            "rules": rules[0],
            "pairings": list(pairings.values()),
            "games": len(games),
            "seed": None,
            "played_by": "people",
            "seeds": [saved.game.setup.seed for saved in games],
            "files": [saved.path.name for saved in games],
        },
        {
            "ruleset": {"name": ruleset.name, "version": ruleset.version, "label": ruleset.label},
            "words": [saved.header.get("word_list") for saved in games],
            "lexicon": [saved.header.get("lexicon") for saved in games],
        },
    )
    create_run_folder(folder)
    names = [f"{place:06d}" for place in range(len(games))]
    for place, saved in enumerate(games):
        write_block(folder, names[place], vars(game_rows(saved.game, place)))
    join_blocks(folder, names, (game_cards(saved.game, place) for place, saved in enumerate(games)))
    remove_blocks(folder)
    timing = {"workers": 0, "prepare_seconds": 0.0, "play_seconds": 0.0}
    write_manifest(folder, {**manifest, "status": "finished", "ended": now(), "timing": timing})


def export_turns(games: Sequence[SavedGame], path: Path) -> int:
    """Write every turn of games as one JSON object a line, and return how many.

    Raises
    ------
    RecordError
        If the file cannot be written.
    """
    rows = [row for saved in games for row in human_turns(saved.game, saved.path.stem)]
    with written_beside(path) as file:
        for row in rows:
            file.write((json.dumps(row, ensure_ascii=False) + "\n").encode())
    return len(rows)
