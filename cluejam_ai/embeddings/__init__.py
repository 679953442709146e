"""Vectors: embeddings, their provenance, loaders, similarity tables."""

from cluejam_ai.embeddings.base import EMBEDDINGS, Embedding, EmbeddingInfo, Located, embedding
from cluejam_ai.embeddings.load import import_built_in, load_embedding, mix_embeddings, resolve_embedding
from cluejam_ai.embeddings.similarity import SimilarityTable, covered, similarity_table

import_built_in()

__all__ = [
    "EMBEDDINGS",
    "Embedding",
    "EmbeddingInfo",
    "Located",
    "SimilarityTable",
    "covered",
    "embedding",
    "load_embedding",
    "mix_embeddings",
    "resolve_embedding",
    "similarity_table",
]
