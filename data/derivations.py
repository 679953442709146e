"""Find words that are derived from one another: by WordNet's links, or by an affix and evidence of kinship.

An affix alone proves nothing (corner is not of corn), so it needs evidence: a definition that names the other
word, WordNet's opposites or a chain of two of its links, or vectors that lie close. A few affixes hardly ever
stand before or behind a word by accident (micro-, -ology); their words need none. What has neither stands in
`raw/derived.txt`, chosen by reading all candidates.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
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
# affixes that prove a derivation where four letters and more are left
_SURE_PREFIXES = (
    "aero anti auto bi bio circum counter cyber eco electro geo hemi hydro hyper inter intra ir mega micro"
    " mid mis mono multi neo neuro non omni over out photo poly post psycho self semi socio super tele"
    " thermo tri ultra under uni"
)
_SURE_SUFFIXES = (
    "ability able manship ology ologist ological itis some ise ize isation ization ism ist istic esque"
)
PREFIXES = tuple(f"{_PREFIXES} {_SURE_PREFIXES}".split())
SUFFIXES = tuple(f"{_SUFFIXES} {_SURE_SUFFIXES}".split())
SURE_PREFIXES = tuple(_SURE_PREFIXES.split())
SURE_SUFFIXES = tuple(_SURE_SUFFIXES.split())
#: Affix, and parts of speech of the derived word and of its base: bullish is an adjective of a noun.
SURE_KINDS = {"ish": ("adj", {"noun", "adj"})}
LONG_BASE = 4
#: Ends of many learned words that are words by accident: psychological has little to do with logic.
LEARNED_ENDS = {"logic", "logical", "gram", "meter", "metric"}
CLOSE = 0.5
BASE_GRADE = 60


def form_lines() -> list[str]:
    """Return lines "word,other,kind" of the kinds that the first line names."""
    evidence = Compounds()
    words = evidence.words
    families, denied, remote = read_families((RAW / "forms.txt").read_text(encoding="utf-8").splitlines())
    denied |= remote
    forms = {(form, base) for form, base in sources.wordnet_exceptions() if base in words}
    forms |= {(word, base) for word in words for base in sources.lemmas_of(word) if base in words}
    irregular = {(form, base) for form, base in forms if base not in regular_bases(form) and len(base) > 1}
    links = {
        (a, b)
        for sign in ("+", "\\")
        for a, b in sources.wordnet_links(sign)
        if a in words and b in words and alike(a, b)
    }
    steps = {(a, b) if len(a) > len(b) else (b, a) for a, b in links if len(a) != len(b)}
    steps |= set(affixed(evidence, links))
    steps |= read_derived((RAW / "derived.txt").read_text(encoding="utf-8").splitlines())
    kin = {pair for pair in links | families if len(pair[0]) == len(pair[1])} | families
    kin = {(min(pair), max(pair)) for pair in kin if pair[0] != pair[1]} - denied
    kin = {(a, b) for a, b in kin if a not in regular_bases(b) and b not in regular_bases(a)}
    both_ways = denied | {(b, a) for a, b in denied}
    steps = {
        (word, base) for word, base in steps if base != word and base not in regular_bases(word)
    } - both_ways
    unlike = {(word, base) for word, base in both_ways if base in regular_bases(word)}
    kinds = {"form": irregular - both_ways, "kin": kin, "of": steps, "not": unlike, "remote": remote}
    return [
        "# word, other word, kind: form = irregular inflection of it, of = derived from it, kin = family,",
        "# not = only spelled like an inflection of it, remote = of one origin, but apart in sense",
        *sorted(f"{a},{b},{kind}" for kind, pairs in kinds.items() for a, b in pairs),
    ]


def read_families(lines: list[str]) -> tuple[set[tuple[str, str]], ...]:
    """Return the pairs of each hand-made family, those that are none ("-") and the remote ones ("?")."""
    pairs: dict[str, set[tuple[str, str]]] = {"": set(), "-": set(), "?": set()}
    for line in lines:
        if line and not line.startswith("#"):
            sign = line[0] if line[0] in pairs else ""
            pairs[sign].update(itertools.combinations(sorted(line.removeprefix(sign).split()), 2))
    return tuple(pairs.values())


def read_derived(lines: list[str]) -> set[tuple[str, str]]:
    """Return pairs of a word and its base from lines of an affix and its words: "dis-", "-age", "e-age"."""
    steps: set[tuple[str, str]] = set()
    for line in lines:
        if line.startswith("#"):
            continue
        affix, *words = line.split()
        dropped, _, suffix = affix.rpartition("-") if not affix.endswith("-") else ("", "", "")
        for word in words:
            base = word.removesuffix(suffix) + dropped if suffix else word.removeprefix(affix[:-1])
            if base == word:
                raise SystemExit(f"derived.txt: {word} has no {affix}")
            steps.add((word, base))
    return steps


def alike(a: str, b: str) -> bool:
    """Tell whether derived words look like it: sun and solar are no forms of one another in a word game."""
    return a[:3] == b[:3] or (a[0] == b[0] and SequenceMatcher(None, a, b).ratio() >= 0.6)


def affixed(evidence: Compounds, links: set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a word and what it is derived from by one affix, where there is evidence for it."""
    near = _neighbours(links)
    opposite = sources.wordnet_links("!")
    parts = sources.wordnet_lemmas()
    for word in evidence.words:
        for base in unprefixed(word):
            if evidence.words.get(base, 99) <= BASE_GRADE and (
                {(word, base), (base, word)} & opposite
                or is_surely_prefixed(word, base, parts)
                or _has_evidence(evidence, word, base)
            ):
                yield word, base
        for base in uncircled(word, evidence.words):
            if evidence.words.get(base, 99) <= BASE_GRADE and _has_evidence(evidence, word, base):
                yield word, base
        for base in unsuffixed(word):
            if evidence.words.get(base, 99) <= BASE_GRADE and (
                near[word] & near[base]
                or is_surely_suffixed(word, base, parts)
                or _has_evidence(evidence, word, base)
            ):
                yield word, base


def is_surely_prefixed(word: str, base: str, parts: dict[str, set[str]]) -> bool:
    """Tell whether a dictionary word of four letters and more stands behind one of the sure prefixes."""
    if len(base) < LONG_BASE or base not in parts or base in LEARNED_ENDS:
        return False
    return word.removesuffix(base) in SURE_PREFIXES


def is_surely_suffixed(word: str, base: str, parts: dict[str, set[str]]) -> bool:
    """Tell whether a dictionary word of four letters and more stands before one of the sure suffixes."""
    if len(base) < LONG_BASE or base not in parts or base.endswith("y"):
        return False
    # a moralist is of moral, not of morale
    stem = base if base[:-1] in parts else base.removesuffix("e")
    for suffix, (kind, kinds) in SURE_KINDS.items():
        if word in (base + suffix, stem + suffix) and kind in parts[word] and kinds & parts[base]:
            return True
    return any(word in (base + suffix, stem + suffix) for suffix in SURE_SUFFIXES)


def unprefixed(word: str) -> Iterator[str]:
    """Yield what is left of a word without a prefix: unhappy, happy."""
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) >= len(prefix) + 3:
            yield word.removeprefix(prefix)


def uncircled(word: str, known: Collection[str]) -> Iterator[str]:
    """Yield what is left without a prefix and a suffix that only together make a word: embankment, bank."""
    for rest in unprefixed(word):
        if rest not in known:
            yield from (base for base in unsuffixed(rest) if len(base) >= LONG_BASE)


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
        if suffix in ("acy", "able"):
            yield stem + "ate"
        if suffix in ("ify", "ible", "ism", "ist", "ic", "ous", "ize"):
            yield from (stem + "o", stem + "or", stem + "ic")
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
