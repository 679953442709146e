import numpy as np
import pytest

from cluejam_ai.embeddings import load_embedding
from cluejam_ai.embeddings.base import unit_rows
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.errors import EmbeddingError

CROSS = {"a": [3.0, 4.0], "b": [3.0, -4.0], "c": [1.0, 0.0]}


def test_centring_subtracts_the_mean_of_the_unit_vectors(make_embedding):
    small = make_embedding(CROSS)
    centred = postprocess(small, center=True, remove_top=0)
    rows = unit_rows(small.vectors)
    expected = unit_rows(rows - rows.mean(axis=0))
    np.testing.assert_array_equal(centred.vectors, expected.astype(np.float32))


def test_removing_the_top_leaves_the_other_direction(make_embedding):
    small = make_embedding({"a": [3.0, 1.0], "b": [3.0, -1.0]})
    left = postprocess(small, center=False, remove_top=1)
    np.testing.assert_allclose(left.vectors, [[0.0, 1.0], [0.0, -1.0]], atol=1e-7)


def test_the_top_components_are_those_of_a_singular_value_decomposition(make_embedding):
    rng = np.random.default_rng(3)
    small = make_embedding({f"w{n}": list(row) for n, row in enumerate(rng.normal(size=(40, 6)) + 0.5)})
    rows = small.vectors.astype(np.float64)
    rows -= rows.mean(axis=0)
    top = np.linalg.svd(rows)[2][:2]
    expected = rows - rows @ top.T @ top
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(postprocess(small, center=True, remove_top=2).vectors, expected, atol=1e-6)


def test_the_parameters_of_use_reach_the_vectors_and_the_name():
    raw, cut = load_embedding("use(center=false, remove_top=0)"), load_embedding("use")
    same = load_embedding("use(center=true, remove_top=2)")
    centred = load_embedding("use(remove_top=0)")
    np.testing.assert_array_equal(cut.vectors, same.vectors)
    assert cut.info == same.info
    assert np.abs(centred.vectors - raw.vectors).max() > 0.01
    assert np.abs(cut.vectors - centred.vectors).max() > 0.01
    assert cut.info.name == "use[center=true, remove_top=2]"
    assert cut.vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(cut.vectors.astype(float), axis=1), 1.0, atol=2e-7)


@pytest.mark.parametrize("n_top", [-1, 2])
def test_an_impossible_number_of_components_is_refused(make_embedding, n_top):
    with pytest.raises(EmbeddingError, match=f"remove_top={n_top} must be from 0 to 1"):
        postprocess(make_embedding(CROSS), center=False, remove_top=n_top)


def test_a_vector_that_vanishes_is_refused(make_embedding):
    with pytest.raises(EmbeddingError, match="nothing is left of the vector of 'a'"):
        postprocess(make_embedding({"a": [1.0, 1.0]}), center=True, remove_top=0)
