"""Trains vectors on a text file: skip-gram with gensim, or counting and SVD with scipy."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import unit_rows
from cluejam_ai.embeddings.opening import reading
from cluejam_ai.embeddings.ppmi import ppmi, svd_vectors
from cluejam_ai.embeddings.sources import need
from cluejam_ai.errors import EmbeddingError, UnknownNameError

METHODS = ("skip-gram", "ppmi-svd")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True)
class Training:
    """How vectors are trained.

    Parameters
    ----------
    method : str
        One of `METHODS`.
    dim : int
        Length of a vector.
    window : int
        How many words to either side are context.
    least : int
        A word that occurs less often gets no vector.
    epochs : int
        Passes over the text; skip-gram only.
    seed : int
        Names the random numbers; skip-gram only, for counting draws none.
    """

    method: str = "skip-gram"
    dim: int = 100
    window: int = 5
    least: int = 5
    epochs: int = 5
    seed: int = 1


@dataclass(frozen=True)
class Trained:
    """V words, the most frequent first, and their (V, D) float64 unit vectors."""

    words: tuple[str, ...]
    vectors: NDArray[np.float64]


def train(path: Path, how: Training) -> Trained:
    """Return vectors trained on a text file in UTF-8, one or more sentences a line.

    The same text, settings and library versions give the same vectors.

    Raises
    ------
    EmbeddingError
        If the file cannot be read, holds too few words, or gensim or scipy is not installed.
    UnknownNameError
        If the method is not known.
    """
    if how.method not in METHODS:
        raise UnknownNameError("training method", how.method, METHODS)
    counts = Counter(word for line in _lines(path) for word in line)
    words = [
        word for word, count in sorted(counts.items(), key=lambda x: (-x[1], x[0])) if count >= how.least
    ]
    if len(words) < 2:
        raise EmbeddingError(f"{path}: {len(words)} words occur {how.least} times or more; give more text")
    vectors = _skip_gram(path, words, how) if how.method == "skip-gram" else _counted(path, words, how)
    known = np.flatnonzero(vectors.any(axis=1))  # a word that never has company has no direction
    return Trained(tuple(words[row] for row in known), unit_rows(vectors[known]))


def write_vectors(path: Path, trained: Trained) -> None:
    """Write vectors as word2vec text, or as NumPy's .npz if the name ends so.

    Raises
    ------
    EmbeddingError
        If the file exists or cannot be written.
    """
    try:
        if path.suffix == ".npz":
            with path.open("xb") as file:
                np.savez_compressed(file, words=np.array(trained.words), vectors=trained.vectors)
            return
        with path.open("x", encoding="utf-8") as text:
            text.write(f"{len(trained.words)} {trained.vectors.shape[1]}\n")
            for word, row in zip(trained.words, trained.vectors, strict=True):
                text.write(f"{word} {' '.join(f'{value:.6g}' for value in row)}\n")
    except OSError as error:
        why = error.strerror or str(error)
        raise EmbeddingError(f"cannot write vectors to '{path}': {why}; choose another --out") from error


def _lines(path: Path) -> Iterator[list[str]]:
    with reading(path, "the text") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield _WORD.findall(line.decode("utf-8").casefold())
            except UnicodeDecodeError as error:
                raise EmbeddingError(
                    f"{path}, line {number}: not UTF-8 ({error.reason}); convert the file"
                ) from error


class _Sentences:
    """The text as gensim reads it: again in every pass."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[list[str]]:
        return _lines(self.path)


def _skip_gram(path: Path, words: list[str], how: Training) -> NDArray[np.float64]:
    models = need("gensim.models", "gensim", "training skip-gram", "train")
    model = models.Word2Vec(
        _Sentences(path),
        sg=1,
        vector_size=how.dim,
        window=how.window,
        min_count=how.least,
        epochs=how.epochs,
        seed=how.seed,
        workers=1,  # more would make the result depend on their race
    )
    return np.array([model.wv[word] for word in words], dtype=np.float64)


def _counted(path: Path, words: list[str], how: Training) -> NDArray[np.float64]:
    sparse = need("scipy.sparse", "scipy", "training ppmi-svd", "train")
    row_of = {word: row for row, word in enumerate(words)}
    counts: Counter[tuple[int, int]] = Counter()
    for line in _lines(path):
        rows = [row_of[word] for word in line if word in row_of]
        for place, row in enumerate(rows):
            for other in rows[place + 1 : place + 1 + how.window]:
                counts[row, other] += 1
                counts[other, row] += 1
    if not counts:
        raise EmbeddingError(f"{path}: no two words stand in one line; give more text")
    places = np.array(list(counts))
    values = np.array(list(counts.values()), dtype=np.float64)
    meets = sparse.csr_matrix((values, (places[:, 0], places[:, 1])), shape=(len(words), len(words)))
    return svd_vectors(ppmi(meets), np.arange(len(words)), how.dim).astype(np.float64)
