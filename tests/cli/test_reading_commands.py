"""``report``, ``ratings``, ``compare`` and ``export`` as a user meets them."""

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import cluejam_ai
from cluejam_ai.cli.app import app

COMMANDS = ["report", "ratings", "compare", "export"]


def cluejam(*words: str) -> Any:
    """Run a command in this process."""
    return CliRunner().invoke(app, list(words))


@pytest.fixture
def runs(
    crossplay_run: cluejam_ai.Run,
    contest_run: cluejam_ai.Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """Return a folder that commands run in, with copies of a cross-play and a tournament."""
    for name, run in (("first", crossplay_run), ("crossplay", crossplay_run), ("tournament", contest_run)):
        shutil.copytree(run.folder, tmp_path / "data" / "runs" / name)
    monkeypatch.chdir(tmp_path)
    return Path("data") / "runs"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_every_help_runs(command: str, runs: Path) -> None:
    shown = cluejam(command, "--help")
    example = re.search(r"Example: cluejam (.*?)\n\n", re.sub(r"\n  (?=\S)", " ", shown.output))
    assert example, shown.output
    done = cluejam(*shlex.split(example[1]))
    assert done.exit_code == 0, done.output


def test_report_prints_figures_matrix_means_and_differences(runs: Path) -> None:
    done = cluejam("report", str(runs / "crossplay"))
    assert done.exit_code == 0, done.output
    for words in (
        "duo, seed 1",
        "spymasters down, guessers across",
        "inter-cross-play",
        "best by win rate",
        "p (Holm)",
    ):
        assert words in done.stdout, words


def n_beside(told: str, start: str, figure: str) -> str | None:
    """Return the n that stands beside a figure in the line of a table that starts so."""
    found = re.search(
        rf"^{re.escape(start)}.*?{re.escape(figure)} \(.*?\)(?:, n (\d+))?(?: |$)", told, re.MULTILINE
    )
    assert found, f"{start} ... {figure}: {told}"
    return found[1]


def test_every_figure_of_a_report_has_its_n(runs: Path) -> None:
    matches = pq.read_table(runs / "crossplay" / "matches.parquet").to_pandas()
    told = cluejam("report", str(runs / "crossplay"), "--figure", "turns_given_win").stdout
    assert "n = 20 unless" in told
    assert "n is beside each figure" in told
    assert re.search(r"^best by .*; n = 20 boards$", told, re.MULTILINE)
    assert re.search(r"^mean of +pairs +n +", told, re.MULTILINE)
    won = matches[matches["won"]].groupby("pairing", observed=True)["own_turns"].agg(["size", "mean"])
    assert set(won["size"]) - {20}, "this test needs a pairing that did not win every game"
    for i, name in enumerate(matches["pairing"].cat.categories):
        if name in won.index:
            size, mean = won.loc[name]
            line = f"{i}  {name}"
            assert n_beside(told, line, f"{mean:.2f}") == (None if size == 20 else f"{size:.0f}")
            spymaster = name.partition(" > ")[0]
            # the matrix has no n for all of its cells
            assert n_beside(told, spymaster, f"{mean:.2f}") == f"{size:.0f}"


def test_ratings_say_on_how_many_games_and_boards_they_rest(runs: Path) -> None:
    told = cluejam("ratings", str(runs / "tournament")).stdout
    assert "90 games on n = 15 boards" in told
    assert re.search(r"^meeting +games won +n +", told, re.MULTILINE)
    assert len(re.findall(r" beats .* 15 +\d+/\d+/\d+ ", told)) == 3
    assert "n = 15 boards unless" in cluejam("report", str(runs / "tournament")).stdout
    plain = json.loads(cluejam("ratings", str(runs / "tournament"), "--json").stdout)
    assert (plain["matches"], plain["boards"]) == (90, 15)


def test_compare_says_on_how_many_boards_each_row_has_something_to_count(runs: Path) -> None:
    matches = pq.read_table(runs / "crossplay" / "matches.parquet").to_pandas()
    won = [
        matches.query("pairing == @name and won")["board"] for name in matches["pairing"].cat.categories[:2]
    ]
    either, each = len(set(won[0]) | set(won[1])), [len(boards) for boards in won]
    assert min(each) < either, "this test needs a board that only one of the two won"
    words = ("compare", str(runs / "crossplay"), "--row", "0", "--row", "1")
    told = cluejam(*words).stdout
    assert re.search(rf"^turns given a win .* {either} \(A {each[0]}, B {each[1]}\) ", told, re.MULTILINE)
    assert re.search(r"^win rate .*\d +20 +", told, re.MULTILINE)
    plain = {d["figure"]: d for d in json.loads(cluejam(*words, "--json").stdout)["differences"]}
    assert [plain["turns_given_win"][key] for key in ("n", "first_n", "second_n")] == [either, *each]


def test_report_writes_a_page_and_tables_and_says_where(runs: Path) -> None:
    done = cluejam("report", str(runs / "crossplay"), "-o", "page.html", "--csv", "tables", "--worst", "1")
    assert "written: page.html" in done.stderr
    assert re.search(r"written: \d+ files in tables", done.stderr)
    assert Path("page.html").read_text(encoding="utf-8").count('class="game"') == 1
    assert Path("tables/matrix_win_rate.csv").exists()


def test_the_matrix_is_of_the_figure_that_was_asked_for(runs: Path) -> None:
    done = cluejam("report", str(runs / "crossplay"), "--figure", "cards_found", "--agents", "diagonal")
    assert re.search(r"^cards found a game +nearest", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    "words, key",
    [
        ("report data/runs/crossplay", "rows"),
        ("report data/runs/tournament", "contest"),
        ("ratings data/runs/tournament", "meetings"),
        ("compare data/runs/crossplay --row 0 --row 1", "differences"),
    ],
)
def test_json_is_one_object(words: str, key: str, runs: Path) -> None:
    done = cluejam(*words.split(), "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)[key]


def test_ratings_tell_strengths_roles_and_what_is_real(runs: Path) -> None:
    done = cluejam("ratings", str(runs / "tournament"), "--csv", "tables")
    for words in ("strength in logits", "first mover", "beats", "real"):
        assert words in done.stdout, words
    assert sorted(path.stem for path in Path("tables").iterdir()) == ["meetings", "roles", "teams", "wins"]


def test_a_team_without_a_finite_strength_is_told_in_text_json_and_csv(runs: Path) -> None:
    done = cluejam("ratings", str(runs / "tournament"), "--csv", "tables")
    assert re.search(r"team .* no finite estimate", done.stdout)
    assert "no finite estimate of differences between" in done.stderr
    plain = json.loads(cluejam("ratings", str(runs / "tournament"), "--json").stdout)
    alone = [group[0] for group in plain["groups"] if len(group) == 1]
    assert alone
    for team in plain["teams"]:
        if team["name"] in alone:
            assert (team["value"], team["low"], team["high"]) == (None, None, None)
            assert plain["groups"][team["group"] - 1] == [team["name"]]
    assert ",-inf,inf," in Path("tables/teams.csv").read_text()


@pytest.mark.parametrize("way", ["vectors", "diagonal"])
def test_the_means_of_a_report_say_what_each_kind_of_play_means(way: str, runs: Path) -> None:
    words = ("report", str(runs / "crossplay"), "--agents", way)
    told = cluejam(*words).stdout
    agents = json.loads(cluejam(*words, "--json").stdout)["agents"]
    assert f"by {way}: what it means" in told
    assert agents["way"] == way
    for meaning in agents["meanings"].values():
        assert meaning in told


def test_compare_tells_differences_and_boards_needed(runs: Path) -> None:
    rows = ("--row", "> nearest(embedding=use)", "--row", "1")
    assert cluejam("compare", str(runs / "crossplay"), *rows).exit_code == 1
    done = cluejam("compare", str(runs / "crossplay"), "--row", "0", "--row", "1", "--see", "win_rate=0.05")
    assert "20 boards in common" in done.stdout
    assert re.search(r"win rate .* for 0\.05", done.stdout)


def test_export_prints_or_writes(runs: Path) -> None:
    printed = cluejam("export", str(runs / "first"), "--format", "competition")
    written = cluejam("export", str(runs / "first"), "--format", "competition", "-o", "lines.jsonl")
    assert printed.stdout == Path("lines.jsonl").read_text(encoding="utf-8")
    assert written.stdout == ""
    assert cluejam("export", str(runs / "first"), "--table", "cards").stdout.startswith("board,place,word")


@pytest.mark.parametrize(
    "words, says",
    [
        ("report nowhere", "nowhere is not a run"),
        ("report data/runs/first --figure win_rat", "did you mean 'win_rate'?"),
        ("report data/runs/first --agents diag", "did you mean 'diagonal'?"),
        ("report data/runs/first -o nowhere/page.html", "cannot write nowhere/page.html"),
        ("report data/runs/first -o data", "it is a folder"),
        ("report data/runs/first --csv data/runs/first/manifest.json", "cannot make the folder"),
        ("ratings data/runs/first", "holds no tournament"),
        ("compare data/runs/first", "name two rows of data/runs/first with --row"),
        ("compare data/runs/first --row 0 --row 7", "its 4 rows are numbered from 0"),
        ("compare data/runs/first --row 0 --row neerest", "unknown row of data/runs/first"),
        ("compare data/runs/first data/runs/tournament --row 0", "the boards differ"),
        ("compare data/runs/first --row 0 --row 1 --see win=1", "unknown figure 'win'"),
        ("export data/runs/first --format cvs", "did you mean 'csv'?"),
        ("export data/runs/first --table match", "did you mean 'matches'?"),
        ("export data/runs/first --format jsonl -o data", "it is a folder"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_1(words: str, says: str, runs: Path) -> None:
    done = cluejam(*words.split())
    assert done.exit_code == 1, done.output
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_difference_that_is_none_is_wrong_usage(runs: Path) -> None:
    for text in ("win_rate", "win_rate=", "win_rate=0", "win_rate=nan", "win_rate=inf"):
        assert cluejam("compare", str(runs / "first"), "--see", text).exit_code == 2, text


def empty(run: Path) -> None:
    for table in ("matches", "turns", "guesses"):
        path = run / f"{table}.parquet"
        pq.write_table(pq.read_table(path).slice(0, 0), path)


def corrupt(run: Path) -> None:
    path = run / "turns.parquet"
    path.write_bytes(path.read_bytes()[:200])


def other_version(run: Path) -> None:
    path = run / "manifest.json"
    path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 99'))


def without_spec(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["spec"]
    (run / "manifest.json").write_text(json.dumps(manifest))


def without_touches(run: Path) -> None:
    path = run / "guesses.parquet"
    table = pq.read_table(path)
    pq.write_table(table.slice(0, table.num_rows - 1), path)


@pytest.mark.parametrize("command", ["report", "compare"])
@pytest.mark.parametrize(
    "damage, says",
    [
        (empty, "has no finished match"),
        (corrupt, "turns.parquet cannot be read"),
        (other_version, "has schema version 99"),
        (without_spec, "does not say what was played"),
        (without_touches, "are missing from its tables"),
    ],
)
def test_a_damaged_run_is_named_and_nothing_is_written(
    command: str, damage: Any, says: str, runs: Path
) -> None:
    damage(runs / "first")
    more = ["-o", "page.html"] if command == "report" else ["--row", "0", "--row", "1"]
    done = cluejam(command, str(runs / "first"), *more)
    assert done.exit_code == 1, done.output
    assert says in done.stderr
    assert not Path("page.html").exists()


def test_a_run_that_was_cut_short_is_told_and_read(runs: Path) -> None:
    path = runs / "first" / "manifest.json"
    path.write_text(path.read_text().replace('"status": "finished"', '"status": "interrupted"'))
    done = cluejam("report", str(runs / "first"))
    assert done.exit_code == 0
    assert "this run is interrupted" in done.stderr


def test_teams_are_called_what_the_spec_calls_them(tmp_path: Path) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(
        'rules = "classic"\nboards = 6\nseed = 1\n'
        '[teams.sure]\nspymaster = "margin"\nguesser = "nearest"\n'
        '[teams.lost]\nspymaster = "random"\nguesser = "random"\n'
    )
    cluejam("run", str(spec), "-o", str(tmp_path / "run"))
    told = cluejam("ratings", str(tmp_path / "run")).stdout
    assert "sure beats lost" in told
    assert "sure: margin(embedding=use) > nearest(embedding=use)" in told
    plain = json.loads(cluejam("ratings", str(tmp_path / "run"), "--json").stdout)
    assert plain["names"]["random > random"] == "lost"
    page = tmp_path / "report.html"
    cluejam("report", str(tmp_path / "run"), "-o", str(page))
    assert '<span title="random &gt; random">lost</span>' in page.read_text()
