"""Advice for a single board: good clues first, outcomes as simulation says, clues that a person may give."""

import numpy as np
import pytest

from cluejam_ai.advice import LISTENER_SIGMA, advise, read_clue, verdict
from cluejam_ai.agents.base import GUESSERS, Guesser, Guesses
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.errors import CluejamError
from cluejam_ai.words.legality import Verdict, judge

import_agents()
OWN = ["river", "bank", "bridge", "ship"]
REST = {"bystander": ["piano", "star"], "other": ["cat", "dog"], "assassin": ["snake"]}


@pytest.mark.parametrize("spymaster", ["gaussian-listener", "margin", "kim", "ace-basic"])
def test_every_clue_is_another_legal_one_for_own_cards(spymaster: str) -> None:
    found = advise(OWN, **REST, spymaster=spymaster, n=5)
    clues = [advice.clue for advice in found]
    assert len(set(clues)) == len(clues) == 5
    for advice in found:
        assert set(advice.intended) <= set(OWN)
        assert advice.number == len(advice.intended) == len(advice.similarity)
        cards = [*OWN, *(word for words in REST.values() for word in words)]
        assert judge(advice.clue, cards).verdict is Verdict.LEGAL


def test_the_first_clue_is_worth_most_to_the_listener_it_is_made_for() -> None:
    found = advise(
        OWN,
        **REST,
        spymaster="plackett-luce-listener(cost_assassin=0.0, cost_bystander=0.0, cost_other=0.0)",
        n=4,
    )
    expected = [advice.expected_found for advice in found]
    assert expected == sorted(expected, reverse=True)


def test_outcomes_are_those_of_a_simulated_listener() -> None:
    (advice,) = advise(OWN, **REST, n=1)
    z = {
        r.word: r.similarity
        for r in read_clue(advice.clue, 1, [*OWN, "piano", "star", "cat", "dog", "snake"])
    }
    rng = np.random.default_rng(1)
    scale = LISTENER_SIGMA * np.sqrt(6) / np.pi
    words = list(z)
    heard = np.array(list(z.values())) + rng.gumbel(0, scale, (100_000, len(words)))
    order = np.argsort(-heard, axis=1)
    own = np.array([word in OWN for word in words])[order]
    right = np.cumprod(own, axis=1).sum(axis=1)
    first_wrong = np.array(words)[order][np.arange(len(order)), np.minimum(right, len(words) - 1)]
    short = right < advice.number
    assert advice.expected_found == pytest.approx(np.minimum(right, advice.number).mean(), abs=0.02)
    assert advice.wrong_chance == pytest.approx(short.mean(), abs=0.02)
    assert advice.assassin_chance == pytest.approx((short & (first_wrong == "snake")).mean(), abs=0.02)


def test_dangers_are_the_nearest_cards_that_are_not_own() -> None:
    (advice,) = advise(OWN, **REST, n=1)
    roles = {word: role for role, words in REST.items() for word in words}
    assert all(roles[word] == role for word, role, _ in advice.dangers)
    values = [z for _, _, z in advice.dangers]
    assert values == sorted(values, reverse=True)


def test_with_own_cards_alone_nothing_can_go_wrong() -> None:
    (advice,) = advise(OWN, n=1)
    assert (advice.wrong_chance, advice.assassin_chance, advice.dangers) == (0, 0, ())


def test_a_guesser_touches_the_nearest_cards_and_one_more_only_if_it_uses_the_bonus() -> None:
    board = ["piano", "river", "bank", "star"]
    plain = read_clue("guitar", 1, board)
    assert (plain[0].word, plain[0].place) == ("piano", 1)
    assert sum(r.place > 0 for r in plain) == 1
    assert sum(r.place > 0 for r in read_clue("guitar", 1, board, guesser="nearest(bonus=true)")) == 2
    assert sum(r.chance for r in plain) == pytest.approx(1)


@pytest.mark.parametrize(
    "guesser, number", [*((name, 2) for name in GUESSERS.names()), ("nearest", 1), ("bayes", 4), ("noisy", 9)]
)
def test_the_chances_of_a_guesser_add_up_to_the_number_and_follow_its_touches(guesser, number) -> None:
    board = ["piano", "river", "bank", "star", "bridge", "cat"]
    read = read_clue("guitar", number, board, guesser=guesser)
    assert sum(r.chance for r in read) == pytest.approx(min(number, len(board)), abs=1e-4)
    if guesser not in ("noisy", "random"):  # chance makes them touch others
        touched = [r.chance for r in read if 0 < r.place <= number]
        assert touched == sorted(touched, reverse=True)
        assert min(touched) >= max(r.chance for r in read if not 0 < r.place <= number) - 1e-9


def test_the_chances_are_those_of_the_guesser_that_was_asked() -> None:
    board = ["piano", "river", "bank", "star"]
    sure, unsure = (
        read_clue("guitar", 1, board, guesser=f"noisy(temperature={temperature})")
        for temperature in (0.02, 0.5)
    )
    assert max(r.chance for r in sure) > 0.99
    assert max(r.chance for r in unsure) < 0.6
    # by Luce's rule the odds of two cards are known
    one, other = (next(r for r in unsure if r.word == word) for word in ("piano", "river"))
    raw = read_clue("guitar", 1, board, guesser="noisy(temperature=0.25)")
    then, there = (next(r for r in raw if r.word == word) for word in ("piano", "river"))

    def log_odds(of, to):
        return np.log(of / (1 - of)) - np.log(to / (1 - to))

    assert log_odds(then.chance, there.chance) == pytest.approx(2 * log_odds(one.chance, other.chance))
    assert all(r.chance == pytest.approx(0.25) for r in read_clue("guitar", 1, board, guesser="random"))


def test_a_guesser_reads_a_single_board_as_it_does_in_play() -> None:
    """The rank of a clue among a card's clues needs the others, which are not given."""
    board = ["river", "bottle", "ship", "bridge", "star"]
    plain, wrapped = (
        read_clue("water", 2, board, guesser=guesser) for guesser in ("bayes", "own-key(guesser=bayes)")
    )
    assert [r.word for r in plain] == [r.word for r in wrapped]
    assert [r.chance for r in plain] == pytest.approx([r.chance for r in wrapped], abs=1e-9)


def test_a_guesser_that_touches_what_is_covered_is_named() -> None:
    class Careless(Guesser):
        """Answers the same at all times."""

        answer: object = None

        def __init__(self, resources):
            pass

        def guess(self, view, keys, memory):
            return self.answer

    GUESSERS.register("careless")(Careless)
    try:
        for answer, says in (
            (Guesses(np.zeros(1, dtype=np.int64)), "card 0 may not be touched"),
            (Guesses(np.full(1, -1)), "card -1 may not be touched"),
            (Guesses(np.zeros((1, 25))), "not whole numbers"),
            (Guesses(np.zeros(1)), "not whole numbers"),
            (None, "answered with NoneType"),
        ):
            Careless.answer = answer
            with pytest.raises(CluejamError, match=f"guesser 'careless'.*{says}"):
                read_clue("water", 2, ["piano", "star"], guesser="careless")
    finally:
        GUESSERS._entries.pop("careless")


def test_a_guesser_that_only_names_cards_has_no_chances() -> None:
    read = read_clue("guitar", 1, ["piano", "star"], guesser="cluejam_ai.testing.scripted:RememberingGuesser")
    assert all(np.isnan(r.chance) for r in read)


def test_a_clue_outside_the_lexicon_is_read_if_the_embedding_knows_it() -> None:
    from cluejam_ai.words.lexicon import load_lexicon

    lexicon = load_lexicon()
    wider = lexicon.words[lexicon.n_clues]
    assert wider not in lexicon.clues
    assert len(read_clue(wider, 1, ["river", "star"])) == 2


@pytest.mark.parametrize(
    "space, near",
    [
        ("use", "zoo"),
        ("minilm", "zoo"),
        ("glove50", "zoo"),
        ("wordnet-gloss", "camel"),
        ("use+minilm+glove50+wordnet-gloss", "zoo"),
    ],
)
def test_a_clue_that_is_only_understood_is_read_and_is_no_card(space: str, near: str) -> None:
    board = [near, "river", "piano", "star"]
    for clue in ("giraffe", "GIRAFFES"):
        assert read_clue(clue, 1, board, embedding=space)[0].word == near
    with pytest.raises(CluejamError, match="no vector for 1 card: 'giraffe'"):
        read_clue("zoo", 1, ["giraffe", *board], embedding=space)


def test_a_word_that_is_only_understood_is_never_given(tmp_path) -> None:
    (tmp_path / "own.txt").write_text("giraffe\nmusic\nwater\n")
    advice = advise(["zoo", "river"], ["piano"], lexicon=tmp_path / "own.txt")
    assert {line.clue for line in advice} == {"music", "water"}


@pytest.mark.parametrize("guesser", ["nearest", "pragmatic", 'nearest(embedding="use+minilm")'])
@pytest.mark.parametrize("given,heard", [("t-i-g-e-r", "tiger"), ("unhorsed", "horse"), ("Frogs", "frog")])
def test_a_clue_is_heard_as_at_the_table(given: str, heard: str, guesser: str) -> None:
    board = ["zoo", "river", "saddle", "star"]
    read, wanted = (read_clue(clue, 2, board, guesser=guesser) for clue in (given, heard))
    told, like = ([(r.word, r.place, r.similarity) for r in each] for each in (read, wanted))
    assert told == like
    # one that thinks of other clues thinks of the heard word too
    assert [r.chance for r in read] == pytest.approx([r.chance for r in wanted], abs=0.02)


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: advise([]), "at least one own card"),
        (lambda: advise(["river"], ["River"]), "'river' is named twice"),
        (lambda: advise(["river", ""]), "a card has no word"),
        (lambda: advise([f"word{i}" for i in range(26)]), "1 to 25 cards, not 26"),
        (lambda: advise(["qqqqq"]), "no vector for 1 card: 'qqqqq'"),
        (lambda: advise(["river"], n=0), "at least 1"),
        (lambda: advise(["river"], spymaster="margn"), "did you mean 'margin'"),
        (lambda: read_clue("qqqqq", 1, ["river"]), "'qqqqq' has no vector in 'use"),
        (lambda: read_clue("water", 0, ["river"]), "a clue's number is 1 to 9"),
        (lambda: read_clue("water", 1, []), "1 to 25 cards, not 0"),
    ],
)
def test_a_mistake_is_told(call, says) -> None:
    with pytest.raises(CluejamError, match=says):
        call()


def test_the_verdict_is_a_sentence() -> None:
    assert "broken" in verdict("broken", ["break"])


def test_where_fewer_clues_are_legal_than_asked_for_these_are_told(tmp_path) -> None:
    path = tmp_path / "clues.txt"
    path.write_text("water\nmoney\nriver\n")
    found = advise(OWN, **REST, spymaster="gaussian-listener", n=9, lexicon=path)
    assert {advice.clue for advice in found} == {"water", "money"}
    path.write_text("river\nbank\n")
    with pytest.raises(CluejamError, match="may be given"):
        advise(OWN, **REST, spymaster="gaussian-listener", n=9, lexicon=path)
