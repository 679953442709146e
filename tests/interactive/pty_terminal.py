"""A real pseudo-terminal with `cluejam play` in it."""

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect

from cluejam_ai.interactive.game import Game, Move
from cluejam_ai.interactive.savefile import read_game
from tests.interactive.people import LIGHT, answer

#: What stands before the place where a person types.
PROMPT = r"(> |\(y/n\) |looks away\. |may look\. )$"
_SECONDS = 120
_PROGRAM = "import sys; from cluejam_ai.cli.start import main; sys.argv[0] = 'cluejam'; main()"
#: Bits of a terminal's settings without which nobody sees what is typed, or no line ends.
_IN_ORDER = termios.ECHO | termios.ICANON | termios.ISIG


class Terminal:
    """A terminal of 24 lines and 80 columns without colours; what it showed is in `text`.

    The lines of Python in `before` are run in the program's process before the program.
    """

    def __init__(
        self, folder: Path, *words: str, term: str = "dumb", columns: int = 80, before: str = ""
    ) -> None:
        self.folder = folder
        environment = {**os.environ, "CLUEJAM_GAMES": str(folder), "TERM": term, "NO_COLOR": "1"}
        environment |= {"PYTHONIOENCODING": "utf-8", "INPUTRC": "/dev/null"}
        # the window has its own size, whatever the process that runs the tests was told
        for size in ("COLUMNS", "LINES"):
            environment.pop(size, None)
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", f"{before}\n{_PROGRAM}", "play", *words],
            env=environment,
            encoding="utf-8",
            codec_errors="replace",
            dimensions=(24, columns),
            timeout=_SECONDS,
        )
        self.child.delaybeforesend = None
        self.text = ""

    @property
    def game(self) -> Game:
        """The game as its file has it."""
        return read_game(self.path).game

    @property
    def path(self) -> Path:
        """The newest file of a game."""
        return max(self.folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)

    def wait(self) -> bool:
        """Wait until the program asks something, or return False when it has ended."""
        ended = self.child.expect([PROMPT, pexpect.EOF]) == 1
        after = "" if ended else self.child.after
        self.text += self.child.before + after
        return not ended

    def type(self, line: str) -> bool:
        """Type a line and wait for what is asked next."""
        self.child.sendline(line)
        return self.wait()

    def asks(self, end: str) -> bool:
        """Return whether the last prompt ends so."""
        return self.text.endswith(end)

    @property
    def screen(self) -> str:
        """What was shown, with plain ends of lines and without blanks before them."""
        return "\n".join(line.rstrip() for line in self.text.replace("\r", "").split("\n"))

    def play(self, aim: str) -> str:
        """Play a game to its end and return what was shown."""
        return self.play_on(aim) if self.wait() else self.screen

    def play_on(self, aim: str) -> str:
        """The same where something has been asked already."""
        going = True
        while going:
            if self.asks("(y/n) "):
                going = self.type("y")
            elif self.asks("away. ") or self.asks("look. "):
                going = self.type("")
            else:
                going = self.type(answer(self.game, aim))
        return self.screen

    @property
    def is_in_order(self) -> bool:
        """Whether the terminal echoes what is typed, has its cursor, and takes pasted text as typed."""
        settings = termios.tcgetattr(self.child.child_fd)[3]
        shown = self.text + (self.child.before if isinstance(self.child.before, str) else "")
        on, off = shown.rfind("\x1b[?2004h"), shown.rfind("\x1b[?2004l")
        return settings & _IN_ORDER == _IN_ORDER and on <= off and "\x1b[?25l" not in shown

    def status(self) -> int | None:
        """Return how the program ended: its exit status, or minus the signal."""
        self.child.close()
        return self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus


@contextmanager
def terminal(folder: Path, *words: str, seed: int = 5, **options: object) -> Iterator[Terminal]:
    """Yield a terminal with a new game of a light partner."""
    resumes = "--resume" in words
    fixed = [] if resumes else ["--seed", str(seed)]
    if not resumes and "--partner" not in words:
        fixed += ["--partner", LIGHT]
    opened = Terminal(folder, *words, *fixed, **options)  # type: ignore[arg-type]
    try:
        yield opened
    finally:
        opened.child.close(force=True)


def is_over(game: Game) -> bool:
    return game.due is Move.NOTHING
