"""Find words of which one is enough: a plural beside its singular, a clipped word beside the full one."""

from pathlib import Path

import lexical_sources as sources
import spellings
from derivations import read_families

RAW = Path(__file__).parent / "raw"
#: How many times the rank of its plural makes a singular the one to leave out.
MUCH_RARER = 2.5


def doubles(words: set[str], ranks: dict[str, int]) -> set[str]:
    """Return the words to leave out: one of each pair that a person would not tell apart, mostly the rarer.

    A plural goes beside its singular unless this is much rarer (headquarters).

    Parameters
    ----------
    words : set of str
        The words that are offered.
    ranks : dict of str to int
        Place of each in the order of frequency.
    """
    pairs = same_spelling() | clipped() | irregular_plurals()
    rarer = {max(pair, key=ranks.__getitem__) for pair in pairs if set(pair) <= words}
    plurals = {(word, singular(word)) for word in words if singular(word) in words}
    return rarer | {one if ranks[one] > MUCH_RARER * ranks[many] else many for many, one in plurals}


def singular(word: str) -> str:
    """Return what a word is the plural of, if it ends like one (robotics: robotic); "" otherwise."""
    if not word.endswith("s") or word.endswith("ss"):
        return ""
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


def same_spelling() -> set[tuple[str, str]]:
    """Return the pairs of a spelling variant and its standard: dialog, dialogue."""
    rows = (line.split(",") for line in spellings.spelling_lines() if not line.startswith("#"))
    return {(variant, standard) for variant, standard in rows}


def clipped() -> set[tuple[str, str]]:
    """Return the pairs of a clipped word and its full one, of a hand-made family and one noun in WordNet."""
    families, *_ = read_families((RAW / "forms.txt").read_text(encoding="utf-8").splitlines())
    return {(a, b) for a, b in families & sources.noun_synonyms() if a in b or b in a}


def irregular_plurals() -> set[tuple[str, str]]:
    """Return the pairs of a plural and its singular that WordNet gives one meaning: bacteria, bacterium."""
    pairs = {(min(pair), max(pair)) for pair in sources.wordnet_exceptions()}
    return pairs & sources.noun_synonyms()
