"""What there is to know of an embedding: where it comes from, what it covers, what is near to what."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from cluejam_ai.embeddings import sources
from cluejam_ai.embeddings.base import EMBEDDINGS, Embedding, word_key
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.embeddings.notation import parse_embedding
from cluejam_ai.embeddings.similarity import covered
from cluejam_ai.embeddings.table import shipped_folder, table_bytes
from cluejam_ai.errors import EmbeddingError, suggestion
from cluejam_ai.words.lexicon import load_lexicon, read_lexicon
from cluejam_ai.words.lists import load_board_words, read_board_words


def embedding_list() -> list[dict[str, Any]]:
    """Return name, summary and parameters of every embedding, and of shipped ones what is in them.

    Returns
    -------
    list of dict
        With ``name``, ``spec``, ``summary``, ``shipped``; of shipped ones also ``family``, ``licence``,
        ``dim``, ``bytes``, ``words``, and the shares ``lexicon_coverage`` and ``card_coverage``.
    """
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
    cards, clues, written = _vocabulary(words, lexicon)
    found = load_embedding(parse_embedding(spec, trust=trust), (*cards, *clues), written)
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
    cards, clues, written = _vocabulary(words, lexicon)
    found = load_embedding(parse_embedding(spec, trust=trust), (*cards, *clues, word), written)
    located = found.vectors_for_said([word], np.float64)
    if not located.found[0]:
        known = suggestion(word_key(word), found.index)
        raise EmbeddingError(f"embedding '{found.info.name}' has no vector for '{word}'{known}")
    cosines = found.vectors @ located.vectors[0]
    order = np.argsort(-cosines, kind="stable")[: n + 1]
    rows = [{"word": found.words[row], "cosine": float(cosines[row])} for row in order]
    return [row for row in rows if word_key(str(row["word"])) != word_key(word)][:n]


def _share(found: Embedding, words: Sequence[str]) -> float:
    """Return the share of words with a vector; NaN of no words."""
    return float(covered(found, words).mean()) if words else math.nan


def _vocabulary(
    words: str | Path | None, lexicon: str | Path | None
) -> tuple[Sequence[str], Sequence[str], Mapping[str, str]]:
    """Return board words and clue words: the shipped ones, or where a file is named only what files hold.

    The third is how some are written that lost accents.
    """
    if words is None and lexicon is None:
        return load_board_words().words, load_lexicon().words, {}
    cards = None if words is None else read_board_words(words)
    clues = None if lexicon is None else read_lexicon(lexicon)
    written = {**(cards.written if cards else {}), **(clues.written if clues else {})}
    return cards.words if cards else (), clues.words if clues else (), written
