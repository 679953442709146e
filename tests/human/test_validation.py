"""Agents on people's rows: the whole way from a file to figures."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cluejam_ai
from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.human.agreement import BESIDE
from cluejam_ai.human.example import example_people
from cluejam_ai.human.rows import HumanData


def value(found, who, figure):
    frame = found.figures
    return frame[(frame["who"] == who) & (frame["figure"] == figure)]["value"].item()


@pytest.fixture(scope="module")
def found():
    return cluejam_ai.validate(
        example_people(), ["nearest", "nearest(embedding=minilm)", "random"], ["robust", "margin"], depth=5
    )


def test_everybody_has_every_figure_beside_people_and_chance(found):
    assert set(found.figures["who"]) == {"nearest", "nearest(embedding=minilm)", "random", "humans", "chance"}
    assert value(found, "humans", "recall") == pytest.approx(
        (1 + 0.5 + 1 + 0.5 + 1 + 2 / 3 + 2 + 2 + 1 + 2 / 3) / 12
    )
    assert value(found, "chance", "recall") == pytest.approx((4 * 2 + 2 * 3) / (6 * 12))
    assert value(found, "nearest", "recall") > value(found, "random", "recall")
    assert len(found.comparisons) == 3 * 7


def test_no_agent_is_called_like_what_stands_beside():
    import_agents()
    assert not set(BESIDE) & {*GUESSERS.names(), *SPYMASTERS.names()}
    both = cluejam_ai.validate(example_people(), ["people"])
    assert value(both, "people", "recall") != value(both, "humans", "recall")


def test_chance_has_no_interval_for_it_is_not_drawn(found):
    chance = found.figures[found.figures["who"] == "chance"]
    assert (chance["low"] == chance["value"]).all()
    assert (chance["high"] == chance["value"]).all()


def test_only_a_spymaster_with_a_listener_expects_something(found):
    frame = found.spymasters[found.spymasters["figure"] == "expected_and_success"].set_index("who")
    assert frame.loc["robust", "rows"] == 6
    assert frame.loc["margin", "rows"] == 0


def test_the_whole_is_plain_values(found):
    told = json.loads(json.dumps(found.as_dict()))
    assert (told["rows"], told["groups"], told["missing_cards"]) == (6, 3, [])


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(6)), cards=st.permutations(range(12)))
def test_neither_the_order_of_rows_nor_that_of_cards_matters(found, order, cards):
    rows = example_people().rows
    mixed = tuple(replace(rows[k], board=tuple(rows[k].board[c] for c in cards)) for k in order)
    again = cluejam_ai.validate(HumanData("mixed", mixed), ["nearest", "random"])
    for who in ("nearest", "random"):
        for figure in ("recall", "auc", "assassin_risk", "agreement"):
            assert value(again, who, figure) == pytest.approx(value(found, who, figure))


def with_unknown(**parts):
    row = example_people().rows[0]
    board = tuple("zzyzx" if card == "anchor" else card for card in row.board)
    changed = replace(row, id="unknown", board=board, targets=("island",), guess_sets=(("island",),))
    return HumanData("unknown", (*example_people().rows, replace(changed, **parts)))


def test_a_row_with_an_unknown_target_clue_or_guess_falls_out_and_is_told():
    for part, change in {
        "clue": {"clue": "qqxyv"},
        "target": {"targets": ("zzyzx",)},
        "guess": {"guess_sets": (("zzyzx",),)},
    }.items():
        told = cluejam_ai.validate(with_unknown(**change), ["nearest"]).coverage
        assert (told.n_rows, len(told.kept), told.reasons[part]) == (7, 6, 1)
        kept = cluejam_ai.validate(with_unknown(**change), ["nearest"], missing="last")
        assert len(kept.data) == 7


def test_another_unknown_card_stays_on_the_board_and_is_told():
    told = cluejam_ai.validate(with_unknown(), ["nearest"]).coverage
    assert (len(told.kept), told.n_short, told.missing_cards) == (7, 1, ("zzyzx",))


def test_a_row_whose_target_is_unknown_counts_as_missed_where_it_stays():
    whole = HumanData("one", (with_unknown(targets=("zzyzx",)).rows[-1],))
    found = cluejam_ai.validate(whole, ["nearest"], missing="last")
    assert value(found, "nearest", "recall") == 0
    with pytest.raises(CluejamError, match="no row of 'one' is left"):
        cluejam_ai.validate(whole, ["nearest"])


def test_wrong_names_are_met_with_what_is_known():
    with pytest.raises(UnknownNameError, match="did you mean 'nearest'"):
        cluejam_ai.validate(example_people(), ["neerest"])
    with pytest.raises(UnknownNameError, match="policy for missing words"):
        cluejam_ai.validate(example_people(), ["nearest"], missing="lost")
    with pytest.raises(CluejamError, match="name whom to measure"):
        cluejam_ai.validate(example_people())


def test_the_published_rows_are_read_and_people_find_what_was_reported(test_data):
    """Other people found .79 of the targets of 400 human clues, of which these are 100."""
    data = cluejam_ai.read_human(test_data / "human" / "mills_human_clues.jsonl")
    found = cluejam_ai.validate(data, ["random"])
    assert (len(data), data.n_groups) == (100, 100)
    assert 0.7 < value(found, "humans", "recall") < 0.85
    assert value(found, "chance", "recall") == 0.25
