import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def test_data() -> Path:
    """The folder with facts that others published, which the package does not ship."""
    folder = os.environ.get("CLUEJAM_TEST_DATA")
    if folder is None:
        pytest.skip("CLUEJAM_TEST_DATA is not set; it names the folder with the published records")
    return Path(folder)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables and games that tests make do not mix with the user's."""
    patch = pytest.MonkeyPatch()
    patch.setenv("CLUEJAM_CACHE", str(tmp_path_factory.mktemp("cache")))
    patch.setenv("CLUEJAM_GAMES", str(tmp_path_factory.mktemp("games")))
    yield
    patch.undo()
