"""bayes touches what a plain guesser touches that works out every chance by loops."""

import math

import numpy as np
import pytest

from cluejam_ai.agents.base import GUESSERS, NO_MEMORY
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER, PASS
from cluejam_ai.game.inference import partner_roles
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.specs import parse_spec
from cluejam_ai.testing.worlds import guessing_view, random_positions, random_resources

import_agents()
COSTS = {BYSTANDER: 0.1, OTHER: 1.0, ASSASSIN: 1.0}
RESOURCES = random_resources(3, n_clues=300)


def build(**params):
    return GUESSERS.build(parse_spec("bayes").with_params(params), RESOURCES)


def views(rules, n_turns, n_right=0):
    ruleset = parse_ruleset(rules)
    at = random_positions(ruleset, 40, n_turns, seed=n_turns + 1, n_words=80, n_clues=300)
    rng = np.random.default_rng(n_turns)
    return guessing_view(at, rng.integers(0, 300, len(at)), rng.integers(1, 4, len(at)), n_right)


def guess(view, **params):
    return build(**params).guess(view, np.zeros(len(view), dtype=np.uint64), NO_MEMORY).card


def plain_ratio(z, shift, spread=1.0):
    below = min(z - shift, 0) / spread
    return math.exp(min(max((z * z - below * below) / 2 - math.log(spread), -20), 20))


def plain_guess(view, row, shift=1.5, pace=2.0):
    """Return the card for one board, from chances, evidence and costs."""
    rules, one = view.ruleset, view.take(np.array([row]))
    if rules.kind is Kind.PARTNERS:
        found = (one.seen == AGENT) | (one.own_judged & (one.own_key == AGENT))
        roles = partner_roles(rules, one.own_key, one.seen, found, one.touches == 0)[0].tolist()
    else:
        counts = [list(rules.joint_keys[0]).count(role) - list(one.seen[0]).count(role) for role in range(4)]
        counts[AGENT], counts[OTHER] = int(one.cards_left[0]), int(one.opponent_left[0])
        roles = [[n / sum(counts) for n in counts] for _ in range(25)]
    open_cards = [p for p in range(25) if one.touchable[0, p]]
    agents = max(sum(roles[p][AGENT] for p in open_cards), 1e-9)
    clues = [(int(one.clue[0]), max(int(one.number[0]) - int(one.touches[0]), 0))]
    for seat, clue, number, right in zip(
        one.history.seat[0], one.history.clue[0], one.history.number[0], one.history.right[0], strict=True
    ):
        mine = seat == one.seat[0]
        if {Kind.PARTNERS: not mine, Kind.TEAMS: mine, Kind.SOLO: True}[rules.kind]:
            clues.append((int(clue), max(int(number) - int(right), 0)))
    time = 1.0
    if one.turns_left[0] >= 0:
        time = min(max((int(one.turns_left[0]) - 1) * pace / max(int(one.cards_left[0]), 1), 0), 1)
    gains = {}
    for p in open_cards:
        factor = 1.0
        for clue, unused in clues:
            share = min(unused / agents, 1.0)
            factor *= share * plain_ratio(float(RESOURCES.z_scores[one.words[0, p], clue]), shift) + 1 - share
        told = [roles[p][AGENT] * factor, *roles[p][1:]]
        told = [chance / sum(told) for chance in told]
        gains[p] = told[AGENT] - sum(
            cost * (time if role == ASSASSIN else 1) * told[role] for role, cost in COSTS.items()
        )
    best = max(open_cards, key=lambda p: (gains[p], -RESOURCES.word_order[one.words[0, p]]))
    return PASS if one.may_pass[0] and gains[best] <= 0 else best


@pytest.mark.parametrize("rules", ["duo(turns=20, lives=20)", "duet(turns=20)", "classic", "solo"])
@pytest.mark.parametrize("n_turns", [0, 3, 6])
def test_it_touches_what_the_plain_guesser_touches(rules, n_turns):
    for n_right in (0, 1):
        view = views(rules, n_turns, n_right)
        cards = guess(view)
        assert [int(card) for card in cards] == [plain_guess(view, row) for row in range(len(view))]


@pytest.mark.parametrize(
    "params",
    [
        {"shift": 0.5},
        {"spread": 3.0},
        {"own_key": False},
        {"memory": False},
        {"cost_bystander": 2.0},
        {"cost_assassin": 20.0},
        {"clock": False, "cost_assassin": 3.0},
        {"pace": 0.2, "cost_assassin": 3.0},
    ],
)
def test_every_parameter_makes_a_difference(params):
    view = views("duo", 4)
    base = {"cost_assassin": 3.0} if "clock" in params or "pace" in params else {}
    assert (guess(view, **params) != guess(view, **base)).any()


def test_the_cost_of_another_teams_card_makes_a_difference():
    view = views("classic", 4, 1)
    assert (guess(view, cost_other=9.0) != guess(view, cost_other=0.0)).any()


def test_in_the_last_turn_the_assassin_is_not_feared():
    view = views("duo(turns=4)", 3)
    assert (view.turns_left == 1).all()
    assert np.array_equal(guess(view, cost_assassin=500.0), guess(view, cost_assassin=0.0))
    assert (guess(view, cost_assassin=500.0, clock=False, own_key=False) == PASS).any()


@pytest.mark.parametrize("params", [{"spread": 0.0}, {"shift": 99.0}, {"cost_other": -1.0}, {"pace": 0.0}])
def test_parameters_out_of_range_are_errors(params):
    with pytest.raises(CluejamError, match="guesser 'bayes'"):
        build(**params)
