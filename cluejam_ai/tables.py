"""The tables of legality and similarity that a run needs, each made once and kept in the cache."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.closeness import log_ranks
from cluejam_ai.agents.resources import Similarity
from cluejam_ai.cache import cached
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.similarity import covered, similarity_table
from cluejam_ai.words import legality
from cluejam_ai.words.legality import legality_table
from cluejam_ai.words.scripts import ENGLISH


def _joined(words: Sequence[str]) -> str:
    return "\n".join(words)


def verdict_table(words: Sequence[str], clues: Sequence[str], language: str = ENGLISH) -> NDArray[np.uint8]:
    """Return the legality of every clue word beside every board word: (W, V) uint8.

    It lies in memory clue by clue, because it is asked for one clue and the cards of a board.
    """
    parts = [_legality_revision(), language, _joined(words), _joined(clues)]
    about = f"verdicts on {len(clues)} clue words beside {len(words)} board words by the rules for {language}"
    return cached(
        "legality", parts, lambda: np.asfortranarray(legality_table(words, clues, language=language)), about
    )


@cache
def _legality_revision() -> str:
    """Return a hash of the rules of legality and their tables: a change of either makes a new table."""
    digest = sha256()
    resources = Path(str(files("cluejam_ai.resources")))
    for path in sorted([*Path(legality.__file__).parent.glob("*.py"), *resources.glob("words_*.csv")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def similarity(embedding: Embedding, spec: str, words: Sequence[str], clues: Sequence[str]) -> Similarity:
    """Return the cosines of board words with clue words.

    Parameters
    ----------
    embedding : Embedding
    spec : str
        The embedding's canonical spec, which names its post-processing.
    words, clues : sequence of str
        W board words, all with a vector, and V clue words.

    Raises
    ------
    EmbeddingError
        If a board word has no vector.
    """
    known = covered(embedding, clues)

    def compute() -> NDArray[np.float32]:
        values = np.zeros((len(words), len(clues)), dtype=np.float32)
        some = [clue for clue, is_known in zip(clues, known, strict=True) if is_known]
        values[:, known] = similarity_table(embedding, words, some).values
        return values

    parts = [spec, repr(embedding.info), _joined(words), _joined(clues)]
    if embedding.written:
        parts.append(repr(sorted(embedding.written.items())))
    about = f"cosines of {len(words)} board words with {len(clues)} clue words in {spec}"
    values = cached("cosine", parts, compute, about)

    def load_ranks() -> NDArray[np.float32]:
        return cached("log-rank", parts, lambda: log_ranks(values, known), f"ranks by {about}")

    return Similarity(values, known, load_ranks)
