"""Clues of a person that are not in the lexicon."""

import numpy as np
import pytest

from cluejam_ai.agents.resources import Resources
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.outside import known_as, known_in_all, with_clues
from cluejam_ai.tables import similarity, verdict_table
from cluejam_ai.words.legality import Verdict
from cluejam_ai.words.lexicon import load_lexicon

CARDS = ("mexico", "cheese", "night", "ocean")
CLUES = ("cold", "food")


def resources(embedding):
    return Resources(
        CARDS, CLUES, verdict_table(CARDS, CLUES), lambda: similarity(embedding, "use", CARDS, CLUES)
    )


def test_a_clue_of_the_wider_vocabulary_has_its_own_vector():
    use = load_embedding("use")
    assert "dogs" not in load_lexicon().clues
    assert known_as(use, " Dogs ") == "dogs"


def test_a_form_without_a_vector_is_known_by_its_base():
    assert known_as(load_embedding("use"), "unhorsed") == "horse"


def test_a_word_that_nothing_is_known_of_is_refused_by_name():
    with pytest.raises(EmbeddingError, match=r"'zxqyv' has no vector in 'use\["):
        known_as(load_embedding("use"), "zxqyv")


def test_an_added_clue_comes_last_with_its_verdicts_and_similarities():
    use = load_embedding("use")
    before = resources(use)
    after = with_clues(before, ["mexican", "cold"], use)
    assert after.clues == (*CLUES, "mexican")
    assert after.verdicts[:, -1].tolist() == [Verdict.ILLEGAL, 0, 0, 0]
    assert np.array_equal(after.similarity.table[:, :2], before.similarity.table)
    assert CARDS[int(after.similarity.table[:, -1].argmax())] == "mexico"
    assert after.similarity.known.all()


@pytest.mark.parametrize("name", ["use", "minilm", "glove50", "wordnet-gloss", "use+glove50"])
def test_a_clue_that_is_only_understood_has_its_own_vector_in_every_family(name):
    space = load_embedding(name)
    assert known_as(space, "GIRAFFE") == "giraffe"
    assert known_as(space, "giraffes") == "giraffe"
    before = resources(space)
    after = with_clues(before, ["giraffe", "dogs"], space)
    assert np.array_equal(after.similarity.table[:, :2], before.similarity.table)
    cosines = after.similarity.table[:, 2]
    assert np.array_equal(cosines, with_clues(before, ["giraffe"], space).similarity.table[:, 2])
    assert len(set(cosines.tolist())) == len(CARDS)
    assert after.similarity.known.all()
    assert np.array_equal(after.similarity.log_ranks[:, :2], before.similarity.log_ranks)


def test_what_counts_as_known_of_peoples_words_does_not_depend_on_what_is_only_understood():
    space = load_embedding("use")
    assert known_in_all([space], "giraffe") is None
    assert known_in_all([space], "zoo") == "zoo"
