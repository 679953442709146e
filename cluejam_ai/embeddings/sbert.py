"""Vectors of any model of sentence-transformers, by name or path; each word or phrase is a text of its own.

Source: Reimers & Gurevych, "Sentence-BERT: sentence embeddings using Siamese BERT-networks", EMNLP 2019.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from cluejam_ai.cache import cached
from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding, unit_rows, word_key
from cluejam_ai.embeddings.big_file import content_hash
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.sources import need, shipped_words
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import Value


@embedding("sbert", takes_words=True)
def load_sbert(
    wanted: Sequence[str] | None,
    model: Value,
    *,
    center: bool = False,
    remove_top: int = 0,
    trust: bool = False,
) -> Embedding:
    """A sentence-transformers model by name or path.

    Parameters
    ----------
    wanted : sequence of str, optional
        The words to embed; those of the shipped lexicon and board list by default.
    model : str
        A folder, or a name that sentence-transformers knows.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`; mean and components are those of the words embedded.
    trust : bool
        Allow a model to bring code of its own.

    Returns
    -------
    Embedding
        With float32 vectors of all words asked for.

    Raises
    ------
    EmbeddingError
        If sentence-transformers is not installed or cannot load the model.
    """
    name = str(model)
    words = tuple(dict.fromkeys(word_key(word) for word in (shipped_words() if wanted is None else wanted)))
    digest = _model_hash(Path(name).expanduser(), name)
    parts = [digest, "\n".join(words)]
    vectors = cached("sbert", parts, lambda: _encode(name, words, trust))
    stem = Path(name).name
    info = EmbeddingInfo(
        name=stem,
        family=stem,
        source=name,
        revision=f"sha256 {digest[:12]}",
        licence="of the model's owner",
        dim=vectors.shape[1],
        sha256=digest,
    )
    return postprocess(Embedding(info, words, vectors), center=center, remove_top=remove_top)


def _model_hash(folder: Path, name: str) -> str:
    """Return a hash of a model's files; of its name and the library's version where it is not a folder."""
    if folder.is_dir():
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        lines = [f"{path.relative_to(folder)} {content_hash(path)}" for path in files]
        return sha256("\n".join(lines).encode()).hexdigest()
    version = need(
        "sentence_transformers", "sentence-transformers", "an sbert embedding", "sbert"
    ).__version__
    return sha256(f"{name} {version}".encode()).hexdigest()


def _encode(name: str, words: Sequence[str], trust: bool) -> Any:
    library = need("sentence_transformers", "sentence-transformers", "an sbert embedding", "sbert")
    try:
        encoder = library.SentenceTransformer(
            str(Path(name).expanduser()), device="cpu", trust_remote_code=trust
        )
    except (OSError, ValueError, KeyError, ImportError) as error:
        first = str(error).partition("\n")[0]
        raise EmbeddingError(f"sentence-transformers cannot load '{name}': {first}") from error
    rows = encoder.encode(list(words), batch_size=256, show_progress_bar=False)
    return unit_rows(np.asarray(rows)).astype(np.float32)
