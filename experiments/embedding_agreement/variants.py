"""How much do the pairs with wordnet-gloss depend on its recipe?

Writes variants.csv beside itself: python experiments/embedding_agreement/variants.py FOLDER
The folder has the files that are made by: python data/gloss_variants.py FOLDER
"""

import csv
import sys
from pathlib import Path

import cluejam_ai

HERE = Path(__file__).parent
OTHERS = ["use", "minilm", "glove50"]
#: Pairs of which an earlier figure is known; the variant stands for wordnet-gloss.
PAIRS = [("minilm", "wordnet-gloss"), ("wordnet-gloss", "use")]
BOARDS = 2000
SEED = 2


def measure(name, spec):
    """Return the rows of a variant: agreement of the pairs, and with people's judgements."""
    short = {**{other: other for other in OTHERS}, spec: "wordnet-gloss"}
    rows = []
    for row in cluejam_ai.embedding_agreement([*OTHERS, spec], boards=BOARDS, seed=SEED):
        pair = short[row["giver"]], short[row["guesser"]]
        if pair in PAIRS:
            rows.append({"measure": " to ".join(pair), **row})
    rows += cluejam_ai.evaluate_embedding(spec)
    figures = ("value", "low", "high")
    return [
        {
            "recipe": name,
            "measure": row["measure"],
            **{key: round(row[key], 4) for key in figures},
            "n": row["n"],
        }
        for row in rows
    ]


def main(folder):
    specs = {
        "shipped": "wordnet-gloss",
        **{path.stem: f"npz:{path}" for path in sorted(folder.glob("*.npz"))},
    }
    rows = [row for name, spec in specs.items() for row in measure(name, spec)]
    with (HERE / "variants.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
