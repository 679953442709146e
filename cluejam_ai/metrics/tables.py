"""What a run says as flat tables, for files that other programs read."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.metrics.reading import Contest, Reading, contest_dict

Table = list[dict[str, Any]]


def flat_tables(reading: Reading) -> dict[str, Table]:
    """Return every table of a reading by its name: rows of plain values with the same keys.

    Returns
    -------
    dict of str to list of dict
        "figures" and "risk" always; "matrix" (long: one row a pair and figure), "matrix_FIGURE" (wide: values
        only) and "means" where several pairs were played; "versus"; "teams", "roles" and "meetings" of a
        tournament.
    """
    tables: dict[str, Table] = {
        "figures": [
            {
                "pairing": row.name,
                "figure": name,
                **asdict(found),
                "matches": row.matches,
                "boards": row.boards,
            }
            for row in reading.rows
            for name, found in row.figures.items()
        ],
        "risk": [
            {"pairing": row.name, **_flat(vars(point)), "number": point.number or "all"}
            for row in reading.rows
            for point in row.risk
        ],
        "matrix": [
            {"figure": name, "spymaster": s, "guesser": g, **asdict(found)}
            for name, matrix in reading.matrices.items()
            for (s, g), found in matrix.cells.items()
        ],
        "means": [
            {"figure": name, "kind": kind, "pairs": n, **asdict(found)}
            for name, kinds in reading.means.items()
            for kind, (found, n) in kinds.items()
        ],
        "versus": [{**_flat(vars(v)), "real": v.is_real} for v in reading.versus],
    }
    for name, matrix in reading.matrices.items():
        tables[f"matrix_{name}"] = [
            {"spymaster": s, **{g: matrix.cell(s, g).value for g in matrix.guessers}}
            for s in matrix.spymasters
        ]
    if reading.contest:
        tables |= contest_tables(reading.contest)
    return {name: rows for name, rows in tables.items() if rows}


def contest_tables(contest: Contest) -> dict[str, Table]:
    """Return the tables of a tournament: "teams", "roles", "meetings" and "wins" (wide)."""
    plain = contest_dict(contest)
    roles = [
        {"role": role.removesuffix("s"), **row} for role in ("spymasters", "guessers") for row in plain[role]
    ]
    wins = [
        {"team": team, **{other: cell.value for other, cell in zip(contest.teams, cells, strict=True)}}
        for team, cells in zip(contest.teams, contest.wins, strict=True)
    ]
    mover = {"role": "first mover", "name": "", "group": "", **plain["first_mover"]}
    met = [{**_flat(vars(m)), "real": m.is_real} for m in contest.meetings]
    return {"teams": plain["teams"], "roles": [*roles, mover], "meetings": met, "wins": wins}


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with each estimate spread over columns: itself, low, high and n."""
    out: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Estimate):
            out |= {key: value.value, f"{key}_low": value.low, f"{key}_high": value.high, f"{key}_n": value.n}
        else:
            out[key] = value
    return out
