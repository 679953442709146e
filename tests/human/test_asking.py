"""What is asked of agents: their whole order of cards, ties as ties, and where a person's clue stands."""

import numpy as np
import pytest

from cluejam_ai.agents.base import Clues, Guesser, Guesses, Spymaster
from cluejam_ai.agents.guessers.nearest import NearestGuesser
from cluejam_ai.agents.resources import Resources
from cluejam_ai.agents.spymasters.margin import MarginSpymaster
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import PASS
from cluejam_ai.human.asking import Asked, guesser_scores
from cluejam_ai.human.clueing import clue_ranks, expected_success, real_success
from cluejam_ai.human.rows import HumanData, HumanRow
from cluejam_ai.human.sheet import sheet_of
from cluejam_ai.testing.worlds import with_similarity

CARDS = ("ant", "bee", "cat", "dog")


def world(*columns):
    """Resources of four cards; a column of cosines for each clue word."""
    table = np.zeros((4, len(columns)), dtype=np.float32)
    table[:, :] = np.array(columns, dtype=np.float32).T
    clues = tuple(f"clue{k}" for k in range(len(columns)))
    return with_similarity(Resources(CARDS, clues, np.zeros(table.shape, dtype=np.uint8)), table)


def asked(clue=(0,), number=1, n_cards=4):
    n = len(clue)
    words = np.zeros((n, 25), dtype=np.int16)
    words[:, :4] = range(4)
    there = np.zeros((n, 25), dtype=bool)
    there[:, :n_cards] = True
    return Asked(
        words,
        there,
        np.array(clue, dtype=np.int32),
        np.full(n, number, dtype=np.int8),
        np.arange(n, dtype=np.uint64),
    )


def scores(resources, question, guesser=NearestGuesser):
    agent, other = guesser(resources), guesser(resources.backwards())
    return guesser_scores(agent, other, question, "test")[0]


def test_the_order_of_cards_is_that_of_the_cosines():
    found = scores(world([0.1, 0.4, 0.2, 0.3]), asked())
    assert np.argsort(-found[:4]).tolist() == [1, 3, 2, 0]
    assert np.isneginf(found[4:]).all()


def test_cards_with_equal_cosines_have_equal_scores_and_no_others_do():
    found = scores(world([0.4, 0.1, 0.4, 0.1]), asked(number=2))
    assert found[0] == found[2] > found[1] == found[3]


def test_a_card_that_the_guesser_does_not_know_has_no_place():
    found = scores(world([0.1, 0.4, 0.2, 0.9]), asked(n_cards=3))
    assert np.argmax(found) == 1
    assert np.isneginf(found[3])


def test_a_clue_that_is_not_known_leaves_all_cards_alike():
    found = scores(world([0.1, 0.4, 0.2, 0.9]), asked(clue=(-1,)))
    assert np.isneginf(found).all()


class Passing(Guesser):
    def __init__(self, resources):
        pass

    def guess(self, view, keys, memory):
        return Guesses(np.full(len(view), PASS))


def test_a_guesser_that_passes_where_it_may_not_is_named():
    with pytest.raises(CluejamError, match="guesser 'test' answered with no card"):
        scores(world([0.1, 0.4, 0.2, 0.9]), asked(), Passing)


class InOrder(Spymaster):
    """Gives clue 2, then 0, then 1: each the first that did not fail."""

    def give_clues(self, view, keys, memory):
        said = view.history.clue
        word = np.array([next(c for c in (2, 0, 1) if c not in row) for row in said.tolist()])
        return Clues(word, np.ones(len(view), dtype=np.int64), view.touchable & False)


def sheet(n, **parts):
    row = HumanRow("1", "", CARDS, "x", 1, **{"targets": ("ant",), **parts})
    return sheet_of(HumanData("", (row,) * n))


def test_the_rank_of_a_clue_is_how_often_the_spymaster_is_asked_until_it_comes():
    ranks = clue_ranks(InOrder(), sheet(4), asked(clue=(0, 1, 2, -1)), depth=3)
    assert ranks.tolist() == [2, 3, 1, -1]
    assert clue_ranks(InOrder(), sheet(2), asked(clue=(1, 2)), depth=2).tolist() == [0, 1]


def test_a_real_spymaster_gives_the_nearest_clue_first():
    resources = world([0.2, 0.1, 0.1, 0.1], [0.9, 0.1, 0.1, 0.1], [0.5, 0.1, 0.1, 0.1])
    ranks = clue_ranks(MarginSpymaster(resources), sheet(3), asked(clue=(0, 1, 2)), depth=3)
    assert ranks.tolist() == [3, 1, 2]


def test_a_spymaster_without_a_listener_expects_nothing():
    assert np.isnan(expected_success(InOrder(), sheet(2), asked(clue=(0, 1)))).all()


def test_success_is_what_was_found_before_the_first_wrong_card():
    found = real_success(
        sheet(1, targets=("ant", "bee"), guess_sets=(("ant", "cat", "bee"), ("bee", "ant"), ("dog",)))
    )
    assert found.top[0] / found.bottom[0] == pytest.approx((0.5 + 1 + 0) / 3)
