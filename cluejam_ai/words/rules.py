"""The rules on one clue word and one card: each says whether it forbids the clue, or leaves it to people.

A rule is a function of two texts; `judge_pair` asks them in turn. To add one, write the function and put it
into `FORBIDDING` or `DOUBTFUL`.

Source: the Codenames rule book and the table *Which clues are legal* of the rules of these games; the
examples in brackets are its rows.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache

from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.morphology import PARTICLES, WordForms, forms_of, remote_words
from cluejam_ai.words.numbers import counts_letters, number_name

PairRule = Callable[[str, str], bool]

MIN_HIDDEN = 3
_SHORT_PART = 3


class Verdict(IntEnum):
    """What the rules say of a clue; `QUESTIONABLE` is for people to settle, and no AI gives it."""

    LEGAL = 0
    ILLEGAL = 1
    QUESTIONABLE = 2


@lru_cache(maxsize=65_536)
def card_words(card: str) -> tuple[WordForms, ...]:
    """Return the analyses of the words on a card; hyphens part words like blanks."""
    return tuple(forms_of(word) for word in card.replace("-", " ").split())


def joined(text: str) -> str:
    """Return a text without the blanks, hyphens and apostrophes in it."""
    return text.replace(" ", "").replace("-", "").replace("'", "")


def same_word(clue: str, card: str) -> bool:
    """Tell whether the clue is the card's word, perhaps as a numeral (EIGHT, 8, VIII).

    Source: rule book, "you can't say a word that is visible on the table".
    """
    given, shown = joined(clue), joined(card)
    return given == shown or (number_name(given) or given) == (number_name(shown) or shown)


def spelling(clue: str, card: str) -> bool:
    """Tell whether the clue is another spelling of the card's word (THEATER, theatre).

    Source: SCOWL's British and variant lists, and the rule book's "no form of a visible word".
    """
    return forms_of(joined(clue)).text == forms_of(joined(card)).text


def inflection(clue: str, card: str) -> bool:
    """Tell whether clue and card are inflections of one word, irregular ones too (BREAK, broken).

    Source: rule book, "until BREAK is covered, you can't say break, broken, breakage, or breakdown"; the
    irregular forms are WordNet's exception lists.
    """
    return bool(forms_of(clue).bases & forms_of(joined(card)).bases)


def derivation(clue: str, card: str) -> bool:
    """Tell whether clue and card are derived from one another or from one stem (BREAK, breakage).

    Source: as for `inflection`; the pairs are WordNet's derivational links, affixes with evidence, and the
    hand-made families (SING, song).
    """
    given, shown = forms_of(clue), forms_of(joined(card))
    # a rose is no form of rise, though rose may be one
    if remote_kin(clue, card):
        return False
    if given.plain & shown.roots or given.roots & shown.plain:
        return True
    return bool(given.bases & shown.kin or given.kin & shown.bases or given.stems & shown.stems)


def compound(clue: str, card: str) -> bool:
    """Tell whether one is a part of the other, or both have one (BREAK, breakdown; HORSESHOE, snowshoe).

    Source: rule book, "you can't say any part of a compound word that is visible"; the table of parts.
    """
    given, shown = forms_of(clue), forms_of(joined(card))
    if given.deep_parts & shown.bases or shown.parts & given.kin or shown.deep_parts & given.bases:
        return True
    # a word like outset has one part with a meaning; a short one is too little to share (SUNSET)
    shared = given.content_parts & shown.content_parts
    return any(len(part) > _SHORT_PART or min(len(given.parts), len(shown.parts)) > 1 for part in shared)


def name_part(clue: str, card: str) -> bool:
    """Tell whether the clue is akin to one word of a card of several (ICE CREAM, creamy).

    Source: as for `compound`; a card of several words is judged word by word.
    """
    words = card_words(card)
    given = forms_of(clue)
    akin = given.kin | given.roots | (given.deep_parts - PARTICLES)
    return len(words) > 1 and any(akin & word.bases or given.bases & word.kin for word in words)


def hidden(clue: str, card: str) -> bool:
    """Tell whether the clue stands inside a word of the card as two thirds of it or more (ENGLAND, gland).

    Source: rule book, "your clue must be about the meaning of the words, not about the letters"; two thirds
    is the line that the rules of these games draw.
    """
    return len(clue) >= MIN_HIDDEN and any(
        clue in word and 3 * len(clue) >= 2 * len(word) for word in _letters(card)
    )


def partly_hidden(clue: str, card: str) -> bool:
    """Tell whether the clue stands inside the card with at least three letters (START, art)."""
    return len(clue) >= MIN_HIDDEN and any(clue in word for word in _letters(card))


def looks_compound(clue: str, card: str) -> bool:
    """Tell whether the clue is the card's word and another word, perhaps by accident (car, carpet)."""
    letters, known = joined(card), load_lexicon().index()
    rest = clue.removeprefix(letters) if clue.startswith(letters) else clue.removesuffix(letters)
    return len(letters) >= 3 and len(rest) >= 3 and rest != clue and rest in known


def remote_kin(clue: str, card: str) -> bool:
    """Tell whether clue and card have one origin but lie apart in sense (PORT, report).

    Source: the pairs of the hand-made list that people were found to judge differently.
    """
    shown = forms_of(joined(card)).bases
    return any(shown & akin for base in forms_of(clue).bases if (akin := remote_words(base)))


def letter(clue: str, card: str) -> bool:
    """Tell whether the clue is the first or the last letter of the card (BUG, BED, BOW; b).

    Source: rule book, as for `hidden`.
    """
    return len(clue) == 1 and clue.isalpha() and clue in (card[0], card[-1])


def letter_count(clue: str, card: str) -> bool:
    """Tell whether the clue is the number of the card's letters, as a word or in digits (three).

    Source: rule book, as for `hidden`.
    """
    return counts_letters(joined(clue)) == len(joined(card))


def _letters(card: str) -> tuple[str, ...]:
    return (*card.replace("-", " ").split(), joined(card))


FORBIDDING: dict[str, PairRule] = {
    "same-word": same_word,
    "spelling": spelling,
    "inflection": inflection,
    "derivation": derivation,
    "compound": compound,
    "name-part": name_part,
    "hidden": hidden,
}
DOUBTFUL: dict[str, PairRule] = {
    "remote-kin": remote_kin,
    "hidden": partly_hidden,
    "looks-compound": looks_compound,
}
TARGET_RULES: dict[str, PairRule] = {"letter": letter, "letter-count": letter_count}

REASONS = {
    "same-word": "'{clue}' is the word on the card '{card}'",
    "spelling": "'{clue}' is another spelling of '{card}' on the board",
    "inflection": "'{clue}' is a form of '{card}' on the board",
    "derivation": "'{clue}' and '{card}' on the board are derived from one another or from one word",
    "compound": "'{clue}' and '{card}' on the board share a part of a compound word",
    "name-part": "'{clue}' is a form of a word of '{card}' on the board",
    "hidden": "'{clue}' stands in the letters of '{card}' on the board",
    "remote-kin": "'{clue}' and '{card}' on the board have one origin, though they lie apart in sense",
    "looks-compound": "'{clue}' may be a compound of '{card}' on the board",
    "letter": "'{clue}' is a letter at the start or end of '{card}', not a meaning",
    "letter-count": "'{clue}' is the number of letters of '{card}', not a meaning",
}
