"""Words that shipped families only understand: a person may say them, and nothing else changes by them."""

from pathlib import Path

import numpy as np
import pytest

from cluejam_ai.embeddings import Embedding, covered, load_embedding, mix_embeddings, similarity_table
from cluejam_ai.embeddings.base import unit_rows
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.sources import SOURCES, understood_words
from cluejam_ai.embeddings.table import read_table, shipped_folder, table_sha256, understood_folder
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.testing.embedding_checks import check_embedding
from cluejam_ai.words.barred import is_barred
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

SHIPPED = sorted(SOURCES)
PROCESSED = ["glove50", "minilm", "use"]
#: What people say at a table, and was not known; chosen before the list was made.
SAID = ("giraffe", "ketchup", "toothbrush", "hammock", "spatula")


def further(name: str) -> Embedding:
    """The raw vectors of the words that a family only understands."""
    return read_table(understood_folder(shipped_folder()), name)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_was_there_before_is_the_same_bit_by_bit_with_and_without_the_further_words(name):
    cards, clues = load_board_words().words, load_lexicon().words[::50]
    with_them = load_embedding(name)
    assert with_them.understands("giraffe")
    parameters = {"center": name in PROCESSED, "remove_top": 2 if name in PROCESSED else 0}
    alone = read_table(shipped_folder(), name)
    without = postprocess(alone, **parameters)
    assert without.understood is None
    assert (with_them.words, with_them.info) == (without.words, without.info)
    assert with_them.vectors.tobytes() == without.vectors.tobytes()
    known = [clue for clue, is_known in zip(clues, covered(without, clues), strict=True) if is_known]
    before = similarity_table(without, cards, known).values
    assert similarity_table(with_them, cards, known).values.tobytes() == before.tobytes()
    assert similarity_table(with_them, cards, known, said=True).values.tobytes() == before.tobytes()
    # this is how it would be noticed if they bore on the mean and the components
    if name in PROCESSED:
        more = further(name)
        pool = Embedding(alone.info, (*alone.words, *more.words), np.vstack([alone.vectors, more.vectors]))
        mingled = postprocess(pool, **parameters).vectors[: len(alone)]
        assert np.abs(mingled - with_them.vectors).max() > 1e-4


@pytest.mark.parametrize("name", PROCESSED)
def test_a_further_word_is_processed_by_the_mean_and_components_of_the_familys_own_words(name):
    own = unit_rows(load_embedding(f"{name}(center=false, remove_top=0)").vectors)
    mean = own.mean(axis=0)
    # the second moments are small enough for an eigensolver of another kind than the package uses
    top = np.linalg.svd((own - mean).T @ (own - mean))[0][:, :2]
    rows = unit_rows(further(name).vectors) - mean
    expected = unit_rows(rows - rows @ top @ top.T)
    found = load_embedding(name).understood
    assert found is not None
    assert found.words == further(name).words
    np.testing.assert_allclose(found.vectors, expected, atol=1e-6)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_further_word_is_no_word_of_the_family(name):
    found = load_embedding(name)
    for word in SAID:
        assert found.understands(word.upper())
        assert word not in found
        assert found.rows_of(word) == ()
        assert not found.vectors_for([word]).found[0]
    assert not found.understands("qqqqqqqq")
    with pytest.raises(EmbeddingError, match="no vector for 1 clue word: 'giraffe'"):
        similarity_table(found, ["zoo"], ["giraffe"])
    with pytest.raises(EmbeddingError, match="no vector for 1 card: 'giraffe'"):
        similarity_table(found, ["giraffe"], ["zoo"], said=True)
    with pytest.raises(EmbeddingError, match="no vector for 1 clue word: 'qqqqqqqq'"):
        similarity_table(found, ["zoo"], ["giraffe", "qqqqqqqq"], said=True)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_family_understands_the_words_of_the_list_and_says_where_they_come_from(name):
    folder = understood_folder(shipped_folder())
    found = load_embedding(name).understood
    assert found.words == understood_words()
    assert table_sha256(folder, name) == further(name).info.sha256
    check_embedding(lambda: load_embedding(name).understood, [*SAID, "giraffe"])
    own = load_embedding(name).info
    assert (found.info.name, found.info.revision) == (own.name, own.revision)
    assert found.info.sha256 != own.sha256


@pytest.mark.parametrize("name", SHIPPED)
def test_the_data_readme_names_the_hash_of_the_further_vectors(name):
    readme = Path(__file__).parents[2] / "data" / "README.md"
    if not readme.exists():
        pytest.skip("data/README.md is in a checkout only")
    assert further(name).info.sha256 in readme.read_text(encoding="utf-8")


def test_the_list_holds_everyday_words_that_were_not_known_and_none_that_hurts():
    words = understood_words()
    assert 900 <= len(words) == len(set(words)) <= 1000
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert set(words) & {*load_lexicon().words, *load_board_words().words} == set()
    assert [word for word in words if is_barred(word)] == []
    assert set(SAID) <= set(words)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(
    "said, near, far",
    [("giraffe", "camel", "piano"), ("ketchup", "sauce", "knight"), ("spatula", "pan", "moon")],
)
def test_further_words_are_near_to_what_belongs_to_them(name, said, near, far):
    close, away = similarity_table(load_embedding(name), [near, far], [said], said=True).values[:, 0]
    assert close > away + 0.1


def test_a_mix_understands_what_all_its_parts_have_or_understand(make_embedding):
    use, glove = load_embedding("use"), load_embedding("glove50")
    mixed = mix_embeddings([use, glove])
    assert mixed.understood.words == understood_words()
    parts = [similarity_table(part, ["zoo", "piano"], ["giraffe"], said=True).values for part in (use, glove)]
    whole = similarity_table(mixed, ["zoo", "piano"], ["giraffe"], said=True).values
    np.testing.assert_allclose(whole, np.mean(parts, axis=0), atol=1e-6)
    own = make_embedding({"giraffe": [1.0, 2.0], "zoo": [1.0, 1.0], "piano": [1.0, -1.0]})
    beside = mix_embeddings([use, own])
    assert beside.understood.words == ("giraffe",)
    assert set(beside.words) == {"zoo", "piano"}
    cosine = 3 / 10**0.5
    by_use = float(similarity_table(use, ["zoo"], ["giraffe"], said=True).values[0, 0])
    found = float(similarity_table(beside, ["zoo"], ["giraffe"], said=True).values[0, 0])
    assert found == pytest.approx((cosine + by_use) / 2, abs=1e-6)


def test_vectors_of_ones_own_understand_nothing_more(make_embedding):
    own = make_embedding({"zoo": [1.0, 1.0], "piano": [1.0, -1.0]})
    assert own.understood is None
    assert not own.understands("giraffe")
    assert own.understands("zoo")
    assert mix_embeddings([own, own]).understood is None
    assert own.vectors_for_said(["zoo", "giraffe"]).found.tolist() == [True, False]


def test_words_said_together_are_answered_as_one_by_one():
    glove = load_embedding("glove50")
    words = ["giraffe", "zoo", "qqqqqqqq", "fire-engine", "Ketchup"]
    together = glove.vectors_for_said(words)
    assert together.found.tolist() == [True, True, False, True, True]
    assert together.by_parts.tolist() == [False, False, False, True, False]
    for place, word in enumerate(words):
        assert np.array_equal(glove.vectors_for_said([word]).vectors[0], together.vectors[place])
