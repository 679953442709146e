"""Which pairs of a card and a clue need judging: all others share nothing that a rule looks at.

This is only for speed: `suspects` must name every pair that `judge` would not call legal, and may name more.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cluejam_ai.words.morphology import WordForms, forms_of, remote_words
from cluejam_ai.words.numbers import counts_letters, number_name
from cluejam_ai.words.rules import MIN_HIDDEN, card_words, joined


def suspects(
    cards: Sequence[str], clues: Sequence[str], *, english: bool = True, doubtful: bool = True
) -> Iterator[tuple[int, list[int]]]:
    """Yield the place of each card with the places of the clues that some rule may object to, in order.

    Parameters
    ----------
    cards : sequence of str
        Normalised board words.
    clues : sequence of str
        Normalised clues, their letters in one piece.
    english : bool
        Whether the rules of English are asked, or those that need no table.
    doubtful : bool
        Whether to name also the pairs that are only questionable.
    """
    clues_of: dict[str, list[int]] = defaultdict(list)
    for place, clue in enumerate(clues):
        for trace in set(_clue_traces(clue, doubtful) if english else _affixes(clue)):
            clues_of[trace].append(place)
    for row, card in enumerate(cards):
        traces = set(_card_traces(card, doubtful) if english else _card_affixes(card))
        places = {place for trace in traces for place in clues_of.get(trace, ())}
        yield row, sorted(places)


def _traces(word: WordForms) -> set[str]:
    return {word.text} | word.kin | word.parts | word.stems | word.roots | word.deep_parts


def _remote(word: WordForms) -> set[str]:
    return {other for base in word.bases for other in remote_words(base)}


def _clue_traces(clue: str, doubtful: bool) -> Iterator[str]:
    yield clue
    word = forms_of(clue)
    yield from _traces(word)
    if name := number_name(clue):
        yield name
    if doubtful:
        # the card may be the beginning or the end of the clue
        yield from (clue[:cut] for cut in range(MIN_HIDDEN, len(clue)))
        yield from (clue[cut:] for cut in range(1, len(clue) - MIN_HIDDEN + 1))
        yield from _remote(word)
        if count := counts_letters(clue):
            yield f"count {count}"


def _card_traces(card: str, doubtful: bool) -> Iterator[str]:
    letters = joined(card)
    words = (forms_of(letters), *card_words(card))
    for word in words:
        yield from _traces(word)
    if name := number_name(letters):
        yield name
    # the clue may stand anywhere inside the card, as two thirds of it where it is illegal
    for text in {letters, *card.replace("-", " ").split()}:
        shortest = MIN_HIDDEN if doubtful else max(MIN_HIDDEN, -(-2 * len(text) // 3))
        for length in range(shortest, len(text) + 1):
            yield from (text[start : start + length] for start in range(len(text) - length + 1))
    if doubtful:
        for word in words:
            yield from _remote(word)
        yield f"count {len(letters)}"
        yield from (letters[:1], letters[-1:])


def _affixes(clue: str) -> Iterator[str]:
    """Yield what meets the card's traces if clue and card are equal, or one begins or ends the other."""
    yield f"whole {clue}"
    for cut in range(1, len(clue) + 1):
        yield f"part {clue[:cut]}"
        yield f"part {clue[-cut:]}"


def _card_affixes(card: str) -> Iterator[str]:
    for text in {joined(card), *card.replace("-", " ").split()}:
        yield f"part {text}"
        for cut in range(1, len(text) + 1):
            yield f"whole {text[:cut]}"
            yield f"whole {text[-cut:]}"
