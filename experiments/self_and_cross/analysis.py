"""Does self-play strength predict cross-play, and does either predict agreement with people?

Writes algorithms.csv, spaces.csv, summary.csv (the correlations) and two pictures beside itself::

    python -m experiments.self_and_cross.analysis [--boards 200]

The agreement with people is read from people.csv, which people.py measures on data that is not ours to ship.
"""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pandas as pd

from cluejam_ai import plots
from experiments.common import (
    algorithm_of,
    arguments,
    by_pairing,
    estimate_in,
    mean,
    over_boards,
    playing,
    read,
    vectors_of,
    vectors_text,
    write,
)

HERE = Path(__file__).parent
DRAWS = 2000
LOSS = 25
#: Whose points are named in the picture: all of a family, and one algorithm in every family.
NAMED, BEST = "minilm", "margin"


def read_people():
    """Return the agreement with people by vectors, as it is kept in people.csv."""
    path = HERE / "people.csv"
    return {row["vectors"]: row for row in read(path)} if path.exists() else {}


def rank(values):
    """Return ranks along the last axis, equals sharing theirs: (..., N)."""
    values = np.asarray(values, dtype=float)
    lines = pd.DataFrame(values.reshape(-1, values.shape[-1]))
    return lines.rank(axis=1).to_numpy().reshape(values.shape)


def correlation(first, second):
    """Return Spearman's rank correlation along the last axis."""
    one, two = (rank(x) - rank(x).mean(axis=-1, keepdims=True) for x in (first, second))
    with np.errstate(invalid="ignore", divide="ignore"):
        return (one * two).sum(axis=-1) / np.sqrt((one**2).sum(axis=-1) * (two**2).sum(axis=-1))


def correlation_row(what, first, second):
    """Return the rank correlation of two figures of the same things, boards drawn anew for its interval.

    Parameters
    ----------
    first, second : (things, boards) or (things,)
        A figure of each thing, board by board; or one that no board has a part in.
    """
    first, second = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    value = correlation(*(x.mean(axis=1) if x.ndim == 2 else x for x in (first, second)))
    n_boards = first.shape[1]
    shares = (
        np.random.default_rng(0).multinomial(n_boards, np.full(n_boards, 1 / n_boards), size=DRAWS) / n_boards
    )
    drawn = correlation(*(shares @ x.T if x.ndim == 2 else np.tile(x, (DRAWS, 1)) for x in (first, second)))
    low, high = np.nanquantile(drawn, [0.025, 0.975]) if np.isfinite(drawn).any() else (np.nan, np.nan)
    return {"what": what, "value": value, "low": low, "high": high, "things": len(first), "boards": n_boards}


def strengths(run):
    """Return how strong spymasters and vectors are: a figure board by board, higher is better.

    The strength of a match is 25 less its score: turns saved, nothing for a loss.

    Returns
    -------
    three dicts of name to (boards,)
        By spymaster: with a partner of its own vectors; mean over partners that share no family with it. By
        the guesser's vectors: mean over spymasters that share none with them.
    """
    alone, strangers, met = {}, {}, {}
    for spymaster, guesser, frame in by_pairing(run):
        rows = frame.assign(strength=np.where(frame["won"], LOSS - frame["own_turns"], 0))
        if vectors_text(spymaster) == vectors_text(guesser):
            alone[spymaster] = rows["strength"].to_numpy(float)
        elif not vectors_of(spymaster) & vectors_of(guesser):
            strangers.setdefault(spymaster, []).append(rows)
            met.setdefault(vectors_text(guesser), []).append(rows)
    return alone, *({k: over_boards(v, "strength") for k, v in part.items()} for part in (strangers, met))


def both(name, first, second):
    """Return a row of a table with two figures and their intervals."""
    row = dict(name)
    for label, values in (("self", first), ("cross", second)):
        row |= {label if key == "value" else f"{label}_{key}": x for key, x in asdict(mean(values)).items()}
    return row


def of_algorithms(run):
    """Return a row a spymaster, and correlations over all of them and over algorithms."""
    alone, strangers, _ = strengths(run)
    names = list(alone)
    kinds = {name: algorithm_of(name) for name in names}
    rows = [both({"algorithm": kinds[n], "vectors": vectors_text(n)}, alone[n], strangers[n]) for n in names]
    first, second = ([part[name] for name in names] for part in (alone, strangers))
    found = [correlation_row("spymasters: self-play and cross-play", first, second)]
    groups = [[n for n in names if kinds[n] == kind] for kind in dict.fromkeys(kinds.values())]
    one, two = (
        [np.mean([part[n] for n in group], axis=0) for group in groups] for part in (alone, strangers)
    )
    found.append(correlation_row("algorithms, mean over families: self-play and cross-play", one, two))
    return rows, found


def of_spaces(run, people):
    """Return a row for each vector space, and correlations of its strength with its agreement with people."""
    alone, _, met = strengths(run)
    alone = {vectors_text(name): values for name, values in alone.items()}
    names = list(alone)
    rows = [{**both({"vectors": n}, alone[n], met[n]), **people_columns(people, n)} for n in names]
    first, second = ([part[name] for name in names] for part in (alone, met))
    found = [correlation_row("vector spaces: self-play and cross-play as guesser", first, second)]
    if all(name in people for name in names):
        recall = [people[name]["value"] for name in names]
        found.append(correlation_row("vector spaces: self-play and agreement with people", first, recall))
        found.append(
            correlation_row("vector spaces: cross-play as guesser and agreement with people", second, recall)
        )
    return rows, found


def people_columns(people, name):
    found = people.get(name, {"value": "", "low": "", "high": "", "n": 0})
    return {
        f"people_{key}" if key != "value" else "people": found[key] for key in ("value", "low", "high", "n")
    }


def draw_algorithms(rows, dark=False):
    """Return the picture of self-play against cross-play."""
    series = {}
    for row in rows:
        pair = estimate_in(row, "self"), estimate_in(row, "cross")
        series.setdefault(row["vectors"], {})[row["algorithm"].replace("(detect=false)", "")] = pair
    return plots.points(
        series,
        title="Forty spymasters with a partner of their own vectors, and with strangers",
        across="self-play: turns saved of 25, solo",
        up="cross-play: turns saved of 25",
        # one family has all names, and every family the algorithm that self-play likes best
        named=[
            (family, name)
            for family, part in series.items()
            for name in part
            if family == NAMED or name == BEST
        ],
        n_of="boards",
        dark=dark,
    )


def draw_spaces(rows):
    """Return the picture of agreement with people against strength with strangers."""
    told = {
        row["vectors"].replace("(center=false, remove_top=0)", ", raw"): (
            estimate_in(row, "cross"),
            estimate_in(row, "people"),
        )
        for row in rows
    }
    return plots.points(
        {"": told},
        title="Vector spaces: guessing with strangers, and with people",
        across="cross-play as guesser: turns saved of 25, solo",
        up="targets among the first n cards, people's clues",
        named=True,
        n_of="boards, and groups of people's clues,",
    )


def main():
    options = arguments(__doc__)
    people = read_people()
    with playing(options) as play:
        algorithms, found = of_algorithms(play(HERE / "spec_algorithms.toml"))
        spaces, more = of_spaces(play(HERE / "spec_spaces.toml"), people)
    write(HERE / "algorithms.csv", algorithms)
    write(HERE / "spaces.csv", spaces)
    write(HERE / "summary.csv", found + more)
    draw_algorithms(algorithms).savefig(HERE / "self_and_cross.png")
    if all(row["people_n"] for row in spaces):
        draw_spaces(spaces).savefig(HERE / "people.png")


if __name__ == "__main__":
    main()
