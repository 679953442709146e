"""Boards in a file: read as written, and mistakes named with file and line."""

from pathlib import Path

import numpy as np
import pytest

import cluejam_ai
from cluejam_ai.boardfile import read_boards
from cluejam_ai.errors import CluejamError, NotationError, RuleError
from cluejam_ai.game.boards import deal
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.words.lists import load_board_words


@pytest.mark.parametrize("rules", ["duo", "duet", "classic", "solo(preset=kim2019)"])
def test_boards_are_read_as_they_were_dealt(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("\n".join(cluejam_ai.boards(rules, games=20, seed=5)))
    found = read_boards(path, parse_ruleset(rules))
    words = load_board_words().words
    dealt = deal(parse_ruleset(rules), 5, np.arange(20), len(words))
    assert np.array_equal(found.boards.keys, dealt.keys)
    assert np.array_equal(found.boards.starts, dealt.starts)
    read = [[found.words.words[i] for i in row] for row in found.boards.words]
    assert read == [[words[i] for i in row] for row in dealt.words]


def line(rules: str = "duo") -> str:
    return cluejam_ai.boards(rules, games=1, seed=1)[0]


@pytest.mark.parametrize(
    "text, error, says",
    [
        ("", CluejamError, "has no boards; write some with: cluejam boards"),
        ("# only talk\n", CluejamError, "has no boards"),
        (line() + "\nrubbish\n", NotationError, r"boards\.txt, line 2: no '\|'"),
        ("\n\n" + line().replace("an", "nn", 1), NotationError, r"boards\.txt, line 3: "),
        (line("duet"), RuleError, r"line 1: this is a board of 'duet', not of 'duo'"),
        (line().replace(":an", ":An", 1), RuleError, "have been touched"),
    ],
)
def test_a_mistake_in_a_file_of_boards_is_named(
    text: str, error: type[Exception], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(text)
    with pytest.raises(error, match=says):
        read_boards(path, parse_ruleset("duo"))


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CluejamError, match=r"cannot read the boards in .*boards\.txt"):
        read_boards(path, parse_ruleset("duo"))


def test_a_file_with_too_few_boards_or_words_of_another_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(line())
    with pytest.raises(CluejamError, match="has 1 boards, fewer than 2 games"):
        cluejam_ai.play("duo", "random", "random", games=2, boards=str(path), out=tmp_path / "run")
    with pytest.raises(CluejamError, match="do not go together"):
        cluejam_ai.play(
            "duo", "random", "random", games=1, boards=str(path), words=str(path), out=tmp_path / "run"
        )
    assert not (tmp_path / "run").exists()
