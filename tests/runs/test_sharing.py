"""A clue that is given again is the clue that would have been given: sharing changes no row."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import cluejam_ai
from cluejam_ai.agents.base import SPYMASTERS, Clues
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.arena.sharing import ClueMemo, packed, shared_clues
from cluejam_ai.game.views import History, SpymasterView
from cluejam_ai.seeding import Keys
from cluejam_ai.testing.cases import clue_cases
from cluejam_ai.testing.worlds import random_resources
from tests.runs.rows import sorted_rows

import_agents()
GUESSERS = ["nearest", "noisy(temperature=0.1)", "noisy(temperature=0.02)"]


def alone_and_together(rules: str, spymaster: str, games: int, folder: Path) -> tuple[list, list, dict]:
    """Return the matches, turns and guesses of three pairings, each played alone and all in one run."""
    alone = [
        sorted_rows(cluejam_ai.play(rules, spymaster, guesser, games=games, seed=3, out=folder / guesser))
        for guesser in GUESSERS
    ]
    run = cluejam_ai.crossplay(rules, [spymaster], GUESSERS, games=games, seed=3, out=folder / "together")
    both = sorted_rows(run)
    tables = ("matches", "turns", "guesses")
    separate = [sorted(row for rows in alone for row in rows[table]) for table in tables]
    return separate, [both[table] for table in tables], run.manifest["play"]


@pytest.mark.parametrize("spymaster", SPYMASTERS.names())
@pytest.mark.parametrize("rules", ["duo", "classic"])
def test_every_spymaster_says_the_same_where_clues_are_shared(
    rules: str, spymaster: str, tmp_path: Path
) -> None:
    separate, together, play = alone_and_together(rules, spymaster, 6, tmp_path)
    assert together == separate
    if SPYMASTERS.entry(spymaster).factory.learns:
        assert play["clues_shared"] == 0
    else:
        # the first clue on every board at least is the same for all three guessers
        assert play["clues_shared"] >= 2 * 6
    assert play["clues_given"] == len(together[1])


def test_a_spymaster_that_remembers_is_asked_by_every_pairing(tmp_path: Path) -> None:
    name = "cluejam_ai.testing.scripted:RememberingSpymaster"
    separate, together, play = alone_and_together("duo", name, 6, tmp_path)
    assert together == separate
    assert (play["clues_given"], play["clues_shared"]) == (len(together[1]), 0)


def test_teams_share_clues_in_both_seatings(tmp_path: Path) -> None:
    pairs = [
        {"spymaster": "margin", "guesser": "nearest", "second_spymaster": second, "second_guesser": "noisy"}
        for second in ("random", "margin(fear=1.0)")
    ]
    text = ",".join("{" + ",".join(f'{k}="{v}"' for k, v in pair.items()) + "}" for pair in pairs)
    path = tmp_path / "spec.toml"
    path.write_text(f'rules = "classic"\nboards = 8\nseed = 2\npairs = [{text}]\n')
    run = cluejam_ai.play_spec(path, out=tmp_path / "both")
    assert len(run.matches) == 2 * 2 * 8
    assert run.manifest["play"]["clues_shared"] >= 8
    rows = sorted_rows(run)["turns"]
    for pair in pairs:
        seats = {key: pair[key] for key in ("second_spymaster", "second_guesser")}
        out = tmp_path / pair["second_spymaster"]
        alone = cluejam_ai.play("classic", "margin", "nearest", **seats, games=8, seed=2, out=out)
        assert set(sorted_rows(alone)["turns"]) <= set(rows)


@pytest.fixture(scope="module")
def asked() -> tuple[SpymasterView, Keys]:
    """Return what a spymaster is told in the middle of some matches of duo."""
    case = next(case for case in clue_cases(random_resources(1), 1) if case.label == "duo after 5 turns")
    return case.view, case.keys


def changed(values: NDArray[Any]) -> NDArray[Any]:
    """Return an array with another value for the first board."""
    other = values.copy()
    first = other.reshape(len(other), -1)
    first[0, -1] = not first[0, -1] if first.dtype == bool else first[0, -1] + 1
    return other


@pytest.mark.parametrize(
    "name", [f.name for f in fields(SpymasterView) if f.name not in ("ruleset", "history")]
)
def test_states_that_differ_in_anything_a_spymaster_sees_are_told_apart(
    name: str, asked: tuple[SpymasterView, Keys]
) -> None:
    view, keys = asked
    other = replace(view, **{name: changed(getattr(view, name))})
    same = (packed(other, keys) == packed(view, keys)).all(axis=1)
    assert same.tolist() == [False] + [True] * (len(view) - 1)


@pytest.mark.parametrize("name", [f.name for f in fields(History)])
def test_states_that_differ_in_their_past_are_told_apart(
    name: str, asked: tuple[SpymasterView, Keys]
) -> None:
    view, keys = asked
    other = replace(view, history=replace(view.history, **{name: changed(getattr(view.history, name))}))
    same = (packed(other, keys) == packed(view, keys)).all(axis=1)
    assert same.tolist() == [False] + [True] * (len(view) - 1)


def test_states_that_differ_in_their_randomness_are_told_apart(asked: tuple[SpymasterView, Keys]) -> None:
    view, keys = asked
    same = (packed(view, changed(keys)) == packed(view, keys)).all(axis=1)
    assert same.tolist() == [False] + [True] * (len(view) - 1)


def test_only_new_states_are_asked_about_and_answers_stand_in_their_rows(
    asked: tuple[SpymasterView, Keys],
) -> None:
    view, keys = asked
    memo, calls = ClueMemo(), []

    def ask(part: SpymasterView) -> Any:
        def answer(rows: NDArray[np.intp]) -> Clues:
            calls.append(len(rows))
            word = part.words[rows, 0].astype(np.int64) * 100 + part.words[rows, 1]
            return Clues(word, np.ones(len(rows), dtype=np.int64), np.zeros((len(rows), 25), dtype=bool))

        return answer

    rows = np.array([5, 1, 3])
    shared_clues(memo, view.take(rows), keys[rows], ask(view.take(rows)))
    again = np.array([0, 3, 2, 5, 1, 4])
    clues = shared_clues(memo, view.take(again), keys[again], ask(view.take(again)))
    expected = view.words[again, 0].astype(np.int64) * 100 + view.words[again, 1]
    assert clues.word.tolist() == expected.tolist()
    assert calls == [3, 3]
    assert (memo.asked, memo.shared) == (6, 3)


def test_equal_hashes_are_not_taken_for_equal_states(
    asked: tuple[SpymasterView, Keys], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, keys = asked
    monkeypatch.setattr(
        "cluejam_ai.arena.sharing._hashed", lambda state: np.zeros(len(state), dtype=np.uint64)
    )
    memo = ClueMemo()

    def ask(rows: NDArray[np.intp]) -> Clues:
        word = view.words[rows, 0].astype(np.int64)
        return Clues(word, np.ones(len(rows), dtype=np.int64), np.zeros((len(rows), 25), dtype=bool))

    for _ in range(2):
        assert shared_clues(memo, view, keys, ask).word.tolist() == view.words[:, 0].tolist()
