"""Measures the ten vector spaces of spec_spaces.toml on people's clues and writes people.csv.

The data is not ours to ship; a folder with it, in the form that `cluejam validate` reads, is named::

    CLUEJAM_TEST_DATA=FOLDER python -m experiments.self_and_cross.people

The Duet turns in that folder are left out: how the shipped vectors are processed was chosen on them.
"""

import os
import tomllib
from pathlib import Path

import cluejam_ai
from experiments.common import write

HERE = Path(__file__).parent
DATA = ["mills_human_clues.jsonl", "bigbench_codenames.jsonl", "dreamteam_boards.jsonl"]


def measure(folder, data, spaces):
    """Return recall of every space on one data set, by space, all on the same rows."""
    guessers = {f"nearest(embedding={space})": space for space in spaces}
    figures = cluejam_ai.validate(folder / "human" / data, list(guessers)).figures
    recall = figures[(figures["figure"] == "recall") & figures["who"].isin(guessers)]
    return {guessers[row["who"]]: row for row in recall.to_dict("records")}


def main():
    spec = tomllib.loads((HERE / "spec_spaces.toml").read_text(encoding="utf-8"))
    found = [measure(Path(os.environ["CLUEJAM_TEST_DATA"]), data, spec["embeddings"]) for data in DATA]
    rows = []
    for space in spec["embeddings"]:
        parts = [each[space] for each in found]
        value = sum(part["value"] for part in parts) / len(parts)
        # the sets are independent, so their variances add
        half = sum((part["high"] - part["low"]) ** 2 for part in parts) ** 0.5 / 2 / len(parts)
        row = {"vectors": space, "value": value, "low": value - half, "high": value + half}
        row["n"] = sum(part["groups"] for part in parts)
        rows.append({**row, **{Path(d).stem: p["value"] for d, p in zip(DATA, parts, strict=True)}})
    write(HERE / "people.csv", rows)


if __name__ == "__main__":
    main()
