"""How much does your own key tell you of your partner's, in duo and in duet?

Writes summary.csv, paired.csv, wrapped.csv, bits.csv and key.png beside itself::

    python -m experiments.own_key.analysis [--boards 200]
"""

import re
from dataclasses import asdict
from pathlib import Path

import numpy as np

from cluejam_ai import plots
from experiments.common import (
    arguments,
    by_pairing,
    estimate_in,
    figure_of,
    mean,
    over_boards,
    playing,
    vectors_of,
    write,
)

HERE = Path(__file__).parent
GAMES = ["duo", "duet"]
BOTH, GUESSER, NEITHER = "both use it", "the guesser does not", "neither uses it"
FIGURES = {"won": "won", "cards": "found", "assassin": "assassin"}


def bits(cards):
    """Return what one card of my key says of the same card of my partner's, in bits, for each role.

    Every board has the same counts, so one board is exact.
    """
    board = cards[cards["board"] == cards["board"].iloc[0]]
    joint = board.groupby(["first_key", "second_key"], observed=True).size() / len(board)
    mine = joint.groupby("first_key", observed=True).sum()
    theirs = joint.groupby("second_key", observed=True).sum()
    parts = {}
    for (one, other), share in joint.items():
        told = share * np.log2(share / (mine[one] * theirs[other]))
        parts[one] = parts.get(one, 0.0) + told
    rows = [{"mine": role, "share": mine[role], "bits": told / mine[role]} for role, told in parts.items()]
    entropy = -sum(share * np.log2(share) for share in theirs)
    whole = {"a card": sum(parts.values()), "all there is to know": entropy}
    return [*rows, *({"mine": what, "share": 1.0, "bits": told} for what, told in whole.items())]


def cells(run):
    """Return matches by what the spymaster knows, the guesser and who uses the key; one for each family."""
    found = {}
    for spymaster, guesser, frame in by_pairing(run):
        frame["assassin"] = frame["assassin"] > 0
        unseen = not vectors_of(guesser) & vectors_of(spymaster)
        use = BOTH if "own_key=false" not in guesser else GUESSER
        if "partner_key=false" in spymaster:
            use = NEITHER
        key = "unseen" if unseen else "the same", guesser.partition("(")[0], use
        found.setdefault(key, []).append(frame)
    return found


def wrapped(run):
    """Return what each guesser wins and finds bare and in own-key, and the difference on the same boards."""
    frames = {}
    for _, guesser, frame in by_pairing(run):
        frame["assassin"] = frame["assassin"] > 0
        name = guesser.partition("(")[0]
        inside = name == "own-key"
        if inside:
            told = re.search(r"guesser=([\w-]+)", guesser)
            name = told[1] if told else "nearest"  # the default is not told
        frames.setdefault(name, {}).setdefault(inside, []).append(frame)
    rows = []
    for name, found in frames.items():
        for figure, column in FIGURES.items():
            bare, own_key = (over_boards(found[is_inside], column) for is_inside in (False, True))
            for what, values in (("bare", bare), ("in own-key", own_key), ("difference", own_key - bare)):
                rows.append({"guesser": name, "figure": figure, "what": what, **asdict(mean(values))})
    return rows


def main():
    options = arguments(__doc__)
    rows, differences, told = [], [], []
    with playing(options) as play:
        for game in GAMES:
            run = play(HERE / f"spec_{game}.toml")
            told += [{"game": game, **row} for row in bits(run.cards)]
            found = cells(run)
            for (vectors, guesser, use), frames in found.items():
                names = {"game": game, "vectors": vectors, "guesser": guesser, "key": use}
                for figure, column in FIGURES.items():
                    rows.append({**names, "figure": figure, **asdict(figure_of(frames, column))})
                    if use != BOTH:
                        with_key = found[vectors, guesser, BOTH]
                        step = over_boards(with_key, column) - over_boards(frames, column)
                        differences.append({**names, "figure": figure, **asdict(mean(step))})
        around = wrapped(play(HERE / "spec_wrapped.toml"))
    write(HERE / "wrapped.csv", around)
    write(HERE / "bits.csv", told)
    write(HERE / "summary.csv", rows)
    write(HERE / "paired.csv", differences)
    draw(differences).savefig(HERE / "key.png")


def draw(differences):
    series = {}
    for row in differences:
        if row["key"] == NEITHER and row["figure"] == "cards":
            series.setdefault(row["game"], {})[f"{row['guesser']}, vectors {row['vectors']}"] = estimate_in(
                row
            )
    return plots.intervals(
        series,
        title="Agent cards found more, of 15, if both partners use their own keys",
        unit="cards a game more than if neither does, same boards",
        mark=(0, "no difference"),
        n_of="boards",
    )


if __name__ == "__main__":
    main()
