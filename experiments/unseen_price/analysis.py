"""What is the price of an unseen embedding, in turns and assassins?

Writes summary.csv, price.csv and price.png beside itself::

    python -m experiments.unseen_price.analysis [--boards 200]
"""

from dataclasses import asdict
from pathlib import Path

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
#: Specs, and what is told of each: label and column of the matches.
GAMES = {
    "safe": {"turns": "turns"},
    "risk": {"lost": "lost", "assassin": "assassin"},
    "duo": {"won": "won", "cards": "found", "assassin": "assassin"},
}
ALONE, FOUR, THREE = "the partner's alone", "the partner's among four", "the partner's among three"
OTHER, OTHERS = "another alone", "the three others"
#: What is dear: the first is not known to have the partner's vectors, the second has them.
PRICES = [(OTHER, ALONE), (OTHERS, FOUR), (OTHERS, THREE), (THREE, FOUR)]


def knowledge(spymaster, guesser):
    """Return what a spymaster knows of the family that its partner thinks in."""
    known, theirs = vectors_of(spymaster), vectors_of(guesser)
    if theirs <= known:
        return {1: ALONE, 3: THREE, 4: FOUR}[len(known)]
    return OTHER if len(known) == 1 else OTHERS


def cells(run):
    """Return the matches by design of the spymaster and its knowledge; all families count as much."""
    found = {}
    for spymaster, guesser, frame in by_pairing(run):
        frame["lost"] = ~frame["won"]
        frame["assassin"] = frame["assassin"] > 0
        key = spymaster.partition("(")[0], knowledge(spymaster, guesser)
        found.setdefault(key, []).append(frame)
    return found


def summary_rows(game, found):
    rows = []
    for (design, known), frames in found.items():
        for figure, column in GAMES[game].items():
            one = figure_of(frames, column)
            rows.append({"game": game, "spymaster": design, "knows": known, "figure": figure, **asdict(one)})
    return rows


def price_rows(game, found):
    """Return what it costs not to know the partner's vectors, on the same boards."""
    rows = []
    for design in dict.fromkeys(design for design, _ in found):
        for unseen, known in PRICES:
            pair = [found.get((design, what)) for what in (unseen, known)]
            if None in pair:
                continue
            for figure, column in GAMES[game].items():
                one = mean(over_boards(pair[0], column) - over_boards(pair[1], column))
                names = {"game": game, "spymaster": design, "knows": unseen, "instead_of": known}
                rows.append({**names, "figure": figure, **asdict(one)})
    return rows


def draw(rows, dark=False):
    """Return the picture of games that an assassin ends."""
    series = {}
    for row in sorted(rows, key=lambda row: [ALONE, OTHER, FOUR, THREE, OTHERS].index(row["knows"])):
        if (row["game"], row["figure"]) == ("risk", "assassin"):
            series.setdefault(row["spymaster"], {})[row["knows"]] = estimate_in(row)
    return plots.intervals(
        series,
        title="Solo games ended by the assassin, by the vectors that the spymaster has",
        unit="share of games",
        limits=(-0.01, None),
        n_of="boards",
        dark=dark,
    )


def main():
    options = arguments(__doc__)
    rows, prices = [], []
    with playing(options) as play:
        for game in GAMES:
            found = cells(play(HERE / f"spec_{game}.toml"))
            rows += summary_rows(game, found)
            prices += price_rows(game, found)
    write(HERE / "summary.csv", rows)
    write(HERE / "price.csv", prices)
    draw(rows).savefig(HERE / "price.png")


if __name__ == "__main__":
    main()
