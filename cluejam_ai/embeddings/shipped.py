"""Shipped tables as embeddings, their post-processed forms kept in the cache."""

import numpy as np

from cluejam_ai.cache import cached
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.postprocess import check_postprocessing, postprocess, processed_info
from cluejam_ai.embeddings.table import read_table, shipped_folder


def load_shipped(name: str, *, center: bool, remove_top: int) -> Embedding:
    """Return a shipped family, post-processed.

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
    if not center and remove_top == 0:
        return raw
    info = processed_info(raw.info, center=center, remove_top=remove_top)
    vectors = cached(
        "processed",
        [raw.info.sha256, info.name],
        lambda: postprocess(raw, center=center, remove_top=remove_top).vectors,
    )
    return Embedding(info, raw.words, np.asarray(vectors))
