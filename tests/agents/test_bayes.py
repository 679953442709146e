"""bayes touches what a plain guesser touches that works out every chance by loops."""

import math

import numpy as np
import pytest

from cluejam_ai.agents.base import GUESSERS, NO_MEMORY
from cluejam_ai.agents.clock import Clock, has_clock
from cluejam_ai.agents.recall import found_now
from cluejam_ai.agents.weighing import PACE, meant_cards
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
SHARPNESS, MEMORY = 2.2, 0.5


def build(**params):
    return GUESSERS.build(parse_spec("bayes").with_params(params), RESOURCES)


def views(rules, n_turns, n_right=0, n_boards=40):
    ruleset = parse_ruleset(rules)
    at = random_positions(ruleset, n_boards, n_turns, seed=n_turns + 1, n_words=80, n_clues=300)
    rng = np.random.default_rng(n_turns)
    return guessing_view(at, rng.integers(0, 300, len(at)), rng.integers(1, 4, len(at)), n_right)


def guess(view, **params):
    return build(**params).guess(view, np.zeros(len(view), dtype=np.uint64), NO_MEMORY).card


def plain_roles(one):
    """Return the chances of the roles of each card before the clue."""
    rules = one.ruleset
    if rules.kind is Kind.PARTNERS:
        found = (one.seen == AGENT) | (one.own_judged & (one.own_key == AGENT))
        return partner_roles(rules, one.own_key, one.seen, found, one.touches == 0)[0].tolist()
    counts = [list(rules.joint_keys[0]).count(role) - list(one.seen[0]).count(role) for role in range(4)]
    counts[AGENT], counts[OTHER] = int(one.cards_left[0]), int(one.opponent_left[0])
    return [[n / sum(counts) for n in counts] for _ in range(25)]


def plain_meant(agents, closeness, number):
    """Return the chances that cards are meant: the constant is found by stepping ever closer."""

    def chances(constant):
        out = {}
        for card, agent in agents.items():
            sure = min(max(agent, 1e-9), 1 - 1e-9)
            odds = math.log(sure / (1 - sure)) + SHARPNESS * closeness[card] + constant
            out[card] = 1 / (1 + math.exp(-max(min(odds, 500), -500)))
        return out

    wanted = min(number, len(agents) * (1 - 1e-6))
    constant, step = 0.0, 64.0
    while step > 1e-12:
        constant += step if sum(chances(constant).values()) <= wanted else -step
        step /= 2
    return chances(constant)


def plain_chances(view, row):
    """Return the chances of the roles of each card, all clues heard."""
    one = view.take(np.array([row]))
    roles = plain_roles(one)
    open_cards = [p for p in range(25) if one.touchable[0, p]]
    clues = [(int(one.clue[0]), max(int(one.number[0]) - int(one.touches[0]), 0), 1.0)]
    for seat, clue, number, right in zip(
        one.history.seat[0], one.history.clue[0], one.history.number[0], one.history.right[0], strict=True
    ):
        mine = seat == one.seat[0]
        if {Kind.PARTNERS: not mine, Kind.TEAMS: mine, Kind.SOLO: True}[one.ruleset.kind]:
            clues.append((int(clue), max(int(number) - int(right), 0), MEMORY))
    agents = {p: roles[p][AGENT] for p in open_cards if roles[p][AGENT] > 0}
    missed = dict.fromkeys(open_cards, 1.0)
    for clue, number, weight in clues:
        close = {p: float(RESOURCES.closeness[one.words[0, p], clue]) for p in agents}
        for p, meant in (plain_meant(agents, close, number) if number and agents else {}).items():
            missed[p] *= 1 - weight * meant
    left_over = max(
        1 - sum(weight * number for _, number, weight in clues) / max(sum(agents.values()), 1e-9), 0
    )
    told = {}
    for p in open_cards:
        agent, rest = roles[p][AGENT], roles[p][AGENT] * left_over
        now = 1 - missed[p] + missed[p] * rest / max(rest + 1 - agent, 1e-9)
        told[p] = [now, *((1 - now) * chance / max(1 - agent, 1e-9) for chance in roles[p][1:])]
    return told


def plain_turn(told, worth, dead, allowed):
    """Return the first touch of a turn, from W(f) after f cards."""
    ratio = worth[0][1] / max(worth[1][0], 1e-12)

    def before(card):
        rest = 1 - ratio * told[card][AGENT]
        wrong = told[card][BYSTANDER] + told[card][OTHER]
        return (math.copysign(1, rest), -wrong / rest, -told[card][AGENT])

    order = sorted(told, key=before)

    def best(place, found):
        stop = (worth[0][found], None)
        if place == len(order) or found == allowed:
            return stop
        skip = best(place + 1, found)
        agent, *others = told[order[place]]
        touched = agent * best(place + 1, found + 1)[0] + others[ASSASSIN - 1] * dead[found]
        touched += (1 - agent - others[ASSASSIN - 1]) * worth[1][found]
        return (touched, order[place]) if touched >= skip[0] and touched > stop[0] else skip

    return best(0, 0)[1]


def plain_guess(view, row):
    """Return the card for one board, from chances, evidence and worth."""
    told = plain_chances(view, row)
    if has_clock(view.ruleset):
        one = view.take(np.array([row]))
        most = int(view.guesses_left.max(initial=1))
        ahead = Clock(view.ruleset, PACE, 0.05).outlook(one.cards_left, one.turns_left, one.lives_left, most)
        card = plain_turn(told, (ahead.right[0], ahead.wrong[0]), ahead.fatal[0], int(one.guesses_left[0]))
        if card is None:
            return PASS if view.may_pass[row] else max(told, key=lambda p: told[p][AGENT])
        return card
    gains = {p: told[p][AGENT] - sum(cost * told[p][role] for role, cost in COSTS.items()) for p in told}
    best = max(gains, key=lambda p: (gains[p], -RESOURCES.word_order[view.words[row, p]]))
    return PASS if view.may_pass[row] and gains[best] <= 0 else best


@pytest.mark.parametrize("rules", ["duo", "duo(turns=20, lives=4)", "duet(turns=20)", "classic", "solo"])
@pytest.mark.parametrize("n_turns", [0, 3, 6])
def test_its_chances_are_those_of_the_plain_guesser(rules, n_turns):
    for n_right in (0, 1):
        view = views(rules, n_turns, n_right, 12)
        told = build().chances(view)
        for row in range(len(view)):
            for card, chances in plain_chances(view, row).items():
                assert told[row, card] == pytest.approx(chances, abs=1e-6)


@pytest.mark.parametrize("rules", ["duo", "classic", "solo"])
def test_the_clue_that_a_card_serves_is_the_one_that_makes_it_likeliest(rules):
    """Each clue's own chances, by the plain guesser; a card that no clue makes likelier serves none."""
    assert build(memory=0.0).serves(views(rules, 2, 0, 1)) is None
    earlier = 0
    for n_right in (0, 1):
        view = views(rules, 3, n_right, 12)
        served = build().serves(view)
        for row in range(len(view)):
            one = view.take(np.array([row]))
            roles = plain_roles(one)
            agents = {p: roles[p][AGENT] for p in range(25) if one.touchable[0, p] and roles[p][AGENT] > 0}
            clues = [(int(one.clue[0]), max(int(one.number[0]) - int(one.touches[0]), 0), 1.0)]
            for turn in range(3):
                mine = one.history.seat[0, turn] == one.seat[0]
                said = {Kind.PARTNERS: not mine, Kind.TEAMS: mine, Kind.SOLO: True}[one.ruleset.kind]
                left = max(int(one.history.number[0, turn]) - int(one.history.right[0, turn]), 0)
                clues.append((int(one.history.clue[0, turn]), left * said, MEMORY))
            spoken = []
            for clue, number, weight in clues:
                close = {p: float(RESOURCES.closeness[one.words[0, p], clue]) for p in agents}
                meant = plain_meant(agents, close, number) if number and agents else {}
                spoken.append({p: weight * meant.get(p, 0.0) for p in agents})
            heard = sum(weight * number for _, number, weight in clues)
            rest = max(1 - heard / max(sum(agents.values()), 1e-9), 0)
            for p, agent in agents.items():
                by_none = agent * rest / max(agent * rest + 1 - agent, 1e-9)
                now = max(spoken[0][p], by_none)
                best = max(range(1, 4), key=lambda turn: spoken[turn][p])
                wanted = best - 1 if spoken[best][p] > now else -1
                gap = abs(spoken[best][p] - now)
                assert served[row, p] == wanted or gap < 1e-6
                earlier += wanted >= 0
    assert earlier > 2


@pytest.mark.parametrize("rules", ["duo", "duo(turns=20, lives=4)", "duet(turns=20)", "classic", "solo"])
@pytest.mark.parametrize("n_turns", [0, 3, 6])
def test_it_touches_what_the_plain_guesser_touches(rules, n_turns):
    for n_right in (0, 1):
        view = views(rules, n_turns, n_right, 12)
        for row, card in enumerate(guess(view).tolist()):
            wanted = plain_guess(view, row)
            if card != wanted:
                # cards that no clue is near to are as good as each other, up to the last bits
                told = plain_chances(view, row)
                assert PASS not in (card, wanted)
                assert told[card] == pytest.approx(told[wanted], abs=1e-6)


def test_as_many_cards_are_meant_as_the_number_says():
    rng = np.random.default_rng(1)
    agent, evidence = rng.random((50, 25)), rng.normal(0, 3, (50, 25))
    agent[:, 10:] *= rng.random((50, 15)) < 0.5
    number = rng.integers(1, 5, 50)
    meant = meant_cards(agent, evidence, number)
    assert meant.sum(axis=1) == pytest.approx(number, abs=1e-6)
    assert (meant[agent == 0] == 0).all()
    sure = np.zeros((1, 25))
    sure[0, :2] = 0.5
    assert meant_cards(sure, evidence[:1], np.array([5]))[0, :2] == pytest.approx([1, 1], abs=1e-5)


@pytest.mark.parametrize(
    "params",
    [
        {"sharpness": 0.5},
        {"found_weight": 5.0},
        {"own_key": False},
        {"memory": 0.0},
        {"clock": False},
        {"clock": False, "cost_bystander": 2.0},
        {"clock": False, "cost_assassin": 20.0},
    ],
)
def test_every_parameter_makes_a_difference(params):
    view = views("duo", 4)
    base = {"clock": False} if len(params) > 1 else {}
    assert (guess(view, **params) != guess(view, **base)).any()


def test_the_cost_of_another_teams_card_makes_a_difference():
    view = views("classic", 4, 1)
    assert (guess(view, cost_other=9.0) != guess(view, cost_other=0.0)).any()


def test_in_the_last_turn_it_has_nothing_to_lose():
    view = views("duo(turns=4)", 3)
    assert (view.turns_left == 1).all()
    assert (guess(view) != PASS).all()
    assert (guess(view, found_weight=0.0)[view.cards_left > view.guesses_left] == PASS).all()


@pytest.mark.parametrize(
    "params",
    [{"sharpness": -1.0}, {"sharpness": 99.0}, {"cost_other": -1.0}, {"found_weight": -0.1}, {"memory": 1.5}],
)
def test_parameters_out_of_range_are_errors(params):
    with pytest.raises(CluejamError, match="guesser 'bayes'"):
        build(**params)


@pytest.mark.parametrize("rules", ["duo", "solo", "classic"])
def test_a_card_found_for_an_earlier_clue_leaves_the_number_of_this_one(rules):
    view = views(rules, 4, 1, 40)
    (_, _, left), *_ = build(credit=True)._clues(view)
    (_, _, counted), *_ = build()._clues(view)
    for row in range(len(view)):
        one = view.take(np.array([row]))
        roles, words = plain_roles(one), one.words[0]
        (found,) = (p for p in range(25) if one.seen[0, p] == AGENT and found_now(one)[0, p])
        agents = {p: roles[p][AGENT] for p in range(25) if one.touchable[0, p] and roles[p][AGENT] > 0}
        agents[found] = 0.4
        clues = [(int(one.clue[0]), int(one.number[0]), 1.0)]
        for turn in range(4):
            mine = one.history.seat[0, turn] == one.seat[0]
            said = {Kind.PARTNERS: not mine, Kind.TEAMS: mine, Kind.SOLO: True}[one.ruleset.kind]
            unused = max(int(one.history.number[0, turn]) - int(one.history.right[0, turn]), 0)
            clues.append((int(one.history.clue[0, turn]), unused * said, MEMORY))
        spoken = []
        for clue, number, weight in clues:
            close = {p: float(RESOURCES.closeness[words[p], clue]) for p in agents}
            spoken.append(weight * plain_meant(agents, close, number)[found] if number else 0.0)
        wanted = max(int(one.number[0]) - spoken[0] / sum(spoken), int(counted[row]))
        assert left[row] == pytest.approx(wanted, abs=1e-5)
    assert (left > counted + 0.5).any()
    assert (left < counted + 0.5).any()
    assert (guess(view, credit=True) != guess(view)).any()
