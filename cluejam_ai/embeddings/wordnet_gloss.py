"""The shipped vectors made from WordNet's definitions, synonyms and relations, by counting.

Source: Miller, "WordNet: a lexical database for English", CACM 1995; the method is in `ppmi`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding, with_parts, word_key
from cluejam_ai.embeddings.ppmi import ppmi, svd_vectors
from cluejam_ai.embeddings.shipped import load_shipped
from cluejam_ai.embeddings.sources import as_embedding, need, source
from cluejam_ai.embeddings.wordnet_files import Key, WordNet, read_wordnet
from cluejam_ai.errors import EmbeddingError

DIM = 256
#: How much a feature of a synset counts: its words and itself, the words of its gloss, the words of related
#: synsets and these themselves, the words of their definitions.
_SELF, _GLOSS, _RELATED, _RELATED_GLOSS = 2.0, 1.0, 1.0, 0.3
_BASIS_WORDS = 15_000
#: A word that the index does not list for a synset counts as one of its rare meanings.
_RARE_SENSE = 3


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
def count_wordnet(words: Sequence[str]) -> Embedding:
    """Return the vectors of the words that are in WordNet or are forms of a word in it."""
    wordnet = read_wordnet()
    places, counts = count_features(wordnet)
    information = ppmi(counts)
    weight = np.asarray(information.sum(axis=1)).ravel()
    basis = np.sort(np.argsort(-weight, kind="stable")[:_BASIS_WORDS])
    vectors = svd_vectors(information, basis, DIM)
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
        dim=DIM,
        sha256="",
    )
    return as_embedding(info, known, vectors[rows])


def count_features(wordnet: WordNet) -> tuple[dict[str, int], Any]:
    """Return the row of every lemma, and how often it meets each feature: (V, C) sparse.

    A lemma meets the features of its synsets, the first meanings counting most; a word of a gloss that is a
    lemma itself meets the words that are defined with it.
    """
    sparse = need("scipy.sparse", "scipy", "computing 'wordnet-gloss' vectors", "builders")
    lemmas: dict[str, int] = {}
    features: dict[object, int] = {}
    of_lemma: list[tuple[int, int, float]] = []
    of_synset: list[tuple[int, int, float]] = []
    defined = {key: wordnet.tokens(synset.definition) for key, synset in wordnet.synsets.items()}
    for place, (key, synset) in enumerate(wordnet.synsets.items()):
        for word in synset.words:
            sense = wordnet.senses.get((word, *key), _RARE_SENSE)
            of_lemma.append((place, lemmas.setdefault(word, len(lemmas)), 1 / (1 + sense)))
        for feature, count in _features(wordnet, key, defined).items():
            of_synset.append((place, features.setdefault(feature, len(features)), count))
    n_synsets = len(wordnet.synsets)
    meets = _matrix(sparse, of_lemma, (n_synsets, len(lemmas))).T @ _matrix(
        sparse, of_synset, (n_synsets, len(features))
    )
    return lemmas, meets + _turned(sparse, meets, lemmas, features)


def _features(wordnet: WordNet, key: Key, defined: Mapping[Key, Sequence[str]]) -> dict[object, float]:
    synset = wordnet.synsets[key]
    found: dict[object, float] = defaultdict(float)
    for name in (*synset.words, key):
        found[name] += _SELF
    for token in (*defined[key], *wordnet.tokens(synset.examples)):
        found[token] += _GLOSS
    for other in synset.related:
        related = wordnet.synsets[other]
        for name in (*related.words, other):
            found[name] += _RELATED
        for token in defined[other]:
            found[token] += _RELATED_GLOSS
    return found


def _matrix(sparse: Any, entries: Sequence[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    rows, columns, values = (np.array(column) for column in zip(*entries, strict=True))
    return sparse.csr_matrix((values, (rows, columns)), shape=shape)


def _turned(sparse: Any, meets: Any, lemmas: dict[str, int], features: dict[object, int]) -> Any:
    """Return the counts with words and features exchanged, where both are lemmas and features."""
    row_of_feature = np.full(len(features), -1)
    feature_of_row = np.full(len(lemmas), -1)
    for word, row in lemmas.items():
        feature = features[word]
        row_of_feature[feature], feature_of_row[row] = row, feature
    found = meets.tocoo()
    rows, columns = row_of_feature[found.col], feature_of_row[found.row]
    both = (rows >= 0) & (columns >= 0)
    return sparse.csr_matrix((found.data[both], (rows[both], columns[both])), shape=meets.shape)
