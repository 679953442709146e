"""What an embedding promises: an example of each rule, and a contract that every shipped one keeps."""

import time
import timeit
from dataclasses import replace
from importlib.resources import as_file

import numpy as np
import pytest

from cluejam_ai.embeddings import Embedding, covered, load_embedding
from cluejam_ai.embeddings.base import EMBEDDINGS, word_key
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.sources import SOURCES
from cluejam_ai.embeddings.table import shipped_folder, table_sha256
from cluejam_ai.errors import EmbeddingError, UnknownNameError
from cluejam_ai.specs import format_value
from cluejam_ai.testing.embedding_checks import check_embedding
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

SHIPPED = sorted(SOURCES)
PAIR = {"ice": [1.0, 0.0], "cream": [0.0, 2.0]}


@pytest.fixture(params=SHIPPED)
def shipped(request: pytest.FixtureRequest) -> Embedding:
    return load_embedding(request.param)


def raw(name: str) -> Embedding:
    """The shipped table as it is."""
    return load_embedding(f"{name}(center=false, remove_top=0)")


def test_four_families_at_least_are_shipped_and_three_are_unrelated():
    tables = {
        path.name.removesuffix(".json") for path in shipped_folder().iterdir() if path.name.endswith(".json")
    }
    assert set(SHIPPED) == tables >= {"glove50", "minilm", "use", "wordnet-gloss"}
    infos = [raw(name).info for name in SHIPPED]
    assert len({info.family for info in infos}) == len(SHIPPED)
    three = ("glove50", "minilm", "wordnet-gloss")
    related = {family for info in infos if info.name in three for family in info.relatives}
    assert related & set(three) == set()
    assert raw("use").info.relatives == ("minilm",)


def test_all_tables_together_weigh_less_than_20_megabytes():
    with as_file(shipped_folder()) as folder:
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    assert len(sizes) > 2 * 3 * len(SHIPPED)
    assert sum(sizes) < 20e6


def test_a_table_is_loaded_in_50_milliseconds(shipped_name):
    load_embedding(shipped_name)
    best = min(
        timeit.repeat(lambda: load_embedding(shipped_name), timer=time.process_time, number=1, repeat=5)
    )
    assert best < 0.05


@pytest.fixture(params=SHIPPED)
def shipped_name(request: pytest.FixtureRequest) -> str:
    return request.param


def test_every_shipped_family_keeps_the_contract(shipped_name):
    check_embedding(
        lambda: load_embedding(shipped_name), ["river", "ice cream", "river-bank", "bank", "bank"]
    )


@pytest.mark.parametrize(
    "break_it, says",
    [
        (lambda e: {"vectors": e.vectors * np.float32(1.001)}, "not of length one"),
        (lambda e: {"vectors": e.vectors * np.float32("nan")}, "NaN"),
        (lambda e: {"words": (*e.words[:-1], e.words[0])}, "stands twice"),
        (lambda e: {"info": replace(e.info, licence="")}, "lacks licence"),
        (lambda e: {"info": replace(e.info, sha256="x" * 64)}, "no SHA-256"),
    ],
)
def test_the_contract_sees_what_is_broken(make_embedding, break_it, says):
    good = make_embedding({"ant": [1.0, 2.0], "bee": [3.0, 1.0]})
    check_embedding(lambda: good)
    with pytest.raises(AssertionError, match=says):
        check_embedding(lambda: replace(good, **break_it(good)))


def test_the_contract_sees_vectors_that_change(make_embedding):
    two = iter([make_embedding({"ant": [1.0, 2.0]}), make_embedding({"ant": [1.0, 3.0]})])
    with pytest.raises(AssertionError, match="other vectors"):
        check_embedding(lambda: next(two))


def test_shipped_words_are_keys_and_stand_once(shipped):
    assert len(set(shipped.words)) == len(shipped.words)
    assert all(word == word_key(word) for word in shipped.words)


def test_the_shipped_files_have_the_hash_in_the_info(shipped_name):
    assert table_sha256(shipped_folder(), shipped_name) == raw(shipped_name).info.sha256


def test_every_shipped_card_has_a_vector_and_nearly_every_word_of_the_lexicon(shipped):
    assert covered(shipped, load_board_words().words).all()
    assert covered(shipped, load_lexicon().words).mean() > 0.995


@pytest.mark.parametrize("name", ["use", "minilm"])
def test_a_model_of_sentences_has_every_word_and_takes_a_card_of_two_as_a_phrase(name):
    words = [*load_lexicon().words, *load_board_words().words]
    found = load_embedding(name)
    assert [word for word in words if word not in found] == []


@pytest.mark.parametrize(
    "name, processed",
    [
        ("glove50", "glove50[center=true, remove_top=2]"),
        ("minilm", "minilm[center=true, remove_top=2]"),
        ("use", "use[center=true, remove_top=2]"),
        ("wordnet-gloss", "wordnet-gloss"),
    ],
)
def test_families_are_processed_by_default_as_published_runs_have_it(name, processed):
    assert load_embedding(name).info.name == processed


def test_a_familys_default_processing_is_what_its_signature_says(shipped_name):
    defaults = EMBEDDINGS.entry(shipped_name).defaults()
    told = ", ".join(f"{key}={format_value(defaults[key])}" for key in ("center", "remove_top"))
    assert load_embedding(shipped_name).info == load_embedding(f"{shipped_name}({told})").info


def test_a_processed_table_from_the_cache_is_the_one_computed():
    computed = postprocess(raw("glove50"), center=True, remove_top=2)
    found = load_embedding("glove50")
    assert found.info == computed.info
    np.testing.assert_array_equal(found.vectors, computed.vectors)


def test_use_puts_close_words_close():
    words = ["ocean", "sea", "carpet", "roller coaster", "ride"]
    ocean, sea, carpet, coaster, ride = load_embedding("use").vectors_for(words).vectors
    assert ocean @ sea > ocean @ carpet + 0.2
    assert coaster @ ride > coaster @ carpet


def test_a_word_without_accents_is_found_as_it_is_written_only_if_it_has_no_vector_itself(make_embedding):
    written = {"cafe": "café", "rose": "rosé", "creme brulee": "crème brûlée", "tete": "tête"}
    vectors = {
        "café": [1.0, 0.0],
        "rosé": [1.0, 0.0],
        "rose": [0.0, 1.0],
        "crème": [0.0, 2.0],
        "brûlée": [3.0, 0.0],
    }
    plain = make_embedding(vectors)
    assert "cafe" not in plain
    found = replace(plain, written=written)
    assert ("cafe" in found, "tete" in found) == (True, False)
    located = found.vectors_for(["CAFE", "rose", "creme brulee", "tete"])
    np.testing.assert_allclose(located.vectors, [[1, 0], [0, 1], [0.5**0.5, 0.5**0.5], [0, 0]], rtol=1e-6)
    assert located.by_parts.tolist() == [False, False, True, False]


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
    small = make_embedding({"a": [1.0, 3.0]})
    exact = small.vectors_for(["a"], np.float64).vectors
    assert exact.dtype == np.float64
    np.testing.assert_array_equal(exact, small.vectors)


def test_vectors_of_another_type_are_refused(make_embedding):
    small = make_embedding(PAIR)
    with pytest.raises(EmbeddingError, match=r"'small': vectors are float64; .*float32"):
        Embedding(small.info, small.words, small.vectors.astype(np.float64))


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
