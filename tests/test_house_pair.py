"""Who plays where nobody is named, and in which vectors."""

import pytest

import cluejam_ai
from cluejam_ai.house_pair import HOUSE_GUESSER, HOUSE_SPYMASTER


def test_the_pair_shares_no_family():
    assert not set(HOUSE_SPYMASTER.embedding.split("+")) & {HOUSE_GUESSER.embedding}


@pytest.mark.parametrize(
    ("agent", "embeddings", "seated"),
    [
        (None, (None, None), ("robust", "use+minilm+glove50")),
        (None, (None, "minilm"), ("robust", "minilm")),
        (None, ("glove50", "minilm"), ("robust", "glove50")),
        ("kim", (None, None), ("kim", "use")),
        ("kim", (None, "minilm"), ("kim", "minilm")),
    ],
)
def test_what_is_not_named_comes_from_the_house(agent, embeddings, seated):
    assert HOUSE_SPYMASTER.seated(agent, *embeddings) == seated


def test_a_run_that_names_nobody_plays_the_pair(tmp_path):
    played = cluejam_ai.play(games=2, seed=1, out=tmp_path / "play").matches
    crossed = cluejam_ai.crossplay(games=2, seed=1, out=tmp_path / "crossplay").matches
    for matches in (played, crossed):
        assert set(matches["spymaster"]) == {"robust(embedding=use+minilm+glove50)"}
        assert set(matches["guesser"]) == {"bayes(embedding=wordnet-gloss)"}


def test_a_named_agent_leaves_the_other_as_it_is(tmp_path):
    matches = cluejam_ai.play(spymaster="margin", games=2, seed=1, out=tmp_path / "run").matches
    assert set(matches["spymaster"]) == {"margin(embedding=use)"}
    assert set(matches["guesser"]) == {"bayes(embedding=wordnet-gloss)"}


def test_a_named_second_side_has_its_own_vectors_and_not_those_of_the_house(tmp_path):
    named = {"second_spymaster": "margin", "second_guesser": "nearest"}
    matches = cluejam_ai.play("classic", **named, games=2, seed=1, out=tmp_path / "run").matches
    assert set(matches["second_spymaster"]) | set(matches["spymaster"]) == {
        "margin(embedding=use)",
        "robust(embedding=use+minilm+glove50)",
    }
    assert set(matches["second_guesser"]) | set(matches["guesser"]) == {
        "nearest(embedding=use)",
        "bayes(embedding=wordnet-gloss)",
    }
