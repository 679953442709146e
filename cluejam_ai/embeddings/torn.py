"""Signs that a text file of vectors was cut short, where the form itself does not say how long it is."""

import re
import warnings
from pathlib import Path

from cluejam_ai.embeddings.big_file import noted_size
from cluejam_ai.errors import EmbeddingError

_DECIMAL = re.compile(rb"-?\d+(?:\.(\d*))?\Z")
_LONGEST_LINE = 2**20
_CHUNK = 2**20


def check_end(path: Path) -> None:
    """Look at the size and the last line of a text file of vectors, before it is read.

    A file that is shorter than when it was read before, or whose last line has no line break, may be cut;
    that is a warning, for both may be right. A last value with fewer decimals than every other of its line is
    cut. A gzipped file has a check sum and is left to that.

    Raises
    ------
    EmbeddingError
        If the last value is cut; the message names the line.
    """
    if not path.is_file():
        return
    size, before = path.stat().st_size, noted_size(path)
    if size < before:
        _warn(
            f"{path} has {size:,} bytes; when it was read before it had {before:,}. Is it torn? "
            "If it is another file now, all is well"
        )
    if size and path.suffix != ".gz":
        _check_last_line(path, size)


def _check_last_line(path: Path, size: int) -> None:
    with path.open("rb") as file:
        file.seek(max(0, size - _LONGEST_LINE))
        end = file.read()
        if end.endswith(b"\n") or not end.strip():
            return
        file.seek(0)
        number = 1 + sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(_CHUNK), b""))
    values = end.rpartition(b"\n")[2].split()[1:]
    mend = f"copy or download it again, or if you know that it is whole, end it: echo >> '{path}'"
    if _is_cut(values):
        raise EmbeddingError(
            f"{path}, line {number}: the file ends within the number '{values[-1].decode()}', which has "
            f"fewer decimals than the others of its line, and no line break follows; {mend}"
        )
    _warn(f"{path}, line {number}: the last line has no line break, so it may be cut short; {mend}")


def _is_cut(values: list[bytes]) -> bool:
    """Return whether the last value has fewer decimals than every other; not where some have an exponent."""
    matches = [_DECIMAL.match(value) for value in values]
    decimals = [len(match[1] or b"") for match in matches if match]
    return len(decimals) == len(values) > 1 and decimals[-1] < min(decimals[:-1])


def _warn(text: str) -> None:
    warnings.warn(text, UserWarning, stacklevel=4)
