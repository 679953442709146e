import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import cluejam_ai
from cluejam_ai.components import make_pairing
from cluejam_ai.results.run import Run
from cluejam_ai.runspec import RunSpec
from cluejam_ai.tournament import play_run


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


@pytest.fixture(scope="session")
def crossplay_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a finished run of two spymasters and two guessers on 20 boards of duo; not to be changed."""
    return cluejam_ai.crossplay(
        "duo",
        ["margin(embedding=use)", "kim(embedding=glove50)"],
        ["nearest(embedding=use)", "nearest(embedding=glove50)"],
        games=20,
        seed=1,
        out=tmp_path_factory.mktemp("runs") / "crossplay",
    )


@pytest.fixture(scope="session")
def contest_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a finished tournament of three teams on 15 boards of classic; not to be changed."""
    teams = [("margin", "nearest"), ("random", "nearest"), ("margin", "random")]
    pairings = tuple(
        make_pairing(*one, second_spymaster=other[0], second_guesser=other[1], rules="classic")
        for one, other in combinations(teams, 2)
    )
    spec = RunSpec("classic", pairings, games=15, seed=3)
    return play_run(spec, tmp_path_factory.mktemp("runs") / "contest")
