"""Readers of published records say which file and line they cannot read, and why."""

import json

import pytest

from cluejam_ai.errors import RecordError
from cluejam_ai.results.importers.kim2019 import RecordedResult, read_results
from cluejam_ai.results.importers.tog2025 import (
    RecordedClue,
    RecordedEnd,
    RecordedGame,
    RecordedGuess,
    read_games,
)

GAME = {
    "group": "a group",
    "mode": "two_teams",
    "seed": 7,
    "moves": [{"clue": "sea", "number": 2, "team": "red"}, {"guess": "FISH"}],
    "turns": 11,
    "blue": 3,
    "civilian": 4,
    "assassin": 1,
    "red": 6,
    "winner": "B",
}
HEADER = "spymaster,guesser,threshold,seed,turns,blue,civilian,assassin,red"


def games_file(tmp_path, *lines):
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines))
    return path


def changed(**changes):
    return json.dumps({**GAME, **changes})


def without(name):
    return json.dumps({key: value for key, value in GAME.items() if key != name})


def test_a_recorded_game_is_read_value_by_value(tmp_path):
    path = games_file(tmp_path, json.dumps(GAME), "", changed(winner="R", mode="one_team"))
    first, second = read_games(path)
    assert first == RecordedGame(
        group="a group",
        mode="two_teams",
        seed=7,
        moves=(RecordedClue("sea", 2, "red"), RecordedGuess("FISH")),
        end=RecordedEnd(turns=11, red=6, blue=3, civilian=4, assassin=1, winner="blue"),
    )
    assert (second.mode, second.end.winner) == ("one_team", "red")


@pytest.mark.parametrize(
    "line, why",
    [
        ("{", "this is not JSON"),
        ("[1]", "this is no game but list; a game is a JSON object"),
        (without("seed"), "'seed' is missing"),
        (changed(seed="7"), "seed='7' is not a int"),
        (changed(seed=True), "seed=True is not a int"),
        (changed(turns=-1), "turns=-1 is below 0"),
        (changed(mode="three_teams"), "mode='three_teams' is not one of one_team, two_teams"),
        (changed(winner="blue"), "winner='blue' is not one of R, B"),
        (changed(group=None), "group=None is not a str"),
        (changed(moves=[]), "the moves do not begin with a clue"),
        (changed(moves=[{"guess": "FISH"}]), "the moves do not begin with a clue"),
        (changed(moves=[*GAME["moves"], 3]), "move 3: this is neither a clue nor a guess: 3"),
        (changed(moves=[*GAME["moves"], {}]), "move 3: this is neither a clue nor a guess: {}"),
        (changed(moves=[{"clue": "sea", "team": "red"}]), "move 1: 'number' is missing"),
        (
            changed(moves=[{"clue": "sea", "number": 1, "team": "green"}]),
            "move 1: team='green' is not one of red, blue",
        ),
        (changed(moves=[*GAME["moves"], {"guess": 3}]), "move 3: guess=3 is not a str"),
    ],
)
def test_a_line_that_is_no_game_is_an_error_that_names_file_and_line(tmp_path, line, why):
    path = games_file(tmp_path, json.dumps(GAME), line)
    with pytest.raises(RecordError) as error:
        read_games(path)
    assert str(error.value).startswith(f"{path}, line 2")
    assert why in str(error.value)


@pytest.mark.parametrize("read, what", [(read_games, "games"), (read_results, "results")])
def test_a_file_that_cannot_be_read_is_an_error(tmp_path, read, what):
    with pytest.raises(RecordError, match=f"cannot read the {what} in .*nowhere"):
        read(tmp_path / "nowhere")
    bad = tmp_path / "bad"
    bad.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(RecordError, match=f"cannot read the {what} in .*bad"):
        read(bad)


def results_file(tmp_path, *lines):
    path = tmp_path / "results.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_recorded_result_is_read_value_by_value(tmp_path):
    path = results_file(tmp_path, HEADER, "a,b,0.3,100,8,1,2,3,4", "b,a,0.7,150,25,7,0,0,5")
    won, lost = read_results(path)
    assert won == RecordedResult("a", "b", 0.3, 100, 8, 1, 2, 3, 4)
    assert (won.won, lost.won) == (True, False)


def test_columns_may_stand_in_another_order(tmp_path):
    path = results_file(
        tmp_path, "red,assassin,civilian,blue,turns,seed,threshold,guesser,spymaster", "4,3,2,1,8,100,.3,b,a"
    )
    assert read_results(path) == [RecordedResult("a", "b", 0.3, 100, 8, 1, 2, 3, 4)]


@pytest.mark.parametrize(
    "lines, why",
    [
        ([], "line 1: the columns are not spymaster, guesser"),
        (["spymaster,guesser"], "line 1: the columns are not spymaster, guesser"),
        ([HEADER + ",green", "a,b,.3,1,1,1,1,1,1,1"], "line 1: the columns are not"),
        (
            [HEADER, "a,b,.3,1,1,1,1,1,1", "a,b,.3,1,1,1,1,1"],
            "line 3: the line does not have one value for each",
        ),
        ([HEADER, "a,b,.3,1,1,1,1,1,1,1"], "line 2: the line does not have one value for each"),
        ([HEADER, "a,b,far,1,1,1,1,1,1"], "line 2: threshold='far' is not a number"),
        ([HEADER, "a,b,.3,1,x,1,1,1,1"], "line 2: turns='x' is not a whole number from 0 on"),
        ([HEADER, "a,b,.3,1,-1,1,1,1,1"], "line 2: turns='-1' is not a whole number from 0 on"),
    ],
)
def test_a_file_without_the_columns_or_values_is_an_error_that_names_file_and_line(tmp_path, lines, why):
    path = results_file(tmp_path, *lines)
    with pytest.raises(RecordError) as error:
        read_results(path)
    assert str(error.value).startswith(f"{path}, {why}")
