"""own-key adds exact odds to what any guesser reads in a clue, and weighs the touch as bayes does."""

import numpy as np
import pytest

from cluejam_ai.agents.base import GUESSERS, NO_MEMORY, Evidence, Guesser, Guesses
from cluejam_ai.agents.reading import GIVER_SIGMA
from cluejam_ai.agents.weighing import roles_before, roles_told
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, ASSASSIN, PASS
from cluejam_ai.game.inference import partner_odds
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.seeding import derive, stream
from cluejam_ai.specs import parse_spec
from cluejam_ai.testing.checks import check_guesser
from cluejam_ai.testing.scripted import RememberingGuesser
from cluejam_ai.testing.worlds import guessing_view, random_positions, random_resources

import_agents()
RESOURCES = random_resources(3, n_clues=300)


def build(text, resources=RESOURCES):
    return GUESSERS.build(parse_spec(text), resources)


def view_of(rules, n_turns=2, n_right=0, n_boards=60):
    at = random_positions(parse_ruleset(rules), n_boards, n_turns, seed=n_turns, n_words=80, n_clues=300)
    rng = np.random.default_rng(n_turns)
    return guessing_view(at, rng.integers(0, 300, len(at)), rng.integers(1, 4, len(at)), n_right)


def keys_of(view):
    return derive(stream(0, "touch"), np.arange(len(view)))


def guess(text, view):
    return build(text).guess(view, keys_of(view), NO_MEMORY).card


@pytest.mark.parametrize("rules", ["duo", "duo(turns=20, lives=4)", "duet", "classic", "solo"])
@pytest.mark.parametrize("params", ["", "clock=false", "clock=false, cost_assassin=5.0", "own_key=false"])
def test_with_what_bayes_reads_it_touches_what_bayes_touches(rules, params):
    """bayes has a plain oracle of its own; without old clues it is own-key around what it reads."""
    wrapped = f"own-key(guesser=bayes(memory=0.0){params and ', '}{params})"
    for n_turns, n_right in ((0, 0), (3, 0), (3, 1)):
        view = view_of(rules, n_turns, n_right)
        card, wanted = guess(wrapped, view), guess(f"bayes(memory=0.0{params and ', '}{params})", view)
        told = build(f"bayes(memory=0.0{params and ', '}{params})").chances(view)
        for row in np.flatnonzero(card != wanted):
            # equals: cards of which no clue says anything
            assert PASS not in (card[row], wanted[row])
            assert told[row, card[row]] == pytest.approx(told[row, wanted[row]], abs=1e-6)
        assert (card == wanted).mean() > 0.8


@pytest.mark.parametrize("inner", GUESSERS.names())
def test_any_guesser_can_be_wrapped(inner):
    check_guesser(lambda resources: build(f"own-key(guesser={inner})", resources))


def test_a_guesser_that_only_names_cards_is_asked_for_their_order():
    view = view_of("duo", 2)
    agent = build("own-key(sharpness=20.0)")
    agent.inner = RememberingGuesser(RESOURCES)
    memory = agent.start(len(view))
    assert set(memory) == {"touches", "turns"}
    told = agent.evidence(view, keys_of(view), memory)
    there = np.where(view.touchable, told.score, -np.inf)
    # from the first place on, as that guesser names them
    order = np.argsort(-there, axis=1, kind="stable")
    for row in range(len(view)):
        places = np.flatnonzero(view.touchable[row])
        assert order[row, : len(places)].tolist() == places.tolist()
    card = agent.guess(view, keys_of(view), memory).card
    hopeful = view.touchable & (view.own_key != ASSASSIN)
    assert card.tolist() == hopeful.argmax(axis=1).tolist()


class Careless(Guesser):
    """Answers whatever it is given to answer."""

    uses_embedding = False

    def __init__(self, card=None, told=None):
        self.card, self.told = card, told

    def guess(self, view, keys, memory):
        return self.card(view) if callable(self.card) else Guesses(self.card)

    def evidence(self, view, keys, memory):
        return self.told and self.told(view)


def evidence(score=0.0, meant=1.0, noise=None, n_cards=25):
    def told(view):
        add = None if noise is None else np.full(view.words.shape, noise)
        return Evidence(np.full((len(view), n_cards), score), np.full(len(view), meant), add)

    return told


@pytest.mark.parametrize(
    "inner, says",
    [
        (Careless(told=evidence(score=np.nan)), "score of its evidence has a value that is no finite number"),
        (Careless(told=evidence(meant=np.nan)), "meant of its evidence has a value"),
        (Careless(told=evidence(noise=np.inf)), "noise of its evidence has a value"),
        (Careless(told=evidence(meant=-1.0)), "fewer cards than none"),
        (Careless(told=evidence(meant=99.0)), "more than 25"),
        (Careless(told=evidence(n_cards=24)), r"score of its evidence is float64 \(60, 24\)"),
        (Careless(told=lambda view: "water"), "its evidence is str, not Evidence"),
        (Careless(np.full(60, PASS)), "card -1 may not be touched"),
        (Careless(np.full(60, 99)), "card 99 may not be touched"),
        (Careless(np.full(60, 3)), "card 3 may not be touched"),  # named a second time
        (Careless(np.zeros(60)), "not whole numbers"),
        (Careless(np.zeros(59, dtype=int)), r"\(59,\), not whole numbers"),
        (Careless(lambda view: None), "answered with NoneType"),
    ],
)
def test_a_guesser_that_breaks_its_promises_is_named(inner, says):
    agent = build("own-key")
    agent.inner, agent.who = inner, "guesser 'careless' in 'own-key'"
    view = view_of("duo", 0)
    with pytest.raises(CluejamError, match=f"guesser 'careless' in 'own-key'.*{says}"):
        agent.guess(view, keys_of(view), NO_MEMORY)


def test_the_wrapped_guesser_may_think_in_vectors_of_its_own():
    view = view_of("duo", 0)
    inside = build("own-key(guesser=nearest(embedding=mars))")
    assert not np.array_equal(inside.inner.resources.similarity.table, RESOURCES.similarity.table)
    told, other = (agent.evidence(view, keys_of(view), NO_MEMORY) for agent in (inside, build("own-key")))
    assert not np.array_equal(told.score, other.score)
    from cluejam_ai.components import canonical_component, embeddings_of

    text = canonical_component(GUESSERS, "own-key(guesser=nearest(embedding=glove50))")
    assert embeddings_of(GUESSERS, text) == {"use", "glove50"}


def test_in_duo_no_assassin_of_its_own_is_touched_and_in_duet_it_is_only_less_likely():
    assert partner_odds(parse_ruleset("duo"))[ASSASSIN, AGENT] == 0
    for rules, shares in (("duo", [0, 0]), ("duet", [0.01, 0.3])):
        view = view_of(rules, 0, n_boards=500)
        touched = []
        for use in ("true", "false"):
            card = guess(f"own-key(guesser=nearest, own_key={use})", view)
            touched.append((view.own_key[np.arange(len(view)), card] == ASSASSIN).mean())
        assert touched[0] <= shares[0] + 0.1 * (rules == "duet")
        assert touched[1] > touched[0]


def test_the_wrapped_guesser_does_not_count_the_key_a_second_time():
    agent = build("own-key(guesser=pragmatic)")
    assert agent.inner.own_key is False
    view = view_of("duo", 3)
    told = agent.evidence(view, keys_of(view), NO_MEMORY)
    others = np.array([0, 1, 2])[np.random.default_rng(0).integers(0, 3, view.own_key.shape)].astype(np.int8)
    from dataclasses import replace

    blind = agent.evidence(replace(view, own_key=others), keys_of(view), NO_MEMORY)
    assert np.array_equal(told.score, blind.score)


def test_a_standard_deviation_is_worth_what_the_noise_of_the_giver_makes_it():
    view = view_of("duo", 0)
    table = RESOURCES.similarity.table.astype(np.float64)
    told = build("nearest").evidence(view, keys_of(view), NO_MEMORY)
    for row in range(len(view)):
        column = table[:, view.clue[row]]
        z = (column[view.words[row]] - column.mean()) / column.std()
        assert told.score[row] == pytest.approx(z * np.pi / 6**0.5 / GIVER_SIGMA, abs=1e-4)
        assert told.meant[row] == view.number[row]


def test_noise_is_that_of_the_touch():
    view = view_of("duo", 0, n_boards=400)
    loud = guess("own-key(guesser=noisy(temperature=0.5))", view)
    agent = build("own-key(guesser=noisy(temperature=0.5))")
    again = agent.guess(view, derive(stream(1, "touch"), np.arange(len(view))), NO_MEMORY).card
    assert (loud != again).mean() > 0.3
    assert np.array_equal(loud, guess("own-key(guesser=noisy(temperature=0.5))", view))


@pytest.mark.parametrize("params", ["sharpness=0.0", "own_key=false", "clock=false", "found_weight=5.0"])
def test_every_parameter_makes_a_difference(params):
    view = view_of("duo", 4)
    assert (guess(f"own-key({params})", view) != guess("own-key", view)).any()


@pytest.mark.parametrize("cost", ["cost_bystander=2.0", "cost_assassin=20.0"])
def test_every_cost_makes_a_difference_without_the_clock(cost):
    view = view_of("duo", 4, 1)
    assert (guess(f"own-key(clock=false, {cost})", view) != guess("own-key(clock=false)", view)).any()


@pytest.mark.parametrize("name", ["own-key", "bayes"])
@pytest.mark.parametrize(
    "rules, daring",
    [
        ("duo(turns=3)", True),
        ("duo(turns=4)", False),
        ("classic", False),
        ("duet(turns=3, sudden_death=true)", False),
    ],
)
def test_costs_do_not_count_on_the_last_turn_if_it_goes_all_in(name, rules, daring):
    view = view_of(rules, 2)
    assert ((view.turns_left == 1) == ("turns=3" in rules)).all()
    costly = f"{name}(clock=false, cost_bystander=50.0, cost_assassin=50.0, cost_other=50.0"
    careful, all_in = guess(f"{costly})", view), guess(f"{costly}, all_in=true)", view)
    stops = view.may_pass & (careful == PASS)
    assert stops.any() == (rules != "classic")
    if daring:
        assert (all_in[stops] != PASS).all()
        rows = np.flatnonzero(stops)
        assert view.touchable[rows, all_in[rows]].all()
    else:
        assert np.array_equal(careful, all_in)


@pytest.mark.parametrize("name", ["own-key", "bayes"])
@pytest.mark.parametrize("key", ["found_weight", "cost_bystander", "cost_other", "cost_assassin"])
@pytest.mark.parametrize("value", ["-0.5", "1e400"])
def test_a_cost_that_is_none_is_named(name, key, value):
    with pytest.raises(CluejamError, match=f"guesser '{name}': {key}=(-0.5|inf) is not"):
        build(f"{name}({key}={value})")


@pytest.mark.parametrize(
    "text, says",
    [
        ("own-key(sharpness=21.0)", "sharpness=21.0 is not between 0 and 20"),
        ("own-key(guesser=neerest)", "did you mean 'nearest'"),
        ("own-key(guesser=nearest(stopp=0.1))", "did you mean 'stop'"),
        ("own-key(guesser=nearest(stop=3.0))", "guesser 'nearest': stop=3.0"),
    ],
)
def test_a_mistake_is_told(text, says):
    with pytest.raises(CluejamError, match=says):
        build(text)


def test_chances_add_up_to_one_on_each_card_after_any_clue():
    view = view_of("duo", 3)
    roles = roles_before(view, own_key=True)
    meant = roles[:, :, AGENT] * view.touchable * 0.5
    told = roles_told(roles, view.touchable, meant, meant.sum(axis=1))
    there = view.touchable & (roles[:, :, AGENT] < 1 - 1e-9)
    assert told.sum(axis=2)[there] == pytest.approx(1, abs=1e-9)
