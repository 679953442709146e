"""Shipped tables as embeddings, their post-processed forms kept in the cache."""

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.cache import cached
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.postprocess import (
    check_postprocessing,
    postprocess,
    postprocess_further,
    processed_info,
)
from cluejam_ai.embeddings.table import read_table, shipped_folder, understood_folder


def load_shipped(name: str, *, center: bool, remove_top: int) -> Embedding:
    """Return a shipped family, post-processed, that understands further words when they are said.

    Parameters
    ----------
    name : str
        Stem of the table's files.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`.

    Raises
    ------
    EmbeddingError
        If the shipped files are missing or broken.
    """
    raw = read_table(shipped_folder(), name)
    check_postprocessing(raw, remove_top)
    load_understood = partial(_load_understood, name, raw.info.sha256, center=center, remove_top=remove_top)
    if not center and remove_top == 0:
        return replace(raw, load_understood=load_understood)
    info = processed_info(raw.info, center=center, remove_top=remove_top)
    vectors = cached(
        "processed",
        [raw.info.sha256, info.name],
        lambda: postprocess(raw, center=center, remove_top=remove_top).vectors,
    )
    return Embedding(info, raw.words, np.asarray(vectors), load_understood=load_understood)


def _load_understood(name: str, sha256: str, *, center: bool, remove_top: int) -> Embedding:
    """Return the words that a family only understands, processed by what its own words have in common."""
    raw = read_table(understood_folder(shipped_folder()), name)
    if not center and remove_top == 0:
        return raw
    info = processed_info(raw.info, center=center, remove_top=remove_top)

    def compute() -> NDArray[np.float32]:
        own = read_table(shipped_folder(), name)
        return postprocess_further(raw, own, center=center, remove_top=remove_top).vectors

    vectors = cached("processed", [sha256, raw.info.sha256, info.name], compute)
    return Embedding(info, raw.words, np.asarray(vectors))
