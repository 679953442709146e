"""How far does a spymaster get with a partner who thinks in vectors that it does not have?

Writes the two specs, plays them and writes summary.csv, paired.csv and unseen.png beside itself::

    python experiments/unseen_partner/analysis.py [--boards 500] [--workers 2]

About fifteen minutes on two cores; `--boards 20` is enough to try it.
"""

import argparse
import csv
import os
import tempfile
from pathlib import Path

import cluejam_ai

HERE = Path(__file__).parent
FAMILIES = ["use", "minilm", "glove50", "wordnet-gloss"]
SEED = 20
GUESSERS = ["nearest", "bayes", "bayes(own_key=false)", "bayes(memory=false)", "bayes(clock=false)"]
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
    return cluejam_ai.play_spec(path, out=folder / rules, workers=workers)


def frames_of(run, pairs):
    """Return the matches of each pairing, in the order of boards."""
    matches = run.matches
    for (label, unseen, _, _), (_, frame) in zip(
        pairs, matches.groupby("pairing", sort=False, observed=True), strict=True
    ):
        yield label, unseen, frame.sort_values("board").reset_index(drop=True)


def figures(rules, run, pairs):
    """Return a row for each pairing, and the matches by label and family."""
    rows, by_label = [], {}
    for label, unseen, frame in frames_of(run, pairs):
        found = cluejam_ai.summarise(frame)
        row = {"rules": rules, "pairing": label, "unseen": unseen, "boards": len(frame)}
        for name in ("win_rate", "cards_found", "assassin_rate", "turns_given_win", "clue_number"):
            estimate = found[name]
            row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
        rows.append({key: round(x, 4) if isinstance(x, float) else x for key, x in row.items()})
        by_label.setdefault((label, unseen), []).append(frame)
    return rows, by_label


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=500)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    os.chdir(HERE)  # the spec names its words relative to itself
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for rules, made in (("duo", duo_pairs), ("solo", solo_pairs)):
            pairs = list(made())
            run = play(rules, pairs, options.boards, options.workers, Path(folder))
            found, _ = figures(rules, run, pairs)
            rows += found
    with open(HERE / "summary.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
