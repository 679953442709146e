"""Shipped vector tables: int8 rows, their words and their provenance, three files with one stem.

``NAME.npy`` holds (V, D) int8; a row, scaled to length one, is the word's vector, so no scale is stored.
``NAME.words.txt`` holds one word a line, ``NAME.json`` the `EmbeddingInfo`. Its sha256 is that of the first
file followed by the second: ``cat NAME.npy NAME.words.txt | sha256sum``.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, Vectors
from cluejam_ai.errors import EmbeddingError

_SUFFIXES = (".npy", ".words.txt", ".json")
_LARGEST = 127
_BLOCK = 1024


@dataclass(frozen=True)
class Table:
    """The content of a vector table's three files.

    Parameters
    ----------
    info : EmbeddingInfo
        Where the vectors come from.
    words : tuple of str
        V words.
    rows : (V, D) int8
        Vectors up to a positive factor each.
    """

    info: EmbeddingInfo
    words: tuple[str, ...]
    rows: NDArray[np.int8]


def shipped_folder() -> Traversable:
    """Return the folder of the tables that come with the package."""
    return files("cluejam_ai.resources").joinpath("embeddings")


def understood_folder(folder: Traversable) -> Traversable:
    """Return the folder beside some tables that holds, by the same names, the words only understood."""
    return folder.joinpath("understood")


def quantize(vectors: Vectors) -> NDArray[np.int8]:
    """Return rows as int8, each scaled so that its largest entry becomes 127.

    Parameters
    ----------
    vectors : (V, D) float32 or float64
        Rows that are not zero.

    Returns
    -------
    (V, D) int8
    """
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    rounded: Vectors = np.rint(vectors / largest * _LARGEST)
    return rounded.astype(np.int8)


def dequantize(rows: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return (V, D) int8 rows as float32 unit rows."""
    vectors = np.empty(rows.shape, dtype=np.float32)
    for first in range(0, len(rows), _BLOCK):  # a block stays in the processor's cache
        block = rows[first : first + _BLOCK].astype(np.float32)
        length = np.sqrt(np.einsum("vd,vd->v", block, block))  # exact below the root: integers under 2**24
        np.divide(block, length[:, None], out=vectors[first : first + _BLOCK])
    return vectors


def read_table(folder: Traversable, name: str) -> Embedding:
    """Return a table's embedding.

    Parameters
    ----------
    folder : Traversable
        Where the three files lie.
    name : str
        Their common stem.

    Returns
    -------
    Embedding
        With float32 vectors.

    Raises
    ------
    EmbeddingError
        If a file is missing, broken, or does not fit the others.
    """
    table, words, provenance = (folder.joinpath(name + suffix) for suffix in _SUFFIXES)
    try:
        with as_file(table) as path:
            vectors = dequantize(np.load(path, mmap_mode="r", allow_pickle=False))
        word_list = tuple(words.read_text(encoding="utf-8").splitlines())
        info = _info_from_json(provenance.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise EmbeddingError(
            f"cannot read the vector table '{name}' in {folder}: {error}; "
            f"reinstall the package, or run python -m cluejam_ai.embeddings.build {name}"
        ) from error
    return Embedding(info, word_list, vectors)


def write_table(folder: Path, name: str, table: Table) -> EmbeddingInfo:
    """Write a table's three files, each beside its place and then renamed; return the info with the hash."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = [folder / f".{name}{suffix}.unfinished" for suffix in _SUFFIXES]
    with unfinished[0].open("wb") as file:
        np.save(file, table.rows, allow_pickle=False)
    unfinished[1].write_text("".join(f"{word}\n" for word in table.words), encoding="utf-8", newline="\n")
    info = replace(table.info, sha256=sha256_of(unfinished[:2]))
    unfinished[2].write_text(json.dumps(asdict(info), indent=2) + "\n", encoding="utf-8", newline="\n")
    for path, suffix in zip(unfinished, _SUFFIXES, strict=True):
        os.replace(path, folder / f"{name}{suffix}")
    return info


def sha256_of(paths: Sequence[Traversable]) -> str:
    """Return the SHA-256 of files one after the other, as hexadecimal digits."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(2**20):
                digest.update(block)
    return digest.hexdigest()


def table_sha256(folder: Traversable, name: str) -> str:
    """Return the SHA-256 that the info of a table with this content should hold."""
    return sha256_of([folder.joinpath(name + suffix) for suffix in _SUFFIXES[:2]])


def table_bytes(folder: Traversable, name: str) -> int:
    """Return what a table's three files weigh."""
    return sum(len(folder.joinpath(name + suffix).read_bytes()) for suffix in _SUFFIXES)


def _info_from_json(text: str) -> EmbeddingInfo:
    values = json.loads(text)
    return EmbeddingInfo(**{**values, "relatives": tuple(values["relatives"])})
