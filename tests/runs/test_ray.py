"""The same rows where Ray plays; where it is not installed, this is left out and says so."""

import os
import signal
from pathlib import Path

import pytest

from cluejam_ai.arena.runner import run_blocks
from cluejam_ai.errors import CluejamError
from cluejam_ai.specrun import play_spec
from tests.runs.rows import WHOLE, names_in, sorted_rows, write_spec

pytest.importorskip("ray", reason="ray is not installed: pip install 'cluejam-ai[ray]'")


def test_two_workers_of_ray_give_the_same_rows(tmp_path: Path) -> None:
    agents = {"spymasters": ["margin", "random"], "guessers": ["nearest", "noisy"]}
    spec = write_spec(tmp_path, **agents, boards=24, seed=5)
    told: list[tuple[int, int]] = []
    run = play_spec(
        spec,
        out=tmp_path / "ray",
        backend="ray",
        workers=2,
        block_size=2,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (96, 96)
    assert run.manifest["sittings"][0]["backend"] == "ray"
    assert run.manifest["status"] == "finished"
    assert names_in(tmp_path / "ray") == WHOLE
    assert sorted_rows(run) == sorted_rows(play_spec(spec, out=tmp_path / "here"))


def fails(unit: str) -> str:
    if unit == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    raise CluejamError("that folder is full")


@pytest.mark.parametrize(
    ("unit", "says"), [("dies", r"were lost .*go on with --resume"), ("errs", "that folder is full")]
)
def test_what_goes_wrong_in_a_worker_of_ray_is_told_in_one_line(unit: str, says: str) -> None:
    with pytest.raises(CluejamError, match=says):
        list(run_blocks(fails, [unit], 2, backend="ray"))
