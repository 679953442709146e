"""Cross-play matrices, self- and cross-play means, and the best row against the others."""

import math

import pandas as pd
import pytest

import cluejam_ai
from cluejam_ai.errors import CluejamError, RecordError
from cluejam_ai.metrics.base import PARTS
from cluejam_ai.metrics.crossplay import kind_of_vectors, kinds_of_diagonal, matrix, pairs, play_means
from cluejam_ai.metrics.matches import win_rate
from cluejam_ai.metrics.versus import against_the_best

SPYMASTERS, GUESSERS = (
    ("margin(embedding=use)", "kim(embedding=glove50)"),
    ("nearest(embedding=use)", "random"),
)
#: Which of four boards each pair wins.
WON = {
    (SPYMASTERS[0], GUESSERS[0]): [1, 1, 1, 1],
    (SPYMASTERS[0], GUESSERS[1]): [1, 0, 0, 0],
    (SPYMASTERS[1], GUESSERS[0]): [1, 1, 0, 0],
    (SPYMASTERS[1], GUESSERS[1]): [0, 0, 0, 0],
}


def frames() -> dict[str, pd.DataFrame]:
    out = {}
    for (spymaster, guesser), won in WON.items():
        frame = pd.DataFrame({"board": range(4), "seating": 0, "won": [bool(x) for x in won]})
        names = {"spymaster": spymaster, "guesser": guesser}
        out[f"{spymaster} > {guesser}"] = frame.assign(
            **names, **{f"second_{role}": name for role, name in names.items()}
        )
    return out


def test_the_matrix_has_every_pair_in_the_order_of_the_run() -> None:
    found = matrix(frames(), win_rate)
    assert (found.spymasters, found.guessers) == (SPYMASTERS, GUESSERS)
    values = [[found.cell(s, g).value for g in GUESSERS] for s in SPYMASTERS]
    assert values == [[1.0, 0.25], [0.5, 0.0]]


def test_a_pair_that_was_not_played_is_nothing() -> None:
    some = dict(list(frames().items())[:3])
    cell = matrix(some, win_rate).cell(SPYMASTERS[1], GUESSERS[1])
    assert math.isnan(cell.value)
    assert cell.n == 0


def test_unlike_partners_have_no_place_in_the_matrix() -> None:
    mixed = {name: frame.assign(second_guesser="noisy") for name, frame in frames().items()}
    assert pairs(mixed) == {}


@pytest.mark.parametrize(
    "spymaster, guesser, kind",
    [
        ("margin(embedding=use)", "nearest(embedding=use)", "self"),
        ("margin(embedding=use)", "nearest(embedding=use(center=true))", "intra"),
        ("margin(embedding=use+minilm)", "nearest(embedding=glove50+minilm)", "intra"),
        ("margin(embedding=use+minilm)", "nearest(embedding=glove50)", "inter"),
        ('margin(embedding=file("a.txt"))', 'nearest(embedding=file("b.txt"))', "inter"),
        ("random", "nearest(embedding=use)", "inter"),
        ("somebody, who is no spec (", "nearest(embedding=use)", "inter"),
    ],
)
def test_vectors_say_how_near_two_components_are(spymaster: str, guesser: str, kind: str) -> None:
    assert kind_of_vectors(spymaster, guesser) == kind


def test_the_diagonal_is_self_play_and_same_algorithms_are_relatives() -> None:
    spymasters = ("kim(threshold=0.3)", "kim(threshold=0.5)", "margin")
    kinds = kinds_of_diagonal(spymasters, ("nearest(stop=0.1)", "nearest(stop=0.2)", "nearest"))
    assert [
        [kinds[s, g] for g in ("nearest(stop=0.1)", "nearest(stop=0.2)", "nearest")] for s in spymasters
    ] == [
        ["self", "intra", "inter"],
        ["intra", "self", "inter"],
        ["inter", "inter", "self"],
    ]


def test_the_means_count_boards_and_not_matches() -> None:
    found = play_means(frames(), PARTS["win_rate"])
    assert found["self"][0].value == 1.0
    assert found["self"][1] == 1
    inter, n_pairs = found["inter"]
    assert (inter.value, inter.n, n_pairs) == (3 / 12, 4, 3)
    assert found["intra"][1] == 0
    assert math.isnan(found["intra"][0].value)


def test_the_best_is_compared_with_every_other_and_corrected_for_all_pairs() -> None:
    found = against_the_best(frames(), "duo")
    assert [(v.better, v.worse) for v in found] == [(2, 0), (3, 0), (4, 0)]
    assert found[0].best == f"{SPYMASTERS[0]} > {GUESSERS[0]}"
    assert found[-1].difference.value == 1.0
    # 4 boards of 4: p = 1/8, the smallest of six
    assert found[-1].p == pytest.approx(0.125)
    assert found[-1].p_holm == pytest.approx(6 * 0.125)
    assert not any(v.is_real for v in found)


def test_in_solo_fewer_turns_are_better() -> None:
    short, long = (
        frame.assign(won=True, own_turns=turns)
        for frame, turns in zip(list(frames().values())[:2], (3, 9), strict=True)
    )
    (found,) = against_the_best({"short": short, "long": long}, "solo")
    assert (found.best, found.difference.value, found.better) == ("short", -6.0, 4)


def test_a_reading_says_all_of_a_crossplay(crossplay_run: cluejam_ai.Run) -> None:
    found = cluejam_ai.read_run(crossplay_run)
    assert len(found.rows) == 4
    assert {"win_rate", "proximity"} <= set(found.matrices)
    assert found.means["win_rate"]["self"][1] == 2
    assert found.contest is None
    assert len(found.versus) == 3
    plain = found.as_dict()
    assert plain["rows"][0]["figures"]["win_rate"]["n"] == 20
    assert {cell["spymaster"] for cell in plain["matrices"]["win_rate"]} == {
        "margin(embedding=use)",
        "kim(embedding=glove50)",
    }


def test_a_reading_says_all_of_a_tournament(contest_run: cluejam_ai.Run) -> None:
    found = cluejam_ai.read_run(contest_run)
    assert found.contest is not None
    assert found.versus == ()
    assert len(found.contest.ratings.teams) == 3
    assert len(found.contest.meetings) == 3
    assert next(iter(found.contest.ratings.teams)) == "margin(embedding=use) > nearest(embedding=use)"
    assert found.as_dict()["contest"]["first_mover"]["n"] == 15
    # NaN is not equal to itself
    assert repr(found.contest) == repr(cluejam_ai.rate_teams(contest_run))


def test_ratings_of_a_run_without_teams_say_what_to_do(crossplay_run: cluejam_ai.Run) -> None:
    with pytest.raises(CluejamError, match=r"holds no tournament.*--versus-spymaster"):
        cluejam_ai.rate_teams(crossplay_run)


def test_a_run_without_a_match_has_nothing_to_tell(crossplay_run: cluejam_ai.Run) -> None:
    empty = cluejam_ai.load_run(crossplay_run.folder)
    empty.matches = empty.matches.iloc[:0]
    with pytest.raises(RecordError, match=r"has no finished match"):
        cluejam_ai.read_run(empty)


def test_a_way_to_tell_agents_that_is_not_known_is_told(crossplay_run: cluejam_ai.Run) -> None:
    with pytest.raises(CluejamError, match=r"did you mean 'diagonal'"):
        cluejam_ai.read_run(crossplay_run, agents="diagonl")  # type: ignore[arg-type]
