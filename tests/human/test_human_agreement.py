"""The figures of agreement: known answers on rows made by hand, and a plain second implementation."""

import numpy as np
import plain_agreement as plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluejam_ai.human.agreement import FIGURES, guesser_figures, people_figures
from cluejam_ai.human.chance import chance_figures
from cluejam_ai.human.rows import HumanData, HumanRow
from cluejam_ai.human.sheet import sheet_of

BOARD = ("ant", "bee", "cat", "dog", "elk")


def a_row(**parts):
    return HumanRow(**{"id": "1", "source": "", "board": BOARD, "clue": "zoo", "number": 2, **parts})


def figures(row, scores):
    """The figures of one row for scores of its cards, in the order of the board."""
    score = np.full((1, 25), -np.inf)
    score[0, : len(scores)] = scores
    found = guesser_figures(sheet_of(HumanData("", (row,))), score)
    return {n: s.top[0] / s.bottom[0] if s.bottom[0] else None for n, s in found.items()}


def test_one_of_two_targets_among_the_first_two_is_half_of_the_recall():
    found = figures(a_row(targets=("ant", "bee")), [5, 1, 4, 3, 2])
    assert found["recall"] == 0.5
    assert found["first_in_targets"] == 1
    assert found["exact"] == 0
    assert found["auc"] == 0.5  # ant before all three others, bee before none


def test_equal_scores_never_favour_the_target():
    found = figures(
        a_row(targets=("ant",), guess_sets=(("ant",),), assassin=("elk",), team=("ant",)), [1, 1, 1, 1, 1]
    )
    assert found == {
        "recall": 0,
        "first_in_targets": 0,
        "exact": 0,
        "auc": 0,
        "assassin_risk": 1,
        "agreement": 0,
        "first_agrees": 0,
    }


def test_a_tie_among_targets_alone_costs_nothing():
    found = figures(a_row(targets=("ant", "bee")), [2, 2, 1, 1, 1])
    assert (found["recall"], found["first_in_targets"], found["exact"], found["auc"]) == (1, 1, 1, 1)


def test_a_tie_at_the_edge_counts_against_the_target():
    found = figures(a_row(targets=("ant", "bee")), [2, 1, 1, 0, 0])
    assert found["recall"] == 0.5
    assert found["auc"] == pytest.approx((3 + 2) / 6)


def test_the_assassin_is_a_risk_only_while_no_other_wrong_card_comes_first():
    row = a_row(targets=("ant", "bee"), team=("ant", "bee", "cat"), assassin=("elk",))
    assert figures(row, [5, 2, 1, 0, 4])["assassin_risk"] == 1  # ant, then the assassin
    assert figures(row, [5, 4, 1, 0, 2])["assassin_risk"] == 0  # two touches are enough
    assert figures(row, [5, 1, 0, 4, 3])["assassin_risk"] == 0  # the bystander ends the turn
    assert figures(row, [3, 1, 5, 0, 4])["assassin_risk"] == 1  # an own card that was not meant ends nothing


def test_a_card_without_a_vector_comes_after_all_others():
    found = figures(a_row(targets=("ant", "bee")), [-np.inf, 3, 2, 1, 0])
    assert found["recall"] == 0.5
    assert found["auc"] == 0.5


def test_people_are_compared_with_the_others_who_answered():
    row = a_row(targets=("ant", "bee"), guess_sets=(("ant", "bee"), ("ant", "cat"), ("dog",)))
    found = people_figures(sheet_of(HumanData("", (row,))))
    # shares of the others' cards: 1/2 0, 1/2 0, 0 0 (dog against two cards finds none of them)
    assert found["agreement"].top[0] == pytest.approx((0.5 + 0 + 0.5 + 0 + 0 + 0) / 6)
    assert found["first_agrees"].top[0] == pytest.approx(2 / 6)
    assert found["recall"].top[0] == pytest.approx((1 + 0.5 + 0) / 3)
    assert found["first_in_targets"].top[0] == pytest.approx(2 / 3)
    assert found["exact"].top[0] == pytest.approx(1 / 3)


def test_one_person_alone_has_nobody_to_agree_with():
    row = a_row(targets=("ant",), guess_sets=(("ant",),))
    found = people_figures(sheet_of(HumanData("", (row,))))
    assert found["agreement"].bottom[0] == 0
    assert found["recall"].bottom[0] == 1


def test_picks_in_no_known_order_tell_nothing_of_who_was_first():
    row = a_row(targets=("ant", "bee"), guess_sets=(("ant", "bee"),), ordered=False)
    assert figures(row, [2, 1, 0, 0, 0])["first_agrees"] is None
    assert people_figures(sheet_of(HumanData("", (row,))))["first_in_targets"].bottom[0] == 0


@st.composite
def rows(draw, most_cards=5):
    board = BOARD[: draw(st.integers(2, most_cards))]
    order = draw(st.permutations(board))
    n_targets = draw(st.integers(1, len(board) - 1))
    rest = list(order[n_targets:])
    n_assassins = draw(st.integers(0, min(1, len(rest) - 1)))
    n_more = draw(st.integers(0, len(rest) - n_assassins))
    people = draw(
        st.lists(
            st.lists(st.sampled_from(board), min_size=1, max_size=3, unique=True), min_size=1, max_size=4
        )
    )
    return a_row(
        board=board,
        number=n_targets,
        targets=tuple(order[:n_targets]),
        assassin=tuple(rest[:n_assassins]),
        team=(*order[:n_targets], *rest[n_assassins : n_assassins + n_more]),
        guess_sets=tuple(map(tuple, people)),
    )


@settings(max_examples=200, deadline=None)
@given(row=rows(), scores=st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_a_plain_second_implementation_finds_the_same(row, scores):
    found = figures(row, scores[: len(row.board)])
    by_card = dict(zip(row.board, scores, strict=False))
    for name in FIGURES:
        wanted = None if name == "assassin_risk" and not row.assassin else plain.GUESSER[name](row, by_card)
        assert found[name] == (None if wanted is None else pytest.approx(wanted)), name


@settings(max_examples=40, deadline=None)
@given(row=rows())
def test_people_and_chance_agree_with_the_plain_ones(row):
    sheet = sheet_of(HumanData("", (row,)))
    people, chance = people_figures(sheet), chance_figures(sheet)
    alone = plain.people_agreement(row)
    assert people["agreement"].top[0] == pytest.approx(alone or 0)
    assert people["recall"].top[0] == pytest.approx(plain.people_recall(row))
    for name in FIGURES:
        if name != "assassin_risk" or row.assassin:
            assert chance[name].top[0] == pytest.approx(plain.chance(plain.GUESSER[name], row)), name


@settings(max_examples=150, deadline=None)
@given(row=rows(), unknown=st.sets(st.sampled_from(BOARD)))
def test_chance_is_the_mean_over_all_orders_of_the_known_cards_before_the_unknown(row, unknown):
    known = np.zeros((1, 25), dtype=bool)
    known[0, : len(row.board)] = [card not in unknown for card in row.board]
    found = chance_figures(sheet_of(HumanData("", (row,))), known)
    hidden = [card for card in row.board if card in unknown]
    for name in FIGURES:
        if name != "assassin_risk" or row.assassin:
            assert found[name].top[0] == pytest.approx(plain.chance(plain.GUESSER[name], row, hidden)), name


def test_chance_is_better_where_other_cards_are_unknown():
    known = np.zeros((1, 25), dtype=bool)
    known[0, :4] = True
    sheet = sheet_of(HumanData("", (a_row(targets=("ant",), assassin=("elk",)),)))
    found = chance_figures(sheet, known)
    assert found["recall"].top[0] == 1 / 4  # of five cards elk is never the first
    assert found["auc"].top[0] == pytest.approx((3 / 2 + 1) / 4)
    assert found["assassin_risk"].top[0] == 0
    assert chance_figures(sheet)["recall"].top[0] == 1 / 5


def test_an_unknown_target_or_assassin_counts_against_chance():
    known = np.zeros((1, 25), dtype=bool)
    known[0, :2] = True
    row = a_row(targets=("ant", "bee", "cat"), assassin=("elk",))
    found = chance_figures(sheet_of(HumanData("", (row,))), known)
    assert found["recall"].top[0] == pytest.approx(2 / 3)
    assert found["exact"].top[0] == 0
    assert found["assassin_risk"].top[0] == 1
