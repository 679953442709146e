"""Has a file that cannot be read told by its name."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from cluejam_ai.errors import RecordError

#: Advice on a table that a run cannot go on with.
PUT_BACK = "; put a whole copy of it there, or play the spec into a new folder"


@contextlib.contextmanager
def reading(path: Path, advice: str = "") -> Iterator[None]:
    """Have a file that is not there, or damaged, told by its name.

    Raises
    ------
    RecordError
        If what is done meanwhile cannot be; the message ends with the advice.
    """
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise RecordError(f"{path} cannot be read: {str(error).strip()}{advice}") from error
