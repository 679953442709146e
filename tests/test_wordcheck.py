"""What is said of a person's clue and of a person's list."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from cluejam_ai.cli.app import app
from cluejam_ai.errors import CluejamError
from cluejam_ai.wordcheck import check_clue, check_words
from cluejam_ai.words.legality import Verdict

LIST = ["SCUBA", "DIVER", "Diver", "HORSE", "HORSESHOE", "BREAK", "BROKEN", "BASTARD", "ICE CREAM", "ZXQY"]


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(LIST), encoding="utf-8")
    return check_words(path)


def cluejam(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_duplicates_phrases_and_profanity_are_named(report):
    assert report.n_words == len(LIST) - 1
    assert report.duplicates == ("diver",)
    assert report.several_words == ("ice cream",)
    assert report.barred == ("bastard",)


def test_words_without_a_vector_are_named_for_each_embedding(report):
    assert "zxqy" in report.without_vector["use"]
    assert "horse" not in report.without_vector["use"]


def test_pairs_that_one_clue_fits_are_named_with_the_reason(report):
    found = {(pair.first, pair.second): pair.why for pair in reversed(report.confusable)}
    assert found["horse", "horseshoe"] == "compound"
    assert found["break", "broken"] == "inflection"
    assert found["scuba", "diver"] == "they make 'scuba diver'"


def test_near_synonyms_are_confusable(tmp_path):
    path = tmp_path / "near.txt"
    path.write_text("movie\nfilm\nocean\n", encoding="utf-8")
    found = {(pair.first, pair.second, pair.why) for pair in check_words(path).confusable}
    assert ("movie", "film", "near in meaning") in found
    assert not {pair for pair in found if "ocean" in pair}


@pytest.mark.parametrize(
    "number,wanted", [("2", "ILLEGAL"), ("1", "LEGAL"), ("0", "ILLEGAL"), (None, "LEGAL")]
)
def test_the_number_counts_the_targets(number, wanted):
    found = check_clue("dark", ["NIGHT", "BREAK"], number=number, targets=["night"])
    assert found.judgement.verdict.name == wanted


@pytest.mark.parametrize(
    "number,targets,wanted",
    [
        (0, None, "LEGAL"),
        ("unlimited", None, "LEGAL"),
        (0, ["night"], "ILLEGAL"),
        ("unlimited", ["night"], "LEGAL"),
    ],
)
def test_0_and_unlimited_are_for_games_that_have_them(number, targets, wanted):
    cards = ["NIGHT", "BREAK"]
    found = check_clue("dark", cards, number=number, targets=targets, free_numbers=True)
    assert found.judgement.verdict.name == wanted
    refused = check_clue("dark", cards, number=number, targets=targets).judgement
    assert (refused.verdict, refused.rule) == (Verdict.ILLEGAL, "number")


@pytest.mark.parametrize("number", ["ten", "1.5", ""])
def test_a_number_that_is_none_is_refused(number):
    with pytest.raises(CluejamError, match="is no number of cards"):
        check_clue("dark", ["NIGHT"], number=number)


def test_a_target_that_is_not_on_the_board_is_refused():
    with pytest.raises(CluejamError, match="'sun' is not on the board"):
        check_clue("dark", ["NIGHT"], targets=["sun"])


def test_clue_check_says_the_verdict_and_the_reason():
    done = cluejam("clue-check", "broken", "--board", "BREAK,NIGHT")
    assert (done.exit_code, done.stdout) == (0, "illegal: 'broken' is a form of 'break' on the board\n")
    covered = cluejam("clue-check", "broken", "--board", "BREAK,NIGHT", "--covered", "break")
    assert covered.stdout == "legal: nothing speaks against 'broken'\n"


def test_clue_check_knows_the_games_that_have_0():
    words = ("clue-check", "dark", "--board", "NIGHT", "--number", "0")
    assert cluejam(*words).stdout.startswith("illegal: 'dark: 0'")
    assert cluejam(*words, "--rules", "duo(free_numbers=true)").stdout.startswith("legal")


def test_clue_check_in_another_script_says_which_rules_are_off():
    done = cluejam("clue-check", "домик", "--board", "дом,кот")
    assert done.stdout.startswith("illegal: ")
    assert "these rules are off: spelling, inflection" in done.stderr


def test_both_commands_have_json(tmp_path):
    found = json.loads(cluejam("clue-check", "art", "--board", "START", "--json").stdout)
    assert found["judgement"]["verdict"] == "questionable"
    assert (found["judgement"]["rule"], found["judgement"]["card"]) == ("hidden", "start")
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(LIST), encoding="utf-8")
    listed = json.loads(cluejam("words", "check", str(path), "--json").stdout)
    assert listed["duplicates"] == ["diver"]
    assert {"first", "second", "why"} == set(listed["confusable"][0])
