"""What a person types: cards by word, number or prefix; clues with a number and cards meant; commands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import UNLIMITED
from cluejam_ai.words.normalise import normalise

#: Longer lines were pasted by mistake.
LONGEST_LINE = 300

COMMANDS = ("pass", "undo", "help", "rules", "history", "hint", "board", "quit")
_ALIASES = {
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "stop": "pass",
    "done": "pass",
    "b": "board",
}

_NUMBER = r"(?P<number>[+-]?\d+|unlimited)"
_WITH_NUMBER = re.compile(
    rf"(?P<clue>[^:,]*?[^:,\s])(?:\s*[:,]\s*|\s+){_NUMBER}\s*(?::(?P<cards>.*))?\Z", re.IGNORECASE
)
_WITHOUT_COLON = re.compile(r"(?P<clue>\S+)\s+(?P<number>\d+)\s+(?P<cards>\D.*)\Z")
_WITH_CARDS = re.compile(r"(?P<clue>[^:]*?\S)\s*:(?P<cards>.*)\Z")


class EntryError(CluejamError):
    """What was typed is no move here; the message says why, and what would be."""


@dataclass(frozen=True)
class Card:
    """A card that was named; `sure` is False where it was only meant nearly."""

    place: int
    sure: bool = True


@dataclass(frozen=True)
class TypedClue:
    """A clue as it was typed: `targets` is None where no cards were named."""

    clue: str
    number: int
    targets: tuple[int, ...] | None = None


def clean(line: str) -> str:
    """Return a typed line without control characters and outer blanks.

    Raises
    ------
    EntryError
        If it is too long to be meant.
    """
    text = "".join(sign if sign.isprintable() else " " for sign in line)
    text = " ".join(text.split())
    if len(text) > LONGEST_LINE:
        raise EntryError(f"that line has {len(text)} characters; type one word, or 'help'")
    return text


def command_of(text: str, words: Sequence[str]) -> str | None:
    """Return the command that a line is, if it is one; with a slash before it in any case.

    A short form is none where a card begins with it.
    """
    word = text.casefold()
    if word.startswith("/"):
        word = word[1:]
        return _ALIASES.get(word, word if word in COMMANDS else None)
    if word in COMMANDS:
        return word
    if word in _ALIASES and not any(card.casefold().startswith(word) for card in words):
        return _ALIASES[word]
    return None


def find_card(text: str, words: Sequence[str], closed: Sequence[bool], *, why_closed: str) -> Card:
    """Return the card that a text names: by its word, its number from 1, or a beginning that fits one card.

    Parameters
    ----------
    text : str
    words : sequence of 25 str
    closed : sequence of 25 bool
        Cards that may not be named.
    why_closed : str
        The reason, after the card's name.

    Raises
    ------
    EntryError
        If it names none, several, or one that may not be named.
    """
    typed = _same(text)
    names = [_same(word) for word in words]
    if typed in names:
        return _open_card(names.index(typed), words, closed, why_closed)
    if typed.isascii() and typed.isdecimal() and len(typed) < 4:
        if not 1 <= int(typed) <= len(words):
            raise EntryError(f"there is no card {typed}; they are numbered from 1 to {len(words)}")
        return _open_card(int(typed) - 1, words, closed, why_closed)
    fitting = [place for place, name in enumerate(names) if typed and name.startswith(typed)]
    still = [place for place in fitting if not closed[place]]
    if len(still) == 1:
        return Card(still[0], sure=len(typed) > 1)
    if len(still) > 1:
        raise EntryError(f"'{text}' can be {_listing([words[p].upper() for p in still])}; type more letters")
    if fitting:
        return _open_card(fitting[0], words, closed, why_closed)
    return _near_card(text, typed, names, words, closed)


def find_guess(text: str, words: Sequence[str], closed: Sequence[bool]) -> Card:
    """Return the card that a guesser names, as in `find_card`; a clue is told that none is due."""
    try:
        return find_card(text, words, closed, why_closed="is covered already; touch another card")
    except EntryError:
        if _WITH_NUMBER.match(text) is None and _WITH_CARDS.match(text) is None:
            raise
    raise EntryError("it is your turn to guess: type a word of the board, its number, 'pass' or 'help'")


def _near_card(text: str, typed: str, names: list[str], words: Sequence[str], closed: Sequence[bool]) -> Card:
    parts = {part: place for place, name in enumerate(names) for part in [name, *name.split(" ")]}
    near = get_close_matches(typed, [part for part, place in parts.items() if not closed[place]], 1, 0.7)
    if near:
        return Card(parts[near[0]], sure=False)
    shown = text if len(text) <= 30 else text[:30] + "..."
    raise EntryError(f"no card is called '{shown}'; type a word of the board, its number, or 'help'")


def _open_card(place: int, words: Sequence[str], closed: Sequence[bool], why: str) -> Card:
    if closed[place]:
        raise EntryError(f"{words[place].upper()} {why}")
    return Card(place)


def _same(text: str) -> str:
    """Return a text as it is compared: case, accents, blanks and hyphens do not matter."""
    return " ".join(normalise(text).replace("-", " ").split())


def read_clue(text: str, words: Sequence[str], closed: Sequence[bool], *, free_numbers: bool) -> TypedClue:
    """Return the clue that a line gives: ``river 2``, ``river 2: bank, bed`` or ``river: bank, bed``.

    Parameters
    ----------
    text : str
        A clean line.
    words, closed
        As in `find_card`; the cards that are meant must be own cards that are not covered.
    free_numbers : bool
        Whether the game has 0 and unlimited.

    Raises
    ------
    EntryError
        If it has no number and names no cards, or a card that cannot be meant.
    """
    found = _WITH_NUMBER.match(text) or _WITH_CARDS.match(text)
    if found is None and text.isdecimal():
        raise EntryError("a clue is due: one word and how many cards it is meant for, like 'river 2'")
    if found is None and (meant := _WITHOUT_COLON.match(text)):
        clue, number, cards = meant.groups()
        raise EntryError(f"the cards come after a colon: '{clue[:30]} {number}: {cards[:30]}'")
    if found is None:
        raise EntryError(
            f"say how many cards '{text[:30]}' is meant for: '{text[:30]} 2', or '{text[:30]} 2: WORD, WORD'"
        )
    parts = found.groupdict()
    cards = parts["cards"]
    targets = None if cards is None else _targets(cards, words, closed)
    if parts.get("number") is None:
        return TypedClue(parts["clue"], len(targets or ()), targets)
    return TypedClue(parts["clue"], _number(parts["number"], free_numbers=free_numbers), targets)


def _number(text: str, *, free_numbers: bool) -> int:
    number = UNLIMITED if text.casefold() == "unlimited" else int(text[:6])
    if 1 <= number <= 9 or (free_numbers and text in ("0", "unlimited")):
        return number
    raise EntryError(
        f"a clue's number is from 1 to 9{', or 0 or unlimited' if free_numbers else ''}, not {text[:12]}"
    )


def _targets(text: str, words: Sequence[str], closed: Sequence[bool]) -> tuple[int, ...]:
    if not text.strip(" ,"):
        raise EntryError("name the cards after the colon: 'river 2: bank, bed'; or say how many: 'river 2'")
    places: list[int] = []
    for part in (part.strip() for part in text.split(",") if part.strip()):
        card = find_card(part, words, closed, why_closed="is no card of yours that is left to find")
        if not card.sure:
            raise EntryError(f"no card is called '{part[:30]}'; did you mean {words[card.place].upper()}?")
        if card.place in places:
            raise EntryError(f"{words[card.place].upper()} is named twice")
        places.append(card.place)
    return tuple(places)


def yes_or_no(text: str, meant: str | None = None) -> bool | None:
    """Return what an answer says, None if it is neither yes nor no; the word that was meant is a yes."""
    if meant is not None and _same(text) == _same(meant):
        return True
    return {"y": True, "yes": True, "n": False, "no": False}.get(text.casefold())


def _listing(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
