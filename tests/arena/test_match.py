"""Matches between scripted agents: what happens is what the script and the rules say, and is recorded."""

import numpy as np
import pytest

from cluejam_ai.agents.base import Guesses, Memory
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import RuleError
from cluejam_ai.game.cards import PASS, Bools, Ints
from cluejam_ai.game.views import GuesserView
from cluejam_ai.seeding import Keys
from cluejam_ai.testing.scripted import (
    RememberingGuesser,
    RememberingSpymaster,
    ScriptedClue,
    ScriptedGuesser,
    ScriptedSpymaster,
)
from tests.arena.table import CLASSIC, CLUES, DUET, DUO, SOLO, board, column, play, table

RESOURCES = Resources(tuple(f"w{i}" for i in range(25)), CLUES, np.zeros((25, len(CLUES)), dtype=np.uint8))


def clues(*numbers: int) -> ScriptedSpymaster:
    """Return a spymaster that gives clue 0, 1, 2... for these numbers of its first cards."""
    return ScriptedSpymaster([ScriptedClue(word, number) for word, number in enumerate(numbers)])


def test_a_duo_match_is_recorded_turn_by_turn_and_touch_by_touch() -> None:
    script = ScriptedGuesser([[0, 1, 20], [9, 10], [3, 15]])
    rows = play([board("duo", DUO)], clues(2, 3, 1), script)
    assert table(rows.turns, "turn", "seat", "clue", "number", "touches", "right", "ended") == [
        (0, 0, "clue0", 2, 3, 2, "wrong"),
        (1, 1, "clue1", 3, 2, 2, "pass"),
        (2, 0, "clue2", 1, 2, 1, "wrong"),
    ]
    assert table(rows.guesses, "turn", "touch", "seat", "place", "word", "role") == [
        (0, 0, 1, 0, "w0", "agent"),
        (0, 1, 1, 1, "w1", "agent"),
        (0, 2, 1, 20, "w20", "bystander"),
        (1, 0, 0, 9, "w9", "agent"),
        (1, 1, 0, 10, "w10", "agent"),
        (2, 0, 1, 3, "w3", "agent"),
        (2, 1, 1, 15, "w15", "assassin"),
    ]
    names = ("won", "ending", "turns", "own_turns", "found", "touches", "agent", "bystander", "assassin")
    assert table(rows.matches, *names) == [(False, "assassin", 3, 3, 5, 7, 5, 1, 1)]
    assert table(rows.matches, "other", "clue_number", "lives_lost") == [(0, 6, 1)]


def test_the_intended_cards_are_recorded_as_bits() -> None:
    spymaster = ScriptedSpymaster([ScriptedClue(0, 2, targets=(3, 8))])
    rows = play([board("duo(turns=1)", DUO)], spymaster, ScriptedGuesser([[PASS]]))
    assert column(rows.turns, "targets") == [(1 << 3) | (1 << 8)]


def test_using_up_number_plus_one_right_touches_ends_the_turn() -> None:
    rows = play([board("duo(turns=1)", DUO)], clues(2), ScriptedGuesser([[0, 1, 2, 3]]))
    assert table(rows.turns, "touches", "ended") == [(3, "limit")]
    assert table(rows.matches, "won", "ending", "found") == [(False, "turns", 3)]


def test_the_touch_that_finds_the_last_card_ends_the_match() -> None:
    keys = board("solo(own=2, bystander=14)", " ".join(["a"] * 2 + ["o"] * 8 + ["n"] * 14 + ["x"]))
    rows = play([keys], clues(2), ScriptedGuesser([[0, 1, 2]]))
    assert table(rows.turns, "touches", "ended") == [(2, "match")]
    assert table(rows.matches, "won", "ending", "turns", "found") == [(True, "found", 1, 2)]


def test_classic_counts_for_the_first_team_whichever_seat_it_has() -> None:
    script = ScriptedGuesser([[0, 17], [9, 0 + 1], [2, 24]])
    spymaster = clues(1, 1, 1)
    names = (
        "starter",
        "won",
        "own_turns",
        "turns",
        "found",
        "touches",
        "agent",
        "bystander",
        "other",
        "assassin",
    )
    rows = play([board("classic", CLASSIC), board("classic starts=1", CLASSIC)], spymaster, script)
    assert table(rows.matches, *names) == [
        (0, False, 2, 3, 3, 4, 2, 1, 0, 1),
        (1, True, 1, 3, 1, 2, 1, 0, 1, 0),
    ]
    assert column(rows.turns, "team") == [0, 1, 0, 1, 0, 1]
    assert column(rows.turns, "seat") == [0, 1, 0, 0, 1, 0]


def test_unlike_teams_sit_as_the_seating_says() -> None:
    one, two = ScriptedGuesser([[0]] * 3), ScriptedGuesser([[24]] * 3)
    for seating, winner, turns in ((0, True, 2), (1, True, 1)):
        lines = [board("classic starts=1", CLASSIC)]
        rows = play(lines, clues(1, 1), one, second_guesser=two, seating=seating)
        assert table(rows.matches, "seating", "starter", "won", "turns") == [
            (seating, seating, winner, turns)
        ]


def test_unlike_partners_give_clues_to_each_other() -> None:
    """The first player's clue is read by the second player's guesser, and the other way round."""
    one, two = ScriptedGuesser([[PASS], [9]]), ScriptedGuesser([[3], [PASS]])
    rows = play([board("duo(turns=2)", DUO)], clues(1, 1), one, second_guesser=two)
    assert table(rows.guesses, "turn", "seat", "team", "place") == [(0, 1, 1, 3), (1, 0, 0, 9)]
    rows = play([board("duo(turns=2) starts=1", DUO)], clues(1, 1), one, second_guesser=two)
    assert table(rows.turns, "turn", "team", "touches") == [(0, 1, 0), (1, 0, 0)]


def test_sudden_death_goes_on_without_clues_until_a_touch_is_no_agent_card() -> None:
    script = ScriptedGuesser([[PASS], [8], [3], [20]])
    rows = play([board("duet(turns=1, sudden_death=true)", DUET)], clues(1), script)
    assert table(rows.turns, "turn", "seat", "clue", "number", "touches", "right", "ended") == [
        (0, 0, "clue0", 1, 0, 0, "pass"),
        (1, 1, None, 0, 1, 1, "limit"),
        (2, 0, None, 0, 1, 1, "limit"),
        (3, 1, None, 0, 1, 0, "wrong"),
    ]
    assert table(rows.matches, "won", "ending", "turns", "found") == [(False, "sudden-death", 1, 2)]


def test_sudden_death_can_still_be_won() -> None:
    order = [[PASS], *([[p] for pair in zip(range(8, 13), range(3, 8), strict=True) for p in pair])]
    order += [[0], [13], [14], [1], [2]]
    rows = play([board("duet(turns=1, sudden_death=true)", DUET)], clues(1), ScriptedGuesser(order))
    assert table(rows.matches, "won", "ending", "found") == [(True, "found", 15)]


def illegal_clue_0(words: Ints, clue: Ints, covered: Bools) -> Bools:
    return np.asarray(clue != 0)


def test_an_illegal_clue_is_refused_with_agent_and_board() -> None:
    with pytest.raises(RuleError, match="spymaster 'one' gave an illegal or questionable clue on board 0"):
        play([board("duo", DUO)], clues(1), ScriptedGuesser([[0]]), referee=illegal_clue_0)


def test_an_illegal_clue_can_lose_the_turn_instead() -> None:
    script = ScriptedGuesser([[0], [9]])
    head = "duo(turns=2, illegal_clue=lose_turn)"
    rows = play([board(head, DUO)], clues(1, 1), script, referee=illegal_clue_0)
    assert table(rows.turns, "clue", "touches", "ended") == [("clue0", 0, "illegal"), ("clue1", 1, "pass")]
    assert table(rows.guesses, "turn", "place") == [(1, 9)]


def test_agents_that_only_give_illegal_clues_do_not_play_for_ever() -> None:
    spymaster = ScriptedSpymaster([ScriptedClue(0)] * 300)
    with pytest.raises(RuleError, match="no end after 250 turns"):
        play(
            [board("classic(illegal_clue=lose_turn)", CLASSIC)],
            spymaster,
            ScriptedGuesser([[0]] * 300),
            referee=illegal_clue_0,
        )


def test_a_block_in_which_nothing_is_touched_has_tables_too() -> None:
    rows = play([board("duo(turns=2)", DUO)], clues(1, 1), ScriptedGuesser([[PASS], [PASS]]))
    assert column(rows.guesses, "place") == []
    assert table(rows.matches, "touches", "ending") == [(0, "turns")]


def test_an_agent_with_its_own_legality_is_not_refused() -> None:
    spymaster = ScriptedSpymaster([ScriptedClue(0)], own_legality=True)
    rows = play([board("duo(turns=1)", DUO)], spymaster, ScriptedGuesser([[0]]), referee=illegal_clue_0)
    assert column(rows.turns, "right") == [1]


@pytest.mark.parametrize(
    "clue, says",
    [
        (ScriptedClue(40), r"spymaster 'one', board 0: clue 40 is not in the lexicon of 40"),
        (ScriptedClue(-1), r"clue -1 is not in the lexicon"),
        (ScriptedClue(0, 2, targets=(0,)), r"board 0: 1 cards are intended, which is not the number"),
        (ScriptedClue(0, 10, targets=tuple(range(10))), r"a clue's number is 1 to 9, not 10"),
        (ScriptedClue(0, 2, targets=(0, 24)), r"card 24 is intended but is no own card"),
    ],
)
def test_an_answer_that_is_no_clue_is_named(clue: ScriptedClue, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        play([board("solo", SOLO)], ScriptedSpymaster([clue]), ScriptedGuesser([[0]]))


def test_a_touch_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(RuleError, match="guesser 'one', board 0: card 0 may not be touched"):
        play([board("duo", DUO)], clues(2), ScriptedGuesser([[0, 0]]))


def test_memory_is_carried_over_the_matches_of_a_series_and_not_beyond() -> None:
    lines = [board("duo(turns=2)", DUO)] * 5
    script = ScriptedGuesser([[PASS], [PASS]])
    alone = play(lines, RememberingSpymaster(RESOURCES), script)
    assert column(alone.turns, "clue") == ["clue0", "clue1"] * 5
    series = play(lines, RememberingSpymaster(RESOURCES), script, series=3)
    # both players remember alone; each learns from every turn of the match
    assert column(series.turns, "clue") == [f"clue{i}" for i in (0, 1, 2, 3, 4, 5, 0, 1, 2, 3)]
    assert column(series.matches, "series") == [0, 0, 0, 1, 1]


def test_memory_is_cut_and_merged_with_the_boards_that_still_play() -> None:
    """Board 1 ends early; the count of the others goes on as if it had never been there."""
    quick = board("duo(turns=4)", " ".join(["xn"] * 2 + ["xx"] + DUO.split()[:15] + ["nx"] * 2 + ["nn"] * 5))
    slow = board("duo(turns=4)", DUO)
    agents = RememberingSpymaster(RESOURCES), RememberingGuesser(RESOURCES)
    mixed = play([slow, quick, slow], *agents)
    alone = play([slow], *agents)
    board_of = column(mixed.guesses, "board")
    places = column(mixed.guesses, "place")
    for number in (0, 2):
        assert [p for p, b in zip(places, board_of, strict=True) if b == number] == column(
            alone.guesses, "place"
        )
    assert column(mixed.matches, "ending") == [
        column(alone.matches, "ending")[0],
        "assassin",
        *column(alone.matches, "ending"),
    ]


def test_memory_that_start_did_not_make_is_an_error() -> None:
    class Forgetful(RememberingSpymaster):
        def start(self, n_boards: int) -> dict[str, np.ndarray]:
            return {"other": np.zeros(n_boards), "turns": np.zeros(n_boards, dtype=np.int64)}

        def review(self, turn: object, memory: object) -> dict[str, np.ndarray]:
            return {"unheard-of": np.zeros(1)}

    with pytest.raises(RuleError, match="memory 'unheard-of' of one is not made by its start"):
        play([board("duo", DUO)], Forgetful(RESOURCES), ScriptedGuesser([[0]]))


class _Historian(ScriptedGuesser):
    """Plays a script and keeps the history that it was shown last."""

    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        self.seen = view.history
        return super().guess(view, keys, memory)


def test_every_seat_is_shown_which_cards_past_turns_touched_and_when() -> None:
    guesser = _Historian([[4, 2, 20], [9, 13], [5]])
    clues = [ScriptedClue(word=0, number=2), ScriptedClue(word=1, number=2), ScriptedClue(word=2)]
    play([board("duo(turns=3)", DUO)], ScriptedSpymaster(clues), guesser)
    order = guesser.seen.order[0]
    assert order.shape == (2, 25)
    assert {int(p): int(order[0, p]) for p in np.flatnonzero(order[0])} == {4: 1, 2: 2, 20: 3}
    assert {int(p): int(order[1, p]) for p in np.flatnonzero(order[1])} == {9: 1, 13: 2}
    assert np.flatnonzero(guesser.seen.found[0, 0]).tolist() == [2, 4]
