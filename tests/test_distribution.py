"""What is installed: nothing heavy by default, every extra that is spoken of, terms of others' data."""

import re
import tomllib
from importlib.metadata import entry_points, requires
from importlib.resources import as_file, files
from pathlib import Path

PROJECT = Path(__file__).parents[1]
HEAVY = {"gensim", "nltk", "scipy", "sentence-transformers", "torch", "transformers"}


def test_nothing_heavy_is_installed_by_default():
    wanted = [line for line in requires("cluejam-ai") or [] if "extra ==" not in line]
    names = {re.split(r"[<>=!~ \[;]", line)[0].lower() for line in wanted}
    assert {"numpy", "pandas", "pyarrow", "typer"} <= names
    assert names & HEAVY == set()


def test_the_command_is_installed():
    (command,) = entry_points(group="console_scripts", name="cluejam")
    assert command.value == "cluejam_ai.cli.start:main"


def test_every_extra_that_a_message_names_is_there():
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    texts = [path.read_text() for path in (PROJECT / "cluejam_ai").rglob("*.py")]
    texts += [path.read_text() for path in (PROJECT / "data").glob("*.md")]
    named = {name for text in texts for name in re.findall(r"cluejam-ai\[(\w+)\]", text)}
    assert "published" in named
    assert named <= set(extras)


def test_every_shipped_file_of_others_has_its_terms():
    shipped = files("cluejam_ai.resources")
    notice = shipped.joinpath("NOTICE").read_text(encoding="utf-8")
    data = [path.name for path in shipped.iterdir() if path.name.endswith((".csv", ".gz"))]
    with as_file(shipped) as folder:
        data += [path.relative_to(folder).as_posix() for path in folder.rglob("*.npy")]
    assert len(data) > 8
    assert [name for name in data if name not in notice] == []
