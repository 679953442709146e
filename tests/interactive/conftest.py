from collections.abc import Iterator

import pytest

from tests.interactive import tables


@pytest.fixture(autouse=True)
def files_are_closed() -> Iterator[None]:
    """A test may leave a game; its file is closed all the same."""
    yield
    while tables.OPEN:
        tables.OPEN.pop().writer.close()
