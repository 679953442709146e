"""Words of other languages: the rules that need no table, and what is said to be off."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from cluejam_ai.api import make_pairing, play
from cluejam_ai.cli.app import app
from cluejam_ai.errors import CluejamError
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop
from cluejam_ai.words.language import language_named
from cluejam_ai.words.legality import Verdict, judge, legality_table
from cluejam_ai.words.lexicon import read_lexicon
from cluejam_ai.words.lists import read_board_words

LEGAL, ILLEGAL, QUESTIONABLE = Verdict

ROWS = [
    ("дом", "дом", ILLEGAL, "same-word"),
    ("дом", "Дом", ILLEGAL, "same-word"),
    ("дом", "домик", ILLEGAL, "compound"),
    ("водопад", "вода", LEGAL, "legal"),
    ("водопад", "вод", ILLEGAL, "compound"),
    ("новый год", "год", ILLEGAL, "name-part"),
    ("кот", "собака", LEGAL, "legal"),
    ("кот", "dog", ILLEGAL, "script"),
    ("кот", "два слова", ILLEGAL, "one-word"),
    ("犬", "子犬", ILLEGAL, "compound"),
    ("犬", "猫", LEGAL, "legal"),
]


@pytest.mark.parametrize("card,clue,verdict,rule", ROWS)
def test_another_script_has_the_rules_on_whole_words(card, clue, verdict, rule):
    found = judge(clue, [card], language="other")
    assert (found.verdict, found.rule) == (verdict, rule)


def test_accents_tell_words_apart_in_other_languages_and_not_in_english():
    assert judge("ou", ["où"], language="fr").verdict is LEGAL
    assert judge("cafe", ["café"]).verdict is ILLEGAL
    assert judge("Haustür", ["Haus"], language="de").rule == "compound"
    assert judge("mice", ["mouse"], language="de").verdict is LEGAL


def test_the_rules_that_are_off_are_named():
    assert language_named("en-GB").rules_off == ()
    off = language_named("de").rules_off
    assert {"inflection", "derivation", "spelling", "hidden", "letter"} <= set(off)
    assert not {"same-word", "compound", "name-part"} & set(off)


def write(path, lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


CLUES = [f"{a}{b}ло" for a in "бвгдж" for b in "аеиоу"]
RUSSIAN = [f"слово{letter}" for letter in "абвгдежзиклмнопрстуфхцчшщэ"]


def test_a_list_says_its_language_or_shows_it(tmp_path):
    assert read_board_words(write(tmp_path / "r.txt", RUSSIAN)).language == "other"
    german = read_board_words(
        write(
            tmp_path / "g.txt", ["# language: de", "Tür", *(f"wort{c}" for c in "abcdefghijklmnopqrstuvwxyz")]
        )
    )
    assert (german.language, german.words[0]) == ("de", "tür")


def spec_of(**files):
    pairing = make_pairing("random", "random")
    return RunSpec(rules="duo", pairings=(pairing,), games=1, seed=1, series=1, boards=None, **files)


def test_a_run_names_the_rules_that_are_off_and_refuses_two_languages(tmp_path):
    words, clues = write(tmp_path / "w.txt", RUSSIAN), write(tmp_path / "c.txt", ["море", "небо"])
    shop = Workshop(spec_of(words=words, lexicon=clues))
    assert "inflection" in shop.inputs()["language"]["rules_off"]
    assert read_lexicon(clues).language == "other"
    with pytest.raises(CluejamError, match="in another language than the clue words"):
        _ = Workshop(spec_of(words=words, lexicon=None)).language


def test_a_users_words_and_vectors_of_another_script_play(tmp_path):
    rng = np.random.default_rng(3)
    rows = [f"{word} {' '.join(f'{x:.4f}' for x in rng.normal(size=8))}" for word in [*RUSSIAN, *CLUES]]
    vectors = write(tmp_path / "v.txt", rows)
    run = play(
        "duo",
        games=3,
        seed=1,
        embedding=f'file("{vectors}")',
        words=write(tmp_path / "w.txt", RUSSIAN),
        lexicon=write(tmp_path / "c.txt", [*CLUES, "сло"]),
        out=tmp_path / "run",
    )
    assert len(run.matches) == 3
    assert set(run.turns["clue"]) <= set(CLUES)
    assert "hidden" in run.manifest["inputs"]["language"]["rules_off"]


def test_simulate_says_which_rules_are_off(tmp_path):
    files = ["--words", write(tmp_path / "w.txt", RUSSIAN), "--lexicon", write(tmp_path / "c.txt", CLUES)]
    agents = ["--spymaster", "random", "--guesser", "random", "--games", "2", "--seed", "1"]
    done = CliRunner().invoke(app, ["simulate", *files, *agents, "--out", str(tmp_path / "run")])
    assert done.exit_code == 0, done.output
    assert "rules on clues are off: spelling, inflection" in done.stderr


@given(st.text(), st.lists(st.text(), max_size=3), st.sampled_from(["en", "de", "other"]))
def test_any_text_in_any_language_gets_a_verdict(clue, cards, language):
    found = judge(clue, cards, language=language)
    assert found.verdict in Verdict
    assert found.reason


def test_the_table_of_another_language_equals_judge():
    cards = ["дом", "новый год", "водопад"]
    clues = ["домик", "год", "вод", "кот", "dog", "новый"]
    wanted = [[judge(clue, [card], language="other").verdict for clue in clues] for card in cards]
    assert np.array_equal(legality_table(cards, clues, language="other"), wanted)
