"""The spymaster of 2019 says what its paper says, read card by card and subset by subset."""

import sys

import numpy as np
import pytest
from plain_agents import plain_kim
from plain_positions import answers, views
from small_worlds import PLAIN, answer, small_view, small_world

from cluejam_ai.agents import kernels, narrow, published_legality
from cluejam_ai.agents.published_legality import kim2019_blocked
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.spymasters.kim import KimSpymaster
from cluejam_ai.errors import CluejamError
from cluejam_ai.testing.worlds import random_resources, with_similarity


@pytest.mark.parametrize("decimals", [None, 2, 1], ids=["exact", "two decimals", "one decimal"])
@pytest.mark.parametrize(
    "threshold, max_number", [(0.5, 3), (0.3, 3), (0.7, 2), (2.0, 4), (0.0, 3), (0.6, 1)]
)
def test_it_says_what_the_plain_spymaster_says(decimals, threshold, max_number):
    resources = random_resources(21, n_words=50, n_clues=24, decimals=decimals, blocked=0.04, unknown=0.1)
    agent = KimSpymaster(resources, threshold=threshold, max_number=max_number)
    n_boards, heard = 0, set()
    for view in views(resources, seed=7):
        if max_number == 4 and (view.key == 0).all():
            continue  # 25 over 4 subsets are too many for the plain way
        plain = [plain_kim(resources, view, row, threshold, max_number) for row in range(len(view))]
        assert answers(agent, view) == plain
        n_boards += len(view)
        heard |= {number for _, number, _ in plain}
    assert n_boards >= 80
    assert max(heard) == max_number or threshold < 0.5
    assert heard == {1} or threshold > 0


def test_the_size_of_a_pass_does_not_matter(monkeypatch):
    resources = random_resources(12, n_clues=40, decimals=2)
    agent = KimSpymaster(resources)
    before = [answers(agent, view) for view in views(resources, seed=1)]
    monkeypatch.setattr(narrow, "pass_bytes", lambda: 7 * 4 * 64)
    monkeypatch.setattr(kernels, "PASS_BYTES", 7 * 4 * 40)
    assert [answers(agent, view) for view in views(resources, seed=1)] == before


def test_a_lower_threshold_accepts_only_nearer_cards_for_more_than_one():
    world = small_world({0: 0.5, 1: 0.5}, {2: 0.9})
    assert answer(KimSpymaster(world, threshold=0.6), small_view()) == (0, 2, (0, 1))
    assert answer(KimSpymaster(world, threshold=0.4), small_view()) == (1, 1, (2,))


def test_a_distance_that_equals_the_threshold_is_not_near_enough():
    world = small_world({0: 0.5, 1: 0.5}, {2: 0.9})
    assert answer(KimSpymaster(world, threshold=0.5), small_view()) == (1, 1, (2,))


def test_the_largest_number_limits_how_many_cards_are_meant():
    world = small_world({0: 0.6, 1: 0.6, 2: 0.6}, {0: 0.9}, {0: 0.8, 2: 0.7})
    assert answer(KimSpymaster(world), small_view()) == (0, 3, (0, 1, 2))
    assert answer(KimSpymaster(world, max_number=2), small_view()) == (2, 2, (0, 2))
    assert answer(KimSpymaster(world, max_number=1), small_view()) == (1, 1, (0,))


def test_every_card_meant_is_nearer_than_every_other_card():
    world = small_world({0: 0.7, 1: 0.6, PLAIN: 0.6}, {0: 0.55, 2: 0.55, PLAIN: 0.5})
    assert answer(KimSpymaster(world), small_view()) == (1, 2, (0, 2))


def test_among_equals_the_first_subset_wins_before_the_first_clue():
    world = small_world({1: 0.6, 2: 0.6}, {0: 0.6, 2: 0.6}, {0: 0.6, 1: 0.6})
    assert answer(KimSpymaster(world), small_view()) == (2, 2, (0, 1))


def test_the_first_subset_with_the_same_farthest_card_is_meant_even_if_another_has_a_nearer_card():
    world = small_world({0: 0.6, 1: 0.6, 2: 0.8})
    assert answer(KimSpymaster(world, max_number=2), small_view()) == (0, 2, (0, 1))


def test_of_equal_clues_for_the_same_cards_the_first_wins():
    world = small_world({0: 0.1}, {0: 0.6, 1: 0.6}, {0: 0.6, 1: 0.6})
    assert answer(KimSpymaster(world), small_view()) == (1, 2, (0, 1))


def test_one_card_is_given_even_if_it_is_farther_than_the_threshold():
    world = small_world({0: 0.1, 1: 0.05})
    assert answer(KimSpymaster(world, threshold=0.3), small_view()) == (0, 1, (0,))


def test_where_no_clue_passes_the_safest_single_card_is_given():
    world = small_world({0: 0.5, PLAIN: 0.9}, {1: 0.1, PLAIN: 0.2}, {2: 0.8, PLAIN: 0.95})
    assert answer(KimSpymaster(world), small_view()) == (1, 1, (1,))


def test_a_clue_that_failed_is_not_given_again_unless_the_paper_is_followed():
    world = small_world({0: 0.9}, {0: 0.4})
    assert answer(KimSpymaster(world), small_view(failed=[0]))[0] == 1
    assert answer(KimSpymaster(world, published=True), small_view(failed=[0]))[0] == 0


def test_the_published_rule_of_legality_replaces_ours():
    cards = ("break", *(f"card{i:02d}" for i in range(1, 25)))
    world = small_world({0: 0.9}, {0: 0.4}, words=cards, names=("breaking", "stop"))
    assert answer(KimSpymaster(world), small_view())[0] == 0
    published = KimSpymaster(world, published=True)
    assert answer(published, small_view())[0] == 1
    assert published.own_legality


@pytest.mark.parametrize("published", [False, True])
def test_with_nothing_left_to_say_the_error_names_the_cards_of_that_board(published):
    cards = ("break", *(f"card{i:02d}" for i in range(1, 25)))
    world = small_world({0: 0.5}, words=cards, names=("breaks",))
    view = small_view(failed=[] if published else [0])
    with pytest.raises(CluejamError, match=r"none of the 1 clue words .* break, card01"):
        answer(KimSpymaster(world, published=published), view)


def test_the_error_names_the_board_that_has_nothing_left_and_no_other():
    made_up = random_resources(2, n_words=50, n_clues=2, blocked=0)
    # nothing is nearer than an other card, so both boards are stuck; on the second nothing may be said
    verdicts = np.zeros((50, 2), dtype=np.uint8)
    verdicts[30] = 1
    table = np.zeros((50, 2), dtype=np.float32)
    resources = with_similarity(Resources(made_up.words, made_up.clues, verdicts), table)
    view = small_view().take(np.zeros(2, dtype=int))
    words = view.words.copy()
    words[1] = np.arange(25, 50)
    view = type(view)(**{**vars(view), "words": words})
    with pytest.raises(CluejamError, match=f"board with {resources.words[25]}, "):
        answer(KimSpymaster(resources), view)


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"max_number": 0}, "max_number=0 is not between 1 and 9"),
        ({"max_number": 10}, "max_number=10 is not between 1 and 9"),
        ({"threshold": -0.1}, "threshold=-0.1 is not between 0 and 2"),
        ({"threshold": 2.1}, "threshold=2.1 is not between 0 and 2"),
        ({"threshold": float("nan")}, "threshold=nan is not between 0 and 2"),
    ],
)
def test_a_parameter_out_of_range_is_an_error(parameters, message):
    with pytest.raises(CluejamError, match=f"spymaster 'kim': {message}"):
        KimSpymaster(random_resources(0), **parameters)


@pytest.mark.parametrize(
    "clue, word, refused",
    [
        ("break", "BREAK", True),
        ("breaks", "BREAK", True),  # part of one another
        ("art", "START", True),
        ("mice", "MOUSE", True),  # the noun's lemma
        ("maximum", "MAXIM", True),
        ("dying", "DIE", False),
        ("presumably", "PRESUM", True),
        ("flies", "FLY", True),
        ("ocean", "SEA", False),
    ],
)
def test_the_published_rule_refuses_lemmas_stems_and_parts(clue, word, refused):
    assert (kim2019_blocked([word], [clue])[0, 0] == 0) == refused


def test_the_published_rule_sees_stems_that_are_neither_part_nor_lemma():
    # Lancaster: "happiness" -> "happy"
    assert kim2019_blocked(["HAPPY"], ["happiness", "ocean"]).tolist() == [[0]]


def test_without_the_stemmer_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "nltk.stem.lancaster", None)
    with pytest.raises(
        CluejamError, match="needs the Lancaster stemmer of NLTK; install it with: pip install"
    ):
        published_legality._stemmer.__wrapped__()


def test_a_card_at_the_far_end_of_the_scale_can_be_meant():
    world = small_world({}, low=-1.0)
    assert answer(KimSpymaster(world), small_view()) == (0, 1, (0,))
