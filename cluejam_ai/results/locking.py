"""One process at a time writes to a run.

The system holds the lock for as long as the process lives, so a lock cannot be left behind by one that was
killed; its file may be, and means nothing.
"""

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from cluejam_ai.errors import RecordError

LOCK = ".lock"
OWNER = ".owner"


@contextlib.contextmanager
def run_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a run's folder.

    Raises
    ------
    RecordError
        If another process holds it; the message says which and where. Or if it cannot be had.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise RecordError(
            f"{folder} is being played by {_owner(folder)}; wait until it has ended, or choose another folder"
        ) from None
    except (OSError, NotImplementedError) as error:
        raise RecordError(f"cannot lock {folder}: {error}") from error
    try:
        with contextlib.suppress(OSError):
            (folder / OWNER).write_text(f"process {os.getpid()} on {socket.gethostname()}")
        yield
    finally:
        # while the lock is held: who has it next finds its own file
        for name in (OWNER, LOCK):
            with contextlib.suppress(OSError):
                (folder / name).unlink()
        lock.release()


def _owner(folder: Path) -> str:
    try:
        return (folder / OWNER).read_text() or "another process"
    except OSError:
        return "another process"
