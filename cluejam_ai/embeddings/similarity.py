"""Cosines of cards with clue words, and the policy for words that have no vector.

The policy, which `SimilarityTable` reports:

- a card or clue of several parts (``ICE CREAM``, ``well-being``) without a vector of its own takes the mean
  of its parts (`cluejam_ai.embeddings.base`);
- a card without any vector is an error, for it cannot be given a clue: play with another embedding, or with a
  word list without it;
- a clue word without any vector is an error too: restrict the lexicon to `covered` words first;
- with ``drop_missing=True`` both are left out of the table instead, and named in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import Bools, Embedding, unit_rows
from cluejam_ai.errors import EmbeddingError

CHUNK_BYTES = 64 * 2**20
_N_SHOWN = 10


@dataclass(frozen=True, eq=False)
class SimilarityTable:
    """How close every card is to every clue word, and which words were treated how.

    Parameters
    ----------
    values : (W, V) float32
        Cosine of each card with each clue word, in [-1, 1]; a word with itself has exactly 1.
    missing_cards : tuple of str
        Cards left out because nothing is known of them; empty unless `drop_missing` was asked for.
    by_parts_cards : tuple of str
        Cards whose vector is the mean of their parts.
    dropped_clues : tuple of str
        Clue words left out because nothing is known of them; empty unless `drop_missing` was asked for.
    """

    values: NDArray[np.float32]
    missing_cards: tuple[str, ...] = ()
    by_parts_cards: tuple[str, ...] = ()
    dropped_clues: tuple[str, ...] = ()


def covered(embedding: Embedding, words: Sequence[str]) -> Bools:
    """Return whether each word has a vector, its own or its parts'.

    Parameters
    ----------
    embedding : Embedding
        Where to look.
    words : sequence of str
        N words, in any case.

    Returns
    -------
    (N,) bool
    """
    return np.array([len(embedding.rows_of(word)) > 0 for word in words], dtype=bool)


def similarity_table(
    embedding: Embedding,
    cards: Sequence[str],
    clues: Sequence[str],
    *,
    drop_missing: bool = False,
    said: bool = False,
) -> SimilarityTable:
    """Return the cosine of every card with every clue word.

    Cosines are sums in float64 of unit vectors, rounded once to float32. The order of the additions may
    depend on the number of BLAS threads and the size of a chunk, which moves a sum by about 1e-16: a value
    differs, by one unit in the last place of float32, only if the sum lies that close to a rounding boundary.

    Parameters
    ----------
    embedding : Embedding
        Where the vectors come from.
    cards : sequence of str
        W cards.
    clues : sequence of str
        V clue words.
    drop_missing : bool
        Leave words without a vector out of the table rather than refuse them.
    said : bool
        A person says the clue words, so they may be such as the embedding only understands.

    Returns
    -------
    SimilarityTable

    Raises
    ------
    EmbeddingError
        If a word has no vector and `drop_missing` is false; the message names the words.
    """
    missing_cards = _missing(embedding, cards)
    missing_clues = _missing(embedding, clues, said=said)
    if not drop_missing:
        _refuse_missing(embedding.info.name, missing_cards, missing_clues)
    left_out = {*missing_cards, *missing_clues}
    found_cards = [card for card in cards if card not in left_out]
    found_clues = [clue for clue in clues if clue not in left_out]
    located = embedding.vectors_for(found_cards, np.float64)
    by_parts = tuple(card for card, parts in zip(found_cards, located.by_parts, strict=True) if parts)
    values = _cosines(embedding, unit_rows(located.vectors), found_clues, said=said)
    return SimilarityTable(values, missing_cards, by_parts, missing_clues)


def _cosines(
    embedding: Embedding, cards: NDArray[np.float64], clues: Sequence[str], *, said: bool
) -> NDArray[np.float32]:
    """Return (W, V) float32 cosines, holding at most `CHUNK_BYTES` of clue vectors and products at a time."""
    values = np.empty((len(cards), len(clues)), dtype=np.float32)
    row_bytes = 8 * (2 * embedding.info.dim + len(cards))
    step = max(1, CHUNK_BYTES // row_bytes)
    vectors_for = embedding.vectors_for_said if said else embedding.vectors_for
    for first in range(0, len(clues), step):
        chunk = vectors_for(clues[first : first + step], np.float64)
        products = cards @ unit_rows(chunk.vectors).T  # (W, step)
        values[:, first : first + step] = np.clip(products, -1.0, 1.0)
    return values


def _missing(embedding: Embedding, words: Sequence[str], *, said: bool = False) -> tuple[str, ...]:
    if said:
        return tuple(word for word in words if not embedding.understands(word))
    return tuple(np.array(words, dtype=object)[~covered(embedding, words)])


def _refuse_missing(name: str, cards: Sequence[str], clues: Sequence[str]) -> None:
    if cards:
        raise EmbeddingError(
            f"embedding '{name}' has no vector for {_listing('card', cards)}; "
            "leave them out with --missing-cards exclude, or choose another embedding or word list (--words)"
        )
    if clues:
        raise EmbeddingError(
            f"embedding '{name}' has no vector for {_listing('clue word', clues)}; "
            "keep the clue words for which covered(embedding, words) is true"
        )


def _listing(kind: str, words: Sequence[str]) -> str:
    shown = ", ".join(f"'{word}'" for word in words[:_N_SHOWN])
    more = f" and {len(words) - _N_SHOWN} more" if len(words) > _N_SHOWN else ""
    return f"{len(words)} {kind}{'s' if len(words) > 1 else ''}: {shown}{more}"
