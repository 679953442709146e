"""Conformance test for embeddings, ours or from another package: run it in your own test suite."""

from collections.abc import Callable, Sequence
from dataclasses import fields

import numpy as np

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, word_key

_ROUNDING = 2e-7
_UNKNOWN = "qqqqqqqq"


def check_embedding(load: Callable[[], Embedding], words: Sequence[str] = ()) -> None:
    """Raise unless an embedding keeps what similarity tables and records rely on.

    Parameters
    ----------
    load : callable
        Loads it, for example ``lambda: load_embedding("use")``; it is called twice.
    words : sequence of str
        Words that it should know; the first of its own by default.

    Raises
    ------
    AssertionError
        Saying which promise is broken.

    Notes
    -----
    The promises: rows are float32, finite and of length one; every word has one row; loading twice gives the
    same; words asked for together are answered as one by one, whatever their case, and an unknown word is not
    found; nothing of the provenance is left empty but `relatives`.
    """
    found, again = load(), load()
    rows = found.vectors
    assert rows.dtype == np.float32, f"vectors are {rows.dtype}, not float32"
    assert np.isfinite(rows).all(), "vectors hold NaN or infinity"
    length = np.linalg.norm(rows.astype(np.float64), axis=1)
    assert (np.abs(length - 1) <= _ROUNDING).all(), (
        f"rows are not of length one: {length.min()}, {length.max()}"
    )
    assert len({word_key(word) for word in found.words}) == len(found), "a word stands twice"
    assert again.words == found.words, "loading twice gives other words"
    assert again.info == found.info, "loading twice gives another provenance"
    assert np.array_equal(again.vectors, rows), "loading twice gives other vectors"
    _check_lookup(found, [*(words or found.words[:50]), _UNKNOWN])
    _check_info(found)


def _check_lookup(found: Embedding, words: Sequence[str]) -> None:
    batch = found.vectors_for(words)
    assert batch.found[:-1].all(), f"'{words[int(np.argmin(batch.found))]}' is not found"
    assert not batch.found[-1], f"'{words[-1]}' is found"
    for place, word in enumerate(words):
        for text in (word, word.upper()):
            single = found.vectors_for([text])
            assert np.array_equal(single.vectors[0], batch.vectors[place]), (
                f"'{text}' alone has another vector"
            )


def _check_info(found: Embedding) -> None:
    info = found.info
    empty = [f.name for f in fields(EmbeddingInfo) if f.name != "relatives" and not getattr(info, f.name)]
    assert not empty, f"the provenance lacks {', '.join(empty)}"
    assert len(info.sha256) == 64, f"'{info.sha256}' is no SHA-256"
    assert not set(info.sha256) - set("0123456789abcdef"), f"'{info.sha256}' is no SHA-256"
