"""All figures of ``cluejam bench``."""

import math
import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cluejam_ai
from cluejam_ai import machine
from cluejam_ai.agents.scratch import aligned
from cluejam_ai.bench.games import (
    GAMES,
    SEED,
    Game,
    differences,
    plain_tables,
    play_arena,
    play_bare,
    play_plain,
    positions,
)
from cluejam_ai.bench.pruning import PRUNED, measure_pruning
from cluejam_ai.bench.timing import Process, ratio, run_process, summary, times
from cluejam_ai.errors import CluejamError, UnknownNameError

#: Is told what is measured next.
Tell = Callable[[str], None]

#: What others report, or was measured by others on a machine like this; none of it is measured here.
REPORTED = (
    ("solo, vector spymaster of the public competition framework, 7,191 clue words", 0.019),
    ("solo, the same spymaster in plain numpy", 73.0),
    ("duet, the only public self-play, 1,000 clue words", 0.25),
    ("classic, the best batched public environment, random agents", 524.0),
)
_CARDS_GATHERED = 25
_PLAIN_GAMES = 200
_MEMORY_GAMES = 20_000

_RANDOM = ("simulate", "--rules", "classic", "--spymaster", "random", "--guesser", "random")
_LIGHT = ("simulate", "--rules", "duo", "--spymaster", "margin", "--guesser", "nearest")
_SIMULATE = """
import sys
from cluejam_ai.cli.app import app
app(sys.argv[1:], standalone_mode=False)
"""


def measure(
    *, repeats: int, scale: float, long_seconds: float, tell: Tell, only: Sequence[str] = ()
) -> dict[str, Any]:
    """Return all figures.

    Parameters
    ----------
    repeats : int
        Timed repeats of everything, from 1.
    scale : float
        Share of the usual numbers of games.
    long_seconds : float
        How long the run is that is played by one worker and by two; 0 leaves it out.
    tell : callable
        Is told what is measured next.
    only : sequence of str
        Names of `GAMES`; with these nothing else is measured.

    Raises
    ------
    CluejamError
        If the plain program and the arena do not play the same games, or a game is not known.
    """
    for name in only:
        if name not in GAMES:
            raise UnknownNameError("game of the benchmark:", name, GAMES)
    found: dict[str, Any] = {"machine": describe_machine(), "repeats": repeats, "scale": scale, "seed": SEED}
    found["games"] = []
    for label, game in GAMES.items():
        if only and label not in only:
            continue
        tell(f"{game.rules}: {game.spymaster}, {game.guesser}")
        found["games"].append(measure_game(label, game, repeats, scale))
    if only:
        return {**found, "load_after": _load()}
    tell("the plain program")
    found["plain"] = measure_plain(repeats, scale)
    found["pruning"] = []
    for name in PRUNED:
        tell(f"{name}, with few clues weighed and with all")
        found["pruning"].append(measure_pruning(name, scale))
    tell("whole processes")
    found["processes"] = measure_processes(repeats, scale)
    if long_seconds:
        tell(f"one worker and two, {long_seconds:.0f} seconds and more")
        found["workers"] = measure_workers(long_seconds, found["games"])
    found["load_after"] = _load()
    found["reported_elsewhere"] = [{"what": what, "games_per_second": rate} for what, rate in REPORTED]
    return found


def describe_machine() -> dict[str, Any]:
    """Return what the figures are measured on."""
    return {
        "processor": machine.processor(),
        "cores": os.cpu_count(),
        "cache_l2_bytes": machine.cache_bytes(2),
        "cache_l3_bytes": machine.cache_bytes(3),
        "memory_bytes": machine.memory_bytes(),
        "load": _load(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "cluejam-ai": cluejam_ai.__version__,
    }


def _load() -> float:
    return round(os.getloadavg()[0], 1)


def measure_game(label: str, game: Game, repeats: int, scale: float) -> dict[str, Any]:
    """Return the rates of a game on one core, and what one clue takes beside reading its 25 rows once."""
    n_games = max(1, round(game.games * scale))
    made = game.workshop(n_games)
    play_all = play_arena if game.rows else play_bare
    n_clues = play_all(made, game.block_size)
    (pairing,) = made.spec.pairings
    views = positions(made, game.block_size)
    agent = made.player(pairing).teams[0].spymaster.agent
    tasks: dict[str, Callable[[], object]] = {"play": lambda: play_all(made, game.block_size)}
    if agent.uses_embedding:
        words = np.concatenate([view.words for view in views]).astype(np.intp)
        keys = np.zeros(max(map(len, views)), dtype=np.uint64)
        tasks["clues"] = lambda: [agent.give_clues(view, keys[: len(view)], {}) for view in views]
        similarity = made.resources(game.embedding).similarity
        tasks["float32"] = _gathering(similarity.table, words)
        tasks["uint8"] = _gathering(similarity.narrow.levels, words)
    measured = times(tasks, repeats)
    play = summary(measured["play"])
    row: dict[str, Any] = {
        "name": label,
        "rules": game.rules,
        "spymaster": pairing.spymaster,
        "guesser": pairing.guesser,
        "clue_words": len(made.vocabulary.clues),
        "rows_made": game.rows,
        "games": n_games,
        "clues": n_clues,
        "games_per_second": n_games / play.processor,
        "games_per_second_clock": n_games / play.clock,
        "spread": play.spread,
        "clues_per_second": n_clues / play.processor,
        "microseconds_a_clue_played": 1e6 * play.processor / n_clues,
    }
    if "clues" in tasks:
        for name in ("clues", "float32", "uint8"):
            key = {"clues": "microseconds_a_clue"}.get(name, f"microseconds_to_gather_{name}")
            row[key] = 1e6 * summary(measured[name]).processor / n_clues
        row["to_gather_float32"] = ratio(measured["clues"], measured["float32"])
        row["to_gather_uint8"] = ratio(measured["clues"], measured["uint8"])
    return row


def _gathering(table: NDArray[Any], words: NDArray[Any]) -> Callable[[], object]:
    """Return a task that copies the 25 rows of every clue once, into memory that is used again."""
    rows = aligned((_CARDS_GATHERED, table.shape[1]), table.dtype)

    def gather() -> None:
        for cards in words:
            table.take(cards, axis=0, out=rows, mode="clip")

    return gather


def measure_plain(repeats: int, scale: float) -> dict[str, Any]:
    """Return how fast the plain program plays the same games as the arena, one board at a time."""
    game = GAMES["margin"]
    n_games = max(1, round(_PLAIN_GAMES * scale))
    made = game.workshop(n_games)
    tables = plain_tables(made)
    unlike = differences(made, play_plain(made, tables))
    if unlike:
        raise CluejamError(f"the plain program plays otherwise on boards {unlike}; comparing means nothing")
    tasks: dict[str, Callable[[], object]] = {
        "plain": lambda: play_plain(made, tables),
        "arena": lambda: play_arena(made, game.block_size),
    }
    measured = times(tasks, repeats)
    return {
        "games": n_games,
        "same_games": True,
        "games_per_second": n_games / summary(measured["plain"]).processor,
        "arena_to_plain": ratio(measured["plain"], measured["arena"]),
    }


def measure_processes(repeats: int, scale: float) -> list[dict[str, Any]]:
    """Return what whole processes take, with tables cached: the help, a run, the memory of a long one."""
    n_games, n_long = max(1, round(1000 * scale)), max(1, round(_MEMORY_GAMES * scale))
    plans = (
        ("cluejam --help", ["--help"], repeats),
        (
            f"cluejam simulate, {n_games} duo games, margin x nearest",
            [*_LIGHT, "--games", str(n_games), "--seed", "1"],
            repeats,
        ),
        (
            f"cluejam simulate, {n_games} duo games, nobody named",
            ["simulate", "--games", str(n_games), "--seed", "1"],
            1,
        ),
        (
            f"{n_long} random classic games with records",
            [*_RANDOM, "--games", str(n_long), "--seed", "1"],
            1,
        ),
    )
    rows = []
    for what, words, n in plans:
        done = sorted((_simulate(words) for _ in range(n)), key=lambda process: process.processor)
        rows.append({"what": what, **vars(done[len(done) // 2])})
    return rows


def _simulate(words: list[str]) -> Process:
    with tempfile.TemporaryDirectory() as folder:
        out = ["--out", str(Path(folder) / "run")] if words[0] == "simulate" else []
        return run_process(_SIMULATE, *words, *out)


def measure_workers(seconds: float, games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return how much faster two workers play a run than one, with their start-up apart."""
    (rate,) = (row["games_per_second"] for row in games if row["name"] == "margin")
    n_games, alone = long_enough(seconds, max(4, round(rate * seconds)), lambda n: _play_seconds(n, 1))
    played = {1: alone, 2: _play_seconds(n_games, 2)}
    started = _play_seconds(2, 2)
    return {
        "games": n_games,
        "one_seconds": played[1],
        "two_seconds": played[2],
        "start_seconds": started,
        "two_to_one": played[1] / max(played[2] - started, 1e-9),
        "two_to_one_with_start": played[1] / played[2],
    }


def long_enough(seconds: float, n_games: int, play: Callable[[int], float]) -> tuple[int, float]:
    """Return how many games take at least so many seconds, from a first guess on, and how long they took."""
    taken = play(n_games)
    while taken < seconds:
        n_games = math.ceil(n_games * max(1.1, 1.1 * seconds / taken))
        taken = play(n_games)
    return n_games, taken


def _play_seconds(n_games: int, workers: int) -> float:
    """Return how long the games of a run take by the clock, records written but not joined."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        run = cluejam_ai.play("duo", "margin", "nearest", games=n_games, seed=SEED, workers=workers, out=out)
        return float(run.manifest["timing"]["play_seconds"])
