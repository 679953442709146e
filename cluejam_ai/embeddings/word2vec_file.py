"""Vectors in word2vec's two forms: text with a header, and binary.

Binary: a line with the number of words and the dimension, then for each word its name, a blank, and the
values as float32. Source: Mikolov et al., the word2vec tool, 2013.
"""

from collections.abc import Iterator, Sequence
from io import BufferedIOBase
from pathlib import Path

import numpy as np

from cluejam_ai.embeddings.base import Embedding, embedding, unit_float32, word_key
from cluejam_ai.embeddings.big_file import Block, check_rows, read_once
from cluejam_ai.embeddings.opening import Progress, Repeats, reading
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.text_file import as_own, as_path, keys_of
from cluejam_ai.embeddings.text_reader import TextReader
from cluejam_ai.embeddings.torn import check_end
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import Value

_LONGEST_WORD = 4096
_BLOCK_WORDS = 2000


@embedding("word2vec", takes_words=True)
def load_word2vec(
    wanted: Sequence[str] | None, path: Value, *, center: bool = False, remove_top: int = 0
) -> Embedding:
    """word2vec text, or binary if the name ends in .bin (also .bin.gz).

    Parameters
    ----------
    wanted : sequence of str, optional
        The words that will be asked for; all by default.
    path : str
        The file.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`.

    Raises
    ------
    EmbeddingError
        If the file is missing, torn or broken.
    """
    place, keys = as_path(path), keys_of(wanted)
    name = place.name.removesuffix(".gz")
    if name.endswith(".bin"):
        kept = read_once(place, "word2vec bin", keys, lambda: binary_blocks(place, keys))
    else:
        check_end(place)
        kept = read_once(place, "text word2vec 0", keys, lambda: TextReader(place, "word2vec", keys).blocks())
    found = as_own(place, kept, name.rsplit(".", 1)[0], "word2vec")
    return postprocess(found, center=center, remove_top=remove_top)


def binary_blocks(path: Path, wanted: frozenset[str] | None) -> Iterator[Block]:
    """Yield the wanted words of a binary word2vec file and their unit rows.

    Raises
    ------
    EmbeddingError
        If the file has no header, or ends before or goes on after the words that the header promises.
    """
    with reading(path) as file:
        n_words, dim = _header(path, file)
        progress, seen, repeats = Progress(path), set[str](), Repeats(path)
        block = Block([], np.empty((0, dim), dtype=np.float32))
        rows: list[bytes] = []
        for number in range(1, n_words + 1):
            word, values = _record(path, file, number, n_words, 4 * dim)
            progress.at(len(word) + len(values) + 1)
            text = word.decode("utf-8", errors="replace")
            key = word_key(text)
            if key in seen:
                repeats.add(text)
            elif wanted is None or key in wanted:
                seen.add(key)
                block.words.append(text)
                rows.append(values)
            if len(rows) == _BLOCK_WORDS:
                yield _finished(path, block.words, rows, dim)
                block, rows = Block([], block.rows), []
        if rows:
            yield _finished(path, block.words, rows, dim)
        if file.read(2).strip():
            raise EmbeddingError(
                f"{path}: the header on line 1 says {n_words} words of {dim} values, the file goes on after "
                "them; is it the right file? copy or download it again"
            )
        if not seen:
            raise EmbeddingError(f"{path}: no {'vectors' if wanted is None else 'wanted words'} in the file")
        repeats.tell()


def _header(path: Path, file: BufferedIOBase) -> tuple[int, int]:
    line = file.readline(100)
    counts = line.split()
    if len(counts) != 2 or not all(count.isdigit() for count in counts) or b"0" in counts:
        raise EmbeddingError(f"{path}, line 1: not 'count dimension'; is this a binary word2vec file?")
    return int(counts[0]), int(counts[1])


def _record(path: Path, file: BufferedIOBase, number: int, n_words: int, n_bytes: int) -> tuple[bytes, bytes]:
    """Return a word and the bytes of its values."""
    word = bytearray()
    while (sign := file.read(1)) not in (b" ", b""):
        word += sign if sign != b"\n" or word else b""  # some writers end a record with a line break
        if len(word) > _LONGEST_WORD:
            raise EmbeddingError(f"{path}: word {number} has no end; is this a binary word2vec file?")
    values = file.read(n_bytes)
    if len(values) != n_bytes:
        raise EmbeddingError(
            f"{path}: the header on line 1 says {n_words} words, the file ends within word {number}; "
            "is it torn? copy or download it again"
        )
    return bytes(word), values


def _finished(path: Path, words: list[str], rows: list[bytes], dim: int) -> Block:
    vectors = np.frombuffer(b"".join(rows), dtype="<f4").reshape(-1, dim)
    check_rows(path, words, vectors)
    return Block(words, unit_float32(vectors))
