"""Whether a text is a clue at all: one word, in letters that the words of the game use, or one number."""

import re
import unicodedata

from cluejam_ai.words.scripts import scripts_of

LONGEST = 45
_SPELLED = re.compile(r"\w(-\w)+\Z")
_HYPHENED = re.compile(r"\w+(-\w+)+\Z")
_APOSTROPHES = re.compile("['’]")


def refuse_text(text: str, scripts: frozenset[str], *, english: bool) -> tuple[str, str] | None:
    """Return the rule and the reason why a normalised text is no clue; None if it is one.

    Parameters
    ----------
    text : str
        Normalised.
    scripts : frozenset of str
        The scripts that the words of the game are written in.
    english : bool
        Whether only a to z are letters.
    """
    shown = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    if not text:
        return "one-word", "the clue is empty; it has to be one word"
    if " " in text:
        return "one-word", f"'{shown}' is more than one word; a clue is one word"
    if len(text) > LONGEST:
        return "one-word", f"'{shown}' is too long for a word"
    if not text.isprintable():
        return "script", f"{shown!r} holds a sign that cannot be printed"
    foreign = scripts_of([text]) - scripts
    if foreign or (english and any(sign.isalpha() and not sign.isascii() for sign in text)):
        wanted = "a to z" if english else " and ".join(sorted(scripts)).lower()
        return "script", f"'{shown}' is not in the letters of the words of this game ({wanted})"
    return _refuse_signs(shown, _APOSTROPHES.sub("", text))


def _refuse_signs(shown: str, letters: str) -> tuple[str, str] | None:
    bare = letters.replace("-", "")
    is_joined = all(letters.split("-"))
    # marks belong to letters in many scripts, as the vowels of Hindi
    word = bool(bare) and all(sign.isalpha() or unicodedata.category(sign)[0] == "M" for sign in bare)
    if is_joined and (word or (letters.isascii() and letters.isdecimal())):
        return None
    if bare.isalnum() and is_joined and not any(map(str.isalpha, bare)):
        return "digits", f"'{shown}' is not one number in the digits 0 to 9; a clue is a word or a number"
    if bare.isalnum() and is_joined:
        return "digits", f"'{shown}' mixes letters and digits; a clue is a word or a number"
    return "script", f"'{shown}' holds signs that are not letters; a clue is one word"


def plain(text: str) -> str:
    """Return the clue's letters in one piece: b-o-w and bow are the same clue, and the dog's is of dog."""
    text = re.sub(r"['’](s?\Z)", "", text)
    return re.sub("[-'’]", "", text)


def as_said(text: str) -> str:
    """Return a normalised clue as a guesser hears it: t-i-g-e-r is tiger, x-ray keeps its hyphen."""
    return text if pieces(text) else plain(text)


def pieces(text: str) -> list[str]:
    """Return the words that hyphens join (x-ray), none if there are none or they only spell a word out."""
    if _SPELLED.match(text) or not _HYPHENED.match(text):
        return []
    return text.split("-")
