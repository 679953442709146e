"""``cluejam show``: replay a recorded match."""

from pathlib import Path
from typing import Annotated

import typer

from cluejam_ai.cli.output import make_console, print_json, reports_errors


@reports_errors
def show(
    run: Annotated[Path, typer.Argument(help="A run's folder, or the file or name of a saved game.")],
    match: Annotated[int, typer.Option(help="Row of the table of matches, from 0.")] = 0,
    games: Annotated[Path | None, typer.Option(help="Folder of saved games; or CLUEJAM_GAMES.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the match's rows as JSON.")] = False,
) -> None:
    """Replay a match of a run turn by turn, with the board drawn.

    Example: cluejam show data/runs/first --match 3
    """
    from cluejam_ai import api
    from cluejam_ai.interactive.savefile import find_saved, games_folder
    from cluejam_ai.terminal.replay import as_json as match_json
    from cluejam_ai.terminal.replay import find_game, find_match, tell

    game = None if run.is_dir() else find_saved(str(run), games or games_folder())
    found = find_match(api.load_run(run), match) if game is None else find_game(game)
    if as_json:
        print_json(match_json(found))
        return
    console = make_console()
    for block in tell(found, console.width):
        console.print(block)
