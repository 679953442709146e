import gzip
import hashlib
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluejam_ai.embeddings import Embedding, big_file, load_embedding, similarity_table
from cluejam_ai.embeddings.base import word_key
from cluejam_ai.embeddings.text_file import load_file
from cluejam_ai.errors import CluejamError, EmbeddingError

GLOVE = "ant 1 0\nbee 3 -4\ncat 0 2.5e-1\n"
LETTER = st.characters(exclude_categories=["Z", "C"], exclude_characters="_")
WORD = st.text(LETTER, min_size=1, max_size=6).map(word_key).filter(lambda word: word and " " not in word)
VALUE = st.floats(1e-6, 1e6) | st.floats(-1e6, -1e-6)


def load(folder: Path, content: str | bytes, **options: object) -> Embedding:
    """Return what the loader makes of a file `my.txt` with this content."""
    path = folder / "my.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return load_file(None, str(path), **options)


def refuse(folder: Path, content: str | bytes, message: str, **options: object) -> None:
    with pytest.raises(EmbeddingError, match=message):
        load(folder, content, **options)


# -- what can be read


def test_glove_text_is_read_and_scaled_to_length_one(tmp_path):
    read = load(tmp_path, GLOVE)
    assert read.words == ("ant", "bee", "cat")
    assert read.vectors.dtype == np.float32
    np.testing.assert_array_equal(read.vectors, np.float32([[1, 0], [0.6, -0.8], [0, 1]]))


def test_word2vec_text_equals_glove_text_without_its_header(tmp_path):
    read = load(tmp_path, "3 2\n" + GLOVE)
    assert read.words == ("ant", "bee", "cat")
    np.testing.assert_array_equal(read.vectors, load(tmp_path, GLOVE).vectors)


def test_gzipped_text_equals_plain_text(tmp_path):
    path = tmp_path / "my.vec.gz"
    path.write_bytes(gzip.compress(GLOVE.encode()))
    read = load_embedding(f'file("{path}")')
    np.testing.assert_array_equal(read.vectors, load(tmp_path, GLOVE).vectors)
    assert read.info.name == "my"


@given(
    vectors=st.dictionaries(WORD, st.tuples(VALUE, VALUE, VALUE), min_size=1),
    header=st.booleans(),
)
def test_text_round_trips(tmp_path_factory, vectors, header):
    lines = [f"{word} {' '.join(map(repr, values))}\n" for word, values in vectors.items()]
    first = f"{len(lines)} 3\n" if header else ""
    options = {"format": "word2vec" if header else "glove"}
    read = load(tmp_path_factory.mktemp("round"), first + "".join(lines), **options)
    rows = np.array(list(vectors.values()))
    assert read.words == tuple(vectors)
    # rounded once: half a unit in the last place of float32
    np.testing.assert_allclose(read.vectors, rows / np.linalg.norm(rows, axis=1, keepdims=True), rtol=6.1e-8)


def test_trailing_blanks_tabs_windows_lines_and_a_byte_order_mark_are_understood(tmp_path):
    odd = "\ufeffant 1 0 \r\nbee\t3\t-4\r\n\ncat  0   2.5e-1\n"
    np.testing.assert_array_equal(load(tmp_path, odd).vectors, load(tmp_path, GLOVE).vectors)
    assert load(tmp_path, odd).words == ("ant", "bee", "cat")


def test_a_word_may_hold_blanks(tmp_path):
    read = load(tmp_path, "ant 1 0\n. . . 3 -4\n")
    assert read.words == ("ant", ". . .")


def test_of_two_spellings_the_first_is_kept(tmp_path):
    with pytest.warns(
        UserWarning, match="2 words stand in the file again, or with another case \\('turkey'\\)"
    ):
        read = load(tmp_path, "Turkey 1 0\nbee 3 4\nturkey 0 1\nTurkey 5 5\n")
    assert read.words == ("Turkey", "bee")
    np.testing.assert_array_equal(read.vectors_for(["TURKEY"]).vectors, [[1, 0]])


def test_only_wanted_words_are_kept(tmp_path):
    wanted = tmp_path / "wanted.txt"
    wanted.write_text("BEE\n\ndog\n")
    read = load(tmp_path, "3 2\nant x y\nbee 3 4\ncat 0 0\n", words=str(wanted))
    assert read.words == ("bee",)


def test_a_header_can_be_read_as_a_word_on_demand(tmp_path):
    read = load(tmp_path, "1984 7\nant 3\n", format="glove")
    assert read.words == ("1984", "ant")


def test_very_small_and_very_large_values_keep_their_direction(tmp_path):
    read = load(tmp_path, "ant 3e-200 4e-200\nbee 3e200 -4e200\n")
    np.testing.assert_array_equal(read.vectors, np.float32([[0.6, 0.8], [0.6, -0.8]]))


def test_provenance_holds_the_hash_and_the_label(tmp_path):
    read = load(tmp_path, GLOVE, label="mine")
    assert (read.info.name, read.info.family, read.info.dim) == ("mine", "mine", 2)
    assert read.info.sha256 == hashlib.sha256(GLOVE.encode()).hexdigest()
    assert load(tmp_path, GLOVE).info.name == "my"


def test_post_processing_reaches_the_vectors(tmp_path):
    rows = load(tmp_path, GLOVE).vectors
    centred = load(tmp_path, GLOVE, center=True).vectors
    expected = rows - rows.mean(axis=0)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(centred, expected, atol=1e-7)
    cut = load(tmp_path, GLOVE + "dog 2 1\n", remove_top=1).vectors
    assert np.linalg.matrix_rank(cut, tol=1e-9) == 1


# -- what is refused, and how


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(
        EmbeddingError, match=r"cannot read vectors from '.*gone\.txt': No such file.*path right"
    ):
        load_embedding(f'file("{tmp_path}/gone.txt")')


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(EmbeddingError, match="Is a directory"):
        load_file(None, str(tmp_path))


def test_an_empty_file_is_refused(tmp_path):
    refuse(tmp_path, "", r"my\.txt: no vectors in the file")


def test_too_few_values_name_the_line(tmp_path):
    refuse(tmp_path, "ant 1 0\nbee 3\n", r"my\.txt, line 2: 1 values where line 1 has 2")


def test_too_many_values_name_the_line(tmp_path):
    refuse(tmp_path, "\nant 1 0\nbee 3 4 5\n", r"my\.txt, line 3: 3 values where line 2 has 2")


def test_another_dimension_than_the_headers_names_the_line(tmp_path):
    refuse(tmp_path, "1 3\nant 1 0\n", r"line 2: 2 values where the header says 3")


def test_a_word_alone_is_refused(tmp_path):
    refuse(tmp_path, "ant\nbee\n", "line 1: a word without values")


def test_a_line_without_a_word_is_refused(tmp_path):
    refuse(tmp_path, "ant 1 0\n 3 4\n", "line 2: the word is missing")


@pytest.mark.parametrize("broken", ["1.2.3", "x", "1,5", "0.5-0.25", "0x10", "1_0"])
def test_something_else_than_a_number_names_the_line(tmp_path, broken):
    refuse(tmp_path, f"ant 1 0\nbee {broken} 4\ncat 1 1\n", f"line 2: '{broken}' of 'bee' is not a number")


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999"])
def test_nan_and_infinity_name_the_line(tmp_path, value):
    refuse(tmp_path, f"ant 1 0\nbee {value} 4\n", "line 2: the vector of 'bee' holds NaN or infinity")


def test_a_zero_vector_names_the_line(tmp_path):
    refuse(tmp_path, "ant 1 0\nbee 0 -0.0\n", "line 2: the vector of 'bee' is zero")


def test_bad_utf8_names_the_line(tmp_path):
    refuse(tmp_path, b"ant 1 0\nb\xff\xfee 3 4\n", "line 2: the word is not UTF-8")


WHOLE = "ant 0.1234 -0.5000 0.2500\nbee 0.4321 0.5000 0.7512"


@pytest.mark.parametrize("cut", range(1, 6))
@pytest.mark.parametrize("header", ["", "2 3\n"], ids=["no header", "header"])
def test_a_file_cut_within_its_last_number_names_line_and_number(tmp_path, header, cut):
    # "0.751", "0." and "0" are numbers too, so that nothing else tells
    number = 3 if header else 2
    torn = (header + WHOLE)[:-cut]
    refuse(tmp_path, torn, f"line {number}: the file ends within the number '{torn.split()[-1]}'.*echo >> ")


@pytest.mark.parametrize("text", [WHOLE, "ant 1e-05 2.5e-3", GLOVE[:-1], "3 2\n" + GLOVE[:-1]])
def test_a_last_line_without_a_break_that_may_be_whole_is_told_every_time(tmp_path, text):
    number = text.count("\n") + 1
    for _ in range(2):
        with pytest.warns(UserWarning, match=rf"my\.txt, line {number}: the last line has no line break"):
            found = load(tmp_path, text)
    np.testing.assert_array_equal(found.vectors, load(tmp_path, text + "\n").vectors)


def test_a_file_that_is_shorter_than_before_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(big_file, "_SETTLED_SECONDS", -1.0)
    load(tmp_path, GLOVE)
    with pytest.warns(UserWarning, match=r"my\.txt has 17 bytes; when it was read before it had 30.*torn"):
        cut = load(tmp_path, GLOVE[: GLOVE.index("cat")])
    assert cut.words == ("ant", "bee")


@pytest.mark.parametrize("n_promised", [2, 4])
def test_a_torn_word2vec_file_is_noticed(tmp_path, n_promised):
    refuse(
        tmp_path,
        f"{n_promised} 2\n{GLOVE}",
        f"header on line 1 says {n_promised} words, the file has 3; .*torn",
    )


def test_a_missing_header_is_refused_where_one_is_wanted(tmp_path):
    refuse(tmp_path, GLOVE, "line 1: the header .* is missing; use format=glove", format="word2vec")


def test_a_header_with_dimension_zero_is_refused(tmp_path):
    refuse(tmp_path, "3 0\nant\n", "line 1: the header says that vectors have no values")


def test_a_torn_gzip_file_is_named(tmp_path):
    path = tmp_path / "my.txt.gz"
    path.write_bytes(gzip.compress(GLOVE.encode() * 100)[:-12])
    with pytest.raises(EmbeddingError, match=r"my\.txt\.gz: not a whole gzip file"):
        load_file(None, str(path))


def test_a_gz_file_that_is_none_is_named(tmp_path):
    path = tmp_path / "my.txt.gz"
    path.write_text(GLOVE)
    with pytest.raises(EmbeddingError, match=r"my\.txt\.gz: not a whole gzip file"):
        load_file(None, str(path))


def test_an_error_far_down_names_its_line(tmp_path):
    lines = [f"w{number} {number + 1} 1\n" for number in range(5000)]
    lines[4321] = "w4321 7 7..7\n"
    refuse(tmp_path, "".join(lines), r"line 4322: '7\.\.7' of 'w4321'")


def test_an_unknown_format_names_the_known(tmp_path):
    refuse(tmp_path, GLOVE, "'csv' is not known; choose auto, glove, word2vec", format="csv")


def test_a_word_list_that_wants_nothing_in_the_file_is_refused(tmp_path):
    wanted = tmp_path / "wanted.txt"
    wanted.write_text("dog\n")
    refuse(tmp_path, GLOVE, "no wanted words in the file", words=str(wanted))


def test_a_word_list_in_another_encoding_is_refused(tmp_path):
    wanted = tmp_path / "wanted.txt"
    wanted.write_bytes(b"\xff\xfe")
    refuse(tmp_path, GLOVE, r"wanted\.txt: the word list is not UTF-8", words=str(wanted))


def test_a_path_without_quotes_that_reads_as_a_mix_is_explained():
    with pytest.raises(EmbeddingError, match="write paths in quotes"):
        load_embedding("file(a+b)")


def test_a_spec_without_a_path_is_refused():
    with pytest.raises(
        CluejamError, match="cannot build embedding 'file': missing a required argument: 'path'"
    ):
        load_embedding("file")


# -- vectors that others published


def test_published_glove_vectors_give_scipys_cosines():
    folder = os.environ.get("CLUEJAM_TEST_DATA")
    if folder is None:
        pytest.skip("CLUEJAM_TEST_DATA is not set: published vectors are not ours to ship")
    spatial = pytest.importorskip("scipy.spatial.distance", reason="scipy is not installed")
    glove = load_embedding(f'file("{folder}/kim2019/glove100.txt")')
    lines = Path(folder, "kim2019/glove100.txt").read_text(encoding="utf-8").splitlines()[:300]
    raw = {line.split()[0]: [float(value) for value in line.split()[1:]] for line in lines}
    cosines = 1 - spatial.cdist(list(raw.values()), list(raw.values()), "cosine")
    np.testing.assert_allclose(similarity_table(glove, list(raw), list(raw)).values, cosines, atol=6e-8)
    assert (len(glove), glove.info.dim) == (7257, 100)
