"""Vectors in a text file of one's own: GloVe text, word2vec text and fastText ``.vec``, also gzipped.

A line is a word and its values, divided by blanks or tabs. Word2vec text has a first line with the number of
words and the dimension; GloVe text has none. Values are read as float64 and scaled to length one in float64.
"""

import gzip
import re
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedIOBase
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding, unit_rows, word_key
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.table import sha256_of
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import Value

FORMATS = ("auto", "glove", "word2vec")
_HEADER = re.compile(rb"\s*(\d+)[ \t]+(\d+)\s*\Z")
_BOM = b"\xef\xbb\xbf"
_BLOCK_LINES = 2000


@embedding("file")
def load_file(
    path: Value,
    *,
    format: str = "auto",
    label: str = "",
    words: str = "",
    center: bool = False,
    remove_top: int = 0,
) -> Embedding:
    """Vectors from a text file in GloVe or word2vec format, also .gz.

    Parameters
    ----------
    path : str
        The file; in a spec it stands in quotes: ``file("vectors/glove.txt")``.
    format : str
        ``glove`` (no header), ``word2vec`` (first line: count and dimension), or ``auto``, which takes a
        first line of two whole numbers for a header.
    label : str
        What the embedding is called in records; the file's name without its endings by default.
    words : str
        A file with one word a line; vectors of other words are not kept, and only counted.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`.

    Returns
    -------
    Embedding
        With float64 vectors. Of words that differ only in case, the first is kept.

    Raises
    ------
    EmbeddingError
        If the file is missing, torn or broken; the message names file and line.
    """
    if not isinstance(path, str):
        raise EmbeddingError(f"'{path}' is not a path; write paths in quotes, as in file(\"my vectors.txt\")")
    if format not in FORMATS:
        raise EmbeddingError(f"file format '{format}' is not known; choose {', '.join(FORMATS)}")
    place = Path(path).expanduser()
    reader = _Reader(place, format, _wanted_keys(Path(words).expanduser()) if words else None)
    vectors = reader.read()
    sha256 = sha256_of([place])
    stem = label or place.name.removesuffix(".gz").rsplit(".", 1)[0]
    info = EmbeddingInfo(
        name=stem,
        family=stem,
        source=str(path),
        revision=f"sha256 {sha256[:12]}",
        licence="of the file's owner",
        dim=vectors.shape[1],
        sha256=sha256,
    )
    return postprocess(Embedding(info, tuple(reader.words), vectors), center=center, remove_top=remove_top)


@dataclass
class _Block:
    """Lines that are parsed together: their numbers in the file, words, and values as text."""

    numbers: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    values: list[bytes] = field(default_factory=list)


class _Reader:
    """Reads one file once, a block of lines at a time."""

    def __init__(self, path: Path, format: str, wanted: frozenset[str] | None) -> None:
        self.path = path
        self.format = format
        self.wanted = wanted
        self.words: list[str] = []
        self.seen: set[str] = set()
        self.dim = 0
        self.dim_line = 1
        self.n_promised: int | None = None

    def read(self) -> NDArray[np.float64]:
        """Return the (V, D) unit rows of the words kept, which go to `self.words`."""
        rows: list[NDArray[np.float64]] = []
        block, n_lines = _Block(), 0
        with _reading(self.path) as file:
            for number, line in self._lines(file):
                n_lines += 1
                self._take(number, line, block)
                if len(block.words) == _BLOCK_LINES:
                    rows.append(self._parse(block))
                    block = _Block()
        rows.append(self._parse(block))
        self._check_counts(n_lines)
        return np.concatenate(rows)

    def _lines(self, file: BufferedIOBase) -> Iterator[tuple[int, bytes]]:
        """Yield the lines that hold vectors and their numbers, after what a header says has been noted."""
        first = file.readline().removeprefix(_BOM)
        header = _HEADER.match(first) if self.format != "glove" else None
        if header:
            self.n_promised, self.dim = int(header[1]), int(header[2])
        elif self.format == "word2vec":
            raise self._error(1, "the header 'count dimension' is missing; use format=glove if there is none")
        if header and self.dim == 0:
            raise self._error(1, "the header says that vectors have no values")
        lines = enumerate(chain([] if header else [first], file), start=2 if header else 1)
        yield from ((number, line) for number, line in lines if line.strip())

    def _take(self, number: int, line: bytes, block: _Block) -> None:
        """Split a line into word and values and put it into the block, if the word is wanted and new."""
        raw_word, _, values = line.rstrip().partition(b" ")
        if self.dim == 0:
            self.dim, self.dim_line = len(line.split()) - 1, number
        if values.count(b" ") != self.dim - 1 or b"  " in values or b"\t" in line:
            raw_word, values = self._split_slowly(number, line)
        word = self._decode(number, raw_word)
        key = word_key(word)
        if key in self.seen or (self.wanted is not None and key not in self.wanted):
            return
        self.seen.add(key)
        block.numbers.append(number)
        block.words.append(word)
        block.values.append(values)

    def _split_slowly(self, number: int, line: bytes) -> tuple[bytes, bytes]:
        """Split a line with other dividers than one blank, or whose word holds blanks (as in GloVe 840B)."""
        tokens = line.split()
        word = tokens[: len(tokens) - self.dim]
        if self.dim == 0:
            raise self._error(number, "a word without values; is this a file of vectors?")
        if not word or any(_is_number(token) for token in word[1:]):
            where = "the header says" if self.n_promised is not None else f"line {self.dim_line} has"
            raise self._error(number, f"{len(tokens) - 1} values where {where} {self.dim}")
        return b" ".join(word), b" ".join(tokens[len(word) :])

    def _decode(self, number: int, word: bytes) -> str:
        if not word:
            raise self._error(number, "the word is missing")
        try:
            return word.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._error(number, f"the word is not UTF-8 ({error.reason}); convert the file") from None

    def _parse(self, block: _Block) -> NDArray[np.float64]:
        """Return the block's (K, D) unit rows; its words join `self.words`."""
        if not block.words:
            return np.empty((0, self.dim))
        rows = _numbers(b" ".join(block.values))
        if rows is None or rows.size != len(block.words) * self.dim:
            raise self._first_broken(block)
        rows = rows.reshape(-1, self.dim)
        # the largest entry divides first, so that no square is too large or too small for float64
        largest = np.abs(rows).max(axis=1)
        if not np.isfinite(largest).all() or not largest.all():
            raise self._first_broken(block)
        self.words += block.words
        return unit_rows(rows / largest[:, None])

    def _first_broken(self, block: _Block) -> EmbeddingError:
        """Return the error of the first line of a block that cannot be used."""
        for number, word, text in zip(block.numbers, block.words, block.values, strict=True):
            row = _numbers(text)
            if row is None or row.size != self.dim:
                bad = next((token for token in text.split() if not _is_number(token)), text)
                return self._error(number, f"'{bad.decode(errors='replace')}' of '{word}' is not a number")
            if not np.isfinite(row).all():
                return self._error(number, f"the vector of '{word}' holds NaN or infinity")
            if not row.any():
                return self._error(number, f"the vector of '{word}' is zero, so without direction; remove it")
        raise AssertionError("a block that cannot be parsed has a line that cannot be parsed")

    def _check_counts(self, n_lines: int) -> None:
        if self.n_promised is not None and n_lines != self.n_promised:
            raise EmbeddingError(
                f"{self.path}: the header on line 1 says {self.n_promised} words, the file has {n_lines}; "
                "is it torn? copy or download it again"
            )
        if not self.words:
            what = "wanted words" if self.wanted is not None and n_lines else "vectors"
            raise EmbeddingError(f"{self.path}: no {what} in the file")

    def _error(self, number: int, why: str) -> EmbeddingError:
        return EmbeddingError(f"{self.path}, line {number}: {why}")


@contextmanager
def _reading(path: Path) -> Iterator[BufferedIOBase]:
    """Open a plain or gzipped file; what goes wrong with it becomes an `EmbeddingError`."""
    try:
        with path.open("rb") as plain:
            if path.suffix == ".gz":
                with gzip.open(plain, "rb") as unpacked:
                    yield unpacked
            else:
                yield plain
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise EmbeddingError(f"{path}: not a whole gzip file ({error}); copy or download it again") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise EmbeddingError(f"cannot read vectors from '{path}': {why}; is the path right?") from error


def _wanted_keys(path: Path) -> frozenset[str]:
    with _reading(path) as file:
        try:
            lines = file.read().decode("utf-8-sig").splitlines()
        except UnicodeDecodeError as error:
            raise EmbeddingError(f"{path}: the word list is not UTF-8 ({error.reason})") from None
    return frozenset(word_key(line) for line in lines if line.strip())


def _numbers(text: bytes) -> NDArray[np.float64] | None:
    """Return the numbers in a text, divided by blanks; None if something else is in it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # before numpy 2.3 a broken number only warned
        try:
            return np.fromstring(text, dtype=np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            return None


def _is_number(token: bytes) -> bool:
    numbers = _numbers(token)
    return numbers is not None and numbers.size == 1
