"""What an embedding promises: an example of each rule, and a contract that every shipped one keeps."""

import re
from dataclasses import fields

import numpy as np
import pytest

from cluejam_ai.embeddings import EMBEDDINGS, Embedding, EmbeddingInfo, load_embedding
from cluejam_ai.embeddings.base import word_key
from cluejam_ai.embeddings.build import BUILDERS
from cluejam_ai.embeddings.table import shipped_folder, table_sha256
from cluejam_ai.errors import EmbeddingError, UnknownNameError
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

SHIPPED = sorted(BUILDERS)
PAIR = {"ice": [1.0, 0.0], "cream": [0.0, 2.0]}


@pytest.fixture(params=SHIPPED)
def shipped(request: pytest.FixtureRequest) -> Embedding:
    return load_embedding(request.param)


def test_every_embedding_that_needs_no_path_is_shipped():
    assert set(EMBEDDINGS.names()) - {"file"} == set(SHIPPED)


def test_shipped_vectors_are_float32_unit_rows(shipped):
    assert shipped.vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(shipped.vectors.astype(float), axis=1), 1.0, atol=2e-7)


def test_shipped_words_are_keys_and_stand_once(shipped):
    assert len(set(shipped.words)) == len(shipped.words)
    assert all(word == word_key(word) for word in shipped.words)


def test_loading_twice_gives_the_same(shipped):
    again = load_embedding(shipped.info.name)
    assert again.words == shipped.words
    assert again.info == shipped.info
    np.testing.assert_array_equal(again.vectors, shipped.vectors)


def test_a_batch_of_words_equals_single_words(shipped):
    words = ["River", "ice cream", "qqqq", "well-river", "bank", "bank"]
    batch = shipped.vectors_for(words)
    for place, word in enumerate(words):
        single = shipped.vectors_for([word])
        np.testing.assert_array_equal(single.vectors[0], batch.vectors[place])
        assert (single.found[0], single.by_parts[0]) == (batch.found[place], batch.by_parts[place])
    assert batch.vectors.dtype == np.float32


def test_provenance_is_complete(shipped):
    for field in fields(EmbeddingInfo):
        assert getattr(shipped.info, field.name) or field.name == "relatives", field.name
    assert re.fullmatch(r"[0-9a-f]{64}", shipped.info.sha256)


def test_the_shipped_files_have_the_hash_in_the_info(shipped):
    assert table_sha256(shipped_folder(), shipped.info.name) == shipped.info.sha256


def test_every_shipped_card_and_lexicon_word_has_a_vector_of_its_own(shipped):
    words = [*load_lexicon().words, *load_board_words().words]
    assert [word for word in words if word not in shipped] == []


def test_use_puts_close_words_close():
    words = ["ocean", "sea", "carpet", "roller coaster", "ride"]
    ocean, sea, carpet, coaster, ride = load_embedding("use").vectors_for(words).vectors
    assert ocean @ sea > ocean @ carpet + 0.2
    assert coaster @ ride > coaster @ carpet


def test_a_word_is_found_in_any_case_and_with_an_underscore(make_embedding):
    small = make_embedding({"Ice_Cream": [1.0, 0.0], "cone": [0.0, 1.0]})
    assert "ICE CREAM" in small
    assert "ice" not in small
    assert small.index == {"ice cream": 0, "cone": 1}
    assert len(small) == 2


def test_the_first_of_two_spellings_is_found(make_embedding):
    small = make_embedding({"Turkey": [1.0, 0.0], "turkey": [0.0, 1.0]})
    np.testing.assert_array_equal(small.vectors_for(["TURKEY"]).vectors, [[1.0, 0.0]])


@pytest.mark.parametrize("card", ["Ice Cream", "ice-cream", "ICE_CREAM"])
def test_a_card_of_two_words_takes_the_scaled_mean_of_its_parts(make_embedding, card):
    located = make_embedding(PAIR).vectors_for([card])
    np.testing.assert_allclose(located.vectors, [[0.5**0.5, 0.5**0.5]], rtol=1e-6)
    assert (located.found[0], located.by_parts[0]) == (True, True)


def test_a_card_of_two_words_with_its_own_vector_keeps_it(make_embedding):
    located = make_embedding({**PAIR, "ice cream": [0.6, -0.8]}).vectors_for(["ICE CREAM"])
    np.testing.assert_allclose(located.vectors, [[0.6, -0.8]], rtol=1e-6)
    assert not located.by_parts[0]


def test_a_card_with_one_unknown_part_is_not_found(make_embedding):
    located = make_embedding(PAIR).vectors_for(["ice hockey", "hockey"])
    assert not located.found.any()
    np.testing.assert_array_equal(located.vectors, np.zeros((2, 2)))


def test_parts_that_cancel_out_give_the_first(make_embedding):
    located = make_embedding({"hot": [1.0, 0.0], "cold": [-1.0, 0.0]}).vectors_for(["hot-cold"])
    np.testing.assert_array_equal(located.vectors, [[1.0, 0.0]])


def test_vectors_come_in_the_type_that_is_asked_for(make_embedding):
    small = make_embedding({"a": [1.0, 3.0]}, dtype=np.float64)
    exact = small.vectors_for(["a"], np.float64).vectors
    assert exact.dtype == np.float64
    np.testing.assert_array_equal(exact, small.vectors)


def test_no_words_give_no_vectors(make_embedding):
    assert make_embedding(PAIR).vectors_for([]).vectors.shape == (0, 2)


def test_vectors_that_do_not_fit_the_words_are_refused(make_embedding):
    small = make_embedding(PAIR)
    with pytest.raises(EmbeddingError, match=r"'small': vectors are \(2, 2\), .* say \(1, 2\)"):
        Embedding(small.info, ("ice",), small.vectors)


def test_an_unknown_embedding_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'use'"):
        load_embedding("usee")


def test_an_unknown_parameter_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'center'"):
        load_embedding("use(centre=true)")
