import pytest

from cluejam_ai.errors import (
    CluejamError,
    EmbeddingError,
    NotationError,
    RecordError,
    RuleError,
    UnknownNameError,
    WordListError,
    suggestion,
)


def test_the_nearest_known_name_is_suggested():
    assert suggestion("neerest", ["random", "nearest"]) == "; did you mean 'nearest'?"


def test_without_a_near_name_the_known_ones_are_listed_in_order():
    assert suggestion("q", ["random", "nearest"]) == "; known are nearest, random"


def test_where_nothing_is_known_nothing_is_added():
    assert suggestion("q", []) == ""


def test_an_unknown_name_says_kind_name_and_suggestion():
    error = UnknownNameError("guesser", "neerest", {"nearest": 1, "random": 2})
    assert str(error) == "unknown guesser 'neerest'; did you mean 'nearest'?"


@pytest.mark.parametrize(
    "error",
    [NotationError, RuleError, UnknownNameError, WordListError, EmbeddingError, RecordError],
)
def test_every_error_a_user_can_cause_is_of_one_family(error):
    assert issubclass(error, CluejamError)
    assert not issubclass(CluejamError, ValueError)
