"""ace-basic says what a plain spymaster says, to the last tie."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from small_worlds import answer, small_view, small_world

from cluejam_ai.agents.base import NO_MEMORY
from cluejam_ai.agents.spymasters.ace_basic import AceBasicSpymaster
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT
from cluejam_ai.game.rulesets import CLASSIC, DUO
from cluejam_ai.testing.checks import check_spymaster
from cluejam_ai.testing.worlds import random_positions, random_resources


def plain_clue(resources, view, row, nearest):
    """Return word and intended places for one board, by loops over clues and cards."""
    table = resources.similarity.table
    touchable = view.touchable[row]
    own = [p for p in range(25) if touchable[p] and view.key[row, p] == AGENT]
    others = [p for p in range(25) if touchable[p] and view.key[row, p] != AGENT]
    words = view.words[row]
    lists = {p: sorted(range(table.shape[1]), key=lambda c: -table[words[p], c])[:nearest] for p in own}
    failed = {
        int(c)
        for c, seat, n, right in zip(
            view.history.clue[row],
            view.history.seat[row],
            view.history.number[row],
            view.history.right[row],
            strict=True,
        )
        if seat == view.seat[row] and right < n
    }
    best = None
    for clue in range(table.shape[1]):
        barred = any(resources.verdicts[words[p], clue] and not view.covered[row, p] for p in range(25))
        if barred or clue in failed or not resources.similarity.known[clue]:
            continue
        danger = max((table[words[p], clue] for p in others), default=np.float32(-2))
        meant = [p for p in own if clue in lists[p] and table[words[p], clue] > danger]
        total = np.float32(0)
        for p in meant:
            total += table[words[p], clue]
        lead = max(table[words[p], clue] for p in own) - danger
        score = (len(meant), total if meant else lead)
        if best is None or score > best[0]:
            best = (score, clue, meant or [max(own, key=lambda p: table[words[p], clue])])
    return best[1], sorted(best[2])


@pytest.mark.parametrize("decimals", [None, 1])
@pytest.mark.parametrize("ruleset", [DUO, CLASSIC])
@pytest.mark.parametrize("nearest", [1, 20])
def test_it_says_what_the_plain_spymaster_says(ruleset, decimals, nearest):
    resources = random_resources(3, decimals=decimals, unknown=0.1)
    agent = AceBasicSpymaster(resources, nearest=nearest)
    for n_turns in (0, 3):
        at = random_positions(ruleset, 20, n_turns, seed=5, n_words=80, n_clues=300)
        view = at.spymaster_view()
        clues = agent.give_clues(view, np.zeros(len(view), dtype=np.uint64), NO_MEMORY)
        for row in range(len(view)):
            word, meant = plain_clue(resources, view, row, nearest)
            assert (int(clues.word[row]), np.flatnonzero(clues.targets[row]).tolist()) == (word, meant)
        assert (clues.number == clues.targets.sum(axis=1)).all()


def test_fewer_proposals_reach_fewer_cards():
    resources = random_resources(3)
    view = random_positions(DUO, 50, 0, seed=5, n_words=80, n_clues=300).spymaster_view()
    keys = np.zeros(len(view), dtype=np.uint64)
    few, many = (AceBasicSpymaster(resources, nearest=n).give_clues(view, keys, NO_MEMORY) for n in (2, 100))
    assert few.number.mean() < many.number.mean()


def test_no_proposals_are_an_error():
    with pytest.raises(CluejamError, match="nearest=0 is not at least 1"):
        AceBasicSpymaster(random_resources(3), nearest=0)


def test_published_it_follows_the_legality_of_its_framework_and_may_repeat_a_clue():
    resources = small_world({0: 0.9, 1: 0.8}, {0: 0.5}, words=("river", *(f"w{i}" for i in range(24))))
    resources = replace(resources, clues=("stream", "rivers"))
    assert answer(AceBasicSpymaster(resources), small_view(failed=[0]))[0] == 1
    # a word that has a card in it is refused by the framework, a clue that failed is not
    assert answer(AceBasicSpymaster(resources, published=True), small_view(failed=[0]))[0] == 0
    other = replace(resources, clues=("rivers", "stream"))
    assert answer(AceBasicSpymaster(other), small_view())[0] == 0
    assert answer(AceBasicSpymaster(other, published=True), small_view())[0] == 1


def test_published_it_keeps_the_contract_with_its_own_legality():
    check_spymaster(partial(AceBasicSpymaster, published=True))
