"""Positions in notation whose words say what the cards are, and moves by word."""

import numpy as np

from cluejam_ai.game.engine import end_turn, give, reveal
from cluejam_ai.game.notation import Position, from_text, to_text


def _cards(*groups: tuple[str, int, str]) -> dict[str, str]:
    cards = {}
    for word, count, letters in groups:
        names = [word] if count == 1 else [f"{word}{i}" for i in range(1, count + 1)]
        cards.update(dict.fromkeys(names, letters))
    return cards


#: The first letter is the first seat's key, the second letter the second seat's.
CARDS = {
    "classic": _cards(("own", 9, "ao"), ("rival", 8, "oa"), ("plain", 7, "nn"), ("assassin", 1, "xx")),
    "duo": _cards(
        ("both", 3, "aa"),
        ("mine", 6, "an"),
        ("yours", 6, "na"),
        ("assassin", 1, "xx"),
        ("trap", 2, "xn"),
        ("snare", 2, "nx"),
        ("plain", 5, "nn"),
    ),
    "duet": _cards(
        ("both", 3, "aa"),
        ("mine", 5, "an"),
        ("yours", 5, "na"),
        ("bait", 1, "xa"),
        ("lure", 1, "ax"),
        ("assassin", 1, "xx"),
        ("trap", 1, "xn"),
        ("snare", 1, "nx"),
        ("plain", 7, "nn"),
    ),
    "solo": _cards(("own", 9, "a"), ("rival", 8, "o"), ("plain", 7, "n"), ("assassin", 1, "x")),
}


def line(head: str, touched: str = "") -> str:
    """One position in notation.

    `head` is the ruleset and the settings; `touched` names cards already touched: in a game of partners
    `mine1:A` is touched under the first seat's key and `plain1:-N` under the second's, elsewhere the word
    alone says it.
    """
    game = head.split("(")[0].split()[0]
    cards = dict(CARDS[game])
    for word, _, marks in (part.partition(":") for part in touched.split()):
        marks = marks or cards[word].upper()
        marks = marks.ljust(len(cards[word]), "-")
        cards[word] = "".join(old if new == "-" else new for old, new in zip(cards[word], marks, strict=True))
    return f"{head} | {' '.join(f'{word}:{letters}' for word, letters in cards.items())}"


def board(head: str, touched: str = "") -> Position:
    """A position of one board, read from its line."""
    return from_text(line(head, touched))


def clue(position: Position, number: int) -> Position:
    """The position after a clue with this number."""
    return _with(position, give(position.state, np.array([number])))


def touch(position: Position, *words: str) -> tuple[Position, bool]:
    """The position after touching these cards, and whether the guesser may go on."""
    goes_on = True
    for word in words:
        assert goes_on, f"{word} cannot be touched, the turn is over"
        result = reveal(position.state, np.array([position.words.index(word)]))
        position, goes_on = _with(position, result.state), bool(result.goes_on[0])
    return position, goes_on


def move(position: Position, code: int) -> tuple[Position, bool]:
    """The position after a pass, or a board that is not asked."""
    result = reveal(position.state, np.array([code]))
    return _with(position, result.state), bool(result.goes_on[0])


def end(position: Position) -> Position:
    """The position after the turn."""
    return _with(position, end_turn(position.state))


def shown(position: Position) -> str:
    """The line of a position, to compare with `line`."""
    return to_text(position)


def _with(position: Position, state) -> Position:
    return Position(position.words, state, position.starts)
