"""A person's clue that is not in the lexicon: guessers that can embed it can be asked all the same."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.closeness import log_ranks_beside
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.similarity import similarity_table
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.words.legality import legality_table
from cluejam_ai.words.morphology import forms_of
from cluejam_ai.words.normalise import normalise
from cluejam_ai.words.scripts import ENGLISH, is_english


def dictionary_forms(clue: str, *, derived: bool = True) -> tuple[str, ...]:
    """Return the words under which an embedding may know a clue: itself, then its forms, nearest first.

    With ``derived=False`` only the word itself, its spelling and what it is inflected from.
    """
    word = normalise(clue)
    forms = forms_of(word)
    kin = forms.kin - forms.bases if derived else ()
    # ties in length by the letters, for sets have no order
    nearest, further = (sorted(some, key=lambda form: (len(form), form)) for some in (forms.bases, kin))
    return tuple(dict.fromkeys((normalise(clue, accents=True), word, forms.text, *nearest, *further)))


def known_as(embedding: Embedding, clue: str) -> str:
    """Return the word under which an embedding knows a clue: itself, else its nearest dictionary form.

    Parameters
    ----------
    embedding : Embedding
        The clue may be any word that it has a vector for, not only one of the lexicon, or one that it only
        understands.
    clue : str
        One word.

    Raises
    ------
    EmbeddingError
        If neither the clue nor a form of it has a vector.
    """
    for word in dictionary_forms(clue):
        if embedding.understands(word):
            return word
    raise EmbeddingError(
        f"'{clue}' has no vector in '{embedding.info.name}', nor has a form of it; give another clue"
    )


def known_in_all(embeddings: Sequence[Embedding], clue: str, *, derived: bool = True) -> str | None:
    """Return the word under which all embeddings have a vector of their own for a clue; None if none is.

    With ``derived=False`` only the word itself, its spelling and what it is inflected from are tried.
    """
    for word in dictionary_forms(clue, derived=derived):
        if all(space.rows_of(word) for space in embeddings):
            return word
    return None


def with_clues(
    resources: Resources,
    clues: Sequence[str],
    embedding: Embedding | None = None,
    parts: Sequence[Embedding] = (),
    language: str = ENGLISH,
) -> Resources:
    """Return the resources with clues of one's own behind those of the lexicon.

    An agent built with them understands their indices; a clue of the lexicon keeps its own.

    Parameters
    ----------
    resources : Resources
        With V clue words.
    clues : sequence of str
        K words that are not clue words yet.
    embedding : Embedding, optional
        The one that the resources' similarities are of; None where agents use none.
    parts : sequence of Embedding
        Of a mix, in its order: agents that average them understand the clues in each.
    language : str
        Of the board words: by its rules the clues are written and judged.

    Returns
    -------
    Resources
        With V + K clue words.

    Raises
    ------
    EmbeddingError
        If a clue, and every form of it, has no vector.
    """
    known = set(resources.clues)
    written = (normalise(clue, accents=not is_english(language)) for clue in clues)
    added = [clue for clue in dict.fromkeys(written) if clue not in known]
    verdicts = np.hstack([resources.verdicts, legality_table(resources.words, added, language=language)])
    longer = replace(resources, clues=(*resources.clues, *added), verdicts=np.asfortranarray(verdicts))
    if embedding is None:
        return longer
    load_parts = resources.load_parts
    wholes = (embedding, *parts)
    named = [[known_as(space, clue) for clue in added] for space in wholes]

    def longer_by(before: Similarity, place: int) -> Similarity:
        new = similarity_table(wholes[place], resources.words, named[place], said=True).values
        table = np.ascontiguousarray(np.hstack([before.table, new]))
        known = np.concatenate([before.known, np.ones(len(added), dtype=bool)])

        def load_ranks() -> NDArray[np.float32]:
            # the clues of the lexicon keep the ranks that they have without the new ones
            return np.hstack([before.log_ranks, log_ranks_beside(before.table, before.known, new)])

        return Similarity(table, known, load_ranks)

    def load_longer_parts() -> tuple[Similarity, ...]:
        before = () if load_parts is None else load_parts()
        return tuple(longer_by(part, place) for place, part in enumerate(before, start=1))

    return replace(
        longer,
        load_similarity=lambda: longer_by(resources.similarity, 0),
        load_parts=load_longer_parts if parts else None,
    )
