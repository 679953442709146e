"""Computes variants of the recipe of ``wordnet-gloss``, each changed in one point, as .npz files.

For ``experiments/embedding_agreement``: python data/gloss_variants.py FOLDER (needs the extra ``builders``).
"""

import sys
from pathlib import Path

import numpy as np

from cluejam_ai.embeddings.sources import shipped_words
from cluejam_ai.embeddings.wordnet_gloss import Recipe, count_wordnet

VARIANTS = {
    "no-related": Recipe(related=0.0),
    "related-full": Recipe(related=1.0),
    "no-examples": Recipe(examples=False),
    "dim-128": Recipe(dim=128),
    "shift-1": Recipe(shift=1.0),
    "basis-20000": Recipe(n_basis=20_000),
}


def main(folder: Path) -> None:
    """Write a file for each variant."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, recipe in VARIANTS.items():
        found = count_wordnet(shipped_words(), recipe)
        # a word that this recipe counts nothing of has no vector
        known = found.vectors.any(axis=1)
        np.savez(folder / f"{name}.npz", words=np.array(found.words)[known], vectors=found.vectors[known])
        print(folder / f"{name}.npz")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
