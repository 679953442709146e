"""The shipped vectors made from WordNet's definitions, synonyms and relations, by counting.

Source: Miller, "WordNet: a lexical database for English", CACM 1995; the method is in `ppmi`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding, word_key
from cluejam_ai.embeddings.parts import with_parts
from cluejam_ai.embeddings.ppmi import ppmi, svd_vectors
from cluejam_ai.embeddings.shipped import load_shipped
from cluejam_ai.embeddings.sources import as_embedding, need, source
from cluejam_ai.embeddings.wordnet_files import WordNet, read_wordnet
from cluejam_ai.errors import EmbeddingError


@dataclass(frozen=True)
class Recipe:
    """How WordNet is counted; the defaults are those of the shipped table.

    Parameters
    ----------
    dim : int
        Length of a vector.
    related : float
        How much a word of a related synset counts beside a synset's own words and those of its gloss.
    examples : bool
        Whether the examples in a gloss are counted too.
    n_basis : int
        Words and contexts that the directions are computed from, the most frequent.
    shift : float
        As in `cluejam_ai.embeddings.ppmi.ppmi`.
    """

    dim: int = 256
    related: float = 0.5
    examples: bool = True
    n_basis: int = 10_000
    shift: float = 5.0


SHIPPED = Recipe()


@embedding("wordnet-gloss")
def load_wordnet_gloss(*, center: bool = False, remove_top: int = 0) -> Embedding:
    """WordNet's glosses and relations, counted: 256 dimensions, shipped.

    Not post-processed by default: removing top components takes meaning from count-based vectors, and their
    mean is close to zero already.

    Parameters
    ----------
    center : bool
        Subtract the mean of all the table's vectors.
    remove_top : int
        How many of the table's principal components to remove (see `cluejam_ai.embeddings.postprocess`).

    Returns
    -------
    Embedding
        The words of the shipped lexicon and board list that WordNet or its glosses have, inflected forms by
        their lemma; a card of two words that WordNet does not list is found by its parts.

    Raises
    ------
    EmbeddingError
        If the shipped files are missing or broken.
    """
    return load_shipped("wordnet-gloss", center=center, remove_top=remove_top)


@source("wordnet-gloss")
def count_wordnet(words: Sequence[str], recipe: Recipe = SHIPPED) -> Embedding:
    """Return the vectors of the words that are in WordNet or are forms of a word in it."""
    wordnet = read_wordnet()
    places, counts = count_pairs(wordnet, recipe)
    frequent = np.asarray(counts.sum(axis=1)).ravel()
    basis = np.sort(np.argsort(-frequent, kind="stable")[: recipe.n_basis])
    vectors = svd_vectors(ppmi(counts[:, basis], shift=recipe.shift), basis, recipe.dim)
    known = [word for word in with_parts(words) if wordnet.lemma(word_key(word)) in places]
    rows = [places[wordnet.lemma(word_key(word))] for word in known]
    if not rows:
        raise EmbeddingError("WordNet has none of these words")
    info = EmbeddingInfo(
        name="wordnet-gloss",
        family="wordnet-gloss",
        source="Debian package wordnet-base (WordNet 3.0), PPMI-SVD over words, glosses and relations",
        revision="wordnet-base 1:3.0-37",
        licence="WordNet",
        dim=recipe.dim,
        sha256="",
    )
    return as_embedding(info, known, vectors[rows])


def count_pairs(wordnet: WordNet, recipe: Recipe = SHIPPED) -> tuple[dict[str, int], Any]:
    """Return the row of every word, and how often it meets each other word: (V, V) sparse.

    A synset is a short text: its words, those of its gloss with the examples, and, counting less, the words
    of related synsets. Two words meet as often as they stand in one text, the product of how much they count.
    """
    sparse = need("scipy.sparse", "scipy", "computing 'wordnet-gloss' vectors", "builders")
    rows: dict[str, int] = {}
    entries: list[tuple[int, int, float]] = []
    for place, synset in enumerate(wordnet.synsets.values()):
        examples = wordnet.tokens(synset.examples) if recipe.examples else ()
        for word in (*synset.words, *wordnet.tokens(synset.definition), *examples):
            entries.append((place, rows.setdefault(word, len(rows)), 1.0))
        for other in synset.related if recipe.related else ():
            for word in wordnet.synsets[other].words:
                entries.append((place, rows.setdefault(word, len(rows)), recipe.related))
    texts, words, weights = (np.array(column) for column in zip(*entries, strict=True))
    stands = sparse.csr_matrix((weights, (texts, words)), shape=(len(wordnet.synsets), len(rows)))
    pairs = stands.T @ stands
    pairs.setdiag(0)
    pairs.eliminate_zeros()
    return rows, pairs.tocsr()
