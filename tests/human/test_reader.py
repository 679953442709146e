"""Reading rows: what is kept, what is refused, and that the message names file and line."""

import json

import numpy as np
import pytest

from cluejam_ai.errors import RecordError
from cluejam_ai.human.example import example_people
from cluejam_ai.human.reader import read_human
from cluejam_ai.human.rows import HumanData, HumanRow

GOOD = {"id": "a", "board": ["Ant", "ICE_cream", "cat"], "clue": "Zoo", "number": 1, "targets": ["ant"]}


def written(path, *rows):
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in rows))
    return path


def test_words_are_read_as_the_package_writes_them(tmp_path):
    row = read_human(written(tmp_path / "d.jsonl", GOOD)).rows[0]
    assert row.board == ("ant", "ice cream", "cat")
    assert row.clue == "zoo"


def test_one_list_of_guesses_is_one_person(tmp_path):
    row = read_human(written(tmp_path / "d.jsonl", {**GOOD, "guesses": ["cat", "ant"]})).rows[0]
    assert row.guess_sets == (("cat", "ant"),)


def test_what_is_written_is_read_again(tmp_path):
    data = example_people()
    again = read_human(written(tmp_path / "example.jsonl", *(row.to_json() for row in data.rows)))
    assert again.rows == data.rows


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"clue": ""}, "'clue' is a text"),
        ({"number": "two"}, "'number' is a whole number"),
        ({"number": True}, "'number' is a whole number"),
        ({"board": "ant"}, "'board' is a list of cards"),
        ({"board": []}, "a board has 1 to 25 cards, not 0"),
        ({"board": ["ant", "Ant", "cat"]}, "has the card 'ant' twice"),
        ({"targets": ["owl"]}, "'owl' in 'targets' is not on the board"),
        ({"guess_sets": [["owl"]]}, "'owl' in 'guess_sets' is not on the board"),
        ({"guess_sets": "ant"}, "'guess_sets' is a list of lists"),
        ({"avoid": ["ant"]}, "the target 'ant' also stands among the cards to leave alone"),
        ({"targets": []}, "neither targets nor guesses"),
        ({"meta": 3}, "'meta' is an object"),
        ({"id": "first"}, "the id 'first' already stands in line 1"),
    ],
)
def test_a_broken_row_is_named_by_file_and_line(tmp_path, change, told):
    path = written(tmp_path / "d.jsonl", {**GOOD, "id": "first"}, "", {**GOOD, **change})
    with pytest.raises(RecordError) as error:
        read_human(path)
    assert f"{path}, line 3" in str(error.value)
    assert told in str(error.value)


def test_a_line_that_is_cut_off_is_named(tmp_path):
    with pytest.raises(RecordError, match="line 2: no JSON"):
        read_human(written(tmp_path / "d.jsonl", GOOD, '{"id": "b", "boa'))


def test_an_empty_or_missing_file_is_told(tmp_path):
    with pytest.raises(RecordError, match="has no rows"):
        read_human(written(tmp_path / "d.jsonl"))
    with pytest.raises(RecordError, match=r"cannot read .*nowhere"):
        read_human(tmp_path / "nowhere.jsonl")


def groups(*boards, games=None):
    rows = [
        HumanRow(str(k), "s", tuple(board), "x", 1, game="" if games is None else games[k])
        for k, board in enumerate(boards)
    ]
    return HumanData("", tuple(rows)).groups.tolist()


def test_rows_of_one_game_are_one_group_whatever_their_boards():
    assert groups("abc", "xyz", "abc", games=["1", "1", "2"]) == [0, 0, 1]


def test_boards_that_share_half_of_their_cards_are_one_group_also_through_a_third():
    assert groups("abcd", "cdef", "efgh", "wxyz") == [0, 0, 0, 1]
    assert groups("abcd", "efgh", "cdef", "wxyz") == [0, 0, 0, 1]
    assert groups("abcd", "dxyz") == [0, 1]


def test_cards_that_most_people_touched_come_first():
    row = HumanRow("1", "", ("a", "b", "c"), "x", 1, guess_sets=(("a", "b"), ("c", "b")))
    assert row.guesses == ("b", "a", "c")


def test_a_frame_has_a_line_for_every_row_and_its_group():
    frame = example_people().to_frame()
    assert frame["clue"].tolist() == ["ship", "tool", "health", "fruit", "music", "wild"]
    assert np.array_equal(frame["group"], [0, 0, 1, 1, 2, 2])
