"""ace and bayes-partner learn from turns which expert, or which space, their partner understands."""

from dataclasses import replace
from functools import partial
from math import log, sqrt

import numpy as np
import pytest
from test_ensemble import plain_choice

from cluejam_ai.agents.base import TurnReview
from cluejam_ai.agents.colt import turn_worth
from cluejam_ai.agents.spymasters.ace import AceSpymaster
from cluejam_ai.agents.spymasters.ace_basic import AceBasicSpymaster
from cluejam_ai.agents.spymasters.bayes_partner import BayesPartnerSpymaster
from cluejam_ai.colt import COLT_WEIGHTS
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, HIDDEN, OTHER
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.views import no_history
from cluejam_ai.testing.checks import check_spymaster
from cluejam_ai.testing.spaces import with_parts
from cluejam_ai.testing.worlds import random_positions, random_resources

N_CLUES = 60


def mixed(n_parts=3):
    return with_parts(random_resources(5, n_clues=N_CLUES), n_parts, seed=90)


def view_of(rules="duo", n_turns=0, n_boards=20):
    at = random_positions(parse_ruleset(rules), n_boards, n_turns, 8, n_words=80, n_clues=N_CLUES)
    return at.spymaster_view()


def clues_of(agent, view, memory=None):
    memory = agent.start(len(view)) if memory is None else memory
    return agent.give_clues(view, np.zeros(len(view), dtype=np.uint64), memory)


def touched(view, roles_in_order):
    """The order and roles of touches of cards with these roles, the same on every board."""
    n = len(view)
    order, role = np.zeros((n, 25), dtype=np.int8), np.full((n, 25), HIDDEN, dtype=np.int8)
    for touch, wanted in enumerate(roles_in_order, start=1):
        for row in range(n):
            card = int(np.flatnonzero((view.key[row] == wanted) & (order[row] == 0))[0])
            order[row, card], role[row, card] = touch, wanted
    return order, role


def turn_of(view, clue, order, role):
    number = np.ones(len(view), dtype=np.int8)
    over = np.zeros(len(view), dtype=bool)
    return TurnReview(view.seat, view.words, clue, number, order, role, over, no_history(len(view)))


@pytest.mark.parametrize("kind", [AceSpymaster, BayesPartnerSpymaster])
def test_several_embeddings_keep_the_contract(kind):
    check_spymaster(kind, with_parts(random_resources(2), 3, seed=40))


@pytest.mark.parametrize("expert", ["kim", "rsa", "gaussian-listener"])
def test_other_experts_keep_the_contract(expert):
    check_spymaster(partial(AceSpymaster, expert=expert), with_parts(random_resources(2), 2, seed=40))


@pytest.mark.parametrize(
    "touches, own, column",
    [
        ([AGENT], 1, 0),
        ([AGENT] * 3, 3, 0),
        ([AGENT, AGENT, OTHER], 2, 1),
        ([BYSTANDER], 0, 2),
        ([AGENT, ASSASSIN], 1, 3),
        ([ASSASSIN], 0, 3),
    ],
)
def test_a_turn_is_worth_what_the_published_table_says(touches, own, column):
    _, role = touched(view_of("classic"), touches)
    assert set(turn_worth(role)) == {COLT_WEIGHTS[own, column]}


def test_a_turn_without_a_touch_has_no_worth():
    assert np.isnan(turn_worth(np.full((2, 25), HIDDEN, dtype=np.int8))).all()


def test_the_published_table_has_36_outcomes():
    # spot checks against the paper's table, and its order: more own cards help up to five, an assassin never
    assert np.isfinite(COLT_WEIGHTS).sum() == 36
    assert COLT_WEIGHTS[0].tolist()[1:] == [-4.6951, -1.8544, -9.7399]
    assert COLT_WEIGHTS[5].tolist() == [3.0218, 1.6081, 1.9599, -2.7322]
    assert COLT_WEIGHTS[9, 0] == 1.5280
    assert (np.diff(COLT_WEIGHTS[1:6, 0]) > 0).all()
    assert (COLT_WEIGHTS[1:9, 3] < COLT_WEIGHTS[1:9, 1:3].min(axis=1)).all()


def experts_of(agent):
    return [AceBasicSpymaster(agent.spaces.seen_in(k)) for k in range(3)]


def test_the_expert_with_the_largest_promise_speaks():
    agent, view = AceSpymaster(mixed()), view_of()
    rng = np.random.default_rng(4)
    memory = dict(agent.start(len(view)))
    memory["credits"] = rng.integers(0, 4, (len(view), 3))
    memory["worth"] = rng.normal(1, 1, (len(view), 3)) * memory["credits"]
    memory["turns"] = memory["credits"].sum(axis=1) + 1
    said = clues_of(agent, view, memory)
    would_say = [clues_of(expert, view) for expert in experts_of(agent)]
    spoke = set()
    for row in range(len(view)):
        promise = []
        for e in range(3):
            n, total = memory["credits"][row, e], memory["worth"][row, e]
            mean = total / n if n else 0.0
            promise.append(mean + 0.5 * sqrt(log(memory["turns"][row]) / (n + 1)))
        best = promise.index(max(promise))
        spoke.add(best)
        assert said.word[row] == would_say[best].word[row]
        assert said.number[row] == would_say[best].number[row]
        assert said.targets[row].tolist() == would_say[best].targets[row].tolist()
        agree = [(c.word[row], c.number[row]) == (said.word[row], said.number[row]) for c in would_say]
        assert said.memory["agreed"][row].tolist() == agree
    assert len(spoke) > 1


def test_at_the_start_the_first_of_equals_speaks():
    agent, view = AceSpymaster(mixed()), view_of()
    assert clues_of(agent, view).word.tolist() == clues_of(experts_of(agent)[0], view).word.tolist()


def remembering(agent, view, memory=None):
    memory = dict(agent.start(len(view)) if memory is None else memory)
    said = clues_of(agent, view, memory)
    return said, {**memory, **said.memory}


def test_every_expert_that_would_have_said_the_same_is_credited():
    view = view_of("classic")
    part = random_resources(5, n_clues=N_CLUES)
    twice = with_parts(part, 2, seed=90)
    same = replace(twice, load_parts=lambda: (part.similarity, part.similarity))
    agent = AceSpymaster(same)
    said, memory = remembering(agent, view)
    after = agent.review(turn_of(view, said.word, *touched(view, [AGENT, BYSTANDER])), memory)
    assert (after["credits"] == 1).all()
    assert (after["worth"] == COLT_WEIGHTS[1, 2]).all()
    assert (after["turns"] == 1).all()
    other = AceSpymaster(twice)
    said, memory = remembering(other, view)
    after = other.review(turn_of(view, said.word, *touched(view, [AGENT])), memory)
    assert after["credits"][:, 0].tolist() == [1] * len(view)
    assert after["credits"][:, 1].mean() < 0.5


@pytest.mark.parametrize(
    "kind, kept", [(AceSpymaster, "worth"), (AceSpymaster, "turns"), (BayesPartnerSpymaster, "evidence")]
)
def test_another_players_turn_teaches_nothing(kind, kept):
    agent, view = kind(mixed()), view_of("classic")
    nobody = agent.start(len(view))
    turn = turn_of(view, np.zeros(len(view), dtype=np.int64), *touched(view, [AGENT]))
    assert (agent.review(turn, nobody)[kept] == 0).all()
    said, memory = remembering(agent, view)
    once = agent.review(replace(turn, clue=said.word), memory)
    assert (once[kept].reshape(len(view), -1) != 0).any(axis=1).all()
    # the clue is done with: the next turn is not its own
    assert np.array_equal(agent.review(replace(turn, clue=said.word), once)[kept], once[kept])


def test_a_turn_without_a_touch_is_not_credited():
    agent, view = AceSpymaster(mixed()), view_of("duo")
    said, memory = remembering(agent, view)
    after = agent.review(turn_of(view, said.word, *touched(view, [])), memory)
    assert (after["credits"] == 0).all()
    assert np.isfinite(after["worth"]).all()


def test_bad_outcomes_move_ace_to_the_next_expert():
    agent, view = AceSpymaster(mixed()), view_of("classic")
    said, memory = remembering(agent, view)
    after = agent.review(turn_of(view, said.word, *touched(view, [ASSASSIN])), memory)
    moved = clues_of(agent, view, after).word
    second, third = (clues_of(expert, view).word for expert in experts_of(agent)[1:])
    agreed = memory["agreed"]
    assert np.where(agreed[:, 1], third, second)[~agreed[:, 2]].tolist() == moved[~agreed[:, 2]].tolist()


def test_exploring_and_optimism_change_who_speaks():
    view = view_of("classic")

    def after_one_good_turn(**params):
        agent = AceSpymaster(mixed(), **params)
        said, memory = remembering(agent, view)
        after = agent.review(turn_of(view, said.word, *touched(view, [AGENT] * 2)), memory)
        return clues_of(agent, view, {**after, "turns": after["turns"] + 50}).word.tolist()

    stays = clues_of(AceSpymaster(mixed()), view).word.tolist()
    assert after_one_good_turn() == stays
    assert after_one_good_turn(untried=5.0) != stays
    assert after_one_good_turn(explore=50.0) != stays


def test_the_partners_own_space_can_be_left_out():
    view = view_of()
    without = AceSpymaster(mixed(), exclude="space0")
    assert len(without.experts) == 2
    assert (
        clues_of(without, view).word.tolist()
        == clues_of(experts_of(AceSpymaster(mixed()))[1], view).word.tolist()
    )
    assert len(BayesPartnerSpymaster(mixed(), exclude="space1+space2").spaces) == 1


def test_what_the_partner_touches_is_weighed_as_luce_says():
    agent, view = BayesPartnerSpymaster(mixed()), view_of("duo", 3)
    said, memory = remembering(agent, view)
    order = np.zeros((len(view), 25), dtype=np.int8)
    for row in range(len(view)):
        cards = np.flatnonzero(view.touchable[row])[[3, 1]]
        order[row, cards] = 1, 2
    after = agent.review(turn_of(view, said.word, order, order), memory)
    temperature = 0.8 * sqrt(6) / np.pi
    for row in range(len(view)):
        for k in range(3):
            z = agent.spaces.z[k][view.words[row], said.word[row]].astype(float)
            plain = plain_choice(z, order[row], view.touchable[row], temperature)
            assert after["evidence"][row, k] == pytest.approx(plain)


def plain_worth(agent, view, row, clue, k, n):
    """What a clue for n cards is worth to a listener in the k-th space, by an integral over a fine grid."""
    scale = 0.8 * sqrt(6) / np.pi
    z = agent.spaces.z[k].astype(float)
    there = np.flatnonzero(view.touchable[row])
    weight = {p: np.exp(z[view.words[row, p], clue] / scale) for p in there}
    own = [p for p in there if view.key[row, p] == AGENT]
    others = [p for p in there if p not in own]
    cost = {BYSTANDER: 0.2, OTHER: 1.0, ASSASSIN: 4.0}
    total = sum(weight[p] for p in others)
    mean_cost = sum(weight[p] * cost[int(view.key[row, p])] for p in others) / total
    u = (np.arange(4000) + 0.5) / 4000
    exactly = np.zeros((len(own) + 1, len(u)))
    exactly[0] = 1
    for p in own:
        chance = 1 - u ** (weight[p] / total)
        exactly[1:] = exactly[1:] * (1 - chance) + exactly[:-1] * chance
        exactly[0] *= 1 - chance
    number = exactly.mean(axis=1)
    found = sum(min(n, j) * number[j] for j in range(len(own) + 1))
    return found - mean_cost * number[:n].sum()


def test_the_clue_is_worth_most_on_average_over_the_posterior():
    resources = mixed()
    agent, view = BayesPartnerSpymaster(resources, candidates=N_CLUES, trust=1.0), view_of("classic", 0, 6)
    evidence = np.log(np.random.default_rng(2).dirichlet(np.ones(3), size=len(view)))
    memory = {**agent.start(len(view)), "evidence": evidence}
    said = clues_of(agent, view, memory)
    for row in range(len(view)):
        n_own = int((view.touchable[row] & (view.key[row] == AGENT)).sum())

        def worth(clue, n, row=row):
            return sum(np.exp(evidence[row, k]) * plain_worth(agent, view, row, clue, k, n) for k in range(3))

        uncovered = ~view.covered[row]
        legal = [c for c in range(N_CLUES) if not resources.verdicts[view.words[row][uncovered], c].any()]
        best = max(worth(clue, n) for clue in legal for n in range(1, n_own + 1))
        assert worth(said.word[row], int(said.number[row])) == pytest.approx(best, abs=2e-3)


def test_trust_says_how_far_the_posterior_counts():
    agent = BayesPartnerSpymaster(mixed(), trust=0.0)
    view = view_of()
    sure = {**agent.start(len(view)), "evidence": np.tile([0.0, -50.0, -50.0], (len(view), 1))}
    assert clues_of(agent, view, sure).word.tolist() == clues_of(agent, view).word.tolist()
    believing = BayesPartnerSpymaster(mixed(), trust=1.0)
    alone = BayesPartnerSpymaster(mixed(), exclude="space1+space2")
    assert clues_of(believing, view, sure).word.tolist() == clues_of(alone, view).word.tolist()


@pytest.mark.parametrize(
    "kind, params, message",
    [
        (AceSpymaster, {"explore": -1.0}, "explore=-1.0 is not between 0 and 1000"),
        (AceSpymaster, {"untried": float("nan")}, "untried=nan is not between -1000 and 1000"),
        (AceSpymaster, {"expert": "ace"}, "expert=ace remembers; choose one that does not"),
        (AceSpymaster, {"exclude": "mars"}, "exclude=mars is not among the embeddings"),
        (BayesPartnerSpymaster, {"sigma": 0.0}, "sigma=0.0 is not between 0.3 and 100"),
        (BayesPartnerSpymaster, {"cost_other": -1.0}, "a cost is not between 0 and 1000"),
        (BayesPartnerSpymaster, {"max_number": 10}, "max_number=10 is not between 1 and 9"),
        (BayesPartnerSpymaster, {"candidates": 0}, "candidates=0 is not at least 1"),
        (BayesPartnerSpymaster, {"trust": 2.0}, "trust=2.0 is not between 0 and 1"),
    ],
)
def test_parameters_out_of_range_are_errors(kind, params, message):
    with pytest.raises(CluejamError, match=message):
        kind(mixed(), **params)
