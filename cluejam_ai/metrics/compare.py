"""Compares two rows on the same boards: two pairings of one run, or of two runs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from cluejam_ai.errors import CluejamError, RecordError, UnknownNameError
from cluejam_ai.metrics import paired, power
from cluejam_ai.metrics.base import CLUE_METRICS, METRICS, PARTS, Floats, Parts, import_metrics
from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.metrics.labels import game_of, shown
from cluejam_ai.metrics.rows import clue_frames, find_row
from cluejam_ai.results.run import Run

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Difference:
    """How two rows differ in one figure, on the same boards.

    Attributes
    ----------
    figure : str
        The metric.
    first, second : float
        Its values.
    difference, low, high : float
        First less second, with a 95 % interval.
    n : int
        Boards on which at least one of the two has something to count.
    first_n, second_n : int
        Boards on which the first, or the second, has: those that it won, of turns given a win.
    test : str
        "sign" (of shares that are one match a board: McNemar's exact test) or "permutation".
    p, p_holm : float
        Its p value, and the same corrected for the number of figures compared.
    effect : float
        The mean difference in standard deviations of the boards' differences (Cohen's d for pairs).
    only_first, only_second : int, optional
        Boards on which only the first, or only the second, had it; of shares.
    detectable : float
        The smallest true difference that so many boards show in four of five repetitions; NaN where no board
        differed.
    boards_needed : float
        Boards that show a true difference as large as this one, or as `wanted`, in four of five repetitions.
    wanted : float, optional
        A difference that the user asked about.
    """

    figure: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    n: int
    first_n: int
    second_n: int
    test: str
    p: float
    p_holm: float
    effect: float
    only_first: int | None
    only_second: int | None
    detectable: float
    boards_needed: float
    wanted: float | None = None


@dataclass(frozen=True)
class Comparison:
    """Two rows and how they differ.

    Attributes
    ----------
    first, second : str
        Names of the rows.
    boards, left_out : int
        Boards that both played, and boards that only one did.
    differences : tuple of Difference
    """

    first: str
    second: str
    boards: int
    left_out: int
    differences: tuple[Difference, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


def compare(
    first: Run,
    second: Run | None = None,
    rows: Sequence[str] = (),
    see: Mapping[str, float] | None = None,
) -> Comparison:
    """Compare two rows on the same boards.

    Parameters
    ----------
    first, second : Run
        Two runs, or one with two rows.
    rows : sequence of str
        Which pairing of each run, by name, a part of it, or number; may be left out where there is one.
        Given once for two runs, it names the row of both.
    see : mapping, optional
        Figures, and the differences for which needed boards are counted instead of the observed ones.

    Raises
    ------
    CluejamError
        If a row is not known, or the two did not play the same boards.
    """
    import_metrics()
    for name in see or {}:
        if name not in PARTS:
            raise UnknownNameError("figure", name, PARTS)
    chosen = _choose(first, second, list(rows))
    if second is not None:
        _check_boards(first, second)
    (name, a), (other, b) = chosen
    a, b, left_out = _on_the_same_boards(a, b)
    names = [
        name for name in shown(game_of(first), [*METRICS.names(), *CLUE_METRICS.names()]) if name in PARTS
    ]
    for figure in see or {}:
        if figure not in names:
            raise CluejamError(f"{figure} says nothing in {game_of(first)}; known are {', '.join(names)}")
    found = _differences(names, a, b, see or {})
    return Comparison(name, other, int(a["board"].nunique()), left_out, tuple(found))


def _choose(first: Run, second: Run | None, rows: list[str]) -> list[tuple[str, "pd.DataFrame"]]:
    """Return the two rows with their names."""
    tables = [clue_frames(first)] if second is None else [clue_frames(first), clue_frames(second)]
    runs = [first, second or first]
    if second is None:
        names = list(tables[0])
        if not rows and len(names) == 2:
            rows = ["0", "1"]
        if len(rows) != 2:
            raise CluejamError(
                f"name two rows of {first.folder} with --row, or a second run; its rows are "
                + "; ".join(f"{i}: {name}" for i, name in enumerate(names))
            )
        tables = [tables[0], tables[0]]
    elif len(rows) > 2:
        raise CluejamError(f"two rows are compared, not {len(rows)}; give --row once for each run")
    wanted = rows if len(rows) == 2 else rows * 2
    out = []
    for i, (run, table) in enumerate(zip(runs, tables, strict=True)):
        names = list(table)
        if not wanted and len(names) > 1:
            listed = "; ".join(f"{k}: {name}" for k, name in enumerate(names))
            raise CluejamError(
                f"{run.folder} has {len(names)} rows; choose one of each run with --row: {listed}"
            )
        name = find_row(names, wanted[i] if wanted else "0", str(run.folder))
        out.append((name if second is None or runs[0] is runs[1] else f"{run.folder}: {name}", table[name]))
    return out


def _check_boards(first: Run, second: Run) -> None:
    """Raise unless boards of the same number are the same in both runs."""
    key = ["board", "place"]
    columns = ["word", "first_key", "second_key"]
    a, b = (run.cards.set_index(key)[columns].astype(str) for run in (first, second))
    common = a.index.intersection(b.index)
    if not len(common):
        raise CluejamError(f"{first.folder} and {second.folder} have no board in common")
    unlike = (a.loc[common] != b.loc[common]).any(axis=1)
    if unlike.any():
        board = int(common[int(np.argmax(unlike.to_numpy()))][0])
        spec = [run.manifest.get("spec", {}) for run in (first, second)]
        told = " and ".join(f"{s.get('rules')} with seed {s.get('seed')}" for s in spec)
        raise CluejamError(
            f"the boards differ (board {board} is not the same in {first.folder} and {second.folder}: "
            f"{told}); "
            "play both with one seed, rules and word list, or from one file of boards"
        )


def _on_the_same_boards(a: "pd.DataFrame", b: "pd.DataFrame") -> tuple["pd.DataFrame", "pd.DataFrame", int]:
    """Return both rows on the boards and seatings that both played, and how many boards are left out."""
    keys = [frame["board"].to_numpy() * 2 + frame["seating"].to_numpy() for frame in (a, b)]
    both = np.intersect1d(*keys)
    if not len(both):
        raise RecordError("the two rows have no board in common")
    kept = [frame[np.isin(key, both)] for frame, key in zip((a, b), keys, strict=True)]
    boards = np.union1d(a["board"].to_numpy(), b["board"].to_numpy())
    return kept[0], kept[1], int(len(boards) - len(np.unique(both // 2)))


def _differences(
    names: Sequence[str], a: "pd.DataFrame", b: "pd.DataFrame", see: Mapping[str, float]
) -> list[Difference]:
    found = [
        _difference(name, _by_board(a, PARTS[name](a)), _by_board(b, PARTS[name](b)), see) for name in names
    ]
    corrected = paired.holm([d.p for d in found])
    return [Difference(**{**asdict(d), "p_holm": p}) for d, p in zip(found, corrected, strict=True)]


def _by_board(frame: "pd.DataFrame", parts: Parts) -> Parts:
    """Return a figure's two sums by board, in the order of boards."""
    _, unit = np.unique(frame["board"].to_numpy(), return_inverse=True)
    top, bottom = (np.bincount(unit, weights=np.asarray(x, dtype=float)) for x in (parts.top, parts.bottom))
    return replace(parts, top=top, bottom=bottom)


def _difference(name: str, a: Parts, b: Parts, see: Mapping[str, float]) -> Difference:
    seed = crc32(name.encode())  # a figure's draws are its own, whatever else is compared
    tried = (a.bottom > 0) | (b.bottom > 0)
    a, b = (replace(x, top=x.top[tried], bottom=x.bottom[tried]) for x in (a, b))
    first, second = (a.top, a.bottom), (b.top, b.bottom)
    steps = paired.linear_differences(first, second)
    n = len(steps)
    spread = float(steps.std(ddof=1)) if n > 1 else math.nan
    values = [float(x.top.sum() / x.bottom.sum()) if x.bottom.sum() else math.nan for x in (a, b)]
    plain = a.share and all((x.bottom == 1).all() and np.isin(x.top, (0, 1)).all() for x in (a, b))
    sign = a.share and n > 0 and bool((a.bottom == b.bottom).all())
    only = (int((a.top > b.top).sum()), int((b.top > a.top).sum())) if sign else None
    wanted = see.get(name)
    if wanted is not None and a.share and abs(wanted) > 1:
        raise CluejamError(f"{name} is a share; two of them cannot differ by {wanted:g}, but by 1 at most")
    aim = values[0] - values[1] if wanted is None else wanted
    if plain and only:
        found = paired.share_difference(*only, n)
    else:
        found = paired.bootstrap_ratio_difference(first, second, seed)
    if only:
        units = (a.top - b.top) / a.bottom.mean()
        shows, needed = power.detectable_by_sign(units), power.boards_for_sign(aim, units)
    else:
        shows, needed = power.detectable_difference(n, spread), power.boards_needed(aim, spread)
    return Difference(
        figure=name,
        first=values[0],
        second=values[1],
        difference=found.value,
        low=found.low,
        high=found.high,
        n=n,
        first_n=int((a.bottom > 0).sum()),
        second_n=int((b.bottom > 0).sum()),
        test="sign" if only else "permutation",
        p=_p_value(steps, only, seed),
        p_holm=math.nan,
        effect=_effect(found, spread),
        only_first=only[0] if only else None,
        only_second=only[1] if only else None,
        detectable=shows,
        boards_needed=needed,
        wanted=wanted,
    )


def _p_value(steps: Floats, only: tuple[int, int] | None, seed: int) -> float:
    if not len(steps) or np.isnan(steps).any():
        return math.nan
    return paired.sign_test(*only) if only else paired.permutation_test(steps, seed)


def _effect(found: Estimate, spread: float) -> float:
    if math.isnan(spread) or math.isnan(found.value):
        return math.nan
    if spread == 0:
        return 0.0 if found.value == 0 else math.copysign(math.inf, found.value)
    return found.value / spread
