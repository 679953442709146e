"""What a session answers with; a terminal draws it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from cluejam_ai.interactive.look import Look


class Tone(Enum):
    """How something is said."""

    PLAIN = "plain"
    CLUE = "clue"
    GOOD = "good"
    BAD = "bad"
    REFUSED = "refused"
    ASIDE = "aside"
    HEAD = "head"


@dataclass(frozen=True)
class Say:
    """A line or more of text."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True)
class Show:
    """The board as a person may see it."""

    look: Look


@dataclass(frozen=True)
class ShowHistory:
    """All turns, the one under way last."""

    look: Look


@dataclass(frozen=True)
class ShowRules:
    """The rules of the game."""


@dataclass(frozen=True)
class Clear:
    """Nothing of what was on the screen may stay, for another person comes to it."""


Event = Say | Show | ShowHistory | ShowRules | Clear


@dataclass(frozen=True)
class Pending:
    """A question that stands before the next move, and what an answer does."""

    question: str
    answer: Callable[[str], Iterable[Event]]
