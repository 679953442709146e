"""Several embeddings side by side: standardised similarities in each, and weighted averages of them."""

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.kernels import Table
from cluejam_ai.agents.resources import Resources, Similarity, standardised
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import N_CARDS, Bools, Ints

Floats = NDArray[np.float64]

#: Bytes of one float32 table of the boards that are looked at together, each with an average of its own.
_TABLE_BYTES = 2**22


class Spaces:
    """The embeddings of a mix.

    Parameters
    ----------
    resources : Resources
        Words, and the similarities of each embedding; a single embedding is a mix of one.
    exclude : str
        Embeddings to leave out, joined by ``+``: they are not thought in.

    Attributes
    ----------
    names : tuple of K str
    z : tuple of K (W, V) float32
        Similarities standardised clue by clue in each embedding.
    known : (V,) bool
        Clue words with a vector in all of them.

    Raises
    ------
    CluejamError
        If an embedding to leave out is not in the mix, or none is left.
    """

    def __init__(self, resources: Resources, exclude: str = "") -> None:
        out = [name.strip() for name in exclude.split("+")] if exclude.strip() else []
        if "" in out:
            raise CluejamError(f"exclude='{exclude}' has a plus sign without an embedding beside it")
        names = resources.part_names or ("",)
        if out and not resources.part_names:
            raise CluejamError(f"exclude={exclude} needs a mix of embeddings, like embedding=use+glove50")
        for name in out:
            if name not in names:
                raise CluejamError(f"exclude={name} is not among the embeddings {' + '.join(names)}")
        kept = [k for k, name in enumerate(names) if name not in out]
        if not kept:
            raise CluejamError(f"exclude={exclude} leaves no embedding to think in")
        self.resources = resources
        self.names = tuple(names[k] for k in kept)
        self._kept = kept

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def parts(self) -> tuple[Similarity, ...]:
        """The similarities in each embedding."""
        return tuple(self.resources.parts[k] for k in self._kept)

    @cached_property
    def z(self) -> tuple[Table, ...]:
        """Similarities standardised clue by clue: K times (W, V) float32."""
        return tuple(standardised(part.table) for part in self.parts)

    @cached_property
    def known(self) -> Bools:
        """Clue words with a vector in every embedding: (V,) bool."""
        return np.asarray(np.all([part.known for part in self.parts], axis=0))

    @cached_property
    def _likeness(self) -> NDArray[np.float32]:
        """The correlation of each clue word's similarities between two embeddings: (K, K, V) float32."""
        like = [[(a * b).mean(axis=0, dtype=np.float64) for b in self.z] for a in self.z]
        return np.array(like, dtype=np.float32)

    @cached_property
    def _scale(self) -> tuple[np.float32, np.float32]:
        """Mean and standard deviation that standardised similarities get back to be like cosines."""
        spread = np.sqrt(np.mean([part.table.var(dtype=np.float64) for part in self.parts]))
        return np.float32(np.mean([part.table.mean(dtype=np.float64) for part in self.parts])), np.float32(
            spread
        )

    @cached_property
    def _by_word(self) -> Resources:
        """The resources with verdicts that lie in memory board word by board word, to be cut quickly."""
        resources = self.resources
        cut = replace(resources, verdicts=np.ascontiguousarray(resources.verdicts))
        return _knowing(cut, resources, **{name: getattr(resources, name) for name in _WORKED_OUT})

    def seen_in(self, k: int) -> Resources:
        """Return the resources in the k-th embedding alone."""
        part = self.parts[k]
        return replace(self.resources, load_similarity=lambda: part, load_parts=None, part_names=())

    def of_cards(self, words: Ints, clue: Ints) -> NDArray[np.float32]:
        """Return every card's standardised similarity with one clue a board: (B, K, 25) float32."""
        at = np.maximum(clue, 0)[:, None]
        return np.stack([z[words, at] for z in self.z], axis=1)

    def averaged(self) -> Resources:
        """Return the resources in which all embeddings count alike.

        Similarities are the mean of the standardised ones, standardised again, then put on the scale of
        cosines by one mean and one standard deviation for all, so that they can be compared between clues and
        thresholds keep their meaning. A single embedding is returned as it is.
        """
        if len(self) == 1:
            return self.seen_in(0)
        z = standardised(np.sum(self.z, axis=0, dtype=np.float32))
        return self._with(self.resources, z)

    def boards_at_once(self) -> int:
        """Return how many boards can have an average of their own at a time."""
        return max(1, _TABLE_BYTES // (4 * N_CARDS * len(self.resources.clues)))

    def on_boards(self, words: Ints, weights: Floats) -> tuple[Resources, NDArray[np.int16]]:
        """Return resources in which every board has its own weighted average of the embeddings.

        Parameters
        ----------
        words : (B, 25) int
            Board words; at most `boards_at_once` boards.
        weights : (B, K) float
            Weights of the embeddings, which add up to one.

        Returns
        -------
        resources : Resources
            With B * 25 board words, card by card and board by board.
        words : (B, 25) int16
            What the cards are called in it.
        """
        rows = words.ravel().astype(np.intp)
        share = weights.astype(np.float32)
        z = np.zeros((len(words), N_CARDS, len(self.resources.clues)), dtype=np.float32)
        variance = np.zeros((len(words), z.shape[2]), dtype=np.float32)
        part = np.empty((len(rows), z.shape[2]), dtype=np.float32)
        for j in range(len(self)):
            self.z[j].take(rows, axis=0, out=part, mode="clip")
            of_board = part.reshape(z.shape)
            of_board *= share[:, j, None, None]
            z += of_board
            for k in range(len(self)):
                variance += (share[:, j] * share[:, k])[:, None] * self._likeness[j, k]
        scale = np.divide(
            1, np.sqrt(np.maximum(variance, 0)), where=variance > 1e-12, out=np.zeros_like(variance)
        )
        z *= scale[:, None, :]
        mixed = self._with(_rows_of(self._by_word, rows), z.reshape(len(rows), -1))
        return mixed, np.arange(len(rows), dtype=np.int16).reshape(words.shape)

    def _with(self, resources: Resources, z: Table) -> Resources:
        """Return resources with these standardised similarities."""
        mean, spread = self._scale
        similarity = Similarity(mean + spread * z, self.known)
        mixed = replace(resources, load_similarity=lambda: similarity, load_parts=None, part_names=())
        return _knowing(mixed, resources, z_scores=z)


def _rows_of(resources: Resources, rows: Ints) -> Resources:
    """Return resources whose board words are these of others, one of them maybe more than once."""
    through = resources.elsewhere
    names = tuple(resources.words[row] for row in rows)
    cut = replace(
        resources,
        words=names,
        verdicts=resources.verdicts[rows],
        load_similarity=lambda: Similarity(resources.similarity.table[rows], resources.similarity.known),
        load_parts=None,
        part_names=(),
        elsewhere=None if through is None else lambda name: _rows_of(through(name), rows),
    )
    return _knowing(
        cut,
        resources,
        word_order=resources.word_order[rows],
        word_ids=resources.word_ids[rows],
        blocked=resources.blocked[rows],
        restricted=resources.restricted,
    )


#: What resources work out of words and verdicts when first asked.
_WORKED_OUT = ("word_order", "word_ids", "blocked", "restricted")


def _knowing(resources: Resources, source: Resources, **values: object) -> Resources:
    """Return resources to which some of what they would work out is told; the rest as the source has it."""
    told = {name: vars(source)[name] for name in _WORKED_OUT if name in vars(source)}
    vars(resources).update({**told, **values})
    return resources
