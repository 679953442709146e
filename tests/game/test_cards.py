"""Helpers on cards."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cluejam_ai.game.cards import count_cards
from cluejam_ai.game.state import of_seat


@given(arrays(np.bool_, st.tuples(st.integers(0, 5), st.just(25))))
def test_cards_are_counted_board_by_board(mask):
    counts = count_cards(mask)
    assert counts.dtype == np.int8
    assert counts.tolist() == [sum(row) for row in mask.tolist()]


def test_each_board_has_what_its_own_seat_has():
    values = np.arange(3 * 2 * 25).reshape(3, 2, 25)
    assert of_seat(values, np.array([1, 0, 1])).tolist() == [
        values[0, 1].tolist(),
        values[1, 0].tolist(),
        values[2, 1].tolist(),
    ]
