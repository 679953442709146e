"""The public sources of the shipped families: from words to the vectors that a family gives them.

A family's file registers one function with `source`. Rebuilding a table and evaluating a family without the
rounding of its table both call it.
"""

import itertools
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, unit_float32, word_key
from cluejam_ai.errors import MissingPackageError, UnknownNameError
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

#: From words to an embedding of those that the family knows, each written as it was asked for.
Source = Callable[[Sequence[str]], Embedding]

SOURCES: dict[str, Source] = {}


def source(name: str) -> Callable[[Source], Source]:
    """Return a decorator that registers a function as the source of a shipped family."""

    def decorate(function: Source) -> Source:
        SOURCES[name] = function
        return function

    return decorate


def source_of(name: str) -> Source:
    """Return the source of a shipped family.

    Raises
    ------
    UnknownNameError
        If no shipped family has the name.
    """
    if name not in SOURCES:
        raise UnknownNameError("shipped embedding", name, SOURCES)
    return SOURCES[name]


def shipped_words() -> tuple[str, ...]:
    """Return the words a shipped table covers: the lexicon, then cards not in it; keys, each once."""
    words = [*load_lexicon().words, *load_board_words().words]
    return tuple(dict.fromkeys(word_key(word) for word in words))


def understood_words() -> tuple[str, ...]:
    """Return the words that a shipped family has vectors for only to understand them, most frequent first."""
    text = files("cluejam_ai.resources").joinpath("words_understood.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if not line.startswith("#"))


def need(module: str, package: str, what: str, extra: str) -> ModuleType:
    """Return a module of a package that is not installed by default.

    Parameters
    ----------
    module, package : str
        What is imported, and what pip calls it.
    what : str
        What it is needed for, as the beginning of the message.
    extra : str
        The extra of this package that installs it.

    Raises
    ------
    MissingPackageError
        If it is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            f"{what} needs the package {package}; run pip install 'cluejam-ai[{extra}]'"
        ) from error


def revision_of(package: str) -> str:
    """Return a package and its installed version, as provenance names it."""
    return f"{package} {version(package)}"


def as_embedding(info: EmbeddingInfo, words: Sequence[str], vectors: NDArray[Any]) -> Embedding:
    """Return an embedding from vectors of any length; a word whose vector is zero has none."""
    known: NDArray[np.bool_] = np.any(vectors, axis=1)
    return Embedding(info, tuple(itertools.compress(words, known)), unit_float32(vectors[known]))
