"""``cluejam games``: the saved games of people, listed or exported."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cluejam_ai.cli.output import print_json, print_note, print_table, reports_errors


@reports_errors
def games(
    rules: Annotated[
        str | None, typer.Option(help="Only games of these rules: duo, or duo(turns=12).")
    ] = None,
    folder: Annotated[Path | None, typer.Option("--games", help="Folder of saved games.")] = None,
    run: Annotated[Path | None, typer.Option(help="Write them as a run into this new folder.")] = None,
    turns: Annotated[
        Path | None, typer.Option(help="Write every turn as a line of JSON to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the games that people played here, or export those that are over.

    Example: cluejam games --rules duo
    """
    from cluejam_ai.interactive.export import export_run, export_turns, refuse_saved
    from cluejam_ai.interactive.savefile import SavedGame, games_folder, games_of_rules, saved_games

    found = []
    folder = folder or games_folder()
    for saved in saved_games(folder):
        if not isinstance(saved, SavedGame):
            print_note(f"Warning: {saved}")
        else:
            found.append(saved)
    over = [saved for saved in found if saved.is_over]
    if rules is not None:
        found, over = games_of_rules(found, rules), games_of_rules(over, rules)
    if run is not None:
        export_run(over, run)
        print_note(f"{len(over)} games as a run in {run}")
    if turns is not None:
        refuse_saved(found, turns)
        print_note(f"{export_turns(over, turns)} turns of {len(over)} games in {turns}")
    rows = [_row(saved) for saved in found]
    if as_json:
        print_json(rows)
    elif run is None and turns is None:
        headers = ("file", "rules", "seat", "level", "outcome", "clues")
        print_table(headers, [[str(row[name]) for name in headers] for row in rows])
        print_note(f"in {folder}; a file's name is enough for: cluejam show, cluejam play --resume")


def _row(saved: Any) -> dict[str, Any]:
    from cluejam_ai.game.cards import ENDING_NAMES
    from cluejam_ai.interactive.standing import is_won

    ending = ENDING_NAMES[int(saved.game.state.ending[0])]
    outcome = f"{'won' if is_won(saved.game) else 'lost'} ({ending})" if saved.is_over else "unfinished"
    return {
        "file": saved.path.name,
        "rules": saved.game.setup.ruleset.label,
        "seat": saved.header.get("seat"),
        "level": saved.header.get("level"),
        "outcome": outcome,
        "clues": sum(turn.clue is not None for turn in saved.game.log),
        "seed": saved.game.setup.seed,
        "started": saved.header.get("started"),
    }
