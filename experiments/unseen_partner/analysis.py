"""How far does a spymaster get with a partner who thinks in vectors that it does not have?

Writes the two specs, plays them and writes summary.csv, means.csv and paired.csv beside itself::

    python -m experiments.unseen_partner.analysis [--boards 500] [--workers 2] [--runs FOLDER]

About fifteen minutes on one core; `--boards 20` is enough to try it. With `--runs` the runs are kept there,
and gone on with if they are there. With `--words FILE`, a list of board words of your own, those of
words_tune.txt and those without vectors are left out of it, and the figures are written to
summary_FILE.csv and so on.
"""

import tempfile
from pathlib import Path

import pandas as pd

import cluejam_ai
from experiments.common import FAMILIES, arguments, by_pairing, mean, others, playing, seated, write

HERE = Path(__file__).parent
BOARDS = 500
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
    "solo": [
        ("robust x nearest", None),
        ("robust x bayes", None),
        ("robust x nearest", "gaussian-listener x nearest"),
    ],
}
HEAD = """# Made by analysis.py: every spymaster has all families but the one that its guesser thinks in.
# Half of the shipped board words; parameters were chosen on words_tune.txt.
rules = "{rules}"
words = "words_report.txt"
missing_cards = "exclude"
boards = {boards}
seed = {seed}
pairs = [
"""


def duo_pairs():
    """Return (label, unseen family, spymaster, guesser) of the game for partners."""
    for unseen in FAMILIES:
        mix = others(unseen)
        for family in mix.split("+"):
            yield "margin, one family x nearest", unseen, seated("margin", family), seated("nearest", unseen)
        for guesser in ("nearest", "bayes"):
            for spymaster in ("gaussian-listener", "robust(clock=false)"):
                yield f"{spymaster} x {guesser}", unseen, seated(spymaster, mix), seated(guesser, unseen)
        for guesser in GUESSERS:
            yield f"robust x {guesser}", unseen, seated("robust", mix), seated(guesser, unseen)


def solo_pairs():
    """Return the same of the game for one team."""
    for unseen in FAMILIES:
        mix = others(unseen)
        for family in mix.split("+"):
            label = f"kim(threshold=0.5) in {family} x nearest"
            yield label, unseen, seated("kim(threshold=0.5)", family), seated("nearest", unseen)
        for spymaster in ("robust", "gaussian-listener"):
            yield f"{spymaster} x nearest", unseen, seated(spymaster, mix), seated("nearest", unseen)
        yield "robust x bayes", unseen, seated("robust", mix), seated("bayes", unseen)


def write_spec(rules, pairs):
    """Write the spec of a game and return its path."""
    lines = [f'  ["{spymaster}", "{guesser}"],\n' for _, _, spymaster, guesser in pairs]
    path = HERE / f"spec_{rules}.toml"
    head = HEAD.format(rules=rules, boards=BOARDS, seed=SEED)
    path.write_text(head + "".join(lines) + "]\n", encoding="utf-8")
    return path


def frames_of(run, pairs):
    """Yield label, unseen family and matches of each pairing, in the order of boards."""
    for (label, unseen, _, _), (_, _, frame) in zip(pairs, by_pairing(run), strict=True):
        yield label, unseen, frame


def figures(rules, run, pairs):
    """Return a row for each pairing, and its matches."""
    rows, frames = [], []
    for label, unseen, frame in frames_of(run, pairs):
        found = cluejam_ai.summarise(frame)
        row = {"rules": rules, "pairing": label, "unseen": unseen, "boards": len(frame)}
        for name in ("win_rate", "cards_found", "assassin_rate", "turns_given_win", "clue_number"):
            estimate = found[name]
            row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
        rows.append(row)
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


def means(matches, rules):
    """Return what each label reaches over the families, with intervals; boards are the unit."""
    rows = []
    for label in matches["label"].unique():
        for column in ("won", "found", "assassin_end"):
            reached = mean(by_board(matches, label, column, FAMILIES))
            estimate = {"value": reached.value, "low": reached.low, "high": reached.high}
            rows.append({"rules": rules, "pairing": label, "figure": column, **estimate, "boards": reached.n})
    return rows


def paired(matches, rules, first, second):
    """Return paired differences of two labels over the families that both meet; boards are the unit."""
    both = [set(matches.loc[matches["label"] == label, "unseen"]) for label in (first, second)]
    families = sorted(both[0] & both[1])
    rows = []
    for column in ("won", "lost", "found", "assassin_end"):
        one, two = (by_board(matches, label, column, families) for label in (first, second))
        step, times = mean(one - two), cluejam_ai.ratio(one, two)
        rows.append(
            {
                "rules": rules,
                "first": first,
                "second": second,
                "families": "+".join(families),
                "figure": column,
                "boards": step.n,
                "first_mean": float(one.mean()),
                "second_mean": float(two.mean()),
                "difference": step.value,
                "low": step.low,
                "high": step.high,
                "ratio": times.value,
                "ratio_low": times.low,
                "ratio_high": times.high,
            }
        )
    return rows


def new_words(path, folder):
    """Return a file of the words in a list, one a line, that no parameter was chosen on."""
    chosen_on = set(words_in(HERE / "words_tune.txt"))
    kept = Path(folder, path.name).resolve()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(
        "".join(f"{word}\n" for word in words_in(path) if word not in chosen_on), encoding="utf-8"
    )
    return kept


def words_in(path):
    """Return the words of a list in lower case."""
    return [line.strip().lower() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def analyse(options, mark):
    """Play both games and write their figures to files whose names end with a mark."""
    rows, over_families, differences = [], [], []
    with playing(options) as play:
        for rules, made in (("duo", duo_pairs), ("solo", solo_pairs)):
            pairs = list(made())
            run = play(write_spec(rules, pairs), rules)
            found, matches = figures(rules, run, pairs)
            matches["assassin_end"] = matches["ending"] == "assassin"
            matches["lost"] = ~matches["won"]
            rows += found
            over_families += means(matches, rules)
            for first, second in COMPARISONS[rules]:
                differences += paired(matches, rules, first, second or best_kim(matches))
    write(HERE / f"summary{mark}.csv", rows)
    write(HERE / f"means{mark}.csv", over_families)
    write(HERE / f"paired{mark}.csv", differences)


def main():
    options = arguments(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        mark = ""
        if options.words:
            mark = f"_{options.words.stem}"
            options.words = new_words(options.words, options.runs or folder)
        analyse(options, mark)


if __name__ == "__main__":
    main()
