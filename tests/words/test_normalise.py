"""One way to write a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluejam_ai.words.normalise import normalise


@pytest.mark.parametrize(
    "text,word",
    [
        (" DOG\n", "dog"),
        ("Ice__Cream", "ice cream"),
        ("naïve", "naive"),
        ("X-Ray", "x-ray"),
        ("Smørrebrød", "smorrebrod"),
    ],
)
def test_case_accents_and_blanks_do_not_matter(text, word):
    assert normalise(text) == word


@given(st.text())
def test_normalising_twice_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)
