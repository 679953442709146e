"""No AI gives a clue that the slow rules call illegal or questionable: simulated games of every ruleset."""

from functools import cache

import numpy as np
import pytest

import cluejam_ai
from cluejam_ai.words.legality import Verdict, judge

GAMES = 1000
RULESETS = ("duo", "duet", "classic", "solo")


@cache
def is_legal(clue: str, card: str) -> bool:
    return judge(clue, [card]).verdict is Verdict.LEGAL


def uncovered_before_each_turn(run):
    """Yield the clue of each turn and the words not covered then, from the records alone.

    A word counts as covered once it was touched, except in duo and duet a neutral of one direction, which
    restricts clues until it is marked in both.
    """
    words = run.cards.groupby("board")["word"].agg(list)
    keys = ["pairing", "board", "seating"]
    touches = run.guesses.groupby([*keys, "turn"])
    partners = run.manifest["inputs"]["ruleset"]["name"] in ("duo", "duet")
    for match, turns in run.turns.sort_values("turn").groupby(keys):
        left, marked = set(words[match[1]]), set()
        for turn, clue in zip(turns["turn"], turns["clue"], strict=True):
            yield clue, frozenset(left)
            if (*match, turn) not in touches.groups:
                continue
            touched = touches.get_group((*match, turn))
            for word, role, seat in zip(touched["word"], touched["role"], touched["seat"], strict=True):
                if partners and role == "bystander" and not {(word, 0), (word, 1)} - {(word, seat)} <= marked:
                    marked.add((word, seat))
                else:
                    left.discard(word)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_thousand_games_hold_no_clue_that_was_not_legal_when_it_was_given(rules, tmp_path):
    run = cluejam_ai.play(
        rules, "margin", "noisy(temperature=0.05)", games=GAMES, seed=5, out=tmp_path / rules
    )
    assert len(run.matches) >= GAMES
    checked = 0
    for clue, cards in uncovered_before_each_turn(run):
        assert all(is_legal(clue, card) for card in cards), (clue, sorted(cards))
        checked += 1
    assert checked >= 2 * GAMES
    assert np.all(run.turns["number"] >= 1)
