"""Workers end when the process that started them is killed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARENT = """
import os, sys
from cluejam_ai.arena.runner import run_blocks
from cluejam_ai.worker import EndsWithParent
from tests.runs.test_orphans import hold
list(run_blocks(EndsWithParent(hold, os.getpid()), [sys.argv[1]] * 2, 2))
"""


def hold(pipe: str) -> None:
    """Keep a pipe open until the process ends, and tell in it if that is not before the work is done."""
    with open(pipe, "w", encoding="utf-8") as file:
        file.write("began\n")
        file.flush()
        time.sleep(60)
        file.write("worked to the end\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_workers_do_not_outlive_a_run_that_was_killed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-c", PARENT, str(pipe)]
    with subprocess.Popen(command, cwd=ROOT) as run, open(pipe, encoding="utf-8") as file:
        assert [file.readline() for _ in range(2)] == ["began\n"] * 2
        run.kill()
        # the end of the pipe comes when nobody holds it any more
        assert file.read() == ""
