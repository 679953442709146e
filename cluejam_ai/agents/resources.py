"""What agents work with: words, clue words, the legality of each pair, and how similar they are."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.closeness import closeness_in, log_ranks
from cluejam_ai.agents.narrow import NarrowTable, narrow
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import Bools, Ints


@dataclass(frozen=True, eq=False)
class Similarity:
    """Cosines of every board word with every clue word in one embedding.

    Attributes
    ----------
    table : (W, V) float32
        Cosines, contiguous in the clue axis; 0 for clue words without a vector.
    known : (V,) bool
        Which clue words have a vector.
    load_ranks : callable, optional
        Finds `log_ranks` where they are kept; they are made anew if there is none.
    """

    table: NDArray[np.float32]
    known: Bools
    load_ranks: Callable[[], NDArray[np.float32]] | None = None

    @cached_property
    def unknown(self) -> NDArray[np.intp]:
        """Clue words without a vector, which no spymaster gives."""
        return np.flatnonzero(~self.known)

    @cached_property
    def narrow(self) -> NarrowTable:
        """The cosines in one byte each, for a first pass over all clue words."""
        return narrow(self.table, self.unknown)

    @cached_property
    def columns(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The mean of each clue's cosines, and one over their standard deviation: two (V,) float64."""
        return column_scale(self.table)

    @property
    def log_ranks(self) -> NDArray[np.float32]:
        """The logarithm of each clue's rank among a card's clues: (W, V) float32; not to be written to.

        It is as large as the cosines, and an agent asks once.
        """
        return log_ranks(self.table, self.known) if self.load_ranks is None else self.load_ranks()


@dataclass(frozen=True, eq=False)
class Resources:
    """Tables shared by all agents that see the same words through the same embedding.

    Attributes
    ----------
    words : tuple of W str
        Board words.
    clues : tuple of V str
        Clue words, the most frequent first.
    verdicts : (W, V) uint8
        The legality of each clue word beside each board word: 0 legal, 1 illegal, 2 questionable.
    load_similarity : callable, optional
        Makes or finds the similarities when an agent first asks; None where no embedding was chosen.
    load_parts : callable, optional
        The same for each part of a mix of embeddings; None where there is only one.
    part_names : tuple of str
        The specs of these parts, in order.
    elsewhere : callable, optional
        Returns the resources in another embedding by its spec, for agents that use a second one.
    ranks : (V,) int32, optional
        Place of each clue word in its source's order of frequency, from 1; by default the place in `clues`.
    """

    words: tuple[str, ...]
    clues: tuple[str, ...]
    verdicts: NDArray[np.uint8]
    load_similarity: Callable[[], Similarity] | None = None
    load_parts: Callable[[], tuple[Similarity, ...]] | None = None
    part_names: tuple[str, ...] = ()
    elsewhere: "Callable[[str], Resources] | None" = None
    ranks: NDArray[np.int32] | None = None

    @cached_property
    def similarity(self) -> Similarity:
        """Cosines of board words with clue words.

        Raises
        ------
        CluejamError
            If no embedding was chosen.
        """
        if self.load_similarity is None:
            raise CluejamError("this agent needs an embedding; name one with --embedding")
        return self.load_similarity()

    @cached_property
    def z_scores(self) -> NDArray[np.float32]:
        """Cosines standardised clue by clue over all board words, a mix's parts averaged: (W, V) float32.

        Raw cosines of different clues are not comparable, for some clue words are near to everything
        (hubness); in standard deviations above the mean of all board words they are. The average of several
        embeddings is standardised again.

        Source: Radovanovic, Nanopoulos & Ivanovic, "Hubs in space", JMLR 2010, for the effect.
        """
        first, *others = (standardised(part.table) for part in self.parts)
        for z in others:
            first += z
        return standardised(first) if others else first

    @property
    def parts(self) -> tuple[Similarity, ...]:
        """The similarities of each embedding of a mix; a single embedding is its own part."""
        return (self.similarity,) if self.load_parts is None else self.load_parts()

    def through(self, embedding: str) -> "Resources":
        """Return the same words in another embedding.

        Raises
        ------
        CluejamError
            If there is no way to another embedding here.
        """
        if self.elsewhere is None:
            raise CluejamError(
                f"this agent needs a second embedding, '{embedding}', which is not to be had here"
            )
        return self.elsewhere(embedding)

    def backwards(self) -> "Resources":
        """Return the same words in the reverse alphabet, so that ties between cards break the other way."""
        load, parts, through = self.load_similarity, self.load_parts, self.elsewhere
        turned = replace(
            self,
            load_similarity=None if load is None else lambda: self.similarity,
            load_parts=None if parts is None else lambda: self.parts,
            elsewhere=None if through is None else lambda name: through(name).backwards(),
        )
        vars(turned)["word_order"] = (len(self.words) - 1 - self.word_order).astype(np.int32)
        return turned

    @property
    def frequency_ranks(self) -> NDArray[np.int32]:
        """Place of each clue word in the order of frequency, from 1: (V,) int32."""
        return np.arange(1, len(self.clues) + 1, dtype=np.int32) if self.ranks is None else self.ranks

    @cached_property
    def closeness(self) -> NDArray[np.float32]:
        """How close a clue is to each board word among all clues, a mix's parts averaged: (W, V) float32.

        A sum of two things that hold in other embeddings too: the cosine, and the rank of the clue among the
        word's clues (`cluejam_ai.agents.closeness`).
        """
        first, *others = (closeness_in(part) for part in self.parts)
        for other in others:
            first += other
        first /= 1 + len(others)
        return first

    @cached_property
    def restricted(self) -> Bools:
        """Clue words that are not legal beside some board word: (V,) bool."""
        return np.asarray(self.verdicts.any(axis=0))

    def permits(self, words: Ints, clue: Ints, covered: Bools) -> Bools:
        """Return whether one clue a board is legal beside the cards that are not covered: (B,) bool.

        Parameters
        ----------
        words : (B, 25) int
            Board words.
        clue : (B,) int
            Clue words.
        covered : (B, 25) bool
            Cards that restrict nothing.
        """
        legal = np.ones(len(clue), dtype=bool)
        rows = np.flatnonzero(self.restricted[clue])
        # clue by clue, as the table lies on disk, and by plain places: a third of the time
        cells = words.take(rows, axis=0) + clue[rows, None] * len(self.words)
        # few pairs are not legal: (F,) of (R, 25)
        found, card = np.divmod(np.flatnonzero(self._by_clue.take(cells)), words.shape[1])
        board = rows[found]
        legal[board[~covered[board, card]]] = False
        return legal

    @cached_property
    def _by_clue(self) -> NDArray[np.uint8]:
        """All verdicts, those of each clue word together: (V * W,)."""
        return self.verdicts.T.reshape(-1)

    @cached_property
    def word_order(self) -> NDArray[np.int32]:
        """The alphabetical rank of every board word, (W,): how ties between cards are broken."""
        return np.argsort(np.argsort(np.array(self.words))).astype(np.int32)

    @cached_property
    def word_ids(self) -> NDArray[np.uint64]:
        """A number for every board word, (W,), made of the word alone: random numbers are keyed by it."""
        digests = (blake2b(word.encode(), digest_size=8).digest() for word in self.words)
        return np.array([int.from_bytes(digest, "little") for digest in digests], dtype=np.uint64)

    @cached_property
    def blocked(self) -> NDArray[np.int32]:
        """Clue words that must not be given beside each board word: (W, L) int32, filled up with V."""
        return pad_rows(self.verdicts > 0)


def standardised(table: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a table with mean 0 and standard deviation 1 in each column; constant columns become 0."""
    mean, scale = column_scale(table)
    return ((table - mean) * scale).astype(np.float32)


def column_scale(table: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each column's mean and one over its standard deviation, 0 where it is constant: two (V,)."""
    spread = table.std(axis=0, dtype=np.float64)
    scale = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 0)
    return table.mean(axis=0, dtype=np.float64), scale


def pad_rows(mask: Bools) -> NDArray[np.int32]:
    """Return the places of the True values of each row, filled up with the row's length.

    Parameters
    ----------
    mask : (W, V) bool

    Returns
    -------
    (W, L) int32
        L is the largest number of True values in a row, at least 1.
    """
    n_rows, n_columns = mask.shape
    rows, columns = np.nonzero(mask)
    counts = np.bincount(rows, minlength=n_rows)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    out = np.full((n_rows, max(1, int(counts.max(initial=0)))), n_columns, dtype=np.int32)
    out[rows, place] = columns
    return out
