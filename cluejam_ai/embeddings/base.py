"""What an embedding is: words, their unit vectors, and where the vectors come from.

Words are looked up by their key: case is folded, ``_`` reads as a blank, and an accented letter is one sign
whether a file writes it as one or as two, so that the card ``ICE CREAM`` finds ``ice_cream``.

A word without a vector of its own that has parts, divided by blanks or hyphens, takes the mean of its parts'
unit vectors, scaled to length one, if every part has a vector; a part that nothing is known of would leave
half the meaning out. Any other word without a vector is not found.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.errors import EmbeddingError
from cluejam_ai.registry import Registry
from cluejam_ai.specs import Value
from cluejam_ai.words.normalise import normalise

Bools: TypeAlias = NDArray[np.bool_]
Vectors: TypeAlias = NDArray[np.floating[Any]]
C = TypeVar("C", bound=Callable[..., Any])

#: What divides the parts of a word.
PART = re.compile(r"[\s\-]+")
_SHORTEST = 1e-9


@dataclass(frozen=True)
class EmbeddingInfo:
    """Where vectors come from, so that a run that used them can be cited and repeated.

    Parameters
    ----------
    name : str
        What the table is called in records, for example ``use``.
    family : str
        The model; two embeddings of one family are no independent partners.
    source : str
        The package, address or path that the vectors were taken from.
    revision : str
        The version of the source.
    licence : str
        An SPDX identifier where there is one.
    dim : int
        Length of a vector.
    sha256 : str
        Hash of the file or files behind the table, 64 hexadecimal digits.
    relatives : tuple of str
        Other families that share the model or its training data.
    """

    name: str
    family: str
    source: str
    revision: str
    licence: str
    dim: int
    sha256: str
    relatives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Located:
    """The vectors of some words.

    Parameters
    ----------
    vectors : (N, D) float32 or float64
        Unit rows, of the type asked for; zeros where a word was not found.
    found : (N,) bool
        Whether a word has a vector, its own or its parts'.
    by_parts : (N,) bool
        Whether the vector is the mean of the word's parts.
    """

    vectors: Vectors
    found: Bools
    by_parts: Bools


@dataclass(frozen=True, eq=False)
class Embedding:
    """Words and their vectors.

    Parameters
    ----------
    info : EmbeddingInfo
        Where the vectors come from.
    words : tuple of str
        One for each row; of words with the same key the first is found.
    vectors : (V, D) float32
        Unit rows: lengths were divided out in float64, then rounded once.
    written : mapping of str to str
        Under what a word is looked up if it is not found itself: ``cafe`` under ``café``.
    load_understood : callable, optional
        Loads the vectors of further words, which are no cards and no clue words: nothing but a person's clue
        is looked up among them.

    Raises
    ------
    EmbeddingError
        If words, vectors and `info.dim` do not fit together, or the vectors are of another type.
    """

    info: EmbeddingInfo
    words: tuple[str, ...]
    vectors: NDArray[np.float32]
    written: Mapping[str, str] = field(default_factory=dict)
    load_understood: "Callable[[], Embedding] | None" = None

    def __post_init__(self) -> None:
        wanted = (len(self.words), self.info.dim)
        if self.vectors.shape != wanted:
            raise EmbeddingError(
                f"embedding '{self.info.name}': vectors are {self.vectors.shape}, "
                f"number of words and dimension say {wanted}"
            )
        if self.vectors.dtype != np.float32:
            raise EmbeddingError(
                f"embedding '{self.info.name}': vectors are {self.vectors.dtype}; "
                "an embedding holds unit rows in float32 (cluejam_ai.embeddings.base.unit_float32)"
            )

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The row of every word by its key (see `word_key`)."""
        rows: dict[str, int] = {}
        for row, word in enumerate(self.words):
            rows.setdefault(word_key(word), row)
        return rows

    @cached_property
    def understood(self) -> "Embedding | None":
        """The further words that are understood when a person says them, if there are any."""
        return None if self.load_understood is None else self.load_understood()

    def understands(self, word: str) -> bool:
        """Return whether a word that a person says has a vector, here or among the understood words."""
        more = self.rows_of(word) or (self.understood is not None and self.understood.rows_of(word))
        return bool(more)

    def __contains__(self, word: str) -> bool:
        """Return whether a word has a vector of its own."""
        return len(self.rows_of(word)) == 1

    def __len__(self) -> int:
        return len(self.words)

    def rows_of(self, word: str) -> tuple[int, ...]:
        """Return the row of a word, else the rows of all its parts, else those of how it is written."""
        key = word_key(word)
        return self._rows(key) or self._rows(word_key(self.written.get(key, "")))

    def _rows(self, key: str) -> tuple[int, ...]:
        if key in self.index:
            return (self.index[key],)
        rows = [self.index.get(part, -1) for part in PART.split(key) if part]
        return tuple(rows) if len(rows) > 1 and -1 not in rows else ()

    def vectors_for(self, words: Sequence[str], dtype: type[np.floating[Any]] = np.float32) -> Located:
        """Return the vectors of some words.

        Parameters
        ----------
        words : sequence of str
            N words, in any case; one may stand twice.
        dtype : float32 or float64
            Type of the vectors to return.

        Returns
        -------
        Located
            Vectors and how each was found; whether a word is found does not depend on the others.
        """
        rows = [self.rows_of(word) for word in words]
        found = np.array([len(row) > 0 for row in rows], dtype=bool)
        by_parts = np.array([len(row) > 1 for row in rows], dtype=bool)
        vectors = np.zeros((len(rows), self.info.dim), dtype=dtype)
        own = found & ~by_parts
        vectors[own] = self.vectors[[row[0] for row in rows if len(row) == 1]]
        for place in np.flatnonzero(by_parts):
            vectors[place] = _unit_mean(self.vectors[list(rows[place])])
        return Located(vectors, found, by_parts)

    def vectors_for_said(self, words: Sequence[str], dtype: type[np.floating[Any]] = np.float32) -> Located:
        """Return the vectors of words that a person says: as `vectors_for`, else of the understood words."""
        own = self.vectors_for(words, dtype)
        if own.found.all() or self.understood is None:
            return own
        further = self.understood.vectors_for(words, dtype)
        vectors = np.where(own.found[:, None], own.vectors, further.vectors)
        by_parts = np.where(own.found, own.by_parts, further.by_parts)
        return Located(vectors, own.found | further.found, by_parts)


EMBEDDINGS: Registry[Embedding] = Registry("embedding")


def embedding(
    name: str, *, takes_words: bool = False, with_path: Mapping[str, Value] | None = None
) -> Callable[[C], C]:
    """Return a decorator that registers a function which loads an embedding.

    Parameters
    ----------
    name : str
        How a spec names it; the function's keyword parameters with plain defaults are its configuration.
    takes_words : bool
        Whether the function's first argument is the words that will be asked for, or None for all. A loader
        of a big file keeps only these, and a model that embeds any text needs to be told.
    with_path : mapping, optional
        Of a family that is shipped and reads a file too: what its parameters are by default with a path.
    """

    def decorate(function: C) -> C:
        function.takes_words = takes_words  # type: ignore[attr-defined]
        function.with_path = with_path or {}  # type: ignore[attr-defined]
        return EMBEDDINGS.register(name)(function)

    return decorate


def word_key(word: str) -> str:
    """Return the form under which a word is looked up.

    Examples
    --------
    >>> word_key("ICE_Cream ")
    'ice cream'
    """
    # most words of most files are plain, and a file has hundreds of thousands
    return word.replace("_", " ").strip().casefold() if word.isascii() else normalise(word, accents=True)


def unit_rows(vectors: NDArray[Any]) -> NDArray[np.float64]:
    """Return the rows scaled to length one in float64; a row of zeros stays.

    Parameters
    ----------
    vectors : (N, D) of any number type
        What is scaled; left as it is.

    Returns
    -------
    (N, D) float64
    """
    rows = vectors.astype(np.float64)
    length: NDArray[np.float64] = np.sqrt(np.einsum("nd,nd->n", rows, rows))
    rows /= np.where(length > 0, length, 1.0)[:, None]
    return rows


def unit_float32(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Return the rows scaled to length one in float64, as an embedding holds them.

    Parameters
    ----------
    vectors : (N, D) of any number type

    Returns
    -------
    (N, D) float32
    """
    return unit_rows(vectors).astype(np.float32)


def _unit_mean(parts: Vectors) -> NDArray[np.float64]:
    """Return the mean of (K, D) unit rows scaled to length one; the first part if they cancel out."""
    total = parts.astype(np.float64).sum(axis=0)
    if np.linalg.norm(total) < _SHORTEST:
        total = parts[0].astype(np.float64)
    unit: NDArray[np.float64] = unit_rows(total[None])[0]
    return unit
