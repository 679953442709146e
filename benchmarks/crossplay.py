"""What sharing clues saves: a 6 x 6 cross-play against its 36 pairings played one by one, in CPU time.

``python benchmarks/crossplay.py`` plays both on the same boards and compares all rows. Making agents and
tables, and what agents still make when they are first asked, is shown apart: every run plays another board
first. Blocks of one spymaster go together in any run, so it is measured spymaster by spymaster.

A line tells the CPU time of both, which part of the 36 runs is spent in spymasters, how many of the states in
which a clue is due are different, and what the clues of the one run take of the 36. Unlike guessers touch
other cards from the first turn on, so about three of four states differ. The rest are guessers and the arena,
whose work is not shared.

96 boards, November 2026, cores that others were using: an AMD EPYC, and below it an Intel Xeon on which also
the clues of the one run were timed.

======================  ====  ====================  ====
guessers                duo   its clues alone       solo
======================  ====  ====================  ====
variants of one         54 %                        44 %
                        50 %                        40 %
unlike, one space       68 %                        67 %
                        67 %  53 %                  62 %
unlike, four spaces     72 %                        74 %
                        69 %  54 %                  77 %
======================  ====  ====================  ====

With guessers of four spaces it is 61 % (kim) to 81 % (ace-basic) in duo; the two listeners are 60 % of the
time. Ordering a batch by board, so that 25 rows of the table serve all its states, brought 5 % of the time of
clues and was left out.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from operator import itemgetter
from typing import Any

from cluejam_ai.agents.base import SPYMASTERS as REGISTRY
from cluejam_ai.arena.block import BlockRows
from cluejam_ai.arena.schedule import MatchBlock, blocks, together
from cluejam_ai.arena.sharing import ClueMemos
from cluejam_ai.components import make_pairing
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.results.store import to_arrow
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop
from cluejam_ai.worker import at_once

SPYMASTERS = (
    "margin",
    "kim(threshold=0.4)",
    "harmonic",
    "ace-basic",
    "gaussian-listener",
    "plackett-luce-listener",
)
GUESSERS = {
    "variants of one": (
        "nearest",
        "nearest(stop=0.2)",
        "nearest(stop=0.3)",
        "nearest(bonus=true)",
        "nearest(own_key=false)",
        "nearest(bonus=true, stop=0.2)",
    ),
    "one space": (
        "nearest",
        "nearest(stop=0.3)",
        "noisy(temperature=0.02)",
        "noisy(temperature=0.05)",
        "noisy(temperature=0.1)",
        "bayes",
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


class Timed:
    """A method of an agent that adds up its CPU time."""

    def __init__(self, agent: Any) -> None:
        self.method, self.seconds = agent.give_clues, 0.0
        agent.give_clues = self

    def __call__(self, *args: Any) -> Any:
        """Return what the method returns."""
        began = time.process_time()
        answer = self.method(*args)
        self.seconds += time.process_time() - began
        return answer


class Bench:
    """Runs of some pairings, and what they cost."""

    def __init__(self, rules: str, spymaster: str, guessers: Sequence[str], boards: int) -> None:
        began = time.process_time()
        pairings = tuple(make_pairing(spymaster, guesser, rules=rules) for guesser in guessers)
        self.boards = boards
        self.spec = RunSpec(parse_ruleset(rules).label, pairings, boards + 1, SEED)
        self.workshop = Workshop(self.spec)
        self.workshop.prepare()
        for place in range(len(pairings)):
            self.workshop.play(MatchBlock(place, 0, boards, boards + 1))
        self.start = time.process_time() - began
        self.asked = self.shared = 0
        timed = Timed(self.workshop.agent(REGISTRY, pairings[0].spymaster).agent)
        began = time.process_time()
        self.rows = self._play()
        self.play = time.process_time() - began
        self.thinking = timed.seconds

    def _play(self) -> dict[str, list[BlockRows]]:
        """Return the rows of each pairing, in blocks of the size that a run has."""
        rows: dict[str, list[BlockRows]] = {str(pairing): [] for pairing in self.spec.pairings}
        todo = blocks(self.boards, self.workshop.seatings(), block_size=256)
        for group in together(todo, self.spec.pairings):
            memos: ClueMemos | None = {} if len(group) > 1 else None
            for part in at_once(group):
                for block, played in zip(part, self.workshop.play_at_once(part, memos), strict=True):
                    rows[str(self.spec.pairings[block.pairing])].append(played)
            self.asked += sum(memo.asked for memo in (memos or {}).values())
            self.shared += sum(memo.shared for memo in (memos or {}).values())
        return rows


def told(played: Sequence[BlockRows]) -> list[list[dict[str, object]]]:
    """Return the rows of blocks as plain values, turns and guesses in order."""
    found = []
    for name, key in (("turns", ("board", "turn")), ("guesses", ("board", "turn", "touch"))):
        rows = [row for part in played for row in to_arrow(name, vars(part)[name]).to_pylist()]
        found.append(sorted(rows, key=itemgetter(*key)))
    return found


@dataclass
class Cost:
    """CPU seconds of one run and of separate ones, and what they are spent on; see the module."""

    together: float = 0.0
    separate: float = 0.0
    thinking: float = 0.0
    clues_together: float = 0.0
    asked: int = 0
    states: int = 0
    start_together: float = 0.0
    start_separate: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.together:.2f} s of {self.separate:.2f} s, {self.together / self.separate:.0%} "
            f"(clues take {self.thinking / self.separate:.0%}, {self.asked / self.states:.0%} of the states "
            f"differ; in one run clues take {self.clues_together / self.separate:.0%}; "
            f"start-up {self.start_together:.1f} s and {self.start_separate:.1f} s)"
        )


def cost(rules: str, spymaster: str, guessers: Sequence[str], boards: int) -> Cost:
    """Return what one spymaster costs with six guessers in one run and in six."""
    both = Bench(rules, spymaster, guessers, boards)
    found = Cost(together=both.play, asked=both.asked, states=both.asked + both.shared)
    found.start_together, found.clues_together = both.start, both.thinking
    for guesser in guessers:
        one = Bench(rules, spymaster, [guesser], boards)
        ((name, rows),) = one.rows.items()
        assert told(both.rows[name]) == told(rows), f"the rows of {name} differ"
        found += Cost(separate=one.play, thinking=one.thinking, start_separate=one.start)
    return found


def main() -> None:
    """Print what both cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=96)
    parser.add_argument("--rules", default="duo")
    options = parser.parse_args()
    for label, guessers in GUESSERS.items():
        whole = Cost()
        for spymaster in SPYMASTERS:
            found = cost(options.rules, spymaster, guessers, options.boards)
            print(f"{options.rules}, {label}, {spymaster}: {found}", flush=True)
            whole += found
        print(f"{options.rules}, {label}, all: {whole}", flush=True)


if __name__ == "__main__":
    main()
