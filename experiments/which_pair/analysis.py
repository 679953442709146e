"""Which spymaster and which guesser should be paired when neither knows how the other thinks?

Writes the specs, plays them and writes summary.csv, paired.csv and two pictures beside itself::

    python -m experiments.which_pair.analysis

About an hour on one core; `--small` tries two spymasters. Every spymaster has three of the shipped families,
every guesser only the fourth; each family is left out in turn. The guesser `ensemble` has two, its spymaster
the other two.
"""

import itertools
from pathlib import Path

import numpy as np

from cluejam_ai import Matrix, plots
from experiments.common import (
    FAMILIES,
    algorithm_of,
    arguments,
    by_pairing,
    estimate_in,
    figure_of,
    mean,
    others,
    over_boards,
    playing,
    seated,
    write,
)

HERE = Path(__file__).parent
SPYMASTERS = (
    "random",
    "margin",
    "kim(threshold=0.5)",
    "koyyalagunta",
    "harmonic",
    "rsa",
    "ace-basic",
    "ace",
    "gaussian-listener",
    "plackett-luce-listener",
    "bayes-partner",
    "ensemble",
    "robust",
)
GUESSERS = ("nearest", "noisy", "threshold", "memory", "pragmatic", "bayes")
#: Guessers of two families at once; their spymaster has the other two.
OF_TWO = ("ensemble",)
GAMES = ("duo", "solo")
#: The pair that is chosen is played on words and boards that had no part in the choice.
CHOOSING, REPORTING = "tune", "report"
SEEDS = {CHOOSING: 40, REPORTING: 41}
BOARDS = {CHOOSING: 100, REPORTING: 500}
#: Turns that a lost game counts as.
LOSS = 25
HEAD = """# Made by analysis.py: no spymaster has a family that its guesser thinks in.
rules = "{rules}"
words = "../unseen_partner/words_{half}.txt"
boards = {boards}
seed = {seed}
pairs = [
"""
FIGURES = ("won", "found", "assassin_end", "score25")


def pairs(spymasters):
    """Yield spymaster and guesser, every family, or every two for a guesser of two, left out in turn."""
    for unseen in FAMILIES:
        for spymaster in spymasters:
            for guesser in GUESSERS:
                yield seated(spymaster, others(unseen)), seated(guesser, unseen)
    for two in itertools.combinations(FAMILIES, 2):
        for spymaster in spymasters:
            for guesser in OF_TWO:
                yield seated(spymaster, others(*two)), seated(guesser, "+".join(two))


def write_spec(rules, half, spymasters):
    """Write a spec and return its path."""
    lines = [f'  ["{spymaster}", "{guesser}"],\n' for spymaster, guesser in pairs(spymasters)]
    path = HERE / f"spec_{rules}_{half}.toml"
    head = HEAD.format(rules=rules, half=half, boards=BOARDS[half], seed=SEEDS[half])
    path.write_text(head + "".join(lines) + "]\n", encoding="utf-8")
    return path


def matches_of(run):
    """Return the matches of every algorithm of spymaster and guesser: {pair: [frame of each family]}."""
    found = {}
    for spymaster, guesser, frame in by_pairing(run):
        score25 = np.where(frame["won"], frame["turns"], LOSS)
        frame = frame.assign(assassin_end=frame["ending"] == "assassin", score25=score25)
        found.setdefault((algorithm_of(spymaster), algorithm_of(guesser)), []).append(frame)
    return found


def row_of(rules, half, pair, frames):
    """Return the figures of a pair over the four families, boards as the unit."""
    row = {"rules": rules, "words": half, "spymaster": pair[0], "guesser": pair[1], "boards": len(frames[0])}
    for name in FIGURES:
        estimate = figure_of(frames, name)
        row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return row


def differences(rules, half, frames, chosen):
    """Yield how the chosen pair differs from every other on the same boards."""
    for pair, rest in frames.items():
        if pair == chosen:
            continue
        for name in ("won", "assassin_end"):
            step = mean(over_boards(frames[chosen], name) - over_boards(rest, name))
            yield {
                "rules": rules,
                "words": half,
                "spymaster": pair[0],
                "guesser": pair[1],
                "figure": name,
                "difference": step.value,
                "low": step.low,
                "high": step.high,
                "boards": step.n,
            }


def chosen_pair(rows):
    """Return the pair of three families and one that won most on the words for choosing, over both games."""
    wins = {}
    for row in rows:
        if row["guesser"] in OF_TWO:
            continue
        wins.setdefault((row["spymaster"], row["guesser"]), []).append(row["won"])
    return max(wins, key=lambda pair: float(np.mean(wins[pair])))


def draw(rows):
    """Draw how often each pair wins, in both games: pairs_duo.png and pairs_solo.png."""
    for rules in GAMES:
        cells = {
            (row["spymaster"], row["guesser"]): estimate_in(row | {"won_n": row["boards"]}, "won")
            for row in rows
            if row["rules"] == rules
        }
        spymasters, guessers = (list(dict.fromkeys(pair[i] for pair in cells)) for i in (0, 1))
        title = f"{rules}: games won with a partner of an unseen family"
        found = Matrix(tuple(spymasters), tuple(guessers), cells)
        figure = plots.matrix(found, title=title, unit="share of games won", n_of="boards")
        figure.savefig(HERE / f"pairs_{rules}.png", dpi=100)


def main():
    options = arguments(__doc__)
    spymasters = ("margin", "robust") if options.small else SPYMASTERS
    frames, rows = {}, {CHOOSING: [], REPORTING: []}
    with playing(options) as play:
        for half in (CHOOSING, REPORTING):
            for rules in GAMES:
                frames[rules, half] = matches_of(play(write_spec(rules, half, spymasters)))
                rows[half] += [row_of(rules, half, *item) for item in frames[rules, half].items()]
    chosen = chosen_pair(rows[CHOOSING])
    print(f"chosen: {chosen[0]} x {chosen[1]}")
    write(HERE / "summary.csv", rows[CHOOSING] + rows[REPORTING])
    write(
        HERE / "paired.csv",
        [row for rules in GAMES for row in differences(rules, REPORTING, frames[rules, REPORTING], chosen)],
    )
    draw(rows[REPORTING])


if __name__ == "__main__":
    main()
