"""What guessers touch, when they stop, and how often noise changes their mind."""

from dataclasses import replace

import numpy as np
import pytest
from plain_agents import plain_nearest
from scipy.stats import chisquare

from cluejam_ai.agents.guessers.nearest import NearestGuesser
from cluejam_ai.agents.guessers.noisy import NoisyGuesser
from cluejam_ai.agents.guessers.random import RandomGuesser
from cluejam_ai.agents.reading import clue_similarity, hopeful_cards, wants_to_stop
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import ASSASSIN, NO_CLUE, PASS
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.seeding import derive, stream
from cluejam_ai.testing.worlds import guessing_view, random_positions, random_resources, with_similarity

N_WORDS, N_CLUES = 60, 40


def view_of(rules, n_turns=2, n_right=0, number=None, n_boards=40):
    at = random_positions(parse_ruleset(rules), n_boards, n_turns, 4, n_words=N_WORDS, n_clues=N_CLUES)
    clue = np.arange(len(at)) % N_CLUES
    numbers = 1 + np.arange(len(at)) % 3 if number is None else np.full(len(at), number)
    return guessing_view(at, clue, numbers, n_right)


def resources_of(decimals=None):
    return random_resources(31, n_words=N_WORDS, n_clues=N_CLUES, decimals=decimals)


def touches(agent, view, seed=0):
    keys = derive(stream(seed, "touch"), np.arange(len(view)))
    return agent.guess(view, keys, {}).card


@pytest.mark.parametrize("decimals", [None, 1], ids=["exact", "with ties"])
@pytest.mark.parametrize("rules", ["classic", "duo", "duet", "solo"])
@pytest.mark.parametrize("n_right", [0, 1])
@pytest.mark.parametrize(
    "stop, bonus, own_key", [(-1.0, False, True), (0.6, False, False), (0.4, True, True), (-1.0, True, False)]
)
def test_nearest_touches_what_the_plain_guesser_touches(decimals, rules, n_right, stop, bonus, own_key):
    resources = resources_of(decimals)
    view = view_of(rules, n_right=n_right)
    agent = NearestGuesser(resources, stop=stop, bonus=bonus, own_key=own_key)
    expected = []
    for row in range(len(view)):
        cards = np.flatnonzero(view.touchable[row])
        if own_key and rules == "duo":
            cards = [place for place in cards if view.own_key[row, place] != ASSASSIN]
        card = plain_nearest(resources, view, row, stop, bonus, cards)
        expected.append(PASS if card is None else card)
    assert touches(agent, view).tolist() == expected
    assert len(view) >= 20


def test_ties_go_by_the_alphabet_and_not_by_place():
    resources = with_similarity(resources_of(), np.zeros((N_WORDS, N_CLUES), dtype=np.float32))
    view = view_of("classic", n_turns=0)
    for row, card in enumerate(touches(NearestGuesser(resources), view)):
        names = [resources.words[word] for word in view.words[row]]
        assert names[card] == min(names)


def test_the_stop_threshold_stops_where_a_pass_is_allowed():
    view = view_of("duo")
    never, always = NearestGuesser(resources_of()), NearestGuesser(resources_of(), stop=1.0)
    assert (touches(never, view) != PASS).all()
    assert (touches(always, view) == PASS).all()
    # in classic the first guess may not be passed
    assert (touches(always, view_of("classic")) != PASS).all()


def test_the_bonus_guess_is_used_only_if_it_is_wanted():
    view = view_of("classic", n_right=1, number=1)
    assert (view.guesses_left == 1).all()
    assert (touches(NearestGuesser(resources_of()), view) == PASS).all()
    assert (touches(NearestGuesser(resources_of(), bonus=True), view) != PASS).all()
    assert (touches(NoisyGuesser(resources_of()), view) == PASS).all()
    assert (touches(NoisyGuesser(resources_of(), bonus=True), view) != PASS).all()


def test_the_bonus_guess_stops_below_the_threshold():
    view = view_of("classic", n_right=1, number=1)
    cards = touches(NearestGuesser(resources_of(), bonus=True, stop=0.7), view)
    assert 0 < (cards == PASS).sum() < len(view)


@pytest.mark.parametrize("kind", [NearestGuesser, NoisyGuesser])
def test_with_its_own_key_a_duo_guesser_never_touches_an_assassin_of_its_own(kind):
    view = view_of("duo", n_boards=300)

    def own_assassins(agent):
        cards = touches(agent, view)
        return (view.own_key[np.arange(len(view)), cards] == ASSASSIN).sum()

    assert own_assassins(kind(resources_of(), own_key=False)) > 5
    assert own_assassins(kind(resources_of(), own_key=True)) == 0


def test_in_duet_an_assassin_of_its_own_can_be_a_card_of_the_partner():
    view = view_of("duet", n_boards=300)
    cards = touches(NearestGuesser(resources_of()), view)
    assert (view.own_key[np.arange(len(view)), cards] == ASSASSIN).sum() > 5


@pytest.mark.parametrize("stop", [-1.1, 1.1, float("nan")])
def test_a_threshold_that_is_no_cosine_is_an_error(stop):
    with pytest.raises(CluejamError, match=f"guesser 'nearest': stop={stop} is not between -1 and 1"):
        NearestGuesser(resources_of(), stop=stop)


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan")])
def test_a_temperature_that_is_not_above_zero_is_an_error(temperature):
    with pytest.raises(CluejamError, match=f"guesser 'noisy': temperature={temperature} is not above 0"):
        NoisyGuesser(resources_of(), temperature=temperature)


def many_times(view, row, n):
    return view.take(np.full(n, row))


def frequencies(agent, view, n=20_000):
    """How often each place of one board is touched, over so many keys."""
    cards = touches(agent, many_times(view, 0, n))
    return np.bincount(cards, minlength=25)


def softmax(view, temperature):
    resources = resources_of()
    cosine = resources.similarity.table[view.words[0], view.clue[0]].astype(float)
    weights = np.where(view.touchable[0], np.exp(cosine / temperature), 0)
    return weights / weights.sum()


@pytest.mark.parametrize("temperature", [0.2, 0.5, 5.0])
def test_a_noisy_guesser_touches_cards_as_often_as_softmax_says(temperature):
    view = view_of("classic")
    counts = frequencies(NoisyGuesser(resources_of(), temperature=temperature), view)
    odds = softmax(view, temperature)
    assert (counts[odds == 0] == 0).all()
    assert chisquare(counts[odds > 0], odds[odds > 0] * counts.sum()).pvalue > 0.001


def test_another_temperature_does_not_fit():
    view = view_of("classic")
    counts = frequencies(NoisyGuesser(resources_of(), temperature=0.5), view)
    odds = softmax(view, 0.55)
    assert chisquare(counts[odds > 0], odds[odds > 0] * counts.sum()).pvalue < 1e-6


def test_a_cold_guesser_is_the_nearest_one():
    view = view_of("duo")
    cold = touches(NoisyGuesser(resources_of(), temperature=1e-6), view)
    assert cold.tolist() == touches(NearestGuesser(resources_of()), view).tolist()


def test_the_default_temperature_is_the_one_that_is_documented():
    view = view_of("classic")
    counts = frequencies(NoisyGuesser(resources_of()), view)
    told = frequencies(NoisyGuesser(resources_of(), temperature=0.05), view)
    assert counts.tolist() == told.tolist()


def test_a_random_guesser_touches_all_cards_equally_often():
    view = view_of("classic")
    counts = frequencies(RandomGuesser(resources_of()), view)
    touchable = view.touchable[0]
    assert (counts[~touchable] == 0).all()
    assert chisquare(counts[touchable]).pvalue > 0.001


@pytest.mark.parametrize("number, n_right, stops", [(1, 0, False), (1, 1, True), (2, 1, False), (2, 2, True)])
def test_a_random_guesser_stops_at_the_number(number, n_right, stops):
    view = view_of("classic", n_turns=0, n_right=n_right, number=number)
    assert ((touches(RandomGuesser(resources_of()), view) == PASS) == stops).all()


def test_the_similarity_is_that_of_the_card_on_each_place():
    resources, view = resources_of(), view_of("duo")
    found = clue_similarity(resources, view)
    for row in range(len(view)):
        for place in range(25):
            assert found[row, place] == resources.similarity.table[view.words[row, place], view.clue[row]]


def sudden_death(n_turns):
    at = random_positions(
        parse_ruleset(f"duet(sudden_death=true, turns={n_turns})"),
        40,
        n_turns,
        4,
        n_words=N_WORDS,
        n_clues=N_CLUES,
    )
    none = np.zeros(len(at), dtype=np.int32)
    return guessing_view(at, none, none)


def test_without_a_clue_a_card_counts_by_its_nearest_among_the_earlier_clues_of_the_giver():
    resources, view = resources_of(), sudden_death(5)
    assert (view.clue == NO_CLUE).all()
    found = clue_similarity(resources, view)
    table, history = resources.similarity.table, view.history
    for row in range(len(view)):
        giver = 1 - view.seat[row]
        clues = [history.clue[row, turn] for turn in range(5) if history.seat[row, turn] == giver]
        assert clues
        for place in range(25):
            assert found[row, place] == max(table[view.words[row, place], clue] for clue in clues)


def test_without_a_clue_and_without_earlier_ones_all_cards_count_alike():
    found = clue_similarity(resources_of(), sudden_death(1))
    assert (found == -1).all()


def test_boards_with_and_without_a_clue_do_not_disturb_one_another():
    resources, view = resources_of(), sudden_death(4)
    mixed = replace(view, clue=np.where(np.arange(len(view)) % 2, NO_CLUE, 7))
    found = clue_similarity(resources, mixed)
    for row in range(len(view)):
        assert np.array_equal(found[[row]], clue_similarity(resources, mixed.take(np.array([row]))))


def test_every_card_is_hopeful_to_a_guesser_without_a_key():
    view = view_of("classic")
    assert np.array_equal(hopeful_cards(view), view.touchable)


def test_in_duo_cards_that_are_its_own_assassins_are_not_hopeful():
    view = view_of("duo")
    assert np.array_equal(hopeful_cards(view), view.touchable & (view.own_key != ASSASSIN))


def test_where_no_card_is_hopeful_all_that_may_be_touched_are():
    view = view_of("duo")
    own_key = view.own_key.copy()
    own_key[0] = ASSASSIN
    view = replace(view, own_key=own_key)
    hopeful = hopeful_cards(view)
    assert np.array_equal(hopeful[0], view.touchable[0])
    assert not hopeful[1][own_key[1] == ASSASSIN].any()


@pytest.mark.parametrize(
    "may_pass, number, n_touches, doubts, bonus, passes",
    [
        (True, 2, 1, False, False, False),
        (True, 2, 2, False, False, True),
        (True, 2, 2, False, True, False),
        (True, 2, 0, True, True, True),
        (False, 2, 0, True, False, False),
        (False, 1, 1, False, False, False),
        (True, 0, 5, False, False, False),
        (True, -1, 5, False, False, False),
        (True, 0, 5, True, False, True),
    ],
)
def test_a_guesser_stops_at_the_number_or_in_doubt_if_it_may(
    may_pass, number, n_touches, doubts, bonus, passes
):
    view = view_of("duo").take(np.array([0]))
    view = replace(
        view,
        may_pass=np.array([may_pass]),
        number=np.array([number], dtype=np.int8),
        touches=np.array([n_touches], dtype=np.int8),
    )
    answer = wants_to_stop(view, np.array([13]), np.array([doubts]), bonus)
    assert answer.tolist() == [PASS if passes else 13]
