"""Word vectors by counting: positive pointwise mutual information, then a truncated SVD.

Source: Levy & Goldberg, "Neural word embedding as implicit matrix factorization", NIPS 2014; Levy, Goldberg
& Dagan, "Improving distributional similarity with lessons learned from word embeddings", TACL 2015 (smoothed
counts of contexts, the square root of the singular values); Halko, Martinsson & Tropp, "Finding structure
with randomness", SIAM Review 2011.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.sources import need
from cluejam_ai.errors import EmbeddingError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_OVERSAMPLED = 32
_ROUNDS = 5


def ppmi(counts: Any, smoothing: float = 0.75, shift: float = 1.0) -> "csr_matrix":
    """Return how much more often than by chance a word meets a context, in natural logarithms, at least 0.

    Parameters
    ----------
    counts : (V, C) sparse matrix
        How often word and context meet.
    smoothing : float
        Power of a context's count: below 1 it tames rare contexts.
    shift : float
        How many times as often as by chance word and context have to meet before it counts; no unit. It is
        the number of negative samples of skip-gram.

    Returns
    -------
    (V, C) csr_matrix of float32
    """
    sparse = need("scipy.sparse", "scipy", "PPMI vectors", "train")
    found = counts.tocoo()
    by_word = np.asarray(found.sum(axis=1)).ravel()
    by_context = np.asarray(found.sum(axis=0)).ravel() ** smoothing
    by_context /= by_context.sum()
    information = np.log(found.data / (shift * by_word[found.row] * by_context[found.col]))
    above = information > 0
    places = (found.row[above], found.col[above])
    return sparse.csr_matrix((information[above].astype(np.float32), places), shape=found.shape)


def svd_vectors(matrix: "csr_matrix", basis_rows: NDArray[np.intp], dim: int) -> NDArray[np.float32]:
    """Return the vector of every row in the singular directions of some of the rows.

    Parameters
    ----------
    matrix : (V, C) csr_matrix of float32
    basis_rows : (R,) int
        Rows that the directions are computed from; the others are projected on them.
    dim : int
        How many directions.

    Returns
    -------
    (V, dim) float32
        The projections divided by the square root of the singular values: for the rows of the basis, the left
        singular vectors times that root.

    Raises
    ------
    EmbeddingError
        If there are fewer rows than directions.
    """
    basis = matrix[basis_rows]
    if min(basis.shape) <= dim:
        raise EmbeddingError(
            f"{dim} dimensions need more than {dim} words and contexts; there are {basis.shape[0]} and "
            f"{basis.shape[1]}: give more text or a smaller dimension"
        )
    turned = basis.T.tocsr()
    width = min(dim + _OVERSAMPLED, *basis.shape)
    start = np.random.default_rng(0).standard_normal((basis.shape[1], width))
    span = np.linalg.qr(basis @ start.astype(np.float32))[0]
    for _ in range(_ROUNDS):
        span = np.linalg.qr(basis @ (turned @ span))[0]
    image = (turned @ span).astype(np.float64)  # (C, width)
    squares, directions = np.linalg.eigh(image.T @ image)
    largest = np.argsort(-squares)[:dim]
    strength = np.sqrt(np.maximum(squares[largest], 1e-12))
    right = image @ directions[:, largest] / strength  # (C, dim): right singular vectors
    # the sign of a singular vector is arbitrary; one sign for all machines
    right *= np.sign(right[np.abs(right).argmax(axis=0), np.arange(dim)])
    return np.asarray(matrix @ (right / np.sqrt(strength)).astype(np.float32))
