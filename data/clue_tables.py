"""Build the tables of the clue rules: forms of words, spellings, and the parts of compounds."""

import itertools
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import lexical_sources as sources

from cluejam_ai.words.morphology import regular_bases

GRADE = 70
PART_GRADE = 55
SHORT_PARTS = {"ox", "ax", "go"}
# beginnings and ends of words that are no parts for the rule, though some are words
AFFIXES = frozenset(sources.read_raw(Path(__file__).parent / "raw" / "affixes.txt"))
RESPELLINGS = (
    (r"our", r"or"),
    (r"tre", r"ter"),
    (r"bre", r"ber"),
    (r"vre", r"ver"),
    (r"is(e|es|ed|ing|er|ers|ation|ations)$", r"iz\1"),
    (r"ys(e|es|ed|ing|er|ers)$", r"yz\1"),
    (r"ll(ed|ing|er|ers|or|ors|ery|ous)$", r"l\1"),
    (r"ogue", r"og"),
    (r"ae", r"e"),
    (r"oe", r"e"),
    (r"ence$", r"ense"),
    (r"ences$", r"enses"),
    (r"ul(ly)?$", r"ull\1"),
    (r"ph", r"f"),
    (r"pp(ed|ing|er|ers)$", r"p\1"),
    (r"ou", r"o"),
    (r"que(s?)$", r"ck\1"),
    (r"eing$", r"ing"),
    (r"xion", r"ction"),
)
CLOSE = 0.45


def common_words() -> dict[str, int]:
    """Return the words whose forms and parts are judged, and their SCOWL grade."""
    kinds = "(english|american|british|american_variant_1|british_variant_1)-(words|upper)"
    grades = sources.scowl_grades(kinds, "[A-Za-z]{2,}")
    return {word.lower(): grade for word, grade in grades.items() if grade <= GRADE}


def form_lines(raw: Path) -> list[str]:
    """Return lines "word,other,kind": irregular inflections ("form") and derived words ("kin")."""
    words = common_words()
    forms = {(form, base) for form, base in sources.wordnet_exceptions() if form in words and base in words}
    forms |= {(word, base) for word in words for base in sources.lemmas_of(word) if base in words}
    irregular = {(form, base) for form, base in forms if base not in regular_bases(form) and len(base) > 1}
    kin = {(a, b) for a, b in _families(raw) if a != b}
    for sign in ("+", "\\"):
        kin |= {(a, b) for a, b in sources.wordnet_links(sign) if a in words and b in words and _alike(a, b)}
    kin = {(min(pair), max(pair)) for pair in kin if pair[1] not in regular_bases(pair[0])}
    kin = {(a, b) for a, b in kin if a not in regular_bases(b)}
    lines = [f"{form},{base},form" for form, base in irregular] + [f"{a},{b},kin" for a, b in kin]
    return [
        "# word, other word, kind: form = irregular inflection of it, kin = derived from it or it from this",
        *sorted(lines),
    ]


def _families(raw: Path) -> Iterator[tuple[str, str]]:
    for line in raw.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield from itertools.combinations(line.split(), 2)


def _alike(a: str, b: str) -> bool:
    """Tell whether derived words look like it: sun and solar are no forms of one another in a word game."""
    return a[:3] == b[:3] or (a[0] == b[0] and SequenceMatcher(None, a, b).ratio() >= 0.6)


def spelling_lines(raw: Path) -> list[str]:
    """Return lines "variant,standard": British spellings and variants of American words."""
    american = set(sources.scowl_grades("(english|american)-words"))
    others = sources.scowl_grades("(british|british_z|american_variant_1|british_variant_1|canadian)-words")
    pairs = {}
    for word in sorted(set(others) - american):
        if others[word] <= GRADE and (standard := _respelled(word, american)):
            pairs[word] = standard
    pairs |= dict(line.split() for line in raw.read_text(encoding="utf-8").splitlines() if line[0] != "#")
    return [
        "# variant, standard spelling",
        *(f"{word},{standard}" for word, standard in sorted(pairs.items())),
    ]


def _respelled(word: str, american: set[str]) -> str | None:
    """Return the American word that one respelling makes of a British one."""
    for pattern, replacement in RESPELLINGS:
        for place in re.finditer(pattern, word):
            standard = word[: place.start()] + place.expand(replacement) + word[place.end() :]
            if standard in american:
                return standard
    return None


def part_lines(raw: Path) -> list[str]:
    """Return lines "compound,part,part": the words made of others, by evidence or by hand."""
    by_hand, denied = {}, set()
    for line in raw.read_text(encoding="utf-8").splitlines():
        if line.startswith("-"):
            denied.add(line[1:])
        elif not line.startswith("#"):
            word, *parts = line.split()
            by_hand[word] = set(parts)
    found = {word: parts for word, parts in Compounds().found() if word not in denied}
    found |= by_hand
    return [
        "# compound, its parts",
        *(",".join([word, *sorted(parts)]) for word, parts in sorted(found.items())),
    ]


class Compounds:
    """Finds compounds: words that two words make up, with evidence that this is no accident of spelling.

    Evidence is an entry of WordNet that writes the parts apart (break down), a definition that names a part,
    or vectors that lie close. A prefix or a particle is no part; the rest needs the evidence.
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
        self.pieces = self.possible | AFFIXES

    def found(self) -> Iterator[tuple[str, set[str]]]:
        """Yield each compound and its parts."""
        for word in self.words:
            if len(word) < 5 or word not in self.ranks or sources.lemmas_of(word) & self.words.keys():
                continue
            evidence, parts = max(self.split(word, cut) for cut in range(2, len(word) - 1))
            if evidence > 0:
                yield word, set(parts)

    def split(self, word: str, cut: int) -> tuple[float, list[str]]:
        """Return the evidence that a word is made of its first `cut` letters and the rest, and its parts."""
        parts = {word[:cut], word[cut:]}
        if not parts <= self.pieces:
            return 0.0, []
        content = sorted(parts - AFFIXES)
        spaced = {f"{word[:cut]} {word[cut:]}", f"{word[cut:]} {word[:cut]}"} & self.apart
        evidence = 4.0 * bool(spaced) + sum(self.nearness(word, part) for part in content)
        return evidence, content

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
        return float(self.vectors[self.ranks[a] - 1] @ self.vectors[self.ranks[b] - 1])
