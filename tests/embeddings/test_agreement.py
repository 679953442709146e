"""Agreement between families, hubness and correlation, each against a plain second way."""

import numpy as np
import pytest

from cluejam_ai.embeddings.agreement import GIVERS, clues_for_two, understood
from cluejam_ai.embeddings.evaluate import hubness, spearman
from cluejam_ai.embeddings.ppmi import ppmi, svd_vectors
from cluejam_ai.errors import EmbeddingError, UnknownNameError

COSINE = np.array([[0.9, 0.5, 0.8], [0.8, 0.9, 0.1], [0.7, 0.4, 0.7], [0.1, 0.8, 0.2]], dtype=np.float32)
#: What each giver makes as large as it can, of the cosines of one clue from the nearest card on.
PLAIN = {
    "share": lambda near: np.exp(10 * near[1]) / np.exp(10 * np.array(near)).sum(),
    "margin": lambda near: near[1] - near[2],
    "cosine": lambda near: near[1],
}


def test_the_clue_is_the_best_legal_one_for_two_cards():
    nobody, last = np.array([False, False, False]), np.array([False, False, True])
    assert clues_for_two(COSINE, nobody, "margin") == (2, frozenset({0, 2}))
    assert clues_for_two(COSINE, last, "margin") == (1, frozenset({1, 3}))
    # .8 is as near as .8, and the first of equals is taken; the third card at .7 takes a larger share there
    assert clues_for_two(COSINE, nobody, "cosine") == (0, frozenset({0, 1}))
    assert clues_for_two(COSINE, last, "share") == (1, frozenset({1, 3}))


def test_an_unknown_giver_is_named():
    with pytest.raises(UnknownNameError, match=r"'shares'.*share"):
        clues_for_two(COSINE, np.zeros(3, dtype=bool), "shares")


@pytest.mark.parametrize("rule", GIVERS)
def test_agreement_equals_a_plain_loop(rule):
    draw = np.random.default_rng(1)
    tables = [draw.random((12, 30)).astype(np.float32) for _ in range(3)]
    illegal = draw.random((12, 30)) < 0.05
    boards = np.array([draw.permutation(12)[:6] for _ in range(20)])
    found = understood(tables, illegal, boards, rule)
    for number, board in enumerate(boards):
        for i, giver in enumerate(tables):
            best = max(
                (clue for clue in range(30) if not illegal[board, clue].any()),
                key=lambda clue: PLAIN[rule](sorted(giver[board, clue])[::-1]),
            )
            meant = set(sorted(board, key=lambda card: -giver[card, best])[:2])
            for j, guesser in enumerate(tables):
                touched = set(sorted(board, key=lambda card: -guesser[card, best])[:2])
                assert found[i, j, number] == (touched == meant)
    assert found[np.arange(3), np.arange(3)].all()


def test_hubness_is_high_where_one_word_is_near_to_all(make_embedding):
    draw = np.random.default_rng(1).standard_normal((200, 50)) + 0.5
    spread = {f"w{i}": list(row) for i, row in enumerate(draw)}
    hub = {**spread, "hub": list(draw.sum(axis=0))}
    value, n = hubness(make_embedding(hub), [*hub, "unknown"], k=2)
    assert n == 201
    assert value > hubness(make_embedding(spread), list(spread), k=2)[0] + 3
    with pytest.raises(EmbeddingError, match="more than 10 words"):
        hubness(make_embedding({"a": [1.0]}), ["a"])


def test_correlation_counts_pairs_with_vectors_and_has_an_interval(make_embedding):
    pytest.importorskip("scipy")
    words = {f"w{i}": [1.0, float(i)] for i in range(10)}
    pairs = [("w0", f"w{i}", 10.0 - i) for i in range(1, 10)]
    perfect = spearman(make_embedding(words), [*pairs, ("w0", "unknown", 3.0)])
    assert (perfect.value, perfect.n, perfect.n_pairs) == (pytest.approx(1.0), 9, 10)
    mixed = spearman(make_embedding(words), [(a, b, (i * 4) % 9) for i, (a, b, _) in enumerate(pairs)])
    assert mixed.low < mixed.value < mixed.high
    assert np.isnan(spearman(make_embedding(words), pairs[:3]).value)


def test_ppmi_equals_the_formula_and_svd_keeps_inner_products():
    sparse = pytest.importorskip("scipy.sparse")
    counts = np.random.default_rng(1).poisson(1.0, (30, 20)).astype(float)
    found = ppmi(sparse.csr_matrix(counts), smoothing=1.0).toarray()
    with np.errstate(divide="ignore"):
        expected = np.log(counts * counts.sum() / np.outer(counts.sum(axis=1), counts.sum(axis=0)))
    np.testing.assert_allclose(found, np.maximum(expected, 0), atol=1e-5)
    shifted = ppmi(sparse.csr_matrix(counts), smoothing=1.0, shift=2.0).toarray()
    np.testing.assert_allclose(shifted, np.maximum(expected - np.log(2), 0), atol=1e-5)
    vectors = svd_vectors(sparse.csr_matrix(found), np.arange(30), 10)
    left, strength, _ = np.linalg.svd(found)
    exact = left[:, :10] * np.sqrt(strength[:10])
    np.testing.assert_allclose(vectors @ vectors.T, exact @ exact.T, atol=1e-4)
