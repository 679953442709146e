"""Which words are forms of one another, and of which parts a compound is made.

Rules of English spelling do the regular part; tables that the package ships do the rest. The tables come from
WordNet's exception lists and derivational pointers, from SCOWL, and from hand-made lists (`data/README.md`).

Source: Fellbaum (ed.), "WordNet: An Electronic Lexical Database", MIT Press 1998 (the rules of detachment of
its *morphy* are the model of `regular_bases`).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

Families = Mapping[str, frozenset[str]]

_SHORT_STEM = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]\Z")
_DOUBLED = re.compile(r"(.*[aeiouy])([bcdfgklmnprstvz])\2\Z")
_SUFFIXES = (("less", 3), ("like", 3), ("hood", 3), ("ful", 3), ("ly", 4), ("ness", 4))
# endings under which a variant keeps its spelling: centres, greyish, colourless
_KEPT = ("s", "ed", "ing", "er", "ish", "ful", "less", "ly", "y", "able")
# parts that carry grammar: they make no two compounds akin
PARTICLES = frozenset({
    "and", "back", "by", "down", "for", "fore", "in", "into", "of", "off", "on", "out", "over", "self",
    "the", "through", "under", "up",
})  # fmt: skip
# those of them that make compounds with any longer word: forehead, underwater, takeoff
LOOSE_PARTICLES = frozenset({"back", "down", "fore", "off", "out", "over", "under", "up"})
_PREFIXES = ("un", "non")
_SHARED_STEM = 4
# photographer and geographic share no more than a learned end
_NO_STEMS = frozenset({"graph"})
# unemployment, employment, employ: more steps than four are no word that people say
_STEPS = 4


@dataclass(frozen=True)
class WordForms:
    """What the rules need to know of one word.

    Parameters
    ----------
    text : str
        The word, normalised, in its standard spelling.
    bases : frozenset of str
        The word and the dictionary forms it may be an inflection of.
    plain : frozenset of str
        The bases by regular inflection alone: not *see* of saw.
    kin : frozenset of str
        The bases and the words that are derived from them or that they are derived from.
    parts : frozenset of str
        The parts of the compounds among the bases.
    roots : frozenset of str
        The bases and what they are derived from, step by step, and their families: *fair* of unfairness.
    deep_parts : frozenset of str
        The parts of the compounds among the roots, and what these are derived from: *field* of outfielder.
    """

    text: str
    bases: frozenset[str]
    plain: frozenset[str]
    kin: frozenset[str]
    parts: frozenset[str]
    roots: frozenset[str]
    deep_parts: frozenset[str]

    @property
    def content_parts(self) -> frozenset[str]:
        """The parts that carry meaning: *break* but not *down* of breakdown."""
        return self.parts - PARTICLES

    @cached_property
    def stems(self) -> frozenset[str]:
        """The kin that the word visibly holds: *music* of musician, *populate* of depopulate."""
        first = {
            word
            for word in self.kin
            if len(word) >= _SHARED_STEM and self.text.startswith(word[: max(_SHARED_STEM, len(word) - 3)])
        }
        inside = {root for root in self.roots - _NO_STEMS if _holds(self.text, re.sub("[ey]$", "", root))}
        return frozenset(first | inside)


def _holds(text: str, stem: str) -> bool:
    return len(stem) > _SHARED_STEM and stem in text


@lru_cache(maxsize=65_536)
def forms_of(word: str) -> WordForms:
    """Return the analysis of a normalised word without blanks."""
    text = standard_spelling(word)
    bases = {text} | _bases(text) | _bases(word)
    tables = _forms()
    related = bases.union(*(tables[kind].get(base, ()) for kind in ("kin", "of", "made") for base in bases))
    parts = _parts_of(bases)
    roots = _roots(bases)
    # the last step may lead into a family: strengthen is of strength, and so of strong
    families = roots.union(*(tables["kin"].get(root, ()) for root in roots))
    return WordForms(
        text=text,
        bases=frozenset(bases),
        plain=frozenset({text} | _regular(text) | _regular(word)),
        kin=frozenset(related),
        parts=frozenset(parts),
        roots=frozenset(families),
        deep_parts=frozenset(parts | _roots(_parts_of(roots)) | _particles_of(roots)),
    )


def remote_words(word: str) -> frozenset[str]:
    """Return the words of one origin with a word that lie apart from it in sense (report, port)."""
    return _forms()["remote"].get(word, frozenset())


def _roots(words: set[str]) -> set[str]:
    """Return words and what they are derived from in a few steps, by rule or by table."""
    roots, latest = set(words), set(words)
    derived = _forms()["of"]
    for _ in range(_STEPS):
        # irregular forms would lead astray: foundation is of found, but not of find
        known = {root for word in latest for root in derived.get(word, ())}
        latest = known.union(*(_regular(word) for word in latest)) - roots
        roots |= latest
    return roots


def _parts_of(words: set[str]) -> set[str]:
    """Return the parts of the compounds among some words, and what these are inflections of."""
    made_of = {part for word in words for part in (*_parts().get(word, ()), *_prefixed(word))}
    # handwriting is of hand and writing, and so of write
    return made_of.union(*(_bases(part) for part in made_of))


def _particles_of(words: set[str]) -> set[str]:
    """Return the particles at the start or the end of the compounds among some words: under of undertake."""
    made = ((word, part) for word in words for part in _parts().get(word, ()))
    return {rest for word, part in made for rest in _without(word, part)} & LOOSE_PARTICLES


def _without(word: str, part: str) -> tuple[str, str]:
    return word.removesuffix(part), word.removeprefix(part)


def _bases(word: str) -> set[str]:
    """Return what a word may be an inflection of, by rule and by table, in standard spelling."""
    return _regular(word) | {standard_spelling(base) for base in _forms()["form"].get(word, ())}


def _regular(word: str) -> set[str]:
    """Return what a word may be a regular inflection of, in standard spelling."""
    unlike = _forms()["not"].get(word, frozenset())
    return {standard_spelling(base) for base in regular_bases(word) - unlike}


def standard_spelling(word: str) -> str:
    """Return the American spelling of a word (theater for theatre), or the word if it has only one.

    An inflection of a variant (centres) is spelled as the same inflection of its standard (centers).
    """
    variants = _variants()
    if word in variants:
        return variants[word]
    for end in _KEPT:
        if word.endswith(end) and word[: -len(end)] in variants:
            return variants[word[: -len(end)]] + end
    return word


def inflected_bases(word: str) -> frozenset[str]:
    """Return what a word may be a plural, a past tense or a comparison of; prickly is none of prick."""
    return frozenset({*_plural_bases(word), *_past_bases(word)} | _forms()["form"].get(word, frozenset()))


def regular_bases(word: str) -> frozenset[str]:
    """Return what a word may be a regular inflection or a plain derivation of, by its spelling alone.

    Not every result is a word, and a stem is at least three letters long.

    Examples
    --------
    >>> sorted(regular_bases("changing"))
    ['chang', 'change']
    >>> sorted(regular_bases("hopping")), sorted(regular_bases("hoping"))
    (['hop', 'hopp'], ['hope'])
    """
    found = [*_plural_bases(word), *_past_bases(word)]
    found += [word[: -len(end)] for end, n in _SUFFIXES if word.endswith(end) and len(word) >= n + len(end)]
    return frozenset(base for base in found if len(base) >= 3)


def _plural_bases(word: str) -> Iterator[str]:
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if re.search(r"(s|x|z|ch|sh|o)es\Z", word):
        yield word[:-2]
    if re.search(r"[^su]s\Z", word):
        yield word[:-1]


def _past_bases(word: str) -> Iterator[str]:
    if word.endswith("ied"):
        yield word[:-3] + "y"
    stem = word[:-3] if word.endswith("ing") else word[:-2] if word.endswith("ed") else ""
    if not re.search("[aeiouy]", stem):
        return
    # a short stem would have doubled its consonant: hoping is of hope, not of hop
    if not _SHORT_STEM.match(stem):
        yield stem
    if doubled := _DOUBLED.match(stem):
        yield doubled[1] + doubled[2]
    else:
        yield stem + "e"


def _prefixed(word: str) -> Iterator[str]:
    """Yield what un- and non- stand before; other prefixes are judged word by word in the tables."""
    for prefix in _PREFIXES:
        if word.startswith(prefix) and len(word) >= len(prefix) + 4:
            yield word.removeprefix(prefix)


def _table(name: str) -> Iterator[list[str]]:
    text = files("cluejam_ai.resources").joinpath(name).read_text(encoding="utf-8")
    return (line.split(",") for line in text.splitlines() if not line.startswith("#"))


@lru_cache(maxsize=1)
def _variants() -> Mapping[str, str]:
    return {row[0]: row[1] for row in _table("words_spellings.csv")}


@lru_cache(maxsize=1)
def _forms() -> Mapping[str, Families]:
    """Return the table of forms by kind, each from a word to others.

    "form", "of" and "not" lead from a form to its bases, "made" back from a base to what is derived from it,
    "kin" and "remote" both ways.
    """
    kinds = ("form", "of", "made", "kin", "not", "remote")
    found: dict[str, dict[str, set[str]]] = {kind: defaultdict(set) for kind in kinds}
    back = {"of": "made", "kin": "kin", "remote": "remote"}
    for word, other, kind in _table("words_forms.csv"):
        found[kind][word].add(standard_spelling(other))
        if kind in back:
            found[back[kind]][other].add(standard_spelling(word))
    return {
        kind: {word: frozenset(others) for word, others in pairs.items()} for kind, pairs in found.items()
    }


@lru_cache(maxsize=1)
def _parts() -> Families:
    return {word: frozenset(parts) for word, *parts in _table("words_parts.csv")}
