"""Importers: files in the form of each format, written here by hand."""

import json

import pytest

from cluejam_ai.errors import CluejamError, RecordError, UnknownNameError
from cluejam_ai.human.importers.base import formats, import_human
from tests.interactive.tables import play_on, sit


def test_bigbench_has_clue_board_and_targets(tmp_path):
    asked = (
        "Try to identify the 2 words best associated with the word NIGHT-LIGHT from the following list:\n"
        "lamp, king arthur, bed, fork. Give your answer in alphabetical order."
    )
    path = tmp_path / "task.json"
    path.write_text(json.dumps({"name": "codenames", "examples": [{"input": asked, "target": "bed, lamp"}]}))
    (row,) = import_human("bigbench", path).rows
    assert row.board == ("lamp", "king arthur", "bed", "fork")
    assert (row.clue, row.number, row.targets) == ("night-light", 2, ("bed", "lamp"))
    assert row.avoid == ("king arthur", "fork")


def test_another_task_of_bigbench_is_refused_with_its_place(tmp_path):
    path = tmp_path / "task.json"
    path.write_text(json.dumps({"examples": [{"input": "What is 2 + 2?", "target": "4"}]}))
    with pytest.raises(RecordError, match="example 0"):
        import_human("bigbench", path)
    path.write_text("[]")
    with pytest.raises(RecordError, match="no list 'examples'"):
        import_human("bigbench", path)


def cultural(path, *lines):
    path.write_text('"",base_text,all_text,output\n' + "".join(f"{line}\n" for line in lines))
    return import_human("cultural-codes", path).rows


def test_cultural_codes_guesses(tmp_path):
    (row,) = cultural(
        tmp_path / "g.csv",
        "0,\"remaining: ['lamp', 'bed', 'fork'], hint: night\",\"AGE: 30\",\"lamp, bed\"",
    )
    assert (row.board, row.clue, row.number) == (("lamp", "bed", "fork"), "night", 2)
    assert row.guess_sets == (("lamp", "bed"),)
    assert "30" not in json.dumps(row.to_json())


def test_cultural_codes_targets_one_a_line_are_joined(tmp_path):
    start = "\"remaining: ['lamp', 'bed', 'fork'], rationale: a, target: b, or so, target: "
    rows = cultural(
        tmp_path / "t.csv",
        f'0,{start}lamp, hint: night",x,True',
        f'1,{start}bed, hint: night",x,False',
        f'2,{start}fork, hint: food",x,True',
    )
    assert [(row.clue, row.targets, row.number) for row in rows] == [
        ("night", ("lamp", "bed"), 2),
        ("food", ("fork",), 1),
    ]


def test_cultural_codes_clues_have_cards_to_avoid_and_no_board_beyond(tmp_path):
    path = tmp_path / "c.csv"
    path.write_text(";base_text;output\n0;black: ['axe'], tan: ['fork', 'cup'], targets: ['bed'];night\n")
    (row,) = import_human("cultural-codes", path).rows
    assert (row.clue, row.targets, row.assassin, row.avoid) == ("night", ("bed",), ("axe",), ("fork", "cup"))
    assert set(row.board) == {"bed", "axe", "fork", "cup"}


def test_cultural_codes_that_is_none_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"c\.csv, line 2: neither"):
        cultural(tmp_path / "c.csv", "0,nothing of use,x,y")
    (tmp_path / "d.csv").write_text("a,b\n1,2\n")
    with pytest.raises(RecordError, match="no column 'base_text' and 'output'"):
        import_human("cultural-codes", tmp_path / "d.csv")
    (tmp_path / "d.csv").write_text("a,output\n1,2\n")
    with pytest.raises(RecordError, match="no column 'base_text'; is it"):
        import_human("cultural-codes", tmp_path / "d.csv")


def test_any_csv_by_its_columns_and_answers_of_several_people(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text(
        "person,hint,w1,w2,w3,meant,said\n"
        "1,night,lamp,bed,fork,lamp;bed,lamp;fork\n"
        "2,night,lamp,bed,fork,lamp;bed,bed\n"
        "1,food,lamp,bed,fork,fork,fork\n"
    )
    columns = {"clue": "hint", "board": "w1 w2 w3", "targets": "meant", "guesses": "said"}
    first, second = import_human("csv", path, columns).rows
    assert first.board == ("lamp", "bed", "fork")
    assert first.guess_sets == (("lamp", "fork"), ("bed",))
    assert (first.number, second.number, second.guess_sets) == (2, 1, (("fork",),))


@pytest.mark.parametrize(("said", "number"), [("2", 2), ("2.0", 2), ("-1", -1), ("-1.", -1)])
def test_a_whole_number_may_be_written_as_programs_do(tmp_path, said, number):
    path = tmp_path / "answers.csv"
    path.write_text(f"clue,board,targets,number\nnight,lamp|bed|fork,lamp,{said}\n")
    assert import_human("csv", path).rows[0].number == number
    path.write_text("clue,board,targets,number\nnight,lamp|bed|fork,lamp,1.5\n")
    with pytest.raises(RecordError, match=r"'number' is a whole number, not '1\.5'"):
        import_human("csv", path)


@pytest.mark.parametrize("between", [",", ";", "|", " ; "])
def test_cards_in_one_cell_are_divided_and_spaces_do_not_divide(tmp_path, between):
    path = tmp_path / "answers.csv"
    path.write_text(f'clue,board,targets\nnight,"{between.join(("lamp", "king arthur", "bed"))}",bed\n')
    assert import_human("csv", path).rows[0].board == ("lamp", "king arthur", "bed")
    path.write_text("clue,board,targets\nnight,lamp;bed;fork,lamp bed\n")
    with pytest.raises(RecordError, match=r"'lamp bed' in 'targets' is not on the board; .* divided by"):
        import_human("csv", path)
    path.write_text("clue,board,targets\nnight,lamp bed fork,bed\n")
    with pytest.raises(RecordError, match=r"'bed' in 'targets' is not on the board; .* divided by"):
        import_human("csv", path)
    path.write_text("clue,board,targets\nnight,lamp;bed;fork,spoon\n")
    with pytest.raises(RecordError, match=r"'spoon' in 'targets' is not on the board$"):
        import_human("csv", path)


def test_columns_that_are_not_there_are_named_with_the_nearest(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("clue,cards\nnight,lamp\n")
    with pytest.raises(CluejamError, match="no column 'card' for 'board'; did you mean 'cards'"):
        import_human("csv", path, {"board": "card"})
    with pytest.raises(CluejamError, match="called 'clu'; did you mean 'clue'"):
        import_human("csv", path, {"clu": "clue"})


def test_turns_of_our_own_games_and_those_that_tell_nothing_fall_out(tmp_path):
    turn = {
        "id": "g-0",
        "board": ["a", "b"],
        "clue": "x",
        "number": 1,
        "targets": ["a"],
        "meta": {"game": "g"},
    }
    silent = {**turn, "id": "g-1", "targets": [], "guesses": [], "guess_sets": [[]]}
    path = tmp_path / "turns.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (turn, silent)))
    assert [row.id for row in import_human("games", path).rows] == ["g-0"]


def test_saved_games_one_or_a_folder_are_read_and_what_an_agent_touched_is_left_out(tmp_path):
    for seat in ("guesser", "spymaster"):
        session = sit(tmp_path, "duo(turns=6)", seat=seat)
        play_on(session, "win")
        if seat == "guesser":
            path = session.writer.path
    rows = import_human("games", path).rows
    assert {row.game for row in rows} == {path.stem}
    assert {row.meta["guess_by"] for row in rows} == {"person"}
    assert all(row.guess_sets and row.targets for row in rows)
    # the person of the other game did not tell the targets, and the cards there were touched by an agent
    assert import_human("games", tmp_path).rows == rows


def test_formats_are_listed_and_a_wrong_one_is_met_with_the_nearest(tmp_path):
    assert set(formats()) == {"bigbench", "csv", "cultural-codes", "games"}
    assert all(formats().values())
    with pytest.raises(UnknownNameError, match="did you mean 'bigbench'"):
        import_human("bigbnch", tmp_path)
    with pytest.raises(CluejamError, match="no columns to choose"):
        import_human("bigbench", tmp_path, {"clue": "x"})
