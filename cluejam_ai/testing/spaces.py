"""Made-up mixes of several embeddings, to try agents on that think in more than one."""

from dataclasses import replace

import numpy as np

from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.testing.worlds import random_resources, with_similarity


def with_parts(resources: Resources, n_parts: int, seed: int) -> Resources:
    """Return the same words in a mix of so many made-up embeddings, named ``space0`` and so on.

    Parameters
    ----------
    resources : Resources
        What the rest is taken from, the clue words without a vector too.
    n_parts : int
        Embeddings in the mix.
    seed : int
        What their cosines are drawn from.
    """
    known = resources.similarity.known
    n_words, n_clues = resources.similarity.table.shape
    drawn = [
        random_resources(seed + k, n_words=n_words, n_clues=n_clues).similarity.table for k in range(n_parts)
    ]
    tables = [table * known for table in drawn]
    mixed = with_similarity(resources, np.mean(tables, axis=0, dtype=np.float32), known)
    parts = tuple(Similarity(table, known) for table in tables)
    names = tuple(f"space{k}" for k in range(n_parts))
    return replace(mixed, load_parts=lambda: parts, part_names=names)
