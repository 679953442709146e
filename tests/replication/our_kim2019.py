"""The published games played by our agents in our arena."""

from dataclasses import dataclass

import numpy as np

from cluejam_ai.agents.guessers.nearest import NearestGuesser
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.agents.spymasters.kim import KimSpymaster
from cluejam_ai.arena.block import play_block
from cluejam_ai.arena.match import MatchPlayer
from cluejam_ai.arena.recorder import Vocabulary
from cluejam_ai.arena.schedule import MatchBlock, Pairing
from cluejam_ai.arena.seats import Seated, Team
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.embeddings.similarity import similarity_table
from cluejam_ai.game.boards import Boards, kim2019_board
from cluejam_ai.game.cards import BYSTANDER, OTHER
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.results.importers.kim2019 import LOSS

RULES = "solo(preset=kim2019)"


@dataclass(frozen=True)
class Row:
    """What the published log says of one game, and all clues with the places meant."""

    row: tuple[int, ...]
    turns: tuple[tuple[str, int, tuple[int, ...]], ...]


class OurTable:
    """Words, vectors and boards of the published experiment, in our types."""

    def __init__(self, folder):
        self.pool = (folder / "board_words.txt").read_text().split()
        self.words = tuple(word.lower() for word in self.pool)
        self.clues = tuple((folder / "clue_words.txt").read_text().split())
        self.index = {word: index for index, word in enumerate(self.pool)}
        self.resources = {name: self._resources(folder / f"{name}.txt") for name in ("glove50", "glove100")}

    def _resources(self, path):
        table = similarity_table(load_embedding(f'file("{path}")'), self.words, self.clues).values
        similarity = Similarity(table, np.ones(len(self.clues), dtype=bool))
        no_verdicts = np.zeros(table.shape, dtype=np.uint8)
        return Resources(self.words, self.clues, no_verdicts, lambda: similarity)

    def boards(self, seeds, n_blue):
        """Return the boards of some seeds; a board's number is its seed; surplus blue is bystander."""
        dealt = [kim2019_board(seed, self.pool) for seed in seeds]
        for _, key in dealt:
            key[np.flatnonzero(key == OTHER)[n_blue:]] = BYSTANDER
        return Boards(
            number=np.array(seeds),
            words=np.array([[self.index[word] for word in words] for words, _ in dealt], dtype=np.int16),
            keys=np.array([key for _, key in dealt])[:, None],
            starts=np.zeros(len(seeds), dtype=np.int8),
        )

    def play(self, cell, seeds, kind=KimSpymaster, rules=RULES, bonus=False, n_blue=7, **parameters):
        """Return a `Row` for each seed.

        `cell` is spymaster, guesser and threshold; `kind` and `parameters` make mutants of the spymaster.
        """
        giver, guesser, threshold = cell
        settings = {"threshold": threshold, "published": True, **parameters}
        spymaster = Seated(kind(self.resources[giver], **settings), "kim", np.uint64(1))
        nearest = NearestGuesser(self.resources[guesser], own_key=False, bonus=bonus)
        team = Team(spymaster, Seated(nearest, "nearest", np.uint64(2)))
        player = MatchPlayer(parse_ruleset(rules), (team, team), _stands_aside, len(self.clues))
        rows = play_block(
            MatchBlock(0, 0, 0, len(seeds)),
            Pairing("kim", "nearest", "kim", "nearest"),
            player,
            self.boards(seeds, n_blue),
            Vocabulary(self.words, self.clues),
        )
        return [self._row(rows, match, seed) for match, seed in enumerate(seeds)]

    def _row(self, rows, match, seed):
        matches, turns = rows.matches, rows.turns
        counts = [int(matches[role][match]) for role in ("other", "bystander", "assassin", "agent")]
        score = int(matches["turns"][match]) if matches["won"][match] else LOSS
        told = []
        for turn in np.flatnonzero(turns["board"] == seed):
            clue = turns["clue"].names[turns["clue"].codes[turn]]
            places = tuple(place for place in range(25) if turns["targets"][turn] >> place & 1)
            told.append((clue, int(turns["number"][turn]), places))
        return Row((score, *counts), tuple(told))


def _stands_aside(words, clue, covered):
    return np.ones(len(clue), dtype=bool)
