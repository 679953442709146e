"""Ensembles think in averages of embeddings, and learn within a match which of them the partner thinks in."""

from dataclasses import replace
from functools import partial
from math import exp, log

import numpy as np
import pytest

from cluejam_ai.agents.guessers.ensemble import EnsembleGuesser
from cluejam_ai.agents.guessers.nearest import NearestGuesser
from cluejam_ai.agents.posterior import (
    choice_evidence,
    clue_evidence,
    givers_meaning,
    partner_choices,
    there_before,
    weights_of,
)
from cluejam_ai.agents.recall import givers_turns
from cluejam_ai.agents.spaces import Spaces
from cluejam_ai.agents.spymasters.ensemble import EnsembleSpymaster
from cluejam_ai.agents.spymasters.kim import KimSpymaster
from cluejam_ai.agents.spymasters.koyyalagunta import KoyyalaguntaSpymaster
from cluejam_ai.agents.spymasters.margin import MarginSpymaster
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.game.cards import AGENT, NO_CLUE
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.views import no_history
from cluejam_ai.testing.checks import check_guesser, check_spymaster
from cluejam_ai.testing.spaces import with_parts
from cluejam_ai.testing.worlds import guessing_view, random_positions, random_resources

N_CLUES = 60


def mixed(n_parts=3, unknown=0.1):
    return with_parts(random_resources(5, n_clues=N_CLUES, unknown=unknown), n_parts, seed=90)


def positions(rules="duo", n_turns=4, n_boards=30):
    return random_positions(parse_ruleset(rules), n_boards, n_turns, 8, n_words=80, n_clues=N_CLUES)


def clues_of(agent, view):
    return agent.give_clues(view, np.zeros(len(view), dtype=np.uint64), {})


def same(one, two):
    assert one.word.tolist() == two.word.tolist()
    assert one.number.tolist() == two.number.tolist()
    assert np.array_equal(one.targets, two.targets)


MEMBERS = ["gaussian-listener", "kim", "koyyalagunta", "harmonic", "rsa", "margin", "ace-basic"]


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("weights", ["equal", "posterior"])
def test_an_ensemble_of_several_embeddings_keeps_the_contract(member, weights):
    build = partial(EnsembleSpymaster, spymaster=member, weights=weights)
    check_spymaster(build, with_parts(random_resources(2), 2, seed=40))


@pytest.mark.parametrize("weights", ["equal", "posterior"])
def test_a_guesser_of_several_embeddings_keeps_the_contract(weights):
    check_guesser(partial(EnsembleGuesser, weights=weights), with_parts(random_resources(2), 3, seed=40))


@pytest.mark.parametrize("kind, name", [(KimSpymaster, "kim"), (MarginSpymaster, "margin")])
def test_an_ensemble_of_one_embedding_is_its_member(kind, name):
    resources = random_resources(5, n_clues=N_CLUES)
    view = positions().spymaster_view()
    same(clues_of(EnsembleSpymaster(resources, spymaster=name), view), clues_of(kind(resources), view))


def test_the_parameters_of_the_member_are_kept():
    view = positions().spymaster_view()
    one, many = (
        clues_of(EnsembleSpymaster(mixed(), spymaster=f"kim(max_number={n}, threshold=2)"), view)
        for n in (1, 3)
    )
    assert one.number.max() == 1
    assert many.number.max() > 1


def test_equal_weights_are_the_mean_of_standardised_similarities():
    resources = mixed()
    averaged = Spaces(resources).averaged()
    assert np.allclose(averaged.z_scores, resources.z_scores, atol=1e-5)
    cosine, z = averaged.similarity.table, averaged.z_scores
    tables = [part.table for part in resources.parts]
    assert cosine.mean() == pytest.approx(np.mean([t.mean() for t in tables]), abs=1e-3)
    slope, _ = np.polyfit(z.ravel(), cosine.ravel(), 1)
    assert slope == pytest.approx(np.sqrt(np.mean([t.var() for t in tables])), rel=1e-4)


def test_every_board_sees_its_own_average():
    resources = mixed()
    spaces = Spaces(resources)
    view = positions().spymaster_view().take(np.arange(5))
    weights = np.random.default_rng(3).dirichlet(np.ones(3), size=5)
    own, words = spaces.on_boards(view.words, weights)
    assert words.dtype == np.int16
    for row in range(5):
        table = sum(weights[row, k] * spaces.z[k].astype(np.float64) for k in range(3))
        deviation = table.std(axis=0)
        plain = np.divide(
            table - table.mean(axis=0), deviation, where=deviation > 0, out=np.zeros_like(table)
        )
        assert np.allclose(own.z_scores[words[row]], plain[view.words[row]], atol=1e-4)
        cards = view.words[row]
        assert [own.words[w] for w in words[row]] == [resources.words[w] for w in cards]
        assert np.array_equal(own.verdicts[words[row]], resources.verdicts[cards])
        assert np.array_equal(own.word_order[words[row]], resources.word_order[cards])
        assert np.array_equal(own.blocked[words[row]], resources.blocked[cards])
        assert np.array_equal(own.word_ids[words[row]], resources.word_ids[cards])
        there = own.through("another").similarity.table
        assert np.array_equal(there[words[row]], resources.through("another").similarity.table[cards])
    assert np.array_equal(own.similarity.known, resources.similarity.known)


def test_a_board_with_equal_weights_of_its_own_hears_what_all_boards_hear():
    resources, view = mixed(), positions(n_turns=0).spymaster_view()
    spaces = Spaces(resources)
    own, words = spaces.on_boards(view.words[:8], np.full((8, 3), 1 / 3))
    few = view.take(np.arange(8))
    said = clues_of(MarginSpymaster(own), replace(few, words=words))
    same(said, clues_of(MarginSpymaster(spaces.averaged()), few))


def test_boards_are_looked_at_in_parts_that_do_not_matter(monkeypatch):
    view = positions().spymaster_view()
    agent = EnsembleSpymaster(mixed())
    whole = clues_of(agent, view)
    monkeypatch.setattr("cluejam_ai.agents.spaces._TABLE_BYTES", 1)
    assert agent.spaces.boards_at_once() == 1
    same(clues_of(agent, view), whole)


def plain_choice(z, order, there, temperature):
    left = {p for p in range(25) if there[p] or order[p]}
    total = 0.0
    for touch in range(1, int(order.max()) + 1):
        card = int(np.flatnonzero(order == touch)[0])
        total += z[card] / temperature - log(sum(exp(z[p] / temperature) for p in left))
        left.discard(card)
    return total


def plain_meaning(z, found, missed, there, temperature):
    left = [p for p in range(25) if there[p] or found[p] or missed[p]]
    whole = sum(exp(z[p] / temperature) for p in left)
    share = {p: exp(z[p] / temperature) / whole for p in left}
    return sum(log(share[p]) for p in left if found[p]) + sum(log(1 - share[p]) for p in left if missed[p])


@pytest.mark.parametrize("rules", ["duo", "duet", "classic", "solo"])
def test_evidence_is_what_a_plain_count_over_touches_says(rules):
    spaces, at = Spaces(mixed()), positions(rules, 4)
    view = at.spymaster_view()
    mine = view.history.seat == view.seat[:, None]
    chosen = partner_choices(spaces, view, mine, 0.7)
    meant = givers_meaning(spaces, view, mine, 0.7)
    history = view.history
    for row in range(len(view)):
        for k in range(3):
            choice = meaning = 0.0
            for turn in np.flatnonzero(mine[row]):
                z = spaces.z[k][view.words[row], history.clue[row, turn]].astype(float)
                there = plain_there(history, row, turn, rules)
                order = history.order[row, turn]
                choice += plain_choice(z, order, there, 0.7)
                found = (order > 0) & (order <= history.right[row, turn])
                meaning += plain_meaning(z, found, (order > 0) & ~found, there, 0.7)
            assert chosen[row, k] == pytest.approx(choice)
            assert meant[row, k] == pytest.approx(meaning)
    assert mine.sum() > 40


def plain_there(history, row, turn, rules):
    gone = set()
    for earlier in range(turn):
        order = history.order[row, earlier]
        same_key = rules in ("classic", "solo") or history.seat[row, earlier] == history.seat[row, turn]
        gone |= {p for p in range(25) if order[p] and (same_key or order[p] <= history.right[row, earlier])}
    return np.array([p not in gone for p in range(25)])


def test_there_before_is_what_the_positions_say():
    for rules in ("duo", "classic"):
        at = positions(rules, 5)
        before = there_before(at.history, at.state.ruleset, 4)
        plain = [plain_there(at.history, row, 4, rules) for row in range(len(at))]
        assert np.array_equal(before, plain)
        assert not before.all()


def test_no_touch_tells_nothing():
    z = np.random.default_rng(1).normal(size=(2, 3, 25)).astype(np.float32)
    nothing, there = np.zeros((2, 25), dtype=np.int8), np.ones((2, 25), dtype=bool)
    assert choice_evidence(z, nothing, there, 0.5).tolist() == [[0, 0, 0]] * 2
    assert clue_evidence(z, nothing > 0, nothing > 0, there, 0.5).tolist() == [[0, 0, 0]] * 2


def test_weights_add_up_and_follow_the_evidence():
    evidence = np.array([[0.0, 2.0], [-1000.0, 0.0], [5.0, 5.0]])
    whole = weights_of(evidence, 1.0)
    assert whole.sum(axis=1) == pytest.approx(1)
    assert whole[0].tolist() == pytest.approx([1 / (1 + exp(2)), exp(2) / (1 + exp(2))])
    assert weights_of(evidence, 0.0).tolist() == [[0.5, 0.5]] * 3
    assert weights_of(evidence, 0.5)[0, 0] == pytest.approx(1 / (1 + exp(1)))


def history_of_partner(spaces, k, view, n_turns=4):
    """A history in which the partner took the nearest card to some clues in the k-th embedding."""
    history = view.history
    rows = np.arange(len(view))
    left = view.touchable.copy()
    for turn in range(n_turns):
        clue = (rows * 7 + turn * 11) % N_CLUES
        z = np.where(left, spaces.z[k][view.words, clue[:, None]], -np.inf)
        card = z.argmax(axis=1)
        order = np.zeros((len(view), 25), dtype=np.int8)
        order[rows, card] = 1
        left[rows, card] = False
        one = np.ones(len(view), dtype=np.int8)
        history = history.longer(seat=view.seat, clue=clue, number=one, right=one, touches=one, order=order)
    return history


@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_embedding_that_the_partner_thinks_in_comes_to_count_most(k):
    view = positions("solo", 0).spymaster_view()
    agent = EnsembleSpymaster(mixed(unknown=0), trust=1.0)
    known = replace(view, history=history_of_partner(agent.spaces, k, view))
    weights, told = agent._weights(known)
    assert told.all()
    assert (weights.argmax(axis=1) == k).mean() > 0.9
    assert agent._weights(view)[0].tolist() == [[1 / 3] * 3] * len(view)
    # and it says what its member says in that embedding alone, where that is all but sure
    sure = np.flatnonzero(weights[:, k] > 0.9999)
    alone = EnsembleSpymaster(agent.spaces.seen_in(k))
    said, would_say = (clues_of(a, known.take(sure)).word for a in (agent, alone))
    assert sure.size > 3
    assert (said == would_say).mean() > 0.8


def test_a_guesser_comes_to_think_as_the_giver_does():
    at = positions("solo", 0)
    view = guessing_view(at, np.zeros(len(at)), np.ones(len(at)))
    agent = EnsembleGuesser(mixed(unknown=0), trust=1.0)
    history = history_of_partner(agent.spaces, 1, view)
    known = replace(view, history=history)
    assert (agent._weights(known).argmax(axis=1) == 1).mean() > 0.9
    assert givers_turns(known).all()
    equal = EnsembleGuesser(mixed(unknown=0), weights="equal")
    assert equal._weights(known).tolist() == [[1 / 3] * 3] * len(at)
    cards = [a.guess(known, np.zeros(len(at)), {}).card.tolist() for a in (agent, equal)]
    assert cards[0] != cards[1]


def test_a_guesser_of_one_embedding_is_the_nearest_guesser():
    resources = random_resources(5, n_clues=N_CLUES)
    for rules in ("duo", "classic"):
        at = positions(rules)
        view = guessing_view(at, np.arange(len(at)), np.full(len(at), 2))
        keys = np.zeros(len(at), dtype=np.uint64)
        ensemble, nearest = (
            kind(resources).guess(view, keys, {}).card for kind in (EnsembleGuesser, NearestGuesser)
        )
        assert ensemble.tolist() == nearest.tolist()


def test_a_guesser_stops_where_no_card_is_near_and_uses_the_bonus_if_told():
    at = positions("duo")
    view = guessing_view(at, np.arange(len(at)), np.ones(len(at)), 1)
    keys = np.zeros(len(view), dtype=np.uint64)
    for least, bonus, passes in ((-100.0, False, True), (-100.0, True, False), (100.0, True, True)):
        cards = EnsembleGuesser(mixed(), least=least, bonus=bonus).guess(view, keys, {}).card
        assert ((cards < 0) == passes).all()


def test_embeddings_can_be_left_out():
    resources = mixed()
    assert Spaces(resources, "space1").names == ("space0", "space2")
    assert Spaces(resources, "space0 + space2").names == ("space1",)
    view = positions().spymaster_view()
    alone = EnsembleSpymaster(Spaces(resources).seen_in(1))
    same(clues_of(EnsembleSpymaster(resources, exclude="space0+space2"), view), clues_of(alone, view))
    with pytest.raises(CluejamError, match="exclude=glove is not among the embeddings space0"):
        Spaces(resources, "glove")
    for nothing in ("+", "space0+", "+space0"):
        with pytest.raises(CluejamError, match="has a plus sign without an embedding beside it"):
            EnsembleSpymaster(resources, exclude=nothing)
    with pytest.raises(CluejamError, match="exclude=use needs a mix of embeddings"):
        Spaces(random_resources(5), "use")
    with pytest.raises(CluejamError, match="leaves no embedding"):
        Spaces(resources, "space0+space1+space2")


def test_a_member_that_uses_a_second_embedding_finds_it():
    view = positions().spymaster_view()
    plain, told = (
        clues_of(EnsembleSpymaster(mixed(), spymaster=f"koyyalagunta(detect={on})"), view).word
        for on in ("false", "true")
    )
    assert plain.tolist() != told.tolist()
    averaged = Spaces(mixed()).averaged()
    first = positions(n_turns=0).spymaster_view()
    same(
        clues_of(EnsembleSpymaster(mixed(), spymaster="koyyalagunta"), first),
        clues_of(KoyyalaguntaSpymaster(averaged), first),
    )


@pytest.mark.parametrize(
    "kind, params, message",
    [
        (EnsembleSpymaster, {"temperature": 0.0}, "temperature=0.0 is not above 0"),
        (EnsembleSpymaster, {"trust": 1.5}, "trust=1.5 is not between 0 and 1"),
        (EnsembleSpymaster, {"spymaster": "ace"}, "spymaster=ace remembers; choose one that does not"),
        (EnsembleGuesser, {"temperature": -1.0}, "temperature=-1.0 is not above 0"),
        (EnsembleGuesser, {"trust": float("nan")}, "trust=nan is not between 0 and 1"),
        (EnsembleGuesser, {"least": 101.0}, "least=101.0 is not between -100 and 100"),
    ],
)
def test_parameters_out_of_range_are_errors(kind, params, message):
    with pytest.raises(CluejamError, match=message):
        kind(mixed(), **params)


@pytest.mark.parametrize("kind", [EnsembleSpymaster, EnsembleGuesser])
def test_unknown_weights_name_the_nearest(kind):
    with pytest.raises(UnknownNameError, match="posterior"):
        kind(mixed(), weights="posteriors")


def test_sudden_death_and_turns_without_clue_tell_nothing():
    view = positions("solo", 1).spymaster_view()
    silent = replace(view.history, clue=np.full_like(view.history.clue, NO_CLUE))
    agent = EnsembleSpymaster(mixed())
    assert not agent._weights(replace(view, history=silent))[1].any()
    assert not agent._weights(replace(view, history=no_history(len(view))))[1].any()
    assert (view.key == AGENT).any()
