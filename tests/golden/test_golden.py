"""Golden matches: told as before, and judged a second way by the plain referee."""

import json
from pathlib import Path
from typing import Any

import pytest

import cluejam_ai
from cluejam_ai.metrics.report import report
from cluejam_ai.results.run import Run
from tests.game.referee import KIM2019, Referee
from tests.golden.regenerate import PLAYTHROUGHS, play, playthrough

HERE = Path(__file__).parent
LETTERS = {"agent": "a", "bystander": "n", "other": "o", "assassin": "x"}
REFEREES: dict[str, dict[str, Any]] = {
    "classic": {},
    "duo": {},
    "duet": {"turns": 4, "sudden_death": True},
    "solo": {},
}


@pytest.fixture(scope="module", params=sorted(PLAYTHROUGHS))
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Run]:
    """Return a ruleset and the run that its golden match is taken from."""
    return request.param, play(request.param, tmp_path_factory.mktemp("golden") / request.param)


def test_the_golden_match_is_told_as_before(played: tuple[str, Run]) -> None:
    name, run = played
    assert playthrough(run) == (HERE / f"{name}.txt").read_text()


def test_the_plain_referee_judges_every_match_of_the_run_alike(played: tuple[str, Run]) -> None:
    name, run = played
    for _, match in run.matches.iterrows():
        cards, turns, guesses = (
            frame[frame["board"] == match["board"]] for frame in (run.cards, run.turns, run.guesses)
        )
        referee = judge(name, cards, turns, guesses)
        assert referee.ending == match["ending"]
        won = referee.winner == (match["starter"] if name == "classic" else 0)
        assert won == match["won"]
        assert min(referee.turns, referee.turns_allowed or 99) == match["turns"]


def judge(name: str, cards: Any, turns: Any, guesses: Any) -> Referee:
    """Return the referee after it was told every clue and touch; it checks each role and who touches."""
    keys = [cards.sort_values("place")[key] for key in ("first_key", "second_key")]
    letters = [[LETTERS[role] for role in key] for key in keys if key.notna().all()]
    referee = Referee(name, ["".join(roles) for roles in zip(*letters, strict=True)], **REFEREES[name])
    for turn in turns.to_dict("records"):
        assert referee.giver == turn["seat"]
        if referee.in_sudden_death:
            referee.go_on_without_clue()
        else:
            referee.give(turn["number"])
        for guess in guesses[guesses["turn"] == turn["turn"]].to_dict("records"):
            assert referee.guesser == guess["seat"]
            assert referee.touch(guess["place"]) == LETTERS[guess["role"]]
        if turn["ended"] == "pass":
            referee.pass_()
        assert referee.touches_left == 0 or referee.ending
        referee.end_turn()
    return referee


def test_the_golden_board_of_kim2019_has_its_cards() -> None:
    text = (HERE / "solo.txt").read_text().splitlines()
    letters = "".join(text[2 + 2 * row + 1].replace(" ", "") for row in range(5))
    assert {letter: letters.lower().count(letter) for letter in "aonx"} == KIM2019


def test_a_run_of_schema_version_1_stays_readable_for_ever() -> None:
    run = cluejam_ai.load_run(HERE / "run_v1")
    assert run.manifest["schema_version"] == 1
    assert len(run.matches) == 8
    assert run.matches["pairing"].nunique() == 2
    assert len(run.cards) == 4 * 25
    for name in ("turns", "guesses"):
        frame = getattr(run, name)
        assert frame.groupby(["pairing", "board"], observed=True).ngroups == 8
    touched = run.guesses.groupby(["pairing", "board"], observed=True).size()
    counted = run.matches.set_index(["pairing", "board"])["touches"]
    assert touched.sort_index().tolist() == counted.sort_index().tolist()
    rows = report(run)
    assert [row["games"] for row in rows] == [4, 4]
    assert json.loads(json.dumps(rows[0]["seed"])) == 11


def test_a_run_of_schema_version_1_is_played_again_from_its_manifest(tmp_path: Path) -> None:
    old = cluejam_ai.load_run(HERE / "run_v1")
    with pytest.warns(UserWarning, match="other contents of: lexicon 'shipped'"):
        again = cluejam_ai.play_spec(HERE / "run_v1" / "manifest.json", out=tmp_path / "again")
    for name in ("pairing", "board", "seating", "starter"):
        assert again.matches[name].tolist() == old.matches[name].tolist()
