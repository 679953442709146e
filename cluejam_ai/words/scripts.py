"""Scripts and languages of words, as far as their letters tell."""

import unicodedata
from collections.abc import Iterable

LATIN = "LATIN"
ENGLISH = "en"
#: What a language is called of which only the script is known.
OTHER = "other"
# scripts that one language writes side by side
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK", "IDEOGRAPHIC": "CJK"}


def scripts_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the scripts of the letters in some texts, by the first word of their Unicode names.

    Examples
    --------
    >>> sorted(scripts_of(["dog", "кот", "42"]))
    ['CYRILLIC', 'LATIN']
    """
    signs = {sign for text in texts for sign in text if sign.isalpha()}
    names = {LATIN if sign.isascii() else unicodedata.name(sign, "UNKNOWN").split(" ")[0] for sign in signs}
    return frozenset(_TOGETHER.get(name, name) for name in names)


def language_of(texts: Iterable[str]) -> str:
    """Return the language of some words by their script: "en" for Latin letters, else "other".

    Examples
    --------
    >>> language_of(["dog", "café"]), language_of(["собака"])
    ('en', 'other')
    """
    return ENGLISH if scripts_of(texts) <= {LATIN} else OTHER


def is_english(language: str) -> bool:
    """Tell whether a code names English: en, en-GB, English."""
    return language.strip().lower().replace("_", "-").partition("-")[0] in (ENGLISH, "english")
