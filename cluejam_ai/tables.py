"""Arrays that take long to compute, kept on disk by the hash of what they were computed from.

They are memory-mapped, so that workers share them. The folder is ``CLUEJAM_CACHE``, else the user's cache.
"""

import contextlib
import os
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from cluejam_ai.agents.resources import Similarity
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.similarity import covered, similarity_table
from cluejam_ai.words import legality
from cluejam_ai.words.legality import legality_table
from cluejam_ai.words.scripts import ENGLISH

#: Part of every key; it changes when the meaning of a cached table does.
_REVISION = "2"
_CHECK_BYTES = 4


def cache_folder() -> Path:
    """Return where tables are kept."""
    chosen = os.environ.get("CLUEJAM_CACHE")
    return Path(chosen) if chosen else user_cache_path("cluejam")


def cached(kind: str, parts: Sequence[str], compute: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return an array from the cache, computing and keeping it if it is not there.

    Parameters
    ----------
    kind : str
        What it is, for the file's name.
    parts : sequence of str
        Everything that the array depends on.
    compute : callable
        Makes it.

    Returns
    -------
    array
        Memory-mapped and read-only; in memory where the cache cannot be written.
    """
    digest = sha256("\x1f".join([_REVISION, kind, *parts]).encode()).hexdigest()[:32]
    path = cache_folder() / f"{kind}-{digest}.npy"
    found = _load(path)
    if found is not None:
        return found
    values = compute()
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            np.save(file, values, allow_pickle=False)
            file.write(_check_sum(values))
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        return values
    found = _load(path)
    return values if found is None else found


def _check_sum(values: NDArray[Any]) -> bytes:
    """Return what stands behind an array in its file, so that damage is noticed."""
    contiguous = values if values.flags.c_contiguous else values.T
    return crc32(np.ascontiguousarray(contiguous).view(np.ndarray).data).to_bytes(_CHECK_BYTES, "little")


def _load(path: Path) -> NDArray[Any] | None:
    """Return a cached array; None if there is none or it is torn, so that it is made again."""
    try:
        loaded: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
        with path.open("rb") as file:
            file.seek(-_CHECK_BYTES, os.SEEK_END)
            if file.read() != _check_sum(loaded):
                return None
    except (OSError, ValueError, EOFError):
        return None
    # a plain array over the same mapping: indexing a memmap costs more
    return loaded.view(np.ndarray)


def _joined(words: Sequence[str]) -> str:
    return "\n".join(words)


def verdict_table(words: Sequence[str], clues: Sequence[str], language: str = ENGLISH) -> NDArray[np.uint8]:
    """Return the legality of every clue word beside every board word: (W, V) uint8.

    It lies in memory clue by clue, because it is asked for one clue and the cards of a board.
    """
    parts = [_legality_revision(), language, _joined(words), _joined(clues)]
    return cached(
        "legality", parts, lambda: np.asfortranarray(legality_table(words, clues, language=language))
    )


@cache
def _legality_revision() -> str:
    """Return a hash of the rules of legality and their tables: a change of either makes a new table."""
    digest = sha256()
    resources = Path(str(files("cluejam_ai.resources")))
    for path in sorted([*Path(legality.__file__).parent.glob("*.py"), *resources.glob("words_*.csv")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def similarity(embedding: Embedding, spec: str, words: Sequence[str], clues: Sequence[str]) -> Similarity:
    """Return the cosines of board words with clue words.

    Parameters
    ----------
    embedding : Embedding
    spec : str
        The embedding's canonical spec, which names its post-processing.
    words, clues : sequence of str
        W board words, all with a vector, and V clue words.

    Raises
    ------
    EmbeddingError
        If a board word has no vector.
    """
    known = covered(embedding, clues)

    def compute() -> NDArray[np.float32]:
        values = np.zeros((len(words), len(clues)), dtype=np.float32)
        some = [clue for clue, is_known in zip(clues, known, strict=True) if is_known]
        values[:, known] = similarity_table(embedding, words, some).values
        return values

    parts = [spec, repr(embedding.info), _joined(words), _joined(clues)]
    return Similarity(cached("cosine", parts, compute), known)
