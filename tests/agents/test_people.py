"""The guesser and the listener that are fitted to people."""

import json
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from cluejam_ai.agents.closeness import ACROSS, closeness_in, log_ranks, log_ranks_beside
from cluejam_ai.agents.guessers.people import PeopleGuesser
from cluejam_ai.agents.people import people_closeness, people_families
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.agents.spymasters.people_listener import PeopleListenerSpymaster
from cluejam_ai.embeddings.people_weights import Weights, load_people_weights
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, N_CARDS
from cluejam_ai.game.loose import loose_guesser_view, loose_spymaster_view
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import DUO
from cluejam_ai.seeding import derive, stream
from cluejam_ai.testing.worlds import random_positions, random_resources, with_similarity

FAMILIES = ("use", "minilm", "glove50", "wordnet-gloss")
CARDS = ("ant", "bee", "cat", "dog")


def similarity(table):
    table = np.array(table, dtype=np.float32)
    return Similarity(table, np.ones(table.shape[1], dtype=bool))


def world(**tables):
    """Resources of four cards and three clues, by family; the others know nothing."""
    nothing = np.zeros((4, 3), dtype=np.float32)
    plain = Resources(CARDS, ("one", "two", "three"), np.zeros((4, 3), dtype=np.uint8))

    def through(name):
        return with_similarity(plain, np.array(tables.get(name.replace("-", "_"), nothing), dtype=np.float32))

    return Resources(plain.words, plain.clues, plain.verdicts, elsewhere=through)


def test_closeness_is_cosine_in_standard_deviations_less_the_logarithm_of_the_rank():
    table = np.array([[0.9, 0.1, 0.5], [0.2, 0.2, 0.3]])
    found = closeness_in(similarity(table), Weights(cosine=2, rank=3))
    ranks = np.array([[1, 3, 2], [2, 2, 1]])  # equals have the better rank
    assert found == pytest.approx(2 * table / table.std() - 3 * np.log(ranks), abs=1e-5)
    assert closeness_in(similarity(table)) == pytest.approx(closeness_in(similarity(table), ACROSS))


def test_the_weights_are_those_of_the_shipped_families_and_tell_where_they_come_from():
    told = json.loads(files("cluejam_ai.resources").joinpath("people.json").read_text())
    assert set(load_people_weights()) == set(FAMILIES)
    assert all(weights.rank > 0 for weights in load_people_weights().values())
    assert told["fitted_to"]["rows"] > 5000
    assert len(told["fitted_to"]["sha256"]) == 64


def test_people_closeness_is_the_weighted_sum_of_the_families():
    use, gloss = np.eye(4, 3), np.eye(4, 3)[::-1]
    resources = world(use=use, wordnet_gloss=gloss)
    weights = load_people_weights()
    wanted = closeness_in(similarity(use), weights["use"])
    assert people_closeness(resources, ("use",)) == pytest.approx(wanted)
    wanted = wanted + closeness_in(similarity(gloss), weights["wordnet-gloss"])
    assert people_closeness(resources, ("use", "wordnet-gloss")) == pytest.approx(wanted)


def touch(resources, key=0, **options):
    view = loose_guesser_view(4, np.arange(N_CARDS)[None] < 4, 1, 0)
    keys = derive(np.array([stream(key, "test")]), 1)
    return CARDS[PeopleGuesser(resources, **options).guess(view, keys, {}).card[0]]


def test_the_card_is_touched_that_has_the_clue_first_in_most_families():
    # all families: the first clue is the dog's nearest and nobody else's
    others = [[0.1, 0.5, 0.6], [0.1, 0.6, 0.5], [0.1, 0.5, 0.6]]
    nearest = [*others, [0.9, 0.2, 0.1]]
    assert touch(world(use=nearest, minilm=nearest, glove50=nearest, wordnet_gloss=nearest)) == "dog"


def test_families_that_are_left_out_have_no_say():
    first = [[0.9, 0.1, 0.2], [0.1, 0.5, 0.6], [0.1, 0.5, 0.6], [0.1, 0.5, 0.6]]
    second = [first[1], first[0], first[2], first[3]]
    resources = world(use=first, minilm=second)
    assert touch(resources, families="use") == "ant"
    assert touch(resources, families="minilm") == "bee"


def test_noise_draws_cards_as_the_logit_says():
    table = [[0.9, 0.1, 0.2], [0.1, 0.5, 0.6], [0.1, 0.5, 0.6], [0.1, 0.5, 0.6]]
    resources = world(use=table)
    odds = np.exp(people_closeness(resources, ("use",))[:, 0].astype(float))
    drawn = [touch(resources, key, families="use", noise=1.0) for key in range(1500)]
    shares = [drawn.count(card) / len(drawn) for card in CARDS]
    assert shares == pytest.approx(odds / odds.sum(), abs=0.04)


def test_a_family_that_was_not_fitted_and_a_wrong_noise_are_refused():
    with pytest.raises(UnknownNameError, match="did you mean 'glove50'"):
        PeopleGuesser(world(), families="use+glove5")
    with pytest.raises(CluejamError, match="noise=-1 is not between"):
        PeopleGuesser(world(), noise=-1)
    with pytest.raises(CluejamError, match="noise=0 is not between"):
        PeopleListenerSpymaster(world(), noise=0)
    assert people_families("use + minilm+use", "") == ("use", "minilm")


def test_the_listener_expects_what_luce_says_of_its_first_touch():
    table = [[0.9, 0.1, 0.2], [0.8, 0.5, 0.6], [0.1, 0.5, 0.6], [0.1, 0.5, 0.6]]
    resources = world(use=table, minilm=table)
    agent = PeopleListenerSpymaster(resources, families="use+minilm")
    view = loose_spymaster_view([AGENT, AGENT, 1, 3])
    odds = np.exp(people_closeness(resources, ("use", "minilm")).astype(float))
    for clue in range(3):
        found = agent.expected_found(view, np.array([clue]), np.array([1]))
        assert found[0] == pytest.approx(odds[:2, clue].sum() / odds[:, clue].sum(), abs=2e-3)


def test_what_a_clue_for_one_card_is_worth_is_its_chance_less_what_the_wrong_cards_cost():
    table = [[0.9, 0.1, 0.2], [0.8, 0.5, 0.6], [0.1, 0.5, 0.6], [0.1, 0.5, 0.6]]
    resources = world(use=table, minilm=table)
    agent = PeopleListenerSpymaster(resources, families="use+minilm", cost_bystander=0.3, cost_assassin=5.0)
    view = loose_spymaster_view([AGENT, AGENT, BYSTANDER, ASSASSIN])
    odds = np.exp(people_closeness(resources, ("use", "minilm")).astype(float))
    chance = odds / odds.sum(axis=0)
    for clue in range(3):
        worth = agent.expected_worth(view, np.array([clue]), np.array([1]))
        wanted = chance[:2, clue].sum() - 0.3 * chance[2, clue] - 5.0 * chance[3, clue]
        assert worth[0] == pytest.approx(wanted, abs=1e-2)


@pytest.mark.parametrize("changed", [{"clock": False}, {"found_weight": 9.0}])
def test_the_listener_of_people_can_play_for_the_win_under_the_clock(changed):
    similar = random_resources(7)
    resources = replace(similar, elsewhere=lambda name: similar)
    view = random_positions(DUO, 60, 3, seed=8, n_words=80, n_clues=300).spymaster_view()
    params = {"families": "use", "clock": True, **changed}
    for_win, other = (
        PeopleListenerSpymaster(resources, **kind).give_clues(view, np.zeros(60, dtype=np.uint64), {})
        for kind in ({"families": "use", "clock": True}, params)
    )
    assert (for_win.word != other.word).any() or (for_win.number != other.number).any()


def test_fewer_turns_make_the_listener_of_people_say_larger_numbers():
    similar = random_resources(7)
    resources = replace(similar, elsewhere=lambda name: similar)
    numbers = []
    for turns in (5, 30):
        view = random_positions(
            parse_ruleset(f"duo(turns={turns})"), 60, 0, seed=8, n_words=80, n_clues=300
        ).spymaster_view()
        agent = PeopleListenerSpymaster(resources, families="use", clock=True)
        numbers.append(agent.give_clues(view, np.zeros(60, dtype=np.uint64), {}).number.mean())
    assert numbers[0] > numbers[1]


def test_a_further_clue_has_the_rank_that_it_would_have_among_the_others() -> None:
    table = np.random.default_rng(3).choice([-0.5, 0.0, 0.25, 0.5], size=(6, 9)).astype(np.float32)
    known = np.arange(9) != 4
    further = np.array(
        [[0.25, 0.7], [0.5, -1.0], [0.3, 0.0], [-0.5, 0.5], [0.0, 0.1], [-2.5, 0.25]], np.float32
    )
    found = log_ranks_beside(table, known, further)
    for place in range(2):
        among = np.hstack([table, further[:, [place]]])
        wanted = log_ranks(among, np.append(known, True))
        np.testing.assert_array_equal(found[:, place], wanted[:, -1])
