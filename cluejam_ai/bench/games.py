"""The games that are timed: fixed boards, fixed agents, with the tables made before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Memory, Spymaster
from cluejam_ai.arena.block import play_block, play_matches
from cluejam_ai.arena.match import MatchPlayer
from cluejam_ai.arena.recorder import Recorder
from cluejam_ai.arena.schedule import blocks
from cluejam_ai.arena.seats import Team
from cluejam_ai.bench import plain
from cluejam_ai.components import make_pairing
from cluejam_ai.game.views import SpymasterView
from cluejam_ai.runspec import RunSpec
from cluejam_ai.seeding import Keys
from cluejam_ai.wiring import Workshop

SEED = 1


@dataclass(frozen=True)
class Game:
    """What is timed.

    Attributes
    ----------
    rules, spymaster, guesser, embedding : str
        As in `cluejam_ai.play`.
    games : int
        Boards of one timed run.
    block_size : int
        Matches in a block, many where one is cheap.
    rows : bool
        Whether the rows of matches, turns and touches are made; if not, only outcomes are.
    """

    rules: str
    spymaster: str
    guesser: str
    games: int
    block_size: int
    embedding: str = "use"
    rows: bool = True

    def workshop(self, n_games: int | None = None, heard: str = "") -> Workshop:
        """Return all that it is played with, made; `heard` is the guesser's embedding if it is another."""
        pairing = make_pairing(
            self.spymaster,
            self.guesser,
            spymaster_embedding=self.embedding,
            guesser_embedding=heard or self.embedding,
            rules=self.rules,
        )
        n = self.games if n_games is None else n_games
        made = Workshop(RunSpec(rules=self.rules, pairings=(pairing,), games=n, seed=SEED))
        made.prepare()
        return made


#: Three families of vectors.
MIX = "use+minilm+glove50"
#: By the name of what decides the speed.
GAMES = {
    "random": Game("classic", "random", "random", 50_000, 50_000, rows=False),
    "margin": Game("duo", "margin", "nearest", 2_000, 256),
    "kim": Game("solo", "kim(threshold=0.7)", "nearest", 1_000, 256),
    "gaussian": Game("duo", "gaussian-listener", "nearest", 100, 100, MIX),
    "robust": Game("duo", "robust", "bayes", 100, 100, MIX),
}


def play_arena(made: Workshop, block_size: int) -> int:
    """Play all blocks of a run, drop their rows and return how many clues were given."""
    schedule = blocks(made.spec.games, made.seatings(), block_size=block_size)
    return sum(len(made.play(block).turns["number"]) for block in schedule)


@dataclass
class _Tally(Recorder):
    """Keeps the outcomes of matches, and how many clues were given."""

    n_clues: int = 0

    def add(self, table: str, **columns: NDArray[Any]) -> None:
        """Add outcomes; count clues."""
        if table == "matches":
            super().add(table, **columns)
        elif table == "turns":
            self.n_clues += len(columns["number"])


def play_bare(made: Workshop, block_size: int) -> int:
    """Play all blocks of a run without making rows and return how many clues were given."""
    n_clues = 0
    (pairing,) = made.spec.pairings
    for block in blocks(made.spec.games, made.seatings(), block_size=block_size):
        tally = _Tally()
        boards = made.boards(block.first, block.stop)
        play_matches([(block, pairing)], made.player(pairing), boards, recorder=tally)
        n_clues += tally.n_clues
    return n_clues


class _Overheard(Spymaster):
    """A spymaster that keeps what it was asked about."""

    def __init__(self, inner: Spymaster) -> None:
        self.inner = inner
        self.own_legality = inner.own_legality
        self.views: list[SpymasterView] = []

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return the clues of the other."""
        self.views.append(view)
        return self.inner.give_clues(view, keys, memory)


def positions(made: Workshop, block_size: int) -> list[SpymasterView]:
    """Return what the spymaster of a pairing is asked about when its games are played once."""
    (pairing,) = made.spec.pairings
    player = made.player(pairing)
    seated = player.teams[0].spymaster
    heard = _Overheard(seated.agent)
    team = Team(replace(seated, agent=heard), player.teams[0].guesser)
    listening = MatchPlayer(player.ruleset, (team, team), player.referee, player.n_clues)
    for block in blocks(made.spec.games, made.seatings(), block_size=block_size):
        boards = made.boards(block.first, block.stop)
        play_block(block, pairing, listening, boards, made.vocabulary)
    return heard.views


def plain_tables(made: Workshop, heard: str = "use") -> plain.Tables:
    """Return what the plain program looks up; `heard` is the guesser's embedding."""
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
    rows: Any = made.play(block)
    clues = np.array(rows.turns["clue"].names)[rows.turns["clue"].codes].tolist()
    columns = ("board", "turn", "seat", "number", "targets", "touches", "right")
    turns: list[list[tuple[Any, ...]]] = [[] for _ in matches]
    for clue, board, *rest in zip(clues, *(rows.turns[name].tolist() for name in columns), strict=True):
        turns[board].append((clue, *rest))
    places = ("board", "turn", "touch", "place")
    touches: list[list[tuple[Any, ...]]] = [[] for _ in matches]
    for board, *rest in zip(*(rows.guesses[name].tolist() for name in places), strict=True):
        touches[board].append(tuple(rest))
    endings = np.array(rows.matches["ending"].names)[rows.matches["ending"].codes].tolist()
    ours = zip(turns, touches, endings, strict=True)
    theirs = [(_as_rows(match, made.vocabulary.clues), match.touches, match.ending) for match in matches]
    return [board for board, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1]]


def _as_rows(match: plain.Match, clues: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the turns of a plain match as the arena's table has them."""
    return [
        (clues[word], turn, seat, number, sum(1 << place for place in targets), touches, right)
        for turn, seat, word, number, targets, touches, right in match.turns
    ]
