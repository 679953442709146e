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
from cluejam_ai.human.example import example_people
from cluejam_ai.human.rows import PERSONS, HumanData
from cluejam_ai.interactive import chairs
from cluejam_ai.validation import BESIDE
from cluejam_ai.validation_bench import _KEPT, Bench


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


def test_what_each_game_adds_makes_the_figure(found):
    sums = found.by_group("recall").groupby("who")[["top", "bottom"]].sum()
    for who in ("nearest", "humans", "chance"):
        assert sums.loc[who, "top"] / sums.loc[who, "bottom"] == pytest.approx(value(found, who, "recall"))
    assert found.by_group("auc").groupby("who").size().to_dict() == dict.fromkeys(sums.index, 3)
    with pytest.raises(UnknownNameError, match="did you mean 'recall'"):
        found.by_group("recal")


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


def test_a_clue_that_agents_only_understand_at_the_table_is_unknown_here_so_that_figures_stay():
    told = cluejam_ai.validate(with_unknown(clue="giraffe"), ["nearest"]).coverage
    assert (told.missing_clues, told.reasons["clue"], len(told.kept)) == (("giraffe",), 1, 6)


def test_another_unknown_card_stays_on_the_board_and_is_told():
    told = cluejam_ai.validate(with_unknown(), ["nearest"]).coverage
    assert (len(told.kept), told.n_short, told.missing_cards) == (7, 1, ("zzyzx",))


def test_chance_plays_by_the_rule_of_guessers(found):
    """An unknown card is never taken before a known one, so chance has one card less to choose from."""
    one = with_unknown().rows[-1]
    with_it = cluejam_ai.validate(HumanData("one", (one,)), ["nearest"])
    n_known = len(one.board) - 1
    assert value(with_it, "chance", "recall") == pytest.approx(1 / n_known)
    assert value(with_it, "chance", "auc") == pytest.approx(((n_known - 1) / 2 + 1) / n_known)
    many = HumanData("many", tuple(replace(one, id=str(k), game=str(k)) for k in range(600)))
    drawn = cluejam_ai.validate(many, ["random", "nearest"])
    low, high = (
        drawn.figures.set_index(["who", "figure"]).loc[("random", "auc"), end] for end in ("low", "high")
    )
    assert low < value(drawn, "chance", "auc") < high


def test_what_an_agent_said_or_guessed_is_no_persons():
    rows = example_people().rows
    said, guessed = ({"clue_by": "robust(embedding=use)"}, {"guess_by": "bayes"})
    mixed = HumanData("mixed", (replace(rows[0], meta=said), replace(rows[1], meta=guessed), *rows[2:]))
    found = cluejam_ai.validate(mixed, ["nearest"], ["margin"], depth=3)
    lines = found.spymasters.set_index("figure")["rows"]
    assert (lines["in_first_1"], lines["in_first_3"]) == (5, 5)
    assert lines["rank_and_success"] == 4  # one more clue is a person's, but no person answered it
    assert (found.clues_of_agents, found.guesses_of_agents) == (1, 1)
    told = found.figures.set_index(["who", "figure"])["rows"]
    assert (told["nearest", "recall"], told["nearest", "agreement"], told["humans", "recall"]) == (6, 5, 5)
    alone = cluejam_ai.validate(HumanData("rest", rows[1:]), [], ["margin"], depth=3)
    both = (part.spymasters.set_index("figure").loc["in_first_3", "value"] for part in (found, alone))
    assert len(set(both)) == 1


def test_a_person_is_called_alike_at_the_table_and_in_data():
    assert {chairs.PERSON, chairs.PEOPLE} <= set(PERSONS)
    row = example_people().rows[0]
    assert row.clue_by_person
    assert replace(row, meta={"clue_by": "person(called=Ann)"}).clue_by_person


def test_agents_share_what_is_known_of_an_embedding_and_few_are_kept():
    families = ("use", "minilm", "glove50", "wordnet-gloss")
    names = [
        f"{family}(center={center}, remove_top=0)" for family in families for center in ("false", "true")
    ]
    agents = [(GUESSERS, f"nearest(embedding={name})") for name in names]
    bench = Bench(example_people(), agents, "drop", 0)
    first = bench.shop.resources(names[0])
    assert bench.shop.resources(names[0]) is first
    assert first.backwards().similarity.log_ranks is first.similarity.log_ranks
    for name in names:
        bench.shop.resources(name)
    assert [name in bench.shop._resources for name in names] == [False] * (8 - _KEPT) + [True] * _KEPT
    assert bench.shop.resources(names[0]) is not first


def test_who_is_measured_beside_changes_no_figure():
    specs = ["people", "bayes(embedding=use+minilm)", "nearest(embedding=glove50)"]
    together = cluejam_ai.validate(example_people(), specs)
    turned = cluejam_ai.validate(example_people(), specs[::-1])
    for who in specs:
        alone = cluejam_ai.validate(example_people(), [who])
        for figure in ("recall", "auc", "agreement"):
            wanted = value(alone, who, figure)
            assert value(together, who, figure) == value(turned, who, figure) == wanted


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
