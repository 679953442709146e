"""Reads what a run is to play from a spec file in TOML, and says what is wrong with it by name."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.house_pair import DEFAULT_EMBEDDING

DEFAULT_BOARDS = 100
#: How the list of pairings may be named instead of written out.
PAIRS = ("all", "self")
#: The keys of a pairing, and those of a team.
SEATS = ("spymaster", "guesser", "second_spymaster", "second_guesser")
TEAM = ("spymaster", "guesser", "embedding")


@dataclass(frozen=True)
class SpecFile:
    """The contents of a spec file, checked for keys and types, every list a tuple.

    Attributes
    ----------
    text : str
        The file, verbatim.
    rules : str
        A ruleset with its options.
    spymasters, guessers : tuple of str
        Components; those that name no embedding think in each of `embeddings`.
    embeddings : tuple of str
    teams : dict
        Name to spymaster, guesser and, for agents that name none, embedding.
    pairs : str or tuple
        ``all``, ``self``, or pairs: of a spymaster and a guesser, of two teams, or tables by seat.
    boards : int or str
        How many, or a file of boards.
    seed : int or None
        None is drawn.
    series : int
    words, lexicon : str or None
        Files.
    missing_cards : str
    """

    text: str
    rules: str = "duo"
    spymasters: tuple[str, ...] = ()
    guessers: tuple[str, ...] = ()
    embeddings: tuple[str, ...] = (DEFAULT_EMBEDDING,)
    teams: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    pairs: "str | tuple[Any, ...]" = "all"
    boards: "int | str" = DEFAULT_BOARDS
    seed: int | None = None
    series: int = 1
    words: str | None = None
    lexicon: str | None = None
    missing_cards: str = "error"


_WHOLE = "a whole number"
_TEXT = "text"
_TEXTS = "a list of texts"
#: The keys of a spec and what their values are.
KEYS = {
    "rules": (_TEXT,),
    "spymasters": (_TEXTS,),
    "guessers": (_TEXTS,),
    "embeddings": (_TEXTS,),
    "teams": ("a table",),
    "pairs": (_TEXT, "a list"),
    "boards": (_WHOLE, _TEXT),
    "seed": (_WHOLE,),
    "series": (_WHOLE,),
    "words": (_TEXT,),
    "lexicon": (_TEXT,),
    "missing_cards": (_TEXT,),
}


def parse_specfile(text: str, where: str = "the spec") -> SpecFile:
    """Return what a spec in TOML says.

    Parameters
    ----------
    text : str
        TOML.
    where : str
        What it is called in messages.

    Raises
    ------
    UnknownNameError
        For a key that a spec does not have; the nearest is suggested.
    CluejamError
        If it is no TOML, or a value is of another type.
    """
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise CluejamError(f"{where} is not TOML: {error}") from error
    for key, value in values.items():
        if key not in KEYS:
            raise UnknownNameError(f"key of {where}:", key, KEYS)
        if not any(_is(value, kind) for kind in KEYS[key]):
            raise CluejamError(f"{where}: {key} is {told(value)}; it must be {' or '.join(KEYS[key])}")
    for name, team in values.get("teams", {}).items():
        check_table(team, f"{where}: team '{name}'", TEAM)
    return SpecFile(text, **{key: _frozen(value) for key, value in values.items()})


def read_specfile(path: Path) -> SpecFile:
    """Return what a spec file says.

    Raises
    ------
    CluejamError
        If it cannot be read, or see `parse_specfile`.
    """
    try:
        text = path.read_bytes().decode("utf-8")  # to the letter, line ends too
    except FileNotFoundError:
        raise CluejamError(
            f"there is no spec {path}; write one with: cluejam spec example crossplay > {path.name}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CluejamError(f"cannot read the spec {path}: {error}") from error
    return parse_specfile(text, str(path))


def check_table(table: Any, where: str, keys: Sequence[str]) -> None:
    """Raise unless a table has texts under these keys, a spymaster and a guesser among them."""
    if not isinstance(table, Mapping):
        raise CluejamError(f"{where} is {told(table)}; it must be a table with spymaster and guesser")
    for key, value in table.items():
        if key not in keys:
            raise UnknownNameError(f"key of {where}:", key, keys)
        if not isinstance(value, str):
            raise CluejamError(f"{where}: {key} is {told(value)}; it must be text")
    for key in ("spymaster", "guesser"):
        if key not in table:
            raise CluejamError(f"{where} names no {key}")


def _is(value: Any, kind: str) -> bool:
    if kind == _WHOLE:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == _TEXTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, {_TEXT: str, "a list": list, "a table": dict}[kind])


def told(value: Any) -> str:
    """Return a value and what it is, for a message."""
    kinds = {
        bool: "true or false",
        int: _WHOLE,
        float: "a number",
        str: _TEXT,
        list: "a list",
        dict: "a table",
    }
    kind = "a list" if isinstance(value, tuple) else kinds.get(type(value), "a date or time")
    shown = list(value) if isinstance(value, tuple) else value
    return f"{shown!r} ({kind})"


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
