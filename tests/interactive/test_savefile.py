import json
from itertools import pairwise

import pytest

from cluejam_ai.errors import RecordError, WordListError
from cluejam_ai.game.cards import N_CARDS
from cluejam_ai.interactive.chairs import is_person, whose_move
from cluejam_ai.interactive.game import Move
from cluejam_ai.interactive.opening import WordFiles, resumed_session
from cluejam_ai.interactive.savefile import find_unfinished, read_game, saved_games
from cluejam_ai.words.lexicon import load_lexicon
from tests.interactive import tables
from tests.interactive.people import answer
from tests.interactive.tables import play_on, said, sit


def started(folder, n_lines=4, **wishes):
    """Return the file of a game in which a person has answered some times."""
    session = sit(folder, "duo(turns=20)", **wishes)
    session.open()
    for _ in range(n_lines):
        session.feed(answer(session.game, "win"))
    session.writer.close()
    return session


def test_a_game_goes_on_from_its_file_as_if_it_had_not_been_left(tmp_path):
    left = started(tmp_path)
    again = resumed_session(left.writer.path)
    tables.OPEN.append(again)
    assert again.game.log == left.game.log
    assert again.prompt == left.prompt
    assert again.look() == left.look()
    events = play_on(again, "win")
    whole = sit(tmp_path, "duo(turns=20)")
    expected = play_on(whole, "win")
    assert again.game.log == whole.game.log
    assert said(events).splitlines()[-3:] == said(expected).splitlines()[-3:]


def test_every_move_is_on_disk_before_it_is_answered(tmp_path):
    session = sit(tmp_path, "duo(turns=20)")
    session.open()
    while not session.finished:
        session.feed(answer(session.game, "win"))
        assert read_game(session.writer.path).game.log == session.game.log


def test_a_file_cut_at_any_byte_loads_with_the_moves_before(tmp_path):
    path = started(tmp_path).writer.path
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    before = 0
    for end in range(first, len(whole) + 1):
        path.write_bytes(whole[:end])
        saved = read_game(path)
        assert saved.torn == (whole[end - 1 : end] != b"\n")
        assert len(saved.positions) >= before
        before = len(saved.positions)
    assert before == len(read_game(path).positions)
    path.write_bytes(whole[: first - 1])
    with pytest.raises(RecordError, match="no whole line"):
        read_game(path)


def test_a_torn_line_is_taken_off_when_the_game_goes_on(tmp_path):
    path = started(tmp_path).writer.path
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"touch": 3, "wo')
    again = resumed_session(path)
    tables.OPEN.append(again)
    again.feed("hint")
    again.writer.close()
    assert path.read_bytes().startswith(whole)
    assert json.loads(path.read_bytes().splitlines()[-1])["hint"] is True


@pytest.mark.parametrize(
    "change, reason",
    [
        (lambda lines: [*lines[:1], "{", *lines[1:]], "line 2 is damaged"),
        (lambda lines: [*lines[:1], "[]", *lines[1:]], "line 2 is no line of a game"),
        (lambda lines: ["{}", *lines[1:]], "first line cannot be read"),
        (lambda lines: [lines[0].replace('"cluejam_game": 1', '"cluejam_game": 9')], "format is 9"),
        (lambda lines: [lines[0].replace('"starter": ', '"starter": 7')], "who starts"),
        (lambda lines: [*lines, '{"touch": 99, "word": "x", "role": "agent"}'], "no legal move"),
        (lambda lines: [*lines, '{"clue": "x", "number": 12, "targets": []}'], "no legal move"),
        (lambda lines: [lines[0], '{"pass": true}'], "no guess is due"),
        (lambda lines: [line.replace('"agent"', '"assassin"') for line in lines], "on the key"),
        (lambda lines: [lines[0].replace('"keys": ["', '"keys": ["aaa'), *lines[1:]], "first line"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_named_and_not_swallowed(tmp_path, change, reason):
    path = started(tmp_path, hot_seat=True, n_lines=0).writer.path
    header = path.read_text().splitlines()[0]
    game = read_game(path).game
    giver = int(game.state.giver_key[0])
    own = next(place for place in range(N_CARDS) if game.state.keys[0, giver, place] == 0)
    moves = [
        '{"clue": "river", "number": 1, "targets": []}',
        json.dumps({"touch": own, "word": game.setup.words[own], "role": "agent"}),
    ]
    path.write_text("\n".join(change([header, *moves])) + "\n")
    with pytest.raises(RecordError, match=reason) as error:
        read_game(path)
    assert path.name in str(error.value)
    assert isinstance(next(saved_games(tmp_path)), RecordError)


def test_two_terminals_cannot_play_one_game(tmp_path):
    pytest.importorskip("fcntl")
    session = sit(tmp_path, "duo", hot_seat=True)
    with pytest.raises(RecordError, match="another terminal"):
        resumed_session(session.writer.path)


def clue_words(path, words):
    """Write a lexicon of a few clue words and return how a person names it."""
    path.write_text("\n".join(words) + "\n")
    return WordFiles(lexicon=str(path))


FEW = load_lexicon().clues[3000:3300]


def test_a_game_with_own_clue_words_goes_on_with_them(tmp_path):
    """The agents' clues, before and after the game was left, are of the file, though it has rarer words."""
    files = clue_words(tmp_path / "few.txt", FEW)
    left = started(tmp_path, n_lines=6, files=files)
    again = resumed_session(left.writer.path)
    tables.OPEN.append(again)
    events = play_on(again, "win")
    whole = sit(tmp_path, "duo(turns=20)", files=files)
    assert said(play_on(whole, "win")).splitlines()[-3:] == said(events).splitlines()[-3:]
    assert again.game.log == whole.game.log
    by_agents = [
        after.log[-1].clue
        for before, after in pairwise(read_game(left.writer.path).positions)
        if before.due is Move.CLUE and not is_person(whose_move(before))
    ]
    assert len(by_agents) > 2
    assert set(by_agents) <= set(FEW)
    header = read_game(left.writer.path).header["lexicon"]
    assert (header["name"], header["file"]) == ("few", files.lexicon)


def test_clue_words_that_have_changed_are_refused_when_a_game_goes_on(tmp_path):
    path = started(tmp_path, files=clue_words(tmp_path / "few.txt", FEW)).writer.path
    clue_words(tmp_path / "few.txt", FEW[1:])
    with pytest.raises(RecordError, match=r"few\.txt have changed; put back"):
        resumed_session(path)
    clue_words(tmp_path / "few.txt", FEW)
    tables.OPEN.append(resumed_session(path))
    (tmp_path / "few.txt").unlink()
    tables.OPEN.pop().writer.close()
    with pytest.raises(WordListError, match=r"few\.txt"):
        resumed_session(path)


def test_a_game_saved_before_clue_words_could_be_chosen_goes_on(tmp_path):
    path = started(tmp_path).writer.path
    header, *moves = path.read_text().splitlines()
    older = {name: value for name, value in json.loads(header).items() if name != "lexicon"}
    path.write_text("\n".join([json.dumps(older), *moves]) + "\n")
    again = resumed_session(path)
    tables.OPEN.append(again)
    assert again.brains.workshop.lexicon.name == "cluejam"


def test_the_last_unfinished_game_is_found(tmp_path):
    with pytest.raises(RecordError, match="no unfinished game"):
        find_unfinished(tmp_path)
    over = sit(tmp_path, "solo", hot_seat=True)
    play_on(over, "win")
    assert over.game.due is Move.NOTHING
    with pytest.raises(RecordError, match="no unfinished game"):
        find_unfinished(tmp_path)
    with pytest.raises(RecordError, match="is over"):
        resumed_session(over.writer.path)
    left = sit(tmp_path, "duo", hot_seat=True)
    assert find_unfinished(tmp_path).path == left.writer.path


def test_nothing_personal_is_recorded_unless_a_name_is_given(tmp_path):
    import getpass
    import socket

    plain = started(tmp_path, n_lines=1).writer.path.read_text()
    assert getpass.getuser() not in plain.replace(str(tmp_path), "")
    assert socket.gethostname() not in plain
    assert '"spymaster": "person"' in plain
    named = started(tmp_path, n_lines=1, name="Ann Lee").writer.path
    assert read_game(named).game.setup.pairing.guesser == 'person(called="Ann Lee")'
