"""Opening a file of vectors: plain or gzipped, with progress, and errors that say what to do."""

import gzip
import re
import sys
import time
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path

from cluejam_ai.errors import EmbeddingError

_SECONDS_BETWEEN_LINES = 2.0
#: Parameters behind a path, where they are taken for a part of it.
_BEHIND = re.compile(r"(?P<path>.+)\((?P<parameters>\s*\w+\s*=[^()]*)\)\Z")


class Progress:
    """Tells on a terminal how much of a file is read, a line every two seconds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = sys.stderr.isatty()
        self.size = path.stat().st_size if self.shown and path.is_file() and path.suffix != ".gz" else 0
        self.n_bytes = 0
        self.last = time.monotonic()

    def at(self, n_bytes: int) -> None:
        """Note that so many more bytes were read."""
        self.n_bytes += n_bytes
        if self.shown and time.monotonic() - self.last > _SECONDS_BETWEEN_LINES:
            self.last = time.monotonic()
            share = f"{100 * self.n_bytes // self.size} %" if self.size else f"{self.n_bytes >> 20} MiB"
            sys.stderr.write(f"reading {self.path}: {share}\n")


class Repeats:
    """Counts the words of a file that are left out because another has the same key, and tells them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.n_words = 0
        self.example = ""

    def add(self, word: str) -> None:
        """Note a word whose key stood in the file before."""
        self.n_words += 1
        self.example = self.example or word

    def tell(self) -> None:
        """Warn, if there were any."""
        if self.n_words:
            what = "a word stands" if self.n_words == 1 else f"{self.n_words:,} words stand"
            warnings.warn(
                f"{self.path}: {what} in the file again, or with another case ('{self.example}'); "
                "the first of each is taken",
                UserWarning,
                stacklevel=2,
            )


@contextmanager
def reading(path: Path, what: str = "vectors") -> Iterator[BufferedIOBase]:
    """Open a plain or gzipped file; what goes wrong with it becomes an `EmbeddingError`.

    Parameters
    ----------
    path : Path
        The file.
    what : str
        What is read from it, for messages.
    """
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
        raise unreadable(path, error, what) from error


def unreadable(path: Path, error: OSError, what: str = "vectors") -> EmbeddingError:
    """Return what is raised where a file cannot be read."""
    why = error.strerror or str(error)
    hint = parameters_behind(str(path)) or "is the path right?"
    return EmbeddingError(f"cannot read {what} from '{path}': {why}; {hint}")


def parameters_behind(path: str) -> str:
    """Return how parameters are written, if some stand behind a path; else nothing.

    Examples
    --------
    >>> parameters_behind("my.txt(center=true)")
    'parameters are written as NAME("my.txt", center=true)'
    >>> parameters_behind("my vectors (old).txt")
    ''
    """
    match = _BEHIND.match(path)
    if match is None:
        return ""
    return f'parameters are written as NAME("{match["path"]}", {match["parameters"].strip()})'
