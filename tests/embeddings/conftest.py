from collections.abc import Callable

import numpy as np
import pytest

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, unit_float32

MakeEmbedding = Callable[..., Embedding]


@pytest.fixture
def make_embedding() -> MakeEmbedding:
    """A function from a dict of words and values to a small embedding."""

    def make(vectors: dict[str, list[float]], name: str = "small") -> Embedding:
        rows = unit_float32(np.array(list(vectors.values())))
        info = EmbeddingInfo(name, name, "a test", "1", "MIT", rows.shape[1], "0" * 64)
        return Embedding(info, tuple(vectors), rows)

    return make
