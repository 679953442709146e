"""Vectors in a file of NumPy: an ``.npz`` with the arrays ``words`` (text) and ``vectors``."""

import pickle
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cluejam_ai.embeddings.base import Embedding, embedding, unit_float32, word_key
from cluejam_ai.embeddings.big_file import Kept, check_rows, content_hash
from cluejam_ai.embeddings.opening import Repeats
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.text_file import as_own, as_path, keys_of
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.registry import FOREIGN_ERRORS
from cluejam_ai.specs import Value

#: What a damaged file, or code in a trusted one, may raise.
_BROKEN = (*FOREIGN_ERRORS, EOFError, MemoryError, pickle.UnpicklingError, zipfile.BadZipFile)
#: Kinds of numpy's types that are numbers of a line: truth values, whole numbers, fractions, Python objects.
_REAL = "biufO"


@embedding("npz", takes_words=True)
def load_npz(
    wanted: Sequence[str] | None,
    path: Value,
    *,
    center: bool = False,
    remove_top: int = 0,
    trust: bool = False,
) -> Embedding:
    """NumPy's .npz with the arrays 'words' and 'vectors'.

    Parameters
    ----------
    wanted : sequence of str, optional
        The words that will be asked for; all by default.
    path : str
        The file.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`.
    trust : bool
        Load words that were saved as Python objects: that can execute code that stands in the file.

    Raises
    ------
    EmbeddingError
        If the file is missing or broken, or holds other arrays.
    """
    place = as_path(path)
    sha256 = content_hash(place)
    words, vectors = _arrays(place, trust)
    keys = keys_of(wanted)
    rows: dict[str, int] = {}
    repeats = Repeats(place)
    for row, word in enumerate(words):
        key = word_key(word)
        if key in rows:
            repeats.add(word)
        elif keys is None or key in keys:
            rows[key] = row
    if not rows:
        raise EmbeddingError(f"{place}: no {'words' if keys is None else 'wanted words'} in the file")
    repeats.tell()
    chosen = np.array(list(rows.values()))
    kept = Kept(tuple(words[row] for row in chosen), unit_float32(vectors[chosen]), sha256)
    found = as_own(place, kept, place.stem)
    return postprocess(found, center=center, remove_top=remove_top)


def _arrays(path: Path, trust: bool) -> tuple[list[str], np.ndarray]:
    """Return words and vectors, checked."""
    try:
        loaded = np.load(path, allow_pickle=trust)
        if not isinstance(loaded, np.lib.npyio.NpzFile):
            raise EmbeddingError(
                f"{path} holds one {type(loaded).__name__}, not the arrays 'words' and 'vectors'; "
                "write it with numpy.savez(FILE, words=..., vectors=...)"
            )
        with loaded as file:
            names, vectors = file["words"], _real(path, file["vectors"])
            words = [w.decode() if isinstance(w, bytes) else str(w) for w in names.tolist()]
    except EmbeddingError:
        raise
    except _BROKEN as error:
        hint = "; it holds Python objects: add --trust if you trust it" if "pickle" in str(error) else ""
        raise EmbeddingError(f"cannot read 'words' and 'vectors' from {path}: {error}{hint}") from error
    if names.ndim != 1 or vectors.ndim != 2 or len(vectors) != len(words):
        raise EmbeddingError(
            f"{path}: words are {names.shape}, vectors are {vectors.shape}; they should be (V,) and (V, D)"
        )
    check_rows(path, words, vectors)
    return words, vectors


def _real(path: Path, values: np.ndarray) -> np.ndarray:
    """Return numbers as float64; complex ones, times and texts are refused."""
    if values.dtype.kind not in _REAL:
        raise EmbeddingError(f"{path}: 'vectors' are of type {values.dtype}; save real numbers")
    return np.asarray(values, dtype=float)
