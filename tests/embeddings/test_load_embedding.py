import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cluejam_ai.embeddings import (
    Embedding,
    EmbeddingInfo,
    load_embedding,
    mix_embeddings,
    resolve_embedding,
    similarity_table,
)
from cluejam_ai.embeddings.base import unit_float32
from cluejam_ai.errors import EmbeddingError, UnknownNameError
from cluejam_ai.specs import parse_spec

ENTRIES = st.floats(-100, 100).filter(lambda value: abs(value) > 1e-3)
WORDS = ("ant", "bee", "cat", "dog")


def embeddings(n_dim: int) -> st.SearchStrategy[Embedding]:
    def build(rows: np.ndarray) -> Embedding:
        info = EmbeddingInfo(f"e{n_dim}", f"f{n_dim}", "a test", "1", "MIT", n_dim, "0" * 64)
        return Embedding(info, WORDS, unit_float32(rows))

    return arrays(np.float64, (len(WORDS), n_dim), elements=ENTRIES).map(build)


@given(parts=st.lists(st.integers(1, 5).flatmap(embeddings), min_size=1, max_size=3))
def test_the_cosine_of_a_mix_is_the_mean_of_the_cosines(parts):
    mixed = similarity_table(mix_embeddings(parts), WORDS, WORDS).values
    tables = [similarity_table(part, WORDS, WORDS).values for part in parts]
    np.testing.assert_allclose(mixed, np.mean(tables, axis=0), atol=3e-7)


def test_a_mix_has_the_words_common_to_all_in_the_order_of_the_first(make_embedding):
    first = make_embedding({"c": [1.0, 0.0], "A": [0.0, 1.0], "b": [1.0, 1.0]}, name="first")
    second = make_embedding({"a": [1.0], "d": [1.0], "c": [-1.0]}, name="second")
    mixed = mix_embeddings([first, second])
    assert mixed.words == ("c", "A")
    np.testing.assert_allclose(mixed.vectors, np.array([[1, 0, -1], [0, 1, 1]]) / 2**0.5, rtol=1e-6)
    assert mixed.vectors.dtype == np.float32


def test_a_mix_tells_where_its_parts_come_from(make_embedding):
    first, second = make_embedding({"a": [1.0, 0.0]}, name="one"), make_embedding({"a": [2.0]}, name="two")
    info = mix_embeddings([first, second]).info
    assert (info.name, info.family, info.licence, info.dim) == ("one + two", "one + two", "MIT", 3)
    assert info.relatives == ("one", "two")
    assert info.sha256 not in (first.info.sha256, second.info.sha256)


def test_a_spec_with_a_plus_is_a_mix(tmp_path):
    path = tmp_path / "my+vectors.txt"
    path.write_text("river 1 0\nbank 0 1\nqqqq 1 1\n")
    mixed = load_embedding(f'use(center=false, remove_top=0) + file("{path}")')
    assert mixed.info.name == "use + my+vectors"
    assert mixed.words == tuple(word for word in load_embedding("use").words if word in ("river", "bank"))
    assert mixed.vectors.dtype == np.float32
    raw = similarity_table(load_embedding("use(center=false, remove_top=0)"), ["river"], ["bank"]).values
    np.testing.assert_allclose(similarity_table(mixed, ["river"], ["bank"]).values, raw / 2, atol=1e-6)


def test_a_mix_written_as_a_call_is_the_same():
    one, other = load_embedding("mix(use, use)"), load_embedding("use + use")
    np.testing.assert_array_equal(one.vectors, other.vectors)


def test_a_mix_of_embeddings_without_a_common_word_is_refused(make_embedding):
    with pytest.raises(EmbeddingError, match=r"'one \+ two' have no word in common"):
        mix_embeddings([make_embedding({"a": [1.0]}, name="one"), make_embedding({"b": [1.0]}, name="two")])


def test_a_mix_of_nothing_is_refused():
    with pytest.raises(EmbeddingError, match="a mix of no embeddings"):
        load_embedding("mix")


def test_a_mix_with_a_number_in_it_is_refused():
    with pytest.raises(EmbeddingError, match=r"'3' in the mix 'mix\(use, 3\)' is not an embedding"):
        load_embedding("mix(use, 3)")


def test_a_mix_with_a_parameter_is_refused():
    with pytest.raises(EmbeddingError, match="takes no parameters"):
        load_embedding("mix(use, use, weight=2)")


def test_the_canonical_spec_of_a_mix_holds_the_defaults_of_its_parts():
    resolved = resolve_embedding("use(center=false) + use")
    assert resolved == parse_spec("use(center=false, remove_top=2) + use(center=true, remove_top=2)")
    assert resolve_embedding("mix(use(center=false), use)") == resolved
    assert resolve_embedding("use") == parse_spec("use(center=true, remove_top=2)")


def test_a_misspelt_part_of_a_mix_is_refused():
    with pytest.raises(UnknownNameError, match="did you mean 'use'"):
        resolve_embedding("use + usee")


def test_a_card_that_one_part_knows_as_a_phrase_and_another_by_its_parts_is_in_the_mix():
    mix = load_embedding("use+glove50")
    use, glove = load_embedding("use"), load_embedding("glove50")
    assert "polar bear" in use
    assert "polar bear" not in glove
    cosines = [
        part.vectors_for(["polar bear"]).vectors @ part.vectors_for(["snow"]).vectors.T
        for part in (use, glove)
    ]
    found = mix.vectors_for(["polar bear"]).vectors @ mix.vectors_for(["snow"]).vectors.T
    assert float(found[0, 0]) == pytest.approx(float(np.mean(cosines)), abs=1e-6)


def test_a_mix_of_all_shipped_families_knows_every_card():
    from cluejam_ai.words.lists import load_board_words

    mix = load_embedding("use+minilm+glove50+wordnet-gloss")
    assert all(mix.rows_of(card) for card in load_board_words().words)
