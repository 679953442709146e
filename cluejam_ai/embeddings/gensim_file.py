"""Vectors that gensim saved: KeyedVectors, whole Word2Vec and FastText models, and word2vec files.

gensim's own files are pickles, which can execute code when they are loaded; they are refused unless trusted.
A large array lies in a file of its own beside the pickle: ``FILE.vectors.npy``, ``FILE.wv.vectors.npy``, or
``.npz`` where the pickle is compressed. Which of them are read stands in the pickle, so all are hashed.
"""

import glob
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cluejam_ai.embeddings.base import Embedding, embedding, unit_float32, word_key
from cluejam_ai.embeddings.big_file import Block, check_rows, read_once
from cluejam_ai.embeddings.opening import Repeats, reading
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.sources import need
from cluejam_ai.embeddings.text_file import as_own, as_path, keys_of
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.registry import FOREIGN_ERRORS
from cluejam_ai.specs import Value

_PICKLE = b"\x80"
_GZIP = b"\x1f\x8b"
_BLOCK_WORDS = 2000
_BROKEN = (*FOREIGN_ERRORS, EOFError, MemoryError, pickle.UnpicklingError)


@embedding("gensim", takes_words=True)
def load_gensim(
    wanted: Sequence[str] | None,
    path: Value,
    *,
    center: bool = False,
    remove_top: int = 0,
    trust: bool = False,
) -> Embedding:
    """What gensim saved, vectors or a model, or word2vec read by it.

    Parameters
    ----------
    wanted : sequence of str, optional
        The words that will be asked for; all by default.
    path : str
        The file; those that gensim wrote beside it have to lie there.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`.
    trust : bool
        Load a pickled file: that can execute code that stands in it.

    Raises
    ------
    EmbeddingError
        If gensim is not installed, a file is missing or broken, or it is pickled and not trusted.
    """
    place, keys = as_path(path), keys_of(wanted)
    with reading(place) as file:
        pickled = file.read(1) == _PICKLE
    if pickled and not trust:
        raise EmbeddingError(
            f"{place} is a pickled file, which can execute code when it is loaded; "
            "add --trust (in Python: trust=True) if you trust where it comes from"
        )
    beside = _beside(place) if pickled else ()
    kept = read_once(place, f"gensim {pickled} beside", keys, lambda: _blocks(place, pickled, keys), beside)
    found = as_own(place, kept, place.name.rsplit(".", 1)[0], beside=beside)
    return postprocess(found, center=center, remove_top=remove_top)


def _beside(path: Path) -> tuple[Path, ...]:
    """Return the files beside a pickle in which gensim keeps its arrays."""
    names = (f"{glob.escape(path.name)}.*.{ending}" for ending in ("npy", "npz"))
    return tuple(sorted(other for name in names for other in path.parent.glob(name)))


def _blocks(path: Path, pickled: bool, wanted: frozenset[str] | None) -> Iterator[Block]:
    vectors = _keyed_vectors(path, pickled)
    rows: dict[str, int] = {}
    repeats = Repeats(path)
    for row, word in enumerate(vectors.index_to_key):
        key = word_key(word)
        if key in rows:
            repeats.add(word)
        elif (wanted is None or key in wanted) and vectors.vectors[row].any():
            rows[key] = row
    if not rows:
        raise EmbeddingError(f"{path}: no {'vectors' if wanted is None else 'wanted words'} in the file")
    repeats.tell()
    chosen = np.array(list(rows.values()))
    for first in range(0, len(chosen), _BLOCK_WORDS):
        some = chosen[first : first + _BLOCK_WORDS]
        words = [vectors.index_to_key[row] for row in some]
        check_rows(path, words, vectors.vectors[some])
        yield Block(words, unit_float32(vectors.vectors[some]))


def _keyed_vectors(path: Path, pickled: bool) -> Any:
    """Return gensim's KeyedVectors of any of its files."""
    models = need("gensim.models", "gensim", "loading a gensim file", "gensim")
    utilities = need("gensim.utils", "gensim", "loading a gensim file", "gensim")
    try:
        if pickled:
            loaded = utilities.SaveLoad.load(str(path))
            found = getattr(loaded, "wv", loaded)
        else:
            binary = path.name.removesuffix(".gz").endswith(".bin")
            found = models.KeyedVectors.load_word2vec_format(str(path), binary=binary)
    except FileNotFoundError as error:
        raise EmbeddingError(
            f"{path} keeps a part of its vectors in {error.filename}, which is missing; "
            "gensim wrote both, so copy all files whose names begin alike"
        ) from error
    except _BROKEN as error:
        raise EmbeddingError(f"gensim cannot load {path}: {error}") from error
    if not hasattr(found, "index_to_key") or not hasattr(found, "vectors"):
        raise EmbeddingError(f"{path} holds {type(found).__name__}, which has no word vectors")
    return found
