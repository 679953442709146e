"""``cluejam recover``: make a run readable that was cut short."""

from pathlib import Path
from typing import Annotated

import typer

from cluejam_ai.cli.output import reports_errors


@reports_errors
def recover(
    run: Annotated[Path, typer.Argument(help="The folder of a run that was killed, or met a full disk.")],
) -> None:
    """Join what a run that was cut short had finished; no process may be playing it.

    Example: cluejam recover data/runs/cut-short
    """
    from cluejam_ai import api

    found = api.recover_run(run)
    typer.echo(f"{len(found.matches)} games are kept in {run}")
