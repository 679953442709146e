"""Every row of the rules on clues, and what holds for any text."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluejam_ai.words.legality import Verdict, judge, legality_table
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

LEGAL, ILLEGAL, QUESTIONABLE = Verdict

ROWS = [
    *[
        ("BREAK", clue, ILLEGAL)
        for clue in ["break", "broken", "breakage", "breaks", "breaking", "breakdown"]
    ],
    *[("HORSESHOE", clue, ILLEGAL) for clue in ["horse", "shoe", "horses", "unhorsed", "snowshoe"]],
    ("ENGLAND", "gland", ILLEGAL),
    ("START", "art", QUESTIONABLE),
    ("THEATER", "theatre", ILLEGAL),
    ("THEATER", "t-h-e-a-t-r-e", ILLEGAL),
    ("NIGHT", "knight", LEGAL),
    ("NIGHT", "k-n-i-g-h-t", LEGAL),
    ("RAY", "x", LEGAL),
    ("RAY", "X", LEGAL),
    ("THEATER", "bow", LEGAL),
    ("SHIP", "b-o-w", LEGAL),
    ("BOW", "b-o-w", ILLEGAL),
    ("DOG", "two words", ILLEGAL),
    *[("ICE CREAM", clue, ILLEGAL) for clue in ["ice", "cream", "creamy", "icecream", "ice-cream"]],
    ("NEW YORK", "york", ILLEGAL),
    ("MEXICO", "mexican", ILLEGAL),
    ("CANADA", "canadian", ILLEGAL),
    ("CHANGE", "changing", ILLEGAL),
    ("CENTER", "centres", ILLEGAL),
    ("CODE", "coding", ILLEGAL),
    ("LEAD", "led", ILLEGAL),
    ("SUPERHERO", "superheroes", ILLEGAL),
    ("MOUSE", "mice", ILLEGAL),
    ("GRAY", "grey", ILLEGAL),
    ("FRANCE", "french", ILLEGAL),
    ("CHECK", "cheque", ILLEGAL),
    ("FLY", "flight", ILLEGAL),
    ("BICYCLE", "bike", ILLEGAL),
    ("EIGHT", "8", ILLEGAL),
    ("AMAZON", "amazing", LEGAL),
    ("MARBLE", "able", LEGAL),
    ("WATER", "after", LEGAL),
    ("GREEN", "agree", LEGAL),
    ("BEAR", "bar", LEGAL),
    ("ACT", "reactor", LEGAL),
    ("DOG", "x-ray", QUESTIONABLE),
    ("DOG", "t-shirt", QUESTIONABLE),
    ("CAFE", " Café ", ILLEGAL),
    *[(card, "service", ILLEGAL) for card in ["SERVE", "SERVER", "SERVANT"]],
    ("LIQUORICE", "licorice", ILLEGAL),
    ("RACCOON", "racoons", ILLEGAL),
    ("THIEF", "thievery", ILLEGAL),
    ("ICE", "icicle", ILLEGAL),
    ("PART", "particle", ILLEGAL),
    ("JUSTICE", "unjust", ILLEGAL),
    ("MERMAID", "mermen", ILLEGAL),
    ("UNDERTAKER", "under", ILLEGAL),
    ("BREAKDOWN", "down", ILLEGAL),
    ("SUNSET", "outset", LEGAL),
    ("ANTARCTICA", "arctic", ILLEGAL),
    ("ACID", "antacid", ILLEGAL),
    ("MAN", "woman", QUESTIONABLE),
    ("TOWER", "tow", QUESTIONABLE),
    ("ROSE", "arose", QUESTIONABLE),
    ("RISE", "arose", ILLEGAL),
    ("PORT", "transport", QUESTIONABLE),
    ("AIRPORT", "transport", LEGAL),
    ("PASSPORT", "porter", LEGAL),
    ("RECOVER", "over", QUESTIONABLE),
    ("PARKING LOT", "lottery", LEGAL),
    ("DOG", "the8th", ILLEGAL),
    ("DOG", "", ILLEGAL),
    ("DOG", "кошка", ILLEGAL),
    ("DOG", "a\x00b", ILLEGAL),
]


@pytest.mark.parametrize("card,clue,verdict", ROWS, ids=[f"{clue!r}-for-{card}" for card, clue, _ in ROWS])
def test_a_row_of_the_rules(card, clue, verdict):
    assert judge(clue, [card]).verdict is verdict


def test_an_illegal_clue_names_the_rule_and_the_card():
    found = judge("broken", ["NIGHT", "BREAK"])
    assert (found.rule, found.card) == ("inflection", "break")
    assert found.reason == "'broken' is a form of 'break' on the board"


def test_a_covered_card_restricts_nothing():
    assert judge("breakdown", ["NIGHT"]).verdict is LEGAL


def test_carpet_is_never_plainly_illegal_for_car():
    assert judge("carpet", ["CAR"]).verdict is not ILLEGAL


@pytest.mark.parametrize("clue", ["b", "three", "3"])
def test_a_letter_or_a_letter_count_that_fits_all_intended_cards_is_illegal(clue):
    cards = ["BUG", "BED", "BOW"]
    assert judge(clue, cards, number=3, targets=cards).verdict is ILLEGAL
    assert judge(clue, cards).verdict is QUESTIONABLE
    assert judge(clue, cards, number=1, targets=["BUG"]).verdict is LEGAL


@pytest.mark.parametrize("clue", ["eight", "8"])
def test_a_number_that_refers_to_meaning_is_legal(clue):
    cards = ["BALL", "FIGURE", "OCTOPUS"]
    assert judge(clue, cards, number=3, targets=cards).verdict is LEGAL
    assert judge(clue, [*cards, "ELEPHANT"], number=3, targets=cards).verdict is LEGAL


def test_the_number_is_no_second_clue():
    found = judge("citrus", ["LEMON", "OCTOPUS"], number=8, targets=["LEMON", "OCTOPUS"])
    assert (found.verdict, found.rule) == (ILLEGAL, "number")
    assert judge("citrus", ["LEMON", "ORANGE"], number=2, targets=["LEMON", "ORANGE"]).verdict is LEGAL


@given(st.text(), st.lists(st.text(), max_size=3))
def test_any_text_gets_a_verdict_and_a_reason(clue, cards):
    found = judge(clue, cards)
    assert found.verdict in Verdict
    assert found.reason


@settings(max_examples=200)
@given(st.sampled_from(load_lexicon().words), st.sampled_from(load_board_words().words))
def test_a_table_of_one_pair_equals_judge(clue, card):
    assert legality_table([card], [clue])[0, 0] == judge(clue, [card]).verdict


def test_the_table_equals_judge():
    rng = random.Random(5)
    cards = [*rng.sample(load_board_words().words, 12), "england", "start", "night"]
    clues = [
        *rng.sample(load_lexicon().clues, 400),
        "gland",
        "art",
        "knight",
        "x-ray",
        "8",
        "five",
        "t",
        "two words",
    ]
    table = legality_table(cards, clues)
    assert table.dtype == np.uint8
    assert np.array_equal(table, [[judge(clue, [card]).verdict for clue in clues] for card in cards])
