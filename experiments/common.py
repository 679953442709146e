"""What the experiments share: a spec played at the size asked for, figures, paired differences, files."""

import argparse
import csv
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

import cluejam_ai

FEW_WORDS = Path(__file__).parent / "few_words.txt"
FAMILIES = ["use", "minilm", "glove50", "wordnet-gloss"]


def arguments(text):
    """Return the options that every experiment has."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=text, formatter_class=plain)
    parser.add_argument("--boards", type=int, help="boards of every spec, instead of what it says")
    parser.add_argument("--small", action="store_true", help="3 boards of few words: does it run at all?")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--runs", type=Path, help="keep the runs in this folder and go on with them")
    parser.add_argument("--words", type=Path, help="board words, instead of those that a spec names")
    options = parser.parse_args()
    if options.small and options.boards is None:
        options.boards = 3
    return options


@contextmanager
def playing(options):
    """Give a function that plays a spec and returns the run; what is not kept is gone afterwards."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "runs") if options.runs is None else options.runs.resolve()

        def play(spec, name=None, rules=None):
            """Play the file `spec` in the folder `name`; `rules` stands in for those that it names."""
            text = spec.read_text(encoding="utf-8")
            if options.boards is not None:
                text = re.sub(r"^boards = \d+", f"boards = {options.boards}", text, flags=re.MULTILINE)
            if rules is not None:
                text = re.sub(r'^rules = ".*"', f'rules = "{rules}"', text, flags=re.MULTILINE)
            text = _with_words(text, spec.parent, FEW_WORDS if options.small else options.words)
            copy = Path(scratch, spec.name)
            copy.write_text(text, encoding="utf-8")
            out = folder / (name or spec.stem)
            return cluejam_ai.play_spec(copy, out=out, resume=True, workers=options.workers)

        yield play


def _with_words(text, folder, instead):
    """Return a spec whose words are named from anywhere, or are those of another file."""
    line = re.search(r'^words = "(.*?)".*\n', text, flags=re.MULTILINE)
    path = instead.resolve() if instead else line and (folder / line[1]).resolve()
    bare = text.replace(line[0], "") if line else text
    return f"words = {json.dumps(str(path))}\n{bare}" if path else text


def by_pairing(run) -> Iterator[tuple[str, str, object]]:
    """Yield spymaster, guesser and matches of each pairing, in the order of boards."""
    for _, frame in run.matches.groupby("pairing", sort=False, observed=True):
        rows = frame.sort_values("board").reset_index(drop=True)
        yield str(rows["spymaster"].iloc[0]), str(rows["guesser"].iloc[0]), rows


def seated(agent, vectors):
    """Return an agent's spec with its vectors; the random spymaster has none."""
    if agent == "random":
        return agent
    return f"{agent[:-1]}, embedding={vectors})" if agent.endswith(")") else f"{agent}(embedding={vectors})"


def others(*families):
    """Return the families but those named, joined by ``+``."""
    return "+".join(other for other in FAMILIES if other not in families)


def vectors_text(component):
    """Return the vectors of an agent as its spec writes them."""
    _, _, inner = component.partition("embedding=")
    depth = 0
    for place, sign in enumerate(inner):
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or (depth == 0 and sign == ","):
            return inner[:place]
    return inner


def vectors_of(component):
    """Return the families that an agent thinks in; other processing is the same family."""
    return frozenset(re.sub(r"\([^()]*\)", "", vectors_text(component)).split("+"))


def algorithm_of(component):
    """Return an agent without its vectors."""
    bare = component.replace(f"embedding={vectors_text(component)}", "")
    return re.sub(r"\(\)$", "", bare.replace("(, ", "(").replace(", )", ")").replace(", , ", ", "))


def over_boards(frames, column):
    """Return a column board by board, the mean over the pairings: (boards,)."""
    return np.mean([np.asarray(frame[column], dtype=float) for frame in frames], axis=0)


def mean(values):
    """Return the mean of figures that may be below zero, with its interval."""
    return cluejam_ai.ratio(values, np.ones(len(values)), least=-np.inf)


def figure_of(frames, column):
    """Return a figure over pairings on the same boards with its interval; boards are the unit."""
    values = over_boards(frames, column)
    if frames[0][column].dtype != bool:
        return mean(values)
    return cluejam_ai.clustered_share(values * len(frames), np.full(len(values), len(frames)))


def estimate_in(row, name=None):
    """Return the estimate that stands in a row: value, low, high, n, behind a name if there are several."""
    first, *rest = "value", "low", "high", "n"
    keys = [first, *rest] if name is None else [name, *(f"{name}_{key}" for key in rest)]
    return cluejam_ai.Estimate(*(row[key] for key in keys))


def write(path, rows):
    """Write rows as CSV, rounded to four digits; the file is whole or as it was."""
    beside = path.with_suffix(".part")
    with beside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            plain = {k: round(float(v), 4) if isinstance(v, float) else v for k, v in row.items()}
            writer.writerow(plain)
    os.replace(beside, path)


def read(path):
    """Return the rows of a CSV file that `write` wrote, numbers as numbers."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{key: _number(value) for key, value in row.items()} for row in csv.DictReader(file)]


def _number(text):
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text
