"""``cluejam replicate``: published experiments, game for game."""

from pathlib import Path
from typing import Annotated

import typer

from cluejam_ai.cli.options import AsJson
from cluejam_ai.cli.output import number, print_json, print_table, reports_errors
from cluejam_ai.errors import CluejamError

replicate = typer.Typer(no_args_is_help=True, help="Repeat published experiments game for game.")

_SHOWN = 20


@replicate.command()
@reports_errors
def kim2019(
    words: Annotated[Path, typer.Option(help="Folder with board_words.txt and clue_words.txt.")],
    vectors: Annotated[list[str], typer.Option(help="NAME=FILE, as often as there are spaces.")],
    results: Annotated[Path | None, typer.Option(help="Recorded rows (csv) to compare with.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play every cell of the table of Kim et al. (AIIDE 2019) for the given vectors, and compare rows.

    Ends with 1 if a game came out another way than recorded.

    Example: cluejam replicate kim2019 --words data/kim2019 --vectors glove50=data/kim2019/glove50.txt
    """
    from cluejam_ai.replication.kim2019 import Kim2019, compare, summarise

    named = [_name_and_file(text) for text in vectors]
    twice = [name for place, (name, _) in enumerate(named) if name in dict(named[:place])]
    if twice:
        raise CluejamError(f"--vectors names {twice[0]} twice; give each space a name of its own")
    experiment = Kim2019(words, dict(named))
    cells = {cell: summarise(experiment.play(cell)) for cell in experiment.cells()}
    n_compared, different = compare(experiment, results) if results is not None else (0, [])
    if results is not None and not n_compared:
        raise CluejamError(f"{results} has no game between {', '.join(dict(named))}; name spaces as it does")
    if as_json:
        table = [{**vars(cell), **figures} for cell, figures in cells.items()]
        print_json({"cells": table, "compared": n_compared, "different": [str(d) for d in different]})
        raise typer.Exit(int(bool(different)))
    rows = [
        (str(cell), number(f["score25"], 2), number(f["win_rate"]), str(f["assassin"]), str(f["games"]))
        for cell, f in cells.items()
    ]
    print_table(("cell", "score25", "win rate", "assassin", "games"), rows)
    if results is not None:
        _tell(n_compared, [str(d) for d in different])
    raise typer.Exit(int(bool(different)))


@replicate.command()
@reports_errors
def tog2025(
    games: Annotated[Path, typer.Option(help="Recorded games, one JSON object a line.")],
    words: Annotated[
        Path | None, typer.Option(help="board_words.txt; beside the games if not given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay the recorded games of the 2025 competition framework and compare how they end.

    Ends with 1 if a game came out another way than recorded.

    Example: cluejam replicate tog2025 --games data/tog2025/games_dev.jsonl
    """
    from cluejam_ai.replication.kim2019 import read_list
    from cluejam_ai.replication.tog2025 import replay_all
    from cluejam_ai.results.importers.tog2025 import read_games

    recorded = read_games(games)
    pool = read_list(games.parent / "board_words.txt" if words is None else words)
    replays = replay_all(recorded, pool)
    different = [str(replay) for replay in replays if not replay.same]
    if as_json:
        print_json({"compared": len(replays), "different": different})
    else:
        _tell(len(replays), different)
    raise typer.Exit(int(bool(different)))


def _name_and_file(text: str) -> tuple[str, str]:
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise CluejamError(f"--vectors '{text}' is not NAME=FILE, like glove50=glove.6B.50d.txt")
    return name, path


def _tell(n_compared: int, different: list[str]) -> None:
    typer.echo(f"{n_compared} recorded games, {n_compared - len(different)} end as recorded")
    for line in different[:_SHOWN]:
        typer.echo(line)
    if len(different) > _SHOWN:
        typer.echo(f"and {len(different) - _SHOWN} more")
