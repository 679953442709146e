"""Collects what happens in a block of matches, in columns."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, NO_CLUE, OTHER
from cluejam_ai.results.schema import ENDINGS, ROLES, TURN_ENDINGS, Names, TableData

Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Vocabulary:
    """The words that indices in the columns stand for."""

    words: tuple[str, ...]
    clues: tuple[str, ...]


@dataclass
class Recorder:
    """Columns of a block that grow turn by turn; `match` is the row of a match within the block."""

    _columns: dict[str, dict[str, list[NDArray[Any]]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def add(self, table: str, **columns: NDArray[Any]) -> None:
        """Add rows to a table."""
        for name, values in columns.items():
            self._columns[table][name].append(values)

    def columns(self, table: str, order: tuple[str, ...]) -> Columns:
        """Return a table's columns with rows sorted by these of them."""
        joined = {name: np.concatenate(parts) for name, parts in self._columns[table].items()}
        if not joined:
            return {}
        rows = np.lexsort([_smallest(joined[name]) for name in reversed(order)])
        return {name: values[rows] for name, values in joined.items()}

    def split(self, n_parts: int, n_matches: int) -> "list[Recorder]":
        """Return the records of pairings that played at once, each with the next `n_matches` rows."""
        parts = [Recorder() for _ in range(n_parts)]
        for table, columns in self._columns.items():
            joined = {name: np.concatenate(values) for name, values in columns.items()}
            part, match = np.divmod(joined.pop("match"), n_matches)
            for place, recorder in enumerate(parts):
                rows = np.flatnonzero(part == place)
                found = {name: values[rows] for name, values in joined.items()}
                recorder.add(table, match=match[rows], **found)
        return parts


def summarise(turns: Columns, guesses: Columns, n_matches: int, *, joint: bool) -> Columns:
    """Return the counts of each match from its turns and guesses.

    Parameters
    ----------
    turns, guesses : columns
        With `match` and `team`.
    n_matches : int
        Matches in the block (M).
    joint : bool
        Whether both teams count as one side (partners).

    Returns
    -------
    columns of (M,)
        `turns`, `own_turns`, `touches`, `agent`, `clued`, `bystander`, `other`, `assassin`, `clue_number`,
        `counted_turns`.
    """

    def count(where: NDArray[np.intp], weights: NDArray[Any] | None = None) -> NDArray[Any]:
        return np.bincount(where, weights=weights, minlength=n_matches)

    given = turns["clue"] != NO_CLUE
    ours = given if joint else given & (turns["team"] == 0)
    out = {
        "turns": count(turns["match"][given]),
        "own_turns": count(turns["match"][ours]),
        "clued": count(turns["match"][ours], turns["right"][ours]),
        "clue_number": count(turns["match"][ours], np.maximum(turns["number"][ours], 0)),
        "counted_turns": count(turns["match"][ours & (turns["number"] > 0)]),
    }
    side = np.ones(len(guesses["match"]), dtype=bool) if joint else guesses["team"] == 0
    match, role = guesses["match"][side], guesses["role"][side]
    out["touches"] = count(match)
    for name, code in (("agent", AGENT), ("bystander", BYSTANDER), ("other", OTHER), ("assassin", ASSASSIN)):
        out[name] = count(match[role == code])
    return out


def _smallest(values: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers from 0 in the smallest type that holds them: it is sorted faster."""
    return values.astype(np.min_scalar_type(values.max(initial=0)), copy=False)


def name_columns(table: TableData, vocabulary: Vocabulary) -> TableData:
    """Return a table with its codes given their names."""
    names: dict[str, tuple[str, ...]] = {
        "ending": ENDINGS,
        "role": ROLES,
        "ended": TURN_ENDINGS,
        "word": vocabulary.words,
    }
    out = {key: Names(values, names[key]) if key in names else values for key, values in table.items()}
    if "clue" in table:
        out["clue"] = _used_names(table["clue"], vocabulary.clues)
    return out


def _used_names(codes: NDArray[Any], names: tuple[str, ...]) -> Names:
    """Return codes into the names that occur, so that a small table does not carry a whole lexicon."""
    occurs = np.zeros(len(names) + 1, dtype=bool)
    occurs[codes] = True  # NO_CLUE, -1, is the last
    occurs[NO_CLUE] = False
    used = np.flatnonzero(occurs)
    place = np.full(len(names) + 1, NO_CLUE, dtype=np.int64)
    place[used] = np.arange(len(used))
    return Names(place[codes], tuple(names[i] for i in used.tolist()))
