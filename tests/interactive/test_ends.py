"""A game ends when it is told to, at whatever moment: by a signal, or as its terminal is gone."""

import os
import random
import signal
import time

import pytest

pytest.importorskip("pexpect")
pytest.importorskip("termios")
pytest.importorskip("readline")

import pexpect

from cluejam_ai.interactive.savefile import read_game
from tests.interactive.pty_terminal import Terminal, terminal

STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
SIGNALS = pytest.mark.parametrize("sent", STATUS, ids=lambda sent: sent.name)
_SECONDS = 10

#: The signal comes when readline has shown the prompt and does not wait for a key yet. It is sent by the C
#: library: no step of Python lies between the signal and the wait.
BEFORE_THE_WAIT = """
import ctypes, functools, os, readline
readline.set_pre_input_hook(functools.partial(ctypes.CDLL(None).kill, os.getpid(), {number}))
"""
#: The signal is heard inside a function that readline calls, and readline drops what such functions raise.
IN_A_CALL_OF_READLINE = """
import os, readline
readline.set_pre_input_hook(lambda: os.kill(os.getpid(), {number}))
"""
#: The signal comes while the third line of the game's file is being written.
WHILE_WRITING = """
import os
to_disk, lines = os.fsync, []
def fsync(number):
    lines.append(number)
    if len(lines) == 3:
        os.kill(os.getpid(), {number})
    to_disk(number)
os.fsync = fsync
"""
#: The signal comes when an answer is being drawn: the second time that the width of the screen is asked.
WHILE_ANSWERING = """
import os, shutil
size, asked = shutil.get_terminal_size, []
def get_terminal_size(*fallback):
    asked.append(fallback)
    if len(asked) == 2:
        os.kill(os.getpid(), {number})
    return size(*fallback)
shutil.get_terminal_size = get_terminal_size
"""


def ended(seen: Terminal) -> str:
    """Wait until the program has ended by itself, with the terminal in order, and return what was shown."""
    seen.child.expect(pexpect.EOF, timeout=_SECONDS)
    assert seen.is_in_order
    shown = seen.text + str(seen.child.before)
    assert "Traceback" not in shown
    assert "Exception ignored" not in shown
    return shown


@SIGNALS
def test_a_signal_right_after_a_prompt_ends_the_game(tmp_path, sent):
    before = BEFORE_THE_WAIT.format(number=int(sent))
    with terminal(tmp_path, "duet", "--hot-seat", term="xterm", before=before) as seen:
        assert "saved as" in ended(seen)
        assert seen.status() == STATUS[sent]
        assert read_game(seen.path).game.log == ()


@SIGNALS
def test_a_signal_that_a_library_drops_ends_the_game(tmp_path, sent):
    before = IN_A_CALL_OF_READLINE.format(number=int(sent))
    with terminal(tmp_path, "duet", "--hot-seat", term="xterm", before=before) as seen:
        ended(seen)
        assert seen.status() == STATUS[sent]
        assert read_game(seen.path).game.log == ()


@SIGNALS
@pytest.mark.parametrize("moment", [WHILE_WRITING, WHILE_ANSWERING], ids=["writing", "answering"])
def test_a_signal_between_two_prompts_ends_the_game(tmp_path, moment, sent):
    before = moment.format(number=int(sent))
    with terminal(tmp_path, "solo", "--hot-seat", term="xterm", before=before) as seen:
        seen.child.timeout = _SECONDS
        going = seen.wait()
        for line in ("", "zebra 1", "", "1"):
            going = going and seen.type(line)
        assert "saved as" in ended(seen)
        assert seen.status() == STATUS[sent]
        read_game(seen.path)


def test_a_resized_window_and_a_second_signal_change_nothing(tmp_path):
    with terminal(tmp_path, "duet", "--hot-seat", term="xterm") as seen:
        seen.wait()
        seen.child.setwinsize(10, 33)
        for sent in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
            seen.child.kill(sent)
        ended(seen)
        # all may have come before the first was heard
        assert seen.status() in (130, 143)
        assert read_game(seen.path).game.log == ()


@pytest.mark.parametrize("lines", [[], ["", "zebra 1"]], ids=["at-once", "after-a-clue"])
def test_a_terminal_that_is_gone_ends_the_game(tmp_path, lines):
    with terminal(tmp_path, "duet", "--hot-seat", term="xterm") as seen:
        seen.wait()
        for line in lines:
            seen.type(line)
        before = seen.game
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), seen.child.child_fd)  # the last hold on the terminal
        until = time.monotonic() + _SECONDS
        while seen.child.isalive() and time.monotonic() < until:
            time.sleep(0.02)
        assert seen.child.exitstatus == STATUS[signal.SIGHUP]
        assert read_game(seen.path).game.log == before.log


def test_signals_at_random_moments_are_all_heard(tmp_path):
    """From the moment that the prompt is seen to 30 ms later, with and without something typed."""
    dice = random.Random(8)
    for count in range(4):
        folder = tmp_path / str(count)
        sent = dice.choice(list(STATUS))
        with terminal(folder, "duet", "--hot-seat", term=dice.choice(["xterm", "dumb"])) as seen:
            seen.wait()
            seen.child.send(dice.choice(["", "riv", "\r", "\rzebra 1\r"]))
            time.sleep(dice.random() * 0.03)
            seen.child.kill(sent)
            ended(seen)
            assert seen.status() == STATUS[sent]
        read_game(seen.path)
