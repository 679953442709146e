import numpy as np
import pytest

from cluejam_ai.embeddings import covered, load_embedding, similarity, similarity_table
from cluejam_ai.errors import EmbeddingError

VECTORS = {
    "ice": [1.0, 0.0, 0.0],
    "cream": [0.0, 1.0, 0.0],
    "snow": [4.0, 3.0, 0.0],
    "fire": [-1.0, 0.0, 0.0],
    "tree": [0.0, 0.1, 0.7],
}


def test_the_table_equals_a_plain_loop():
    use = load_embedding("use")
    cards, clues = ["ocean", "bank", "polar bear", "Moon"], ["river", "money", "moon", "cold", "night"]
    table = similarity_table(use, cards, clues)
    for row, card in enumerate(cards):
        for column, clue in enumerate(clues):
            u = use.vectors[use.index[card.casefold()]].astype(float)
            v = use.vectors[use.index[clue]].astype(float)
            expected = sum(u * v) / (sum(u * u) * sum(v * v)) ** 0.5
            assert table.values[row, column] == pytest.approx(expected, abs=1e-7)
    assert table.values.dtype == np.float32


def test_cosines_of_known_vectors(make_embedding):
    table = similarity_table(make_embedding(VECTORS), ["ICE", "snow"], ["cream", "ice", "fire"])
    np.testing.assert_allclose(table.values, [[0.0, 1.0, -1.0], [0.6, 0.8, -0.8]], atol=1e-7)


def test_a_word_with_itself_has_exactly_one():
    use = load_embedding("use")
    words = use.words[:500]
    table = similarity_table(use, words, words)
    assert (np.diag(table.values) == 1.0).all()
    assert table.values.min() >= -1.0
    assert table.values.max() == 1.0


def test_the_size_of_a_chunk_does_not_matter(monkeypatch):
    use = load_embedding("use")
    cards, clues = use.words[:50], use.words[50:450]
    whole = similarity_table(use, cards, clues).values
    monkeypatch.setattr(similarity, "CHUNK_BYTES", 100_000)
    np.testing.assert_allclose(similarity_table(use, cards, clues).values, whole, rtol=0, atol=6e-8)


def test_cards_of_two_words_are_reported(make_embedding):
    table = similarity_table(make_embedding(VECTORS), ["ICE CREAM", "tree"], ["ice", "cream"])
    assert table.by_parts_cards == ("ICE CREAM",)
    assert table.missing_cards == table.dropped_clues == ()
    np.testing.assert_allclose(table.values[0], [0.5**0.5] * 2, rtol=1e-6)


def test_a_card_without_a_vector_is_an_error_that_names_it(make_embedding):
    with pytest.raises(
        EmbeddingError, match=r"'small' has no vector for 2 cards: 'LOCH NESS', 'orc'.*--words"
    ):
        similarity_table(make_embedding(VECTORS), ["LOCH NESS", "ice", "orc"], ["cream"])


def test_a_long_list_of_missing_cards_is_cut(make_embedding):
    cards = [f"card{number}" for number in range(12)]
    with pytest.raises(
        EmbeddingError,
        match=r"12 cards: 'card0', .*'card9' and 2 more; leave them out with --missing-cards exclude",
    ):
        similarity_table(make_embedding(VECTORS), cards, ["cream"])


def test_a_clue_without_a_vector_is_an_error_that_names_it(make_embedding):
    with pytest.raises(EmbeddingError, match=r"1 clue word: 'orc'; keep the clue words .* covered"):
        similarity_table(make_embedding(VECTORS), ["ice"], ["cream", "orc"])


def test_missing_words_are_left_out_and_named_on_demand(make_embedding):
    small = make_embedding(VECTORS)
    table = similarity_table(small, ["orc", "ice"], ["cream", "elf", "snow"], drop_missing=True)
    assert (table.missing_cards, table.dropped_clues) == (("orc",), ("elf",))
    np.testing.assert_array_equal(table.values, similarity_table(small, ["ice"], ["cream", "snow"]).values)


def test_covered_says_which_words_have_a_vector(make_embedding):
    words = ["Ice", "ice cream", "ice hockey", "orc"]
    np.testing.assert_array_equal(covered(make_embedding(VECTORS), words), [True, True, False, False])


def test_covered_agrees_with_the_vectors_found():
    use = load_embedding("use")
    words = [*use.words[::1000], "qqqq", "river-bank", "river qqqq"]
    np.testing.assert_array_equal(covered(use, words), use.vectors_for(words).found)


def test_no_clues_give_an_empty_table(make_embedding):
    assert similarity_table(make_embedding(VECTORS), ["ice"], []).values.shape == (1, 0)
