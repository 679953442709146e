"""Reads vectors from text: a line is a word and its values, divided by blanks or tabs.

Word2vec text has a first line with the number of words and the dimension; GloVe text has none. Values are
read as float64, scaled to length one in float64, and kept as float32.
"""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BufferedIOBase
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import unit_float32, word_key
from cluejam_ai.embeddings.big_file import Block
from cluejam_ai.embeddings.opening import Progress, Repeats, reading
from cluejam_ai.errors import EmbeddingError

FORMATS = ("auto", "glove", "word2vec")
_HEADER = re.compile(rb"\s*(\d+)[ \t]+(\d+)\s*\Z")
_BOM = b"\xef\xbb\xbf"
_BLOCK_LINES = 2000


@dataclass
class _Lines:
    """Lines that are parsed together: their numbers in the file, words, and values as text."""

    numbers: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    values: list[bytes] = field(default_factory=list)


class TextReader:
    """Reads one file once, a block of lines at a time.

    Parameters
    ----------
    path : Path
        The file, plain or gzipped.
    format : str
        One of `FORMATS`.
    wanted : frozenset of str, optional
        Keys of the words to keep; all by default.
    dim : int
        Number of values that every line should have; that of the first line if 0.
    """

    def __init__(self, path: Path, format: str, wanted: frozenset[str] | None, dim: int = 0) -> None:
        self.path = path
        self.format = format
        self.wanted = wanted
        self.asked_dim = dim
        self.n_kept = 0
        self.seen: set[str] = set()
        self.repeats = Repeats(path)
        self.dim = 0
        self.dim_line = 1
        self.n_promised: int | None = None

    def blocks(self) -> Iterator[Block]:
        """Yield words and their unit rows; raise where the file is broken."""
        block, n_lines = _Lines(), 0
        progress = Progress(self.path)
        with reading(self.path) as file:
            for number, line in self._lines(file):
                n_lines += 1
                progress.at(len(line))
                self._take(number, line, block)
                if len(block.words) == _BLOCK_LINES:
                    yield self._parse(block)
                    block = _Lines()
        if block.words:
            yield self._parse(block)
        self._check_counts(n_lines)
        self.repeats.tell()

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

    def _take(self, number: int, line: bytes, block: _Lines) -> None:
        """Split a line into word and values and put it into the block, if the word is wanted and new."""
        raw_word, _, values = line.rstrip().partition(b" ")
        if self.dim == 0:
            self.dim, self.dim_line = len(line.split()) - 1, number
        if self.asked_dim not in (0, self.dim):
            raise self._error(number, f"vectors of {self.dim} values, not of {self.asked_dim}")
        if values.count(b" ") != self.dim - 1 or b"  " in values or b"\t" in line:
            raw_word, values = self._split_slowly(number, line)
        word = self._decode(number, raw_word)
        key = word_key(word)
        if self.wanted is not None and key not in self.wanted:
            return
        if key in self.seen:
            self.repeats.add(word)
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

    def _parse(self, block: _Lines) -> Block:
        """Return the block's words and (K, D) unit rows."""
        rows = _numbers(b" ".join(block.values))
        if rows is None or rows.size != len(block.words) * self.dim:
            raise self._first_broken(block)
        rows = rows.reshape(-1, self.dim)
        # the largest entry divides first, so that no square is too large or too small for float64
        largest = np.abs(rows).max(axis=1)
        if not np.isfinite(largest).all() or not largest.all():
            raise self._first_broken(block)
        self.n_kept += len(block.words)
        return Block(block.words, unit_float32(rows / largest[:, None]))

    def _first_broken(self, block: _Lines) -> EmbeddingError:
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
        if not self.n_kept:
            what = "wanted words" if self.wanted is not None and n_lines else "vectors"
            raise EmbeddingError(f"{self.path}: no {what} in the file")

    def _error(self, number: int, why: str) -> EmbeddingError:
        return EmbeddingError(f"{self.path}, line {number}: {why}")


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
