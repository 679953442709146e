"""Listeners' expectations against simulation and exact sums; spymasters against weighing every clue."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from cluejam_ai.agents import luce
from cluejam_ai.agents.aim import PACE
from cluejam_ai.agents.base import NO_MEMORY, SPYMASTERS
from cluejam_ai.agents.clock import Clock
from cluejam_ai.agents.kernels import slots_of
from cluejam_ai.agents.listener import (
    LOG_PHI_ERROR,
    PHI_ERROR,
    Heard,
    Hearing,
    gaussian_endings,
    gumbel_weights,
    log_phi,
    over_bins,
    phi,
)
from cluejam_ai.agents.luce import plackett_luce_endings
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN
from cluejam_ai.game.inference import partner_roles
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import CLASSIC, DUO, SOLO
from cluejam_ai.specs import parse_spec
from cluejam_ai.testing.worlds import random_positions, random_resources

import_agents()


def gaussian_scores(at, hearing):
    return gaussian_endings(at, hearing).cards_less_costs()


def plackett_luce_scores(at, hearing):
    return plackett_luce_endings(at, hearing).cards_less_costs()


LISTENERS = ["gaussian-listener", "plackett-luce-listener"]


def heard(seed, n=40, n_own=4, n_other=5):
    rng = np.random.default_rng(seed)
    shape = (
        rng.normal(0.4, 1, (n, n_own)).astype(np.float32),
        rng.normal(0, 1, (n, n_other)).astype(np.float32),
    )
    cost = rng.choice([0.2, 1.0, 4.0], (n, n_other)).astype(np.float32)
    return Heard(shape[0], np.ones((n, n_own), dtype=bool), shape[1], np.ones((n, n_other), dtype=bool), cost)


def simulated(at, row, noise_own, noise_other, max_number):
    """Return the mean score and its standard error for one clue, from perceived scores."""
    own, other = at.own[row] + noise_own, at.other[row] + noise_other
    number = (own > other.max(axis=1, keepdims=True)).sum(axis=1)
    cost = at.cost[row][other.argmax(axis=1)]
    scores = np.array([np.minimum(k, number) - cost * (number < k) for k in range(1, max_number + 1)])
    return scores.mean(axis=1), scores.std(axis=1) / np.sqrt(scores.shape[1])


def test_the_tables_err_by_no_more_than_they_say():
    x = np.linspace(-7.99, 7.99, 200_001).astype(np.float32)
    assert np.abs(phi(x) - stats.norm.cdf(x.astype(float))).max() < PHI_ERROR
    assert np.abs(log_phi(x) - stats.norm.logcdf(x.astype(float))).max() < LOG_PHI_ERROR
    assert phi(np.array([-50, 50], dtype=np.float32)).tolist() == pytest.approx([0, 1], abs=PHI_ERROR)


@pytest.mark.parametrize("sigma", [0.5, 1.5])
def test_a_gaussian_listener_scores_as_simulation_says(sigma):
    at, rng = heard(1), np.random.default_rng(2)
    scores = gaussian_scores(at, Hearing(sigma, 4))
    for row in range(12):
        noise = [rng.normal(0, sigma, (40_000, n)) for n in (4, 5)]
        mean, error = simulated(at, row, *noise, 4)
        assert np.abs(scores[row] - mean).max() < 5 * error.max() + 0.01


@pytest.mark.parametrize("sigma", [0.5, 1.5])
def test_a_plackett_luce_listener_scores_as_simulation_says(sigma):
    at, rng = heard(1), np.random.default_rng(3)
    scores = plackett_luce_scores(at, Hearing(sigma, 4))
    for row in range(12):
        noise = [rng.gumbel(0, sigma * np.sqrt(6) / np.pi, (40_000, n)) for n in (4, 5)]
        mean, error = simulated(at, row, *noise, 4)
        assert np.abs(scores[row] - mean).max() < 5 * error.max() + 0.001


def test_a_plackett_luce_listener_scores_as_the_sum_over_orders_says():
    """Every order of the first touches has a known chance; the scores are sums over all of them."""
    at = heard(4, n=5, n_own=3, n_other=2)
    scores = plackett_luce_scores(at, Hearing(1.0, 3))
    scale = np.pi / np.sqrt(6)
    for row in range(5):
        weights = np.exp(np.concatenate([at.own[row], at.other[row]]).astype(float) * scale)
        wanted = np.zeros(3)
        for order in itertools.permutations(range(5)):
            chance, left = 1.0, weights.sum()
            for card in order:
                chance *= weights[card] / left
                left -= weights[card]
            number = next(i for i, card in enumerate(order) if card >= 3)
            cost = at.cost[row][order[number] - 3]
            wanted += chance * np.array([min(k, number) - cost * (number < k) for k in (1, 2, 3)])
        assert scores[row] == pytest.approx(wanted, abs=2e-4)


@pytest.mark.parametrize("scores", [gaussian_scores, plackett_luce_scores])
def test_with_no_other_cards_every_number_is_found(scores):
    at = heard(1)
    alone = Heard(at.own, at.own_valid, at.other, np.zeros_like(at.other_valid), at.cost)
    assert scores(alone, Hearing(0.8, 4))[0] == pytest.approx([1, 2, 3, 4], abs=1e-3)


@pytest.mark.parametrize("scores", [gaussian_scores, plackett_luce_scores])
def test_cards_that_are_not_there_change_nothing(scores):
    at = heard(1)
    wider = Heard(
        np.pad(at.own, ((0, 0), (0, 2)), constant_values=9),
        np.pad(at.own_valid, ((0, 0), (0, 2))),
        np.pad(at.other, ((0, 0), (0, 1)), constant_values=9),
        np.pad(at.other_valid, ((0, 0), (0, 1))),
        np.pad(at.cost, ((0, 0), (0, 1)), constant_values=9),
    )
    assert scores(wider, Hearing(0.8, 4)) == pytest.approx(scores(at, Hearing(0.8, 4)), abs=1e-5)


def give(name, resources, view, **params):
    spec = parse_spec(name).with_params(params)
    return SPYMASTERS.build(spec, resources).give_clues(view, np.zeros(len(view), dtype=np.uint64), NO_MEMORY)


def test_weighing_a_few_candidates_finds_nearly_always_what_weighing_every_clue_finds():
    resources = random_resources(7, n_clues=2000)
    view = random_positions(DUO, 60, 2, seed=8, n_words=80, n_clues=2000).spymaster_view()
    few, all_ = (give("gaussian-listener", resources, view, candidates=n) for n in (64, 2000))
    assert (few.word == all_.word).mean() > 0.95
    assert (few.number[few.word == all_.word] == all_.number[few.word == all_.word]).all()


@pytest.mark.parametrize("decimals", [None, 1], ids=["exact", "many equals"])
@pytest.mark.parametrize("turns", [0, 3])
@pytest.mark.parametrize("rules", [DUO, CLASSIC, SOLO], ids=["duo", "classic", "solo"])
@pytest.mark.parametrize("params", [{}, {"sigma": 0.3}, {"cost_assassin": 100.0}, {"max_number": 1}])
def test_a_plackett_luce_listener_is_given_the_best_of_all_clues(params, rules, turns, decimals):
    resources = random_resources(7, decimals=decimals, blocked=0.02, unknown=0.1)
    view = random_positions(rules, 30, turns, seed=8, n_words=80, n_clues=300).spymaster_view()
    every = give("plackett-luce-listener", resources, view, candidates=300, **params)
    for candidates in (1, 5, 64):
        some = give("plackett-luce-listener", resources, view, candidates=candidates, **params)
        assert np.array_equal(some.word, every.word)
        assert np.array_equal(some.number, every.number)


def test_the_rule_of_integration_errs_by_no_more_than_it_says():
    exponents = np.concatenate([[0.0], np.logspace(-6, 7, 2001)]).astype(np.float32)[:, None]
    found = (np.exp(exponents * luce._LOG_NODES) * luce._NODE_WEIGHTS).sum(axis=1)
    error = np.abs(found - 1 / (1 + exponents[:, 0].astype(np.float64))).max()
    assert luce.RULE_ERROR / 3 < error < luce.RULE_ERROR


@pytest.mark.parametrize("sigma", [0.3, 2.0])
def test_no_clue_is_worth_more_than_its_bound(sigma):
    resources = random_resources(9)
    view = random_positions(DUO, 40, 2, seed=3, n_words=80, n_clues=300).spymaster_view()
    own = view.touchable & (view.key == AGENT)
    mine, theirs = slots_of(view.words, own), slots_of(view.words, view.touchable & ~own)
    cost = np.random.default_rng(1).choice([0.2, 1.0, 30.0], theirs.ids.shape).astype(np.float32)
    cost *= theirs.valid
    weights = gumbel_weights(resources.z_scores, sigma)
    bound = luce.worth_at_most(weights, mine, theirs, cost)
    bound += luce.excess(mine.valid.sum(axis=1), cost.max(axis=1))[:, None]
    for row in range(len(view)):
        z = resources.z_scores
        at = Heard(
            z[mine.ids[row]].T,
            np.tile(mine.valid[row], (z.shape[1], 1)),
            z[theirs.ids[row]].T,
            np.tile(theirs.valid[row], (z.shape[1], 1)),
            np.tile(cost[row], (z.shape[1], 1)),
        )
        assert (plackett_luce_scores(at, Hearing(sigma, 9)).max(axis=1) <= bound[row]).all()


@pytest.mark.parametrize("name", LISTENERS)
@pytest.mark.parametrize(
    "params",
    [{"sigma": 3.0}, {"cost_bystander": 3.0}, {"cost_assassin": 50.0}, {"max_number": 1}],
)
def test_every_parameter_makes_a_difference(name, params):
    resources = random_resources(7)
    view = random_positions(DUO, 60, 0, seed=8, n_words=80, n_clues=300).spymaster_view()
    plain, changed = give(name, resources, view), give(name, resources, view, **params)
    assert (plain.word != changed.word).any() or (plain.number != changed.number).any()


def test_a_gaussian_listener_may_miss_the_best_with_one_candidate():
    resources = random_resources(7)
    view = random_positions(DUO, 60, 0, seed=8, n_words=80, n_clues=300).spymaster_view()
    plain, changed = (give("gaussian-listener", resources, view, candidates=n) for n in (64, 1))
    assert (plain.word != changed.word).any()


@pytest.mark.parametrize("name", LISTENERS)
@pytest.mark.parametrize(
    "params",
    [{"sigma": 0.01}, {"max_number": 0}, {"max_number": 10}, {"cost_other": -1.0}, {"candidates": 0}],
)
def test_parameters_out_of_range_are_errors(name, params):
    with pytest.raises(CluejamError, match=f"spymaster '{name}'"):
        SPYMASTERS.build(parse_spec(name).with_params(params), random_resources(1))


@pytest.mark.parametrize("name", LISTENERS)
def test_more_noise_asks_for_less(name):
    resources = random_resources(7, n_clues=2000)
    view = random_positions(DUO, 60, 0, seed=8, n_words=80, n_clues=2000).spymaster_view()
    sharp, dull = (give(name, resources, view, sigma=s).number.mean() for s in (0.3, 2.0))
    assert dull < sharp


@pytest.mark.parametrize("sigma", [0.5, 1.5])
def test_cards_that_the_listener_leaves_out_count_as_simulation_says(sigma):
    at, rng = heard(1), np.random.default_rng(5)
    avoided = rng.random(at.other.shape).astype(np.float32)
    endings = gaussian_endings(replace(at, avoided=avoided), Hearing(sigma, 4))
    for row in range(8):
        own = at.own[row] + rng.normal(0, sigma, (40_000, 4))
        other = at.other[row] + rng.normal(0, sigma, (40_000, 5))
        other[rng.random(other.shape) < avoided[row]] = -np.inf
        number = (own > other.max(axis=1, keepdims=True)).sum(axis=1)
        cost = at.cost[row][other.argmax(axis=1)]
        for found in range(4):
            assert endings.exactly[row, found] == pytest.approx((number == found).mean(), abs=0.02)
            assert endings.paid[row, found] == pytest.approx((cost * (number == found)).mean(), abs=0.05)


def test_a_listener_who_leaves_nothing_out_is_the_plain_one():
    at = heard(1)
    nothing = replace(at, avoided=np.zeros_like(at.other))
    for endings in (gaussian_endings, plackett_luce_endings):
        plain, told = endings(at, Hearing(1.0, 4)), endings(nothing, Hearing(1.0, 4))
        assert told.exactly == pytest.approx(plain.exactly, abs=0.01)
        assert told.paid == pytest.approx(plain.paid, abs=0.05)


def plain_worth(view, row, resources, word, number):
    """Return what one clue is worth: every ending with its worth, by simulation."""
    rng = np.random.default_rng(row)
    cards = np.flatnonzero(view.touchable[row])
    own = cards[view.key[row, cards] == AGENT]
    other = cards[view.key[row, cards] != AGENT]
    found = (view.key == AGENT) & ~view.touchable | (view.partner_seen == AGENT)
    nothing = np.zeros(len(view), dtype=bool)
    theirs = partner_roles(view.ruleset, view.key, view.partner_seen, found, nothing)[row, :, ASSASSIN]
    close = resources.closeness[view.words[row], word]
    noise = rng.normal(0, 1.1, (20_000, 25))
    perceived = close + noise
    perceived[:, other] = np.where(
        rng.random((20_000, len(other))) < theirs[other], -np.inf, perceived[:, other]
    )
    worst = perceived[:, other].max(axis=1, keepdims=True)
    n_found = (perceived[:, own] > worst).sum(axis=1)
    last = other[perceived[:, other].argmax(axis=1)]
    ahead = Clock(view.ruleset, PACE, 0.7).outlook(
        view.cards_left[[row]], view.turns_left[[row]], view.lives_left[[row]], 6
    )
    stopped = np.minimum(n_found, number)
    fatal = view.key[row, last] == ASSASSIN
    worth = np.where(fatal, ahead.fatal[0, stopped], ahead.wrong[0, stopped])
    return np.where(n_found >= number, ahead.right[0, number], worth).mean()


@pytest.mark.parametrize("rules", ["duo", "duo(turns=8, lives=3)", "duet"])
def test_robust_gives_no_clue_that_simulation_calls_worse_than_another(rules):
    resources = random_resources(7)
    view = random_positions(parse_ruleset(rules), 6, 2, seed=8, n_words=80, n_clues=300).spymaster_view()
    answer = give("robust", resources, view)
    rivals = give("gaussian-listener", resources, view)
    for row in range(len(view)):
        mine = plain_worth(view, row, resources, answer.word[row], int(answer.number[row]))
        for number in range(1, int((view.touchable & (view.key == AGENT))[row].sum()) + 1):
            if number <= 6:
                same = plain_worth(view, row, resources, answer.word[row], number)
                theirs = plain_worth(view, row, resources, rivals.word[row], number)
                assert mine >= max(same, theirs) - 0.02


def test_closeness_is_the_mean_of_cosine_and_rank_over_the_parts():
    worlds = [random_resources(seed, n_clues=50) for seed in (1, 2)]
    parts = tuple(world.similarity for world in worlds)
    mix = replace(worlds[0], load_parts=lambda: parts)
    wanted = np.zeros(parts[0].table.shape)
    for part in parts:
        for row, cosines in enumerate(part.table.tolist()):
            ranks = [1 + sum(other > cosine for other in cosines) for cosine in cosines]
            spread = part.table.std()
            wanted[row] += [
                0.3 * cosine / spread - 0.6 * np.log(rank)
                for cosine, rank in zip(cosines, ranks, strict=True)
            ]
    assert mix.closeness == pytest.approx(wanted / 2, abs=1e-4)


@pytest.mark.parametrize("params", [{"clock": False}, {"partner_key": False}, {"found_weight": 9.0}])
def test_every_parameter_of_robust_makes_a_difference(params):
    resources = random_resources(7)
    view = random_positions(DUO, 60, 3, seed=8, n_words=80, n_clues=300).spymaster_view()
    plain, changed = give("robust", resources, view), give("robust", resources, view, **params)
    assert (plain.word != changed.word).any() or (plain.number != changed.number).any()


def test_without_a_clock_robust_weighs_costs():
    resources = random_resources(7)
    view = random_positions(parse_ruleset("solo"), 60, 0, seed=8, n_words=80, n_clues=300).spymaster_view()
    careful, bold = (give("robust", resources, view, cost_assassin=cost) for cost in (500.0, 0.0))
    assert careful.number.mean() < bold.number.mean()


@pytest.mark.parametrize("n_bins", [8, 24, 32])
def test_sums_over_bins_count_every_bin_once(n_bins):
    values = np.random.default_rng(2).random((3, n_bins, 50)).astype(np.float32)
    found = over_bins(values)
    assert found.shape == (50, 3)
    assert np.allclose(found, values.astype(float).sum(axis=1).T, rtol=1e-6, atol=0)
