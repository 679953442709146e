import numpy as np
import pytest

from cluejam_ai.game.boards import deal
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER
from cluejam_ai.game.inference import partner_odds
from cluejam_ai.game.notation import parse_ruleset

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
