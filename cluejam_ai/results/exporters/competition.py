"""Writes the results of a run as the competition framework does: one JSON object a game and line."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.errors import NotationError
from cluejam_ai.results.run import Run
from cluejam_ai.specs import ComponentSpec, Value, format_value, parse_spec

if TYPE_CHECKING:
    import pandas as pd

#: What the framework writes for the turns of a lost game that one team plays.
LOSS = 25
_ROLES = ("agent", "other", "bystander", "assassin")


def competition_lines(run: Run) -> Iterator[str]:
    """Yield a line for each match.

    Parameters
    ----------
    run : Run

    Yields
    ------
    str
        A JSON object. Games of one team: `game_name` (rules and the run's seed), `total_turns` (25 for a
        loss), `R`, `B`, `C`, `A` (cards touched: own, other team's, bystanders, assassins), `codemaster`,
        `guesser`, `seed` (number of the board), `time_s`, `cm_kwargs`, `g_kwargs`. Games of two teams have
        the names of each side and `winner` instead, and `total_turns` of both; the first team is red.

    Notes
    -----
    `time_s` is the run's mean, for a run keeps no time of a single match. Source of the format: the public
    framework of Kim, Ruzmaykin, Truong & Summerville, "Cooperation and Codenames", AIIDE 2019, and its
    revision for two teams.
    """
    matches = run.matches
    name = f"{run.spec['rules']}, seed {run.spec['seed']}"
    seconds = float(run.manifest.get("timing", {}).get("play_seconds", 0.0)) / max(1, len(matches))
    two_teams = str(run.spec["rules"]).partition("(")[0] == "classic"
    touched = _touched_by_all(run) if two_teams else matches[list(_ROLES)].to_numpy()
    sides = {seat: _sides(matches, seat) for seat in ("", "second_")}
    for i, row in enumerate(zip(matches["won"], matches["turns"], matches["board"], strict=True)):
        won, turns, board = bool(row[0]), int(row[1]), int(row[2])
        line: dict[str, Any] = {"game_name": name, "total_turns": turns if won or two_teams else LOSS}
        line |= dict(zip("RBCA", (int(n) for n in touched[i]), strict=True))
        first, second = (sides[seat][i] for seat in ("", "second_"))
        if two_teams:
            line |= _names(first, "_red") | _names(second, "_blue")
            line |= {"seed": board, "winner": "R" if won else "B", "time_s": round(seconds, 6)}
            line |= _kwargs(first, "cmr_kwargs", "gr_kwargs") | _kwargs(second, "cmb_kwargs", "gb_kwargs")
        else:
            line |= {**_names(first, ""), "seed": board, "time_s": round(seconds, 6)}
            line |= _kwargs(first, "cm_kwargs", "g_kwargs")
        yield json.dumps(line, ensure_ascii=False)


def _touched_by_all(run: Run) -> NDArray[np.int64]:
    """Return for each match how many of the first team's, the second's and all others' cards were covered."""
    import pandas as pd

    key = ["pairing", "board", "seating"]
    guesses = run.guesses[[*key, "team", "role"]].astype({"pairing": str, "role": str})
    swapped = guesses["role"].map({"agent": "other", "other": "agent"}).fillna(guesses["role"])
    seen = guesses["role"].where(guesses["team"] == 0, swapped)
    counts = guesses.assign(role=seen).value_counts([*key, "role"]).unstack("role", fill_value=0)
    wanted = pd.MultiIndex.from_frame(run.matches[key].astype({"pairing": str}))
    return counts.reindex(index=wanted, columns=list(_ROLES), fill_value=0).to_numpy(dtype=np.int64)


def _sides(matches: "pd.DataFrame", prefix: str) -> list[tuple[ComponentSpec, ComponentSpec]]:
    columns = [matches[f"{prefix}{role}"].astype(str) for role in ("spymaster", "guesser")]
    specs = {name: _spec(name) for column in columns for name in column.unique()}
    return [(specs[s], specs[g]) for s, g in zip(*columns, strict=True)]


def _spec(name: str) -> ComponentSpec:
    try:
        return parse_spec(name)
    except NotationError:
        # a person, or another program, may have any name
        return ComponentSpec(name)


def _names(side: tuple[ComponentSpec, ComponentSpec], suffix: str) -> dict[str, Any]:
    return {f"codemaster{suffix}": side[0].name, f"guesser{suffix}": side[1].name}


def _kwargs(side: tuple[ComponentSpec, ComponentSpec], *keys: str) -> dict[str, Any]:
    told = [{key: _plain(value) for key, value in spec.params} for spec in side]
    return dict(zip(keys, told, strict=True))


def _plain(value: Value) -> int | float | bool | str:
    return format_value(value) if isinstance(value, ComponentSpec) else value
