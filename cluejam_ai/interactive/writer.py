"""Writes the file of a game, one line a move, each on disk before it is answered."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cluejam_ai.errors import RecordError
from cluejam_ai.game.cards import ROLE_LETTERS
from cluejam_ai.interactive.game import Setup
from cluejam_ai.interactive.savefile import FORMAT, SUFFIX, SavedGame
from cluejam_ai.results.store import written_beside


def header_of(setup: Setup, **more: Any) -> dict[str, Any]:
    """Return the first line of a game's file."""
    return {
        "cluejam_game": FORMAT,
        "rules": setup.ruleset.label,
        "rules_version": setup.ruleset.version,
        "seed": setup.seed,
        "words": list(setup.words),
        "keys": ["".join(ROLE_LETTERS[role] for role in key) for key in setup.keys[0].tolist()],
        "starter": setup.starter,
        "language": setup.language,
        "chairs": vars(setup.pairing),
        **more,
    }


@dataclass
class Writer:
    """Appends to a game's file; every line is on disk when `add` returns.

    Parameters
    ----------
    path : Path
    """

    path: Path
    _file: Any = field(default=None, repr=False)

    def begin(self, header: Mapping[str, Any]) -> None:
        """Write the first line of a new file.

        Raises
        ------
        RecordError
            If it cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(f"cannot make {self.path.parent}: {error.strerror or error}") from error
        with written_beside(self.path) as file:
            file.write(_line(header))
            file.flush()
            os.fsync(file.fileno())
        self._open()

    def go_on(self, saved: SavedGame) -> None:
        """Open the file of a game that goes on, without the part of a line that a crash left.

        Raises
        ------
        RecordError
            If it cannot be written, or another process plays this game.
        """
        if saved.torn:
            whole = self.path.read_bytes()
            with written_beside(self.path) as file:
                file.write(whole[: whole.rfind(b"\n") + 1])
        self._open()

    def add(self, line: Mapping[str, Any]) -> None:
        """Append a line.

        Raises
        ------
        RecordError
            If it cannot be written; the moves before it are safe.
        """
        try:
            self._file.write(_line(line))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise RecordError(
                f"cannot write {self.path}: {error.strerror or error}; all moves before this one are saved"
            ) from error

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _open(self) -> None:
        try:
            self._file = self.path.open("ab")
            _lock(self._file)
        except BlockingIOError:
            self.close()
            raise RecordError(f"{self.path} is being played in another terminal") from None
        except OSError as error:
            raise RecordError(f"cannot write {self.path}: {error.strerror or error}") from error


def _lock(file: Any) -> None:
    try:
        import fcntl
    except ImportError:  # only POSIX has it
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _line(values: Mapping[str, Any]) -> bytes:
    return (json.dumps(values, ensure_ascii=False) + "\n").encode()


def new_path(folder: Path, rules: str, seed: int, started: str) -> Path:
    """Return a path for a new game that no file has yet."""
    stem = f"{started.replace(':', '').replace('-', '')[:15]}-{rules}-{seed}"
    names = (f"{stem}{f'-{n}' if n else ''}{SUFFIX}" for n in range(1000))
    return next(folder / name for name in names if not (folder / name).exists())
