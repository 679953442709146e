"""Rows of a run: its pairings, found by name, part of a name, or number."""

from typing import TYPE_CHECKING

from cluejam_ai.errors import CluejamError, RecordError, UnknownNameError
from cluejam_ai.metrics.clues import with_clues
from cluejam_ai.results.run import Run

if TYPE_CHECKING:
    import pandas as pd


def pairing_frames(run: Run, matches: "pd.DataFrame | None" = None) -> dict[str, "pd.DataFrame"]:
    """Return the matches of each pairing of a run, in the order of its spec.

    Parameters
    ----------
    run : Run
    matches : data frame, optional
        The run's table of matches with more columns.

    Raises
    ------
    RecordError
        If the run has no match.
    """
    frame = run.matches if matches is None else matches
    if not len(frame):
        raise RecordError(f"{run.folder} has no finished match, so there is nothing to tell")
    return {str(name): part for name, part in frame.groupby("pairing", observed=True)}


def clue_frames(run: Run) -> dict[str, "pd.DataFrame"]:
    """Return the same with the columns on clues that `CLUE_METRICS` need."""
    return pairing_frames(run, with_clues(run))


def find_row(names: list[str], wanted: str, place: str) -> str:
    """Return the pairing that is meant.

    Parameters
    ----------
    names : list of str
        Pairings of the run in order.
    wanted : str
        A pairing's whole name, a part that only one has, or its number from 0.
    place : str
        Where they are, for the message.

    Raises
    ------
    UnknownNameError
        If nothing has the name; the nearest is suggested.
    CluejamError
        If several have the part.
    """
    if wanted in names:
        return wanted
    if wanted.isascii() and wanted.isdigit():
        if int(wanted) < len(names):
            return names[int(wanted)]
        raise CluejamError(f"{place} has no row {wanted}; its {len(names)} rows are numbered from 0")
    fitting = [name for name in names if wanted.lower() in name.lower()]
    if len(fitting) > 1:
        told = "; ".join(f"{names.index(name)}: {name}" for name in fitting[:6])
        raise CluejamError(
            f"'{wanted}' fits {len(fitting)} rows of {place}; name one more fully, or by number: {told}"
        )
    if not fitting:
        raise UnknownNameError(f"row of {place}:", wanted, names)
    return fitting[0]
