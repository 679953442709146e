"""How do time and memory grow with the number of games, and with the number of clue words?

Writes summary.csv and growth.png beside itself: python experiments/speed/analysis.py
Every size is played in a process of its own. --games and --clues say how far to go; what was measured
before is kept, so that single sizes can be added on a quiet machine: --games 1000000 --clues 0
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
SEED = 1
N_CARDS, N_DIMENSIONS = 400, 100
SIZES = [100, 1_000, 10_000, 100_000, 1_000_000]
GAMES = {"random": SIZES, "margin": SIZES}
CLUES = [2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
GAMES_PER_LEXICON = 500
#: What is drawn, with its unit.
UNITS = {"processor_seconds": "processor time, s", "peak_mib": "largest memory in use, MiB"}
COLUMNS = [
    *("axis", "agents", "games", "clue_words", "prepare_seconds", "play_seconds", "processor_seconds"),
    *("peak_mib", "load"),
]


def make_words(folder, n_clues):
    """Write made-up board words, clue words and vectors, and return the options that name them."""
    rng = np.random.default_rng(SEED)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = dict.fromkeys("".join(rng.choice(letters, 9)) for _ in range(N_CARDS + n_clues + 1000))
    words = np.array(list(words)[: N_CARDS + n_clues])
    vectors = rng.normal(size=(len(words), N_DIMENSIONS)).astype(np.float32)
    np.savez(folder / "vectors.npz", words=words, vectors=vectors)
    (folder / "cards.txt").write_text("\n".join(words[:N_CARDS]) + "\n")
    (folder / "clues.txt").write_text("\n".join(words[N_CARDS:]) + "\n")
    return {
        "words": str(folder / "cards.txt"),
        "lexicon": str(folder / "clues.txt"),
        "embedding": f'npz("{folder / "vectors.npz"}")',
    }


def play(agents, n_games, n_clues):
    """Play in this process and return what it took; the tables are made before the clock starts."""
    import cluejam_ai

    spymaster, guesser = ("random", "random") if agents == "random" else ("margin", "nearest")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = make_words(folder, n_clues) if n_clues else {}
        cluejam_ai.play("duo", spymaster, guesser, games=1, seed=SEED, out=folder / "first", **options)
        began = time.process_time()
        run = cluejam_ai.play(
            "duo", spymaster, guesser, games=n_games, seed=SEED, out=folder / "run", **options
        )
        taken = time.process_time() - began
        timing = run.manifest["timing"]
    status = Path("/proc/self/status").read_text().splitlines()
    (peak,) = (int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    return {
        "prepare_seconds": timing["prepare_seconds"],
        "play_seconds": timing["play_seconds"],
        "processor_seconds": round(taken, 3),
        "peak_mib": round(peak / 1024),
        "load": round(os.getloadavg()[0], 1),
    }


def measure(axis, agents, n_games, n_clues):
    """Return the row of one size, played in a process of its own."""
    print(f"{axis}: {agents}, {n_games:,} games, {n_clues or 'shipped'} clue words", file=sys.stderr)
    command = [sys.executable, __file__, "--play", agents, str(n_games), str(n_clues)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    row = json.loads(done.stdout.splitlines()[-1])
    named = {"axis": axis, "agents": agents, "games": n_games, "clue_words": n_clues or 10_000}
    return {key: str(value) for key, value in {**named, **row}.items()}


def draw(rows):
    """Draw time and memory over both axes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, places = plt.subplots(2, 2, figsize=(8, 6.4), sharex="col")
    lines = [("games", agents, "games") for agents in GAMES] + [("clue words", "margin", "clue_words")]
    for axis, agents, across in lines:
        some = [row for row in rows if (row["axis"], row["agents"]) == (axis, agents)]
        some.sort(key=lambda row: int(row[across]))
        column_of_places = places[:, int(axis != "games")]
        for place, column in zip(column_of_places, UNITS, strict=True):
            x, y = ([float(row[name]) for row in some] for name in (across, column))
            place.plot(x, y, "o-", label=agents)
            place.set_xscale("log")
            place.set_ylabel(UNITS[column])
            place.legend()
    for place in places[0]:
        place.set_yscale("log")
    for place in places[1]:
        place.set_ylim(bottom=0)
    places[1, 0].set_xlabel("games of duo")
    places[1, 1].set_xlabel(f"clue words, {GAMES_PER_LEXICON} games")
    titles = (("Time over games", "Time over clue words"), ("Memory over games", "Memory over clue words"))
    for place, title in zip(places.flat, (*titles[0], *titles[1]), strict=True):
        place.set_title(title, fontsize=10)
    figure.suptitle("How time and memory of a run grow", x=0.01, ha="left", fontweight="bold", fontsize=11)
    note = "n = 1 run of each size, one worker, so no intervals; random with random, margin with nearest"
    figure.text(0.01, 0.925, note, fontsize=9)
    figure.tight_layout(rect=(0, 0, 1, 0.93))
    figure.savefig(HERE / "growth.png", dpi=100)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="the largest run")
    parser.add_argument("--clues", type=int, default=100_000, help="the largest lexicon")
    parser.add_argument("--least", type=int, default=0, help="leave out sizes below this")
    parser.add_argument("--play", nargs=3, metavar=("AGENTS", "GAMES", "CLUES"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        agents, *counts = options.play
        print(json.dumps(play(agents, *map(int, counts))))
        return
    sizes = [("games", a, n, 0) for a, counts in GAMES.items() for n in counts if n <= options.games]
    sizes += [("clue words", "margin", GAMES_PER_LEXICON, n) for n in CLUES if n <= options.clues]
    path = HERE / "summary.csv"
    before = list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []
    kept = {tuple(row[name] for name in COLUMNS[:4]): row for row in before}
    for size in sizes:
        if max(size[2:]) >= options.least:
            row = measure(*size)
            kept[tuple(row[name] for name in COLUMNS[:4])] = row
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                writer.writeheader()
                writer.writerows(kept.values())
    draw(list(kept.values()))


if __name__ == "__main__":
    main()
