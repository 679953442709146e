"""What a spec file says is played, and what is wrong with one is told by name."""

import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cluejam_ai.errors import CluejamError
from cluejam_ai.results.run import Run
from cluejam_ai.runspec import RunSpec
from cluejam_ai.specfile import KEYS, parse_specfile
from cluejam_ai.specplan import to_run
from cluejam_ai.specrun import about_spec, play_spec, read_asked, spec_example, spec_examples
from tests.runs.rows import sorted_rows, write_spec

AGENTS = 'spymasters = ["margin"]\nguessers = ["nearest"]\n'


def run_of(text: str) -> RunSpec:
    return to_run(parse_specfile(text), seed=9)


def pairings(text: str) -> list[str]:
    return [str(pairing) for pairing in run_of(text).pairings]


def test_every_spymaster_meets_every_guesser_in_every_embedding() -> None:
    text = """
    spymasters = ["margin", "random"]
    guessers = ["nearest", "noisy(embedding=minilm)"]
    embeddings = ["use", "glove50"]
    """
    guessers = ["nearest(embedding=use)", "nearest(embedding=glove50)", "noisy(embedding=minilm)"]
    givers = ["margin(embedding=use)", "margin(embedding=glove50)", "random"]
    assert pairings(text) == [f"{giver} > {guesser}" for giver in givers for guesser in guessers]


def test_self_pairs_each_spymaster_with_its_guesser_in_one_embedding() -> None:
    text = """
    spymasters = ["margin", "kim"]
    guessers = ["nearest", "noisy"]
    embeddings = ["use", "glove50"]
    pairs = "self"
    """
    assert pairings(text) == [
        "margin(embedding=use) > nearest(embedding=use)",
        "margin(embedding=glove50) > nearest(embedding=glove50)",
        "kim(embedding=use) > noisy(embedding=use)",
        "kim(embedding=glove50) > noisy(embedding=glove50)",
    ]


def test_pairs_may_be_written_out_by_role_or_by_seat() -> None:
    text = """
    embeddings = ["minilm"]
    pairs = [
      ["margin", "nearest(embedding=use)"],
      { spymaster = "margin", guesser = "nearest", second_guesser = "noisy" },
    ]
    """
    assert pairings(text) == [
        "margin(embedding=minilm) > nearest(embedding=use)",
        "margin(embedding=minilm) > nearest(embedding=minilm) | "
        "margin(embedding=minilm) > noisy(embedding=minilm)",
    ]


TEAMS = """
rules = "classic"
[teams]
one = { spymaster = "margin", guesser = "nearest" }
two = { spymaster = "margin", guesser = "nearest", embedding = "glove50" }
three = { spymaster = "random", guesser = "random" }
"""


def test_every_two_teams_meet_once_and_on_each_board_in_both_seatings(tmp_path: Path) -> None:
    use, glove = (
        "margin(embedding=use) > nearest(embedding=use)",
        "margin(embedding=glove50) > nearest(embedding=glove50)",
    )
    none = "random > random"
    assert pairings(TEAMS) == [f"{use} | {glove}", f"{use} | {none}", f"{glove} | {none}"]
    assert pairings(TEAMS.replace("[teams]", 'pairs = "self"\n[teams]')) == [use, glove, none]
    chosen = TEAMS.replace("[teams]", 'pairs = [["three", "one"]]\n[teams]')
    assert pairings(chosen) == [f"{none} | {use}"]
    path = tmp_path / "spec.toml"
    path.write_text("boards = 3\n" + chosen)
    run = play_spec(path, out=tmp_path / "run")
    seatings = run.matches.groupby("board")["seating"].apply(sorted)
    assert seatings.tolist() == [[0, 1]] * 3
    assert run.manifest["source"]["teams"]["two"] == {
        "spymaster": "margin(embedding=glove50)",
        "guesser": "nearest(embedding=glove50)",
    }


def test_what_a_spec_leaves_out_has_defaults_and_a_seed_is_drawn() -> None:
    run = run_of(AGENTS)
    assert (run.rules, run.games, run.seed, run.series, run.missing_cards) == ("duo", 100, 9, 1, "error")
    assert run_of("seed = 3\n" + AGENTS).seed == 3


def test_every_key_reaches_the_run(tmp_path: Path) -> None:
    text = (
        'rules = "classic"\nboards = 7\nseed = 3\nseries = 2\nwords = "w.txt"\nlexicon = "l.txt"\n'
        'missing_cards = "exclude"\nembeddings = ["glove50"]\npairs = "all"\n' + AGENTS
    )
    run = run_of(text)
    assert set(KEYS) - {"teams"} <= set(text.replace("=", " ").split())
    told = (run.rules, run.games, run.seed, run.series, run.words, run.lexicon, run.missing_cards)
    assert told == ("classic", 7, 3, 2, "w.txt", "l.txt", "exclude")
    assert run.pairings[0].spymaster == "margin(embedding=glove50)"


def test_boards_may_be_a_file(tmp_path: Path) -> None:
    from cluejam_ai.api import boards

    path = tmp_path / "boards.txt"
    path.write_text("\n".join(boards("duo", games=4, seed=1)))
    run = run_of(f'boards = "{path}"\n' + AGENTS)
    assert (run.games, run.boards) == (4, str(path))


@pytest.mark.parametrize(
    "text, says",
    [
        ("spymaster = 'margin'", r"unknown key of the spec: 'spymaster'; did you mean 'spymasters'\?"),
        ("bords = 3", r"did you mean 'boards'\?"),
        ("boards = 3.5", r"boards is 3\.5 \(a number\); it must be a whole number or text"),
        ("boards = true", r"boards is True \(true or false\)"),
        ("spymasters = 'margin'", r"spymasters is 'margin' \(text\); it must be a list of texts"),
        ("guessers = [1]", r"guessers is \[1\] \(a list\); it must be a list of texts"),
        ("seed = 2020-01-01", r"seed is .* \(a date or time\); it must be a whole number"),
        ("teams = 3", r"teams is 3 \(a whole number\); it must be a table"),
        ("boards = \n", r"the spec is not TOML: .*line 1"),
        ("guessers = ['nearest']", r"names no spymasters; write for example: spymasters = \[\"margin\"\]"),
        ("spymasters = ['margin']", "names no guessers"),
        (AGENTS + "embeddings = []", "names no embeddings"),
        (AGENTS + "pairs = 'alle'", r"unknown value of pairs: 'alle'; did you mean 'all'\?"),
        (AGENTS + "boards = 0", "boards is 0; it must be a whole number, at least 1"),
        (AGENTS + "missing_cards = 'drop'", "choose error or exclude"),
        (
            "spymasters = ['margn']\nguessers = ['nearest']",
            r"unknown spymaster 'margn'; did you mean 'margin'\?",
        ),
        ("spymasters = ['margin(fera=1)']\nguessers = ['nearest']", r"did you mean 'fear'\?"),
        (AGENTS + "embeddings = ['glove5']", r"did you mean 'glove50'\?"),
        (AGENTS + "rules = 'dou'", r"did you mean 'duo'\?"),
        ("pairs = [['margin']]", r"pairs has \['margin'\] \(a list\)"),
        ("pairs = [{spymaster = 'margin', gueser = 'nearest'}]", r"did you mean 'guesser'\?"),
        ("pairs = [{spymaster = 'margin'}]", "pairs names no guesser"),
        ("pairs = [['margin', 'nearest']]\nembeddings = ['use', 'glove50']", "think in one embedding"),
        ("pairs = []", "at least one pairing"),
        (TEAMS.replace("guesser", "geusser"), r"unknown key of the spec: team 'one':? ?'geusser'.*'guesser'"),
        (TEAMS.replace('"margin"', "3"), r"team 'one': spymaster is 3 \(a whole number\); it must be text"),
        (TEAMS.replace(', embedding = "glove50"', ""), "teams 'one' and 'two' are the same"),
        (AGENTS + TEAMS, "either teams, or spymasters and guessers"),
        (
            TEAMS.replace("[teams]", 'pairs = [["one", "tow"]]\n[teams]'),
            r"unknown team 'tow'; did you mean 'two'\?",
        ),
        (TEAMS.replace("[teams]", 'pairs = ["one"]\n[teams]'), "it must be a pair of their names"),
        (TEAMS.replace("classic", "solo"), "has one team"),
        ("[teams.one]\nspymaster='random'\nguesser='random'", "needs two teams at least"),
        (
            "spymasters = ['margin', 'margin(margin=0.02)']\nguessers = ['nearest']",
            r"spymasters names margin\(embedding=use\) twice; leave one of them out",
        ),
        (AGENTS + "embeddings = ['use', 'use']", "embeddings names use twice"),
        (
            "pairs = [['margin', 'nearest'], ['margin(embedding=use)', 'nearest']]",
            r"pairs names margin\(embedding=use\) with nearest\(embedding=use\) twice",
        ),
        (
            'spymasters = ["margin", "kim"]\nguessers = ["nearest"]\npairs = "self"',
            "2 spymasters and 1 guessers",
        ),
    ],
)
def test_what_is_wrong_is_told_by_name(text: str, says: str) -> None:
    with pytest.raises(CluejamError, match=says):
        run_of(text)


@pytest.mark.parametrize(
    "name, says",
    [
        ("none.toml", "there is no spec .*write one with: cluejam spec example"),
        (".", "is a folder but not a run"),
    ],
)
def test_a_spec_that_is_not_there_is_told(name: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(CluejamError, match=says):
        read_asked(tmp_path / name)


def test_a_spec_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CluejamError, match="cannot read the spec"):
        read_asked(tmp_path / "spec.toml")


def test_a_run_is_repeated_from_its_folder_or_manifest_and_holds_its_spec_verbatim(tmp_path: Path) -> None:
    text = f"# my question\n{AGENTS}boards = 6  # few\n"
    path = tmp_path / "spec.toml"
    path.write_text(text)
    first = play_spec(path, out=tmp_path / "first")
    assert first.manifest["source"]["text"] == text
    again = play_spec(tmp_path / "first", out=tmp_path / "again")
    third = play_spec(tmp_path / "again" / "manifest.json", out=tmp_path / "third")
    assert sorted_rows(first) == sorted_rows(again) == sorted_rows(third)
    assert third.manifest["source"] == first.manifest["source"]
    with pytest.raises(CluejamError, match=r"exists already.*--resume"):
        play_spec(path, out=tmp_path / "first")


def test_a_spec_from_windows_is_held_to_the_letter(tmp_path: Path) -> None:
    text = f"\ufeff{AGENTS}boards = 4\n".replace("\n", "\r\n")
    path = tmp_path / "spec.toml"
    path.write_bytes(text.encode())
    first = play_spec(path, out=tmp_path / "first")
    assert first.manifest["source"]["text"] == text
    assert sorted_rows(play_spec(tmp_path / "first", out=tmp_path / "again")) == sorted_rows(first)


def test_a_run_that_loads_code_is_repeated_only_if_it_is_trusted(tmp_path: Path) -> None:
    run = play_spec(
        write_spec(tmp_path, spymasters=["random"], guessers=["random"], boards=2), out=tmp_path / "run"
    )
    path = run.folder / "manifest.json"
    path.write_text(path.read_text().replace('"random"', '"random(embedding=gensim(\\"x\\", trust=true))"'))
    with pytest.raises(CluejamError, match="add --trust"):
        play_spec(run.folder, out=tmp_path / "again")


CODE = 'gensim("code.kv", trust=true)'
TWO = "spymaster = 'margin', guesser = 'nearest'"


@pytest.mark.parametrize(
    "text",
    [
        f"spymasters = ['margin']\nguessers = ['nearest']\nembeddings = ['{CODE}']",
        f"spymasters = ['margin']\nguessers = ['nearest']\nembeddings = ['use+{CODE}']",
        f"spymasters = ['margin(embedding={CODE})']\nguessers = ['nearest']",
        f"spymasters = ['koyyalagunta(dictionary={CODE})']\nguessers = ['nearest']",
        f"spymasters = ['margin']\nguessers = ['nearest(embedding={CODE})']",
        f"pairs = [['margin(embedding={CODE})', 'nearest']]",
        f"pairs = [{{{TWO}, second_guesser = 'nearest(embedding={CODE})'}}]",
        f"rules = 'classic'\npairs = 'self'\n[teams]\na = {{{TWO}, embedding = '{CODE}'}}",
        "rules = 'classic'\npairs = 'self'\n[teams]\n"
        f"a = {{spymaster = 'margin(embedding={CODE})', guesser = 'nearest'}}",
    ],
)
def test_a_spec_cannot_trust_itself(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code.kv").write_bytes(pickle.dumps(Touches(tmp_path / "executed")))
    path = tmp_path / "spec.toml"
    path.write_text(f"boards = 2\n{text}\n")
    for refuse in (lambda: play_spec(path, out=tmp_path / "run"), lambda: about_spec(path)):
        with pytest.raises(CluejamError, match=r"spec\.toml loads vector files .*add --trust"):
            refuse()
    assert not (tmp_path / "executed").exists()
    assert about_spec(path, trust=True)["matches"] > 0


class Touches:
    """Executes code when it is unpickled: it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_a_spec_that_is_trusted_loads_what_executes_code(tmp_path: Path) -> None:
    pytest.importorskip("gensim")
    (tmp_path / "code.kv").write_bytes(pickle.dumps(Touches(tmp_path / "executed")))
    path = write_spec(
        tmp_path, spymasters=["margin"], guessers=["nearest"], embeddings=[f"gensim:{tmp_path}/code.kv"]
    )
    with pytest.raises(CluejamError):
        play_spec(path, out=tmp_path / "run")
    assert not (tmp_path / "executed").exists()
    with pytest.raises(CluejamError):
        play_spec(path, out=tmp_path / "run", trust=True)
    assert (tmp_path / "executed").exists()


def test_a_run_is_repeated_with_a_warning_if_its_vectors_or_words_have_changed(tmp_path: Path) -> None:
    words = [f"w{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(60)]
    lines = [f"{word} {i % 7 - 3.5} {i % 11 - 5.5}" for i, word in enumerate(words)]
    vectors, cards, clues = (tmp_path / name for name in ("ch.txt", "cards.txt", "clues.txt"))
    vectors.write_text("\n".join(lines) + "\n")
    cards.write_text("\n".join(words[:30]))
    clues.write_text("\n".join(words[30:]))
    path = write_spec(
        tmp_path,
        spymasters=["margin"],
        guessers=["nearest"],
        embeddings=[f"glove:{vectors}"],
        words=str(cards),
        lexicon=str(clues),
        boards=2,
        seed=1,
    )
    play_spec(path, out=tmp_path / "run")
    play_spec(tmp_path / "run", out=tmp_path / "same")  # a warning would be an error here
    vectors.write_text("\n".join(reversed(lines)) + "\n")
    with pytest.warns(
        UserWarning, match=r"other contents of: vectors glove\(\".*/ch\.txt\"\) \(sha256 \w{12} before"
    ):
        again = play_spec(tmp_path / "run", out=tmp_path / "changed")
    assert again.manifest["inputs"]["embeddings"] != Run(tmp_path / "run").manifest["inputs"]["embeddings"]
    clues.write_text("\n".join(words[31:]))
    with pytest.warns(UserWarning, match=r"other contents of: lexicon '.*/clues\.txt' \(sha256 "):
        play_spec(tmp_path / "changed", out=tmp_path / "third")


@pytest.mark.parametrize("name", sorted(spec_examples()))
def test_every_example_is_commented_checked_and_says_how_it_is_played(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(spec_example(name))
    assert f"cluejam run {name}.toml -o {name}" in path.read_text()
    assert about_spec(path)["matches"] > 0


def test_the_roles_of_the_tournament_example_cross_so_that_their_strengths_are_told() -> None:
    teams = tomllib.loads(spec_example("tournament"))["teams"].values()
    roles = {(team["spymaster"], team["guesser"]) for team in teams}
    spymasters, guessers = (set(role) for role in zip(*roles, strict=True))
    assert roles == {(s, g) for s in spymasters for g in guessers}
    assert len(spymasters) == len(guessers) == 2


def test_the_examples_that_a_user_may_ask_for_are_there() -> None:
    assert set(spec_examples()) == {"duo", "duet", "classic", "solo", "crossplay", "tournament"}
    with pytest.raises(CluejamError, match=r"unknown example 'cross'; "):
        spec_example("cross")
