"""The experiments of Kim, Ruzmaykin, Truong & Summerville, "Cooperation and Codenames", AIIDE 2019.

One spymaster and one guesser, each with vectors of its own, play boards dealt from seeds; the score is the
number of clues, 25 for a loss. With the published words and vectors every game comes out as recorded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from cluejam_ai.agents.guessers.nearest import NearestGuesser
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.agents.spymasters.kim import KimSpymaster
from cluejam_ai.arena.block import BlockRows, play_block
from cluejam_ai.arena.match import MatchPlayer
from cluejam_ai.arena.recorder import Vocabulary
from cluejam_ai.arena.schedule import MatchBlock, Pairing
from cluejam_ai.arena.seats import Seated, Team
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.embeddings.similarity import similarity_table
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.boards import Boards, kim2019_board
from cluejam_ai.game.cards import Bools, Ints
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.results.importers.kim2019 import LOSS, RecordedResult, read_results
from cluejam_ai.specs import ComponentSpec

THRESHOLDS = (0.3, 0.5, 0.7)
#: The published boards.
SEEDS = tuple(range(100, 1600, 50))
RULES = "solo(preset=kim2019)"


@dataclass(frozen=True)
class Cell:
    """One cell of the published table: who gives, who guesses, how near a clue has to be."""

    spymaster: str
    guesser: str
    threshold: float

    def __str__(self) -> str:
        return f"{self.spymaster} x {self.guesser}, T = {self.threshold}"


class Kim2019:
    """The experiment's words and boards, with a user's vectors.

    Parameters
    ----------
    words : str or Path
        A folder with `board_words.txt` and `clue_words.txt` of the published code, in their order.
    vectors : mapping of str to str or Path
        Vector files by the name of the space, like ``{"glove50": "glove.6B.50d.txt"}``.

    Raises
    ------
    CluejamError
        If a file is missing or broken, or a space lacks a word of the lists.
    """

    def __init__(self, words: str | Path, vectors: Mapping[str, str | Path]) -> None:
        if not vectors:
            raise CluejamError("no vectors; name at least one space, as in --vectors glove50=FILE")
        self.pool = read_list(Path(words) / "board_words.txt")
        self.clues = read_list(Path(words) / "clue_words.txt")
        self.vectors = dict(vectors)
        self._resources: dict[str, Resources] = {}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Board words in lower case, as vectors know them."""
        return tuple(word.lower() for word in self.pool)

    def cells(self) -> list[Cell]:
        """Return the cells that can be played: every space with every space at every threshold."""
        return [Cell(s, g, t) for s, g in product(self.vectors, repeat=2) for t in THRESHOLDS]

    def resources(self, space: str) -> Resources:
        """Return words and similarities in a space."""
        if space not in self._resources:
            if space not in self.vectors:
                raise CluejamError(f"no vectors for the space '{space}'; add --vectors {space}=FILE")
            spec = ComponentSpec.of("file", str(self.vectors[space]))
            table = similarity_table(load_embedding(spec), self.words, self.clues).values
            similarity = Similarity(table, np.ones(len(self.clues), dtype=bool))
            # the agents follow the paper's own legality, so ours is not asked
            verdicts = np.zeros(table.shape, dtype=np.uint8)
            self._resources[space] = Resources(self.words, self.clues, verdicts, lambda: similarity)
        return self._resources[space]

    def boards(self, seeds: Sequence[int]) -> Boards:
        """Return the boards of some seeds; a board's number is its seed."""
        dealt = [kim2019_board(seed, self.pool) for seed in seeds]
        index = {word: place for place, word in enumerate(self.pool)}
        return Boards(
            number=np.array(seeds, dtype=np.int64),
            words=np.array([[index[word] for word in words] for words, _ in dealt], dtype=np.int16),
            keys=np.array([key for _, key in dealt])[:, None],
            starts=np.zeros(len(seeds), dtype=np.int8),
        )

    def player(self, cell: Cell) -> MatchPlayer:
        """Return the agents of a cell at the table."""
        spymaster = KimSpymaster(self.resources(cell.spymaster), threshold=cell.threshold, published=True)
        guesser = NearestGuesser(self.resources(cell.guesser), own_key=False)
        team = Team(Seated(spymaster, "kim", np.uint64(0)), Seated(guesser, "nearest", np.uint64(0)))
        return MatchPlayer(parse_ruleset(RULES), (team, team), _stand_aside, len(self.clues))

    def play(self, cell: Cell, seeds: Sequence[int] = SEEDS) -> list[RecordedResult]:
        """Return how the games of a cell end, one for each seed."""
        rows = play_block(
            MatchBlock(0, 0, 0, len(seeds)),
            Pairing(cell.spymaster, cell.guesser, cell.spymaster, cell.guesser),
            self.player(cell),
            self.boards(seeds),
            Vocabulary(self.words, self.clues),
        )
        return [_result(cell, rows, match, seed) for match, seed in enumerate(seeds)]


@dataclass(frozen=True)
class Difference:
    """A recorded game that came out another way."""

    recorded: RecordedResult
    played: RecordedResult

    def __str__(self) -> str:
        r, p = self.recorded, self.played
        kinds = ("turns", "red", "blue", "civilian", "assassin")
        unlike = [f"{kind} {getattr(r, kind)}, here {getattr(p, kind)}" for kind in kinds]
        where = f"{r.spymaster} x {r.guesser}, T = {r.threshold}, seed {r.seed}"
        return f"{where}: " + "; ".join(
            text for kind, text in zip(kinds, unlike, strict=True) if getattr(r, kind) != getattr(p, kind)
        )


def compare(experiment: Kim2019, results: str | Path) -> tuple[int, list[Difference]]:
    """Return how many recorded games were played again, and those that came out another way.

    Games of spaces that the experiment has no vectors for are left out.
    """
    recorded = [
        row for row in read_results(results) if {row.spymaster, row.guesser} <= set(experiment.vectors)
    ]
    by_cell: dict[Cell, list[RecordedResult]] = {}
    for row in recorded:
        by_cell.setdefault(Cell(row.spymaster, row.guesser, row.threshold), []).append(row)
    different = []
    for cell, rows in by_cell.items():
        played = experiment.play(cell, [row.seed for row in rows])
        different += [Difference(r, p) for r, p in zip(rows, played, strict=True) if r != p]
    return len(recorded), different


def summarise(results: Sequence[RecordedResult]) -> dict[str, Any]:
    """Return the figures of a cell: score25, win rate, games, and losses by cause."""
    won = [row for row in results if row.won]
    return {
        "score25": float(np.mean([row.turns for row in results])),
        "win_rate": len(won) / len(results),
        "games": len(results),
        "assassin": sum(row.assassin for row in results),
        "turns_given_win": float(np.mean([row.turns for row in won])) if won else float("nan"),
    }


def read_list(path: Path) -> tuple[str, ...]:
    """Return the words of a published list in their order.

    Raises
    ------
    CluejamError
        If the file cannot be read or holds no words.
    """
    try:
        words = tuple(path.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError) as error:
        raise CluejamError(f"cannot read the published words in {path}: {error}") from error
    if not words:
        raise CluejamError(f"{path} holds no words")
    return words


def _result(cell: Cell, rows: BlockRows, match: int, seed: int) -> RecordedResult:
    matches = rows.matches
    return RecordedResult(
        spymaster=cell.spymaster,
        guesser=cell.guesser,
        threshold=cell.threshold,
        seed=seed,
        turns=int(matches["turns"][match]) if matches["won"][match] else LOSS,
        blue=int(matches["other"][match]),
        civilian=int(matches["bystander"][match]),
        assassin=int(matches["assassin"][match]),
        red=int(matches["agent"][match]),
    )


def _stand_aside(words: Ints, clue: Ints, covered: Bools) -> Bools:
    return np.ones(len(clue), dtype=bool)
