"""Which pairs of a card and a clue need judging: all others share nothing that a rule looks at.

This is only for speed: `suspects` must name every pair that `judge` would not call legal, and may name more.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cluejam_ai.words.morphology import WordForms, forms_of, remote_words
from cluejam_ai.words.rules import MIN_HIDDEN, NUMBERS, card_words, joined


def suspects(cards: Sequence[str], clues: Sequence[str], *, english: bool = True) -> set[tuple[int, int]]:
    """Return the places (card, clue) of the pairs that some rule may object to.

    Parameters
    ----------
    cards : sequence of str
        Normalised board words.
    clues : sequence of str
        Normalised clues, their letters in one piece.
    english : bool
        Whether the rules on forms and numbers are asked, not only those on letters.
    """
    clues_of: dict[str, set[int]] = defaultdict(set)
    for place, clue in enumerate(clues):
        for trace in _clue_traces(clue, english):
            clues_of[trace].add(place)
    return {
        (row, place)
        for row, card in enumerate(cards)
        for trace in _card_traces(card, english)
        for place in clues_of.get(trace, ())
    }


def _traces(word: WordForms) -> set[str]:
    remote = {other for base in word.bases for other in remote_words(base)}
    return {word.text} | word.kin | word.parts | word.stems | word.roots | word.deep_parts | remote


def _clue_traces(clue: str, english: bool) -> Iterator[str]:
    yield clue
    # the card may be the beginning or the end of the clue
    shortest = MIN_HIDDEN if english else 1
    yield from (clue[:cut] for cut in range(shortest, len(clue)))
    yield from (clue[cut:] for cut in range(1, len(clue) - shortest + 1))
    if not english:
        return
    yield from _traces(forms_of(clue))
    if clue.isdecimal() and len(clue) < 3 and int(clue) < len(NUMBERS):
        yield from (NUMBERS[int(clue)], f"count {int(clue)}")
    if clue in NUMBERS:
        yield f"count {NUMBERS.index(clue)}"


def _card_traces(card: str, english: bool) -> Iterator[str]:
    letters = joined(card)
    if not english:
        for text in (letters, *card.replace("-", " ").split()):
            ends = range(1, len(text) + 1)
            yield from (text[start:end] for end in ends for start in range(end))
        return
    yield f"count {len(letters)}"
    if len(letters) >= len(NUMBERS):
        yield str(len(letters))
    for word in (forms_of(letters), *card_words(card)):
        yield from _traces(word)
    yield from (letters[:1], letters[-1:])
    # the clue may stand anywhere inside the card
    for start in range(len(letters)):
        yield from (letters[start:end] for end in range(start + MIN_HIDDEN, len(letters) + 1))
