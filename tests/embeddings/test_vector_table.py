import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cluejam_ai.embeddings.base import EmbeddingInfo, unit_rows
from cluejam_ai.embeddings.table import Table, dequantize, quantize, read_table, table_sha256, write_table
from cluejam_ai.errors import EmbeddingError

INFO = EmbeddingInfo("tiny", "tiny", "a test", "1", "MIT", 3, "", ("toy",))
TABLE = Table(INFO, ("ant", "été"), np.array([[127, 0, 0], [0, -127, 127]], dtype=np.int8))


def test_a_table_reads_back_what_was_written(tmp_path):
    written = write_table(tmp_path, "tiny", TABLE)
    read = read_table(tmp_path, "tiny")
    assert read.info == written
    assert read.words == TABLE.words
    np.testing.assert_allclose(read.vectors, [[1, 0, 0], [0, -(0.5**0.5), 0.5**0.5]], rtol=1e-6)
    assert written.sha256 == table_sha256(tmp_path, "tiny")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny.json", "tiny.npy", "tiny.words.txt"]


@given(arrays(np.float64, (5, 16), elements=st.floats(0.01, 1) | st.floats(-1, -0.01)))
def test_int8_keeps_the_direction(rows):
    wanted = unit_rows(rows)
    # rounding moves an entry by half of 1/127 of the largest, so a row of 16 by at most 4 times that
    assert (np.linalg.norm(dequantize(quantize(rows)) - wanted, axis=1) < 2 * 4 * 0.5 / 127).all()
    assert (np.abs(quantize(rows)).max(axis=1) == 127).all()


@pytest.mark.parametrize("suffix", [".npy", ".words.txt", ".json"])
def test_a_missing_file_says_how_to_get_it_back(tmp_path, suffix):
    write_table(tmp_path, "tiny", TABLE)
    (tmp_path / f"tiny{suffix}").unlink()
    with pytest.raises(EmbeddingError, match=r"vector table 'tiny'.*reinstall .*embeddings\.build tiny"):
        read_table(tmp_path, "tiny")


def test_a_torn_vector_file_is_refused(tmp_path):
    write_table(tmp_path, "tiny", TABLE)
    path = tmp_path / "tiny.npy"
    path.write_bytes(path.read_bytes()[:-2])
    with pytest.raises(EmbeddingError, match="cannot read the vector table 'tiny'"):
        read_table(tmp_path, "tiny")


def test_words_of_another_table_are_refused(tmp_path):
    write_table(tmp_path, "tiny", TABLE)
    (tmp_path / "tiny.words.txt").write_text("ant\n")
    with pytest.raises(EmbeddingError, match=r"vectors are \(2, 3\)"):
        read_table(tmp_path, "tiny")


@pytest.mark.parametrize("content", ["{", "[]", json.dumps({"name": "tiny"})])
def test_a_broken_provenance_file_is_refused(tmp_path, content):
    write_table(tmp_path, "tiny", TABLE)
    (tmp_path / "tiny.json").write_text(content)
    with pytest.raises(EmbeddingError, match="cannot read the vector table 'tiny'"):
        read_table(tmp_path, "tiny")
