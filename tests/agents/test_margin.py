"""The margin spymaster says what a plain reading of its docstring says, on any board."""

import numpy as np
import pytest
from plain_agents import plain_margin
from plain_positions import answers, views
from small_worlds import ASSASSIN_PLACE, PLAIN, RIVAL, answer, small_view, small_world

from cluejam_ai.agents import kernels, narrow
from cluejam_ai.agents.spymasters.margin import MarginSpymaster
from cluejam_ai.errors import CluejamError
from cluejam_ai.testing.worlds import random_resources


@pytest.mark.parametrize("decimals", [None, 2, 1], ids=["exact", "two decimals", "one decimal"])
@pytest.mark.parametrize(
    "margin, fear, max_number",
    [(0.02, 0.02, 9), (0.0, 0.0, 9), (0.0, 0.0, 2), (0.1, 0.3, 3), (2.0, 0.0, 9), (0.05, 0.0, 1)],
)
def test_it_says_what_the_plain_spymaster_says(decimals, margin, fear, max_number):
    resources = random_resources(11, n_words=50, n_clues=40, decimals=decimals, blocked=0.04, unknown=0.1)
    agent = MarginSpymaster(resources, margin=margin, fear=fear, max_number=max_number)
    n_boards, heard = 0, set()
    for view in views(resources, seed=7):
        plain = [plain_margin(resources, view, row, margin, fear, max_number) for row in range(len(view))]
        assert answers(agent, view) == plain
        n_boards += len(view)
        heard |= {number for _, number, _ in plain}
    assert n_boards >= 80
    assert max(heard) == max_number or margin > 0 or decimals
    assert 1 in heard


def test_the_size_of_a_pass_does_not_matter(monkeypatch):
    resources = random_resources(12, n_clues=40, decimals=2)
    agent = MarginSpymaster(resources)
    before = [answers(agent, view) for view in views(resources, seed=1)]
    monkeypatch.setattr(kernels, "PASS_BYTES", 7 * 4 * 40)
    monkeypatch.setattr(narrow, "KEPT_BYTES", 5 * 2 * 64)  # five boards, of which
    monkeypatch.setattr(narrow, "pass_bytes", lambda: 2 * 2 * 64)  # two go through a pass
    assert [answers(agent, view) for view in views(resources, seed=1)] == before


def test_a_larger_margin_asks_for_cards_that_stand_out_more():
    world = small_world({0: 0.5, 1: 0.5, PLAIN: 0.4}, {2: 0.3, PLAIN: -0.3})
    assert answer(MarginSpymaster(world, margin=0.05, fear=0), small_view()) == (0, 2, (0, 1))
    assert answer(MarginSpymaster(world, margin=0.2, fear=0), small_view()) == (1, 1, (2,))


def test_fear_asks_more_against_the_assassin_only():
    near_assassin = small_world({0: 0.5, 1: 0.5, ASSASSIN_PLACE: 0.4}, {2: 0.3})
    near_rival = small_world({0: 0.5, 1: 0.5, RIVAL: 0.4}, {2: 0.3})
    for fear, clue in ((0.0, 0), (0.3, 1)):
        agent = MarginSpymaster(near_assassin, margin=0, fear=fear)
        assert answer(agent, small_view())[0] == clue
        assert answer(MarginSpymaster(near_rival, margin=0, fear=fear), small_view())[0] == 0


def test_the_largest_number_limits_how_many_cards_are_meant():
    world = small_world({0: 0.5, 1: 0.5, 2: 0.5}, {1: 0.9}, {0: 0.8, 2: 0.7})
    assert answer(MarginSpymaster(world, max_number=9), small_view()) == (0, 3, (0, 1, 2))
    assert answer(MarginSpymaster(world, max_number=2), small_view()) == (2, 2, (0, 2))
    assert answer(MarginSpymaster(world, max_number=1), small_view()) == (1, 1, (1,))


def test_among_clues_for_as_many_cards_the_safest_wins_and_then_the_first():
    world = small_world(
        {0: 0.5, 1: 0.5, PLAIN: 0.2}, {0: 0.5, 2: 0.5, PLAIN: 0.1}, {1: 0.5, 2: 0.5, PLAIN: 0.1}
    )
    assert answer(MarginSpymaster(world, fear=0), small_view()) == (1, 2, (0, 2))


def test_where_nothing_stands_out_the_safest_single_card_is_given():
    world = small_world({0: 0.5, PLAIN: 0.9}, {1: 0.1, PLAIN: 0.2}, {2: 0.8, PLAIN: 0.95})
    assert answer(MarginSpymaster(world, margin=0, fear=0), small_view()) == (1, 1, (1,))


def test_of_equal_cards_the_first_in_the_alphabet_is_meant():
    names = [f"card{i:02d}" for i in range(25)]
    names[0], names[2] = "zebra", "ant"
    world = small_world({0: 0.5, 1: 0.5, 2: 0.5}, words=tuple(names))
    assert answer(MarginSpymaster(world, max_number=2), small_view()) == (0, 2, (1, 2))
    assert answer(MarginSpymaster(world, max_number=1), small_view()) == (0, 1, (2,))


def test_a_clue_that_failed_is_not_given_again():
    world = small_world({0: 0.5, 1: 0.5}, {0: 0.4})
    assert answer(MarginSpymaster(world), small_view())[0] == 0
    assert answer(MarginSpymaster(world), small_view(failed=[0]))[0] == 1


def test_with_nothing_left_to_say_the_error_names_the_cards_of_that_board():
    world = small_world({0: 0.5}, {1: 0.5})
    with pytest.raises(CluejamError, match=r"none of the 2 clue words .* card00, card01.*--lexicon FILE"):
        answer(MarginSpymaster(world), small_view(failed=[0, 1]))


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"max_number": 0}, "max_number=0 is not between 1 and 9"),
        ({"max_number": 10}, "max_number=10 is not between 1 and 9"),
        ({"margin": -0.1}, "margin=-0.1, fear=0.02 are not between 0 and 2"),
        ({"margin": 2.1}, "margin=2.1, fear=0.02 are not between 0 and 2"),
        ({"fear": -0.1}, "margin=0.02, fear=-0.1 are not between 0 and 2"),
        ({"fear": float("nan")}, "fear=nan are not between 0 and 2"),
    ],
)
def test_a_parameter_out_of_range_is_an_error(parameters, message):
    with pytest.raises(CluejamError, match=f"spymaster 'margin': .*{message}"):
        MarginSpymaster(random_resources(0), **parameters)


def test_it_answers_in_integers_that_the_records_can_hold():
    resources = random_resources(0)
    view = next(views(resources, seed=0))
    clues = MarginSpymaster(resources).give_clues(view, np.zeros(len(view), dtype=np.uint64), {})
    assert (clues.word.dtype, clues.number.dtype, clues.targets.dtype) == (np.int64, np.int64, np.bool_)


def test_a_card_at_the_far_end_of_the_scale_can_be_meant():
    world = small_world({}, low=-1.0)
    assert answer(MarginSpymaster(world), small_view()) == (0, 1, (0,))
