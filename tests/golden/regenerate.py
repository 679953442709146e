"""Write the golden files anew: ``python tests/golden/regenerate.py``; then read the difference.

- ``<ruleset>.txt`` is a match told turn by turn: `cluejam show` of a fixed run.
- ``run_v1`` is a small run in schema version 1. It stays as it is for ever, so that old runs stay readable;
  it is written only if it is not there.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import cluejam_ai
from cluejam_ai.results.run import Run
from cluejam_ai.terminal.replay import find_match, tell

HERE = Path(__file__).parent
#: One match of each ruleset: agents that make mistakes, so that every kind of touch and end occurs.
PLAYTHROUGHS = {
    "classic": ("classic", "margin", "noisy(temperature=0.15)"),
    "duo": ("duo", "margin", "noisy(temperature=0.04)"),
    "duet": ("duet(turns=4, sudden_death=true)", "margin", "noisy(temperature=0.03)"),
    "solo": ("solo(preset=kim2019)", "kim(threshold=0.7)", "noisy(temperature=0.06)"),
}
SEED = 11


def play(name: str, folder: Path) -> Run:
    """Return the run that a playthrough is taken from."""
    rules, spymaster, guesser = PLAYTHROUGHS[name]
    return cluejam_ai.play(rules, spymaster, guesser, games=3, seed=SEED, out=folder)


def playthrough(run: Run) -> str:
    """Return the first match of a run in plain text."""
    lines = "\n".join(block.plain for block in tell(find_match(run, 0))).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main() -> None:
    """Write all golden files."""
    with TemporaryDirectory() as folder:
        for name in PLAYTHROUGHS:
            (HERE / f"{name}.txt").write_text(playthrough(play(name, Path(folder) / name)))
    if not (HERE / "run_v1").exists():
        cluejam_ai.crossplay(
            "duo", ["margin", "random"], ["noisy(temperature=0.1)"], games=4, seed=SEED, out=HERE / "run_v1"
        )


if __name__ == "__main__":
    main()
