"""Files of vectors that are read once: what was kept of them lies in the cache, by the file's content.

A file is known again by its hash. Hashing takes a second for every few hundred megabytes, so the hash is
noted with the file's size, its times and its number on the disk; while these are the same it is believed.
The time of the last change is set by the system, so that a changed file is not taken for the old one.
"""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256 as new_sha256
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.cache import cache_path, check_sum, closing, keep, load_array
from cluejam_ai.embeddings.opening import unreadable
from cluejam_ai.embeddings.table import sha256_of
from cluejam_ai.errors import EmbeddingError

#: A note about a file that changed so shortly before may be older than the next change within one tick.
_SETTLED_SECONDS = 2.0
_STORED = "<f4"


@dataclass(frozen=True)
class Block:
    """Words and their vectors as a reader yields them: K words and (K, D) float32 unit rows."""

    words: list[str]
    rows: NDArray[np.float32]


@dataclass(frozen=True)
class Kept:
    """What was kept of a file.

    Parameters
    ----------
    words : tuple of str
        V words.
    vectors : (V, D) float32
        Unit rows, memory-mapped where the cache can be written.
    sha256 : str
        Hash of the file, and of those that lie beside it.
    """

    words: tuple[str, ...]
    vectors: NDArray[np.float32]
    sha256: str


def read_once(
    path: Path,
    how: str,
    wanted: frozenset[str] | None,
    blocks: Callable[[], Iterable[Block]],
    beside: Sequence[Path] = (),
) -> Kept:
    """Return the wanted words of a file and their vectors, reading it only if the cache does not have them.

    Parameters
    ----------
    path : Path
        The file.
    how : str
        Reader and format, part of the cache's key.
    wanted : frozenset of str, optional
        Keys of the words to keep; None for all. Part of the cache's key.
    blocks : callable
        Reads the file.
    beside : sequence of Path
        Further files that are read with it: ``PATH.something``.

    Raises
    ------
    EmbeddingError
        If the file cannot be read; whatever `blocks` raises.
    """
    sha256 = joint_hash(path, beside)
    parts = [
        sha256,
        how,
        _STORED,
        str(path.suffix == ".gz"),
        "all" if wanted is None else "\n".join(sorted(wanted)),
    ]
    vectors_path, words_path = cache_path("vectors", parts), cache_path("vectors", parts, ".words.txt")
    found = _find(vectors_path, words_path)
    if found is None:
        words: list[str] = []
        if keep(vectors_path, lambda file: _write_rows(file, blocks(), words)):
            text = "\n".join(words).encode()
            keep(words_path, lambda file: _write(file, text))
            found = _find(vectors_path, words_path)
    if found is None:
        whole = list(blocks())
        found = [w for block in whole for w in block.words], np.concatenate([block.rows for block in whole])
    return Kept(tuple(found[0]), found[1], sha256)


def _find(vectors_path: Path, words_path: Path) -> tuple[Sequence[str], NDArray[np.float32]] | None:
    vectors = load_array(vectors_path)
    try:
        words = words_path.read_bytes().decode().split("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return (words, vectors) if vectors is not None and len(vectors) == len(words) else None


def _write(file: BinaryIO, data: bytes) -> None:
    file.write(data)


def _write_rows(file: BinaryIO, blocks: Iterable[Block], words: list[str]) -> None:
    """Write blocks as one array, a block in memory at a time, and note their words."""
    dim, check = 0, bytes(4)
    for block in blocks:
        if dim == 0:
            dim = block.rows.shape[1]
            _write_header(file, 0, dim)
        rows = np.ascontiguousarray(block.rows, dtype=_STORED)
        file.write(rows.tobytes())
        words += block.words
        check = check_sum(rows, check)
    file.write(closing(check, _STORED, (len(words), dim)))
    file.seek(0)
    # a header is padded so that it keeps its length when the first axis grows
    _write_header(file, len(words), dim)


def _write_header(file: BinaryIO, n_rows: int, dim: int) -> None:
    header = {"descr": _STORED, "fortran_order": False, "shape": (n_rows, dim)}
    np.lib.format.write_array_header_1_0(file, header)


def content_hash(path: Path) -> str:
    """Return the SHA-256 of a file's content, from a note in the cache if the file is as it was.

    Raises
    ------
    EmbeddingError
        If the file cannot be read.
    """
    try:
        status = path.stat()
        stamp = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
        note = _note_path(path)
        known = _read_note(note)
        if known.stamp == stamp:
            return known.sha256
        began = time.time()
        sha256 = sha256_of([path])
    except OSError as error:
        raise unreadable(path, error) from error
    if began - max(status.st_mtime, status.st_ctime) > _SETTLED_SECONDS:
        text = json.dumps({"stamp": stamp, "sha256": sha256}).encode()
        keep(note, lambda file: _write(file, text))
    return sha256


def joint_hash(path: Path, beside: Sequence[Path]) -> str:
    """Return the hash of a file's content; with files beside it that of all, whatever the first is called.

    Parameters
    ----------
    path : Path
        The file.
    beside : sequence of Path
        Files whose names begin with the file's.

    Raises
    ------
    EmbeddingError
        If a file cannot be read.
    """
    if not beside:
        return content_hash(path)
    lines = [f"{other.name.removeprefix(path.name)} {content_hash(other)}" for other in (path, *beside)]
    return new_sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True)
class _Note:
    """What was noted of a file: size, times and number on the disk, and the hash of its content."""

    stamp: list[int]
    sha256: str


def _read_note(path: Path) -> _Note:
    """Return what was noted; of nothing an empty note."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        return _Note([int(value) for value in note["stamp"]], str(note["sha256"]))
    except (OSError, ValueError, KeyError, TypeError):
        return _Note([], "")


def noted_size(path: Path) -> int:
    """Return the bytes that a file had when it was read before; 0 if that was not noted."""
    return next(iter(_read_note(_note_path(path)).stamp), 0)


def _note_path(path: Path) -> Path:
    return cache_path("hash", [str(path.resolve())], ".json")


def check_rows(path: Path, words: Sequence[str], vectors: NDArray[Any]) -> None:
    """Raise an `EmbeddingError` that names the first word whose (V, D) vector has no direction."""
    bad = ~(np.isfinite(vectors).all(axis=1) & vectors.any(axis=1))
    if bad.any():
        word = words[int(np.argmax(bad))]
        raise EmbeddingError(f"{path}: the vector of '{word}' is zero or holds NaN or infinity; remove it")
