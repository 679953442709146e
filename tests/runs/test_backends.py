"""The same rows wherever a run is played: here, in processes, or on a cluster that loses a machine."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cluejam_ai.arena.runner import run_blocks
from cluejam_ai.arena.schedule import MatchBlock
from cluejam_ai.errors import CluejamError
from cluejam_ai.specrun import play_spec, read_asked
from cluejam_ai.worker import PlayAndWrite
from tests.runs.rows import WHOLE, names_in, sorted_rows, write_spec


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    agents = {"spymasters": ["margin", "random"], "guessers": ["nearest", "noisy"]}
    return write_spec(tmp_path, **agents, boards=40, seed=5)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Return the address of a Dask scheduler that is a process of its own."""
    file = tmp_path / "scheduler.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with _dask("scheduler", words) as process:
        assert process.stderr is not None
        # it says where it is as soon as it listens
        address = next(line.split()[-1] for line in process.stderr if "Scheduler at:" in line)
        yield address
        process.kill()


def _dask(kind: str, words: list[str]) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


@pytest.fixture
def workers(scheduler: str) -> "Iterator[list[subprocess.Popen[str]]]":
    """Return two processes that work for the scheduler over TCP."""
    from distributed import Client

    words = [scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
    with _dask("worker", words) as one, _dask("worker", words) as two:
        with Client(scheduler) as client:
            client.wait_for_workers(2)
        yield [one, two]
        for process in (one, two):
            process.kill()


def test_a_dask_cluster_that_loses_a_worker_in_the_middle_gives_the_same_rows(
    spec: Path, tmp_path: Path, scheduler: str, workers: "list[subprocess.Popen[str]]"
) -> None:
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if 0 < done < total and not killed:
            os.killpg(workers[0].pid, signal.SIGKILL)
            killed.append(done)

    run = play_spec(
        spec,
        out=tmp_path / "run",
        backend="dask",
        address=scheduler,
        workers=-1,
        block_size=4,
        progress=kill_one,
    )
    assert killed
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None
    assert sorted_rows(run) == sorted_rows(play_spec(spec, out=tmp_path / "here"))
    assert names_in(tmp_path / "run") == WHOLE
    sitting = run.manifest["sittings"][0]
    assert (sitting["backend"], sitting["address"]) == ("dask", scheduler)


def test_processes_of_this_machine_give_the_same_rows(spec: Path, tmp_path: Path) -> None:
    here = sorted_rows(play_spec(spec, out=tmp_path / "here"))
    assert sorted_rows(play_spec(spec, out=tmp_path / "loky", workers=2, block_size=7)) == here


def test_workers_are_sent_a_spec_and_a_path_and_no_tables(spec: Path, tmp_path: Path) -> None:
    asked = read_asked(spec)
    play_spec(spec, out=tmp_path / "run")  # the tables are made, and in this process
    task = PlayAndWrite(asked.spec, tmp_path / "run")
    assert len(pickle.dumps((task, MatchBlock(0, 0, 0, 9)))) < 4096


def test_a_worker_that_cannot_see_the_folder_says_so(spec: Path, tmp_path: Path) -> None:
    task = PlayAndWrite(read_asked(spec).spec, tmp_path / "elsewhere")
    with pytest.raises(CluejamError, match="must lie on a disk that all workers share"):
        task((MatchBlock(0, 0, 0, 2),))


def suicide(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_that_die_are_told_in_one_line() -> None:
    with pytest.raises(CluejamError, match=r"were lost .*go on with --resume"):
        list(run_blocks(suicide, [1, 2, 3], 2))


@pytest.mark.parametrize(
    "options, says",
    [
        ({"backend": "spark"}, "backend is 'spark'; choose loky, dask, ray"),
        ({"address": "tcp://x:1"}, "loky plays on this machine and takes no address"),
        ({"workers": 0}, "workers is 0"),
        ({"workers": 5000}, "workers is 5000"),
        ({"backend": "dask", "address": "nowhere"}, "no Dask scheduler answers at nowhere"),
    ],
)
def test_a_crew_that_cannot_be_had_is_told(
    options: dict[str, object], says: str, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cluejam_ai.arena.runner.SECONDS_TO_CONNECT", 1)
    with pytest.raises(CluejamError, match=says):
        play_spec(spec, out=tmp_path / "run", **options)


@pytest.mark.parametrize("backend", ["dask", "ray"])
def test_an_engine_that_is_not_installed_is_named(
    backend: str, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, {"dask": "distributed", "ray": "ray"}[backend], None)
    with pytest.raises(CluejamError, match=rf"pip install 'cluejam-ai\[{backend}\]'"):
        play_spec(spec, out=tmp_path / "run", backend=backend)
