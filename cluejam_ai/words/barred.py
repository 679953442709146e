"""What a list of cards should not hold: profanity and what may hurt, and two cards that make a phrase."""

from functools import lru_cache
from importlib.resources import files

from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.morphology import inflected_bases, standard_spelling


@lru_cache(maxsize=1)
def barred_words() -> frozenset[str]:
    """Return the shipped list of barred words.

    Source: better-profanity 0.7 (MIT) and a hand-made list (`data/README.md`).
    """
    text = files("cluejam_ai.resources").joinpath("words_barred.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


def is_barred(card: str) -> bool:
    """Tell whether a normalised card or one of its words is barred, inflections too.

    A word of the shipped lexicon has a meaning of its own: lens is no plural of a barred word.
    """
    return any(_is_barred(word) for word in (card, *card.replace("-", " ").split()))


def _is_barred(word: str) -> bool:
    if {word, standard_spelling(word)} & barred_words():
        return True
    return word not in load_lexicon().index() and bool(inflected_bases(word) & barred_words())


@lru_cache(maxsize=1)
def phrases() -> tuple[str, ...]:
    """Return the entries of WordNet that are two common words, like "scuba diver"."""
    text = files("cluejam_ai.resources").joinpath("words_phrases.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))
