"""Blocks cover every match once, in order, and cut no series."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluejam_ai.arena.schedule import Pairing, blocks
from cluejam_ai.errors import CluejamError


@given(
    st.integers(1, 60),
    st.lists(st.integers(1, 2), min_size=1, max_size=3),
    st.integers(1, 20),
    st.integers(1, 7),
)
def test_every_match_is_in_one_block_and_series_are_whole(
    n_boards: int, seatings: list[int], block_size: int, series: int
) -> None:
    made = blocks(n_boards, seatings, block_size=block_size, series=series)
    matches = [(b.pairing, b.seating, board) for b in made for board in range(b.first, b.stop)]
    wanted = [(p, s, board) for p, n in enumerate(seatings) for s in range(n) for board in range(n_boards)]
    assert matches == wanted
    assert all(b.first % series == 0 for b in made)
    assert sorted(b.name for b in made) == [b.name for b in made]


@pytest.mark.parametrize("wrong", [{"n_boards": 0}, {"block_size": 0}, {"series": 0}, {"n_boards": -3}])
def test_numbers_that_make_no_schedule_are_refused(wrong: dict[str, int]) -> None:
    values = {"n_boards": 5, "block_size": 5, "series": 1, **wrong}
    with pytest.raises(CluejamError, match="must be at least 1"):
        blocks(values["n_boards"], [1], block_size=values["block_size"], series=values["series"])


def test_a_pairing_names_the_second_side_only_where_it_differs() -> None:
    assert str(Pairing("a", "b", "a", "b")) == "a > b"
    assert str(Pairing("a", "b", "a", "c")) == "a > b | a > c"
