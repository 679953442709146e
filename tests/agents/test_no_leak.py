"""No agent's answer depends on what its seat may not see."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.state import count_left
from cluejam_ai.seeding import derive, stream
from cluejam_ai.specs import parse_spec
from cluejam_ai.testing.worlds import guessing_view, random_positions, random_resources

import_agents()
RESOURCES = random_resources(17, n_clues=60)
GAMES = ("classic", "duo", "duet", "solo")
quick = settings(max_examples=15, deadline=None)


def position(rules, n_turns, seed):
    return random_positions(parse_ruleset(rules), 5, n_turns, seed, n_words=80, n_clues=60)


def with_another_key(at, seat_sees, seed):
    """The same positions with the hidden roles of every key that a seat does not see dealt anew.

    `seat_sees` is (B, K) bool: which keys the seat knows.
    """
    rng = np.random.default_rng(seed)
    state = at.state
    keys = state.keys.copy()
    for row, key in zip(*np.nonzero(~seat_sees), strict=True):
        hidden = np.flatnonzero(~state.judged[row, key])
        keys[row, key, hidden] = keys[row, key, rng.permutation(hidden)]
    if state.ruleset.kind is Kind.TEAMS:
        # the two keys of a game of teams are one: what is mine is theirs to avoid
        keys[:, 1] = np.array([2, 1, 0, 3], dtype=np.int8)[keys[:, 0]]
    done = state.judged if state.ruleset.kind is not Kind.PARTNERS else state.judged | state.found[:, None]
    left = count_left(state.ruleset, keys, done)
    return replace(at, state=replace(state, keys=keys, left=left))


def own_key_only(at, seat):
    sees = np.zeros(at.state.keys.shape[:2], dtype=bool)
    sees[np.arange(len(at)), seat] = True
    return sees


@pytest.mark.parametrize("rules", ["duo", "duet"])
@pytest.mark.parametrize("name", SPYMASTERS.names())
@quick
@given(n_turns=st.integers(0, 5), seed=st.integers(0, 10**6))
def test_no_spymaster_is_moved_by_the_partners_key(name, rules, n_turns, seed):
    at = position(rules, n_turns, seed)
    other = with_another_key(at, own_key_only(at, at.state.giver), seed)
    agent = SPYMASTERS.build(parse_spec(name), RESOURCES)
    keys = derive(stream(seed, "turn"), np.arange(len(at)))
    before = agent.give_clues(at.spymaster_view(), keys, agent.start(len(at)))
    after = agent.give_clues(other.spymaster_view(), keys, agent.start(len(at)))
    assert np.array_equal(before.word, after.word)
    assert np.array_equal(before.number, after.number)
    assert np.array_equal(before.targets, after.targets)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("name", GUESSERS.names())
@quick
@given(n_turns=st.integers(0, 4), seed=st.integers(0, 10**6))
def test_no_guesser_is_moved_by_the_givers_key(name, rules, n_turns, seed):
    at = position(rules, n_turns, seed)
    if at.state.ruleset.kind is Kind.PARTNERS:
        sees = own_key_only(at, 1 - at.state.giver)
    else:
        sees = np.zeros(at.state.keys.shape[:2], dtype=bool)
    other = with_another_key(at, sees, seed)
    agent = GUESSERS.build(parse_spec(name), RESOURCES)
    clue, number = np.arange(len(at)) * 3, 1 + np.arange(len(at)) % 3
    keys = derive(stream(seed, "touch"), np.arange(len(at)))
    before = agent.guess(guessing_view(at, clue, number), keys, agent.start(len(at)))
    after = agent.guess(guessing_view(other, clue, number), keys, agent.start(len(at)))
    assert np.array_equal(before.card, after.card)


def test_the_keys_dealt_anew_do_differ():
    at = position("duo", 3, 1)
    other = with_another_key(at, own_key_only(at, at.state.giver), 1)
    rows = np.arange(len(at))
    assert np.array_equal(at.state.keys[rows, at.state.giver], other.state.keys[rows, at.state.giver])
    assert (at.state.keys != other.state.keys).any(axis=(1, 2)).all()
    judged = at.state.judged
    assert np.array_equal(at.state.keys[judged], other.state.keys[judged])
