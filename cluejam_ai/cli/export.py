"""``cluejam export``: a run for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from cluejam_ai.cli.output import print_note, reports_errors


@reports_errors
def export(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    form: Annotated[str, typer.Option("--format", help="csv, jsonl or competition.")] = "csv",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A file; for csv a folder.")] = None,
    table: Annotated[
        str, typer.Option(help="Of csv without -o: matches, turns, guesses or cards.")
    ] = "matches",
) -> None:
    """Write a run for other programs: tables as CSV, a JSON object a game, or a competition's result lines.

    Example: cluejam export data/runs/first --format competition -o results.jsonl
    """
    import cluejam_ai

    if out is None:
        for piece in cluejam_ai.export_lines(run, form, table):
            typer.echo(piece, nl=False)
        return
    for path in cluejam_ai.export_run(run, form, out):
        print_note(f"written: {path}")
