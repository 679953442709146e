"""The shipped lexicon and a user's own."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from cluejam_ai.errors import WordListError
from cluejam_ai.words.lexicon import load_lexicon, read_lexicon
from cluejam_ai.words.morphology import standard_spelling


def write(tmp_path, text, name="mine.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_lexicon_holds_clues_first_each_in_order_of_frequency():
    lexicon = load_lexicon()
    assert (len(lexicon), lexicon.n_clues) == (15_000, 10_000)
    assert len(set(lexicon.words)) == len(lexicon)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in lexicon.words)
    assert np.all(np.diff(lexicon.ranks[: lexicon.n_clues]) > 0)
    assert np.all(np.diff(lexicon.ranks[lexicon.n_clues :]) > 0)
    assert [lexicon.index()[word] for word in lexicon.words] == list(range(len(lexicon)))


def test_no_clue_is_profane():
    profanity = pytest.importorskip("better_profanity").profanity
    profanity.load_censor_words()
    assert [word for word in load_lexicon().clues if profanity.contains_profanity(word)] == []


@pytest.mark.parametrize(
    "word",
    [
        "the",
        "very",
        "both",
        "last",
        "utmost",
        "behalf",
        "inc",
        "mr",
        "ve",
        "seven",
        "mexican",
        "john",
        "dogs",
    ],
)
def test_words_that_say_nothing_are_no_clues(word):
    assert word not in load_lexicon().clues


def test_ranks_and_the_number_of_clues_are_read(tmp_path):
    found = read_lexicon(write(tmp_path, "# n_clues: 2\nword,rank\nSea,9\nsky,12\nseas,30\n"))
    assert (found.words, found.ranks.tolist(), found.n_clues) == (("sea", "sky", "seas"), [9, 12, 30], 2)


def test_without_ranks_the_order_is_the_rank(tmp_path):
    assert read_lexicon(write(tmp_path, "sea\nsky\n", "mine.txt")).ranks.tolist() == [1, 2]


@pytest.mark.parametrize(
    "text,message",
    [
        ("", "holds no words"),
        ("word,rank\nsea,x\n", "line 2: rank 'x' is not a whole number"),
        ("ice cream,1\n", "'ice cream' is more than one word"),
        ("# n_clues: 5\nsea\n", "n_clues is '5', not a number from 1 to 1"),
        ("sea,1\nSea,2\n", "'sea' stands in lines 1 and 2"),
    ],
)
def test_a_lexicon_that_makes_no_sense_is_refused(tmp_path, text, message):
    with pytest.raises(WordListError, match=message):
        read_lexicon(write(tmp_path, text))


def test_different_lexicons_have_different_hashes(tmp_path):
    one = read_lexicon(write(tmp_path, "sea,1\n"))
    assert one.sha256 != read_lexicon(write(tmp_path, "sea,2\n")).sha256
    assert one.sha256 == read_lexicon(Path(write(tmp_path, "SEA,1\n"))).sha256


def test_the_shipped_lexicon_reads_the_same_as_a_users_file():
    path = Path(str(files("cluejam_ai.resources").joinpath("lexicon.csv")))
    quick, checked = load_lexicon(), read_lexicon(path)
    assert quick.words == checked.words
    assert (quick.sha256, quick.language) == (checked.sha256, checked.language)


@pytest.mark.parametrize(
    "double,kept",
    [
        ("limited", "limit"),
        ("sweetness", "sweet"),
        ("expected", "expect"),
        ("daddy", "dad"),
        ("polls", "poll"),
        ("relation", "relations"),
        ("dialog", "dialogue"),
        ("condo", "condominium"),
        ("robotics", "robotic"),
    ],
)
def test_a_family_has_one_form_where_nobody_tells_them_apart(double, kept):
    clues = load_lexicon().clues
    assert double not in clues
    assert kept in clues


def test_no_clue_stands_beside_its_plural_unless_that_means_something_else():
    clues = set(load_lexicon().clues)
    pairs = {word for word in clues if word.endswith("s") and not word.endswith("ss") and word[:-1] in clues}
    assert pairs == {"news", "arms", "odds", "tears", "woods", "economics", "mechanics"}


def test_no_clue_stands_beside_another_spelling_of_it():
    clues = set(load_lexicon().clues)
    assert [
        word for word in clues if standard_spelling(word) != word and standard_spelling(word) in clues
    ] == []


def test_words_that_only_look_like_forms_stay():
    assert {"business", "witness", "wedding", "building", "magical", "mechanic"} <= set(load_lexicon().clues)
