"""Board words, ours and a user's."""

import pytest

from cluejam_ai.errors import WordListError
from cluejam_ai.words.lists import load_board_words, read_board_words

CARDS = [f"Card{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]


def write(tmp_path, text, name="mine.txt"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_text_file_may_hold_comments_blank_lines_and_capitals(tmp_path):
    found = read_board_words(write(tmp_path, "# mine\n\nICE_CREAM\n" + "\n".join(CARDS)))
    assert found.name == "mine"
    assert found.words == ("ice cream", *(card.lower() for card in CARDS))


@pytest.mark.parametrize("head,row", [("", "{}"), ("Word\n", "{}"), ("id,word\n", "7,{}")])
def test_a_table_is_read_by_its_column_of_words(tmp_path, head, row):
    path = write(tmp_path, head + "\r\n".join(row.format(card) for card in CARDS), "mine.csv")
    assert read_board_words(path).words == tuple(card.lower() for card in CARDS)


def test_a_word_twice_is_named_with_both_lines(tmp_path):
    with pytest.raises(WordListError, match="'carda' stands in lines 1 and 27"):
        read_board_words(write(tmp_path, "\n".join([*CARDS, "CARDA"])))


def test_too_few_words_are_counted(tmp_path):
    with pytest.raises(WordListError, match="holds 3 words; a board needs at least 25"):
        read_board_words(write(tmp_path, "a\nb\nc"))


def test_bytes_that_are_no_text_are_located(tmp_path):
    with pytest.raises(WordListError, match=r"mine.txt: line 2 is not UTF-8"):
        read_board_words(write(tmp_path, b"dog\nca\xff\n"))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(WordListError, match=r"cannot read the word list .*none.txt"):
        read_board_words(tmp_path / "none.txt")


def test_the_shipped_list_has_cards_enough():
    words = load_board_words().words
    assert sum(" " not in word for word in words) >= 520
    assert sum(" " in word for word in words) >= 24
    assert len(set(words)) == len(words)
    assert all(len(part) <= 12 for word in words for part in word.split())


def test_the_shipped_list_holds_no_profanity():
    profanity = pytest.importorskip("better_profanity").profanity
    profanity.load_censor_words()
    assert [word for word in load_board_words().words if profanity.contains_profanity(word)] == []


def test_a_comment_behind_a_word_is_no_part_of_it(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(f"word{chr(97 + i)}  # number {i}" for i in range(25)))
    assert read_board_words(path).words == tuple(f"word{chr(97 + i)}" for i in range(25))


def test_a_line_that_is_no_word_for_its_length_is_refused_with_its_number(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("\n".join([*(f"word{chr(97 + i)}" for i in range(25)), "a" * 10_000]))
    with pytest.raises(WordListError, match=r"mine\.txt: line 26 has 10000 letters; a word has at most 60"):
        read_board_words(path)
