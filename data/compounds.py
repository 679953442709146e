"""Find compounds and their parts, with evidence that they are no accidents of spelling."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import lexical_sources as sources
import numpy as np

from cluejam_ai.words.morphology import LOOSE_PARTICLES

RAW = Path(__file__).parent / "raw"
GRADE = 70
PART_GRADE = 55
SHORT_PARTS = {"ox", "ax", "go", "up"}
# prefixes that are words or clear halves of compounds; the others make derived words
LOOSE_PREFIXES = frozenset(
    {"auto", "bio", "by", "in", "micro", "mid", "on", "photo", "super", "tele", "trans", "turbo"}
)
SUFFIXES = frozenset(sources.read_raw(RAW / "suffixes.txt"))
CLOSE = 0.45
SPACED = 4.0
LONG_PARTS = 0.3
HEADED = 0.2
PLURAL_START = 0.31


def common_words() -> dict[str, int]:
    """Return the words whose forms and parts are judged, and their SCOWL grade."""
    kinds = "(english|american|british|american_variant_1|british_variant_1)-(words|upper)"
    grades = sources.scowl_grades(kinds, "[A-Za-z]{2,}")
    return {word.lower(): grade for word, grade in grades.items() if grade <= GRADE}


def part_lines() -> list[str]:
    """Return lines "compound,part,part": the words made of others, by evidence or by hand."""
    by_hand, denied = read_hand_made((RAW / "parts.txt").read_text(encoding="utf-8").splitlines())
    compounds = Compounds()
    found = dict(compounds.found(compounds.words.keys() - denied))
    found |= by_hand
    return [
        "# compound, its parts",
        *(",".join([word, *sorted(parts)]) for word, parts in sorted(found.items())),
    ]


def read_hand_made(lines: Iterable[str]) -> tuple[dict[str, set[str]], set[str]]:
    """Return the compounds with their parts, and the words that only look like compounds (lines with '-')."""
    by_hand: dict[str, set[str]] = {}
    denied: set[str] = set()
    for line in lines:
        if line.startswith("-"):
            denied.update(line[1:].split())
        elif line and not line.startswith("#"):
            word, *parts = line.split()
            by_hand[word] = set(parts)
    return by_hand, denied


def read_ends(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the beginnings and the ends of words in a raw list whose lines start with "first" or "last"."""
    ends: dict[str, set[str]] = {"first": set(), "last": set()}
    for line in (RAW / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            end, *words = line.split()
            ends[end].update(words)
    return frozenset(ends["first"]), frozenset(ends["last"])


class Compounds:
    """Finds compounds: words that two words make up, with evidence that this is no accident of spelling.

    Evidence is an entry of WordNet that writes the parts apart (break down), a definition that names a part,
    vectors that lie close, or parts of four letters and more, which seldom meet by accident. Prefixes,
    endings and particles are no parts; the rest needs the evidence.
    """

    def __init__(self) -> None:
        self.words = common_words()
        self.ranks = sources.frequency_ranks()
        self.vectors = sources.frequency_vectors()
        self.glosses = sources.wordnet_glosses()
        self.apart = {re.sub("[-_]", " ", word.lower()) for word in sources.wordnet_lemmas()}
        self.possible = {
            w for w, grade in self.words.items() if len(w) >= 3 and grade <= PART_GRADE
        } | SHORT_PARTS
        self.prefixes, self.suffixes = read_ends("affixes.txt")
        self.pieces = self.possible | self.prefixes | self.suffixes
        self.first, self.last = read_ends("combining.txt")

    def found(self, words: Iterable[str]) -> Iterator[tuple[str, set[str]]]:
        """Yield each compound and its parts."""
        for word in words:
            if len(word) < 5 or word not in self.ranks or sources.lemmas_of(word) & self.words.keys():
                continue
            evidence, parts = max(self.split(word, cut) for cut in range(2, len(word) - 1))
            if evidence > 0 and parts:
                yield word, set(parts)

    def split(self, word: str, cut: int) -> tuple[float, list[str]]:
        """Return the evidence that a word is made of its first `cut` letters and the rest, and its parts."""
        first, last = word[:cut], word[cut:]
        if not {first, last} <= self.pieces:
            return self.headed(word, last)
        spaced = bool({f"{first} {last}", f"{last} {first}"} & self.apart)
        if first in self.prefixes - LOOSE_PARTICLES - LOOSE_PREFIXES and first not in self.first:
            return 0.0, []  # a derived word, not a compound
        content = [] if first in self.prefixes else [first]
        if last not in self.suffixes and (spaced or last not in SUFFIXES or self.nearness(word, last)):
            content.append(last)
        evidence = SPACED * spaced + sum(self.nearness(word, part) for part in content)
        if len(content) == 2 or first in LOOSE_PARTICLES:
            evidence += LONG_PARTS * self.combine(first, last)
        return evidence - PLURAL_START * self.is_plural_start(first, last), content

    def headed(self, word: str, last: str) -> tuple[float, list[str]]:
        """Return evidence, by its definition, for a compound whose first part is no word (walnut)."""
        is_head = last in self.possible and last not in SUFFIXES and (len(last) >= 4 or last in self.last)
        if is_head and last in self.said(word):
            return HEADED, [last]
        return 0.0, []

    def combine(self, first: str, last: str) -> bool:
        """Tell whether two words look like a compound by their length, or as ones that often make some."""
        long_first = len(first) >= 4 or first in self.first or first in LOOSE_PARTICLES
        return long_first and (len(last) >= 4 or last in self.last) and last not in self.suffixes

    def is_plural_start(self, first: str, last: str) -> bool:
        """Tell whether an s belongs to the second part: back+space, not backs+pace."""
        return (
            first.endswith("s")
            and not first.endswith("ss")
            and first[:-1] in self.pieces
            and f"s{last}" in self.possible
        )

    def nearness(self, word: str, part: str) -> float:
        """Return more than zero if a definition or the vectors join a word and one of its parts."""
        if len(part) < 3:
            return 0.0
        named = part in self.said(word)
        cosine = self.cosine(word, part)
        return named + (cosine if cosine >= CLOSE else 0.0)

    @cache  # noqa: B019  (one object, for the length of the build)
    def said(self, word: str) -> set[str]:
        """Return the words of a word's definitions and their dictionary forms."""
        return {base for said in self.glosses.get(word, ()) for base in sources.lemmas_of(said) | {said}}

    def cosine(self, a: str, b: str) -> float:
        """Return the cosine of the vectors of two words; -1 if one has none."""
        if a not in self.ranks or b not in self.ranks:
            return -1.0
        return float(np.dot(self.vectors[self.ranks[a] - 1], self.vectors[self.ranks[b] - 1]))
