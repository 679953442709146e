"""Does a guesser fitted to people agree with other people better than any single family of vectors?

Chooses the best single family, with its own best processing, on the training rows, then measures it and the
combined guesser on data that nothing was fitted to or chosen on, and writes summary.csv beside itself::

    python -m experiments.people.analysis [--data FOLDER]

The folder holds the data sets (see README.md), by default `human` in the folder that CLUEJAM_TEST_DATA names.
Without one the made-up rows of `cluejam human example` and fewer candidates stand in for all of them, which
shows only that it runs. Ten minutes on one core; half a minute without data. The weights themselves are
fitted by data/fit_people.py.
"""

import argparse
import csv
import os
from pathlib import Path

import cluejam_ai

HERE = Path(__file__).parent
TRAIN = "cultural_codes_train"
TESTS = {
    "100 boards, clues by people": "mills_human_clues",
    "BIG-bench": "bigbench_codenames",
    "DreamTeam": "dreamteam_boards",
    "100 boards, clues by GPT-4o": "mills_gpt4o_clues",
}
FAMILIES = ("use", "minilm", "glove50", "wordnet-gloss")
PROCESSING = ("center=false, remove_top=0", "center=true, remove_top=0", "center=true, remove_top=1",
              "center=true, remove_top=2", "center=false, remove_top=2")  # fmt: skip
#: By cosine, and by cosine and rank (which bayes orders cards by when it has no key).
READERS = ("nearest", "bayes")
COMBINED = "people"
BESIDE = (
    "nearest(embedding=use(center=false, remove_top=0))",
    "nearest(embedding=minilm(center=false, remove_top=0))",
    "ensemble(weights=equal, embedding=use+minilm)",
    "bayes(embedding=use+minilm+glove50+wordnet-gloss)",
)
HEAD = ("data", "missing", "who", "figure", "value", "low", "high", "rows", "groups")


def singles(few):
    """Return every family with every processing, read in both ways; or a few of them."""
    for family in FAMILIES[:2] if few else FAMILIES:
        for processing in PROCESSING[3:4] if few else PROCESSING:
            for reader in READERS:
                yield f"{reader}(embedding={family}({processing}))"


def rows_of(folder, name):
    if folder is not None:
        return cluejam_ai.read_human(folder / f"{name}.jsonl")
    return cluejam_ai.example_people()


def all_sets(folder):
    """Return the data that is measured on, and the rows of the first three sets as one."""
    sets = {label: rows_of(folder, name) for label, name in TESTS.items()}
    three = list(sets.values())[:3]
    together = type(three[0])("together", tuple(row for part in three for row in part.rows))
    return {**sets, "the first three, row by row": together}


def value(found, who, figure="recall"):
    frame = found.figures
    return frame[(frame["who"] == who) & (frame["figure"] == figure)]["value"].item()


def best_single(folder):
    """Return the single family that finds most targets of the training rows, and what each finds."""
    everybody = list(singles(few=folder is None))
    found = cluejam_ai.validate(rows_of(folder, TRAIN), everybody, compare=False)
    told = {who: value(found, who) for who in everybody}
    best = max(told, key=told.get)
    return best, [(TRAIN, "drop", who, "recall", told[who], "", "", len(found.data), "") for who in told]


def measured(label, data, missing, single):
    """Return the lines of a data set, and the difference between the combined guesser and the best single."""
    found = cluejam_ai.validate(data, [single, *BESIDE, COMBINED], missing=missing)
    lines = []
    for row in found.figures.dropna(subset=["value"]).to_dict("records"):
        lines.append((label, missing, *(row[name] for name in HEAD[2:])))
    apart = found.comparisons
    apart = apart[(apart["first"] == COMBINED) & (apart["second"] == single)].dropna(subset=["difference"])
    for row in apart.to_dict("records"):
        what = f"{COMBINED} - best single"
        cells = (row["difference"], row["low"], row["high"], len(found.data), row["groups"])
        lines.append((label, missing, what, row["figure"], *cells))
    return lines


def told(line):
    return [f"{cell:.4f}" if isinstance(cell, float) else cell for cell in line]


def main():
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--data", type=Path, default=None)
    asked.add_argument("--small", action="store_true", help="made-up rows only: does it run at all?")
    asked.add_argument("--out", type=Path, default=HERE / "summary.csv")
    asked = asked.parse_args()
    where = None if asked.small else os.environ.get("CLUEJAM_TEST_DATA")
    folder = asked.data or (Path(where) / "human" if where else None)
    single, lines = best_single(folder)
    print(f"the best single family on the training rows: {single}")
    if folder is None:
        sets, policies = {"made up": cluejam_ai.example_people()}, ("drop",)
    else:
        sets, policies = all_sets(folder), ("drop", "last")
    for label, data in sets.items():
        for missing in policies:
            found = measured(label, data, missing, single)
            print(*(told(line) for line in found if line[2].startswith(f"{COMBINED} - ")), sep="\n")
            lines += found
    with asked.out.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *map(told, lines)])


if __name__ == "__main__":
    main()
