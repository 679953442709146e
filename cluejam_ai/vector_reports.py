"""What there is to know of embeddings: lists, neighbours, agreement with people and with each other."""

import math
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from cluejam_ai.embeddings import evaluate, sources
from cluejam_ai.embeddings.agreement import understood
from cluejam_ai.embeddings.base import EMBEDDINGS, Embedding, word_key
from cluejam_ai.embeddings.load import import_built_in, load_embedding, resolve_embedding
from cluejam_ai.embeddings.notation import parse_embedding
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.similarity import covered
from cluejam_ai.embeddings.table import shipped_folder, table_bytes
from cluejam_ai.errors import EmbeddingError, suggestion
from cluejam_ai.metrics.estimates import proportion
from cluejam_ai.specs import MIX, ComponentSpec
from cluejam_ai.tables import similarity, verdict_table
from cluejam_ai.words.lexicon import load_lexicon, read_lexicon
from cluejam_ai.words.lists import N_CARDS, load_board_words, read_board_words

_HUBNESS_WORDS = 5000
#: Parameters by which a source's vectors are processed as a table's are.
_PROCESSING = ("center", "remove_top")


def embedding_list() -> list[dict[str, Any]]:
    """Return name, summary and parameters of every embedding, and of shipped ones what is in them.

    Returns
    -------
    list of dict
        With ``name``, ``spec``, ``summary``, ``shipped``; of shipped ones also ``family``, ``licence``,
        ``dim``, ``bytes``, ``words``, and the shares ``lexicon_coverage`` and ``card_coverage``.
    """
    import_built_in()
    rows = []
    for name in EMBEDDINGS.names():
        entry = EMBEDDINGS.entry(name)
        row: dict[str, Any] = {
            "name": name,
            "summary": entry.summary,
            "parameters": dict(entry.defaults()),
            "spec": str(EMBEDDINGS.resolve(parse_embedding(name))),
            "shipped": name in sources.SOURCES,
        }
        if row["shipped"]:
            info = embedding_info(name)
            row |= {key: info[key] for key in ("family", "licence", "dim", "bytes", "words")}
            row |= {key: info[key] for key in ("lexicon_coverage", "card_coverage")}
        rows.append(row)
    return rows


def embedding_info(
    spec: str,
    *,
    trust: bool = False,
    words: str | Path | None = None,
    lexicon: str | Path | None = None,
) -> dict[str, Any]:
    """Return where an embedding comes from and how much of the shipped or given words it has.

    Parameters
    ----------
    spec : str
        For example ``use`` or ``glove100:FILE``.
    trust : bool
        As in `cluejam_ai.play`.
    words, lexicon : str or Path, optional
        Files of board words and clue words instead of the shipped ones.

    Raises
    ------
    CluejamError
        If the embedding is not known or cannot be loaded.
    """
    cards, clues = _vocabulary(words, lexicon)
    found = load_embedding(_parsed(spec, trust), (*cards, *clues))
    name = parse_embedding(spec).name
    size = table_bytes(shipped_folder(), name) if name in sources.SOURCES else found.vectors.nbytes
    return {
        **asdict(found.info),
        "relatives": list(found.info.relatives),
        "bytes": size,
        "words": len(found),
        "lexicon_coverage": _share(found, clues),
        "card_coverage": _share(found, cards),
        "lexicon_missing": [word for word in clues if not found.rows_of(word)],
        "cards_missing": [card for card in cards if not found.rows_of(card)],
        "cards_from_parts": [card for card in cards if len(found.rows_of(card)) > 1],
    }


def nearest_words(
    spec: str,
    word: str,
    *,
    n: int = 10,
    trust: bool = False,
    words: str | Path | None = None,
    lexicon: str | Path | None = None,
) -> list[dict[str, Any]]:
    """Return the words nearest to a word, the nearest first.

    Parameters
    ----------
    spec : str
        An embedding.
    word : str
        A word or card.
    n : int
        How many.
    trust : bool
        As in `cluejam_ai.play`.
    words, lexicon : str or Path, optional
        Files of board words and clue words to look among, instead of the shipped ones.

    Raises
    ------
    EmbeddingError
        If the word has no vector.
    """
    cards, clues = _vocabulary(words, lexicon)
    found = load_embedding(_parsed(spec, trust), (*cards, *clues, word))
    located = found.vectors_for([word], np.float64)
    if not located.found[0]:
        known = suggestion(word_key(word), found.index)
        raise EmbeddingError(f"embedding '{found.info.name}' has no vector for '{word}'{known[:200]}")
    cosines = found.vectors @ located.vectors[0]
    order = np.argsort(-cosines, kind="stable")[: n + 1]
    rows = [{"word": found.words[row], "cosine": float(cosines[row])} for row in order]
    return [row for row in rows if word_key(str(row["word"])) != word_key(word)][:n]


def evaluate_embedding(spec: str, *, source: bool = False, trust: bool = False) -> list[dict[str, Any]]:
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

    Returns
    -------
    list of dict
        One row a measure: ``embedding``, ``measure``, ``value``, ``low``, ``high``, ``n``, ``n_pairs``;
        hubness has no interval.
    """
    judged = {name: evaluate.read_judgements(name) for name in evaluate.JUDGEMENTS}
    words = tuple({word: None for pairs in judged.values() for pair in pairs for word in pair[:2]})
    found = _from_source(spec, words) if source else _load(spec, trust, words)
    rows: list[dict[str, Any]] = [
        {"embedding": spec, "measure": name, **asdict(evaluate.spearman(found, pairs))}
        for name, pairs in judged.items()
    ]
    value, n = evaluate.hubness(found, load_lexicon().words[:_HUBNESS_WORDS])
    nothing = float("nan")
    hub = {"measure": "hubness", "value": value, "low": nothing, "high": nothing, "n": n, "n_pairs": n}
    return [*rows, {"embedding": spec, **hub}]


def embedding_agreement(
    specs: Sequence[str], *, boards: int = 500, seed: int = 1, giver: str = "share", trust: bool = False
) -> list[dict[str, Any]]:
    """Return how often a guesser's nearest two cards are those that a giver of another family meant.

    Parameters
    ----------
    specs : sequence of str
        Embeddings; each gives to each.
    boards : int
        How many boards of the shipped words.
    seed : int
        What the boards are drawn from.
    giver : str
        How a clue is chosen: ``share`` (the second nearest card has the largest share of a softmax of the
        cosines, sharpness 10), ``margin`` (it exceeds the third nearest by most) or ``cosine`` (it is as
        near as can be).
    trust : bool
        As in `cluejam_ai.play`.

    Returns
    -------
    list of dict
        One row a pair: ``giver``, ``guesser``, ``value``, ``low``, ``high`` (Wilson), ``n``.

    Notes
    -----
    The giver plays the best legal clue of all, and means the nearest two of the 25 cards.
    """
    cards, clues = load_board_words().words, load_lexicon().clues
    found = [_load(spec, trust) for spec in specs]
    tables = [
        similarity(embedding, str(parse_embedding(spec)), cards, clues)
        for spec, embedding in zip(specs, found, strict=True)
    ]
    illegal = verdict_table(cards, clues) > 0
    illegal |= ~np.logical_and.reduce([table.known for table in tables])
    draw = np.random.default_rng(seed)
    drawn = np.array([draw.permutation(len(cards))[:N_CARDS] for _ in range(boards)]).reshape(boards, N_CARDS)
    hits = understood([table.table for table in tables], illegal, drawn, giver)
    return [
        {"giver": first, "guesser": second, **vars(proportion(hits[i, j]))}
        for i, first in enumerate(specs)
        for j, second in enumerate(specs)
    ]


def _load(spec: str, trust: bool, more: Sequence[str] = ()) -> Embedding:
    return load_embedding(_parsed(spec, trust), (*sources.shipped_words(), *more))


def _parsed(spec: str, trust: bool) -> ComponentSpec:
    import_built_in()
    return parse_embedding(spec, trust=trust)


def _share(found: Embedding, words: Sequence[str]) -> float:
    """Return the share of words with a vector; NaN of no words."""
    return float(covered(found, words).mean()) if words else math.nan


def _vocabulary(words: str | Path | None, lexicon: str | Path | None) -> tuple[Sequence[str], Sequence[str]]:
    """Return board words and clue words: the shipped ones, or where a file is named only what files hold."""
    cards = () if words is None else read_board_words(words).words
    clues = () if lexicon is None else read_lexicon(lexicon).words
    if words is None and lexicon is None:
        return load_board_words().words, load_lexicon().words
    return cards, clues


def _from_source(spec: str, words: Sequence[str]) -> Embedding:
    """Return the unrounded vectors of a shipped family, processed as the spec says."""
    import_built_in()
    resolved = resolve_embedding(spec)
    if resolved.name == MIX:
        raise EmbeddingError(f"'{spec}' is a mix; evaluate its parts from their sources one by one")
    keys = {word_key(word) for word in words}
    all_words = (*words, *(word for word in sources.shipped_words() if word not in keys))
    found = sources.source_of(resolved.name)(all_words)
    found = replace(found, info=replace(found.info, name=resolved.name))
    chosen = {key: value for key, value in resolved.params if key in _PROCESSING}
    return postprocess(found, center=bool(chosen["center"]), remove_top=int(str(chosen["remove_top"])))
