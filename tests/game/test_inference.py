import itertools

import numpy as np
import pytest

from cluejam_ai.game.boards import deal
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER
from cluejam_ai.game.inference import partner_odds, partner_roles
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.views import guesser_view
from cluejam_ai.testing.worlds import random_positions

MANY = 6000

# mine -> agent, bystander, assassin of the partner
DUO = {
    AGENT: (3 / 9, 6 / 9, 0),
    ASSASSIN: (0, 2 / 3, 1 / 3),
    BYSTANDER: (6 / 13, 5 / 13, 2 / 13),
}
DUET = {
    AGENT: (3 / 9, 5 / 9, 1 / 9),
    ASSASSIN: (1 / 3, 1 / 3, 1 / 3),
    BYSTANDER: (5 / 13, 7 / 13, 1 / 13),
}


@pytest.mark.parametrize("game, rulebook", [("duo", DUO), ("duet", DUET)])
def test_the_odds_of_the_partners_key_are_those_of_the_rulebook(game, rulebook):
    odds = partner_odds(parse_ruleset(game))
    for mine, expected in rulebook.items():
        assert odds[mine, [AGENT, BYSTANDER, ASSASSIN]] == pytest.approx(expected, abs=1e-15)
        assert odds[mine].sum() == pytest.approx(1)


@pytest.mark.parametrize("game", ["duo", "duet"])
def test_a_role_that_no_card_has_gives_zeros(game):
    odds = partner_odds(parse_ruleset(game))
    assert odds[OTHER].tolist() == [0, 0, 0, 0]
    assert odds[:, OTHER].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("game", ["classic", "solo"])
def test_without_a_partner_there_are_no_odds(game):
    assert partner_odds(parse_ruleset(game)).tolist() == np.zeros((4, 4)).tolist()


@pytest.mark.parametrize("game", ["duo", "duet"])
def test_the_odds_are_the_shares_on_dealt_boards(game):
    rules = parse_ruleset(game)
    keys = deal(rules, 1, np.arange(50), 60).keys
    odds = partner_odds(rules)
    for mine in (AGENT, BYSTANDER, ASSASSIN):
        for theirs in (AGENT, BYSTANDER, ASSASSIN):
            share = (keys[:, 1][keys[:, 0] == mine] == theirs).mean()
            assert share == pytest.approx(odds[mine, theirs])


def arrangements(roles):
    """Yield every different order of a list of roles."""
    if not roles:
        yield ()
    for role in sorted(set(roles)):
        rest = list(roles)
        rest.remove(role)
        for tail in arrangements(rest):
            yield (role, *tail)


def counted(rules, own_key, seen, found):
    """Return the chances on one board by counting completions; None if there are too many.

    Returns
    -------
    given, naive : (25, 4)
        With and without knowing that the partner still has an agent card to find.
    """
    groups, total = [], 1
    for mine in sorted(set(own_key)):
        roles = [theirs for (a, theirs), n in rules.joint for _ in range(n) if a == mine]
        for card in range(25):
            if own_key[card] == mine and seen[card] >= 0:
                roles.remove(seen[card])
        cards = [card for card in range(25) if own_key[card] == mine and seen[card] < 0]
        ways = list(itertools.islice(arrangements(roles), MANY))
        total *= len(ways)
        if len(ways) == MANY or total > MANY:
            return None
        groups.append((cards, ways))
    given, naive = np.zeros((25, 4)), np.zeros((25, 4))
    for choice in itertools.product(*(ways for _, ways in groups)):
        key = np.array(seen)
        for (cards, _), roles in zip(groups, choice, strict=True):
            key[cards] = roles
        naive[np.arange(25), key] += 1
        if not found[key == AGENT].all():
            given[np.arange(25), key] += 1
    return given / given.sum(axis=1, keepdims=True), naive / naive.sum(axis=1, keepdims=True)


def late_boards(game):
    """Return own keys, what was seen and what was found on boards where many cards were touched."""
    rules = parse_ruleset(game)
    for n_turns in (6, 8, 9, 10):
        at = random_positions(rules, 100, n_turns, seed=n_turns, n_words=60, n_clues=50)
        n = len(at)
        view = guesser_view(at.state, at.words, np.zeros(n, np.int32), np.ones(n, np.int8), at.history)
        found = (view.seen == AGENT) | (view.own_judged & (view.own_key == AGENT))
        yield rules, view.own_key, view.seen, found


@pytest.mark.parametrize("game", ["duo(turns=30, lives=30)", "duet(turns=30)"])
def test_the_chances_are_those_of_counting_every_completion(game):
    compared = surprised = 0
    for rules, own_key, seen, found in late_boards(game):
        chances = partner_roles(rules, own_key, seen, found, np.ones(len(seen), dtype=bool))
        unsure = partner_roles(rules, own_key, seen, found, np.zeros(len(seen), dtype=bool))
        for row in range(len(own_key)):
            count = counted(rules, own_key[row].tolist(), seen[row].tolist(), found[row])
            if count is not None:
                given, naive = count
                assert chances[row] == pytest.approx(given, abs=1e-12)
                assert unsure[row] == pytest.approx(naive, abs=1e-12)
                compared += 1
                surprised += not np.allclose(naive, given)
    assert compared > 30
    # that the partner still gives clues must have mattered somewhere, or this has not been tested
    assert surprised > 0


@pytest.mark.parametrize("game", ["duo", "duet"])
def test_before_any_touch_the_chances_are_the_odds(game):
    rules = parse_ruleset(game)
    keys = deal(rules, 1, np.arange(10), 60).keys
    nothing = np.full((10, 25), -1, dtype=np.int8)
    chances = partner_roles(
        rules, keys[:, 0], nothing, np.zeros((10, 25), dtype=bool), np.ones(10, dtype=bool)
    )
    assert chances == pytest.approx(partner_odds(rules)[keys[:, 0]])


@pytest.mark.parametrize("game", ["duo", "duet"])
def test_what_was_seen_is_certain_and_chances_add_up(game):
    for rules, own_key, seen, found in late_boards(f"{game}(turns=30)"):
        chances = partner_roles(rules, own_key, seen, found, np.ones(len(seen), dtype=bool))
        assert chances.sum(axis=2) == pytest.approx(np.ones(seen.shape))
        rows, cards = np.nonzero(seen >= 0)
        assert (chances[rows, cards, seen[rows, cards]] == 1).all()
