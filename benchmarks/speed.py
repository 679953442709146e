"""How fast whole games are played on one core of this machine: ``python benchmarks/speed.py [--json]``.

Every rate is the median over repeats, with the tables of similarity and legality made before. Two ways are
timed: the arena alone, and `cluejam_ai.play` with all its records written to a folder. Beside them stand a
plain program that plays one board at a time with the same result (see `plain.py`) and the peak memory of a
long run.
"""

# ruff: noqa: E402
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before numpy is imported

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np
import plain

import cluejam_ai
from cluejam_ai.api import make_pairing
from cluejam_ai.arena.schedule import blocks
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop

SEED = 1
#: label: rules, spymaster, guesser, games
MATCHES = {
    "random": ("classic", "random", "random", 20_000),
    "margin": ("duo", "margin", "nearest", 2_000),
    "kim": ("solo", "kim", "nearest", 1_000),
}
#: Matches in a block, as `cluejam_ai.play` cuts a run for one worker: more where a match is cheap.
BLOCKS = {"random": 4096, "margin": 256, "kim": 256}
MEMORY_GAMES = 100_000

#: What others report; not measured here.
REPORTED = [
    {
        "what": "solo, vector spymaster of the public competition framework (7,191 clue words)",
        "games_per_second": 0.019,
    }
]


def workshop(label: str, n_games: int, heard: str = "use") -> Workshop:
    """Return all that a measurement is played with, made before; `heard` is the guesser's embedding."""
    rules, spymaster, guesser, _ = MATCHES[label]
    pairing = make_pairing(spymaster, guesser, guesser_embedding=heard, rules=rules)
    made = Workshop(RunSpec(rules=rules, pairings=(pairing,), games=n_games, seed=SEED))
    made.prepare()
    return made


def play_arena(made: Workshop, block_size: int) -> None:
    """Play all blocks of a run and drop their rows."""
    for block in blocks(made.spec.games, made.seatings(), block_size=block_size):
        made.play(block)


def play_recorded(label: str, n_games: int) -> None:
    """Play a run with records in a folder that is removed."""
    rules, spymaster, guesser, _ = MATCHES[label]
    with tempfile.TemporaryDirectory() as folder:
        cluejam_ai.play(rules, spymaster, guesser, games=n_games, seed=SEED, out=Path(folder) / "run")


@dataclass(frozen=True)
class Rate:
    """Games a second: by the clock, and by the processor's time, which other programs do not touch."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:,.0f} ({self.processor:,.0f})"


def rate(task: Callable[[], object], n_games: int, repeats: int) -> Rate:
    """Return the medians of games a second; the first, cold time does not count."""
    clock, processor = [], []
    for _ in range(repeats + 1):
        began = time.perf_counter(), time.process_time()
        task()
        clock.append(time.perf_counter() - began[0])
        processor.append(time.process_time() - began[1])
    return Rate(n_games / median(clock[1:]), n_games / median(processor[1:]))


def tables_of(made: Workshop, heard: str = "use") -> plain.Tables:
    """Return what the plain program looks up."""
    resources = made.resources("use")
    rank = np.argsort(np.argsort(np.array(resources.words)))
    cosine, theirs = resources.similarity.table, made.resources(heard).similarity.table
    return plain.Tables(cosine, theirs, resources.verdicts > 0, rank)


def play_plain(made: Workshop, tables: plain.Tables) -> list[plain.Match]:
    """Play the boards of a run one after the other."""
    boards = made.boards(0, made.spec.games)
    pairs = zip(boards.words, boards.keys, strict=True)
    return [plain.play(plain.Match(words, keys), tables) for words, keys in pairs]


def differences(made: Workshop, matches: list[plain.Match]) -> list[int]:
    """Return the boards on which the arena plays otherwise than the plain program, touch by touch."""
    (block,) = blocks(made.spec.games, made.seatings(), block_size=made.spec.games)
    rows = made.play(block)
    clues = np.array(rows.turns["clue"].names)[rows.turns["clue"].codes].tolist()
    columns = ("board", "turn", "seat", "number", "targets", "touches", "right")
    turns: list[list[tuple]] = [[] for _ in matches]
    for clue, board, *rest in zip(clues, *(rows.turns[name].tolist() for name in columns), strict=True):
        turns[board].append((clue, *rest))
    columns = ("board", "turn", "touch", "place")
    touches: list[list[tuple]] = [[] for _ in matches]
    for board, *rest in zip(*(rows.guesses[name].tolist() for name in columns), strict=True):
        touches[board].append(tuple(rest))
    endings = np.array(rows.matches["ending"].names)[rows.matches["ending"].codes].tolist()
    ours = zip(turns, touches, endings, strict=True)
    theirs = [(_as_rows(match, made.vocabulary.clues), match.touches, match.ending) for match in matches]
    return [board for board, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1]]


def _as_rows(match: plain.Match, clues: Sequence[str]) -> list[tuple]:
    """Return the turns of a plain match as the arena's table has them."""
    return [
        (clues[word], turn, seat, number, sum(1 << place for place in targets), touches, right)
        for turn, seat, word, number, targets, touches, right in match.turns
    ]


def peak_memory(n_games: int) -> float:
    """Return the largest resident memory, in MiB, of a process that plays and records random games."""
    code = (
        "import resource, sys; sys.path.insert(0, sys.argv[1]); import speed; "
        "speed.play_recorded('random', int(sys.argv[2])); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    command = [sys.executable, "-c", code, str(Path(__file__).parent), str(n_games)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


def machine() -> dict[str, object]:
    """Return what the figures were measured on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor(),
        "cores": os.cpu_count(),
        "cores_used": 1,
        "load": round(os.getloadavg()[0], 1),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "cluejam-ai": cluejam_ai.__version__,
    }


def measure_game(label: str, scale: float, repeats: int) -> dict[str, object]:
    """Return the rates of one game between one pairing."""
    rules, spymaster, guesser, games = MATCHES[label]
    n_games = max(1, round(games * scale))
    made = workshop(label, n_games)
    return {
        "rules": rules,
        "spymaster": spymaster,
        "guesser": guesser,
        "games": n_games,
        "arena": rate(lambda: play_arena(made, BLOCKS[label]), n_games, repeats),
        "recorded": rate(lambda: play_recorded(label, n_games), n_games, repeats),
    }


def measure(repeats: int, scale: float) -> dict[str, object]:
    """Return all figures.

    Raises
    ------
    SystemExit
        If the plain program and the arena do not play the same games.
    """
    rates = [measure_game(label, scale, repeats) for label in MATCHES]
    n_plain = max(1, round(300 * scale))
    made = workshop("margin", n_plain)
    tables = tables_of(made)
    unlike = differences(made, play_plain(made, tables))
    if unlike:
        raise SystemExit(f"the plain program plays otherwise on boards {unlike}; the ratio means nothing")
    plain_rate = rate(lambda: play_plain(made, tables), n_plain, repeats)
    n_memory = max(1, round(MEMORY_GAMES * scale))
    return {
        "machine": machine(),
        "repeats": repeats,
        "clue_words": tables.cosine.shape[1],
        "rates": rates,
        "plain": {"games": n_plain, "rate": plain_rate, "same_rows": True},
        "arena_to_plain": rates[1]["arena"].processor / plain_rate.processor,
        "memory": {"games": n_memory, "peak_mib": peak_memory(n_memory)},
        "reported_elsewhere": REPORTED,
    }


def show(found: dict) -> None:
    """Print the figures as text."""
    print(", ".join(f"{key} {value}" for key, value in found["machine"].items()))
    print(f"{found['clue_words']:,} clue words, medians of {found['repeats']} repeats")
    print("whole games a second of the clock (and of processor time, which other programs do not touch)\n")
    print(f"{'game':10}{'spymaster':11}{'guesser':10}{'games':>8}{'arena alone':>18}{'with records':>18}")
    for row in found["rates"]:
        print(
            f"{row['rules']:10}{row['spymaster']:11}{row['guesser']:10}{row['games']:>8,}"
            f"{row['arena']!s:>18}{row['recorded']!s:>18}"
        )
    print(f"\nduo, margin, nearest, one board at a time (benchmarks/plain.py): {found['plain']['rate']}")
    print(f"the same games, touch by touch; the arena is {found['arena_to_plain']:.1f} times as fast")
    for peer in found["reported_elsewhere"]:
        print(f"reported elsewhere, not measured here: {peer['what']}: {peer['games_per_second']}")
    memory = found["memory"]
    print(f"peak memory of {memory['games']:,} random games with records: {memory['peak_mib']:,.0f} MiB")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Games a second on one core, and peak memory.")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--repeats", type=int, default=5, help="timed repeats of everything")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the usual number of games")
    options = parser.parse_args()
    found = measure(options.repeats, options.scale)
    if options.json:
        print(json.dumps(found, indent=2, default=asdict))
    else:
        show(found)


if __name__ == "__main__":
    main()
