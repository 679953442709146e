"""Sets of boards in a file: one line of notation a board (see `cluejam_ai.game.notation`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cluejam_ai.errors import CluejamError, NotationError, RuleError
from cluejam_ai.game.boards import Boards
from cluejam_ai.game.notation import Position, from_text
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.words.lists import BoardWords
from cluejam_ai.words.normalise import normalise
from cluejam_ai.words.scripts import is_english, language_of


@dataclass(frozen=True)
class BoardSet:
    """Boards from a file: their words, in the order in which they first lie on a board, and the boards."""

    words: BoardWords
    boards: Boards


def read_boards(path: str | Path, ruleset: Ruleset) -> BoardSet:
    """Return the boards of a file.

    Parameters
    ----------
    path : str or Path
        One board a line; empty lines and lines that begin with ``#`` are left out.
    ruleset : Ruleset
        The game they are to be played under; the cards of each board must be its cards.

    Raises
    ------
    NotationError
        For a line that is no board; the message names file and line.
    RuleError
        For a board of another game, or one on which cards have been touched.
    CluejamError
        If the file cannot be read or has no boards.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        hint = "; a number of boards is written without quotes" if str(path).isdecimal() else ""
        raise CluejamError(f"cannot read the boards in {path}: {error}{hint}") from error
    numbered = [(i, line) for i, line in enumerate(lines, start=1) if line.strip() and line.strip()[0] != "#"]
    if not numbered:
        raise CluejamError(f"{path} has no boards; write some with: cluejam boards --rules {ruleset.name}")
    positions = [_read(f"{path}, line {i}", line, ruleset) for i, line in numbered]
    return _board_set(Path(path).stem, positions)


def _read(place: str, line: str, ruleset: Ruleset) -> Position:
    try:
        position = from_text(line)
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from error
    theirs = position.state.ruleset
    if (theirs.kind, sorted(theirs.joint)) != (ruleset.kind, sorted(ruleset.joint)):
        raise RuleError(f"{place}: this is a board of '{theirs.label}', not of '{ruleset.label}'")
    if theirs.options and theirs.label != ruleset.label:
        raise RuleError(f"{place}: this board is for '{theirs.label}', the run plays '{ruleset.label}'")
    if position.state.judged.any():
        raise RuleError(f"{place}: cards of this board have been touched; a match begins on a fresh one")
    return position


def _board_set(name: str, positions: Iterable[Position]) -> BoardSet:
    positions = list(positions)
    language = language_of(word for position in positions for word in position.words)
    index: dict[str, int] = {}
    rows, keys, starts = [], [], []
    for position in positions:
        words = [normalise(word, accents=not is_english(language)) for word in position.words]
        rows.append([index.setdefault(word, len(index)) for word in words])
        keys.append(position.state.keys[0])
        starts.append(position.starts)
    boards = Boards(
        number=np.arange(len(rows)),
        words=np.array(rows, dtype=np.int16),
        keys=np.array(keys, dtype=np.int8),
        starts=np.array(starts, dtype=np.int8),
    )
    return BoardSet(BoardWords(name, tuple(index), language), boards)
