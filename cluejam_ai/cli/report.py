"""``cluejam report`` and ``ratings``: what a run says."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cluejam_ai.cli.output import number, print_json, print_note, print_table, reports_errors

if TYPE_CHECKING:
    from cluejam_ai.metrics.estimates import Estimate
    from cluejam_ai.metrics.reading import Contest, Reading

_Run = Annotated[Path, typer.Argument(help="A run's folder.")]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
_Csv = Annotated[Path | None, typer.Option("--csv", help="A folder for the same as CSV files.")]
_SHOWN = 5


@reports_errors
def report(
    run: _Run,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write a page: report.html.")] = None,
    folder: _Csv = None,
    figure: Annotated[str | None, typer.Option(help="Of the matrix; the win rate, in solo score25.")] = None,
    agents: Annotated[str, typer.Option(help="Who is one agent: vectors or diagonal.")] = "vectors",
    worst: Annotated[int, typer.Option(min=0, help="Worst games drawn on the page.")] = 3,
    as_json: _Json = False,
) -> None:
    """Tell what a run says: figures with intervals, cross-play, ratings, and which differences are real.

    Example: cluejam report data/runs/first -o report.html
    """
    import cluejam_ai
    from cluejam_ai.metrics.versus import decisive_figure

    reading = cluejam_ai.read_run(run, agents=agents)  # type: ignore[arg-type]
    chosen = _check_figure(reading, figure or decisive_figure(reading.game)[0])
    if folder is not None:
        _note_files(cluejam_ai.write_figures(reading, folder), folder)
    if out is not None:
        print_note(f"written: {cluejam_ai.write_report(reading, out, worst=worst)}")
    if as_json:
        print_json(reading.as_dict())
    else:
        _tell(reading, chosen)


@reports_errors
def ratings(run: _Run, folder: _Csv = None, as_json: _Json = False) -> None:
    """Rate the teams of a tournament: Bradley-Terry strengths, roles, and which differences are real.

    Example: cluejam ratings data/runs/tournament
    """
    import cluejam_ai
    from cluejam_ai.metrics.reading import contest_dict

    contest = cluejam_ai.rate_teams(run)
    if folder is not None:
        _note_files(cluejam_ai.write_figures(contest, folder), folder)
    if as_json:
        print_json(contest_dict(contest))
    else:
        _tell_contest(contest)


def _note_files(paths: list[Path], folder: Path) -> None:
    print_note(f"written: {len(paths)} files in {folder}")


def _check_figure(reading: "Reading", name: str) -> str:
    from cluejam_ai.errors import UnknownNameError

    known = list(reading.rows[0].figures)
    if name not in known:
        raise UnknownNameError(f"figure of {reading.game}:", name, known)
    return name


def _with_interval(found: "Estimate", digits: int) -> str:
    if found.low == -math.inf and found.high == math.inf:
        return "no finite estimate"
    if math.isnan(found.value):
        return "-"
    return f"{number(found.value, digits)} ({number(found.low, digits)} to {number(found.high, digits)})"


def _with_n(found: "Estimate", digits: int, usual: int | None) -> str:
    """Return a figure with its interval, and its n where that is not the one that is told for all."""
    told = _with_interval(found, digits)
    return told if found.n in (0, usual) else f"{told}, n {found.n}"


def _tell(reading: "Reading", chosen: str) -> None:
    from cluejam_ai.metrics.estimates import common_n
    from cluejam_ai.metrics.labels import digits, label

    status = reading.run.manifest.get("status")
    if status != "finished":
        print_note(f"this run is {status}: some games that were asked for are missing")
    names = list(dict.fromkeys([chosen, *reading.rows[0].figures]))[:_SHOWN]
    usual = common_n(row.figures["win_rate"] for row in reading.rows)
    unit = "" if all(row.figures["win_rate"].n == row.matches for row in reading.rows) else "boards "
    told = _told_n(usual, f"{unit}unless a figure has another beside it")
    cells = [
        (
            str(i),
            row.name,
            str(row.matches),
            *(_with_n(row.figures[name], digits(name), usual) for name in names),
        )
        for i, row in enumerate(reading.rows)
    ]
    title = f"{reading.run.spec['rules']}, seed {reading.run.spec['seed']}; {told}"
    print_table(("", "pairing", "games", *(label(name) for name in names)), cells, title=title)
    if chosen in reading.matrices:
        _tell_crossplay(reading, chosen)
    if reading.versus:
        _tell_versus(reading)
    if reading.contest:
        typer.echo()
        _tell_contest(reading.contest)


def _told_n(usual: int | None, unless: str = "") -> str:
    """Return how many observations the figures of a table have; where they differ each says its own."""
    return "n is beside each figure" if usual is None else f"n = {usual} {unless}".rstrip()


def _tell_crossplay(reading: "Reading", name: str) -> None:
    from cluejam_ai.metrics.crossplay import MEANINGS
    from cluejam_ai.metrics.estimates import common_n
    from cluejam_ai.metrics.labels import digits, label

    found = reading.matrices[name]
    usual = common_n(found.cells.values())
    rows = [
        (spymaster, *(_with_n(found.cell(spymaster, g), digits(name), usual) for g in found.guessers))
        for spymaster in found.spymasters
    ]
    typer.echo()
    title = f"spymasters down, guessers across; {_told_n(usual)}"
    print_table((label(name), *found.guessers), rows, title=title)
    means = [
        (
            f"{kind}-play" if kind == "self" else f"{kind}-cross-play",
            str(n),
            str(e.n),
            _with_interval(e, digits(name)),
            MEANINGS[reading.way][kind],
        )
        for kind, (e, n) in reading.means.get(name, {}).items()
    ]
    if means:
        typer.echo()
        print_table(("mean of", "pairs", "n", label(name), f"by {reading.way}: what it means"), means)


def _tell_versus(reading: "Reading") -> None:
    from cluejam_ai.metrics.labels import digits, label
    from cluejam_ai.metrics.versus import decisive_figure

    name = decisive_figure(reading.game)[0]
    rows = [
        (
            v.other,
            _with_interval(v.difference, digits(name)),
            f"{v.better}/{v.worse}",
            *_verdict(v.p_holm, v.is_real),
        )
        for v in reading.versus
    ]
    typer.echo()
    title = (
        f"best by {label(name)}: {reading.versus[0].best}; {_told_n(reading.versus[0].difference.n)} boards"
    )
    print_table(("against", "difference", "boards better/worse", "p (Holm)", ""), rows, title=title)


def _verdict(p: float, real: bool) -> tuple[str, str]:
    return "< 0.001" if p < 0.001 else number(p), "real" if real else "not shown"


def _introduced(contest: "Contest", name: str) -> str:
    """Return a team's name and its components, or a component."""
    called = contest.called(name)
    return name if called == name else f"{called}: {name}"


def _tell_contest(contest: "Contest") -> None:
    found = contest.ratings
    kinds = (
        ("team", found.teams, found.groups),
        ("spymaster", found.spymasters, found.spymaster_groups),
        ("guesser", found.guessers, found.guesser_groups),
    )
    rows = [
        (kind, _introduced(contest, name), str(i) if len(groups) > 1 else "", _with_interval(known[name], 2))
        for kind, known, groups in kinds
        for name, i in ((name, i) for name in known for i, group in enumerate(groups, 1) if name in group)
    ]
    rows.append(("first mover", "", "", _with_interval(found.first_mover, 2)))
    title = f"Bradley-Terry, {contest.matches} games on n = {contest.boards} boards, drawn anew"
    print_table(("", "", "group", "strength in logits"), rows, title=title)
    if found.warning:
        print_note(found.warning)
    met = [
        (
            f"{contest.called(m.first)} beats {contest.called(m.second)}",
            _with_interval(m.wins, 3),
            str(m.wins.n),
            f"{m.only_first}/{m.only_second}/{m.split}",
            *_verdict(m.p_holm, m.is_real),
        )
        for m in contest.meetings
    ]
    typer.echo()
    print_table(("meeting", "games won", "n", "boards for/against/split", "p (Holm)", ""), met)
