"""Nothing that a person sees before a card is touched depends on a key that the person may not know."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluejam_ai.game.cards import AGENT, PASS
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.commands import Desk, answer_command
from cluejam_ai.interactive.game import Game, Move, begin, say, touch
from cluejam_ai.interactive.look import giver_sees, guesser_sees, look_to_give, look_to_guess
from cluejam_ai.terminal.table import ASCII, draw_history, draw_look
from tests.interactive.tables import sit


def hidden_shuffled(game: Game, seed: int) -> Game:
    """Return the game with roles exchanged between cards that nobody has touched on the hidden keys."""
    state, setup = game.state, game.setup
    keys = state.keys.copy()
    giver = int(state.giver_key[0])
    generator = np.random.default_rng(seed)
    if setup.ruleset.kind is Kind.PARTNERS:
        hidden = [giver if game.due is Move.GUESS else 1 - giver]
        free = np.flatnonzero(~(state.judged[0, hidden[0]] | state.found[0]))
    else:
        hidden = list(range(keys.shape[1]))
        free = np.flatnonzero(~state.judged[0, 0])
    order = generator.permutation(free)
    for key in hidden:
        keys[0, key, free] = keys[0, key, order]
    return replace(game, state=replace(state, keys=keys), setup=replace(setup, keys=keys))


def drawn(game: Game) -> bytes:
    """Return the bytes of a person's screen and history."""
    words = game.setup.words
    if game.due is Move.GUESS:
        look = look_to_guess(guesser_sees(game), words, game.log)
    else:
        look = look_to_give(giver_sees(game), words, game.log)
    return (draw_look(look, 80, ASCII).markup + draw_history(look, ASCII).markup).encode()


def played(setup, moves: list[int]) -> list[Game]:
    """Return positions of a game in which clues and touches are drawn, without the finished one."""
    game = begin(setup)
    positions = [game]
    for move in moves:
        if game.due is Move.NOTHING:
            break
        if game.due is Move.CLUE:
            game = say(game, f"clue{move}", 1 + move % 3)
        else:
            may_pass = setup.ruleset.may_pass_first or game.log[-1].touches
            key = game.state.keys[0, int(game.state.giver_key[0])]
            open_cards = np.flatnonzero(game.state.touchable[0])
            # agents more often than not, so that games last
            good = [int(place) for place in open_cards if key[place] == AGENT] if move % 3 else []
            choice = good or [int(place) for place in open_cards]
            game = touch(game, PASS if may_pass and move % 7 == 0 else choice[move % len(choice)])
        positions.append(game)
    return [position for position in positions if position.due is not Move.NOTHING]


@pytest.fixture(scope="module")
def sessions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    return {rules: sit(folder, rules) for rules in ("duo", "duet", "classic", "solo")}


@pytest.mark.parametrize("rules", ["duo", "duet", "classic", "solo"])
@given(moves=st.lists(st.integers(0, 40), max_size=25), seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_nothing_on_the_screen_depends_on_a_hidden_key(sessions, rules, moves, seed):
    setup = sessions[rules].game.setup
    for game in played(setup, moves):
        sees_all = game.due is Move.CLUE and setup.ruleset.kind is not Kind.PARTNERS
        if not sees_all:
            assert drawn(hidden_shuffled(game, seed)) == drawn(game)


@pytest.mark.parametrize("rules", ["duo", "duet", "classic", "solo"])
def test_no_hint_to_a_guesser_depends_on_a_hidden_key(sessions, rules):
    session = sessions[rules]
    helper = session.options.helper

    def hint(game: Game) -> object:
        look = look_to_guess(guesser_sees(game), game.setup.words, game.log)
        desk = Desk(game, look, session.brains, helper)
        return [answer_command(command, desk) for command in ("hint", "help", "undo", "history", "board")]

    game = say(begin(session.game.setup), "water", 2)
    for seed in range(5):
        other = hidden_shuffled(game, seed)
        assert not np.array_equal(other.state.keys, game.state.keys)
        assert hint(other) == hint(game)


def test_the_screen_does_show_ones_own_key(sessions):
    game = begin(sessions["duo"].game.setup)
    keys = game.state.keys[:, ::-1].copy()
    other = replace(game, state=replace(game.state, keys=keys))
    assert drawn(other) != drawn(game)


def test_a_leak_would_be_seen(sessions):
    """A guesser's screen drawn from the giver's view differs when hidden roles are exchanged."""
    game = say(begin(sessions["classic"].game.setup), "water", 2)
    other = hidden_shuffled(game, 1)
    leaks = [look_to_give(giver_sees(one), one.setup.words, ()) for one in (game, other)]
    assert draw_look(leaks[0], 80).plain != draw_look(leaks[1], 80).plain
