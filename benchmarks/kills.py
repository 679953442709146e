"""Kill a run at random moments, go on with it, and compare it with one that was left alone.

``python benchmarks/kills.py`` plays a cross-play of about half a minute once undisturbed, and then again
and again: every sitting is killed (SIGKILL) at a random moment, every third time without its workers, and the
next one goes on with ``--resume``, until there were enough kills and the last run is whole. Every run that is
finished must have the rows of the undisturbed one, and nothing may lie beside its tables.
"""

import argparse
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

TABLES = ("matches", "turns", "guesses", "cards")
SPEC = """
rules = "duo"
spymasters = ["margin", "gaussian-listener", "kim(threshold=0.4)"]
guessers = ["nearest", "noisy", "nearest(embedding=glove50)"]
boards = {boards}
seed = 7
"""


def digest(folder: Path) -> str:
    """Return a hash of the sorted rows of all tables."""
    total = hashlib.sha256()
    for table in TABLES:
        frame = pd.read_parquet(folder / f"{table}.parquet")
        frame = frame.astype(dict.fromkeys(frame.select_dtypes("category"), str))
        frame = frame.sort_values(list(frame.columns)).reset_index(drop=True)
        total.update(frame.to_csv(index=False).encode())
    return total.hexdigest()


def start(spec: Path, out: Path, workers: int) -> "subprocess.Popen[bytes]":
    """Begin or go on with a run, in a process group of its own."""
    command = [sys.executable, "-m", "cluejam_ai", "run", str(spec), "-o", str(out), "--resume"]
    command += ["--workers", str(workers), "--block-size", "20"]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def main() -> None:
    """Print what each kill left, and whether the rows are those of the undisturbed run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=8.0, help="seconds that a sitting lasts at most")
    options = parser.parse_args()
    moments = random.Random(options.seed)
    with TemporaryDirectory() as scratch:
        spec, whole, hurt = (Path(scratch) / name for name in ("spec.toml", "whole", "hurt"))
        spec.write_text(SPEC.format(boards=options.boards))
        began = time.monotonic()
        assert start(spec, whole, 1).wait() == 0
        print(f"undisturbed: {time.monotonic() - began:.0f} s")
        wanted, kills, finished = digest(whole), 0, 0
        while kills < options.kills or hurt.exists():
            workers = 1 + kills % 2
            process = start(spec, hurt, workers)
            patience = moments.uniform(0.5, options.longest) if kills < options.kills else None
            try:
                _, told = process.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                alone = kills % 3 == 2
                (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
                process.wait()
                kills += 1
                left = len(list(hurt.glob("blocks/*.matches.arrow")))
                print(f"kill {kills} after {patience:.1f} s with {workers} workers: {left} blocks are there")
                continue
            assert process.returncode == 0, told.decode()
            finished += 1
            assert digest(hurt) == wanted, "the rows differ"
            names = sorted(path.name for path in hurt.iterdir())
            assert names == sorted(["manifest.json", *(f"{table}.parquet" for table in TABLES)]), names
            print(f"run {finished} is whole: the same rows, nothing left over")
            shutil.rmtree(hurt)
        print(f"{kills} kills, {finished} runs finished, all with the rows of the undisturbed run")


if __name__ == "__main__":
    main()
