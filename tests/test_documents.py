"""What the documents say is so: their commands run, their tables and examples are those of the code."""

import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import cluejam_ai
from cluejam_ai.game.rulesets import RULESETS
from cluejam_ai.metrics.base import CLUE_METRICS, METRICS, import_metrics
from cluejam_ai.metrics.crossplay import WAYS
from cluejam_ai.readings import FORMATS
from cluejam_ai.results.schema import TABLES
from cluejam_ai.testing.checks import check_spymaster

PROJECT = Path(__file__).parents[1]
EXAMPLES = PROJECT / "docs" / "examples"
DOCUMENTS = [
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((PROJECT / "docs").glob("*.md")),
]


def read(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def code_blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)


def shell(line: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a line as a user does, with the commands of this Python first on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, **variables}
    return subprocess.run(
        line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


def test_every_command_of_the_readme_runs_in_an_empty_folder(tmp_path):
    blocks = code_blocks(read("README.md"), "console")
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    assert len(lines) > 5
    for line in lines:
        done = shell(line, tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        assert done.stdout or ">" in line, line
        assert "Traceback" not in done.stderr
    assert (tmp_path / "boards.txt").read_text().count("duet") == 5


def test_every_command_of_the_page_of_agents_runs(tmp_path):
    lines = [
        line.removeprefix("$ ")
        for block in code_blocks(read("docs/agents.md"), "console")
        for line in block.splitlines()
    ]
    assert len(lines) == 6
    for line in lines:
        done = shell(line, tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stderr}"


@pytest.mark.parametrize("target", ["demo", "test", "check", "bench", "clean"])
def test_the_commands_of_make_are_there(target):
    assert re.search(rf"^{target}:", read("Makefile"), re.MULTILINE)
    assert f"make {target} " in read("Makefile").partition("help:")[2]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document):
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8"))
    broken = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert broken == []


@pytest.mark.parametrize("table", TABLES)
def test_the_page_of_records_has_the_columns_of_the_schema(table):
    section = read("docs/records.md").partition(f"\n## {table}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    wanted = [f"| `{column.name}` | {column.dtype} | {column.meaning} |" for column in TABLES[table]]
    assert rows == wanted, "put these rows into docs/records.md:\n" + "\n".join(wanted)


def test_the_api_page_explains_every_public_name():
    page = read("docs/api.md")
    missing = [name for name in cluejam_ai.__all__ if f"`{name}" not in page]
    assert missing == []


def test_the_page_of_figures_explains_every_metric_and_file():
    import_metrics()
    page = read("docs/metrics.md")
    named = re.findall(r"`([a-z0-9_]+)`", page.partition("\n## Figures\n")[2].partition("\n## Cross-play")[0])
    assert set(METRICS.names()) | set(CLUE_METRICS.names()) <= set(named)
    assert [form for form in FORMATS if f"--format {form}" not in page] == []
    assert [way for way in WAYS if f"`{way}`" not in page] == []


def test_the_readme_names_every_game_and_option():
    readme = read("README.md")
    options = {option for ruleset in RULESETS.values() for option in ruleset.tunable}
    missing = [name for name in (*RULESETS, *sorted(options)) if f"`{name}`" not in readme]
    assert missing == []


def test_the_version_is_the_same_everywhere():
    installed = version("cluejam-ai")
    assert f"\nversion: {installed}\n" in read("CITATION.cff")
    assert f"\n## {installed}\n" in read("CHANGELOG.md")
    assert cluejam_ai.__version__ == installed


def test_the_worked_agent_is_the_one_that_is_tested():
    worked = (EXAMPLES / "closest_pair.py").read_text(encoding="utf-8")
    assert worked in code_blocks(read("CONTRIBUTING.md"), "python")


def test_the_worked_agent_keeps_the_contract(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES)
    from closest_pair import ClosestPairSpymaster

    check_spymaster(ClosestPairSpymaster)


def test_the_worked_agent_plays_from_the_command_line(tmp_path):
    command = (
        'cluejam simulate --spymaster "closest_pair:ClosestPairSpymaster(fear=0.8)" --games 20 --seed 1 '
    )
    told = shell(f"{command} --out run", tmp_path, PYTHONPATH=str(EXAMPLES))
    assert told.returncode == 0, told.stderr
    turns = cluejam_ai.load_run(tmp_path / "run").turns
    assert turns["number"].isin([1, 2]).all()
    assert (turns["number"] == 2).mean() > 0.8


def test_the_page_of_agents_names_every_agent_once():
    spymasters, guessers = read("docs/agents.md").split("## Guessers")
    for text, found in ((spymasters, cluejam_ai.spymasters()), (guessers, cluejam_ai.guessers())):
        named = re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)
        assert sorted(named) == [entry["name"] for entry in found]


def test_the_readme_names_every_agent():
    table = read("README.md").partition("## Agents")[2].partition("## Vectors")[0]
    for entry in (*cluejam_ai.spymasters(), *cluejam_ai.guessers()):
        assert f"`{entry['name']}`" in table
