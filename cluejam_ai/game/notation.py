"""One line of text for a position: for a test, a log, a bug report and a file of boards.

The line is the ruleset, the settings that differ from a fresh board, a bar, and 25 cards::

    duo starts=1 turn=2 giver=0 lives_lost=1 | bank:an river:Na ice_cream:xx ...

Each card is its word, a colon and one letter for every key, the first seat's first: `a` agent, `n` bystander
(neutral), `o` the other team's, `x` assassin. A capital says that the card was touched under that key, so
that its role there is public. Blanks inside a word are written as `_`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluejam_ai.errors import NotationError
from cluejam_ai.game.boards import Boards
from cluejam_ai.game.cards import AGENT, ENDING_NAMES, N_CARDS, NOBODY, ROLE_LETTERS
from cluejam_ai.game.rulesets import Kind, Ruleset, find_ruleset, with_options
from cluejam_ai.game.state import GameState, count_left, new_game
from cluejam_ai.specs import ComponentSpec, parse_spec

_NUMBERS = ("turn", "giver", "lives_lost", "limit", "touches", "winner")
_SEATS = ("0", "1")
_ALLOWED = {"ending": ENDING_NAMES, "giver": _SEATS, "starts": _SEATS, "winner": _SEATS}
#: How many digits a count may have: budgets go to 1000, touches to 25.
_DIGITS = {"turn": 4, "lives_lost": 4, "limit": 2, "touches": 2}
_HEAD = re.compile(r"\s*(?P<ruleset>[\w.-]+(?:\([^)]*\))?)(?P<settings>(?:\s.*)?)", re.DOTALL)


@dataclass(frozen=True)
class Position:
    """A single board: its words, the state (B = 1), and which named team or player has the first seat."""

    words: tuple[str, ...]
    state: GameState
    starts: int = 0


def parse_ruleset(text: str | ComponentSpec) -> Ruleset:
    """Return the ruleset that a text names, such as ``duo(turns=12, lives=3)``.

    Raises
    ------
    NotationError, UnknownNameError, RuleError
        If the text is no spec, or names no game or option, or a value makes no game.
    """
    spec = text if isinstance(text, ComponentSpec) else parse_spec(text)
    if spec.args:
        raise NotationError(f"options of '{spec.name}' need a name, like {spec.name}(turns=12)")
    options = {k: str(v) if isinstance(v, (ComponentSpec, float)) else v for k, v in spec.params}
    return with_options(find_ruleset(spec.name), options)


def to_text(position: Position) -> str:
    """Return the line that stands for a position."""
    state = position.state
    head = [state.ruleset.label]
    values = {name: int(getattr(state, name)[0]) for name in _NUMBERS}
    values["starts"] = position.starts
    for name in ("starts", *_NUMBERS):
        if values[name] != (NOBODY if name == "winner" else 0):
            head.append(f"{name}={values[name]}")
    if state.ending[0]:
        head.append(f"ending={ENDING_NAMES[state.ending[0]]}")
    cards = [_card_text(position, place) for place in range(N_CARDS)]
    return f"{' '.join(head)} | {' '.join(cards)}"


def from_text(line: str) -> Position:
    """Return the position that a line stands for.

    Raises
    ------
    NotationError
        If it is not in the notation, or the cards are not those of the ruleset; the message names the part.
    """
    head, bar, tail = line.partition("|")
    if not bar or not head.strip():
        raise NotationError(f"no '|' between the ruleset and the cards in '{_short(line)}'")
    ruleset, settings = _parse_head(head)
    cards = tail.split()
    if len(cards) != N_CARDS:
        raise NotationError(f"{len(cards)} cards instead of {N_CARDS} in '{_short(line)}'")
    words, letters = zip(*(_parse_card(card, ruleset.n_keys) for card in cards), strict=True)
    if len(set(words)) != N_CARDS:
        twice = next(word for word in words if words.count(word) > 1)
        raise NotationError(f"the word '{twice}' is on the board twice")
    keys = np.array([[ROLE_LETTERS.index(x) for x in text.lower()] for text in letters], dtype=np.int8).T[
        None
    ]
    judged = np.array([[x.isupper() for x in text] for text in letters]).T[None]
    _check_counts(ruleset, keys[0])
    if ruleset.kind is Kind.TEAMS and (judged[0, 0] != judged[0, 1]).any():
        half = cards[int(np.argmax(judged[0, 0] != judged[0, 1]))]
        raise NotationError(f"card '{half}' is touched for one team only; both letters are capitals or none")
    return Position(words, _state_of(ruleset, keys, judged, settings), int(settings.get("starts", "0")))


def board_lines(ruleset: Ruleset, boards: Boards, words: Sequence[str]) -> list[str]:
    """Return fresh boards as lines, one each."""
    lines = []
    for row in range(len(boards.number)):
        one = boards.take(np.array([row]))
        names = tuple(words[i] for i in one.words[0])
        lines.append(to_text(Position(names, new_game(ruleset, one), int(one.starts[0]))))
    return lines


def _card_text(position: Position, place: int) -> str:
    state, word = position.state, position.words[place].replace(" ", "_")
    pairs = zip(state.keys[0, :, place], state.judged[0, :, place], strict=True)
    letters = [ROLE_LETTERS[key].upper() if public else ROLE_LETTERS[key] for key, public in pairs]
    return f"{word}:{''.join(letters)}"


def _parse_head(head: str) -> tuple[Ruleset, dict[str, str]]:
    match = _HEAD.fullmatch(head)
    if match is None:
        raise NotationError(f"'{_short(head)}' does not begin with a ruleset such as duo or duo(turns=12)")
    ruleset = parse_ruleset(match["ruleset"])
    settings: dict[str, str] = {}
    for part in match["settings"].split():
        key, equals, value = part.partition("=")
        known = key in (*_NUMBERS, "starts", "ending")
        count = value.isascii() and value.isdigit() and len(value) <= _DIGITS.get(key, 0)
        good = value in _ALLOWED[key] if key in _ALLOWED else count
        if not (equals and known and good):
            raise NotationError(f"'{part}' is not one of {', '.join(_NUMBERS)}, starts, ending with a value")
        settings[key] = value
    return ruleset, settings


def _parse_card(card: str, n_keys: int) -> tuple[str, str]:
    word, colon, letters = card.rpartition(":")
    if not colon or not word or len(letters) != n_keys or not set(letters.lower()) <= set(ROLE_LETTERS):
        raise NotationError(
            f"card '{card}' is not a word, ':' and {n_keys} of the letters {' '.join(ROLE_LETTERS)}"
        )
    return word.replace("_", " "), letters


def _check_counts(ruleset: Ruleset, keys: np.ndarray) -> None:
    def count(rows: np.ndarray) -> list[tuple[int, ...]]:
        return sorted(tuple(int(x) for x in column) for column in rows.T)

    if count(keys) != count(ruleset.joint_keys):
        wanted = ", ".join(
            f"{n} {''.join(ROLE_LETTERS[r] for r in roles)}" for roles, n in ruleset.joint if n
        )
        raise NotationError(f"the cards are not those of '{ruleset.label}', which has {wanted}")


def _state_of(ruleset: Ruleset, keys: np.ndarray, judged: np.ndarray, settings: dict[str, str]) -> GameState:
    one = np.zeros(1, dtype=np.int64)
    fresh = new_game(
        ruleset, Boards(one, np.arange(N_CARDS, dtype=np.int16)[None], keys, one.astype(np.int8))
    )
    partners = ruleset.kind is Kind.PARTNERS
    hits = (judged & (keys == AGENT)).any(axis=1)
    found = hits if partners else np.zeros((1, N_CARDS), dtype=bool)
    done = np.broadcast_to(found[:, None], keys.shape) if partners else judged
    arrays = {
        name: np.array([int(settings[name])], dtype=getattr(fresh, name).dtype)
        for name in _NUMBERS
        if name in settings
    }
    ending = np.array([ENDING_NAMES.index(settings.get("ending", ENDING_NAMES[0]))], dtype=np.int8)
    return GameState(
        **{
            **{f: getattr(fresh, f) for f in GameState.__dataclass_fields__},
            **arrays,
            "judged": judged,
            "found": found,
            "left": count_left(ruleset, keys, done),
            "ending": ending,
        }
    )


def _short(line: str, width: int = 60) -> str:
    return line if len(line) <= width else line[: width - 3] + "..."
