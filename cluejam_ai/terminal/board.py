"""Draws a board for a terminal: words in a grid, with letters for what each card is, not colours alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

SIDE = 5
_WIDTH = 15
_NARROWEST = 6
_STYLES = {"a": "green", "n": "default", "o": "blue", "x": "bold red"}
LEGEND = "a agent  n bystander  o other team  x assassin; a capital: touched under that key"


@dataclass(frozen=True)
class DrawnCard:
    """A card to draw: its word and one letter a key, in capitals where it was touched."""

    word: str
    letters: str
    covered: bool = False


def draw_board(cards: Sequence[DrawnCard], columns: int = 80) -> Text:
    """Return 25 cards as five rows of words with their letters below, within so many columns."""
    width = max(_NARROWEST, min(_WIDTH, columns // SIDE))
    drawing = Text()
    for first in range(0, len(cards), SIDE):
        row = cards[first : first + SIDE]
        for card in row:
            word = card.word.upper()
            short = word if len(word) < width else word[: width - 2] + "."
            drawing.append(short.ljust(width), style="dim strike" if card.covered else "bold")
        drawing.append("\n")
        for card in row:
            for letter in card.letters:
                drawing.append(letter, style=_STYLES[letter.lower()])
            drawing.append(" " * (width - len(card.letters)))
        drawing.append("\n")
    return drawing
