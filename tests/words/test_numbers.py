"""Numbers as words: the same number in digits, Roman numerals and letters."""

import pytest

from cluejam_ai.words.legality import judge
from cluejam_ai.words.numbers import counts_letters, number_name


@pytest.mark.parametrize(
    "text,name",
    [
        ("8", "eight"),
        ("viii", "eight"),
        ("eight", "eight"),
        ("0", "zero"),
        ("xiv", "fourteen"),
        ("21", "twentyone"),
        ("100", "hundred"),
        ("onehundred", "hundred"),
        ("c", "hundred"),
        ("1000000", "million"),
        ("2019", "twothousandnineteen"),
    ],
)
def test_a_number_has_one_name(text, name):
    assert number_name(text) == name


@pytest.mark.parametrize("text", ["", "night", "vv", "iix", "civil", "mild", "9" * 13, "²", "٣"])
def test_what_is_no_number_has_no_name(text):
    assert number_name(text) is None


def test_a_single_letter_counts_no_letters():
    assert (counts_letters("x"), counts_letters("10"), counts_letters("viii")) == (None, 10, 8)


@pytest.mark.parametrize(
    "card,clue,verdict",
    [
        ("EIGHT", "viii", "ILLEGAL"),
        ("EIGHT", "8", "ILLEGAL"),
        ("VIII", "eight", "ILLEGAL"),
        ("HUNDRED", "100", "ILLEGAL"),
        ("TWENTY ONE", "21", "ILLEGAL"),
        ("RAY", "x", "LEGAL"),
        ("OCTOPUS", "eight", "LEGAL"),
        ("NINE", "viii", "LEGAL"),
    ],
)
def test_a_number_word_is_barred_in_every_spelling(card, clue, verdict):
    assert judge(clue, [card]).verdict.name == verdict
