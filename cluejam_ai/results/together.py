"""Whether the tables of a run are of one run: counted match by match, some rows at a time."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from cluejam_ai.errors import RecordError
from cluejam_ai.results.readable import PUT_BACK, reading
from cluejam_ai.results.store import read_table

Ints = NDArray[np.int64]
_KEY = ("pairing", "seating", "board")
_ROWS_AT_ONCE = 2**15


def check_together(folder: Path) -> None:
    """Raise unless every match has the turns and touches that the tables say of it.

    Raises
    ------
    RecordError
        If it has not, or a table cannot be read: one of them is of another run, or damaged.
    """
    matches = read_table(folder, "matches", (*_KEY, "turns")).unify_dictionaries()
    (rows,) = matches.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], matches.schema)]
    names = {name: i for i, name in enumerate(rows["pairing"].dictionary.to_pylist())}
    keys, order = np.unique(_keys(rows, names), return_index=True)
    n_clues, n_touches, n_guesses = (np.zeros(len(keys), dtype=np.int64) for _ in range(3))
    for at, part in _placed(folder, "turns", ("clue", "touches"), keys, names):
        n_clues += np.bincount(at, weights=_ints(part["clue"].is_valid()), minlength=len(keys)).astype(int)
        n_touches += np.bincount(at, weights=_ints(part["touches"]), minlength=len(keys)).astype(int)
    for at, _ in _placed(folder, "guesses", (), keys, names):
        n_guesses += np.bincount(at, minlength=len(keys))
    told = {
        "turns.parquet": _ints(rows["turns"])[order] != n_clues,
        "guesses.parquet": n_touches != n_guesses,
    }
    for name, unlike in told.items():
        if unlike.any():
            first = int(order[np.argmax(unlike)])
            raise _misfit(folder, name, f"board {rows['board'][first]} of {rows['pairing'][first]}")


def first_touches(folder: Path, n_boards: int) -> tuple[Ints, Ints, NDArray[np.object_]]:
    """Return some touches of a run on its first boards: boards, places and words of their cards.

    Returns
    -------
    (K,) int64, (K,) int64, (K,) str
    """
    for part in _parts(folder, "guesses", ("board", "place", "word")):
        near = _ints(part["board"]) < n_boards
        words = np.asarray(part["word"].to_pylist(), dtype=object)
        return _ints(part["board"])[near], _ints(part["place"])[near], words[near]
    return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, object)


def _misfit(folder: Path, name: str, where: str) -> RecordError:
    return RecordError(
        f"{folder}/{name} and the other tables do not go together ({where}); one of them is damaged or of "
        "another run. Put its own tables there, or play the spec into a new folder"
    )


def _placed(
    folder: Path, table: str, columns: Sequence[str], keys: Ints, names: dict[str, int]
) -> Iterator[tuple[Ints, Any]]:
    """Yield rows of a table, and to which of the matches each belongs."""
    for part in _parts(folder, table, (*_KEY, *columns)):
        key = _keys(part, names)
        at = np.minimum(np.searchsorted(keys, key), max(0, len(keys) - 1))
        strange = keys[at] != key if len(keys) else np.ones(len(key), dtype=bool)
        if strange.any():
            row = int(np.argmax(strange))
            raise _misfit(folder, f"{table}.parquet", f"board {part['board'][row]} of {part['pairing'][row]}")
        yield at, part


def _parts(folder: Path, table: str, columns: Sequence[str]) -> Iterator[Any]:
    path = folder / f"{table}.parquet"
    with reading(path, PUT_BACK), pq.ParquetFile(path) as file:
        parts = file.iter_batches(_ROWS_AT_ONCE, columns=list(columns))
        while (part := next(parts, None)) is not None:
            yield part


def _keys(part: Any, names: dict[str, int]) -> Ints:
    """Return one number for each row's match; negative for a pairing that is not known."""
    pairing = part["pairing"]
    known = np.array([names.get(name, -1) for name in pairing.dictionary.to_pylist()], dtype=np.int64)
    # boards are fewer than 2 ** 40
    return (known[_ints(pairing.indices)] * 2 + _ints(part["seating"])) * 2**40 + _ints(part["board"])


def _ints(values: Any) -> Ints:
    return values.to_numpy(zero_copy_only=False).astype(np.int64)
