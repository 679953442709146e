"""threshold, memory and pragmatic touch what plain guessers touch, and do what they are for."""

from dataclasses import replace

import numpy as np
import pytest
from plain_guessers import Seat, plain_beliefs, plain_memory, plain_remembered, plain_threshold

from cluejam_ai.agents.guessers.memory import MemoryGuesser
from cluejam_ai.agents.guessers.pragmatic import PragmaticGuesser
from cluejam_ai.agents.guessers.threshold import ThresholdGuesser
from cluejam_ai.agents.pragmatics import MODELS, agent_odds, subsets
from cluejam_ai.agents.reading import hopeful_cards
from cluejam_ai.agents.recall import found_now, remembered
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.cards import AGENT, PASS
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.seeding import derive, stream
from cluejam_ai.testing.worlds import guessing_view, random_positions, random_resources

N_WORDS, N_CLUES = 60, 40
RULES = ("classic", "duo", "duet", "solo")


def resources_of(decimals=None):
    return random_resources(31, n_words=N_WORDS, n_clues=N_CLUES, decimals=decimals)


def view_of(rules, n_turns=2, n_right=0, n_boards=40, number=None):
    at = random_positions(parse_ruleset(rules), n_boards, n_turns, 4, n_words=N_WORDS, n_clues=N_CLUES)
    clue = np.arange(len(at)) * 3 % N_CLUES
    numbers = 1 + np.arange(len(at)) % 3 if number is None else np.full(len(at), number)
    return guessing_view(at, clue, numbers, n_right)


def touches(agent, view):
    return agent.guess(view, derive(stream(0, "touch"), np.arange(len(view))), {}).card


def places(cards):
    return [PASS if card is None else card for card in cards]


@pytest.mark.parametrize("decimals", [None, 1], ids=["exact", "with ties"])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("n_turns, n_right", [(0, 0), (3, 0), (4, 1)])
def test_memory_touches_what_the_plain_guesser_touches(rules, n_turns, n_right, decimals):
    resources, view = resources_of(decimals), view_of(rules, n_turns, n_right)
    agent = MemoryGuesser(resources, least=0.3, pull=0.5)
    expected = [
        plain_memory(Seat(resources, view, row), rules, 0.3, np.float32(0.5)) for row in range(len(view))
    ]
    assert len(view) > 10
    assert touches(agent, view).tolist() == places(expected)


@pytest.mark.parametrize("rules", RULES)
def test_what_is_remembered_is_what_the_plain_guesser_remembers(rules):
    resources, view = resources_of(), view_of(rules, 5)
    hopeful = hopeful_cards(view)
    fast = remembered(resources, view, hopeful)
    for row in range(len(view)):
        plain = plain_remembered(Seat(resources, view, row), np.flatnonzero(hopeful[row]).tolist())
        assert dict(zip(*known(fast[row]), strict=True)) == plain
    assert np.isfinite(fast).any(axis=1).mean() > 0.5


def known(row):
    at = np.flatnonzero(np.isfinite(row))
    return at.tolist(), row[at].tolist()


def test_a_card_found_under_another_clue_is_not_remembered():
    resources = resources_of()
    at = random_positions(parse_ruleset("solo"), 300, 1, 4, n_words=N_WORDS, n_clues=N_CLUES)
    view = guessing_view(at, np.zeros(len(at)), np.full(len(at), 2))
    missed = np.flatnonzero(np.isfinite(remembered(resources, view, view.touchable)).any(axis=1))
    view = view.take(missed)
    card = remembered(resources, view, view.touchable).argmax(axis=1)
    rows = np.arange(len(view))
    seen, there = view.seen.copy(), view.touchable.copy()
    seen[rows, card], there[rows, card] = AGENT, False
    after = remembered(resources, replace(view, seen=seen, touchable=there), there)
    assert len(view) > 100
    assert not np.isfinite(after[rows, card]).any()


def test_found_in_this_turn_are_the_cards_touched_after_the_clue():
    view = view_of("solo", 3, n_right=1, number=3)
    assert found_now(view).sum(axis=1).tolist() == [1] * len(view)
    assert not found_now(view_of("solo", 3)).any()


def test_memory_passes_the_bonus_guess_when_nothing_is_left_over():
    view = view_of("classic", n_turns=0, n_right=1, number=1)
    assert (touches(MemoryGuesser(resources_of()), view) == PASS).all()
    later = view_of("classic", n_turns=4, n_right=1, number=1)
    assert 0 < (touches(MemoryGuesser(resources_of(), least=1.5), later) == PASS).mean() < 1


def test_memory_is_pulled_to_cards_that_old_clues_were_for():
    view = view_of("duo", 4)
    free, pulled = (touches(MemoryGuesser(resources_of(), pull=pull), view) for pull in (0.0, 100.0))
    old = np.isfinite(remembered(resources_of(), view, hopeful_cards(view)))
    some = old.any(axis=1)
    rows = np.arange(len(view))
    assert old[rows, pulled][some].all()
    assert not old[rows, free][some].all()


@pytest.mark.parametrize("decimals", [None, 1], ids=["exact", "with ties"])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("n_right", [0, 1])
def test_threshold_touches_what_the_plain_guesser_touches(rules, n_right, decimals):
    resources, view = resources_of(decimals), view_of(rules, n_right=n_right)
    expected = [plain_threshold(Seat(resources, view, row), rules, 1.5) for row in range(len(view))]
    cards = touches(ThresholdGuesser(resources, least=1.5), view).tolist()
    assert cards == places(expected)
    if rules in ("duo", "duet"):
        assert 0 < cards.count(PASS) < len(cards)


def test_threshold_goes_on_to_the_bonus_guess_while_a_card_is_near():
    view = view_of("classic", n_right=1, number=1)
    assert (touches(ThresholdGuesser(resources_of(), least=-100), view) == PASS).all()
    assert (touches(ThresholdGuesser(resources_of(), least=-100, bonus=True), view) != PASS).all()
    assert (touches(ThresholdGuesser(resources_of(), least=100, bonus=True), view) == PASS).all()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("rules, n_right", [("duo", 0), ("classic", 0), ("solo", 1), ("duet", 1)])
def test_pragmatic_believes_what_all_sets_and_all_clues_say(model, rules, n_right):
    resources = random_resources(31, n_words=N_WORDS, n_clues=12, blocked=0.02)
    at = random_positions(parse_ruleset(rules), 6, 3, 4, n_words=N_WORDS, n_clues=12)
    clue, number = np.arange(len(at)), np.array([1, 2, 3, 2, 3, 2])[: len(at)]
    view = guessing_view(at, clue, number, n_right)
    agent = PragmaticGuesser(resources, model=model, temperature=0.2, candidates=25, alternatives=12)
    odds = agent_odds(view)
    cards = hopeful_cards(view)
    for row in range(len(view)):
        left = max(int(view.number[row] - view.touches[row]), 1)
        fast = agent._chances(view, np.array([row]), cards[[row]], left, True)[0]
        plain = plain_beliefs(Seat(resources, view, row), rules, model, 0.2, odds[row])
        assert {p: fast[p] for p in plain} == pytest.approx(plain, abs=1e-9)
        assert sum(plain.values()) == pytest.approx(min(left, len(plain)))
    assert len(view) >= 2


def test_pragmatic_thinks_what_it_thinks_in_chunks_of_any_size(monkeypatch):
    resources, view = resources_of(), view_of("duo", n_boards=60)
    whole = touches(PragmaticGuesser(resources), view)
    monkeypatch.setattr("cluejam_ai.agents.guessers.pragmatic._CELLS", 1)
    assert touches(PragmaticGuesser(resources), view).tolist() == whole.tolist()


def test_each_model_reads_clues_its_own_way():
    view = view_of("classic", n_boards=200, number=2)
    said = {model: tuple(touches(PragmaticGuesser(resources_of(), model=model), view)) for model in MODELS}
    assert len(set(said.values())) == len(MODELS)


def test_pragmatic_stops_where_no_chance_is_good_enough():
    view = view_of("duo", n_boards=60)
    assert (touches(PragmaticGuesser(resources_of(), stop=1.0), view) == PASS).mean() > 0.5
    assert (touches(PragmaticGuesser(resources_of()), view) != PASS).all()


def test_sets_of_many_cards_are_sought_among_fewer():
    inside, outside = subsets(25, 9)
    assert len(inside) <= 2000
    assert inside.shape[1] == 9
    assert inside.shape[1] + outside.shape[1] >= 9
    assert len(subsets(8, 2)[0]) == 28


@pytest.mark.parametrize(
    "kind, name, value, message",
    [
        (ThresholdGuesser, "least", float("nan"), "least=nan is not between -100 and 100"),
        (MemoryGuesser, "least", 101.0, "least=101.0 is not between -100 and 100"),
        (MemoryGuesser, "pull", -1.0, "pull=-1.0 is not between 0 and 100"),
        (PragmaticGuesser, "temperature", 0.0, "temperature=0.0 is not above 0"),
        (PragmaticGuesser, "candidates", 0, "candidates=0 is not between 1 and 25"),
        (PragmaticGuesser, "candidates", 26, "candidates=26 is not between 1 and 25"),
        (PragmaticGuesser, "alternatives", 0, "alternatives=0 is not at least 1"),
        (PragmaticGuesser, "stop", 1.1, "stop=1.1 is not between 0 and 1"),
    ],
)
def test_parameters_out_of_range_are_errors(kind, name, value, message):
    with pytest.raises(CluejamError, match=message):
        kind(resources_of(), **{name: value})


def test_an_unknown_model_names_the_nearest():
    with pytest.raises(UnknownNameError, match="harmonic"):
        PragmaticGuesser(resources_of(), model="harmonc")
