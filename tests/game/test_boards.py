import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from cluejam_ai.errors import RuleError
from cluejam_ai.game.boards import deal, kim2019_board, tog2025_board
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, FIRST, OTHER, ROLE_LETTERS, SECOND
from cluejam_ai.game.notation import parse_ruleset

#: A busy machine is no failure.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

JOINT = {
    "classic": {"ao": 9, "oa": 8, "nn": 7, "xx": 1},
    "duo": {"aa": 3, "an": 6, "na": 6, "xx": 1, "xn": 2, "nx": 2, "nn": 5},
    "duet": {"aa": 3, "an": 5, "na": 5, "ax": 1, "xa": 1, "xx": 1, "xn": 1, "nx": 1, "nn": 7},
    "solo": {"a": 9, "o": 8, "n": 7, "x": 1},
    "solo(preset=kim2019)": {"a": 8, "o": 7, "n": 9, "x": 1},
    "solo(own=5, other=3, bystander=14, assassin=3)": {"a": 5, "o": 3, "n": 14, "x": 3},
}
#: A fixed seed makes a p-value a constant; this one is far from what a fair deal gives.
UNLIKELY = 1e-3


def joint_counts(keys):
    return Counter("".join(ROLE_LETTERS[role] for role in card) for card in keys.T)


# what is dealt


@pytest.mark.parametrize("text", JOINT)
def test_the_joint_key_holds_exactly_on_every_board(text):
    boards = deal(parse_ruleset(text), 1, np.arange(500), 400)
    assert all(joint_counts(keys) == JOINT[text] for keys in boards.keys)


@pytest.mark.parametrize("game", ["duo", "duet"])
def test_every_board_of_partners_has_fifteen_different_agent_cards(game):
    boards = deal(parse_ruleset(game), 2, np.arange(500), 400)
    assert (boards.keys == AGENT).any(axis=1).sum(axis=1).tolist() == [15] * 500
    assert (boards.keys == AGENT).sum(axis=2).tolist() == [[9, 9]] * 500
    assert (boards.keys == ASSASSIN).sum(axis=2).tolist() == [[3, 3]] * 500


def test_a_duo_board_has_five_different_assassins_and_five_cards_neutral_to_both():
    keys = deal(parse_ruleset("duo"), 3, np.arange(300), 400).keys
    assert (keys == ASSASSIN).any(axis=1).sum(axis=1).tolist() == [5] * 300
    assert (keys == BYSTANDER).all(axis=1).sum(axis=1).tolist() == [5] * 300
    agent_and_assassin = (keys == AGENT).any(axis=1) & (keys == ASSASSIN).any(axis=1)
    assert not agent_and_assassin.any()


def test_every_place_has_every_role_equally_often():
    keys = deal(parse_ruleset("duo"), 4, np.arange(5000), 30).keys
    for role, each in ((AGENT, 9), (ASSASSIN, 3), (BYSTANDER, 13)):
        counts = (keys[:, 0] == role).sum(axis=0)
        assert counts.sum() == 5000 * each
        assert chisquare(counts).pvalue > UNLIKELY


# words


@pytest.mark.parametrize("n_words", [25, 26, 60, 395, 32768])
def test_the_words_of_a_board_are_different_and_from_the_list(n_words):
    words = deal(parse_ruleset("duo"), 5, np.arange(400), n_words).words
    assert words.min() >= 0
    assert words.max() < n_words
    assert all(len(set(row)) == 25 for row in words.tolist())


def test_twenty_five_words_are_all_on_the_board():
    words = deal(parse_ruleset("duo"), 5, np.arange(50), 25).words
    assert np.array_equal(np.sort(words, axis=1), np.tile(np.arange(25), (50, 1)))


def test_every_word_comes_equally_often():
    words = deal(parse_ruleset("duo"), 6, np.arange(4000), 60).words
    counts = np.bincount(words.ravel(), minlength=60)
    # drawn without replacement: the variance is smaller than the statistic expects by (60 - 25) / 59
    statistic = ((counts - counts.mean()) ** 2 / counts.mean()).sum() * 59 / 35
    assert 30 < statistic < 98, "the middle of chi-square with 59 degrees of freedom"


def test_every_word_comes_equally_often_on_every_place():
    words = deal(parse_ruleset("duo"), 7, np.arange(6000), 40).words
    for place in range(25):
        assert chisquare(np.bincount(words[:, place], minlength=40)).pvalue > UNLIKELY


def test_every_pair_of_words_meets_equally_often():
    words = deal(parse_ruleset("duo"), 8, np.arange(4000), 30).words
    on_board = np.zeros((4000, 30), dtype=int)
    np.put_along_axis(on_board, words.astype(int), 1, axis=1)
    together = (on_board.T @ on_board)[np.triu_indices(30, 1)] / 4000
    expected = 25 / 30 * 24 / 29
    spread = np.sqrt(expected * (1 - expected) / 4000)
    assert np.abs(together - expected).max() < 4.5 * spread


def test_words_and_roles_have_nothing_to_do_with_each_other():
    boards = deal(parse_ruleset("duo"), 9, np.arange(6000), 30)
    is_agent = boards.keys[:, 0] == AGENT
    assert chisquare(np.bincount(boards.words[is_agent], minlength=30)).pvalue > UNLIKELY


@pytest.mark.parametrize("n_words", [0, 1, 24])
def test_too_few_words_are_an_error(n_words):
    with pytest.raises(RuleError, match=f"{n_words} board words are too few; a board needs 25"):
        deal(parse_ruleset("duo"), 1, np.arange(2), n_words)


def test_more_words_than_can_be_told_apart_are_an_error():
    with pytest.raises(RuleError, match="40000 board words are too many; at most 32768"):
        deal(parse_ruleset("duo"), 1, np.arange(2), 40000)


# who starts


def test_who_starts_is_drawn_for_each_board():
    starts = deal(parse_ruleset("classic"), 10, np.arange(4000), 60).starts
    assert set(starts.tolist()) == {FIRST, SECOND}
    assert chisquare(np.bincount(starts)).pvalue > UNLIKELY


@pytest.mark.parametrize("game", ["classic", "duo", "duet", "solo"])
@pytest.mark.parametrize("option, who", [("first", FIRST), ("second", SECOND)])
def test_who_starts_can_be_chosen(game, option, who):
    starts = deal(parse_ruleset(f"{game}(starts={option})"), 10, np.arange(50), 60).starts
    assert starts.tolist() == [who] * 50


def test_choosing_who_starts_leaves_words_and_keys_as_they_are():
    drawn = deal(parse_ruleset("duo"), 11, np.arange(20), 60)
    chosen = deal(parse_ruleset("duo(starts=second)"), 11, np.arange(20), 60)
    assert np.array_equal(drawn.words, chosen.words)
    assert np.array_equal(drawn.keys, chosen.keys)


def test_another_way_to_start_is_refused():
    with pytest.raises(RuleError, match="starts=red of 'classic' is not one of seed, first, second"):
        parse_ruleset("classic(starts=red)")


# identity


@patient
@given(
    game=st.sampled_from(["classic", "duo", "duet", "solo"]),
    seed=st.integers(0, 2**32 - 1),
    numbers=st.lists(st.integers(0, 10**9), min_size=1, max_size=12),
    n_words=st.integers(25, 500),
)
def test_a_board_depends_on_its_number_alone(game, seed, numbers, n_words):
    rules = parse_ruleset(game)
    together = deal(rules, seed, np.array(numbers), n_words)
    for row, number in enumerate(numbers):
        alone = deal(rules, seed, np.array([number]), n_words)
        for name in ("number", "words", "keys", "starts"):
            assert np.array_equal(getattr(together, name)[row], getattr(alone, name)[0]), name


def test_another_seed_or_number_gives_another_board():
    rules = parse_ruleset("duo")
    boards = [deal(rules, seed, np.arange(20), 400) for seed in (1, 2)]
    lines = {(tuple(w), tuple(k.ravel())) for b in boards for w, k in zip(b.words, b.keys, strict=True)}
    assert len(lines) == 40


def test_boards_can_be_cut():
    boards = deal(parse_ruleset("duo"), 12, np.arange(10), 60)
    cut = boards.take(np.array([7, 2]))
    assert cut.number.tolist() == [7, 2]
    assert np.array_equal(cut.words, boards.words[[7, 2]])
    assert np.array_equal(cut.keys, boards.keys[[7, 2]])
    assert np.array_equal(cut.starts, boards.starts[[7, 2]])


# boards of published experiments


@pytest.fixture
def published_words(test_data):
    return (test_data / "kim2019" / "board_words.txt").read_text().splitlines()


@pytest.fixture(autouse=True)
def keep_global_randomness():
    state = random.getstate()
    yield
    random.setstate(state)


def plain_kim2019(seed, pool):
    random.seed(seed)
    while True:
        rest, words = pool.copy(), []
        for _ in range(25):
            random.shuffle(rest)
            words.append(rest.pop())
        if len(set(words)) == 25:
            break
    words = sorted(words)
    random.shuffle(words)
    key = ["Red"] * 8 + ["Blue"] * 7 + ["Civilian"] * 9 + ["Assassin"]
    random.shuffle(key)
    return words, key


def plain_tog2025(seed, pool):
    random.seed(seed)
    rest = pool.copy()
    random.shuffle(rest)
    key = ["Red"] * 9 + ["Blue"] * 8 + ["Civilian"] * 7 + ["Assassin"]
    random.shuffle(key)
    return rest[:25], key


COLOURS = {AGENT: "Red", OTHER: "Blue", BYSTANDER: "Civilian", ASSASSIN: "Assassin"}
PUBLISHED = [(kim2019_board, plain_kim2019), (tog2025_board, plain_tog2025)]


def assert_same_board(ours, plain, seed, pool):
    words, key = ours(seed, pool)
    assert (words, [COLOURS[role] for role in key.tolist()]) == plain(seed, pool)


@pytest.mark.parametrize("ours, plain", PUBLISHED)
def test_published_boards_of_the_published_words_come_from_their_seeds(ours, plain, published_words):
    assert len(set(published_words)) == 395
    for seed in (0, 1, 2, 7, 100, 2000, 12345, 10**9):
        assert_same_board(ours, plain, seed, published_words)


@pytest.mark.parametrize("ours, plain", PUBLISHED)
@patient
@given(seed=st.integers(0, 2**32 - 1), n_words=st.integers(25, 80))
def test_published_boards_come_from_their_seeds(ours, plain, seed, n_words):
    assert_same_board(ours, plain, seed, [f"word{i}" for i in range(n_words)])


def test_a_word_twice_on_the_kim2019_board_has_it_dealt_again():
    pool = [f"word{i}" for i in range(30)] + ["word0", "word1"]
    for seed in range(20):
        assert_same_board(kim2019_board, plain_kim2019, seed, pool)
        assert len(set(kim2019_board(seed, pool)[0])) == 25


@pytest.mark.parametrize("ours, plain", PUBLISHED)
def test_published_boards_leave_the_global_generator_and_the_pool_alone(ours, plain):
    pool = [f"word{i}" for i in range(40)]
    random.seed(3)
    state = random.getstate()
    ours(5, pool)
    assert random.getstate() == state
    assert pool == [f"word{i}" for i in range(40)]


@pytest.mark.parametrize("ours, plain", PUBLISHED)
def test_published_boards_need_twenty_five_words(ours, plain):
    with pytest.raises(RuleError, match="24 board words are too few; a board needs 25"):
        ours(1, [f"word{i}" for i in range(24)])


def test_the_kim2019_board_needs_twenty_five_different_words():
    with pytest.raises(RuleError, match="24 board words are too few"):
        kim2019_board(1, [f"word{i}" for i in range(24)] + ["word0", "word1"])
