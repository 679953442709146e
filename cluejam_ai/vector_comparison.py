"""How embeddings compare with people's judgements and with each other."""

import warnings
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from cluejam_ai.embeddings import evaluate, sources
from cluejam_ai.embeddings.agreement import understood
from cluejam_ai.embeddings.base import Embedding, word_key
from cluejam_ai.embeddings.load import load_embedding, resolve_embedding
from cluejam_ai.embeddings.notation import parse_embedding
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.similarity import covered
from cluejam_ai.errors import EmbeddingError, MissingPackageError
from cluejam_ai.metrics.estimates import proportion
from cluejam_ai.specs import MIX
from cluejam_ai.tables import similarity, verdict_table
from cluejam_ai.words.language import common_language
from cluejam_ai.words.lexicon import lexicon_of
from cluejam_ai.words.lists import N_CARDS, board_words_of

_HUBNESS_WORDS = 5000
#: Parameters by which a source's vectors are processed as a table's are.
_PROCESSING = ("center", "remove_top")


def evaluate_embedding(
    spec: str,
    *,
    source: bool = False,
    trust: bool = False,
    words: str | Path | None = None,
    lexicon: str | Path | None = None,
) -> list[dict[str, Any]]:
    """Return how well an embedding agrees with people's judgements, and its hubness.

    Parameters
    ----------
    spec : str
        An embedding.
    source : bool
        Of a shipped family: compute the vectors anew from their source, so that also words outside the
        shipped table have one, unrounded. Needs the extra ``builders``.
    trust : bool
        As in `cluejam_ai.play`.
    words, lexicon : str or Path, optional
        Files of board words and clue words, of which hubness is told, instead of the shipped ones.

    Returns
    -------
    list of dict
        One row a measure: ``embedding``, ``measure``, ``value``, ``low``, ``high``, ``n``, ``n_pairs``;
        hubness has no interval. Judgements need the extra ``train``: without it their rows are left out, and
        a warning says how to install it.
    """
    judged = _judged()
    more = tuple({word: None for pairs in judged.values() for pair in pairs for word in pair[:2]})
    cards, clues = board_words_of(words), lexicon_of(lexicon)
    ordinary = (*clues.words, *(word for word in cards.words if word not in clues.index()))
    found = (
        _from_source(spec, more)
        if source
        else load_embedding(
            parse_embedding(spec, trust=trust), (*ordinary, *more), {**cards.written, **clues.written}
        )
    )
    rows: list[dict[str, Any]] = [
        {"embedding": spec, "measure": name, **asdict(evaluate.spearman(found, pairs))}
        for name, pairs in judged.items()
    ]
    value, n = evaluate.hubness(found, ordinary[:_HUBNESS_WORDS])
    nothing = float("nan")
    hub = {"measure": "hubness", "value": value, "low": nothing, "high": nothing, "n": n, "n_pairs": n}
    return [*rows, {"embedding": spec, **hub}]


def _judged() -> dict[str, evaluate.Judgements]:
    """Return the sets of judgements; none, and a warning, where the packages for them are missing."""
    try:
        return {name: evaluate.read_judgements(name) for name in evaluate.JUDGEMENTS}
    except MissingPackageError as error:
        names = " and ".join(evaluate.JUDGEMENTS)
        warnings.warn(f"{names} are left out: {error}", UserWarning, stacklevel=3)
        return {}


def embedding_agreement(
    specs: Sequence[str],
    *,
    boards: int = 500,
    seed: int = 1,
    giver: str = "share",
    trust: bool = False,
    words: str | Path | None = None,
    lexicon: str | Path | None = None,
    missing_cards: str = "error",
) -> list[dict[str, Any]]:
    """Return how often a guesser's nearest two cards are those that a giver of another family meant.

    Parameters
    ----------
    specs : sequence of str
        Embeddings; each gives to each.
    boards : int
        How many boards of the board words.
    seed : int
        What the boards are drawn from.
    giver : str
        How a clue is chosen: ``share`` (the second nearest card has the largest share of a softmax of the
        cosines, sharpness 10), ``margin`` (it exceeds the third nearest by most) or ``cosine`` (it is as
        near as can be).
    trust, words, lexicon, missing_cards
        As in `cluejam_ai.play`.

    Returns
    -------
    list of dict
        One row a pair: ``giver``, ``guesser``, ``value``, ``low``, ``high`` (Wilson), ``n``.

    Notes
    -----
    The giver plays the best legal clue of all, and means the nearest two of the 25 cards.
    """
    pool, known = board_words_of(words), lexicon_of(lexicon)
    language, clues = common_language(pool, known), known.clues
    written = {**pool.written, **known.written}
    found = [
        load_embedding(parse_embedding(spec, trust=trust), (*pool.words, *known.words), written)
        for spec in specs
    ]
    cards = _cards_of(found, pool.words, missing_cards)
    tables = [
        similarity(embedding, str(parse_embedding(spec, trust=trust)), cards, clues)
        for spec, embedding in zip(specs, found, strict=True)
    ]
    illegal = verdict_table(cards, clues, language.name) > 0
    illegal |= ~np.logical_and.reduce([table.known for table in tables])
    draw = np.random.default_rng(seed)
    drawn = np.array([draw.permutation(len(cards))[:N_CARDS] for _ in range(boards)]).reshape(boards, N_CARDS)
    hits = understood([table.table for table in tables], illegal, drawn, giver)
    return [
        {"giver": first, "guesser": second, **vars(proportion(hits[i, j]))}
        for i, first in enumerate(specs)
        for j, second in enumerate(specs)
    ]


def _cards_of(found: Sequence[Embedding], words: Sequence[str], missing_cards: str) -> tuple[str, ...]:
    """Return the board words that boards are drawn from: all, or those with a vector in every embedding."""
    known = np.ones(len(words), dtype=bool)
    if missing_cards != "error":
        known = np.logical_and.reduce([covered(embedding, words) for embedding in found])
    cards = tuple(word for word, is_known in zip(words, known, strict=True) if is_known)
    if len(cards) < N_CARDS:
        raise EmbeddingError(
            f"only {len(cards)} of {len(words)} board words have a vector in every embedding; "
            f"a board needs {N_CARDS}"
        )
    return cards


def _from_source(spec: str, words: Sequence[str]) -> Embedding:
    """Return the unrounded vectors of a shipped family, processed as the spec says."""
    resolved = resolve_embedding(spec)
    if resolved.name == MIX:
        raise EmbeddingError(f"'{spec}' is a mix; evaluate its parts from their sources one by one")
    keys = {word_key(word) for word in words}
    all_words = (*words, *(word for word in sources.shipped_words() if word not in keys))
    found = sources.source_of(resolved.name)(all_words)
    found = replace(found, info=replace(found.info, name=resolved.name))
    chosen = {key: value for key, value in resolved.params if key in _PROCESSING}
    return postprocess(found, center=bool(chosen["center"]), remove_top=int(str(chosen["remove_top"])))
