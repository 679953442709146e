"""Every notebook runs from top to bottom, and what it shows is what helps a reader on the web."""

import ast
import base64
import copy
import io
import os
from pathlib import Path

import nbformat
import numpy as np
import pytest

PROJECT = Path(__file__).parents[1]
NOTEBOOKS = sorted((PROJECT / "notebooks").glob("*.ipynb"))
#: What a page with some pictures may weigh.
LARGEST = 600_000
#: The share of a picture's points that may differ: some 30 of half a million.
ROOM = 6e-5


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Return the folder of the notebooks' runs: one notebook reads what another has played."""
    return tmp_path_factory.mktemp("runs")


def code_of(book):
    """Return the code of a notebook without the commands of its shell."""
    cells = [cell.source for cell in book.cells if cell.cell_type == "code"]
    return "\n".join(line for cell in cells for line in cell.splitlines() if not line.startswith("%"))


def outputs_of(book):
    """Return what the cells show: texts by their kind, pictures as PNG."""
    return [out.get("data", {}) for cell in book.cells if cell.cell_type == "code" for out in cell.outputs]


def pictures_of(book):
    return sum("image/png" in data for data in outputs_of(book))


def opened(png):
    """Return the colours of a picture, and what drew it."""
    from PIL import Image  # comes with matplotlib

    with Image.open(io.BytesIO(base64.b64decode(png))) as picture:
        return np.asarray(picture.convert("RGB"), dtype=int), picture.info.get("Software")


def same_picture(kept, made):
    """Return whether two pictures show the same; those of unlike versions of matplotlib are not compared."""
    (before, by), (after, now_by) = opened(kept), opened(made)
    if by != now_by:
        return True
    # room for the edges of letters and lines, not for another word or number
    return before.shape == after.shape and (np.abs(before - after).max(axis=2) > 48).mean() < ROOM


def stale_outputs(kept, made):
    """Return the places of outputs that are not what the code gives now."""
    if len(kept) != len(made):
        return ["their number"]
    wrong = []
    for place, (before, after) in enumerate(zip(kept, made, strict=True)):
        texts = [
            {kind: text for kind, text in data.items() if kind != "image/png"} for data in (before, after)
        ]
        pictures = [data.get("image/png") for data in (before, after)]
        drawn = same_picture(*pictures) if None not in pictures else pictures == [None, None]
        if texts[0] != texts[1] or not drawn:
            wrong.append(place)
    return wrong


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_kept(path, runs, monkeypatch):
    from nbclient import NotebookClient

    monkeypatch.setenv("CLUEJAM_NOTEBOOK_RUNS", str(runs))
    book = nbformat.read(path, 4)
    kept = outputs_of(book)
    n_pictures = pictures_of(book)
    for cell in book.cells:
        cell.pop("outputs", None)
        if cell.cell_type == "code":
            cell.outputs = []
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(book, timeout=180, kernel_name="python3", resources=where).execute()
    assert pictures_of(book) == n_pictures > 0
    printed = [
        out.text for cell in book.cells for out in cell.get("outputs", []) if out.get("name") == "stderr"
    ]
    assert printed == []
    # without the data of people this one measures on made-up rows
    if path.stem != "people" or os.environ.get("CLUEJAM_TEST_DATA"):
        assert stale_outputs(kept, outputs_of(book)) == [], f"run: jupyter execute --inplace {path.name}"


def test_a_stale_output_is_noticed():
    kept = outputs_of(nbformat.read(PROJECT / "notebooks" / "people.ipynb", 4))
    assert stale_outputs(kept, copy.deepcopy(kept)) == []
    other = copy.deepcopy(kept)
    other[0]["text/plain"] = "(100, 99)"
    assert stale_outputs(kept, other) == [0]
    place = next(k for k, data in enumerate(kept) if "image/png" in data)
    for change, wanted in (((6, 12), [place]), ((1, 2), [])):  # a short number, and the edge of a letter
        other = copy.deepcopy(kept)
        other[place]["image/png"] = painted(kept[place]["image/png"], change)
        assert stale_outputs(kept, other) == wanted
    other = copy.deepcopy(kept)
    del other[place]["image/png"]
    assert stale_outputs(kept, other) == [place]
    assert stale_outputs(kept, kept[1:]) == ["their number"]


def painted(png, size):
    """Return a picture with a rectangle in another colour, drawn by the same program."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    colours, by = opened(png)
    rows, columns = size
    colours[100 : 100 + rows, 100 : 100 + columns] = 255 - colours[100 : 100 + rows, 100 : 100 + columns]
    told, out = PngInfo(), io.BytesIO()
    told.add_text("Software", by)
    Image.fromarray(colours.astype(np.uint8)).save(out, "PNG", pnginfo=told)
    return base64.b64encode(out.getvalue()).decode()


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
