"""``cluejam spec``: write a commented spec, or look one over without playing it."""

from pathlib import Path
from typing import Annotated

import typer

from cluejam_ai.cli.options import Trust
from cluejam_ai.cli.output import print_json, print_table, reports_errors

spec_app = typer.Typer(no_args_is_help=True, help="Write and check the spec files that 'cluejam run' plays.")


@spec_app.command()
@reports_errors
def example(
    name: Annotated[
        str, typer.Argument(help="duo, duet, classic, solo, crossplay or tournament.")
    ] = "crossplay",
) -> None:
    """Write a commented spec to stdout, which runs as it is.

    Example: cluejam spec example crossplay
    """
    from cluejam_ai.specrun import spec_example

    typer.echo(spec_example(name), nl=False)


@spec_app.command()
@reports_errors
def check(
    spec: Annotated[Path, typer.Argument(help="A spec in TOML, or a run or its manifest.")],
    trust: Trust = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what a spec would play, and what is wrong with it; nothing is loaded or played.

    Example: cluejam spec check crossplay.toml
    """
    from cluejam_ai.specrun import about_spec

    told = about_spec(spec, trust=trust)
    if as_json:
        print_json(told)
        return
    print_table(("pairing", "matches"), [(p["pairing"], str(p["matches"])) for p in told["pairings"]])
    seed = "drawn" if told["seed"] is None else told["seed"]
    typer.echo(f"{told['matches']} games of {told['rules']} on {told['boards']} boards; seed {seed}")
