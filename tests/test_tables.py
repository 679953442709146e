"""The tables of a run: what is in them."""

import gc

import numpy as np

from cluejam_ai import wiring
from cluejam_ai.agents.closeness import log_ranks
from cluejam_ai.bench.games import GAMES
from cluejam_ai.tables import similarity, verdict_table
from cluejam_ai.words.legality import Verdict, judge


def test_verdicts_are_those_of_the_rules_and_lie_clue_by_clue() -> None:
    words, clues = ("break", "ice cream"), ("broken", "cream", "river")
    table = verdict_table(words, clues)
    assert table.tolist() == [[judge(clue, [word]).verdict for clue in clues] for word in words]
    assert table[0, 0] == table[1, 1] == Verdict.ILLEGAL
    assert table.flags.f_contiguous


def test_clue_words_without_a_vector_are_known_as_such() -> None:
    from cluejam_ai.embeddings.load import load_embedding

    embedding = load_embedding("use")
    found = similarity(embedding, "use", ("bank", "river"), ("money", "qqqq"))
    assert found.known.tolist() == [True, False]
    assert found.table[:, 1].tolist() == [0.0, 0.0]
    assert found.table[0, 0] > found.table[1, 0]


def test_ranks_are_kept_and_are_those_that_would_be_made() -> None:
    from cluejam_ai.embeddings.load import load_embedding

    embedding, clues = load_embedding("use"), ("money", "qqqq", "fish", "water")
    for _ in range(2):  # made, then found
        found = similarity(embedding, "use", ("bank", "river"), clues)
        assert found.log_ranks.tolist() == log_ranks(found.table, found.known).tolist()
    assert not found.log_ranks.flags.writeable
    assert np.exp(found.log_ranks).round().astype(int).tolist() == [[1, 4, 2, 3], [3, 4, 2, 1]]


def test_workshops_that_are_gone_do_not_keep_their_tables() -> None:
    gc.collect()
    others, enabled = len(wiring._MADE), gc.isenabled()
    gc.disable()  # as if nothing ever made the collector run by itself
    try:
        for _ in range(8):
            made = GAMES["margin"].workshop(1)
            assert made.resources("use").similarity.table.size
            del made
        assert len(wiring._MADE) <= others + wiring._MOST_MADE
    finally:
        if enabled:
            gc.enable()
