"""Draws what a session answers on a terminal, colours where it has some, and reads what a person types."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.text import Text

from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.interactive.events import Clear, Event, Say, Show, ShowHistory, Tone
from cluejam_ai.terminal.rules_text import explain
from cluejam_ai.terminal.table import ASCII, SHAPES, Signs, draw_history, draw_look

_STYLES = {
    Tone.PLAIN: "",
    Tone.CLUE: "bold cyan",
    Tone.GOOD: "bold green",
    Tone.BAD: "bold red",
    Tone.REFUSED: "yellow",
    Tone.ASIDE: "dim",
    Tone.HEAD: "bold",
}
_MOST_COLUMNS = 100
_COMMAND = "cluejam play --resume"


def is_dumb() -> bool:
    """Return whether the terminal can do nothing but print."""
    return not sys.stdout.isatty() or os.environ.get("TERM", "dumb") in ("dumb", "unknown", "")


def signs_here() -> Signs:
    """Return the shapes that this terminal can print."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return SHAPES if encoding == "utf8" and not is_dumb() else ASCII


class Talk:
    """Prints the events of a session.

    Parameters
    ----------
    console : Console
    ruleset : Ruleset
    signs : Signs
    names : sequence of str
        What the history calls the two seats, where neither is "you".
    """

    def __init__(self, console: Console, ruleset: Ruleset, signs: Signs, names: Sequence[str] = ()) -> None:
        self.names = names
        self.console = console
        self.ruleset = ruleset
        self.signs = signs

    def print(self, events: Iterable[Event]) -> None:
        """Print events in order; the width is asked anew for each, for a terminal can be resized."""
        for event in events:
            if isinstance(event, Clear):
                self._clear()
            else:
                self._print(self._drawn(event))

    def tell(self, text: str) -> None:
        """Print a text as it is."""
        self._print(Text(text))

    def _drawn(self, event: Event) -> Text:
        if isinstance(event, Say):
            return Text(event.text, style=_STYLES[event.tone])
        if isinstance(event, Show):
            return draw_look(event.look, self._columns, self.signs, self.names)
        if isinstance(event, ShowHistory):
            return draw_history(event.look, self.signs, self.names)
        return Text(explain(self.ruleset))

    def _print(self, text: Text) -> None:
        # a command stays in one piece, so that it can be copied; the terminal breaks it where it has to
        whole = _COMMAND in text.plain
        end = "" if text.plain[-1:] == "\n" else "\n"
        self.console.print(text, width=self._columns, highlight=False, end=end, soft_wrap=whole)

    @property
    def _columns(self) -> int:
        return min(_MOST_COLUMNS, shutil.get_terminal_size((80, 24)).columns)

    def _clear(self) -> None:
        """Take everything off the screen and out of its scroll-back, or push it out of sight."""
        if is_dumb():
            self.console.print("\n" * shutil.get_terminal_size((80, 24)).lines, end="")
        else:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.console.file.flush()


def complete_from(words: Callable[[], Iterable[str]]) -> None:
    """Let the Tab key complete words, where the terminal has the means; a card of two words as a whole."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        line = readline.get_line_buffer()
        start = line.rfind(",") + 1 if "," in line else line.rfind(":") + 1
        typed = line[start:].lstrip().casefold()
        fitting = sorted({word for word in words() if word.casefold().startswith(typed)})
        skip = len(typed) - len(text)
        return fitting[state][skip:] if state < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,:")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    readline.set_auto_history(True)


def forget_typed_ahead() -> None:
    """Throw away what was typed before a prompt stood there; nothing where lines are piped."""
    try:
        import termios
    except ImportError:  # only POSIX has it
        return
    if sys.stdin.isatty():
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def make_talk_console() -> Console:
    """Return the console of a game; colours and their absence (NO_COLOR, dumb terminals) are rich's."""
    return Console(width=None if sys.stdout.isatty() else 80)


def prepare_input() -> None:
    """Let bytes that are no text reach us as signs, instead of as an error."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
