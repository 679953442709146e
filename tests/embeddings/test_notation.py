"""Short forms of embeddings become specs in one place."""

import pytest

from cluejam_ai.agents.base import GUESSERS
from cluejam_ai.components import canonical_component
from cluejam_ai.embeddings import load_embedding, resolve_embedding
from cluejam_ai.embeddings.notation import asks_for_trust, parse_embedding
from cluejam_ai.errors import CluejamError, EmbeddingError, NotationError, UnknownNameError
from cluejam_ai.specs import parse_spec


@pytest.mark.parametrize(
    "text, spec",
    [
        ("use", "use"),
        ("glove100:glove.txt", "glove100(glove.txt)"),
        ("word2vec:/data/my vectors.bin", 'word2vec("/data/my vectors.bin")'),
        ('npz:"a b.npz"', 'npz("a b.npz")'),
        ("use+minilm", "use+minilm"),
        ("use + glove100:a+b.txt", 'use+glove100("a+b.txt")'),
        ("glove100:a+b.txt+use", 'glove100("a+b.txt")+use'),
        ("glove100:a.txt+use(center=true)", "glove100(a.txt)+use(center=true)"),
        ("glove100:a.txt+word2vec:b.bin", "glove100(a.txt)+word2vec(b.bin)"),
        ("glove-json:C:/x.json", 'glove-json("C:/x.json")'),
        ('file("a+b.txt", format=glove)+use', 'file("a+b.txt", format=glove)+use'),
        ("module:Class", "module:Class"),
        ('some.module:Class("x")', "some.module:Class(x)"),
    ],
)
def test_a_short_form_becomes_a_spec_that_round_trips(text, spec):
    found = parse_embedding(text)
    assert str(found) == spec
    assert parse_embedding(spec) == found


def test_trust_goes_to_the_loaders_that_know_it_and_to_no_other():
    assert str(parse_embedding("use+gensim:m.kv", trust=True)) == "use+gensim(m.kv, trust=true)"
    assert str(parse_embedding("gensim:m.kv")) == "gensim(m.kv)"


@pytest.mark.parametrize(
    "text, name", [("gensim:", "gensim"), ("use+glove50: ", "glove50"), ("sbert: + use", "sbert")]
)
def test_a_short_form_without_a_file_says_what_is_missing(text, name):
    with pytest.raises(NotationError, match=f"'{name}:' names no file; write {name}:FILE"):
        parse_embedding(text)


@pytest.mark.parametrize(
    "text, asks",
    [
        ('gensim("x", trust=true)', True),
        ('use+npz("x", trust = true)', True),
        ('margin(embedding=mix(use, gensim("x", trust=true)))', True),
        ('margin(embedding="gensim(\\"x\\", tr\\ust=true)")', True),
        ('people(families=use+gensim("x", trust=true))', True),
        ('gensim("x", trust=false)', False),
        ('gensim("trust=true.kv")', False),
        ("ensemble(trust=0.5)", False),
        ("person(called=trust)", False),
    ],
)
def test_who_asks_to_be_trusted_is_seen_however_it_is_written(text, asks):
    assert asks_for_trust(parse_spec(text)) is asks


def test_an_agents_embedding_may_be_a_short_form():
    told = canonical_component(GUESSERS, "nearest", "glove100:my glove.txt")
    assert told == 'nearest(embedding=glove100("my glove.txt"))'
    assert canonical_component(GUESSERS, "nearest(embedding=npz:v)").startswith("nearest(embedding=npz(v")


def test_an_unknown_prefix_is_a_module():
    with pytest.raises(CluejamError, match="cannot load embedding 'glov100:x'"):
        resolve_embedding("glov100:x")


def test_a_family_that_reads_no_file_says_so():
    with pytest.raises(CluejamError, match="cannot build embedding"):
        load_embedding("use:vectors.txt")


def test_a_mix_processes_each_part_by_itself():
    mixed = load_embedding("use(center=true, remove_top=2)+minilm(center=false, remove_top=0)")
    assert mixed.info.name == "use[center=true, remove_top=2] + minilm"
    assert mixed.info.relatives == ("minilm", "use")
    alone = load_embedding("use(center=true, remove_top=2)").vectors_for(["ocean", "sea"]).vectors
    plain = load_embedding("minilm(center=false, remove_top=0)").vectors_for(["ocean", "sea"]).vectors
    both = mixed.vectors_for(["ocean", "sea"]).vectors
    assert both[0] @ both[1] == pytest.approx((alone[0] @ alone[1] + plain[0] @ plain[1]) / 2, abs=1e-6)


def test_unknown_names_suggest():
    with pytest.raises(UnknownNameError, match="did you mean 'minilm'"):
        load_embedding("minilmm")
    with pytest.raises(EmbeddingError, match="not a path"):
        load_embedding("glove(3)")
