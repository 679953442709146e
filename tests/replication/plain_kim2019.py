"""The spymaster, guesser and referee of 2019, written from the description alone, one game at a time.

`Rules` are what the experiment had; changing one makes a mutant that the recorded games should notice.
"""

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from nltk.stem.lancaster import LancasterStemmer
from scipy.spatial.distance import cdist

from cluejam_ai.words.wordnet import noun_lemma

RED, BLUE, CIVILIAN, ASSASSIN = "red", "blue", "civilian", "assassin"
SCORE_OF_A_LOSS = 25


@dataclass(frozen=True)
class Rules:
    """How games were played."""

    legality: bool = True
    margin: bool = True
    largest: int = 3
    last_of_equals: bool = False
    assassin_loses: bool = True
    all_blue_loses: bool = True
    wrong_ends_turn: bool = True
    bonus: bool = False


PUBLISHED = Rules()


@dataclass(frozen=True)
class Turn:
    clue: str
    number: int
    targets: tuple[int, ...]


@dataclass(frozen=True)
class Game:
    """One game: its clues, the score, and how many cards of each kind were touched."""

    turns: tuple[Turn, ...]
    score: int
    touched: dict[str, int]
    n_equals: int

    @property
    def row(self):
        return (self.score, *(self.touched[kind] for kind in (BLUE, CIVILIAN, ASSASSIN, RED)))


def plain_board(seed, pool):
    """Return words and roles of the board that a seed deals."""
    generator = random.Random(seed)
    words = []
    while len(set(words)) < 25:
        rest, words = list(pool), []
        for _ in range(25):
            generator.shuffle(rest)
            words.append(rest.pop())
    words.sort()
    generator.shuffle(words)
    roles = [RED] * 8 + [BLUE] * 7 + [CIVILIAN] * 9 + [ASSASSIN]
    generator.shuffle(roles)
    return words, roles


class Published:
    """Words, vectors and the table of which clue is legal beside which card."""

    def __init__(self, folder):
        self.pool = (folder / "board_words.txt").read_text().split()
        self.clues = (folder / "clue_words.txt").read_text().split()
        self.row = {word: row for row, word in enumerate(self.pool)}
        self.column = {clue: column for column, clue in enumerate(self.clues)}
        self.distances = {name: self._distances(folder / f"{name}.txt") for name in ("glove50", "glove100")}

    def _distances(self, path):
        vectors = {}
        for line in path.read_text().splitlines():
            word, *numbers = line.split(" ")
            vectors[word] = [float(number) for number in numbers]
        cards = np.array([vectors[word.lower()] for word in self.pool])
        return cdist(cards, np.array([vectors[clue] for clue in self.clues]), "cosine")

    @cached_property
    def refused(self):
        """Which clue may not be given beside which card: (W, V) bool."""
        stem = LancasterStemmer().stem
        forms = [(clue, noun_lemma(clue), stem(clue)) for clue in self.clues]
        cards = [word.lower() for word in self.pool]
        return np.array(
            [
                [card in forms_of or card in forms_of[0] or forms_of[0] in card for forms_of in forms]
                for card in cards
            ]
        )

    def clue(self, spymaster, words, own, others, threshold, rules):
        """Return the clue for a position, and how many clue words were as good.

        `own` and `others` are the places of uncovered cards, in the order of the board.
        """
        distance = self.distances[spymaster][[self.row[word] for word in words]]
        rows = [self.row[words[place]] for place in (*own, *others)]
        legal = ~self.refused[rows].any(axis=0) if rules.legality else np.ones(len(self.clues), dtype=bool)
        bound = distance[list(others)].min(axis=0) if rules.margin else np.full(len(legal), np.inf)
        bound = np.where(legal, bound, -np.inf)
        chosen = None
        for n in range(1, rules.largest + 1):
            best, equals, subset_of_best = np.inf, np.zeros(0, dtype=int), ()
            for subset in combinations(own, n):
                farthest = distance[list(subset)].max(axis=0)
                farthest = np.where(farthest < bound, farthest, np.inf)
                nearest = farthest.min()
                if nearest < best or (rules.last_of_equals and nearest == best < np.inf):
                    best, equals, subset_of_best = nearest, np.flatnonzero(farthest == nearest), subset
            if best < threshold or (n == 1 and best < np.inf):
                first = equals[-1 if rules.last_of_equals else 0]
                chosen = Turn(self.clues[first], n, subset_of_best), len(equals)
        assert chosen is not None, "no clue passes the margin"
        return chosen

    def play(self, seed, spymaster, guesser, threshold, rules=PUBLISHED, n_blue=7):
        """Return the game of a seed; with fewer blue cards the last of them are civilians instead."""
        words, roles = plain_board(seed, self.pool)
        blue = [place for place in range(25) if roles[place] == BLUE]
        for place in blue[n_blue:]:
            roles[place] = CIVILIAN
        uncovered = list(range(25))
        touched = dict.fromkeys((RED, BLUE, CIVILIAN, ASSASSIN), 0)
        turns, n_equals = [], 1
        while True:
            own = [place for place in uncovered if roles[place] == RED]
            others = [place for place in uncovered if roles[place] != RED]
            turn, equals = self.clue(spymaster, words, own, others, threshold, rules)
            turns.append(turn)
            n_equals = max(n_equals, equals)
            for _ in range(turn.number + rules.bonus):
                distance = self.distances[guesser][:, self.column[turn.clue]]
                card = min(uncovered, key=lambda place: (distance[self.row[words[place]]], words[place]))
                uncovered.remove(card)
                touched[roles[card]] += 1
                lost = (rules.assassin_loses and touched[ASSASSIN] == 1) or (
                    rules.all_blue_loses and touched[BLUE] == n_blue
                )
                if lost:
                    return Game(tuple(turns), SCORE_OF_A_LOSS, touched, n_equals)
                if touched[RED] == 8:
                    return Game(tuple(turns), len(turns), touched, n_equals)
                if roles[card] != RED and rules.wrong_ends_turn:
                    break
