"""How well vectors agree with people's judgements of similarity, and how hubby they are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from cluejam_ai.embeddings.base import Embedding, unit_rows
from cluejam_ai.embeddings.sources import need
from cluejam_ai.errors import EmbeddingError

#: Sets of judgements by name: the files that gensim ships.
JUDGEMENTS = {"wordsim353": "wordsim353.tsv", "simlex999": "simlex999.txt"}
#: Two words and how similar people find them.
Judgements: TypeAlias = Sequence[tuple[str, str, float]]
_Z = 1.959964
_FEWEST = 4
_CHUNK = 500


@dataclass(frozen=True)
class Correlation:
    """A rank correlation with its 95 % interval.

    Attributes
    ----------
    value, low, high : float
        Spearman's rho and the ends of its interval; NaN with fewer than four pairs.
    n : int
        Pairs of which both words have a vector.
    n_pairs : int
        Pairs in the set.
    """

    value: float
    low: float
    high: float
    n: int
    n_pairs: int


def read_judgements(name: str) -> Judgements:
    """Return the pairs of a set of judgements and how similar people find them.

    Parameters
    ----------
    name : str
        One of `JUDGEMENTS`.

    Raises
    ------
    MissingPackageError
        If gensim, which ships the sets, is not installed.

    Notes
    -----
    Source: Finkelstein et al., "Placing search in context", TOIS 2002 (WordSim-353); Hill, Reichart &
    Korhonen, "SimLex-999", Computational Linguistics 2015.
    """
    utilities = need("gensim.test.utils", "gensim", "evaluating vectors", "train")
    lines = Path(utilities.datapath(JUDGEMENTS[name])).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(first, second, float(score)) for first, second, score in rows]


def spearman(embedding: Embedding, judgements: Judgements) -> Correlation:
    """Return the rank correlation of cosines with judgements, over the pairs that have vectors.

    Notes
    -----
    Source of the interval: Bonett & Wright, "Sample size requirements for estimating Pearson, Kendall and
    Spearman correlations", Psychometrika 2000 (Fisher's z with a variance of (1 + rho^2 / 2) / (n - 3)).
    """
    statistics = need("scipy.stats", "scipy", "evaluating vectors", "train")
    first = embedding.vectors_for([pair[0] for pair in judgements], np.float64)
    second = embedding.vectors_for([pair[1] for pair in judgements], np.float64)
    known = first.found & second.found
    n = int(known.sum())
    if n < _FEWEST:
        return Correlation(math.nan, math.nan, math.nan, n, len(judgements))
    cosines = np.einsum("nd,nd->n", first.vectors[known], second.vectors[known])
    scores = np.array([pair[2] for pair in judgements])[known]
    rho = float(statistics.spearmanr(cosines, scores).statistic)
    z, spread = math.atanh(min(max(rho, -0.999999), 0.999999)), math.sqrt((1 + rho**2 / 2) / (n - 3))
    low, high = math.tanh(z - _Z * spread), math.tanh(z + _Z * spread)
    return Correlation(rho, low, high, n, len(judgements))


def hubness(embedding: Embedding, words: Sequence[str], k: int = 10) -> tuple[float, int]:
    """Return the skewness of how often a word is among the k nearest of others, and over how many words.

    Parameters
    ----------
    embedding : Embedding
    words : sequence of str
        Those without a vector are left out.
    k : int
        Neighbours of each word.

    Returns
    -------
    float
        0 where all words are neighbours equally often; above 1 some words are near to very many.
    int
        Words that have a vector.

    Notes
    -----
    Source: Radovanovic, Nanopoulos & Ivanovic, "Hubs in space", JMLR 2010.
    """
    located = embedding.vectors_for(words)
    rows = unit_rows(located.vectors[located.found]).astype(np.float32)
    if len(rows) <= k:
        raise EmbeddingError(f"hubness needs more than {k} words with vectors; there are {len(rows)}")
    counts = np.zeros(len(rows), dtype=np.int64)
    for start in range(0, len(rows), _CHUNK):
        cosines = rows[start : start + _CHUNK] @ rows.T
        own = np.arange(len(cosines))
        cosines[own, start + own] = -np.inf
        nearest = np.argpartition(-cosines, k, axis=1)[:, :k]
        counts += np.bincount(nearest.ravel(), minlength=len(rows))
    centred = counts - counts.mean()
    return float((centred**3).mean() / (centred**2).mean() ** 1.5), len(rows)
