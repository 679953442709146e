"""``cluejam bench``: how fast games are played on this machine."""

from typing import Annotated, Any

import typer

from cluejam_ai.cli.output import print_json, print_note, print_table, reports_errors


@reports_errors
def bench(
    repeats: Annotated[int, typer.Option(min=1, help="Timed repeats; medians are told.")] = 5,
    scale: Annotated[float, typer.Option(min=0.001, max=100, help="Share of the usual games.")] = 1.0,
    long: Annotated[
        float, typer.Option(min=0, help="Seconds of the run for one worker and two; 0 leaves it out.")
    ] = 30.0,
    only: Annotated[
        list[str] | None, typer.Option(help="Time only this game: random, margin, kim, ...; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Time fixed games on one core and on two, beside a plain program and the limits of memory.

    Takes about five minutes; best on a machine that does nothing else.

    Example: cluejam bench --only margin --repeats 1 --scale 0.1
    """
    from cluejam_ai.bench.measure import measure

    found = measure(repeats=repeats, scale=scale, long_seconds=long, tell=print_note, only=only or ())
    if as_json:
        print_json(found)
    else:
        _show(found)


def _show(found: dict[str, Any]) -> None:
    typer.echo(", ".join(f"{name} {value}" for name, value in found["machine"].items()))
    typer.echo(
        f"measured here: the processor's time, medians of {found['repeats']}; seed {found['seed']}, "
        f"{found['scale']:g} of the usual games; load at the end {found['load_after']}\n"
    )
    columns = {
        "games": ("games", ",d"),
        "games/s": ("games_per_second", ",.0f"),
        "+-": ("spread", ".0%"),
        "by the clock": ("games_per_second_clock", ",.0f"),
        "clues/s": ("clues_per_second", ",.0f"),
        "us a clue": ("microseconds_a_clue_played", ".1f"),
    }
    _table("whole games on one core", found["games"], columns)
    bare = ", ".join(row["name"] for row in found["games"] if not row["rows_made"])
    if bare:
        typer.echo(f"{bare}: outcomes only, no rows of turns and touches are made\n")
    columns = {
        "clue words": ("clue_words", ",d"),
        "us a clue": ("microseconds_a_clue", ".1f"),
        "float32": ("microseconds_to_gather_float32", ".1f"),
        "uint8": ("microseconds_to_gather_uint8", ".1f"),
        "to float32": ("to_gather_float32", ".2f"),
        "to uint8": ("to_gather_uint8", ".1f"),
    }
    thinking = [row for row in found["games"] if "to_gather_float32" in row]
    if thinking:
        _table("the spymaster alone, and copying the 25 rows of a clue once", thinking, columns)
    if "plain" in found:
        _show_all(found)


def _show_all(found: dict[str, Any]) -> None:
    plain = found["plain"]
    typer.echo(
        f"a plain program, one board at a time: {plain['games_per_second']:,.0f} games/s of duo, the same "
        f"touch by touch; the arena is {plain['arena_to_plain']:.1f} times as fast\n"
    )
    _show_pruning(found["pruning"])
    cells = [
        (row["what"], f"{row['processor']:.2f}", f"{row['clock']:.2f}", f"{row['peak_mib']:,.0f}")
        for row in found["processes"]
    ]
    print_table(("whole process", "processor s", "clock s", "peak MiB"), cells)
    if "workers" in found:
        _show_workers(found["workers"])
    others = [(row["what"], f"{row['games_per_second']:g}") for row in found["reported_elsewhere"]]
    print_table(("reported elsewhere, not measured here", "games/s"), others)


def _table(title: str, rows: list[dict[str, Any]], columns: dict[str, tuple[str, str]]) -> None:
    cells = [
        (row["rules"], row["spymaster"], *(format(row[name], digits) for name, digits in columns.values()))
        for row in rows
    ]
    print_table(("game", "spymaster", *columns), cells, title=title)


def _show_pruning(rows: list[dict[str, Any]]) -> None:
    cells = [
        (
            row["spymaster"],
            f"{row['changed']} of {row['answers']}",
            f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})",
        )
        for row in rows
    ]
    print_table(("spymaster", "answers that weighing every clue changes", "share"), cells)


def _show_workers(two: dict[str, Any]) -> None:
    typer.echo(
        f"{two['games']:,} games of duo by the clock: one worker {two['one_seconds']:.1f} s, "
        f"two {two['two_seconds']:.1f} s, of which start-up {two['start_seconds']:.1f} s; "
        f"{two['two_to_one']:.2f} times as fast without start-up, "
        f"{two['two_to_one_with_start']:.2f} with it\n"
    )
