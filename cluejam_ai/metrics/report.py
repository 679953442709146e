"""What a run says of each of its pairings, as plain values for a table or JSON."""

from typing import TYPE_CHECKING, Any

from cluejam_ai.metrics.matches import losses, summarise
from cluejam_ai.results.run import Run

if TYPE_CHECKING:
    import pandas as pd


def report(run: Run) -> list[dict[str, Any]]:
    """Return one row of figures for each pairing of a run, in the order of its spec.

    Parameters
    ----------
    run : Run

    Returns
    -------
    list of dict
        Names, `games` (boards), `matches`, for each metric its value and `<metric>_low`, `<metric>_high`,
        `<metric>_n` (95 % intervals), `losses` by cause, `games_per_second` and the run's folder. The ends of
        the win rate are also called `win_low` and `win_high`.
    """
    groups = {str(name): frame for name, frame in run.matches.groupby("pairing", observed=True)}
    return [_row(run, frame) for frame in groups.values()]


def _row(run: Run, matches: "pd.DataFrame") -> dict[str, Any]:
    spec, first = run.manifest["spec"], matches.iloc[0]
    row: dict[str, Any] = {"rules": spec["rules"]}
    row |= {name: str(first[name]) for name in ("spymaster", "guesser")}
    if (row["spymaster"], row["guesser"]) != (str(first["second_spymaster"]), str(first["second_guesser"])):
        row |= {name: str(first[name]) for name in ("second_spymaster", "second_guesser")}
    row |= {"games": int(matches["board"].nunique()), "matches": len(matches), "seed": spec["seed"]}
    for name, estimate in summarise(matches).items():
        row[name] = estimate.value
        row |= {f"{name}_low": estimate.low, f"{name}_high": estimate.high, f"{name}_n": estimate.n}
    row |= {"win_low": row["win_rate_low"], "win_high": row["win_rate_high"]}
    row |= {"losses": losses(matches), "status": run.manifest["status"]}
    return row | {"games_per_second": games_per_second(run), "run": str(run.folder)}


def games_per_second(run: Run) -> float:
    """Return matches a second of play, start-up and writing of the joined tables left out."""
    seconds = float(run.manifest["timing"]["play_seconds"])
    return len(run.matches) / seconds if seconds > 0 else float("nan")
