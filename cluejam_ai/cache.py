"""Arrays that take long to make, kept on disk by the hash of what they were made from.

They are memory-mapped, so that workers share them. The folder is ``CLUEJAM_CACHE``, else the user's cache.
"""

import contextlib
import os
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any, BinaryIO
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

#: Part of every key; it changes when the meaning of a cached array does.
_REVISION = "3"
_CHECK_BYTES = 4
_ABOUT = ".about"
#: Names of our files, and of those that a process left half written when it was killed.
_NAME = re.compile(r"(?P<left>\.?)(?P<kind>[a-z]+)-[0-9a-f]{32}(?P<suffix>(\.[a-z]+)*)(\.[0-9-]+)?")
#: What reading a damaged file may raise; its header is read as Python text.
_DAMAGED = (
    OSError,
    ValueError,
    EOFError,
    SyntaxError,
    TypeError,
    KeyError,
    OverflowError,
    MemoryError,
    TokenError,
)


def cache_folder() -> Path:
    """Return where arrays are kept."""
    chosen = os.environ.get("CLUEJAM_CACHE")
    return Path(chosen) if chosen else user_cache_path("cluejam")


def cache_path(kind: str, parts: Sequence[str], suffix: str = ".npy") -> Path:
    """Return the file of what depends on these parts.

    Parameters
    ----------
    kind : str
        What it is, for the file's name.
    parts : sequence of str
        Everything that the content depends on.
    suffix : str
        Ending of the file's name.
    """
    digest = sha256("\x1f".join([_REVISION, kind, *parts]).encode()).hexdigest()[:32]
    return cache_folder() / f"{kind}-{digest}{suffix}"


def cached(
    kind: str, parts: Sequence[str], compute: Callable[[], NDArray[Any]], about: str = ""
) -> NDArray[Any]:
    """Return an array from the cache, computing and keeping it if it is not there.

    Parameters
    ----------
    kind, parts
        See `cache_path`.
    compute : callable
        Makes it.
    about : str
        What it is of, in words, for the list of the cache.

    Returns
    -------
    array
        Memory-mapped and read-only; in memory where the cache cannot be written.
    """
    path = cache_path(kind, parts)
    found = load_array(path)
    if found is not None:
        return found
    values = compute()

    def write(file: BinaryIO) -> None:
        np.save(file, values, allow_pickle=False)
        file.write(_closing_of(values))

    kept = keep(path, write)
    if kept and about:
        keep(path.with_suffix(_ABOUT), lambda file: _write_text(file, about))
    found = load_array(path) if kept else None
    return values if found is None else found


def keep(path: Path, write: Callable[[BinaryIO], None]) -> bool:
    """Write a file beside its place and rename it; return False where the cache cannot be written.

    Whatever else goes wrong in `write` is raised, and nothing is left behind.
    """
    # two may write at once, processes or threads; who renames last leaves the same content
    beside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            write(file)
        beside.replace(path)
    except OSError as error:
        _tell_not_kept(path.parent, error.strerror or type(error).__name__)
        return False
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
    return True


@cache
def _tell_not_kept(folder: Path, why: str) -> None:
    """Warn, once in a process for each reason, that what takes long is made anew in every run."""
    warnings.warn(
        f"the cache {folder} cannot be written to ({why}); its tables are made anew in every run. "
        "Choose another folder with CLUEJAM_CACHE",
        RuntimeWarning,
        stacklevel=2,
    )


def check_sum(values: NDArray[Any], before: bytes = bytes(_CHECK_BYTES)) -> bytes:
    """Return what stands behind an array in its file, so that damage is noticed.

    Parameters
    ----------
    values : array
        In the order in which its values lie in memory.
    before : bytes
        The check sum of what stands before these values, where an array is written in pieces.
    """
    contiguous = values if values.flags.c_contiguous else values.T
    data = np.ascontiguousarray(contiguous).view(np.ndarray).data
    return crc32(data, int.from_bytes(before, "little")).to_bytes(_CHECK_BYTES, "little")


def closing(check: bytes, dtype: str, shape: tuple[int, ...], *, by_rows: bool = True) -> bytes:
    """Return what a file ends with: the check sum of the values, and of what its header says of them.

    Parameters
    ----------
    check : bytes
        From `check_sum`, of all values.
    dtype, shape, by_rows
        Of the whole array; `by_rows` is the C order of memory.
    """
    told = repr((dtype, shape, by_rows)).encode()
    return crc32(told, int.from_bytes(check, "little")).to_bytes(_CHECK_BYTES, "little")


def _closing_of(values: NDArray[Any]) -> bytes:
    by_rows = bool(values.flags.c_contiguous)
    return closing(check_sum(values), values.dtype.str, values.shape, by_rows=by_rows)


def load_array(path: Path) -> NDArray[Any] | None:
    """Return a cached array; None if there is none or it is torn, so that it is made again."""
    try:
        loaded: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
        with path.open("rb") as file:
            file.seek(-_CHECK_BYTES, os.SEEK_END)
            if file.read() != _closing_of(loaded):
                return None
    except _DAMAGED:
        return None
    # a plain array over the same mapping: indexing a memmap costs more
    return loaded.view(np.ndarray)


@dataclass(frozen=True)
class CacheEntry:
    """A file of the cache.

    Attributes
    ----------
    name, kind, about : str
        `about` says what it is of, if that was noted.
    n_bytes : int
        Its size.
    left_over : bool
        Whether a process that was killed, or one that is still at it, left it half written.
    """

    name: str
    kind: str
    about: str
    n_bytes: int
    left_over: bool


def cache_entries() -> list[CacheEntry]:
    """Return what the cache holds, by kind and name; files that are not ours are left out."""
    return sorted(_entries(), key=lambda entry: (entry.kind, entry.name))


def _entries() -> Iterator[CacheEntry]:
    folder = cache_folder()
    for path in folder.glob("*") if folder.is_dir() else ():
        named = _NAME.fullmatch(path.name)
        if named is None or path.suffix == _ABOUT:
            continue
        # another process may take a file away meanwhile
        with contextlib.suppress(FileNotFoundError):
            note = path.with_suffix(_ABOUT)
            about = note.read_text(encoding="utf-8", errors="replace") if note.is_file() else ""
            yield CacheEntry(path.name, named["kind"], about, path.stat().st_size, bool(named["left"]))


def clear_cache(kind: str | None = None) -> list[CacheEntry]:
    """Remove what the cache holds, or only one kind of it, and return what was removed.

    Who has a table open keeps it; what is needed again is made again.

    Raises
    ------
    OSError
        If a file cannot be removed.
    """
    gone = [entry for entry in cache_entries() if kind in (None, entry.kind)]
    for entry in gone:
        path = cache_folder() / entry.name
        path.unlink(missing_ok=True)
        path.with_suffix(_ABOUT).unlink(missing_ok=True)
    return gone


def _write_text(file: BinaryIO, text: str) -> None:
    file.write(text.encode())
