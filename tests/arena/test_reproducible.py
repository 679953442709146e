"""The same spec gives the same rows, however the work is cut, and whatever is played beside it."""

from pathlib import Path

import pandas as pd
import pytest

import cluejam_ai
from cluejam_ai.results.run import Run

TABLES = ("matches", "turns", "guesses", "cards")
PAIRS = [
    ("duo", "margin", "noisy(temperature=0.1)"),
    ("duet(turns=3, sudden_death=true)", "random", "noisy"),
    ("classic", "kim", "noisy"),
    ("solo", "random", "nearest"),
]


def rows(run: Run, pairing: str | None = None) -> dict[str, pd.DataFrame]:
    """Return the tables with names as text, of one pairing if named."""
    found = {}
    for table in TABLES:
        frame = getattr(run, table)
        names = frame.select_dtypes("category").columns
        frame = frame.astype(dict.fromkeys(names, object))
        if pairing is not None and table != "cards":
            frame = frame[frame["pairing"] == pairing].reset_index(drop=True)
        found[table] = frame
    return found


def assert_same(one: dict[str, pd.DataFrame], two: dict[str, pd.DataFrame]) -> None:
    for table in TABLES:
        pd.testing.assert_frame_equal(one[table], two[table])


@pytest.mark.parametrize("rules, spymaster, guesser", PAIRS)
def test_rows_do_not_depend_on_the_size_of_blocks(
    rules: str, spymaster: str, guesser: str, tmp_path: Path
) -> None:
    def played(block_size: int) -> dict[str, pd.DataFrame]:
        out = tmp_path / str(block_size)
        run = cluejam_ai.play(rules, spymaster, guesser, games=30, seed=3, block_size=block_size, out=out)
        return rows(run)

    whole = played(256)
    assert len(whole["matches"]) == 30
    assert_same(played(7), whole)
    assert_same(played(1), whole)


def test_rows_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    def played(workers: int) -> dict[str, pd.DataFrame]:
        run = cluejam_ai.play(
            "duo",
            "margin",
            "noisy",
            games=40,
            seed=3,
            workers=workers,
            block_size=6,
            out=tmp_path / str(workers),
        )
        return rows(run)

    assert_same(played(2), played(1))


def test_rows_do_not_depend_on_the_pairings_beside(tmp_path: Path) -> None:
    alone = cluejam_ai.play("duo", "margin", "noisy", games=20, seed=3, out=tmp_path / "alone")
    many = cluejam_ai.crossplay(
        "duo", ["random", "margin"], ["nearest", "noisy"], games=20, seed=3, out=tmp_path / "many"
    )
    pairing = str(alone.matches["pairing"].iloc[0])
    assert many.matches["pairing"].nunique() == 4
    assert_same(rows(many, pairing), rows(alone))


def test_more_games_begin_with_the_same_games(tmp_path: Path) -> None:
    few = cluejam_ai.play("duo", "margin", "noisy", games=10, seed=3, out=tmp_path / "few")
    more = cluejam_ai.play("duo", "margin", "noisy", games=25, seed=3, out=tmp_path / "more")
    first = {name: frame[frame["board"] < 10].reset_index(drop=True) for name, frame in rows(more).items()}
    assert_same(first, rows(few))


def test_every_pairing_plays_the_same_boards_and_a_spymaster_says_the_same_to_every_guesser(
    tmp_path: Path,
) -> None:
    run = cluejam_ai.crossplay("duo", ["random"], ["nearest", "random"], games=30, seed=3, out=tmp_path / "x")
    first = run.turns[run.turns["turn"] == 0].astype({"clue": str})
    by_guesser = [frame["clue"].tolist() for _, frame in first.groupby("pairing", observed=True)]
    assert by_guesser[0] == by_guesser[1]
    assert len(run.cards) == 30 * 25


def test_another_seed_gives_other_boards_and_another_agent_other_noise(tmp_path: Path) -> None:
    one = cluejam_ai.play("duo", "random", "random", games=10, seed=3, out=tmp_path / "one")
    two = cluejam_ai.play("duo", "random", "random", games=10, seed=4, out=tmp_path / "two")
    assert one.cards["word"].tolist() != two.cards["word"].tolist()
    named = [
        cluejam_ai.play("duo", "margin", f"noisy(temperature={t})", games=10, seed=3, out=tmp_path / t)
        for t in ("1000.0", "1001.0")
    ]
    places = [run.guesses["place"].tolist() for run in named]
    assert places[0] != places[1]


def test_a_default_that_is_written_out_names_the_same_component(tmp_path: Path) -> None:
    short = cluejam_ai.play("duo", "margin", "noisy", games=10, seed=3, out=tmp_path / "short")
    long = cluejam_ai.play(
        "duo",
        "margin(margin=0.02)",
        "noisy(temperature=0.05, embedding=use)",
        games=10,
        seed=3,
        out=tmp_path / "long",
    )
    assert_same(rows(short), rows(long))


def test_the_players_who_start_are_drawn_or_chosen(tmp_path: Path) -> None:
    drawn = cluejam_ai.play("classic", "random", "random", games=200, seed=3, out=tmp_path / "drawn")
    assert 60 < (drawn.matches["starter"] == 0).sum() < 140
    chosen = cluejam_ai.play(
        "classic(starts=second)", "random", "random", games=20, seed=3, out=tmp_path / "chosen"
    )
    assert (chosen.matches["starter"] == 1).all()


@pytest.mark.parametrize("spymaster", ["ace", "bayes-partner"])
def test_what_is_learnt_in_a_series_does_not_depend_on_the_size_of_blocks(
    spymaster: str, tmp_path: Path
) -> None:
    def played(series: int, block_size: int) -> dict[str, pd.DataFrame]:
        run = cluejam_ai.play(
            "duo",
            f"{spymaster}(embedding=glove50+use)",
            "nearest",
            games=12,
            seed=3,
            series=series,
            block_size=block_size,
            out=tmp_path / f"{series} {block_size}",
        )
        return rows(run)

    whole = played(4, 256)
    assert_same(played(4, 4), whole)
    # it does learn: without a memory of earlier matches it says something else
    single = played(1, 256)
    first = whole["matches"]["board"] % 4 == 0
    assert whole["turns"]["clue"].tolist() != single["turns"]["clue"].tolist()
    pd.testing.assert_frame_equal(
        whole["matches"].loc[first].drop(columns="series"),
        single["matches"].loc[first].drop(columns="series"),
    )
