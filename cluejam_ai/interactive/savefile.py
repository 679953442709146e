"""A game as a file of JSON lines: what lies on the table, then one line a move, each safe on disk at once.

A line that a crash cut short is left out when the file is read; anything else that is wrong is named.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_data_path

from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.errors import CluejamError, RecordError
from cluejam_ai.game.cards import N_CARDS, PASS, ROLE_LETTERS, ROLE_NAMES, Roles
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.interactive.chairs import is_person, whose_move
from cluejam_ai.interactive.game import Game, Move, Setup, begin, say, touch

FORMAT = 1
SUFFIX = ".jsonl"


@dataclass(frozen=True, eq=False)
class SavedGame:
    """A game that was read from its file.

    Attributes
    ----------
    path : Path
    header : dict
        The first line: setup, options, when it began.
    positions : tuple of Game
        Before each move, and the last.
    asides : tuple of dict
        Lines that are no moves: hints that were asked for.
    torn : bool
        Whether the last line was cut short and left out.
    """

    path: Path
    header: Mapping[str, Any]
    positions: tuple[Game, ...]
    asides: tuple[Mapping[str, Any], ...] = ()
    torn: bool = False

    @property
    def game(self) -> Game:
        """The position as it was left."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.due is Move.NOTHING


def games_folder() -> Path:
    """Return where games are kept: ``CLUEJAM_GAMES``, else the user's data folder."""
    chosen = os.environ.get("CLUEJAM_GAMES")
    return Path(chosen) if chosen else user_data_path("cluejam") / "games"


def move_line(before: Game, after: Game) -> dict[str, Any]:
    """Return the line of a move, from the positions before and after it."""
    who = {"seat": before.seat, "by": "person" if is_person(whose_move(before)) else "agent"}
    if before.due is Move.CLUE:
        turn = after.log[-1]
        targets = after.targets[-1]
        return {"clue": turn.clue, "number": turn.number, "targets": list(targets), **who}
    turn = after.log[len(before.log) - 1]
    if turn.passed:
        return {"pass": True, **who}
    last = turn.touches[-1]
    word = before.setup.words[last.place]
    return {"touch": last.place, "word": word, "role": ROLE_NAMES[last.role], **who}


def read_game(path: Path) -> SavedGame:
    """Return a saved game, played through by the rules.

    Raises
    ------
    RecordError
        If the file is missing, is no game, or holds a line that is no legal move; the message names the line.
    """
    lines, torn = _whole_lines(path)
    try:
        game = begin(_setup(lines[0]))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, CluejamError) as error:
        raise RecordError(f"{path} is no saved game: its first line cannot be read ({error})") from error
    positions, asides = [game], []
    for number, line in enumerate(lines[1:], start=2):
        if not {"clue", "touch", "pass"} & set(line):
            asides.append(line)
            continue
        try:
            game = _apply(game, line)
        except (KeyError, TypeError, ValueError, CluejamError) as error:
            raise RecordError(f"{path}, line {number}: no legal move: {error}") from error
        positions.append(game)
    return SavedGame(path, lines[0], tuple(positions), tuple(asides), torn)


def _whole_lines(path: Path) -> tuple[list[dict[str, Any]], bool]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from error
    *whole, rest = data.split(b"\n")
    lines: list[dict[str, Any]] = []
    for number, raw in enumerate(whole, start=1):
        try:
            line = json.loads(raw)
        except ValueError as error:
            raise RecordError(f"{path}, line {number} is damaged: {error}") from error
        if not isinstance(line, dict):
            raise RecordError(f"{path}, line {number} is no line of a game")
        lines.append(line)
    if not lines:
        raise RecordError(f"{path} is no saved game: it has no whole line")
    return lines, bool(rest)


def _setup(header: Mapping[str, Any]) -> Setup:
    if header["cluejam_game"] != FORMAT:
        raise RecordError(f"its format is {header['cluejam_game']}; this program reads {FORMAT}")
    ruleset = parse_ruleset(header["rules"])
    keys = _keys(header["keys"])
    expected = np.sort(ruleset.joint_keys, axis=1)
    if keys.shape[1:] != expected.shape or not np.array_equal(np.sort(keys[0], axis=1), expected):
        raise RecordError("its keys are not those of its game")
    words = tuple(str(word) for word in header["words"])
    if len(words) != N_CARDS or len(set(words)) != N_CARDS:
        raise RecordError(f"it has not {N_CARDS} different words")
    if header["starter"] not in (0, 1):
        raise RecordError("it does not say who starts")
    return Setup(
        ruleset=ruleset,
        words=words,
        keys=keys,
        starter=header["starter"],
        pairing=Pairing(**header["chairs"]),
        seed=int(header["seed"]),
        language=str(header["language"]),
    )


def _keys(letters: list[str]) -> Roles:
    return np.array([[[ROLE_LETTERS.index(letter) for letter in key] for key in letters]], dtype=np.int8)


def _apply(game: Game, line: Mapping[str, Any]) -> Game:
    if "clue" in line:
        targets = tuple(int(place) for place in line["targets"])
        if game.due is not Move.CLUE:
            raise RecordError("no clue is due")
        return say(game, str(line["clue"]), int(line["number"]), targets)
    if game.due is not Move.GUESS:
        raise RecordError("no guess is due")
    place = PASS if "pass" in line else int(line["touch"])
    after = touch(game, place)
    if "touch" in line and move_line(game, after)["role"] != line["role"]:
        raise RecordError(f"'{line['word']}' is not {line['role']} on the key")
    return after


def saved_games(folder: Path) -> Iterator[SavedGame | RecordError]:
    """Yield the games of a folder, the oldest first; for a file that cannot be read, its error."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            yield read_game(path)
        except RecordError as error:
            yield error


def is_of_rules(saved: SavedGame, rules: str) -> bool:
    """Return whether a game is of these rules, by their name or with their options."""
    return rules in (saved.game.setup.ruleset.name, saved.game.setup.ruleset.label)


def games_of_rules(games: Sequence[SavedGame], rules: str) -> list[SavedGame]:
    """Return the games whose rules are called exactly so; where there are none, those of any options.

    Games of a level have options of their own: duo at easy is ``duo(turns=12)``, and no game of ``duo``.
    """
    exact = [saved for saved in games if saved.game.setup.ruleset.label == rules]
    return exact or [saved for saved in games if is_of_rules(saved, rules)]


def find_saved(text: str, folder: Path) -> Path | None:
    """Return the file of a game by its path, or by its name in the folder of games; None if there is none."""
    places = (Path(text), folder / text, folder / f"{text}{SUFFIX}")
    return next((path for path in places if path.is_file()), None)


def game_to_resume(text: str | None, folder: Path) -> Path:
    """Return the file of the game to go on with.

    Parameters
    ----------
    text : str, optional
        A file, its name in the folder, or rules; without it the game of any rules that was played last.
    folder : Path

    Raises
    ------
    RecordError
        If there is none.
    """
    if text is None:
        return find_unfinished(folder).path
    path = find_saved(text, folder)
    if path is not None:
        return path
    try:
        rules = parse_ruleset(text).label
    except CluejamError:
        raise RecordError(
            f"cannot read {text}: there is no such file, here or in {folder}; list games with: cluejam games"
        ) from None
    return find_unfinished(folder, rules).path


def find_unfinished(folder: Path, rules: str | None = None) -> SavedGame:
    """Return the unfinished game that was played last, of these rules if they are given.

    Raises
    ------
    RecordError
        If there is none.
    """
    found = [
        saved
        for saved in saved_games(folder)
        if isinstance(saved, SavedGame) and not saved.is_over and (not rules or is_of_rules(saved, rules))
    ]
    if not found:
        kind, begun = (f" of {rules}", f" {rules}") if rules else ("", "")
        raise RecordError(f"{folder} has no unfinished game{kind}; begin one with: cluejam play{begun}")
    return max(found, key=lambda saved: saved.path.stat().st_mtime)
