"""Changes of a whole vector table: centring and removing its top components.

Source: Mu & Viswanath, "All-but-the-top: simple and effective postprocessing for word representations",
ICLR 2018. Few directions that all words share carry much of the length of word vectors and little meaning.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, unit_float32, unit_rows
from cluejam_ai.errors import EmbeddingError


def postprocess(embedding: Embedding, *, center: bool, remove_top: int) -> Embedding:
    """Return an embedding centred and without its top principal components.

    Mean and components are those of the unit vectors of all the table's own words.

    Parameters
    ----------
    embedding : Embedding
        What to change; returned as it is if there is nothing to do.
    center : bool
        Subtract the mean vector.
    remove_top : int
        How many principal components, the largest first, to project out (after centring, if asked for).

    Returns
    -------
    Embedding
        Its name tells what was done.

    Raises
    ------
    EmbeddingError
        If `remove_top` is negative or leaves no dimension, or a vector vanishes.
    """
    check_postprocessing(embedding, remove_top)
    if not center and remove_top == 0:
        return embedding
    rows = unit_rows(embedding.vectors)
    _change(rows, center=center, remove_top=remove_top)
    return _processed(embedding, rows, center=center, remove_top=remove_top)


def postprocess_further(
    further: Embedding, embedding: Embedding, *, center: bool, remove_top: int
) -> Embedding:
    """Return further words changed as those of an embedding are: by its mean and its components, not theirs.

    Parameters
    ----------
    further : Embedding
        What to change; it does not bear on how.
    embedding : Embedding
        In the same space, as it is before it is changed.
    center, remove_top
        See `postprocess`.

    Raises
    ------
    EmbeddingError
        As `postprocess`.
    """
    check_postprocessing(embedding, remove_top)
    rows = unit_rows(further.vectors)
    _change(unit_rows(embedding.vectors), rows, center=center, remove_top=remove_top)
    return _processed(further, rows, center=center, remove_top=remove_top)


def check_postprocessing(embedding: Embedding, remove_top: int) -> None:
    """Raise an `EmbeddingError` unless so many components can be removed."""
    if not 0 <= remove_top < embedding.info.dim:
        raise EmbeddingError(
            f"embedding '{embedding.info.name}': remove_top={remove_top} "
            f"must be from 0 to {embedding.info.dim - 1}"
        )


def processed_info(info: EmbeddingInfo, *, center: bool, remove_top: int) -> EmbeddingInfo:
    """Return the provenance of post-processed vectors: the name tells what was done."""
    return replace(info, name=f"{info.name}[center={str(center).lower()}, remove_top={remove_top}]")


def _change(rows: NDArray[np.float64], *further: NDArray[np.float64], center: bool, remove_top: int) -> None:
    """Change rows in place, and further ones by what the first have in common."""
    if center:
        mean = rows.mean(axis=0)
        for some in (rows, *further):
            some -= mean
    if remove_top:
        top = _top_components(rows, remove_top)  # (D, remove_top)
        for some in (rows, *further):
            some -= (some @ top) @ top.T


def _processed(
    embedding: Embedding, rows: NDArray[np.float64], *, center: bool, remove_top: int
) -> Embedding:
    _refuse_vanished(embedding, rows)
    info = processed_info(embedding.info, center=center, remove_top=remove_top)
    return Embedding(info, embedding.words, unit_float32(rows))


def _top_components(rows: NDArray[np.float64], n_top: int) -> NDArray[np.float64]:
    """Return the (D, n_top) eigenvectors of the largest eigenvalues of the rows' second moments."""
    _, components = np.linalg.eigh(rows.T @ rows)  # eigenvalues ascend
    return np.asarray(components[:, -n_top:], dtype=np.float64)


def _refuse_vanished(embedding: Embedding, rows: NDArray[np.float64]) -> None:
    vanished = np.flatnonzero(np.linalg.norm(rows, axis=1) < 1e-9)
    if len(vanished):
        raise EmbeddingError(
            f"embedding '{embedding.info.name}': nothing is left of the vector of "
            f"'{embedding.words[vanished[0]]}' after post-processing; "
            "use center=false and a smaller remove_top"
        )
