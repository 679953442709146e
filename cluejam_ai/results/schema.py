"""The tables of a run: columns, dtypes, meanings, and the version that says which they are."""

from dataclasses import dataclass
from typing import Any

SCHEMA_VERSION = 1

#: Values of the columns that hold names.
ENDINGS = ("playing", "found", "assassin", "lives", "turns", "other", "sudden-death")
ROLES = ("agent", "bystander", "other", "assassin")
TURN_ENDINGS = ("wrong", "pass", "limit", "match", "illegal")


@dataclass(frozen=True)
class Column:
    """One column: its name, numpy dtype ("name" for text from a small set, "bool"), and what it says."""

    name: str
    dtype: str
    meaning: str


_MATCH = (
    Column("pairing", "name", "components on every seat"),
    Column("board", "int64", "number of the board"),
    Column(
        "seating", "int8", "0: the board decides who starts, or the first team does; 1: the second team does"
    ),
)

MATCHES = (
    *_MATCH,
    Column("spymaster", "name", "of the first team or player"),
    Column("guesser", "name", "of the first team or player"),
    Column("second_spymaster", "name", "of the second team or player"),
    Column("second_guesser", "name", "of the second team or player"),
    Column("series", "int64", "number of the series of matches over which agents may remember"),
    Column("starter", "int8", "which named team or player took the first seat"),
    Column("won", "bool", "the first team, or the players together, won"),
    Column("ending", "name", "found, assassin, lives, turns, other (team covered), sudden-death"),
    Column("turns", "int16", "clues given by all"),
    Column("own_turns", "int16", "clues given by the first team, or by the players"),
    Column("found", "int8", "agent cards found: by both players; in classic the first team's covered cards"),
    Column("touches", "int16", "cards touched by the first team, or by the players"),
    Column("agent", "int8", "of these, agent cards"),
    Column("clued", "int8", "of these, touched after a clue, not in sudden death"),
    Column("bystander", "int8", "of these, bystanders"),
    Column("other", "int8", "of these, cards of the other team"),
    Column("assassin", "int8", "of these, assassins"),
    Column("clue_number", "int16", "sum of the numbers of those of `own_turns` clues that count cards"),
    Column("counted_turns", "int16", "of `own_turns`, clues whose number counts cards (not 0 or unlimited)"),
    Column("lives_lost", "int16", "bystanders touched, where the ruleset has lives"),
)
TURNS = (
    *_MATCH,
    Column("turn", "int16", "turns before this one"),
    Column("seat", "int8", "who gave the clue: 0 started"),
    Column("team", "int8", "which named team or player that was"),
    Column("clue", "name", "the clue; missing in sudden death"),
    Column("number", "int8", "the clue's number; -1 stands for unlimited"),
    Column("targets", "int32", "intended cards, bit p for the card at place p"),
    Column("touches", "int8", "cards touched"),
    Column("right", "int8", "of these, agent cards"),
    Column("ended", "name", "by a wrong touch, a pass, the limit of touches, the match, an illegal clue"),
)
GUESSES = (
    *_MATCH,
    Column("turn", "int16", "turns before this one"),
    Column("touch", "int8", "touches before this one in the turn"),
    Column("seat", "int8", "who touched: 0 started"),
    Column("team", "int8", "which named team or player that was"),
    Column("place", "int8", "place of the card, 0 to 24"),
    Column("word", "name", "word of the card"),
    Column("role", "name", "what the card is on the clue giver's key"),
)
CARDS = (
    Column("board", "int64", "number of the board"),
    Column("place", "int8", "place of the card, 0 to 24"),
    Column("word", "name", "its word"),
    Column("first_key", "name", "what it is on the first seat's key"),
    Column("second_key", "name", "what it is on the second seat's key; missing where there is one key"),
)
TABLES = {"matches": MATCHES, "turns": TURNS, "guesses": GUESSES, "cards": CARDS}


@dataclass(frozen=True)
class Names:
    """A column of names as codes into a small tuple; -1 is missing."""

    codes: Any
    names: tuple[str, ...]


#: One table in memory: column name to a numpy array or `Names`.
TableData = dict[str, Any]
