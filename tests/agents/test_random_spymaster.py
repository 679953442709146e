"""The random spymaster draws evenly from what it may say and mean."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare
from small_worlds import OWN, small_view, small_world

from cluejam_ai.agents.spymasters import random as random_module
from cluejam_ai.agents.spymasters.random import RandomSpymaster
from cluejam_ai.errors import CluejamError
from cluejam_ai.seeding import derive, stream
from cluejam_ai.testing.worlds import random_resources

N_TIMES = 6_000


def many_clues(agent, view=None):
    view = small_view() if view is None else view
    keys = derive(stream(1, "turn"), np.arange(N_TIMES))
    return agent.give_clues(view.take(np.zeros(N_TIMES, dtype=int)), keys, {})


def barred(*clues, n_clues=5):
    """Resources in which some clue words are barred beside the first card."""
    world = small_world(*[{} for _ in range(n_clues)])
    verdicts = np.zeros((25, n_clues), dtype=np.uint8)
    verdicts[0, list(clues)] = 1
    return type(world)(world.words, world.clues, verdicts)


def is_even(counts):
    return chisquare(counts).pvalue > 0.001


def test_every_legal_clue_is_equally_likely_and_no_other_is_given():
    words = many_clues(RandomSpymaster(barred(1, 3))).word
    counts = np.bincount(words, minlength=5)
    assert counts[[1, 3]].tolist() == [0, 0]
    assert is_even(counts[[0, 2, 4]])


@pytest.mark.parametrize("max_number, numbers", [(1, [1]), (2, [1, 2]), (9, [1, 2, 3])])
def test_the_number_is_drawn_evenly_up_to_its_limit_and_to_the_cards_left(max_number, numbers):
    given = many_clues(RandomSpymaster(barred(), max_number=max_number)).number
    assert sorted(set(given.tolist())) == numbers
    assert len(numbers) == 1 or is_even(np.bincount(given)[numbers])


def test_every_choice_of_cards_is_equally_likely():
    clues = many_clues(RandomSpymaster(barred()))
    for number in (1, 2):
        sets = [tuple(np.flatnonzero(row)) for row in clues.targets[clues.number == number]]
        counts = [sets.count(places) for places in combinations(OWN, number)]
        assert sum(counts) == len(sets)
        assert is_even(counts)


def test_clue_number_and_cards_are_drawn_apart():
    clues = many_clues(RandomSpymaster(barred()))
    first = clues.targets[:, 0]
    table = np.array([[np.sum((clues.word == w) & (first == f)) for w in range(5)] for f in (False, True)])
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    assert chisquare(table.ravel(), expected.ravel(), ddof=5).pvalue > 0.001


def test_where_drawing_finds_nothing_the_next_legal_clue_is_taken(monkeypatch):
    monkeypatch.setattr(random_module, "_TRIES", 1)
    words = many_clues(RandomSpymaster(barred(0, 1, 2, 3))).word
    assert set(words.tolist()) == {4}


def test_with_nothing_left_to_say_the_error_names_the_cards():
    agent = RandomSpymaster(barred(0, 1, 2, 3, 4))
    with pytest.raises(CluejamError, match=r"none of the 5 clue words .* card00, card01"):
        many_clues(agent)


@pytest.mark.parametrize("max_number", [0, 10])
def test_a_number_out_of_range_is_an_error(max_number):
    with pytest.raises(CluejamError, match=f"spymaster 'random': max_number={max_number} is not between"):
        RandomSpymaster(random_resources(0), max_number=max_number)
