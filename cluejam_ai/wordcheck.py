"""Answers about words that a person brings: whether a clue may be given, and what a list of cards lacks."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from operator import index
from pathlib import Path

from cluejam_ai.confusable import ConfusablePair, Progress, confusable_pairs, not_words
from cluejam_ai.embeddings.base import EMBEDDINGS, Embedding
from cluejam_ai.embeddings.load import import_built_in, load_embedding
from cluejam_ai.errors import CluejamError
from cluejam_ai.words.barred import is_barred
from cluejam_ai.words.files import WordFile, read_word_file
from cluejam_ai.words.language import language_named
from cluejam_ai.words.legality import UNLIMITED, Judgement, judge
from cluejam_ai.words.normalise import check_texts, normalise
from cluejam_ai.words.scripts import ENGLISH, is_english, language_of

#: The longest list that is looked over: every card is compared with every other.
MOST_WORDS = 50_000


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
    language_assumed : bool
        Whether nobody named the language, so that the script of the cards decided.
    """

    clue: str
    judgement: Judgement
    language: str
    rules_off: tuple[str, ...]
    language_assumed: bool


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
    not_words : tuple of str
        Cards that no clue can be spelled like: emoji, digits mixed with letters, letters of another script.
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
    not_words: tuple[str, ...]
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
    language: str | None = None,
) -> ClueReport:
    """Judge a clue on a board.

    Parameters
    ----------
    clue : str
        Any text.
    board, covered : sequence of str
        The cards, and those that are covered; these restrict nothing, and need not stand in `board` too.
    number : int, "unlimited" or None
        The number given with it; digits may be text.
    targets : sequence of str, optional
        The cards that it is meant for.
    free_numbers : bool
        Whether the game allows the numbers 0 and unlimited.
    language : str, optional
        A code as "en" or "de"; every one but "en" has the rules that need no table of English. Without it
        cards in Latin letters are taken as English, and others by the rules of every language ("other").

    Raises
    ------
    CluejamError
        If the board has no cards, a card without a name or the same card twice; if a covered card is named
        twice; if a meant card is not on the board, named twice or covered; if the number or the language is
        none.
    """
    check_texts("the clue", [clue])
    is_assumed = language is None
    detected = language_of(board) if check_texts("the board", board) else ENGLISH
    spoken = language_named(detected if language is None else language)
    language = spoken.name
    known = _names("the board", board, language)
    if not known:
        raise CluejamError("the board has no cards; name them, for example: --board 'BREAK,NIGHT'")
    hidden = _names("the covered cards", covered, language)
    for card in _names("the targets", targets or (), language, (*known, *hidden)):
        if card in hidden:
            raise CluejamError(f"'{card}' is covered already, so it can be no target")
    found = judge(
        clue,
        board,
        covered=covered,
        number=_number(number),
        targets=targets,
        free_numbers=free_numbers,
        language=language,
    )
    return ClueReport(clue, found, language, spoken.rules_off, is_assumed)


def _names(
    what: str, cards: Sequence[str], language: str, board: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Return cards as they are compared, each there once, with a name, and on the board."""
    check_texts(what, cards)
    names = tuple(normalise(card, accents=not is_english(language)) for card in cards)
    for place, name in enumerate(names):
        if not name:
            raise CluejamError(f"{what}: card {place + 1} has no name; leave out the comma too many")
        if board is not None and name not in board:
            raise CluejamError(f"'{name}' is not on the board ({', '.join(board)})")
        if name in names[:place]:
            raise CluejamError(f"{what}: '{name}' stands there twice; name each card once")
    return names


def _number(number: str | int | None) -> int | str | None:
    if number is None or number == UNLIMITED:
        return number
    try:
        if isinstance(number, bool):
            raise ValueError
        return int(number) if isinstance(number, str) else index(number)
    except (TypeError, ValueError):
        raise CluejamError(f"'{number}' is no number of cards; say 1 to 9, 0 or unlimited") from None


def check_words(path: str | Path | None = None, *, progress: Progress | None = None) -> ListReport:
    """Report on a file of board words.

    Parameters
    ----------
    path : str or Path, optional
        As for ``--words``; the same word may stand in it twice. Without it the shipped list is looked at.
    progress : callable, optional
        Is told how many cards have been compared with all others, and how many there are.

    Raises
    ------
    WordListError
        If the file cannot be read.
    CluejamError
        If it holds no words or more than `MOST_WORDS`, or the path is none.
    """
    if path is not None and not isinstance(path, (str, Path)):
        raise CluejamError(f"a list of words is named by its path, not by {path!r}")
    shipped = files("cluejam_ai.resources").joinpath("words_cluejam.txt")
    found = read_word_file(Path(str(shipped)) if path is None else path, repeats=True)
    cards = tuple(dict.fromkeys(found.words))
    if not cards:
        raise CluejamError(f"{path} holds no words")
    if len(cards) > MOST_WORDS:
        raise CluejamError(
            f"{path} holds {len(cards):,} words; every two are compared, so a list has at most"
            f" {MOST_WORDS:,}: check parts of it"
        )
    english = is_english(found.language)
    embeddings = installed_embeddings()
    return ListReport(
        n_words=len(cards),
        language=found.language,
        rules_off=language_named(found.language).rules_off,
        duplicates=_duplicates(found),
        several_words=tuple(card for card in cards if len(card.replace("-", " ").split()) > 1),
        barred=tuple(card for card in cards if english and is_barred(card)),
        not_words=not_words(cards, found.language),
        confusable=confusable_pairs(cards, found.language, progress),
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
