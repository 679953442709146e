"""Answers about words that a person brings: whether a clue may be given, and what a list of cards lacks."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from cluejam_ai.embeddings.base import EMBEDDINGS, Embedding
from cluejam_ai.embeddings.load import import_built_in, load_embedding
from cluejam_ai.errors import CluejamError
from cluejam_ai.words.barred import is_barred, phrases
from cluejam_ai.words.files import WordFile, read_word_file
from cluejam_ai.words.language import language_named
from cluejam_ai.words.legality import UNLIMITED, Judgement, Verdict, judge, legality_table
from cluejam_ai.words.normalise import normalise
from cluejam_ai.words.scripts import is_english, language_of

#: Cosine of centred `use` vectors from which a clue for one card is a clue for the other.
NEAR = 0.5
_NEARNESS = "use(center=true, remove_top=2)"


@dataclass(frozen=True)
class ClueReport:
    """What the rules say of a clue on a board.

    Parameters
    ----------
    clue : str
        As it was given.
    judgement : Judgement
        The verdict, the rule, the card and the reason.
    language : str
        The language that the board was judged in.
    rules_off : tuple of str
        Rules of English that this language does without.
    """

    clue: str
    judgement: Judgement
    language: str
    rules_off: tuple[str, ...]


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


@dataclass(frozen=True)
class ListReport:
    """What there is to know of a list of board words.

    Parameters
    ----------
    n_words : int
        Different cards.
    language : str
        As the file says or its letters tell.
    rules_off : tuple of str
        Rules on clues that this language does without.
    duplicates : tuple of str
        Cards that stand in the list twice or more.
    several_words : tuple of str
        Cards of two words and more.
    barred : tuple of str
        Profane or hurtful cards.
    confusable : tuple of ConfusablePair
        Cards that are forms or parts of one another, or near in meaning.
    without_vector : dict of str to tuple of str
        The cards that each installed embedding has no vector for.
    """

    n_words: int
    language: str
    rules_off: tuple[str, ...]
    duplicates: tuple[str, ...]
    several_words: tuple[str, ...]
    barred: tuple[str, ...]
    confusable: tuple[ConfusablePair, ...]
    without_vector: dict[str, tuple[str, ...]]


def check_clue(
    clue: str,
    board: Sequence[str],
    *,
    covered: Sequence[str] = (),
    number: str | int | None = None,
    targets: Sequence[str] | None = None,
    free_numbers: bool = False,
) -> ClueReport:
    """Judge a clue on a board.

    Parameters
    ----------
    clue : str
        Any text.
    board, covered : sequence of str
        The cards, and those of them that are covered.
    number : int, "unlimited" or None
        The number given with it; digits may be text.
    targets : sequence of str, optional
        The cards that it is meant for.
    free_numbers : bool
        Whether the game allows the numbers 0 and unlimited.

    Raises
    ------
    CluejamError
        If a covered or a meant card is not on the board, or the number is none.
    """
    language = language_of(board)
    known = {_key(card, language) for card in board}
    for card in (*covered, *(targets or ())):
        if _key(card, language) not in known:
            raise CluejamError(f"'{card}' is not on the board ({', '.join(board)})")
    found = judge(
        clue,
        board,
        covered=covered,
        number=_number(number),
        targets=targets,
        free_numbers=free_numbers,
        language=language,
    )
    return ClueReport(clue, found, language, language_named(language).rules_off)


def _key(card: str, language: str) -> str:
    return normalise(card, accents=not is_english(language))


def _number(number: str | int | None) -> int | str | None:
    if number is None or isinstance(number, int) or number == UNLIMITED:
        return number
    try:
        return int(number)
    except ValueError:
        raise CluejamError(f"'{number}' is no number of cards; say 1 to 9, 0 or unlimited") from None


def check_words(path: str | Path | None = None) -> ListReport:
    """Report on a file of board words.

    Parameters
    ----------
    path : str or Path, optional
        As for ``--words``; the same word may stand in it twice. Without it the shipped list is looked at.

    Raises
    ------
    WordListError
        If the file cannot be read.
    """
    shipped = files("cluejam_ai.resources").joinpath("words_cluejam.txt")
    found = read_word_file(Path(str(shipped)) if path is None else path, repeats=True)
    cards = tuple(dict.fromkeys(found.words))
    if not cards:
        raise CluejamError(f"{path} holds no words")
    english = is_english(found.language)
    embeddings = installed_embeddings()
    return ListReport(
        n_words=len(cards),
        language=found.language,
        rules_off=language_named(found.language).rules_off,
        duplicates=_duplicates(found),
        several_words=tuple(card for card in cards if len(card.replace("-", " ").split()) > 1),
        barred=tuple(card for card in cards if english and is_barred(card)),
        confusable=(*_akin(cards, found.language), *(_phrases(cards) + _near(cards) if english else ())),
        without_vector={
            name: tuple(card for card in cards if not embedding.rows_of(card))
            for name, embedding in embeddings.items()
        },
    )


def installed_embeddings() -> dict[str, Embedding]:
    """Return the embeddings that need no parameter and whose files are here, by name."""
    import_built_in()
    loaded: dict[str, Embedding] = {}
    for name in EMBEDDINGS.names():
        try:
            loaded[name] = load_embedding(name)
        except CluejamError:
            continue  # it needs a path, or a package that is not installed
    return loaded


def _duplicates(found: WordFile) -> tuple[str, ...]:
    seen: set[str] = set()
    twice: dict[str, None] = {}
    for word in found.words:
        if word in seen:
            twice[word] = None
        seen.add(word)
    return tuple(twice)


def _akin(cards: Sequence[str], language: str) -> tuple[ConfusablePair, ...]:
    """Return the pairs of which one could not be a clue for the other."""
    pieces = [card.replace(" ", "").replace("-", "") for card in cards]
    table = legality_table(cards, pieces, language=language)
    pairs = []
    for first, second in zip(*np.nonzero(table == Verdict.ILLEGAL), strict=True):
        if first == second or (first > second and table[second, first] == Verdict.ILLEGAL):
            continue
        rule = judge(pieces[second], [cards[first]], language=language).rule
        pairs.append(ConfusablePair(cards[first], cards[second], rule))
    return tuple(pairs)


def _phrases(cards: Sequence[str]) -> tuple[ConfusablePair, ...]:
    """Return the pairs that make an entry of WordNet together: scuba diver."""
    known = set(cards)
    pairs = [phrase.split(" ") for phrase in phrases()]
    return tuple(
        ConfusablePair(first, second, f"they make '{first} {second}'")
        for first, second in pairs
        if first != second and first in known and second in known
    )


def _near(cards: Sequence[str]) -> tuple[ConfusablePair, ...]:
    """Return the pairs of cards whose vectors lie very close, the closest first."""
    located = load_embedding(_NEARNESS).vectors_for(cards)
    cosine = np.triu(located.vectors @ located.vectors.T, k=1)
    rows, columns = np.nonzero(cosine >= NEAR)
    order = np.argsort(-cosine[rows, columns], kind="stable")
    return tuple(
        ConfusablePair(cards[i], cards[j], "near in meaning")
        for i, j in zip(rows[order], columns[order], strict=True)
    )
