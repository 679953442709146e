"""Find words that are derived from one another: by WordNet's links, or by an affix and evidence of kinship.

An affix alone proves nothing (corner is not of corn), so it needs evidence: a definition that names the other
word, WordNet's opposites or a chain of two of its links, or vectors that lie close.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import lexical_sources as sources
from compounds import Compounds

from cluejam_ai.words.morphology import regular_bases

RAW = Path(__file__).parent / "raw"
_PREFIXES = (
    "un in im il ir dis mis non re pre over under out anti sub super co en em be de inter trans semi"
    " mid a counter fore up"
)
_SUFFIXES = (
    "ade ier esque ey"
    " y ly al ial ical ic ous ious ful less ness ment er or ar ery ry ist ism ize ise ify en ish ess"
    " ette let ship hood dom age ance ence ancy ency ant ent able ible ive ative ion ation ition ity"
    " th ure ary ory eer ian an ese some ward wise ling ster ee ate ability ibility ization ified ty"
    " cy ually ine"
)
PREFIXES = tuple(_PREFIXES.split())
SUFFIXES = tuple(_SUFFIXES.split())
CLOSE = 0.5
BASE_GRADE = 60


def form_lines() -> list[str]:
    """Return lines "word,other,kind": irregular inflections ("form") and derived words ("kin")."""
    evidence = Compounds()
    words = evidence.words
    families, denied = read_families((RAW / "forms.txt").read_text(encoding="utf-8").splitlines())
    forms = {(form, base) for form, base in sources.wordnet_exceptions() if base in words}
    forms |= {(word, base) for word in words for base in sources.lemmas_of(word) if base in words}
    irregular = {(form, base) for form, base in forms if base not in regular_bases(form) and len(base) > 1}
    links = {
        (a, b)
        for sign in ("+", "\\")
        for a, b in sources.wordnet_links(sign)
        if a in words and b in words and alike(a, b)
    }
    kin = links | set(affixed(evidence, links)) | families
    kin = {(min(pair), max(pair)) for pair in kin if pair[0] != pair[1]} - denied
    kin = {(a, b) for a, b in kin if a not in regular_bases(b) and b not in regular_bases(a)}
    both_ways = denied | {(b, a) for a, b in denied}
    unlike = {(word, base) for word, base in both_ways if base in regular_bases(word)}
    irregular -= both_ways
    lines = [f"{a},{b},form" for a, b in irregular] + [f"{a},{b},kin" for a, b in kin]
    lines += [f"{a},{b},not" for a, b in unlike]
    return [
        "# word, other word, kind: form = irregular inflection of it, kin = derived from it or it from this,",
        "# not = only spelled like an inflection of it",
        *sorted(lines),
    ]


def read_families(lines: list[str]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the pairs of words of each hand-made family, and the pairs that are none (lines with '-')."""
    pairs: tuple[set[tuple[str, str]], set[tuple[str, str]]] = (set(), set())
    for line in lines:
        if line and not line.startswith("#"):
            words = sorted(line.removeprefix("-").split())
            pairs[line.startswith("-")].update(itertools.combinations(words, 2))
    return pairs


def alike(a: str, b: str) -> bool:
    """Tell whether derived words look like it: sun and solar are no forms of one another in a word game."""
    return a[:3] == b[:3] or (a[0] == b[0] and SequenceMatcher(None, a, b).ratio() >= 0.6)


def affixed(evidence: Compounds, links: set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a word and what it is derived from by one affix, where there is evidence for it."""
    near = _neighbours(links)
    opposite = sources.wordnet_links("!")
    for word in evidence.words:
        for base in unprefixed(word):
            if evidence.words.get(base, 99) <= BASE_GRADE and (
                {(word, base), (base, word)} & opposite or _has_evidence(evidence, word, base)
            ):
                yield word, base
        for base in unsuffixed(word):
            if evidence.words.get(base, 99) <= BASE_GRADE and (
                near[word] & near[base] or _has_evidence(evidence, word, base)
            ):
                yield word, base


def unprefixed(word: str) -> Iterator[str]:
    """Yield what is left of a word without a prefix: unhappy, happy."""
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) >= len(prefix) + 3:
            yield word.removeprefix(prefix)


def unsuffixed(word: str) -> Iterator[str]:
    """Yield what a word may be derived from by one suffix: famous, fame; sunny, sun; natural, nature."""
    for suffix in SUFFIXES:
        stem = word.removesuffix(suffix)
        if stem == word or len(stem) < 3:
            continue
        yield from (stem, stem + "e", stem + "y")
        if stem.endswith("i"):
            yield stem[:-1] + "y"
        if re.search(r"([bdfgklmnprtvz])\1\Z", stem):
            yield stem[:-1]
        if suffix in ("ion", "ive", "ure"):
            yield from (re.sub("s$", "d", stem), re.sub("s$", "de", stem), re.sub("at$", "e", stem))
        if suffix in ("ess", "ous"):
            yield from (re.sub("r$", "er", stem), re.sub("r$", "or", stem))


def _has_evidence(evidence: Compounds, word: str, base: str) -> bool:
    if base in evidence.said(word) or word in evidence.said(base):
        return True
    # a short word stands in many others by accident, and GloVe's vectors of common words lie close
    return len(base) > 3 and evidence.cosine(word, base) >= CLOSE


def _neighbours(links: set[tuple[str, str]]) -> dict[str, set[str]]:
    near: dict[str, set[str]] = defaultdict(set)
    for a, b in links:
        near[a] |= {a, b}
        near[b] |= {a, b}
    return near
