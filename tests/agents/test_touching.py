"""The first touch of a turn, against trying every order of touches."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluejam_ai.agents.clock import Outlook
from cluejam_ai.agents.touching import Prospects, first_touch
from cluejam_ai.game.cards import N_CARDS, PASS

N = 5


def turn_worth(order, chances, ahead):
    """Return the worth of touching cards in this order until one is wrong."""
    total, alive = 0.0, 1.0
    for found, card in enumerate(order):
        agent, wrong, fatal = chances[card]
        total += alive * (wrong * ahead.wrong[0, found] + fatal * ahead.fatal[0, found])
        alive *= agent
    return total + alive * ahead.right[0, len(order)]


def best_worth(chances, ahead, first=None):
    """Return the best worth over all orders of all subsets, of those that begin with a card if given."""
    orders = (order for n in range(N + 1) for order in itertools.permutations(range(N), n))
    return max(
        turn_worth(order, chances, ahead)
        for order in orders
        if first is None or (order[0] if order else PASS) == first
    )


@st.composite
def turns(draw):
    share = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(1, 20))
    shares = draw(st.lists(share, min_size=N, max_size=N))
    chances = [tuple(x / sum(share) for x in share) for share in shares]
    gain = draw(st.floats(1.0, 2.0))
    worth = 0.1 * gain ** np.arange(N + 1)
    ahead = Outlook(worth[None], worth[None], np.zeros((1, N + 1)))
    return chances, ahead


def choose(chances, ahead, allowed):
    wide = np.zeros((3, 1, N_CARDS))
    wide[:, 0, :N] = np.array(chances).T
    there = (np.arange(N_CARDS) < N)[None]
    ties = np.arange(N_CARDS)[None]
    return int(first_touch(Prospects(*wide, there), ahead, np.array([allowed]), ties)[0])


@given(turns())
def test_where_every_card_found_is_worth_the_same_factor_the_first_touch_is_the_best_one(turn):
    chances, ahead = turn
    card = choose(chances, ahead, N)
    assert best_worth(chances, ahead, card) == pytest.approx(best_worth(chances, ahead))


def test_a_sure_card_comes_before_a_harmless_one_and_a_dangerous_one_is_left():
    worth = np.array([[0.10, 0.13, 0.17, 0.22, 0.28, 0.36]])
    ahead = Outlook(worth, worth, np.zeros_like(worth))
    harmless, sure, dangerous = (0.35, 0.65, 0.0), (0.8, 0.17, 0.03), (0.3, 0.3, 0.4)
    never = (0.0, 0.0, 1.0)
    assert choose([harmless, sure, dangerous, never, never], ahead, N) == 1
    assert choose([harmless, dangerous, never, never, never], ahead, N) == 0
    assert choose([dangerous, never, never, never, never], ahead, N) == PASS


def test_no_more_cards_are_counted_on_than_touches_are_allowed():
    worth = np.array([[0.1, 0.1, 0.9]])
    ahead = Outlook(worth, worth, np.zeros_like(worth))
    cards = [(0.9, 0.0, 0.1)] * N
    wide = np.zeros((3, 2, N_CARDS))
    wide[:, :, :N] = np.array(cards).T[:, None]
    there = np.broadcast_to(np.arange(N_CARDS) < N, (2, N_CARDS))
    two = Outlook(*(np.repeat(part, 2, axis=0) for part in vars(ahead).values()))
    ties = np.broadcast_to(np.arange(N_CARDS), (2, N_CARDS))
    assert first_touch(Prospects(*wide, there), two, np.array([1, 2]), ties).tolist() == [PASS, 0]
