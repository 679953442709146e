import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cluejam_ai
from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.errors import CluejamError
from cluejam_ai.interactive.brains import Brains
from cluejam_ai.interactive.chairs import is_person
from cluejam_ai.interactive.export import export_run, export_turns, refuse_saved
from cluejam_ai.interactive.game import Game, Move, Setup, begin, say, touch
from cluejam_ai.interactive.record import frames, human_turns
from cluejam_ai.interactive.savefile import read_game
from cluejam_ai.runspec import RunSpec
from cluejam_ai.wiring import Workshop
from tests.interactive.tables import play_on, sit

SPYMASTER, GUESSER = "margin(embedding=glove50)", "bayes(embedding=glove50)"
OTHER = "gaussian-listener(embedding=glove50)", "nearest(embedding=glove50)"
#: They count turns and touches in what they remember.
LEARNERS = (
    "cluejam_ai.testing.scripted:RememberingSpymaster",
    "cluejam_ai.testing.scripted:RememberingGuesser",
)
#: In classic unlike teams the seating decides who starts, so like teams are compared there.
PAIRINGS = {
    "duo": Pairing(SPYMASTER, GUESSER, *OTHER),
    "duet(sudden_death=true, turns=4)": Pairing(SPYMASTER, GUESSER, *OTHER),
    "duo(turns=12)": Pairing(*LEARNERS, *LEARNERS),
    "classic": Pairing(*OTHER, *OTHER),
    "solo": Pairing(SPYMASTER, GUESSER, SPYMASTER, GUESSER),
}


def agents_at_the_table(rules: str, pairing: Pairing, seed: int) -> Game:
    """Play a game of agents alone, as a session asks them."""
    workshop = Workshop(RunSpec(rules, (pairing,), games=1, seed=seed))
    board = workshop.boards(0, 1)
    words = tuple(workshop.words.words[place] for place in board.words[0])
    starter = 0 if workshop.ruleset.name == "solo" else int(board.starts[0])
    setup = Setup(workshop.ruleset, words, board.keys, starter, pairing, seed)
    brains, game = Brains(workshop, familiar=10_000), begin(setup)
    while game.due is not Move.NOTHING:
        before = len(game.past)
        gives = game.due is Move.CLUE
        game = say(game, *brains.clue(game)) if gives else touch(game, brains.guess(game))
        if len(game.past) > before:
            brains.review(game)
    return game


@pytest.mark.parametrize("rules", PAIRINGS)
def test_agents_at_the_table_leave_the_rows_that_the_arena_leaves(tmp_path, rules):
    pairing = PAIRINGS[rules]
    run = cluejam_ai.play(
        rules,
        pairing.spymaster,
        pairing.guesser,
        second_spymaster=pairing.second_spymaster if pairing.unlike else None,
        second_guesser=pairing.second_guesser if pairing.unlike else None,
        games=1,
        seed=11,
        out=tmp_path / "run",
    )
    ours = frames([agents_at_the_table(rules, pairing, 11)])
    for table, theirs in (
        ("matches", run.matches),
        ("turns", run.turns),
        ("guesses", run.guesses),
        ("cards", run.cards),
    ):
        same = {"check_categorical": False, "check_dtype": False}
        pd.testing.assert_frame_equal(as_text(ours[table]), as_text(theirs), obj=table, **same)


def as_text(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with its names as text, for categories depend on what else is in the run."""
    named = frame.select_dtypes("category").columns
    return frame.astype(dict.fromkeys(named, object)).reset_index(drop=True)


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> list[Path]:
    """Files of two games that are over."""
    folder = tmp_path_factory.mktemp("finished")
    paths = []
    for aim, seed in (("win", 5), ("slow", 6)):
        session = sit(folder, "duo(turns=6)", seed=seed)
        play_on(session, aim)
        paths.append(session.writer.path)
    return paths


def test_games_of_people_are_a_run_like_any_other(tmp_path, finished):
    games = [read_game(path) for path in finished]
    export_run(games, tmp_path / "run")
    run = cluejam_ai.load_run(tmp_path / "run")
    assert len(run.matches) == 2
    assert set(run.matches["spymaster"]) == set(run.matches["guesser"]) == {"person"}
    assert run.matches["turns"].tolist() == [len(saved.game.log) for saved in games]
    assert run.matches["won"].tolist() == [bool(saved.game.state.winner[0] == 0) for saved in games]
    report = cluejam_ai.summarise(run.matches)
    assert report["win_rate"].n == 2
    by_hand = sum(turn.right for saved in games for turn in saved.game.log)
    assert report["cards_per_turn"].value == pytest.approx(by_hand / len(run.turns))


def test_the_turns_of_people_are_exported_with_who_gave_and_who_guessed(tmp_path, finished):
    games = [read_game(path) for path in finished]
    n = export_turns(games, tmp_path / "turns.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "turns.jsonl").read_text().splitlines()]
    assert n == len(rows) == sum(len(saved.game.log) for saved in games)
    for row in rows:
        assert set(row["targets"]) <= set(row["team"])
        assert {*row["team"], *row["avoid"], *row["assassin"]} == set(row["board"])
        assert set(row["guesses"]) <= set(row["board"])
        assert is_person(row["meta"]["clue_by"]) != is_person(row["meta"]["guess_by"])


def test_a_saved_game_is_not_written_over(finished, tmp_path):
    games = [read_game(path) for path in finished]
    with pytest.raises(CluejamError, match="is a saved game, and would be lost"):
        refuse_saved(games, finished[1])
    refuse_saved(games, tmp_path / "turns.jsonl")


def test_turns_of_agents_alone_are_no_data_of_people(tmp_path):
    session = sit(tmp_path, "duo(turns=6)", seat="guesser")
    play_on(session, "win")
    rows = human_turns(session.game, "game")
    assert len(rows) == sum(turn.seat ^ session.game.setup.starter == 1 for turn in session.game.log)
    assert {row["meta"]["guess_by"] for row in rows} == {"person"}


def test_a_game_without_a_move_has_no_turns_and_goes_on(tmp_path):
    session = sit(tmp_path, "duo", hot_seat=True)
    tables = frames([session.game])
    assert len(tables["turns"]) == len(tables["guesses"]) == 0
    assert tables["matches"]["ending"].astype(str).tolist() == ["playing"]
    assert np.array_equal(tables["cards"]["word"].astype(str), session.game.setup.words)
