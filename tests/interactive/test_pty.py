"""Games through a real pseudo-terminal, as people play them."""

import os
import random
import signal
from pathlib import Path

import pytest

pytest.importorskip("pexpect")
pytest.importorskip("termios")

import pexpect

from cluejam_ai.interactive.savefile import read_game
from tests.interactive.people import BLIND, answer
from tests.interactive.pty_terminal import PROMPT, Terminal, is_over, terminal

GOLDEN = Path(__file__).parents[1] / "golden" / "screens"

WON, LOST = "You win: all cards are found.", "You lose: all cards of the other team are found."
CLOCK, DEAD = "You lose: the turns are used up.", "You lose: the assassin was touched."

GAMES = [
    ("duo(turns=20)", (), "win", WON),
    ("duo(turns=1)", (), "slow", CLOCK),
    ("duo(turns=30)", ("--partner", BLIND), "assassin", DEAD),
    ("duo(turns=20)", ("--seat", "guesser"), "win", WON),
    ("duo(turns=1)", ("--seat", "spymaster"), "slow", CLOCK),
    ("duo", ("--seat", "team"), "assassin", DEAD),
    ("duet(turns=20)", (), "win", WON),
    ("duet(turns=1)", (), "slow", CLOCK),
    ("duet", ("--seat", "guesser"), "assassin", DEAD),
    ("classic", ("--level", "easy"), "win", WON),
    ("classic", ("--level", "hard"), "slow", LOST),
    ("classic", ("--seat", "team"), "assassin", DEAD),
    ("classic", ("--seat", "spymaster", "--level", "easy"), "win", WON),
    ("classic", ("--seat", "spymaster", "--level", "hard"), "slow", LOST),
    ("classic", ("--seat", "spymaster", "--partner", BLIND), "assassin", DEAD),
    ("classic", ("--seat", "both"), "assassin", DEAD),
    ("solo", (), "win", WON),
    ("solo", ("--seat", "spymaster"), "win", WON),
    ("solo", (), "assassin", DEAD),
    ("duo", ("--hot-seat",), "win", WON),
    ("duet", ("--hot-seat",), "assassin", DEAD),
    ("classic", ("--hot-seat",), "win", "wins: all cards are found."),
]


@pytest.mark.parametrize("rules, words, aim, outcome", GAMES, ids=lambda value: str(value).replace(" ", ""))
def test_a_game_is_played_to_its_end(tmp_path, rules, words, aim, outcome):
    with terminal(tmp_path, rules, *words) as seen:
        screen = seen.play(aim)
        assert outcome in screen
        assert "Traceback" not in screen
        assert "What the clues were meant for:" in screen
        assert "your games" in screen
        assert outcome in screen.splitlines()[-1]
        assert is_over(seen.game)
        assert seen.status() == 0


#: One screen each of what a person meets: what is typed, line by line.
SCREENS = {
    "duo": (
        ("duo",),
        ["help", "hint", "shore", "undo", "emporer", "n", "26", "shore", "pass", "history", "quit"],
    ),
    "classic_guesser": (("classic",), ["pass", "help", "3", "quit"]),
    "classic_spymaster": (("classic", "--seat", "spymaster"), ["river", "river 1: star", "hint", "quit"]),
    "hot_seat": (("duet", "--hot-seat"), ["", "reservoir 1", "", "pass", "quit"]),
}


@pytest.mark.parametrize("name", SCREENS)
def test_the_screens_of_80_columns_without_colour_are_as_they_were(tmp_path, name):
    words, lines = SCREENS[name]
    with terminal(tmp_path, *words) as seen:
        seen.wait()
        for line in lines:
            seen.type(line)
        shown = seen.screen.replace(str(seen.path), "GAME").replace(str(tmp_path), "FOLDER")
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("CLUEJAM_NEW_SCREENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown)
    assert shown == path.read_text(), "read the difference; CLUEJAM_NEW_SCREENS=1 writes the screens anew"
    assert "\x1b" not in shown
    # the path of the saved game may be longer than a line; all else fits
    assert all(len(line) <= 80 for line in shown.splitlines() if "GAME" not in line)


def test_a_killed_terminal_loses_nothing(tmp_path):
    with terminal(tmp_path, "duo(turns=20)") as seen:
        seen.wait()
        for _ in range(3):
            seen.type(answer(seen.game, "win"))
        before = seen.game
        seen.child.kill(signal.SIGKILL)
        seen.child.wait()
    with terminal(tmp_path, "--resume") as again:
        again.wait()
        assert read_game(again.path).game.log == before.log
        assert WON in again.play_on("win")
        assert is_over(again.game)


@pytest.mark.parametrize(
    "sent, status",
    [(signal.SIGHUP, 129), (signal.SIGTERM, 143), (signal.SIGINT, 130)],
    ids=["hangup", "terminate", "interrupt"],
)
def test_a_signal_ends_the_game_quietly_and_it_goes_on(tmp_path, sent, status):
    with terminal(tmp_path, "duo") as seen:
        seen.wait()
        before = seen.game
        seen.child.kill(sent)
        seen.child.expect(pexpect.EOF)
        assert "Traceback" not in seen.child.before
        assert seen.status() == status
    assert read_game(seen.path).game.log == before.log


def test_lines_typed_while_agents_think_touch_nothing(tmp_path):
    with terminal(tmp_path, "duo", "--seat", "guesser") as seen:
        seen.child.expect("setting the table")
        seen.child.send("1\r2\r3\r")
        seen.wait()
        seen.type("history")
        assert seen.game.log[-1].touches == ()


def test_the_end_of_input_saves_at_every_prompt(tmp_path):
    for lines in ([], ["emporer"]):
        with terminal(tmp_path, "duo", "--seat", "guesser") as seen:
            seen.wait()
            for line in lines:
                seen.type(line)
            seen.child.sendeof()
            seen.child.expect(pexpect.EOF)
            assert "The game is saved" in seen.child.before
            assert "Traceback" not in seen.child.before
            assert seen.status() == 0


def test_a_narrow_terminal_lists_the_cards(tmp_path):
    with terminal(tmp_path, "duo", columns=40) as seen:
        seen.wait()
        assert " 1 ROBIN" in seen.screen
        assert "|" not in seen.screen
        seen.child.setwinsize(24, 100)
        seen.wait()  # the line is drawn anew
        seen.type("board")
        assert "|" in seen.screen


def test_the_tab_key_completes_words(tmp_path):
    pytest.importorskip("readline")
    with terminal(tmp_path, "duo", "--seat", "guesser", term="xterm") as seen:
        seen.wait()
        seen.child.send("emp\t\r")
        seen.wait()
        assert "touch EMPEROR" in seen.screen


def test_colours_are_there_unless_they_are_not_wanted(tmp_path, monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    with terminal(tmp_path, "duo", term="xterm-256color") as plain:
        plain.wait()
    assert "\x1b[32m" not in plain.text
    assert "\x1b[1;32m" not in plain.text


N_PRESSES = 2000
#: Signs that people and terminals send: words, numbers, editing, arrows, pastes, bytes that are no text.
PRESSES = [
    *[bytes([code]) for code in range(32) if code not in (3, 4, 19, 26, 28)],
    *[bytes([code]) for code in range(32, 127)],
    *[b"\x7f", b"\x1b[A", b"\x1b[D", b"\x1b[3~", b"\x1bOP", b"\xff\xfe", b"\xc3", b"\t\t", b"x" * 900],
    *["é".encode(), "日本".encode(), "\u202e".encode(), b"\x1b[200~river 2\r\x1b[201~"],
]
LINES = [b"", b"y", b"n", b"pass", b"help", b"hint", b"history", b"rules", b"undo", b"board", b"/pass", b"?"]
LINES += [str(number).encode() for number in range(27)]
LINES += [f"{word} {number}".encode() for word in ("water", "zebra", "x") for number in (0, 1, 2, 99)]
#: Presses that end the program; rare, so that games get somewhere.
ENDS = [b"\x03", b"\x04", b"\x15quit\r"]


def press(dice: random.Random) -> bytes:
    """Return one press: an end, a whole line, a sign that ends a line, or a sign."""
    kind = dice.random()
    if kind < 0.004:
        return dice.choice(ENDS)
    if kind < 0.2:
        return b"\x11\x15" + dice.choice(LINES) + b"\r"
    return dice.choice(PRESSES) + (b"\r" if kind < 0.3 else b"")


def pressed(seen: Terminal, dice: random.Random, left: int) -> int:
    """Press keys until the program ends or enough were pressed; return how many."""
    for count in range(1, left + 1):
        keys = press(dice)
        try:
            os.write(seen.child.child_fd, keys)
            if dice.random() < 0.01:
                seen.child.setwinsize(dice.randint(1, 60), dice.randint(1, 200))
            # a whole line is answered; signs alone are not waited for
            if (
                keys.endswith(b"\r")
                and seen.child.expect([PROMPT, pexpect.EOF, pexpect.TIMEOUT], timeout=1) == 1
            ):
                seen.text += seen.child.before
                return count
            if isinstance(seen.child.before, str):
                seen.text += seen.child.before
        except OSError:
            return count
    return left


def test_two_thousand_random_presses_bring_no_traceback_and_no_broken_file(tmp_path):
    dice = random.Random(8)
    left, texts = N_PRESSES, []
    games = [("duo",), ("classic", "--hot-seat"), ("duet", "--seat", "guesser"), ("solo", "--hot-seat")]
    while left > 0:
        words = games[len(texts) % len(games)]
        if texts and dice.random() < 0.3 and not is_over(read_game(max(tmp_path.glob("*.jsonl"))).game):
            words = ("--resume", str(max(tmp_path.glob("*.jsonl"))))
        with terminal(tmp_path, *words, seed=dice.randrange(1000), term="xterm") as seen:
            seen.wait()
            left -= pressed(seen, dice, left)
            seen.child.sendcontrol("c")
            try:
                seen.child.expect(pexpect.EOF, timeout=20)
                texts.append(seen.text + seen.child.before)
            except (pexpect.TIMEOUT, OSError):
                texts.append(seen.text)
        assert "Traceback" not in texts[-1], texts[-1][-3000:]
        for path in tmp_path.glob("*.jsonl"):
            read_game(path)
    assert sum(len(read_game(path).positions) for path in tmp_path.glob("*.jsonl")) > 20
