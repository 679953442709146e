"""The 120 recorded games of the AIIDE 2019 experiment come out the same, clue by clue and row by row.

Two ways lead to every row: our agents in our arena, and a plain spymaster, guesser and referee written from
the description. Then each rule is changed in turn, to show that the records, or the clues, notice it.
"""

from copy import copy
from dataclasses import replace

import numpy as np
import pytest
from our_kim2019 import OurTable
from plain_kim2019 import PUBLISHED, Published, plain_board

from cluejam_ai.agents.published_legality import kim2019_blocked
from cluejam_ai.agents.resources import pad_rows
from cluejam_ai.agents.spymasters import kim
from cluejam_ai.agents.spymasters.kim import KimSpymaster
from cluejam_ai.game import engine
from cluejam_ai.game.boards import kim2019_board
from cluejam_ai.results.importers.kim2019 import read_results
from cluejam_ai.testing.worlds import with_similarity

SELF_PLAY = [("glove100", "glove100", 0.3), ("glove100", "glove100", 0.7)]
CROSS_PLAY = [("glove50", "glove100", 0.5), ("glove100", "glove50", 0.7)]
CELLS = SELF_PLAY + CROSS_PLAY


@pytest.fixture(scope="session")
def folder(test_data):
    return test_data / "kim2019"


@pytest.fixture(scope="session")
def recorded(folder):
    """The recorded rows by cell and seed: turns (25 is a loss), blue, civilian, assassin, red."""
    cells = {}
    for game in read_results(folder / "results_dev.csv"):
        cell = cells.setdefault((game.spymaster, game.guesser, game.threshold), {})
        cell[game.seed] = (game.turns, game.blue, game.civilian, game.assassin, game.red)
    return cells


@pytest.fixture(scope="session")
def published(folder):
    return Published(folder)


@pytest.fixture(scope="session")
def ours(folder):
    return OurTable(folder)


@pytest.fixture(scope="session")
def our_games(ours, recorded):
    """Our games by cell and seed."""
    return {
        cell: dict(zip(rows, ours.play(cell, list(rows)), strict=True)) for cell, rows in recorded.items()
    }


@pytest.fixture(scope="session")
def plain_games(published, recorded):
    """The plain referee's games by cell and seed."""
    return {cell: {seed: published.play(seed, *cell) for seed in rows} for cell, rows in recorded.items()}


def plain_turns(game):
    return tuple((turn.clue, turn.number, turn.targets) for turn in game.turns)


def test_the_records_hold_thirty_games_of_each_cell_and_twelve_losses(recorded):
    assert {cell: len(rows) for cell, rows in recorded.items()} == dict.fromkeys(CELLS, 30)
    losses = {cell: sum(row[0] == 25 for row in rows.values()) for cell, rows in recorded.items()}
    assert [losses[cell] for cell in CELLS] == [0, 0, 6, 6]


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_our_arena_repeats_every_recorded_game(cell, our_games, recorded):
    assert {seed: game.row for seed, game in our_games[cell].items()} == recorded[cell]


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_the_plain_referee_repeats_every_recorded_game(cell, plain_games, recorded):
    assert {seed: game.row for seed, game in plain_games[cell].items()} == recorded[cell]


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_every_clue_number_and_target_is_that_of_the_plain_spymaster(cell, our_games, plain_games):
    for seed, game in plain_games[cell].items():
        assert our_games[cell][seed].turns == plain_turns(game)


def test_the_boards_are_those_of_the_plain_referee(ours, recorded):
    seeds = sorted({seed for rows in recorded.values() for seed in rows})
    for seed in seeds:
        words, key = kim2019_board(seed, ours.pool)
        plain_words, roles = plain_board(seed, ours.pool)
        assert words == plain_words
        assert [("red", "civilian", "blue", "assassin")[role] for role in key] == roles


def test_the_legality_of_every_pair_is_that_of_the_plain_referee(ours, published):
    assert np.array_equal(kim2019_blocked(ours.pool, ours.clues), pad_rows(published.refused))


# --- What the records notice: the plain referee with one rule changed ------------------------------------


def plain_differences(published, recorded, plain_games, rules, cells=CROSS_PLAY):
    """In how many games of these cells a mutant's row, and its clues, differ."""
    rows = clues = 0
    for cell in cells:
        for seed, row in recorded[cell].items():
            game = published.play(seed, *cell, rules=rules)
            rows += game.row != row
            clues += plain_turns(game) != plain_turns(plain_games[cell][seed])
    return rows, clues


def test_the_unchanged_rules_differ_nowhere(published, recorded, plain_games):
    assert plain_differences(published, recorded, plain_games, PUBLISHED, CROSS_PLAY[:1]) == (0, 0)


@pytest.mark.parametrize(
    "change",
    [
        {"legality": False},
        {"margin": False},
        {"largest": 2},
        {"largest": 4},
        {"assassin_loses": False},
        {"wrong_ends_turn": False},
        {"bonus": True},
    ],
    ids=lambda change: "-".join(f"{key}={value}" for key, value in change.items()),
)
def test_cross_play_rows_notice_a_changed_rule(change, published, recorded, plain_games):
    rows, _ = plain_differences(published, recorded, plain_games, replace(PUBLISHED, **change))
    assert rows > 0


def test_self_play_rows_do_not_notice_that_legality_is_missing_but_the_clues_do(
    published, recorded, plain_games
):
    without = replace(PUBLISHED, legality=False)
    rows, clues = plain_differences(published, recorded, plain_games, without, SELF_PLAY[:1])
    assert (rows, clues > 0) == (0, True)


def test_no_recorded_game_can_say_how_equals_are_ordered(published, recorded, plain_games):
    assert {game.n_equals for games in plain_games.values() for game in games.values()} == {1}
    other_order = replace(PUBLISHED, last_of_equals=True)
    assert plain_differences(published, recorded, plain_games, other_order) == (0, 0)


def test_no_recorded_game_can_say_whether_covering_all_blue_cards_loses(recorded):
    assert max(row[1] for rows in recorded.values() for row in rows.values()) < 7


def test_with_two_blue_cards_covering_both_loses_as_the_plain_referee_says(ours, published, recorded):
    cell = CROSS_PLAY[0]
    seeds = list(recorded[cell])
    told = [published.play(seed, *cell, n_blue=2) for seed in seeds]
    games = ours.play(cell, seeds, rules="solo(own=8, other=2, bystander=14, assassin=1)", n_blue=2)
    assert [(game.row, game.turns) for game in games] == [(game.row, plain_turns(game)) for game in told]
    lost = [game for game in told if game.row[0] == 25 and game.touched["blue"] == 2]
    assert lost
    harmless = replace(PUBLISHED, all_blue_loses=False)
    assert [published.play(seed, *cell, rules=harmless, n_blue=2).row for seed in seeds] != [
        game.row for game in games
    ]


# --- What the records notice: our own code with one thing broken -------------------------------------------


def our_differences(ours, recorded, our_games, cells=CROSS_PLAY[:1], **changes):
    """In how many games of these cells a mutant's row, and its clues, differ."""
    rows = clues = 0
    for cell in cells:
        for (seed, row), game in zip(
            recorded[cell].items(), ours.play(cell, list(recorded[cell]), **changes), strict=True
        ):
            rows += game.row != row
            clues += game.turns != our_games[cell][seed].turns
    return rows, clues


class WithoutLegality(KimSpymaster):
    _blocked = pad_rows(np.zeros((395, 7192), dtype=bool))


class WithoutMargin(KimSpymaster):
    def _cards(self, view, own):
        cards = super()._cards(view, own)
        no_card = self.resources.similarity.narrow.no_card
        return replace(cards, others=np.full_like(cards.others, no_card))


@pytest.mark.parametrize("kind", [WithoutLegality, WithoutMargin], ids=lambda kind: kind.__name__)
def test_the_records_notice_our_spymaster(kind, ours, recorded, our_games):
    rows, _ = our_differences(ours, recorded, our_games, kind=kind)
    assert rows > 0


@pytest.mark.parametrize("largest", [2, 4])
def test_the_records_notice_another_largest_number(largest, ours, recorded, our_games):
    rows, _ = our_differences(ours, recorded, our_games, max_number=largest)
    assert rows > 0


def test_the_records_notice_our_own_rule_of_legality(ours, recorded, our_games):
    rows, _ = our_differences(ours, recorded, our_games, published=False)
    assert rows > 0


def test_the_records_notice_a_bonus_guess(ours, recorded, our_games):
    rules = "solo(preset=kim2019, bonus_guess=true)"
    rows, _ = our_differences(ours, recorded, our_games, rules=rules, bonus=True)
    assert rows > 0


def test_the_records_notice_an_engine_whose_assassin_does_not_lose(monkeypatch, ours, recorded, our_games):
    monkeypatch.setattr(engine, "ASSASSIN", 99)
    rows, _ = our_differences(ours, recorded, our_games, CROSS_PLAY)
    assert rows == 12


# --- Equals: the same experiment with distances rounded to one digit, so that ties abound ------------------

#: Between two of the rounded distances, so that float32 and float64 agree on what is below it.
ROUNDED = ("glove50", "glove100", 0.655)
SEEDS = range(100, 500, 50)


@pytest.fixture(scope="session")
def rounded(published, ours):
    """The plain and our experiment with the same rounded distances."""
    plain, fast = copy(published), copy(ours)
    plain.distances = {name: np.round(values, 1) for name, values in published.distances.items()}
    fast.resources = {
        name: with_similarity(resources, (1 - plain.distances[name]).astype(np.float32))
        for name, resources in ours.resources.items()
    }
    return plain, fast


def test_with_ties_our_games_are_still_those_of_the_plain_referee(rounded):
    plain, fast = rounded
    told = [plain.play(seed, *ROUNDED) for seed in SEEDS]
    assert sum(game.n_equals > 1 for game in told) > len(SEEDS) / 2
    games = fast.play(ROUNDED, list(SEEDS))
    assert [(game.row, game.turns) for game in games] == [(game.row, plain_turns(game)) for game in told]


def test_with_ties_another_order_of_equals_gives_other_games(rounded):
    plain, fast = rounded
    other_order = replace(PUBLISHED, last_of_equals=True)
    told = [plain.play(seed, *ROUNDED, rules=other_order) for seed in SEEDS]
    games = fast.play(ROUNDED, list(SEEDS))
    assert any(game.row != mutant.row for game, mutant in zip(games, told, strict=True))


def test_with_ties_the_cards_meant_are_the_first_subset(monkeypatch, rounded):
    _, fast = rounded
    before = fast.play(ROUNDED, list(SEEDS))
    first = kim._first_subset
    monkeypatch.setattr(
        kim,
        "_first_subset",
        lambda cosine, own, number: first(cosine[:, ::-1], own[:, ::-1], number)[:, ::-1],
    )
    assert [game.turns for game in fast.play(ROUNDED, list(SEEDS))] != [game.turns for game in before]
