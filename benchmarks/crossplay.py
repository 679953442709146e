"""What sharing clues saves: a 6 x 6 cross-play against its 36 pairings played one by one, in CPU time.

``python benchmarks/crossplay.py`` plays both on the same boards and compares all rows. Making agents and
tables, and what agents still make when they are first asked, is shown apart: every run plays another board
first.
"""

import argparse
import time
from collections.abc import Sequence

from cluejam_ai.arena.block import BlockRows
from cluejam_ai.arena.schedule import MatchBlock, blocks, together
from cluejam_ai.arena.sharing import ClueMemos
from cluejam_ai.components import make_pairing
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.results.store import to_arrow
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop

SPYMASTERS = (
    "margin",
    "margin(margin=0.0)",
    "kim(threshold=0.4)",
    "ace-basic",
    "gaussian-listener",
    "plackett-luce-listener",
)
GUESSERS = {
    "one space": (
        "nearest",
        "nearest(stop=0.3)",
        "noisy(temperature=0.02)",
        "noisy(temperature=0.05)",
        "noisy(temperature=0.1)",
        "bayes",
    ),
    "one kind": (
        "nearest",
        "nearest(stop=0.2)",
        "nearest(stop=0.3)",
        "nearest(bonus=true)",
        "nearest(own_key=false)",
        "nearest(bonus=true, stop=0.2)",
    ),
    "four spaces": (
        "nearest",
        "noisy",
        "bayes",
        "nearest(embedding=glove50)",
        "nearest(embedding=minilm)",
        "nearest(embedding=wordnet-gloss)",
    ),
}
SEED = 1


class Bench:
    """Runs of some pairings, and what they cost."""

    def __init__(self, rules: str, spymasters: Sequence[str], guessers: Sequence[str], boards: int) -> None:
        began = time.process_time()
        pairings = tuple(make_pairing(s, g, rules=rules) for s in spymasters for g in guessers)
        self.boards = boards
        self.spec = RunSpec(parse_ruleset(rules).label, pairings, boards + 1, SEED)
        self.workshop = Workshop(self.spec)
        self.workshop.prepare()
        for place in range(len(pairings)):
            self.workshop.play(MatchBlock(place, 0, boards, boards + 1))
        self.start = time.process_time() - began
        self.clues = self.shared = 0
        began = time.process_time()
        self.rows = self._play()
        self.play = time.process_time() - began

    def _play(self) -> dict[str, list[BlockRows]]:
        """Return the rows of each pairing, in blocks of the size that a run has."""
        rows: dict[str, list[BlockRows]] = {str(pairing): [] for pairing in self.spec.pairings}
        for group in together(
            blocks(self.boards, self.workshop.seatings(), block_size=256), self.spec.pairings
        ):
            memos: ClueMemos | None = {} if len(group) > 1 else None
            for block in group:
                rows[str(self.spec.pairings[block.pairing])].append(self.workshop.play(block, memos))
            self.clues += sum(memo.asked for memo in (memos or {}).values())
            self.shared += sum(memo.shared for memo in (memos or {}).values())
        return rows


def told(played: Sequence[BlockRows]) -> list[list[dict[str, object]]]:
    """Return the rows of blocks as plain values, turns and guesses in order."""
    found = []
    for name, key in (("turns", ("board", "turn")), ("guesses", ("board", "turn", "touch"))):
        rows = [row for part in played for row in to_arrow(name, vars(part)[name]).to_pylist()]
        found.append(sorted(rows, key=lambda row, key=key: [row[k] for k in key]))
    return found


def main() -> None:
    """Print what both cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=96)
    parser.add_argument("--rules", default="duo")
    options = parser.parse_args()
    for label, guessers in GUESSERS.items():
        both = Bench(options.rules, SPYMASTERS, guessers, options.boards)
        play = start = 0.0
        for spymaster in SPYMASTERS:
            for guesser in guessers:
                one = Bench(options.rules, [spymaster], [guesser], options.boards)
                play, start = play + one.play, start + one.start
                ((name, rows),) = one.rows.items()
                assert told(both.rows[name]) == told(rows), f"the rows of {name} differ"
        asked = both.clues / (both.clues + both.shared)
        start_up = f"start-up {both.start:.1f} s and {start:.1f} s"
        print(
            f"{options.rules}, guessers of {label}: in one run {both.play:.2f} s, 36 runs {play:.2f} s: "
            f"{both.play / play:.0%}; clues thought of {asked:.0%}; {start_up}"
        )


if __name__ == "__main__":
    main()
