"""Every notebook runs from top to bottom, and what it shows is what helps a reader on the web."""

import ast
import os
from pathlib import Path

import nbformat
import pytest

PROJECT = Path(__file__).parents[1]
NOTEBOOKS = sorted((PROJECT / "notebooks").glob("*.ipynb"))
#: What a page with some pictures may weigh.
LARGEST = 600_000


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Return the folder of the notebooks' runs: one notebook reads what another has played."""
    return tmp_path_factory.mktemp("runs")


def code_of(book):
    """Return the code of a notebook without the commands of its shell."""
    cells = [cell.source for cell in book.cells if cell.cell_type == "code"]
    return "\n".join(line for cell in cells for line in cell.splitlines() if not line.startswith("%"))


def pictures_of(book):
    outputs = [out for cell in book.cells if cell.cell_type == "code" for out in cell.outputs]
    return sum("image/png" in out.get("data", {}) for out in outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_draws(path, runs, monkeypatch):
    from nbclient import NotebookClient

    monkeypatch.setenv("CLUEJAM_NOTEBOOK_RUNS", str(runs))
    book = nbformat.read(path, 4)
    kept = pictures_of(book)
    for cell in book.cells:
        cell.pop("outputs", None)
        if cell.cell_type == "code":
            cell.outputs = []
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(book, timeout=180, kernel_name="python3", resources=where).execute()
    assert pictures_of(book) == kept > 0
    printed = [
        out.text for cell in book.cells for out in cell.get("outputs", []) if out.get("name") == "stderr"
    ]
    assert printed == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_tells_and_modules_do(path):
    text = path.read_text(encoding="utf-8")
    book = nbformat.reads(text, 4)
    assert "**Question.**" in book.cells[0].source
    assert len(text) < LARGEST
    assert str(PROJECT) not in text
    tree = ast.parse(code_of(book))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [f.name for f in functions if f.end_lineno - f.lineno > 5] == []
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert [m for m in modules if m.startswith("cluejam_ai.")] == [], "only public names"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_as_it_ran(path):
    cells = [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not any(out.output_type in ("error", "stream") for cell in cells for out in cell.outputs)


def test_the_runs_of_a_reader_are_not_kept():
    assert "data/runs" in (PROJECT / ".gitignore").read_text(encoding="utf-8")
    assert os.environ.get("CLUEJAM_NOTEBOOK_RUNS") is None
