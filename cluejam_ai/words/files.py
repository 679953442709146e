"""Word files: one word a line, or a table with a column of words; the same reader for cards and lexicons."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cluejam_ai.errors import WordListError
from cluejam_ai.words.normalise import normalise, written_forms
from cluejam_ai.words.scripts import is_english, language_of

#: The longest words of dictionaries stay below this, and so do names of two or three words.
LONGEST = 60
#: A comment behind a word of a text file.
_TRAILING = re.compile(r"\s+#.*")


@dataclass(frozen=True)
class WordFile:
    """What a word file holds.

    Parameters
    ----------
    words : tuple of str
        Normalised words in the order of the file, each once unless repeats were allowed.
    ranks : tuple of int or None
        The numbers of the column `rank`, if the file is a table that has one.
    comments : mapping of str to str
        Comment lines of the form ``# key: value``.
    language : str
        What the comment ``# language: de`` says, else what the script tells (see `language_of`).
    written : mapping of str to str
        How English words are written that lost accents: ``cafe`` to ``café``. Vectors may know only that.
    """

    words: tuple[str, ...]
    ranks: tuple[int, ...] | None
    comments: dict[str, str]
    language: str
    written: Mapping[str, str] = field(default_factory=dict)


def read_word_file(path: str | Path, *, repeats: bool = False) -> WordFile:
    """Return the words of a text file (one a line) or of a CSV file (column `word`, else the first).

    Blank lines and lines that start with ``#`` are left out, and in a text file what follows a blank and
    ``#``. With `repeats` a word may stand there twice.

    Raises
    ------
    WordListError
        If the file cannot be read or decoded, or holds a word twice or a rank that is not a number.
    """
    path = Path(path)
    return parse_word_file(_decode(path), str(path), table=path.suffix.lower() == ".csv", repeats=repeats)


def parse_word_file(text: str, source: str, *, table: bool, repeats: bool = False) -> WordFile:
    """Return the words of a file's text; `source` names it in messages."""
    lines = text.splitlines()
    rows = list(_rows(lines, table))
    word_column, rank_column, has_header = _columns(rows[0].cells) if table and rows else (0, None, False)
    rows = [row for row in rows[has_header:] if row.cell(word_column)]
    cells = [row.cell(word_column) for row in rows]
    comments = dict(_comments(lines))
    language = comments.get("language") or language_of(cells)
    accents = not is_english(language)
    words = tuple(normalise(cell, accents=accents) for cell in cells)
    _check_words(source, words, [row.line for row in rows], repeats)
    ranks = None if rank_column is None else tuple(_rank(source, row, rank_column) for row in rows)
    return WordFile(words, ranks, comments, language, {} if accents else written_forms(cells))


def spellings(written: Mapping[str, str]) -> list[str]:
    """Return lines that say how words are written, for the hash of a list."""
    return [f"{word}={form}" for word, form in sorted(written.items())]


@dataclass(frozen=True, slots=True)
class _Row:
    """One line that holds something: its number in the file and its cells."""

    line: int
    cells: list[str]

    def cell(self, column: int) -> str:
        return self.cells[column].strip() if column < len(self.cells) else ""


def _decode(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise WordListError(f"cannot read the word list {path}: {error.strerror}") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise WordListError(f"{path}: line {line} is not UTF-8 text; save the file as UTF-8") from error


def _rows(lines: list[str], table: bool) -> Iterator[_Row]:
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield _Row(number, _cells(line) if table else [_TRAILING.sub("", line)])


def _cells(line: str) -> list[str]:
    # the quick way serves all lines but those with quoted cells
    return next(csv.reader([line])) if '"' in line else line.split(",")


def _comments(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if match := re.match(r"#\s*(\w+):\s*(.*\S)", line):
            yield match[1], match[2]


def _columns(first: list[str]) -> tuple[int, int | None, bool]:
    """Return the columns of words and of ranks (None without), and whether the first row is a header."""
    header = [cell.strip().lower() for cell in first]
    if "word" in header:
        return header.index("word"), header.index("rank") if "rank" in header else None, True
    return 0, 1 if len(header) == 2 and header[1].isdecimal() else None, False


def _check_words(source: str, words: tuple[str, ...], lines: list[int], repeats: bool) -> None:
    seen: dict[str, int] = {}
    for word, line in zip(words, lines, strict=True):
        if word in seen and not repeats:
            raise WordListError(f"{source}: '{word}' stands in lines {seen[word]} and {line}; keep one")
        if len(word) > LONGEST:
            raise WordListError(
                f"{source}: line {line} has {len(word)} letters; a word has at most {LONGEST}"
            )
        if not word.isprintable():
            raise WordListError(f"{source}: line {line} holds a sign that cannot be printed: {word!r}")
        seen[word] = line


def _rank(source: str, row: _Row, column: int) -> int:
    text = row.cell(column)
    if not text.isdecimal() or not 1 <= int(text) < 2**31:
        raise WordListError(f"{source}: line {row.line}: rank '{text}' is not a whole number from 1")
    return int(text)
