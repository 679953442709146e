"""``cluejam run``: play what a spec file asks for."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cluejam_ai.cli.options import Trust
from cluejam_ai.cli.output import number, print_json, print_note, print_table, progress_bar, reports_errors


@reports_errors
def run(
    spec: Annotated[
        Path, typer.Argument(help="A spec in TOML; or an earlier run or its manifest, to repeat it.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The run's folder; must not exist without --resume.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run: play only what is missing in it.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; 1, or all that a cluster has.")
    ] = None,
    backend: Annotated[str, typer.Option(help="Where they are: loky (here), dask or ray.")] = "loky",
    address: Annotated[str | None, typer.Option(help="Of a cluster's scheduler: tcp://host:8786.")] = None,
    block_size: Annotated[int | None, typer.Option(min=1, help="Matches in a block; changes no row.")] = None,
    trust: Trust = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play the pairings of a spec on the same boards, repeat a run, or go on with one.

    Example: cluejam run crossplay.toml -o crossplay

    The file is written by: cluejam spec example crossplay > crossplay.toml
    """
    from cluejam_ai.specrun import play_spec

    with progress_bar("playing") as progress:
        played = play_spec(
            spec,
            out=out,
            resume=resume,
            trust=trust,
            workers=(1 if backend == "loky" else -1) if workers is None else workers,
            backend=backend,
            address=address,
            block_size=block_size,
            progress=progress,
        )
    _report(played, as_json)


def _report(played: Any, as_json: bool) -> None:
    from cluejam_ai.cli.simulate import tell_missing
    from cluejam_ai.metrics.report import report

    tell_missing(played)
    rows = report(played)
    about = about_run(played)
    if as_json:
        print_json({**about, "pairings": rows})
        return
    headers = ("pairing", "win rate", "95 % interval", "n", "turns given a win", "95 % interval", "n")
    print_table(headers, map(_cells, rows))
    typer.echo(
        f"{about['matches']} games of {about['rules']} on {about['boards']} boards; seed {about['seed']}; "
        f"run in {about['run']}"
    )
    given, shared = about["clues_given"], about["clues_shared"]
    if shared:
        print_note(f"{shared} of {given} clues were given again, to other guessers in equal states")


def about_run(played: Any) -> dict[str, Any]:
    """Return what a run is as a whole."""
    manifest = played.manifest
    spec, play = manifest["spec"], manifest.get("play", {})
    return {
        "run": str(played.folder),
        "status": manifest["status"],
        "rules": spec["rules"],
        "boards": spec["games"],
        "seed": spec["seed"],
        "matches": len(played.matches),
        "clues_given": play.get("clues_given", 0),
        "clues_shared": play.get("clues_shared", 0),
        "play_cpu_seconds": play.get("cpu_seconds", 0.0),
        "play_seconds": manifest["timing"]["play_seconds"],
    }


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    who = f"{row['spymaster']} > {row['guesser']}"
    if "second_spymaster" in row:
        who += f" | {row['second_spymaster']} > {row['second_guesser']}"
    return who, *_told(row, "win_rate", 3), *_told(row, "turns_given_win", 2)


def _told(row: dict[str, Any], figure: str, digits: int) -> tuple[str, str, str]:
    low, high = (number(row[f"{figure}_{end}"], digits) for end in ("low", "high"))
    return number(row[figure], digits), f"{low} to {high}", str(row[f"{figure}_n"])
