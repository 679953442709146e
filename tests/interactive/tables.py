"""Sessions for tests: a table without a terminal, and what it says as text."""

from io import StringIO
from pathlib import Path

from rich.console import Console

from cluejam_ai.interactive.chairs import Seat
from cluejam_ai.interactive.events import Event, Say
from cluejam_ai.interactive.opening import Wishes, new_session
from cluejam_ai.interactive.session import Session
from cluejam_ai.terminal.table import ASCII
from cluejam_ai.terminal.talk import Talk
from tests.interactive.people import LIGHT, answer

#: Sessions whose files are open, for the fixture that closes them.
OPEN: list[Session] = []


def sit(folder: Path, rules: str = "duo", **wishes: object) -> Session:
    """Return a session of a light partner on a board that is always the same."""
    chosen: dict[str, object] = {"partner": LIGHT, "seed": 5, **wishes}
    if isinstance(seat := chosen.get("seat"), str):
        chosen["seat"] = Seat(seat)
    session = new_session(Wishes(rules, **chosen), folder)  # type: ignore[arg-type]
    OPEN.append(session)
    return session


def said(events: list[Event]) -> str:
    """Return the text of all that is said, without the boards."""
    return "\n".join(event.text for event in events if isinstance(event, Say))


def screen(session: Session, events: list[Event], columns: int = 80) -> str:
    """Return events as a terminal without colours prints them."""
    out = StringIO()
    console = Console(file=out, width=columns, no_color=True, force_terminal=False)
    Talk(console, session.game.setup.ruleset, ASCII).print(events)
    return out.getvalue()


def play_on(session: Session, aim: str, most: int = 400) -> list[Event]:
    """Play a session to its end and return all that was answered."""
    events = session.open()
    for _ in range(most):
        if session.finished:
            return events
        # a question is answered with yes; a hand-over with anything
        line = "y" if session._pending is not None else answer(session.game, aim)
        events += session.feed(line)
    raise AssertionError(f"the game does not end: {session.prompt}")
