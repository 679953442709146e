"""``cluejam compare``: two pairings on the same boards."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cluejam_ai.cli.output import number, print_json, print_note, print_table, reports_errors

if TYPE_CHECKING:
    from cluejam_ai.metrics.compare import Comparison, Difference


@reports_errors
def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN_A", help="A run's folder.")],
    second: Annotated[Path | None, typer.Argument(metavar="[RUN_B]", help="Another run's folder.")] = None,
    row: Annotated[
        list[str] | None,
        typer.Option(help="A pairing: its name, a part of it, or its number; twice for two."),
    ] = None,
    see: Annotated[
        list[str] | None, typer.Option(help="A difference to see: win_rate=0.05. Boards for it are counted.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compare two pairings on the same boards: paired differences, tests, and how many boards show them.

    Example: cluejam compare data/runs/crossplay --row 0 --row 1 --see win_rate=0.05
    """
    import cluejam_ai

    found = cluejam_ai.compare(first, second, rows=row or (), see=_wanted(see or []))
    if as_json:
        print_json(found.as_dict())
    else:
        _tell(found)


def _wanted(texts: list[str]) -> dict[str, float]:
    """Return figures and differences from text like win_rate=0.05."""
    wanted = {}
    for text in texts:
        name, _, value = text.partition("=")
        try:
            difference = float(value)
        except ValueError:
            difference = math.nan
        if not 0 < abs(difference) < math.inf:
            raise typer.BadParameter(f"'{text}' is not FIGURE=DIFFERENCE, as in win_rate=0.05")
        wanted[name.strip()] = difference
    return wanted


def _tell(found: "Comparison") -> None:
    typer.echo(f"A: {found.first}\nB: {found.second}\n{found.boards} boards in common")
    if found.left_out:
        print_note(f"{found.left_out} boards that only one of the two played are left out")
    headers = (
        "",
        "A",
        "B",
        "A less B",
        "95 % interval",
        "n",
        "p",
        "p (Holm)",
        "effect d",
        "shows",
        "boards needed",
    )
    print_table(headers, [_cells(d) for d in found.differences])
    for d in found.differences:
        if d.figure == "win_rate":
            typer.echo(f"{d.only_first} boards for A alone, {d.only_second} for B alone (exact sign test)")
    if any(d.n > min(d.first_n, d.second_n) for d in found.differences):
        typer.echo("n: boards on which A or B has something to count; those of each where it has fewer")
    typer.echo("shows: the smallest true difference that so many boards show in four of five repetitions")


def _cells(d: "Difference") -> tuple[str, ...]:
    from cluejam_ai.metrics.labels import digits, label

    places = digits(d.figure)
    needed = "-" if not d.boards_needed < math.inf else f"{d.boards_needed:,.0f}"
    aim = f" for {d.wanted:g}" if d.wanted is not None else ""
    return (
        label(d.figure),
        number(d.first, places),
        number(d.second, places),
        number(d.difference, places),
        f"{number(d.low, places)} to {number(d.high, places)}",
        str(d.n) if d.first_n == d.second_n == d.n else f"{d.n} (A {d.first_n}, B {d.second_n})",
        _p(d.p),
        _p(d.p_holm),
        number(d.effect, 2),
        number(d.detectable, places),
        needed + aim,
    )


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else number(value)
