"""koyyalagunta, harmonic and rsa say what plain spymasters say, to the last tie."""

from dataclasses import replace

import numpy as np
import pytest
from plain_fixed_number import plain_harmonic, plain_koyyalagunta, plain_rsa
from plain_positions import answers, views
from small_worlds import answer, small_view, small_world

from cluejam_ai.agents.proposals import proposals
from cluejam_ai.agents.spymasters.harmonic import HarmonicSpymaster
from cluejam_ai.agents.spymasters.koyyalagunta import KoyyalaguntaSpymaster, inverse_document_frequency
from cluejam_ai.agents.spymasters.rsa import RsaSpymaster
from cluejam_ai.errors import CluejamError
from cluejam_ai.testing.worlds import random_resources

WORLDS = [
    pytest.param({"decimals": None, "unknown": 0.0}, id="exact"),
    pytest.param({"decimals": 1, "unknown": 0.2}, id="with ties and unknown clues"),
]
OF_KIND = {
    HarmonicSpymaster: [{}, {"number": 3, "penalty": 1.5}, {"number": 1}],
    RsaSpymaster: [{}, {"number": 3, "temperature": 0.1, "neutral": 0.0}, {"number": 1, "temperature": 0.3}],
    KoyyalaguntaSpymaster: [
        {},
        {"number": 3, "nearest": 2, "detect": False},
        {"number": 1, "nearest": 1, "penalty": 2.0},
        {"nearest": 3, "weight": 0.5},
    ],
}


def resources_of(world, seed=7):
    made = random_resources(seed, n_words=60, n_clues=40, blocked=0.05, **world)
    return replace(made, ranks=np.arange(1, 41, dtype=np.int32) ** 3)


def plain(agent, params, view, row):
    resources = agent.resources
    if isinstance(agent, HarmonicSpymaster):
        return plain_harmonic(resources, view, row, **{"number": 2, "penalty": 0.5, **params})
    if isinstance(agent, RsaSpymaster):
        defaults = {"number": 2, "temperature": 1.0, "neutral": 0.5}
        return plain_rsa(resources, view, row, **{**defaults, **params})
    given = {"number": 2, "detect": True, "nearest": 500, "penalty": 0.5, "weight": 2.0, **params}
    detect = given.pop("detect")
    dictionary = resources.through("wordnet-gloss").similarity.table if detect else None
    freq = inverse_document_frequency(resources.ranks)
    return plain_koyyalagunta(resources, view, row, dictionary=dictionary, freq=freq, **given)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    "kind, params", [(kind, params) for kind, variants in OF_KIND.items() for params in variants]
)
def test_it_says_what_the_plain_spymaster_says(kind, params, world):
    resources = resources_of(world)
    agent = kind(resources, **params)
    n = 0
    for view in views(resources, 5):
        for row, said in enumerate(answers(agent, view)):
            assert said == tuple(plain(agent, params, view, row)), (view.ruleset.label, row)
            n += 1
    assert n > 80


def test_the_harmonic_mean_is_small_as_soon_as_one_cosine_is():
    world = small_world({0: 0.9, 1: 0.15}, {0: 0.3, 1: 0.3}, low=-0.5)
    assert answer(HarmonicSpymaster(world), small_view()) == (1, 2, (0, 1))
    assert answer(KoyyalaguntaSpymaster(world, detect=False), small_view()) == (0, 2, (0, 1))


def test_harmonic_clues_fewer_cards_where_a_stranger_is_nearer():
    world = small_world({0: 0.9, 1: 0.2, 4: 0.3})
    assert answer(HarmonicSpymaster(world), small_view()) == (0, 1, (0,))


def test_koyyalagunta_minds_the_assassin_and_not_the_bystander():
    risky, careless = {0: 0.5, 1: 0.5, 24: 0.4}, {0: 0.5, 1: 0.49, 4: 0.9}
    world = small_world(risky, careless)
    assert answer(KoyyalaguntaSpymaster(world, detect=False), small_view())[0] == 1
    assert answer(KoyyalaguntaSpymaster(world, detect=False, penalty=0.0), small_view())[0] == 0


def test_detect_listens_to_the_dictionary_and_to_frequency():
    world = small_world({0: 0.5, 1: 0.5}, {0: 0.49, 1: 0.49}, {0: 0.48, 1: 0.48})
    meanings = small_world({}, {0: 0.3, 1: 0.3}, {0: 0.3, 1: 0.3}, low=0.0)
    ranks = np.array([5000, 5000, 5000], dtype=np.int32)
    both = replace(world, elsewhere=lambda name: meanings, ranks=ranks)
    assert answer(KoyyalaguntaSpymaster(both, detect=False), small_view())[0] == 0
    assert answer(KoyyalaguntaSpymaster(both), small_view())[0] == 1
    # the second clue word is rarer than anything
    rare = replace(both, ranks=np.array([5000, 10**7, 5000], dtype=np.int32))
    assert answer(KoyyalaguntaSpymaster(rare), small_view())[0] == 2
    # too common is as bad as too rare
    common = replace(both, ranks=np.array([5000, 10, 5000], dtype=np.int32))
    assert answer(KoyyalaguntaSpymaster(common), small_view())[0] == 2


def test_frequency_takes_off_all_of_common_words_and_more_of_rare_ones():
    freq = inverse_document_frequency(np.array([1, 150, 250, 1000, 10_000, 100_000, 10**8]))
    assert freq[:2].tolist() == [1, 1]
    assert (np.diff(freq[2:]) > 0).all()
    # 10,000 words a document, of which a share 1 / (10000 * 13.48) is the word: 121.7 documents of 1701
    assert freq[4] == pytest.approx(1 / 121.7, rel=1e-3)
    assert freq[6] == 1


def test_rsa_weighs_bystanders_half_and_assassins_whole():
    beside = [{0: 0.5, 1: 0.5, place: 0.5} for place in (4, 24)]
    world = small_world(*beside)
    assert answer(RsaSpymaster(world, temperature=0.1), small_view())[0] == 0
    assert answer(RsaSpymaster(world, temperature=0.1, neutral=2.0), small_view())[0] == 1


@pytest.mark.parametrize("kind", OF_KIND)
@pytest.mark.parametrize("number", [0, 10])
def test_a_number_that_no_clue_has_is_an_error(kind, number):
    with pytest.raises(CluejamError, match=rf"number={number} is not between 1 and 9"):
        kind(random_resources(1), number=number)


@pytest.mark.parametrize(
    "kind, name, value, message",
    [
        (HarmonicSpymaster, "penalty", -0.1, "penalty=-0.1 is not between 0 and 2"),
        (HarmonicSpymaster, "penalty", float("nan"), "penalty=nan is not between"),
        (RsaSpymaster, "temperature", 0.0, "temperature=0.0 is not between 0.02 and 100"),
        (RsaSpymaster, "neutral", -1.0, "neutral=-1.0 is not between"),
        (KoyyalaguntaSpymaster, "nearest", 0, "nearest=0 is not at least 1"),
        (KoyyalaguntaSpymaster, "penalty", float("nan"), "penalty=nan, weight=2.0 are not between"),
        (KoyyalaguntaSpymaster, "weight", -1.0, "weight=-1.0 are not between"),
    ],
)
def test_parameters_out_of_range_are_errors(kind, name, value, message):
    with pytest.raises(CluejamError, match=message):
        kind(random_resources(1), **{name: value})


def test_without_a_second_embedding_detect_says_what_is_missing():
    world = replace(small_world({0: 0.5}), elsewhere=None)
    with pytest.raises(CluejamError, match="needs a second embedding, 'wordnet-gloss'"):
        KoyyalaguntaSpymaster(world)


def test_a_board_word_proposes_its_nearest_clue_words_the_frequent_first():
    table = np.array([[0.1, 0.5, 0.5, 0.5], [0.4, 0.3, 0.2, 0.1]], dtype=np.float32)
    assert proposals(table, 2).tolist() == [[False, True, True, False], [True, True, False, False]]
