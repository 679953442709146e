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
_PARTICLES = frozenset({
    "and", "back", "by", "down", "for", "fore", "in", "into", "of", "off", "on", "out", "over", "self",
    "the", "through", "under", "up",
})  # fmt: skip
_PREFIXES = ("un", "non")
_SHARED_STEM = 4


@dataclass(frozen=True)
class WordForms:
    """What the rules need to know of one word.

    Parameters
    ----------
    text : str
        The word, normalised, in its standard spelling.
    bases : frozenset of str
        The word and the dictionary forms it may be an inflection of.
    kin : frozenset of str
        The bases and the words that are derived from them or that they are derived from.
    parts : frozenset of str
        The parts of the compounds among the bases.
    """

    text: str
    bases: frozenset[str]
    kin: frozenset[str]
    parts: frozenset[str]

    @property
    def content_parts(self) -> frozenset[str]:
        """The parts that carry meaning: *break* but not *down* of breakdown."""
        return self.parts - _PARTICLES

    @cached_property
    def stems(self) -> frozenset[str]:
        """The kin that the word visibly begins with: *music* of musician, *electric* of electricity."""
        return frozenset(
            word
            for word in self.kin
            if len(word) >= _SHARED_STEM and self.text.startswith(word[: max(_SHARED_STEM, len(word) - 3)])
        )


@lru_cache(maxsize=65_536)
def forms_of(word: str) -> WordForms:
    """Return the analysis of a normalised word without blanks."""
    text = standard_spelling(word)
    bases = {text} | _bases(text) | _bases(word)
    related = bases.union(*(_forms()["kin"].get(base, ()) for base in bases))
    made_of = {part for base in bases for part in (*_parts().get(base, ()), *_prefixed(base))}
    # handwriting is of hand and writing, and so of write
    made_of = made_of.union(*(_bases(part) for part in made_of))
    return WordForms(text, frozenset(bases), frozenset(related), frozenset(made_of))


def _bases(word: str) -> set[str]:
    """Return what a word may be an inflection of, by rule and by table, in standard spelling."""
    tables = _forms()
    regular = regular_bases(word) - tables["not"].get(word, frozenset())
    return {standard_spelling(base) for base in (*regular, *tables["form"].get(word, ()))}


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
    """Return the table of forms by kind: "form" and "not" lead from a form to bases, "kin" both ways."""
    found: dict[str, dict[str, set[str]]] = {kind: defaultdict(set) for kind in ("form", "kin", "not")}
    for word, other, kind in _table("words_forms.csv"):
        found[kind][word].add(standard_spelling(other))
        if kind == "kin":
            found[kind][other].add(standard_spelling(word))
    return {
        kind: {word: frozenset(others) for word, others in pairs.items()} for kind, pairs in found.items()
    }


@lru_cache(maxsize=1)
def _parts() -> Families:
    return {word: frozenset(parts) for word, *parts in _table("words_parts.csv")}
