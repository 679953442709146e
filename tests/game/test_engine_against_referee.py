"""Thousands of random matches: the batched engine beside a plain referee of one board."""

import numpy as np
import pytest

from cluejam_ai.errors import RuleError
from cluejam_ai.game.boards import deal
from cluejam_ai.game.cards import ENDING_NAMES, NOT_ASKED, PASS, ROLE_LETTERS
from cluejam_ai.game.cards import UNLIMITED as NUMBER_UNLIMITED
from cluejam_ai.game.engine import end_turn, give, reveal, start_sudden_death
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.state import new_game
from cluejam_ai.game.views import guesser_view, guessing_seat, no_history
from tests.game.referee import GAMES, KIM2019, NO_LIMIT, TOG2025, UNLIMITED, Referee, RefusedError

# a match that runs longer than this never ends
MAX_TURNS = 60


def referees_of(rules, state, options):
    letters = np.array(list(ROLE_LETTERS))[state.keys]
    return [Referee(rules.name, ["".join(card) for card in board.T], **options) for board in letters]


def assert_same(state, referees):
    """The batch and the referees agree about everything that is on the table."""
    for what, table, expected in (
        ("covered", state.covered, flags(one.covered() for one in referees)),
        ("touchable", state.touchable, flags(one.may_touch() for one in referees)),
        ("found", state.found, flags(one.found for one in referees)),
        ("left", state.left, [[one.left(0), one.left(1)] for one in referees]),
        ("giver", state.giver, [one.giver for one in referees]),
        ("guesser", guessing_seat(state), [one.guesser for one in referees]),
        ("turns", state.turn, [one.turns for one in referees]),
        ("touches", state.touches, [one.touches for one in referees]),
        ("touches left", state.limit - state.touches, [one.touches_left for one in referees]),
        ("sudden death", state.in_sudden_death, [one.in_sudden_death for one in referees]),
        ("ending", state.ending, [ENDING_NAMES.index(one.ending or "playing") for one in referees]),
        ("winner", state.winner, [-1 if one.winner is None else one.winner for one in referees]),
    ):
        assert np.array_equal(table, expected), what
    if state.ruleset.lives is not None:
        assert (state.ruleset.lives - state.lives_lost).tolist() == [one.lives for one in referees]


def flags(cards_of_boards):
    cards_of_boards = list(cards_of_boards)
    table = np.zeros((len(cards_of_boards), 25), dtype=bool)
    for row, cards in enumerate(cards_of_boards):
        table[row, list(cards)] = True
    return table


def draw_numbers(random, n, rules):
    numbers = random.choice([1, 1, 2, 2, 3, 4, 9], size=n)
    if rules.free_numbers:
        numbers = np.where(random.random(n) < 0.3, random.choice([0, NUMBER_UNLIMITED], size=n), numbers)
    return numbers


def draw_moves(random, referees, going, eager):
    """One legal move for each board still being guessed on: mostly right cards, sometimes any, or a pass."""
    moves = np.full(len(referees), NOT_ASKED)
    for row in np.flatnonzero(going):
        one = referees[row]
        if one.may_pass() and random.random() < 0.15:
            moves[row] = PASS
            continue
        cards = sorted(one.may_touch())
        right = [card for card in cards if one.role(card) == "a"]
        pool = right if right and random.random() < eager else cards
        moves[row] = pool[random.integers(len(pool))]
    return moves


def play_turn(state, referees, random, eager):
    rules = state.ruleset
    if state.in_sudden_death.any():
        state = start_sudden_death(state)
        for one in referees:
            one.go_on_without_clue()
    else:
        numbers = draw_numbers(random, len(state), rules)
        state = give(state, numbers)
        for one, number in zip(referees, numbers.tolist(), strict=True):
            one.give(UNLIMITED if number == NUMBER_UNLIMITED else number)
    assert_same(state, referees)
    going = np.ones(len(state), dtype=bool)
    while going.any():
        assert_may_pass(state, referees, going)
        moves = draw_moves(random, referees, going, eager)
        result = reveal(state, moves)
        roles = []
        for one, move in zip(referees, moves.tolist(), strict=True):
            roles.append(ROLE_LETTERS.index(one.touch(move)) if move >= 0 else -1)
            if move == PASS:
                one.pass_()
        assert result.role.tolist() == roles
        assert result.goes_on.tolist() == [
            bool(one.touches_left) and was and move >= 0
            for one, was, move in zip(referees, going, moves, strict=True)
        ]
        state, going = result.state, result.goes_on
        assert_same(state, referees)
    state = end_turn(state)
    for one in referees:
        one.end_turn()
    assert_same(state, referees)
    return state


def assert_may_pass(state, referees, going):
    empty = np.zeros(len(state), dtype=np.int32)
    words = np.zeros((len(state), 25), dtype=np.int16)
    view = guesser_view(state, words, empty, empty.astype(np.int8), no_history(len(state)))
    assert view.may_pass[going].tolist() == [
        one.may_pass() for one, on in zip(referees, going, strict=True) if on
    ]
    assert view.guesses_left.tolist() == [one.touches_left for one in referees]


def play(text, n_boards, seed, options=None, eager=0.75):
    """Play random matches of a ruleset on both; return the endings and how often each came."""
    rules = parse_ruleset(text)
    state = new_game(rules, deal(rules, seed, np.arange(n_boards), 100))
    referees = referees_of(rules, state, options or {})
    random = np.random.default_rng(seed)
    endings: dict[str, int] = {}
    for _ in range(MAX_TURNS):
        if not len(state):
            break
        state = play_turn(state, referees, random, eager)
        for one in referees:
            if one.ending:
                endings[one.ending] = endings.get(one.ending, 0) + 1
        referees = [one for one in referees if not one.ending]
        state = state.take(state.playing)
    assert sum(endings.values()) == n_boards, "every match ends"
    return endings


@pytest.mark.parametrize(
    "game, eager, endings",
    [
        ("classic", 0.75, {"found", "assassin"}),
        ("duo", 0.97, {"found", "assassin", "turns"}),
        ("duet", 0.97, {"found", "assassin", "turns"}),
        ("solo", 0.5, {"found", "assassin", "other"}),
    ],
)
def test_two_thousand_random_matches_go_as_the_referee_says(game, eager, endings):
    seen = set()
    for seed in range(8):
        seen |= set(play(game, 250, seed, eager=eager))
    assert seen == endings, "the matches reach every ending of the game"


@pytest.mark.parametrize(
    "text, options, eager, ending",
    [
        ("classic(bonus_guess=false)", {"bonus_guess": False}, 0.8, "found"),
        ("classic(guess_limit=false)", {"guess_limit": False}, 0.8, "found"),
        ("classic(free_numbers=true)", {"free_numbers": True}, 0.8, "found"),
        ("duo(turns=12, lives=3)", {"turns": 12, "lives": 3}, 0.9, "lives"),
        ("duo(turns=3)", {"turns": 3}, 0.97, "turns"),
        ("duo(lives=1)", {"lives": 1}, 0.9, "lives"),
        ("duo(bonus_guess=false)", {"bonus_guess": False}, 0.97, "turns"),
        ("duo(guess_limit=false)", {"guess_limit": False}, 0.97, "found"),
        ("duo(free_numbers=true)", {"free_numbers": True}, 0.97, "found"),
        ("duet(sudden_death=true)", {"sudden_death": True}, 0.97, "sudden-death"),
        ("duet(sudden_death=true, turns=2)", {"sudden_death": True, "turns": 2}, 1.0, "found"),
        ("duet(bystanders=2)", {"bystanders": 2}, 0.9, "lives"),
        ("duet(bystanders=0, turns=11)", {"bystanders": 0, "turns": 11}, 0.9, "lives"),
        (
            "duet(bystanders=1, sudden_death=true, turns=4)",
            {"bystanders": 1, "sudden_death": True, "turns": 4},
            0.95,
            "lives",
        ),
        ("duet(bonus_guess=false)", {"bonus_guess": False}, 0.97, "turns"),
        ("duet(guess_limit=false)", {"guess_limit": False}, 0.97, "found"),
        ("duet(free_numbers=true)", {"free_numbers": True}, 0.97, "found"),
        ("solo(preset=kim2019)", {}, 0.5, "other"),
        ("solo(preset=tog2025)", {}, 0.3, "other"),
        ("solo(own=5, other=3, bystander=14, assassin=3)", {}, 0.6, "assassin"),
        ("solo(bonus_guess=true)", {"bonus_guess": True}, 0.6, "found"),
        ("solo(guess_limit=false)", {"guess_limit": False}, 0.6, "found"),
        ("solo(free_numbers=true)", {"free_numbers": True}, 0.6, "found"),
    ],
)
def test_random_matches_with_each_option_go_as_the_referee_says(text, options, eager, ending):
    assert ending in play(text, 250, seed=17, options=options, eager=eager)


@pytest.mark.parametrize("game", ["classic", "duo", "duet", "solo"])
def test_engine_and_referee_refuse_the_same_touches(game):
    random = np.random.default_rng(5)
    rules = parse_ruleset(game)
    for number in range(40):
        state = new_game(rules, deal(rules, 3, np.array([number]), 100))
        one = referees_of(rules, state, {})[0]
        for _ in range(30):
            if one.ending:
                break
            if one.touches_left == 0:
                if one.touches:
                    state, _ = end_turn(state), one.end_turn()
                if one.ending:
                    break
                state = give(state, np.array([2]))
                one.give(2)
            state = try_everything(state, one)
            cards = sorted(one.may_touch())
            right = [card for card in cards if one.role(card) == "a"]
            card = random.choice(right if right and random.random() < 0.8 else cards)
            state = reveal(state, np.array([card])).state
            one.touch(int(card))
            assert_same(state, [one])
        state = try_everything(state, one)


def try_everything(state, one):
    """Every card and a pass: refused by both or by neither."""
    for move in (*range(25), PASS):
        legal = one.may_pass() if move == PASS else move in one.may_touch() and one.touches_left > 0
        if legal and not one.ending:
            reveal(state, np.array([move]))
            continue
        with pytest.raises(RuleError):
            reveal(state, np.array([move]))
        with pytest.raises(RefusedError):
            one.pass_() if move == PASS else one.touch(move)
    assert_same(state, [one])
    return state


@pytest.mark.parametrize("game", sorted(GAMES))
def test_referee_and_ruleset_deal_the_same_cards(game):
    columns = ["".join(ROLE_LETTERS[role] for role in card) for card in parse_ruleset(game).joint_keys.T]
    assert {roles: columns.count(roles) for roles in set(columns)} == GAMES[game]["roles"]


@pytest.mark.parametrize("preset, roles", [("kim2019", KIM2019), ("tog2025", TOG2025)])
def test_presets_of_solo_have_the_published_cards(preset, roles):
    columns = [ROLE_LETTERS[role] for role in parse_ruleset(f"solo(preset={preset})").joint_keys[0]]
    assert {role: columns.count(role) for role in set(columns)} == roles


def test_without_a_guess_limit_all_cards_may_be_touched():
    assert NO_LIMIT == 25
