"""Build the table of spellings: which American word a British or variant spelling stands for."""

import re
from pathlib import Path

import lexical_sources as sources

RAW = Path(__file__).parent / "raw"
GRADE = 70
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


def spelling_lines() -> list[str]:
    """Return lines "variant,standard": British spellings and variants of American words."""
    american = set(sources.scowl_grades("(english|american)-words"))
    others = sources.scowl_grades("(british|british_z|american_variant_1|british_variant_1|canadian)-words")
    pairs = {}
    for word in sorted(set(others) - american):
        if others[word] <= GRADE and (standard := _respelled(word, american)):
            pairs[word] = standard
    by_hand = (RAW / "spellings.txt").read_text(encoding="utf-8").splitlines()
    pairs |= dict(line.split() for line in by_hand if line[0] != "#")
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
