"""Does a guesser fitted to people agree with other people better than any single family of vectors?

Chooses the best single family, with its own best processing, on the training rows, then measures it and the
combined guesser on data that nothing was fitted to or chosen on, and writes summary.csv beside itself. What
the difference is on the average of the data sets, also less the singles that turn out best there, stands in
average.csv, and how the matching listener gives clues in listener.csv::

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

import numpy as np

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
SPYMASTERS = (
    "people-listener",
    "robust(embedding=use+minilm+glove50+wordnet-gloss)",
    "gaussian-listener(embedding=use+minilm+glove50+wordnet-gloss)",
    "gaussian-listener",
    "margin",
)
DEPTH = 10
DRAWS = 10_000
ENOUGH = 0.04
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


def with_all(sets):
    """Return the data that is measured on, and the rows of the first three sets as one."""
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


def in_hindsight(sets, few):
    """Return what every single family finds of each set, and the best of each reader on their average.

    To choose them by these rows flatters them: they are a bound, and no rivals that one could have named.
    """
    everybody, lines = list(singles(few)), []
    for label, data in sets.items():
        found = cluejam_ai.validate(data, everybody, compare=False)
        for row in found.figures[found.figures["figure"] == "recall"].to_dict("records"):
            if row["who"] in everybody:
                lines.append((label, "drop", *(row[name] for name in HEAD[2:])))
    mean = {who: np.mean([line[4] for line in lines if line[2] == who]) for who in everybody}
    best = [max((w for w in everybody if w.startswith(reader)), key=mean.get) for reader in READERS]
    return best, lines


def drawn_anew(sums, seed):
    """Return by name the recall in a set, for games or boards drawn anew, (DRAWS,), and as it is."""
    found = {}
    for who, part in sums.groupby("who"):
        n = len(part)
        counts = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=DRAWS)
        top, bottom = part["top"].to_numpy(), part["bottom"].to_numpy()
        found[who] = (counts @ top) / (counts @ bottom), top.sum() / bottom.sum()
    return found


def average(sets, missing, rivals):
    """Return how far the combined guesser is ahead of each rival on the mean of the sets, which count alike.

    Games or boards are drawn anew within each set, the same for both.
    """
    drawn = []
    for seed, data in enumerate(sets.values()):
        found = cluejam_ai.validate(data, [COMBINED, *rivals.values()], missing=missing, compare=False)
        drawn.append(drawn_anew(found.by_group("recall"), seed))
    rows = []
    for what, rival in rivals.items():
        apart = [one[COMBINED][0] - one[rival][0] for one in drawn]
        value = np.mean([one[COMBINED][1] - one[rival][1] for one in drawn])
        mean = np.mean(apart, axis=0)
        low, high = np.nanquantile(mean, [0.025, 0.975])
        enough = float((mean >= ENOUGH).mean())
        rows.append((missing, what, rival, float(value), float(low), float(high), enough, len(sets)))
    return rows


def listeners(data):
    """Return the figures of spymasters on the clues of a set."""
    found = cluejam_ai.validate(data, spymasters=SPYMASTERS, depth=DEPTH).spymasters
    return [tuple(row.values()) for row in found.dropna(subset=["value"]).to_dict("records")]


def told(line):
    return [f"{cell:.4f}" if isinstance(cell, float) else cell for cell in line]


def write(path, head, lines):
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *map(told, lines)])


def main():
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--data", type=Path, default=None)
    asked.add_argument("--small", action="store_true", help="made-up rows only: does it run at all?")
    asked.add_argument("--out", type=Path, default=HERE, help="the folder to write into")
    asked = asked.parse_args()
    where = None if asked.small else os.environ.get("CLUEJAM_TEST_DATA")
    folder = asked.data or (Path(where) / "human" if where else None)
    single, lines = best_single(folder)
    print(f"the best single family on the training rows: {single}")
    if folder is None:
        sets, policies = {"made up": cluejam_ai.example_people()}, ("drop",)
    else:
        sets, policies = {label: rows_of(folder, name) for label, name in TESTS.items()}, ("drop", "last")
    three = dict(list(sets.items())[:3])
    best, more = in_hindsight(three, few=folder is None)
    lines += more
    for label, data in (with_all(sets) if folder else sets).items():
        for missing in policies:
            found = measured(label, data, missing, single)
            print(*(told(line) for line in found if line[2].startswith(f"{COMBINED} - ")), sep="\n")
            # what stands among the singles already is not told twice
            lines += [line for line in found if line[:4] not in {other[:4] for other in more}]
    rivals = {"best single of the training rows": single}
    rivals |= {f"best single in hindsight, {r}": who for r, who in zip(READERS, best, strict=True)}
    rivals |= {"use and minilm, z averaged": BESIDE[2], "all four, closeness averaged": BESIDE[3]}
    apart = [row for missing in policies for row in average(three, missing, rivals)]
    write(asked.out / "summary.csv", HEAD, lines)
    head = ("missing", "rival", "who", "difference", "low", "high", "share_of_draws_from_.04", "sets")
    write(asked.out / "average.csv", head, apart)
    write(asked.out / "listener.csv", HEAD[2:], listeners(next(iter(sets.values()))))


if __name__ == "__main__":
    main()
