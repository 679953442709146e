"""Runs that tests compare: small specs, and the rows of a run in an order of their own."""

from pathlib import Path

import pandas as pd

from cluejam_ai.results.run import Run

TABLES = ("matches", "turns", "guesses", "cards")
WHOLE = ["cards.parquet", "guesses.parquet", "manifest.json", "matches.parquet", "turns.parquet"]


def write_spec(folder: Path, name: str = "spec.toml", **keys: object) -> Path:
    """Write a spec of these keys and return its path."""
    path = folder / name
    path.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in keys.items()))
    return path


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def sorted_rows(run: Run | Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of every table, sorted."""
    folder = run.folder if isinstance(run, Run) else run
    found = {}
    for table in TABLES:
        frame = pd.read_parquet(folder / f"{table}.parquet")
        names = frame.select_dtypes("category").columns
        frame = frame.astype(dict.fromkeys(names, str))
        found[table] = sorted(frame.itertuples(index=False, name=None))
    return found


def names_in(folder: Path) -> list[str]:
    """Return what lies in a folder."""
    return sorted(path.name for path in folder.iterdir())
