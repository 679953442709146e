"""How often does one family of vectors understand a clue for two that another family gave?

Writes summary.csv and agreement.png beside itself: python experiments/embedding_agreement/analysis.py
[--boards 20]
"""

import argparse
import csv
from pathlib import Path

import cluejam_ai

HERE = Path(__file__).parent
FAMILIES = ["use", "minilm", "glove50", "wordnet-gloss"]
RAW = [f"{name}(center=false, remove_top=0)" for name in FAMILIES]
BOARDS = 500
MORE_BOARDS = 2000
#: What is played: processing of the vectors, how the giver chooses, and on how many boards.
VARIANTS = {
    "default": (FAMILIES, "share", BOARDS),
    "raw": (RAW, "share", BOARDS),
    "use-raw": ([RAW[0], *FAMILIES[1:]], "share", BOARDS),
    "default, margin": (FAMILIES, "margin", BOARDS),
    "raw, margin": (RAW, "margin", BOARDS),
    "default, more boards": (FAMILIES, "share", MORE_BOARDS),
}
SEED = 2


def measure(boards):
    """Return one row for each variant, giver and guesser."""
    rows = []
    for variant, (specs, rule, full) in VARIANTS.items():
        short = dict(zip(specs, FAMILIES, strict=True))
        for row in cluejam_ai.embedding_agreement(specs, boards=boards or full, seed=SEED, giver=rule):
            names = {"giver": short[row["giver"]], "guesser": short[row["guesser"]]}
            figures = {key: round(row[key], 4) for key in ("value", "low", "high")}
            rows.append({"variant": variant, **names, **figures, "boards": row["n"], "seed": SEED})
    return rows


def draw(rows):
    """Draw the default variant on most boards: a bar with its interval for each pair of unlike families."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    pairs = [
        row for row in rows if row["variant"] == "default, more boards" and row["giver"] != row["guesser"]
    ]
    pairs.sort(key=lambda row: row["value"])
    values = [row["value"] for row in pairs]
    below = [row["value"] - row["low"] for row in pairs]
    above = [row["high"] - row["value"] for row in pairs]
    figure, axes = plt.subplots(figsize=(7, 4.5))
    names = [f"{row['giver']} gives to {row['guesser']}" for row in pairs]
    axes.barh(names, values, xerr=[below, above], color="#6a9fb5", ecolor="#333333", capsize=3)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of clues for two that are understood, the default variant")
    figure.suptitle(
        "How often a family of vectors understands another", x=0.01, ha="left", fontweight="bold", fontsize=11
    )
    axes.set_title(f"n = {pairs[0]['boards']:,} boards each; bars: 95 % intervals (Wilson)", fontsize=9)
    figure.tight_layout()
    figure.savefig(HERE / "agreement.png", dpi=100)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, help="boards of every variant, instead of its own")
    rows = measure(parser.parse_args().boards)
    with (HERE / "summary.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    draw(rows)


if __name__ == "__main__":
    main()
