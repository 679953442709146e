"""Every agent that has a name keeps the contract, and an agent that breaks it is found out."""

from functools import partial

import numpy as np
import pytest
from bad_guessers import BAD_GUESSERS
from bad_spymasters import BAD_SPYMASTERS

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.agents.spymasters.kim import KimSpymaster
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.seeding import derive, stream
from cluejam_ai.specs import parse_spec
from cluejam_ai.testing.checks import check_guesser, check_memory, check_spymaster
from cluejam_ai.testing.scripted import (
    RememberingGuesser,
    RememberingSpymaster,
    ScriptedClue,
    ScriptedGuesser,
    ScriptedSpymaster,
)
from cluejam_ai.testing.worlds import guessing_view, random_positions, random_resources

import_agents()


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", SPYMASTERS.names())
def test_every_spymaster_keeps_the_contract(name, seed):
    check_spymaster(lambda resources: SPYMASTERS.build(parse_spec(name), resources), seed=seed)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", GUESSERS.names())
def test_every_guesser_keeps_the_contract(name, seed):
    check_guesser(lambda resources: GUESSERS.build(parse_spec(name), resources), seed=seed)


@pytest.mark.parametrize("name", SPYMASTERS.names())
def test_no_spymaster_repeats_a_clue_of_its_own_that_just_failed(name):
    resources = random_resources(3, n_clues=12, blocked=0)
    at = random_positions(parse_ruleset("duo"), 200, 5, 3, n_words=80, n_clues=12)
    keys = derive(stream(0, "turn"), np.arange(len(at)))
    view = at.spymaster_view()
    agent = SPYMASTERS.build(parse_spec(name), resources)
    clues = agent.give_clues(view, keys, agent.start(len(at)))
    own = view.history.failed & (view.history.seat == view.seat[:, None])
    assert own.any(axis=1).sum() > 100
    assert not (own & (view.history.clue == clues.word[:, None])).any()


@pytest.mark.parametrize(
    "name, registry",
    [*((n, SPYMASTERS) for n in SPYMASTERS.names()), *((n, GUESSERS) for n in GUESSERS.names())],
)
def test_every_agent_says_what_it_does_and_documents_its_parameters(name, registry):
    entry = registry.entry(name)
    text = entry.factory.__doc__
    assert entry.summary.endswith((".", ";", ","))
    assert "Parameters" in text
    assert all(f"    {parameter} :" in text for parameter in ("resources", *entry.defaults()))
    assert not entry.required()
    assert entry.source or name == "random"


def test_the_published_spymaster_keeps_the_contract_with_its_own_legality():
    check_spymaster(partial(KimSpymaster, published=True))


@pytest.mark.parametrize("bad", BAD_SPYMASTERS, ids=lambda bad: bad.__name__)
def test_a_spymaster_that_breaks_a_promise_is_found_out(bad):
    with pytest.raises(AssertionError, match=BAD_SPYMASTERS[bad]):
        check_spymaster(bad)


@pytest.mark.parametrize("bad", BAD_GUESSERS, ids=lambda bad: bad.__name__)
def test_a_guesser_that_breaks_a_promise_is_found_out(bad):
    with pytest.raises(AssertionError, match=BAD_GUESSERS[bad]):
        check_guesser(bad)


def test_a_spymaster_with_its_own_legality_may_say_what_ours_may_not():
    breaks_the_rules = next(bad for bad in BAD_SPYMASTERS if bad.__name__ == "BreaksTheRules")

    class Lawless(breaks_the_rules):
        own_legality = True

    with pytest.raises(AssertionError, match=r"no vector|on other places"):
        check_spymaster(Lawless)


def test_the_checks_leave_given_resources_as_they_were():
    resources = random_resources(5)
    table, verdicts = resources.similarity.table.copy(), resources.verdicts.copy()
    check_guesser(lambda r: GUESSERS.build(parse_spec("nearest"), r), resources)
    assert np.array_equal(table, resources.similarity.table)
    assert np.array_equal(verdicts, resources.verdicts)


def test_agents_without_an_embedding_are_checked_without_one():
    blind = random_resources(5)
    blind = type(blind)(blind.words, blind.clues, blind.verdicts)
    check_spymaster(lambda r: SPYMASTERS.build(parse_spec("random"), r), blind)
    check_guesser(lambda r: GUESSERS.build(parse_spec("random"), r), blind)


def test_an_agent_that_needs_an_embedding_says_so_where_there_is_none():
    blind = random_resources(5)
    blind = type(blind)(blind.words, blind.clues, blind.verdicts)
    with pytest.raises(AssertionError, match="needs an embedding; name one with --embedding"):
        check_guesser(lambda r: GUESSERS.build(parse_spec("nearest"), r), blind)


@pytest.mark.parametrize("agent", [RememberingSpymaster, RememberingGuesser])
def test_remembering_agents_keep_their_memory_board_by_board(agent):
    check_memory(agent(random_resources(0)))


def _at(n_turns, n_boards=6):
    return random_positions(parse_ruleset("duo"), n_boards, n_turns, 8, n_words=80, n_clues=300)


def test_a_scripted_spymaster_says_its_lines_turn_by_turn():
    agent = ScriptedSpymaster([ScriptedClue(word=7, number=2), ScriptedClue(word=3, targets=(24,))])
    first, second = _at(0).spymaster_view(), _at(1).spymaster_view()
    clues = agent.give_clues(first, np.zeros(6, dtype=np.uint64), {})
    assert clues.word.tolist() == [7] * 6
    assert clues.number.tolist() == [2] * 6
    own = [np.flatnonzero(row)[:2].tolist() for row in first.key == 0]
    assert [np.flatnonzero(row).tolist() for row in clues.targets] == own
    clues = agent.give_clues(second, np.zeros(len(second), dtype=np.uint64), {})
    assert clues.word.tolist() == [3] * len(second)
    assert [np.flatnonzero(row).tolist() for row in clues.targets] == [[24]] * len(second)


def test_a_scripted_guesser_touches_its_cards_and_then_passes():
    agent = ScriptedGuesser([[4, 11], [0]])
    at = _at(0)
    keys = np.zeros(len(at), dtype=np.uint64)
    number = np.full(len(at), 3)
    for n_right, place in ((0, 4), (1, 11), (2, -1)):
        view = guessing_view(at, np.zeros(len(at)), number, n_right)
        assert agent.guess(view, keys, {}).card.tolist() == [place] * len(at)


def test_a_script_that_is_too_short_says_so():
    with pytest.raises(CluejamError, match="the script of clues has 1 turns, and turn 2 is played"):
        ScriptedSpymaster([ScriptedClue(0)]).give_clues(_at(1).spymaster_view(), np.zeros(6), {})


def test_remembering_agents_count_turns_and_touches():
    resources = random_resources(0)
    giver, guesser = RememberingSpymaster(resources), RememberingGuesser(resources)
    at = _at(0)
    clues = giver.give_clues(at.spymaster_view(), np.zeros(6), {"turns": np.arange(6) * 100})
    assert clues.word.tolist() == [0, 100, 200, 0, 100, 200]
    view = guessing_view(at, clues.word, clues.number)
    answer = guesser.guess(view, np.zeros(6), {"touches": np.arange(6) * 5, "turns": np.zeros(6)})
    assert answer.card.tolist() == [0, 5, 10, 15, 20, 0]
    assert answer.memory["touches"].tolist() == [1, 6, 11, 16, 21, 26]
