"""Numbers as words: eight, 8 and VIII say the same."""

import re
from functools import lru_cache

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_LARGE = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
_ROMAN = re.compile(r"(?=.)(m{0,3})(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})\Z")
_SIGNS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_DIGITS = 12


def number_name(text: str) -> str | None:
    """Return the name in one piece of a number in digits, Roman numerals or letters; None if it is none.

    Parameters
    ----------
    text : str
        Normalised, without blanks and hyphens.

    Examples
    --------
    >>> number_name("8"), number_name("viii"), number_name("eight"), number_name("onehundred")
    ('eight', 'eight', 'eight', 'hundred')
    >>> number_name("night") is None
    True
    """
    if text.isdecimal() and text.isascii() and len(text) <= _DIGITS:
        return _spelled(int(text))
    if _ROMAN.match(text):
        return _spelled(_roman(text))
    bare = text.removeprefix("one").removeprefix("a")
    if any(bare == name for _, name in _LARGE):
        return bare
    return text if text in _names() else None


def counts_letters(text: str) -> int | None:
    """Return the number that a clue says, where it may count letters; None if it says none.

    A single letter (x) is a letter to everybody, though it is a Roman numeral.
    """
    name = None if len(text) == 1 and text.isalpha() else number_name(text)
    return None if name is None else _names().get(name)


def _spelled(number: int) -> str:
    """Return the name of a number in one piece; a leading one is left out: hundred."""
    if number < len(_SMALL):
        return _SMALL[number]
    for size, name in _LARGE:
        if number >= size:
            many, rest = divmod(number, size)
            return ("" if many == 1 else _spelled(many)) + name + (_spelled(rest) if rest else "")
    return _TENS[number // 10] + (_SMALL[number % 10] if number % 10 else "")


def _roman(text: str) -> int:
    values = [_SIGNS[sign] for sign in text]
    return sum(
        -value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True)
    )


@lru_cache(maxsize=1)
def _names() -> dict[str, int]:
    """Return the names of the numbers below a hundred, and of the large ones."""
    return {_spelled(number): number for number in range(100)} | {name: size for size, name in _LARGE}
