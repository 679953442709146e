"""Agents that use further embeddings name them in their spec, and the run knows of all of them."""

import pytest

import cluejam_ai
from cluejam_ai.advice import advise, read_clue
from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.components import canonical_component, embeddings_of, registry_of
from cluejam_ai.errors import CluejamError, UnknownNameError


def test_a_second_embedding_is_part_of_the_name_only_if_it_is_not_the_default():
    assert canonical_component(SPYMASTERS, "koyyalagunta") == "koyyalagunta(embedding=use)"
    named = canonical_component(SPYMASTERS, "koyyalagunta(dictionary=glove50)")
    assert "dictionary=glove50" in named
    assert canonical_component(SPYMASTERS, named) == named
    as_default = canonical_component(SPYMASTERS, "koyyalagunta(dictionary=wordnet-gloss)")
    assert as_default == "koyyalagunta(embedding=use)"


def test_an_embedding_that_is_not_known_is_an_error_wherever_it_is_named():
    with pytest.raises(UnknownNameError, match="wordnet-gloss"):
        canonical_component(SPYMASTERS, "koyyalagunta(dictionary=wordnet-glos)")
    with pytest.raises(CluejamError, match="dictionary=3 is not an embedding"):
        canonical_component(SPYMASTERS, "koyyalagunta(dictionary=3)")


def test_all_embeddings_of_an_agent_are_known():
    text = canonical_component(SPYMASTERS, "koyyalagunta(embedding=use+glove50)")
    assert embeddings_of(SPYMASTERS, text) == {"use+glove50", "wordnet-gloss"}
    assert embeddings_of(GUESSERS, canonical_component(GUESSERS, "nearest")) == {"use"}
    assert embeddings_of(GUESSERS, "random") == set()
    assert embeddings_of(SPYMASTERS, canonical_component(SPYMASTERS, "rsa")) == {"use"}


@pytest.mark.parametrize("role", ["spymaster", "second_spymaster", "guesser", "second_guesser"])
def test_every_role_has_its_registry(role):
    assert registry_of(role).kind == role.removeprefix("second_")


def test_the_manifest_tells_of_the_dictionary(tmp_path):
    run = cluejam_ai.play("duo", "koyyalagunta", games=2, seed=1, out=tmp_path / "run")
    assert {"use", "wordnet-gloss"} <= set(run.manifest["inputs"]["embeddings"])


def test_cards_that_the_dictionary_lacks_are_left_out_on_request(tmp_path):
    vectors = tmp_path / "few.txt"
    words = [*cluejam_ai.play("duo", games=1, seed=1, out=tmp_path / "a").cards["word"].astype(str)]
    vectors.write_text(
        "".join(f"{w.lower().replace(' ', '_')} {i + 1} {i % 7} 1\n" for i, w in enumerate(words))
    )
    run = cluejam_ai.play(
        "duo",
        f'koyyalagunta(dictionary=file("{vectors}"))',
        games=1,
        seed=1,
        missing_cards="exclude",
        out=tmp_path / "b",
    )
    assert set(run.cards["word"].astype(str)) <= set(words)
    assert len(run.manifest["inputs"]["words"]["excluded"]) > 100


@pytest.mark.parametrize(
    "spymaster, embedding",
    [
        ("koyyalagunta", "use"),
        ("koyyalagunta", "use+glove50"),
        ("ensemble(spymaster=koyyalagunta)", "use+glove50"),
        ("ace", "use+glove50"),
        ("bayes-partner", "use+glove50"),
        ("harmonic", "use"),
        ("rsa", "use"),
    ],
)
def test_every_kind_of_spymaster_advises_on_a_loose_board(spymaster, embedding):
    advice = advise(
        ["river", "bank", "bridge"],
        ["piano"],
        assassin=["snake"],
        spymaster=spymaster,
        embedding=embedding,
        n=2,
    )
    assert len(advice) == 2
    assert advice[0].clue != advice[1].clue
    assert set(advice[0].intended) <= {"river", "bank", "bridge"}


@pytest.mark.parametrize("guesser", ["threshold", "memory", "pragmatic", "ensemble"])
def test_every_kind_of_guesser_reads_a_clue_on_a_loose_board(guesser):
    read = read_clue(
        "water", 2, ["river", "piano", "star", "bridge"], guesser=guesser, embedding="use+glove50"
    )
    assert read[0].word == "river"
    assert read[0].place == 1


@pytest.mark.parametrize(
    "text", ["ace(expert=koyyalagunta)", "ensemble(spymaster=koyyalagunta)", "koyyalagunta"]
)
def test_the_embeddings_of_an_agent_that_is_asked_by_another_are_named_too(text):
    spec = canonical_component(SPYMASTERS, text, "use+minilm")
    assert {"use+minilm", "wordnet-gloss"} <= embeddings_of(SPYMASTERS, spec)
