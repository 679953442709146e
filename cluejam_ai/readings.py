"""Reads runs: figures with intervals, comparisons, ratings, pages and files for other programs."""

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cluejam_ai.errors import CluejamError, RecordError, UnknownNameError
from cluejam_ai.metrics import compare as _compare
from cluejam_ai.metrics.compare import Comparison
from cluejam_ai.metrics.crossplay import Way
from cluejam_ai.metrics.reading import Contest, Reading, read, read_contest
from cluejam_ai.metrics.tables import contest_tables, flat_tables
from cluejam_ai.results.exporters.competition import competition_lines
from cluejam_ai.results.exporters.tables import TABLE_NAMES, csv_parts, json_lines
from cluejam_ai.results.run import Run
from cluejam_ai.results.store import written_beside

#: Formats of one file of lines, and how they are made.
_LINES: dict[str, Callable[[Run], Iterator[str]]] = {"jsonl": json_lines, "competition": competition_lines}
FORMATS = ("csv", *_LINES)


def read_run(run: Run | str | Path, *, agents: Way = "vectors") -> Reading:
    """Return all that a run says: figures of every pairing, cross-play, differences, ratings.

    Parameters
    ----------
    run : Run or path
    agents : "vectors" or "diagonal"
        What makes a spymaster and a guesser one agent in the means of self- and cross-play: the same vectors,
        or the same place in the lists of the spec.

    Raises
    ------
    RecordError
        If the run has no finished match, or cannot be read.
    """
    return read(_run(run), agents)


def rate_teams(run: Run | str | Path) -> Contest:
    """Return ratings, win matrix and meetings of the teams of a run.

    Raises
    ------
    CluejamError
        If no two unlike teams met in it.
    """
    return read_contest(_run(run))


def compare(
    first: Run | str | Path,
    second: Run | str | Path | None = None,
    *,
    rows: Sequence[str] = (),
    see: Mapping[str, float] | None = None,
) -> Comparison:
    """Compare two pairings on the same boards: of two runs, or of one.

    Parameters
    ----------
    first, second : Run or path
        `second` may be left out where `rows` names two of `first`.
    rows : sequence of str
        Pairings by name, a part of it, or number; see `cluejam compare --help`.
    see : mapping of str to float, optional
        For each figure a difference; how many boards would show it is counted.

    Raises
    ------
    CluejamError
        If a row is not known, or the two did not play the same boards.
    """
    return _compare.compare(_run(first), None if second is None else _run(second), rows, see)


def write_report(run: Run | Reading | str | Path, path: str | Path, *, worst: int = 3) -> Path:
    """Write the page of a run: one HTML file that needs nothing else.

    Parameters
    ----------
    run : Run, Reading or path
    path : str or Path
        Where to; a file that is there is replaced.
    worst : int
        How many of the worst games are drawn turn by turn.

    Raises
    ------
    RecordError
        If the run cannot be read, or the page cannot be written.
    """
    from cluejam_ai.page.build import build_page

    reading = run if isinstance(run, Reading) else read_run(run)
    return _write(Path(path), [build_page(reading, worst)])


def write_figures(run: Run | Reading | Contest | str | Path, folder: str | Path) -> list[Path]:
    """Write what a run says as CSV files into a folder, which is made if it is not there.

    Returns
    -------
    list of Path
        The files: `figures.csv`, `matrix.csv`, `matrix_FIGURE.csv`, `means.csv`, `risk.csv`, `versus.csv`,
        and of a tournament `teams.csv`, `roles.csv`, `meetings.csv`, `wins.csv`; only those with rows.
    """
    if isinstance(run, Contest):
        tables = contest_tables(run)
    else:
        tables = flat_tables(run if isinstance(run, Reading) else read_run(run))
    place = _folder(Path(folder))
    return [_write(place / f"{name}.csv", _csv(rows)) for name, rows in tables.items()]


def export_lines(run: Run | str | Path, form: str, table: str = "matches") -> Iterator[str]:
    """Yield a run in a format of other programs, in pieces that each end with a new line.

    Parameters
    ----------
    run : Run or path
    form : "csv", "jsonl" or "competition"
        A table as CSV; a JSON object a match, with its turns and touches; the results as the public
        competition framework writes them.
    table : str
        Which table, for CSV: matches, turns, guesses or cards.

    Raises
    ------
    UnknownNameError
        For another format or table.
    """
    if form not in FORMATS:
        raise UnknownNameError("format", form, FORMATS)
    if table not in TABLE_NAMES:
        raise UnknownNameError("table", table, TABLE_NAMES)
    found = _run(run)
    if form == "csv":
        return csv_parts(getattr(found, table))
    return (f"{line}\n" for line in _LINES[form](found))


def export_run(run: Run | str | Path, form: str, path: str | Path) -> list[Path]:
    """Write a run in a format of other programs; see `export_lines`.

    Parameters
    ----------
    path : str or Path
        A file; for "csv" a folder, which gets a file a table.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    CluejamError
        For another format, a run that cannot be read, or a file that cannot be written.
    """
    if form == "csv":
        found, place = _run(run), Path(path)
        # a run that cannot be read leaves no folder behind
        parts = {table: export_lines(found, form, table) for table in TABLE_NAMES}
        _folder(place)
        return [_write(place / f"{table}.csv", pieces) for table, pieces in parts.items()]
    return [_write(Path(path), export_lines(run, form))]


def _run(run: Run | str | Path) -> Run:
    if isinstance(run, Run):
        return run
    if not isinstance(run, (str, Path)):
        raise CluejamError(f"a run is a Run or its folder, not {run!r}")
    return Run(run)


def _write(path: Path, pieces: Iterable[str]) -> Path:
    if path.is_dir():
        raise RecordError(f"cannot write {path}: it is a folder; name a file in it")
    with written_beside(path) as file:
        for piece in pieces:
            file.write(piece.encode("utf-8"))
    return path


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"cannot make the folder {path}: {error.strerror or error}") from error
    return path


def _csv(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    yield text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, float) and math.isnan(value):
        return ""
    return str(value).lower() if isinstance(value, bool) else value
