"""ace-basic with GloVe-100 wins as often and as fast as its paper says.

The paper names neither seeds nor the cards on a key. Nine own cards are taken, for its table of outcomes goes
to nine; words, vectors and legality are those of the framework that it used.
"""

import pytest

import cluejam_ai

GAMES = 1000
#: Published: win rate, and turns of won games to one decimal.
WIN_RATE, TURNS, ROUNDING = 1.000, 4.1, 0.05


@pytest.fixture(scope="module")
def play(test_data, tmp_path_factory):
    folder = test_data / "kim2019"

    def played(spymaster, games):
        return cluejam_ai.play(
            "solo(preset=tog2025)",
            spymaster,
            "nearest(own_key=false)",
            games=games,
            seed=1,
            embedding=f"glove100:{folder / 'glove100.txt'}",
            words=folder / "board_words.txt",
            lexicon=folder / "clue_words.txt",
            out=tmp_path_factory.mktemp("ace") / "run",
        )

    return played


def test_self_play_wins_always_and_takes_as_many_turns_as_published(play):
    figures = cluejam_ai.summarise(play("ace-basic(published=true)", GAMES).matches)
    win, turns = figures["win_rate"], figures["turns_given_win"]
    assert win.n == GAMES
    assert win.low <= WIN_RATE == win.value
    assert turns.low <= TURNS + ROUNDING
    assert turns.high >= TURNS - ROUNDING


def test_a_shorter_list_of_proposals_is_noticed(play):
    figures = cluejam_ai.summarise(play("ace-basic(published=true, nearest=200)", 300).matches)
    assert figures["turns_given_win"].low > TURNS + ROUNDING
