"""How a game is left when the program is told to end: at whatever moment that comes."""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

#: So long a signal may wait to be heard before the thread that it is for is woken, in seconds.
_PATIENCE = 0.05
#: So long after a signal the block is left at the latest, in seconds.
_LATEST = 2.0
_ENDS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_NO_PASTING = b"\x1b[?2004l\r\n"


class QuietEnds:
    """Leaves a block with KeyboardInterrupt after Ctrl-C, with SystemExit(128 + n) after SIGTERM or SIGHUP.

    Python runs a handler between two steps of its own. That is too late for a signal that comes when
    ``input`` has shown its prompt and is about to wait for a key: the wait begins all the same, and no signal
    is left to end it. So a second thread hears of every signal through a pipe, and wakes the thread of the
    game until the handler has run.

    What the handler raises can be lost, too, where a library calls back and takes no errors, as readline does
    for the Tab key. Then, or where something takes too long, the second thread ends the program by itself,
    with the terminal as it was before the block.

    In another thread than the main one, where Python handles no signals, it does nothing.
    """

    def __init__(self) -> None:
        self._number: int | None = None
        self._over = False
        self._late: int | None = None
        self._left = threading.Event()
        self._before: dict[int, Any] = {}
        self._bell: int | None = None
        self._waker: threading.Thread | None = None

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        if hasattr(signal, "pthread_kill"):  # where it is missing nobody sends these signals, but for Ctrl-C
            self._listen()
        self._before = {number: signal.signal(number, self._leave) for number in _ENDS}

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over = True
        self._left.set()
        if self._bell is not None and self._waker is not None:
            signal.set_wakeup_fd(-1)
            os.close(self._bell)
            self._waker.join()
        for number, handler in self._before.items():
            # who asks again, while the program ends, is not kept waiting
            signal.signal(number, handler if self._number is None else signal.SIG_DFL)
        if self._late is not None:
            signal.raise_signal(self._late)

    def _leave(self, number: int, frame: Any) -> None:
        """Raise what ends the game, once."""
        if self._number is not None:
            return
        if self._over:
            self._late = number
            return
        self._number = number
        # input() runs handlers once more with our exception under way, and none could return there: those of
        # signals that have come with this one run now, and later ones are not heard
        signal.raise_signal(number)
        for each in _ENDS:
            signal.signal(each, signal.SIG_IGN)
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(128 + number)

    def _listen(self) -> None:
        ear, self._bell = os.pipe()
        os.set_blocking(self._bell, False)
        signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
        self._waker = threading.Thread(
            target=self._wake, args=(ear, threading.get_ident(), _settings()), daemon=True
        )
        self._waker.start()

    def _wake(self, ear: int, game: int, put_back: Callable[[], None]) -> None:
        """Wake the thread of the game after a signal; end the program if the block is not left."""
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
        with open(ear, "rb", buffering=0) as heard:
            while number := heard.read(1):
                if number[0] not in _ENDS:
                    continue
                latest = time.monotonic() + _LATEST
                while not self._left.wait(_PATIENCE):
                    if self._number is None:
                        signal.pthread_kill(game, number[0])
                    if time.monotonic() > latest:
                        put_back()
                        os._exit(128 + (self._number or number[0]))


def _settings() -> Callable[[], None]:
    """Return what gives the terminal back its settings of now."""
    try:
        import termios

        place = sys.stdin.fileno()
        before = termios.tcgetattr(place)
    except (ImportError, OSError, ValueError, AttributeError, termios.error):  # no terminal
        return lambda: None

    def put_back() -> None:
        termios.tcsetattr(place, termios.TCSANOW, before)
        # one whose output was stopped by Ctrl-S takes no more
        if os.isatty(1) and select.select([], [1], [], 0)[1]:
            os.write(1, _NO_PASTING)

    return put_back


def discard_output() -> None:
    """Let what is still said go nowhere, for the terminal is gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
