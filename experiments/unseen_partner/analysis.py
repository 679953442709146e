"""How far does a spymaster get with a partner who thinks in vectors that it does not have?

Writes the two specs, plays them and writes summary.csv, paired.csv and unseen.png beside itself::

    python experiments/unseen_partner/analysis.py [--boards 500] [--workers 2] [--runs FOLDER]

About fifteen minutes on one core; `--boards 20` is enough to try it. With `--runs` the runs are kept there,
and gone on with if they are there.
"""

import argparse
import csv
import os
import tempfile
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pandas as pd

import cluejam_ai

HERE = Path(__file__).parent
FAMILIES = ["use", "minilm", "glove50", "wordnet-gloss"]
SEED = 20
GUESSERS = ["nearest", "bayes", "bayes(own_key=false)", "bayes(memory=0)", "bayes(clock=false)"]
#: What is compared on the same boards; None is kim in the family in which it loses least.
COMPARISONS = {
    "duo": [
        ("robust x nearest", "margin, one family x nearest"),
        ("robust x nearest", "gaussian-listener x nearest"),
        ("robust x nearest", "robust(clock=false) x nearest"),
        ("robust x bayes", "robust x nearest"),
        ("robust x bayes", "robust x bayes(own_key=false)"),
        ("robust x bayes", "robust x bayes(memory=0)"),
        ("robust x bayes", "robust x bayes(clock=false)"),
    ],
    "solo": [("robust x nearest", None), ("robust x nearest", "gaussian-listener x nearest")],
}
HEAD = """# Made by analysis.py: every spymaster has all families but the one that its guesser thinks in.
rules = "{rules}"
words = "words_report.txt"    # half of the shipped board words; parameters were chosen on words_tune.txt
boards = {boards}
seed = {seed}
pairs = [
"""


def others(unseen):
    return [family for family in FAMILIES if family != unseen]


def named(agent, embedding):
    """Return an agent's spec with its embedding."""
    return (
        f"{agent[:-1]}, embedding={embedding})" if agent.endswith(")") else f"{agent}(embedding={embedding})"
    )


def duo_pairs():
    """Return (label, unseen family, spymaster, guesser) of the game for partners."""
    for unseen in FAMILIES:
        mix = "+".join(others(unseen))
        for family in others(unseen):
            yield "margin, one family x nearest", unseen, named("margin", family), named("nearest", unseen)
        for guesser in ("nearest", "bayes"):
            for spymaster in ("gaussian-listener", "robust(clock=false)"):
                yield f"{spymaster} x {guesser}", unseen, named(spymaster, mix), named(guesser, unseen)
        for guesser in GUESSERS:
            yield f"robust x {guesser}", unseen, named("robust", mix), named(guesser, unseen)


def solo_pairs():
    """Return the same of the game for one team."""
    for unseen in FAMILIES:
        mix = "+".join(others(unseen))
        for family in others(unseen):
            label = f"kim(threshold=0.5) in {family} x nearest"
            yield label, unseen, named("kim(threshold=0.5)", family), named("nearest", unseen)
        for spymaster in ("robust", "gaussian-listener"):
            yield f"{spymaster} x nearest", unseen, named(spymaster, mix), named("nearest", unseen)


def play(rules, pairs, boards, workers, folder):
    """Write the spec and return the run."""
    lines = [f'  ["{spymaster}", "{guesser}"],\n' for _, _, spymaster, guesser in pairs]
    path = HERE / f"spec_{rules}.toml"
    path.write_text(HEAD.format(rules=rules, boards=boards, seed=SEED) + "".join(lines) + "]\n")
    return cluejam_ai.play_spec(path, out=folder / rules, workers=workers, resume=True)


def frames_of(run, pairs):
    """Return the matches of each pairing, in the order of boards."""
    matches = run.matches
    for (label, unseen, _, _), (_, frame) in zip(
        pairs, matches.groupby("pairing", sort=False, observed=True), strict=True
    ):
        yield label, unseen, frame.sort_values("board").reset_index(drop=True)


def figures(rules, run, pairs):
    """Return a row for each pairing, and its matches."""
    rows, frames = [], []
    for label, unseen, frame in frames_of(run, pairs):
        found = cluejam_ai.summarise(frame)
        row = {"rules": rules, "pairing": label, "unseen": unseen, "boards": len(frame)}
        for name in ("win_rate", "cards_found", "assassin_rate", "turns_given_win", "clue_number"):
            estimate = found[name]
            row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
        rows.append({key: round(x, 4) if isinstance(x, float) else x for key, x in row.items()})
        frames.append(frame.assign(rules=rules, label=label, unseen=unseen))
    return rows, pd.concat(frames)


def best_kim(matches):
    """Return the label of the family in which kim loses least, over the guessers that do not think in it."""
    kim = matches[matches["label"].str.startswith("kim")]
    return kim.groupby("label")["won"].mean().idxmax()


def by_board(matches, label, column, families):
    """Return the mean over families of a column, board by board: (n,)."""
    rows = matches[(matches["label"] == label) & matches["unseen"].isin(families)]
    return rows.groupby("board")[column].mean().sort_index().to_numpy()


def paired(matches, rules, first, second):
    """Return paired differences of two labels over the families that both meet; boards are the unit."""
    both = [set(matches.loc[matches["label"] == label, "unseen"]) for label in (first, second)]
    families = sorted(both[0] & both[1])
    rows = []
    for column in ("won", "found", "assassin_end"):
        one, two = (by_board(matches, label, column, families) for label in (first, second))
        step = one - two
        half = 1.96 * step.std(ddof=1) / np.sqrt(len(step))
        rows.append(
            {
                "rules": rules,
                "first": first,
                "second": second,
                "families": "+".join(families),
                "figure": column,
                "boards": len(step),
                "first_mean": round(one.mean(), 4),
                "second_mean": round(two.mean(), 4),
                "difference": round(step.mean(), 4),
                "low": round(step.mean() - half, 4),
                "high": round(step.mean() + half, 4),
            }
        )
    return rows


def write(name, rows):
    with open(HERE / name, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=500)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--runs", type=Path)
    options = parser.parse_args()
    rows, differences = [], []
    keep = None if options.runs is None else options.runs.resolve()
    os.chdir(HERE)  # the spec names its words relative to itself
    with tempfile.TemporaryDirectory() if keep is None else nullcontext(keep) as folder:
        for rules, made in (("duo", duo_pairs), ("solo", solo_pairs)):
            pairs = list(made())
            run = play(rules, pairs, options.boards, options.workers, Path(folder))
            found, matches = figures(rules, run, pairs)
            matches["assassin_end"] = matches["ending"] == "assassin"
            rows += found
            for first, second in COMPARISONS[rules]:
                differences += paired(matches, rules, first, second or best_kim(matches))
    write("summary.csv", rows)
    write("paired.csv", differences)


if __name__ == "__main__":
    main()
