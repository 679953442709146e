"""Games with a user's own vectors and words: what is missing, and words in another script."""

import importlib.util
import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import cluejam_ai
from cluejam_ai.advice import advise, read_clue
from cluejam_ai.cli.app import app
from cluejam_ai.embeddings import load_embedding
from cluejam_ai.embeddings.sources import SOURCES
from cluejam_ai.errors import CluejamError, EmbeddingError
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words
from cluejam_ai.words.normalise import normalise

SHIPPED = sorted(SOURCES)
GREEK = "αβγδεζηθικλμνοπρστυφχψω"


def write_vectors(path: Path, words: list[str], dim: int = 8) -> None:
    rows = np.random.default_rng(1).standard_normal((len(words), dim))
    lines = [f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words, rows, strict=True)]
    path.write_text("".join(lines), encoding="utf-8")


@pytest.fixture
def some_known(tmp_path: Path) -> Path:
    """Vectors for 30 of the shipped cards and 200 clue words."""
    cards = [word for word in load_board_words().words if " " not in word][:30]
    board_words = set(load_board_words().words)
    clues = [word for word in load_lexicon().clues if word not in board_words][:200]
    write_vectors(tmp_path / "some.txt", [*cards, *clues])
    return tmp_path / "some.txt"


def test_cards_without_a_vector_are_an_error_by_default(some_known: Path, tmp_path: Path) -> None:
    with pytest.raises(EmbeddingError, match=r"'some' has no vector for .* cards: "):
        cluejam_ai.play(embedding=f"glove:{some_known}", games=2, seed=1, out=tmp_path / "run")


def test_cards_without_a_vector_are_left_out_if_asked_and_the_manifest_names_them(
    some_known: Path, tmp_path: Path
) -> None:
    name = f"glove:{some_known}"
    run = cluejam_ai.play(
        "solo", embedding=name, games=5, seed=1, missing_cards="exclude", out=tmp_path / "run"
    )
    inputs = run.manifest["inputs"]
    (info,) = inputs["embeddings"].values()
    known = set(load_embedding(name).words)
    missing = [word for word in load_board_words().words if not set(word.split()) <= known]
    assert inputs["words"]["n"] == len(load_board_words()) - len(missing) == 33
    assert inputs["words"]["excluded"] == missing
    assert set(run.cards["word"]).isdisjoint(missing)
    assert info["cards_without_vector"] == missing
    assert info["dropped_clues"] == [word for word in load_lexicon().clues if word not in known]
    assert info["clues_without_vector"] == len(info["dropped_clues"])
    assert set(run.turns["clue"]) <= known


def test_words_that_are_only_understood_are_no_cards_and_no_clues_of_a_run(tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text("\n".join(["giraffe", *load_board_words().words[:40]]))
    (tmp_path / "clues.txt").write_text("\n".join(["ketchup", *load_lexicon().clues[:300]]))
    brought: dict[str, Any] = {"words": tmp_path / "cards.txt", "lexicon": tmp_path / "clues.txt"}
    options: dict[str, Any] = {"rules": "solo", "games": 3, "seed": 1, "embedding": "use+glove50", **brought}
    with pytest.raises(EmbeddingError, match="no vector for 1 card: 'giraffe'"):
        cluejam_ai.play(**options, out=tmp_path / "refused")
    run = cluejam_ai.play(**options, missing_cards="exclude", out=tmp_path / "run")
    assert run.manifest["inputs"]["words"]["excluded"] == ["giraffe"]
    for info in run.manifest["inputs"]["embeddings"].values():
        assert info["dropped_clues"] == ["ketchup"]
    assert "giraffe" not in set(run.cards["word"])
    assert "ketchup" not in set(run.turns["clue"])


def test_crossplay_leaves_cards_out_and_refuses_pickles_as_play_does(
    some_known: Path, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"rules": "solo", "games": 2, "seed": 1, "embedding": f"glove:{some_known}"}
    with pytest.raises(EmbeddingError, match=r"'some' has no vector for .* cards: "):
        cluejam_ai.crossplay(**options, out=tmp_path / "error")
    run = cluejam_ai.crossplay(
        **options, spymasters=("margin", "kim"), missing_cards="exclude", out=tmp_path / "run"
    )
    assert run.manifest["inputs"]["words"]["n"] == 33
    assert len(run.matches) == 4
    (tmp_path / "own.kv").write_bytes(pickle.dumps("no vectors"))
    options |= {"embedding": f"gensim:{tmp_path / 'own.kv'}"}
    with pytest.raises(CluejamError, match="--trust"):
        cluejam_ai.crossplay(**options, out=tmp_path / "pickle")
    with pytest.raises(CluejamError) as refused:
        cluejam_ai.crossplay(**options, trust=True, out=tmp_path / "pickle")
    assert "--trust" not in str(refused.value)


def test_too_few_cards_and_an_unknown_policy_are_told(some_known: Path, tmp_path: Path) -> None:
    some_known.write_text("".join(some_known.read_text().splitlines(keepends=True)[10:]))
    options = {"embedding": f"glove:{some_known}", "games": 2, "seed": 1, "out": tmp_path / "run"}
    with pytest.raises(CluejamError, match="only 23 of 667 board words have a vector"):
        cluejam_ai.play(missing_cards="exclude", **options)
    with pytest.raises(CluejamError, match="missing_cards is 'drop'; choose error or exclude"):
        cluejam_ai.play(missing_cards="drop", **options)


def cluejam(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_the_command_says_on_stderr_what_was_missing(
    some_known: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("simulate", "--games", "2", "--seed", "1", "--embedding", f"glove:{some_known}", "--json")
    done = cluejam(*words, "--missing-cards", "exclude")
    assert done.exit_code == 0, done.stderr
    assert "634 board words are left out, for they have no vector: " in done.stderr
    assert re.search(r"has no vector for \d+ clue words, never given: ", done.stderr)
    assert json.loads(done.stdout)["matches"] == 2
    refused = cluejam(*words)
    assert refused.exit_code == 1
    assert "leave them out with --missing-cards exclude" in refused.stderr


def greek_words(n: int) -> list[str]:
    draw = np.random.default_rng(2)
    words = {"".join(draw.choice(list(GREEK), 6)) for _ in range(n + 50)}
    return sorted(words)[:n]


def needs_other_scripts() -> None:
    if importlib.util.find_spec("cluejam_ai.words.scripts") is None:
        pytest.skip("the rules of legality know the letters a to z only")


@pytest.fixture
def greek(tmp_path: Path) -> dict[str, str]:
    needs_other_scripts()
    words = greek_words(200)
    (tmp_path / "cards.txt").write_text("\n".join(words[:40]), encoding="utf-8")
    (tmp_path / "lexicon.txt").write_text("\n".join(words[40:]), encoding="utf-8")
    write_vectors(tmp_path / "vectors.txt", words)
    return {name: str(tmp_path / f"{name}.txt") for name in ("cards", "lexicon", "vectors")}


def test_words_in_another_script_are_played_to_the_end(greek: dict[str, str], tmp_path: Path) -> None:
    run = cluejam_ai.play(
        embedding=f"glove:{greek['vectors']}",
        words=greek["cards"],
        lexicon=greek["lexicon"],
        games=5,
        seed=1,
        out=tmp_path / "run",
    )
    lexicon = Path(greek["lexicon"]).read_text(encoding="utf-8").split()
    assert len(run.matches) == 5
    assert run.manifest["status"] == "finished"
    assert set(run.turns["clue"]) <= set(lexicon)
    assert run.matches["won"].all()


def test_words_in_another_script_are_played_from_the_command_line(
    greek: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = ("--words", greek["cards"], "--lexicon", greek["lexicon"])
    mine = f"file:{greek['vectors']}"
    done = cluejam("simulate", "--games", "3", "--seed", "1", "--embedding", mine, *own, "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["win_rate"] == 1.0


def test_cards_of_another_script_without_a_vector_are_left_out_too(
    greek: dict[str, str], tmp_path: Path
) -> None:
    cards = Path(greek["cards"]).read_text(encoding="utf-8").split()
    (tmp_path / "more.txt").write_text("\n".join([*cards, "ωωωω"]), encoding="utf-8")
    run = cluejam_ai.play(
        embedding=f"glove:{greek['vectors']}",
        words=tmp_path / "more.txt",
        lexicon=greek["lexicon"],
        games=2,
        seed=1,
        missing_cards="exclude",
        out=tmp_path / "run",
    )
    assert run.manifest["inputs"]["words"]["excluded"] == ["ωωωω"]
    assert run.manifest["inputs"]["language"]["name"] != "en"


@pytest.fixture
def accented(tmp_path: Path) -> dict[str, str]:
    """German cards and clue words whose list does not say its language, and vectors for them as written."""
    draw = np.random.default_rng(3)
    words = sorted({"".join(draw.choice(list("abdegiklmnortäöü"), 6)) for _ in range(200)})
    cards, clues = words[:40], words[40:]
    (tmp_path / "karten.txt").write_text("\n".join(cards), encoding="utf-8")
    (tmp_path / "hinweise.txt").write_text("\n".join(clues), encoding="utf-8")
    write_vectors(tmp_path / "de.txt", words)
    return {name: str(tmp_path / f"{name}.txt") for name in ("karten", "hinweise", "de")}


def test_a_list_that_does_not_say_its_language_is_found_in_vectors_with_accents(
    accented: dict[str, str], tmp_path: Path
) -> None:
    run = cluejam_ai.play(
        embedding=f"glove:{accented['de']}",
        words=accented["karten"],
        lexicon=accented["hinweise"],
        games=3,
        seed=1,
        out=tmp_path / "run",
    )
    assert run.matches["won"].all()
    (vectors,) = run.manifest["inputs"]["embeddings"].values()
    assert (vectors["cards_without_vector"], vectors["dropped_clues"]) == ([], [])
    plain = [normalise(word) for word in Path(accented["karten"]).read_text(encoding="utf-8").split()]
    (tmp_path / "plain.txt").write_text("\n".join(plain), encoding="utf-8")
    with pytest.raises(EmbeddingError, match="no vector for"):
        cluejam_ai.play(
            embedding=f"glove:{accented['de']}",
            words=tmp_path / "plain.txt",
            lexicon=accented["hinweise"],
            games=3,
            seed=1,
            out=tmp_path / "other",
        )


def test_info_nearest_clue_and_guess_find_words_as_they_are_written(accented: dict[str, str]) -> None:
    own = ("--words", accented["karten"], "--lexicon", accented["hinweise"])
    cards = Path(accented["karten"]).read_text(encoding="utf-8").split()
    mine = f"glove:{accented['de']}"
    info = json.loads(cluejam("embeddings", "info", mine, *own, "--json").stdout)
    assert (info["card_coverage"], info["lexicon_coverage"]) == (1.0, 1.0)
    assert json.loads(cluejam("embeddings", "nearest", mine, cards[0], *own, "--json").stdout)
    with_accents = [card for card in cards if not card.isascii()]
    board = ("--own", ",".join(with_accents[:2]), "--assassin", with_accents[2], "--embedding", mine)
    advice = json.loads(cluejam("clue", *board, *own, "-n", "1", "--json").stdout)
    clue = next(c for c in Path(accented["hinweise"]).read_text(encoding="utf-8").split() if not c.isascii())
    asked = ("--clue", clue, "--board", ",".join(with_accents[:3]), "--embedding", mine, *own, "--json")
    read = cluejam("guess", *asked)
    assert advice[0]["intended"]
    assert {row["word"] for row in json.loads(read.stdout)} == {normalise(c) for c in with_accents[:3]}


def test_vectors_for_lists_that_differ_in_accents_only_do_not_share_a_table(tmp_path: Path) -> None:
    plain, accented = "kafe", "kafé"
    cards = [f"card{chr(97 + i)}" for i in range(26)]
    clues = [plain, *(f"clue{chr(97 + i)}" for i in range(20))]
    write_vectors(tmp_path / "v.txt", [*cards, accented, *clues[1:]])
    (tmp_path / "cards.txt").write_text("\n".join(cards))
    hashes = []
    for first in (plain, accented):
        (tmp_path / "clues.txt").write_text("\n".join([first, *clues[1:]]), encoding="utf-8")
        run = cluejam_ai.play(
            "solo",
            embedding=f"glove:{tmp_path / 'v.txt'}",
            words=tmp_path / "cards.txt",
            lexicon=tmp_path / "clues.txt",
            games=2,
            seed=1,
            out=tmp_path / f"run{len(hashes)}",
        )
        hashes.append(run.manifest["inputs"]["lexicon"]["sha256"])
        (vectors,) = run.manifest["inputs"]["embeddings"].values()
        assert vectors["dropped_clues"] == ([plain] if first == plain else [])
    assert hashes[0] != hashes[1]


def test_own_vectors_are_looked_into_among_ones_own_words(greek: dict[str, str]) -> None:
    own = ("--words", greek["cards"], "--lexicon", greek["lexicon"], "--json")
    mine = f"file:{greek['vectors']}"
    word = Path(greek["cards"]).read_text(encoding="utf-8").split()[0]
    near = cluejam("embeddings", "nearest", mine, word, "-n", "3", *own)
    assert near.exit_code == 0, near.stderr
    assert len(json.loads(near.stdout)) == 3
    info = json.loads(cluejam("embeddings", "info", mine, *own).stdout)
    assert (info["words"], info["card_coverage"], info["cards_missing"]) == (200, 1.0, [])
    only_cards = json.loads(cluejam("embeddings", "info", mine, *own[:2], "--json").stdout)
    assert (only_cards["words"], only_cards["lexicon_coverage"]) == (40, None)


def test_a_clue_is_read_with_vectors_that_lack_most_shipped_cards(some_known: Path) -> None:
    known = load_embedding(f"glove:{some_known}").words
    readings = read_clue(known[-1], 1, known[:2], embedding=f"glove:{some_known}")
    assert sorted(reading.word for reading in readings) == sorted(known[:2])


def test_clue_and_guess_take_ones_own_words_in_another_script(greek: dict[str, str]) -> None:
    own = (
        "--words",
        greek["cards"],
        "--lexicon",
        greek["lexicon"],
        "--embedding",
        f"glove:{greek['vectors']}",
    )
    cards = Path(greek["cards"]).read_text(encoding="utf-8").split()
    board = ("--own", ",".join(cards[:3]), "--bystander", ",".join(cards[3:6]), "--assassin", cards[6])
    advice = cluejam("clue", *board, *own, "-n", "2", "--json")
    assert advice.exit_code == 0, advice.stderr
    best = json.loads(advice.stdout)[0]
    assert best["clue"] in Path(greek["lexicon"]).read_text(encoding="utf-8").split()
    assert set(best["intended"]) <= set(cards[:3])
    asked = ("guess", "--clue", best["clue"], "--number", "1", "--board", ",".join(cards[:7]))
    read = cluejam(*asked, *own, "--json")
    assert json.loads(read.stdout)[0]["word"] == best["intended"][0]
    # of the lexicon nothing is asked by a guesser that thinks of no other clues
    assert json.loads(cluejam(*asked, *own[:2], *own[4:], "--json").stdout) == json.loads(read.stdout)
    assert "nothing speaks against" in cluejam(*asked, *own).stderr


def test_clue_leaves_cards_out_if_asked_and_says_which(some_known: Path) -> None:
    known = load_embedding(f"glove:{some_known}").words
    missing = next(word for word in load_board_words().words if " " not in word and word not in known)
    options = (
        "--own",
        f"{known[0]},{known[1]}",
        "--bystander",
        missing,
        "--embedding",
        f"glove:{some_known}",
    )
    refused = cluejam("clue", *options, "-n", "1", "--spymaster", "margin")
    assert refused.exit_code == 1
    assert f"no vector for 1 card: '{missing}'" in refused.stderr
    with pytest.warns(UserWarning, match=f"left out of the board: {missing}"):
        done = cluejam(
            "clue", *options, "-n", "1", "--spymaster", "margin", "--missing-cards", "exclude", "--json"
        )
    assert json.loads(done.stdout)[0]["dangers"] == []
    with (
        pytest.warns(UserWarning, match=missing),
        pytest.raises(CluejamError, match="no own card has a vector"),
    ):
        advise([missing], known[:1], embedding=f"glove:{some_known}", missing_cards="exclude")


@pytest.mark.parametrize(
    "words", [("clue", "--own", "river,bank"), ("guess", "--clue", "sea", "--board", "river")]
)
def test_clue_and_guess_refuse_pickles_unless_trusted(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "own.kv").write_bytes(pickle.dumps("no vectors"))
    asked = (*words, "--embedding", f"gensim:{tmp_path / 'own.kv'}")
    assert "--trust" in cluejam(*asked).stderr
    trusted = cluejam(*asked, "--trust")
    assert trusted.exit_code == 1
    assert "--trust" not in trusted.stderr


@pytest.mark.parametrize("command", ["simulate", "clue", "guess", "embeddings evaluate"])
def test_commands_that_load_vectors_share_their_options(command: str) -> None:
    shown = cluejam(*command.split(), "--help").stdout
    assert all(option in shown for option in ("--words", "--lexicon", "--missing-cards", "--trust"))


WITHOUT = """
import sys, time
for name in ("torch", "gensim", "onnxruntime", "scipy", "sentence_transformers", "sklearn", "matplotlib"):
    sys.modules[name] = None  # as if not installed
import cluejam_ai
for number, family in enumerate(sys.argv[1:]):
    run = cluejam_ai.play(embedding=family, games=3, seed=1, out=f"run{number}")
    print(family, len(run.matches))
"""


def test_every_shipped_family_plays_without_heavy_packages(tmp_path: Path) -> None:
    words = [sys.executable, "-c", WITHOUT, *SHIPPED]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, env={**os.environ})
    assert done.stdout.splitlines() == [f"{family} 3" for family in SHIPPED], done.stderr


def test_importing_the_package_imports_nothing_that_is_slow() -> None:
    code = "import sys, cluejam_ai; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    slow = {"numpy", "pandas", "pyarrow", "joblib", "scipy", "torch", "gensim", "rich"}
    assert not slow & set(done.stdout.split())
