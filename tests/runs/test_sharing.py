"""A clue that is given again is the clue that would have been given: sharing changes no row."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import cluejam_ai
from cluejam_ai.agents.base import SPYMASTERS, Clues, Grounds, Memory
from cluejam_ai.agents.spymasters.margin import MarginSpymaster
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.arena.schedule import MatchBlock
from cluejam_ai.arena.sharing import ClueMemo, packed, shared_clues, state_of
from cluejam_ai.errors import RuleError
from cluejam_ai.game.views import History, SpymasterView
from cluejam_ai.seeding import Keys
from cluejam_ai.specs import parse_spec
from cluejam_ai.testing.cases import clue_cases, retold
from cluejam_ai.testing.checks import check_spymaster
from cluejam_ai.testing.worlds import random_resources
from cluejam_ai.worker import at_once
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


@pytest.mark.parametrize(
    "spymaster",
    [
        "bayes-partner(embedding=use+glove50)",
        "ace(embedding=use+glove50)",
        "cluejam_ai.testing.scripted:RememberingSpymaster",
    ],
)
def test_a_spymaster_that_learns_over_a_series_learns_from_its_own_partner_alone(
    spymaster: str, tmp_path: Path
) -> None:
    other = "nearest(embedding=glove50)"
    how: dict[str, Any] = {"games": 8, "series": 4, "seed": 3}
    both = cluejam_ai.crossplay("duo", [spymaster], ["nearest", other], out=tmp_path / "both", **how)
    rows = sorted_rows(both)["turns"]
    alone = [
        row
        for guesser in ("nearest", other)
        for row in sorted_rows(
            cluejam_ai.play("duo", spymaster, guesser, out=tmp_path / str(len(guesser)), **how)
        )["turns"]
    ]
    assert rows == sorted(alone)


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
    state = packed(view, keys)
    shared_clues(memo, state[rows], ask(view.take(rows)))
    again = np.array([0, 3, 2, 5, 0, 1, 4, 2])
    clues = shared_clues(memo, state[again], ask(view.take(again)))
    expected = view.words[again, 0].astype(np.int64) * 100 + view.words[again, 1]
    assert clues.word.tolist() == expected.tolist()
    assert calls == [3, 3]
    assert (memo.asked, memo.shared) == (6, 5)


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
        assert shared_clues(memo, packed(view, keys), ask).word.tolist() == view.words[:, 0].tolist()


ON_CARDS_ALONE = ("margin", "kim", "harmonic", "koyyalagunta", "ace-basic", "gaussian-listener")


@pytest.mark.parametrize("spymaster", ON_CARDS_ALONE)
def test_who_gives_and_what_went_before_makes_no_new_state_of_the_same_cards(spymaster: str) -> None:
    resources = random_resources(1)
    agent = SPYMASTERS.build(parse_spec(spymaster), resources)
    for case in clue_cases(resources, 1):
        told = retold(case, 1)
        assert not (packed(case.view, case.keys) == packed(told.view, told.keys)).all(axis=1).any()
        equal = state_of(agent, case.view, case.keys) == state_of(agent, told.view, told.keys)
        assert equal.all(), case.label


def taken(mask: NDArray[Any], where: NDArray[Any]) -> NDArray[Any]:
    """Return a mask with the first True of each board turned over."""
    out = mask.copy()
    rows = np.arange(len(mask))
    out[rows, where.argmax(axis=1)] ^= True
    return out


def with_another_failure(view: SpymasterView) -> SpymasterView:
    past = view.history
    seat, number = past.seat.copy(), past.number.copy()
    seat[:, 0], number[:, 0] = view.seat, past.right[:, 0] + 1
    clue = past.clue.copy()
    clue[:, 0] = 77
    return replace(view, history=replace(past, seat=seat, number=number, clue=clue))


@pytest.mark.parametrize(
    "change",
    [
        lambda view: replace(view, touchable=taken(view.touchable, view.touchable)),
        lambda view: replace(view, covered=taken(view.covered, ~view.covered)),
        lambda view: replace(view, words=view.words[:, ::-1]),
        lambda view: replace(
            view, key=np.where(view.touchable, (view.key + 1) % 4, view.key).astype(np.int8)
        ),
        with_another_failure,
    ],
    ids=["a card is touched", "a card is covered", "other words", "another key", "a clue failed"],
)
def test_what_a_clue_hangs_on_makes_a_new_state(change: Any, asked: tuple[SpymasterView, Keys]) -> None:
    view, keys = asked
    agent = MarginSpymaster(random_resources(1))
    before, after = state_of(agent, view, keys), state_of(agent, change(view), keys)
    assert before.shape != after.shape or not (before == after).all(axis=1).any()


class Hurried(MarginSpymaster):
    """Looks at the clock, which the class above does not, and says nothing of it."""

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        clues = super().give_clues(view, keys, memory)
        return replace(clues, word=(clues.word + view.turns_left) % len(self.resources.clues))


class Careless(MarginSpymaster):
    """Says that its clues depend on the board's words alone."""

    own_legality = True

    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        clues = super().give_clues(view, keys, memory)
        return replace(clues, word=(clues.word + view.turns_left) % len(self.resources.clues))

    def grounds(self, view: SpymasterView) -> Grounds:
        return (view.words,)


def test_a_class_that_gives_clues_otherwise_is_not_held_to_what_its_parent_says(
    asked: tuple[SpymasterView, Keys],
) -> None:
    agent = Hurried(random_resources(1))
    assert np.array_equal(state_of(agent, *asked), packed(*asked))


def test_a_spymaster_that_hides_what_its_clues_depend_on_fails_the_conformance_test() -> None:
    with pytest.raises(AssertionError, match="equal grounds but another story"):
        check_spymaster(Careless)


def test_grounds_have_one_row_a_board(asked: tuple[SpymasterView, Keys]) -> None:
    agent = Careless(random_resources(1))
    agent.grounds = lambda view: (view.words[:1],)  # type: ignore[method-assign]
    with pytest.raises(RuleError, match="one row for each of 12 boards"):
        state_of(agent, *asked)


def test_blocks_at_once_are_bounded_and_all_are_played() -> None:
    group = [MatchBlock(pairing, 0, 0, 3000) for pairing in range(5)]
    parts = list(at_once(group))
    assert [len(part) for part in parts] == [2, 2, 1]
    assert [block for part in parts for block in part] == group
    huge = [MatchBlock(pairing, 0, 0, 10**6) for pairing in range(2)]
    assert [len(part) for part in at_once(huge)] == [1, 1]
