"""Writes the tables of a run as CSV, or as one JSON object a match and line."""

import io
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from cluejam_ai.results.run import Run

if TYPE_CHECKING:
    import pandas as pd

TABLE_NAMES = ("matches", "turns", "guesses", "cards")
_KEY = ["pairing", "seating", "board"]
_ROWS_AT_ONCE = 50_000
_MATCHES_AT_ONCE = 2_000


def csv_parts(frame: "pd.DataFrame") -> Iterator[str]:
    """Yield a table as CSV, in parts that are small beside it; the first begins with the header.

    Parameters
    ----------
    frame : data frame
        Missing values are empty.
    """
    for first in range(0, max(1, len(frame)), _ROWS_AT_ONCE):
        part = io.StringIO()
        frame.iloc[first : first + _ROWS_AT_ONCE].to_csv(
            part, index=False, header=first == 0, lineterminator="\n"
        )
        yield part.getvalue()


def json_lines(run: Run) -> Iterator[str]:
    """Yield a line for each match: its columns, with its turns, and within these their touches.

    Parameters
    ----------
    run : Run

    Yields
    ------
    str
        A JSON object; `targets` are places of cards.
    """
    run.check_whole()
    turns = _of_matches(run.matches, run.turns, ["turn"])
    guesses = _of_matches(run.matches, run.guesses, ["turn", "touch"])
    for first in range(0, len(run.matches), _MATCHES_AT_ONCE):
        stop = min(first + _MATCHES_AT_ONCE, len(run.matches))
        touches: dict[tuple[int, int], list[dict[str, Any]]] = {}
        for match, guess in _rows(guesses, first, stop):
            touches.setdefault((match, guess.pop("turn")), []).append(guess)
        told: dict[int, list[dict[str, Any]]] = {}
        for match, turn in _rows(turns, first, stop):
            told.setdefault(match, []).append(_turn(turn, touches.get((match, turn["turn"]), [])))
        for number, row in enumerate(_records(run.matches.iloc[first:stop]), start=first):
            yield json.dumps({**row, "turns_played": told.get(number, [])}, ensure_ascii=False)


def _turn(turn: dict[str, Any], touches: list[dict[str, Any]]) -> dict[str, Any]:
    bits = int(turn["targets"])
    return {**turn, "targets": [place for place in range(25) if bits >> place & 1], "guesses": touches}


def _of_matches(matches: "pd.DataFrame", rows: "pd.DataFrame", order: list[str]) -> "pd.DataFrame":
    """Return the rows of a table in the order of their matches, which are its index."""
    import pandas as pd

    known, wanted = (pd.MultiIndex.from_frame(t[_KEY].astype({"pairing": str})) for t in (matches, rows))
    inner = rows.drop(columns=_KEY).set_axis(known.get_indexer(wanted), axis=0)
    return inner.sort_values(order, kind="stable").sort_index(kind="stable")


def _rows(table: "pd.DataFrame", first: int, stop: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows of some matches with the number of each one's match."""
    start, end = np.searchsorted(table.index.to_numpy(), [first, stop])
    part = table.iloc[int(start) : int(end)]
    yield from zip(part.index.tolist(), _records(part), strict=True)


def _records(frame: "pd.DataFrame") -> Iterator[dict[str, Any]]:
    """Yield rows as plain values; what is missing is None."""
    names = [str(name) for name in frame.columns]
    columns = [frame[name].astype(object).where(frame[name].notna(), None).tolist() for name in frame.columns]
    for values in zip(*columns, strict=True):
        yield dict(zip(names, values, strict=True))
