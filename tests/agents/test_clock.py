"""The worth of positions under the clock, against a plain recursion."""

from functools import cache

import numpy as np
import pytest

from cluejam_ai.agents.clock import Clock, Pace, has_clock
from cluejam_ai.game.notation import parse_ruleset

PACE = Pace(hits=(0.8, 0.6, 0.5), fatal=0.2)


def plain(rules, found_weight):
    """Return a function of cards, turns and lives left, written as one would say it."""
    ruleset = parse_ruleset(rules)
    matters = ruleset.lives is not None and ruleset.lives < ruleset.turns

    def lost(cards):
        return found_weight * (15 - cards) / 15

    @cache
    def worth(cards, turns, lives):
        if cards == 0:
            return 1 + found_weight
        if turns == 0 or (matters and lives == 0):
            return lost(cards)
        choices = []
        for number in range(1, min(cards, len(PACE.hits)) + 1):
            total, alive = 0.0, 1.0
            for found in range(number):
                wrong = alive * (1 - PACE.hits[found])
                total += wrong * PACE.fatal * lost(cards - found)
                total += wrong * (1 - PACE.fatal) * worth(cards - found, turns - 1, lives - 1)
                alive *= PACE.hits[found]
            choices.append(total + alive * worth(cards - number, turns - 1, lives))
        return max(choices)

    return worth


@pytest.mark.parametrize("rules", ["duo", "duo(turns=6, lives=2)", "duet(turns=5)"])
@pytest.mark.parametrize("found_weight", [0.0, 1.5])
def test_every_position_is_worth_what_the_plain_recursion_says(rules, found_weight):
    ruleset = parse_ruleset(rules)
    clock, worth = Clock(ruleset, PACE, found_weight), plain(rules, found_weight)
    for cards in range(1, 16):
        for turns in range(1, ruleset.turns + 1):
            for lives in range(1, (ruleset.lives or 1) + 1):
                at = (np.array([cards]), np.array([turns]), np.array([lives]))
                ahead = clock.outlook(*at, 3)
                for found in range(4):
                    left = max(cards - found, 0)
                    assert ahead.right[0, found] == pytest.approx(worth(left, turns - 1, lives))
                    assert ahead.wrong[0, found] == pytest.approx(worth(left, turns - 1, lives - 1))
                    assert ahead.fatal[0, found] == pytest.approx(found_weight * (15 - left) / 15)


def test_a_win_is_a_chance_and_grows_with_time():
    table = Clock(parse_ruleset("duo"), PACE, 0.0).table
    assert ((table >= 0) & (table <= 1)).all()
    assert (np.diff(table, axis=1) >= 0).all()
    assert (np.diff(table, axis=0) <= 0).all()
    assert (table[15, 4] == 0).all()  # three cards a turn are not enough


@pytest.mark.parametrize("rules", ["classic", "solo"])
def test_games_without_partners_have_no_clock(rules):
    assert not has_clock(parse_ruleset(rules))
    with pytest.raises(ValueError, match="no budget"):
        Clock(parse_ruleset(rules), PACE, 0.0)


def test_very_large_budgets_are_as_good_as_plenty():
    clock = Clock(parse_ruleset("duo(turns=1000, lives=999)"), PACE, 0.0)
    assert clock.table.shape[1] == 61
    ahead = clock.outlook(np.array([15]), np.array([1000]), np.array([999]), 2)
    assert ahead.right[0, 0] == clock.table[15, 60, 0]
