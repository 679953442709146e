"""What is said of a person's clue and of a person's list."""

import json
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from cluejam_ai.cli.app import app
from cluejam_ai.cli.words import MOST_PAIRS
from cluejam_ai.confusable import confusable_pairs
from cluejam_ai.errors import CluejamError
from cluejam_ai.wordcheck import MOST_WORDS, check_clue, check_words
from cluejam_ai.words.barred import is_barred
from cluejam_ai.words.legality import Verdict, judge, legality_table
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

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


@pytest.mark.parametrize(
    "board,options,message",
    [
        ([], {}, "the board has no cards"),
        (["A", "", "B"], {}, "card 2 has no name"),
        (["A", "B", "a"], {}, "'a' stands there twice"),
        (["A"], {"targets": ["A", "a"]}, "the targets: 'a' stands there twice"),
        (["A", "B"], {"covered": ["B", "B"]}, "the covered cards: 'b' stands there twice"),
        (["A"], {"covered": ["C"], "targets": ["C"]}, "'c' is covered already"),
        (["A"], {"language": " "}, "the language has no name"),
        (["A"], {"language": 3}, "a language is named by its code"),
        (["A", "B"], {"covered": ["A"], "targets": ["A"]}, "'a' is covered already"),
    ],
)
def test_a_board_that_cannot_be_is_refused(board, options, message):
    with pytest.raises(CluejamError, match=message):
        check_clue("dark", board, **options)


@pytest.mark.parametrize("board", ["", "A,,B", "A,A", "A,B,"])
def test_clue_check_names_what_is_wrong_with_a_board(board):
    done = cluejam("clue-check", "dark", "--board", board)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: the board")


def test_clue_check_asks_for_the_names_of_targets():
    done = cluejam("clue-check", "dark", "--board", "A,B", "--targets", "")
    assert done.exit_code == 1
    assert "the targets: card 1 has no name" in done.stderr


@pytest.mark.parametrize(
    "call",
    [
        lambda: check_clue(None, ["A"]),
        lambda: check_clue(b"x", ["A"]),
        lambda: check_clue("x", None),
        lambda: check_clue("x", "A,B"),
        lambda: check_clue("x", [1]),
        lambda: check_clue("x", ["A"], targets="A"),
        lambda: check_clue("x", ["A"], covered=5),
        lambda: check_clue("x", ["A"], number=1.5),
        lambda: check_clue("x", ["A"], number=True),
        lambda: judge(None, ["A"]),
        lambda: judge("x", None),
        lambda: judge("x", ["a"], language=None),
        lambda: legality_table(None, ["a"]),
        lambda: legality_table(["a"], [3]),
        lambda: check_words(3),
    ],
)
def test_a_wrong_type_is_told_as_an_error(call):
    with pytest.raises(CluejamError):
        call()


def test_cards_that_are_no_words_are_named_and_make_no_pairs(tmp_path):
    path = tmp_path / "odd.txt"
    path.write_text("😀\nh2o\nhorse\nbreak\n🚀 moon\n", encoding="utf-8")
    found = check_words(path)
    assert found.not_words == ("😀", "h2o", "🚀 moon")
    assert found.confusable == ()


def test_a_long_list_tells_progress_and_a_short_table(tmp_path):
    words = load_lexicon().words[:2000]
    path = tmp_path / "long.txt"
    path.write_text("\n".join(words), encoding="utf-8")
    steps: list[tuple[int, int]] = []
    found = check_words(path, progress=lambda done, total: steps.append((done, total)))
    assert steps[-1] == (len(words), len(words))
    done = cluejam("words", "check", str(path))
    assert len(found.confusable) > MOST_PAIRS
    assert f"and {len(found.confusable) - MOST_PAIRS:,} pairs more; --json names all" in done.stderr


def test_pairs_are_those_that_the_table_of_legality_calls_illegal():
    words = load_board_words().words
    pieces = [card.replace(" ", "") for card in words]
    table = legality_table(words, pieces) == Verdict.ILLEGAL
    wanted = {
        frozenset((words[row], words[column]))
        for row, column in zip(*np.nonzero(table), strict=True)
        if row != column
    }
    rules = {"they make", "near in"}
    found = {
        frozenset((pair.first, pair.second))
        for pair in confusable_pairs(words, "en")
        if not any(pair.why.startswith(rule) for rule in rules)
    }
    assert found == wanted
    assert wanted


def test_no_shipped_card_and_no_clue_is_barred():
    report = check_words()
    assert report.barred == ()
    assert [word for word in load_lexicon().words if is_barred(word)] == []


@pytest.mark.parametrize(
    "word,wanted", [("lens", False), ("prickly", False), ("bastards", True), ("murdered", True)]
)
def test_a_word_is_barred_with_its_inflections_but_not_by_accident(word, wanted):
    assert is_barred(word) is wanted


def test_clue_check_says_the_verdict_and_the_reason():
    done = cluejam("clue-check", "broken", "--board", "BREAK,NIGHT")
    assert (done.exit_code, done.stdout) == (0, "illegal: 'broken' is a form of 'break' on the board\n")
    covered = cluejam("clue-check", "broken", "--board", "BREAK,NIGHT", "--covered", "break")
    assert covered.stdout == "legal: nothing speaks against 'broken'\n"


def test_a_covered_card_need_not_stand_on_the_board_again():
    done = cluejam("clue-check", "broken", "--board", "NIGHT,HORSE", "--covered", "BREAK")
    assert (done.exit_code, done.stdout) == (0, "legal: nothing speaks against 'broken'\n")
    assert check_clue("dark", ["NIGHT"], covered=["NIGHT"]).judgement.verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    "clue,card,wanted",
    [
        ("schulhaus", "HAUS", "ILLEGAL"),
        ("baumhaus", "HAUS", "ILLEGAL"),
        ("haus", "BAUMHAUS", "ILLEGAL"),
        ("haus", "Haus Boot", "ILLEGAL"),
        ("apfel", "Äpfel", "LEGAL"),
        ("äpfel", "Äpfel", "ILLEGAL"),
        ("art", "START", "ILLEGAL"),
        ("tar", "START", "LEGAL"),
    ],
)
def test_a_german_board_has_the_rules_that_need_no_english(clue, card, wanted):
    found = check_clue(clue, [card], language="de")
    assert (found.judgement.verdict.name, found.language, found.language_assumed) == (wanted, "de", False)
    assert "hidden" in found.rules_off


def test_the_answer_says_which_language_was_assumed():
    asked = ("clue-check", "apfel", "--board", "Äpfel,Baum")
    assumed, named = cluejam(*asked), cluejam(*asked, "--language", "de")
    assert assumed.stderr == "language 'en' assumed; --language CODE names another\n"
    assert named.stdout == "legal: nothing speaks against 'apfel'\n"
    assert named.stderr.startswith("not English, so these rules are off: spelling, inflection")
    found = json.loads(cluejam(*asked, "--json").stdout)
    assert (found["language"], found["language_assumed"], found["rules_off"]) == ("en", True, [])


def test_a_list_that_would_take_hours_is_refused_at_once(tmp_path):
    path = tmp_path / "huge.txt"
    path.write_text("\n".join(f"word{number}" for number in range(MOST_WORDS + 1)), encoding="utf-8")
    done = cluejam("words", "check", str(path))
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(
        f"reading {path} and comparing every two cards ...\nError: {path} holds 50,001"
    )


@pytest.mark.parametrize(
    "clue,rule,reason",
    [
        ("٣", "digits", "not one number in the digits 0 to 9"),
        ("2-3", "digits", "not one number in the digits 0 to 9"),
        ("h2o", "digits", "mixes letters and digits"),
        ("t-shirt", "compound", "'t-shirt' is joined of 'shirt' and more: 'shirt' is the word on the card"),
    ],
)
def test_the_reason_is_that_of_the_clue(clue, rule, reason):
    found = check_clue(clue, ["SHIRT"]).judgement
    assert (found.verdict, found.rule) == (Verdict.ILLEGAL, rule)
    assert reason in found.reason


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
