"""Pairs of cards that one clue can hardly tell apart: forms, parts, phrases, near meanings."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.words.barred import phrases
from cluejam_ai.words.clue_text import plain, refuse_text
from cluejam_ai.words.language import Language, language_named
from cluejam_ai.words.scripts import LATIN, scripts_of
from cluejam_ai.words.suspects import suspects

#: Cosine of centred `use` vectors from which a clue for one card is a clue for the other.
NEAR = 0.5
#: Of more pairs that are near in meaning only the nearest are told.
MOST_NEAR = 10_000
_NEARNESS = "use(center=true, remove_top=2)"
#: Rows of cosines at a time: 30 MB for 15,000 cards.
_BLOCK = 512

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ConfusablePair:
    """Two cards that one clue can hardly tell apart.

    Parameters
    ----------
    first, second : str
        The cards.
    why : str
        The rule that makes one a form or part of the other, or "near in meaning".
    """

    first: str
    second: str
    why: str


def not_words(cards: Sequence[str], language: str) -> tuple[str, ...]:
    """Return the cards that no clue can be spelled like: digits mixed with letters, emoji, other scripts."""
    english = language_named(language).is_english
    scripts = frozenset({LATIN}) if english else scripts_of(cards)
    return tuple(card for card in cards if refuse_text(_in_one(card), scripts, english=english))


def confusable_pairs(
    cards: Sequence[str], language: str, progress: Progress | None = None
) -> tuple[ConfusablePair, ...]:
    """Return the pairs of cards that one clue can hardly tell apart.

    Parameters
    ----------
    cards : sequence of str, length W
        Normalised, each once.
    language : str
        As `judge` takes it; phrases and meanings are known for English alone.
    progress : callable, optional
        Is told how many of the W cards have been compared with all others.
    """
    spoken = language_named(language)
    odd = set(not_words(cards, language))
    able = [card for card in cards if card not in odd]
    found = list(_akin(able, spoken, progress))
    if spoken.is_english:
        found += [*_phrases(able), *_near(able)]
    return tuple(found)


def _in_one(card: str) -> str:
    return plain(card.replace(" ", ""))


def _akin(cards: Sequence[str], language: Language, progress: Progress | None) -> Iterator[ConfusablePair]:
    """Yield the pairs of which one could not be a clue for the other."""
    pieces = [_in_one(card) for card in cards]
    pairs = suspects(cards, pieces, english=language.is_english, doubtful=False)
    for row, columns in pairs:
        for column in columns:
            if column == row:
                continue
            rule = _forbids(pieces[column], cards[row], language)
            if rule and (row < column or not _forbids(pieces[row], cards[column], language)):
                yield ConfusablePair(cards[row], cards[column], rule)
        if progress is not None:
            progress(row + 1, len(cards))


def _forbids(clue: str, card: str, language: Language) -> str | None:
    """Return the name of the rule that makes a clue illegal beside a card; None if none does."""
    return next((name for name, rule in language.forbidding.items() if rule(clue, card)), None)


def _phrases(cards: Sequence[str]) -> Iterator[ConfusablePair]:
    """Yield the pairs that make an entry of WordNet together: scuba diver."""
    known = set(cards)
    for first, second in (phrase.split(" ") for phrase in phrases()):
        if first != second and first in known and second in known:
            yield ConfusablePair(first, second, f"they make '{first} {second}'")


def _near(cards: Sequence[str]) -> Iterator[ConfusablePair]:
    """Yield the pairs of cards whose vectors lie very close, the closest first."""
    vectors = load_embedding(_NEARNESS).vectors_for(cards).vectors
    best = [np.zeros((3, 0), dtype=np.float64)]
    for start in range(0, len(cards), _BLOCK):
        cosine = np.triu(vectors[start : start + _BLOCK] @ vectors.T, k=start + 1)
        rows, columns = np.nonzero(cosine >= NEAR)
        found = np.hstack([*best, np.stack([cosine[rows, columns], rows + start, columns])])
        # columns of: cosine, first card, second card
        best = [found[:, np.argsort(-found[0], kind="stable")[:MOST_NEAR]]]
    for first, second in best[0][1:].astype(int).T:
        yield ConfusablePair(cards[first], cards[second], "near in meaning")
