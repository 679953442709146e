"""Clue legality: which words may be given while these words are uncovered on the board."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.words.clue_text import pieces, plain, refuse_text
from cluejam_ai.words.language import Language, language_named
from cluejam_ai.words.normalise import check_texts, normalise
from cluejam_ai.words.rules import REASONS, Verdict
from cluejam_ai.words.scripts import ENGLISH, LATIN, scripts_of
from cluejam_ai.words.suspects import suspects

__all__ = [
    "UNLIMITED",
    "Declared",
    "Judgement",
    "Verdict",
    "illegal",
    "judge",
    "legality_table",
    "questionable",
]

#: The number of a clue without a limit.
UNLIMITED = "unlimited"


@dataclass(frozen=True)
class Judgement:
    """A verdict and why.

    Parameters
    ----------
    verdict : Verdict
        Whether the clue may be given.
    rule : str
        Name of the rule that decided; "legal" if none did.
    card : str or None
        The board word that the rule is about, if it is about one.
    reason : str
        The same in a sentence for a person.
    """

    verdict: Verdict
    rule: str
    card: str | None
    reason: str


def illegal(rule: str, card: str | None, reason: str) -> Judgement:
    """Return the judgement that a clue may not be given, by this rule and because of this card."""
    return Judgement(Verdict.ILLEGAL, rule, card, reason)


def questionable(rule: str, card: str | None, reason: str) -> Judgement:
    """Return the judgement that people have to settle whether a clue may be given."""
    return Judgement(Verdict.QUESTIONABLE, rule, card, reason)


@dataclass(frozen=True)
class Declared:
    """What is declared with a clue.

    Parameters
    ----------
    number : int or "unlimited", optional
        The number given with the clue.
    targets : sequence of str, optional
        The cards that the clue is meant for, where they are known.
    free_numbers : bool
        Whether the rules of the game allow 0 and unlimited.
    """

    number: int | str | None = None
    targets: Sequence[str] | None = None
    free_numbers: bool = False


def judge(
    clue: str,
    cards: Sequence[str],
    *,
    covered: Collection[str] = (),
    number: int | str | None = None,
    targets: Sequence[str] | None = None,
    free_numbers: bool = False,
    language: str = ENGLISH,
) -> Judgement:
    """Judge a clue against the board words that are not yet covered.

    Parameters
    ----------
    clue : str
        Any text; case, accents and outer blanks do not matter, and ``b-o-w`` is *bow* spelled out.
    cards : sequence of str
        The words on the board.
    covered : collection of str
        Those that are covered: they restrict nothing.
    number, targets, free_numbers
        As in `Declared`.
    language : str
        "en", or any other code for the rules that every language has.

    Returns
    -------
    Judgement
        The first rule that forbids the clue, else the first that leaves it to people.

    Raises
    ------
    CluejamError
        If the clue, a card or the language is no text.

    Examples
    --------
    >>> judge("broken", ["break", "night"]).reason
    "'broken' is a form of 'break' on the board"
    >>> judge("broken", ["break", "night"], covered=["BREAK"]).verdict
    <Verdict.LEGAL: 0>
    """
    spoken = language_named(language)
    for what, texts in (("the cards", cards), ("the covered cards", covered), ("the targets", targets or ())):
        check_texts(what, texts)
    hidden = {_norm(card, spoken) for card in covered}
    board = [card for card in (_norm(card, spoken) for card in cards) if card and card not in hidden]
    declared = Declared(number, targets, free_numbers)
    text = _norm(clue, spoken)
    if refused := _refuse_text(text, cards, spoken) or _refuse_number(text, declared):
        return refused
    word = plain(text)
    parts = pieces(text)
    found = [_judge_card(word, card, spoken) for card in board]
    found += [_judge_part(text, part, card, spoken) for part in parts for card in board]
    found.append(_judge_letters(word, board, declared, spoken))
    if parts:
        reason = f"'{text}' is written with a hyphen; people have to agree to it"
        found.append(questionable("hyphen", None, reason))
    return _worst(text, found)


def _norm(text: str, language: Language) -> str:
    return normalise(text, accents=not language.is_english)


def _worst(text: str, found: Iterable[Judgement | None]) -> Judgement:
    """Return the first illegal judgement, else the first questionable one, else that nothing is wrong."""
    given = [judgement for judgement in found if judgement is not None]
    for verdict in (Verdict.ILLEGAL, Verdict.QUESTIONABLE):
        for judgement in given:
            if judgement.verdict is verdict:
                return judgement
    return Judgement(Verdict.LEGAL, "legal", None, f"nothing speaks against '{text}'")


@lru_cache(maxsize=8)
def _scripts_of_cards(cards: tuple[str, ...]) -> frozenset[str]:
    """Return the scripts of a board's words, worked out once for all clues."""
    return scripts_of(cards)


def _refuse_text(text: str, cards: Sequence[str], language: Language) -> Judgement | None:
    if language.is_english:
        scripts = frozenset({LATIN})
    else:
        scripts = _scripts_of_cards(tuple(cards)) or scripts_of([text])
    refused = refuse_text(text, scripts, english=language.is_english)
    return None if refused is None else illegal(refused[0], None, refused[1])


def _refuse_number(text: str, declared: Declared) -> Judgement | None:
    """Return why a number may not be given: it is a second clue, or the game has no such number."""
    number, targets = declared.number, declared.targets
    if number is None:
        return None
    if number in (0, UNLIMITED) and declared.free_numbers:
        # 0 says that no card is meant, unlimited does not count them
        is_wrong = number == 0 and bool(targets)
    elif number in (0, UNLIMITED):
        return illegal("number", None, f"'{text}: {number}': this game has numbers from 1 to 9")
    elif not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 9:
        return illegal("number", None, f"'{text}: {number}': a clue's number is from 1 to 9")
    else:
        is_wrong = targets is not None and len(targets) != number
    if not is_wrong or targets is None:
        return None
    cards = "1 card" if len(targets) == 1 else f"{len(targets)} cards"
    return illegal("number", None, f"'{text}: {number}' is meant for {cards}; the number only counts them")


def _judge_card(word: str, card: str, language: Language) -> Judgement | None:
    for rules, verdict in (
        (language.forbidding, Verdict.ILLEGAL),
        (language.doubtful, Verdict.QUESTIONABLE),
    ):
        for name, rule in rules.items():
            if rule(word, card):
                return Judgement(verdict, name, card, REASONS[name].format(clue=word, card=card))
    return None


def _judge_part(text: str, part: str, card: str, language: Language) -> Judgement | None:
    """Judge a word that a hyphen joins to another (t-shirt): the whole is a compound of it."""
    found = _judge_card(part, card, language)
    if found is None:
        return None
    return replace(found, rule="compound", reason=f"'{text}' is joined of '{part}' and more: {found.reason}")


def _verdict(word: str, card: str, language: Language) -> Verdict:
    """Return the verdict on a clue of one piece beside one card, nothing being declared."""
    found = (_judge_card(word, card, language), _judge_letters(word, [card], Declared(), language))
    return _worst(word, found).verdict


def _judge_letters(word: str, board: list[str], declared: Declared, language: Language) -> Judgement | None:
    """Judge a letter or a count of letters: illegal if it fits every intended card, two or more of them."""
    if declared.number == 1:
        return None
    targets = declared.targets
    meant = None if targets is None else [card for card in (_norm(t, language) for t in targets) if card]
    for name, rule in language.on_targets.items():
        fitting = [card for card in (board if meant is None else meant) if rule(word, card)]
        if not fitting:
            continue
        reason = REASONS[name].format(clue=word, card=fitting[0])
        if meant is None:
            return questionable(name, fitting[0], reason)
        if len(meant) >= 2 and len(fitting) == len(meant):
            return illegal(name, fitting[0], reason)
    return None


def legality_table(
    cards: Sequence[str], clues: Sequence[str], *, language: str = ENGLISH
) -> NDArray[np.uint8]:
    """Return the verdict on every clue against every card alone.

    Parameters
    ----------
    cards : sequence of str, length W
        Board words.
    clues : sequence of str, length V
        Clue words.
    language : str
        As in `judge`.

    Returns
    -------
    (W, V) uint8
        `Verdict` codes: 0 legal, 1 illegal, 2 questionable. A clue may be given where its column is 0 for
        every uncovered card.

    Notes
    -----
    Only the pairs that share a form, a part or a run of letters are judged one by one; the others are legal.
    """
    spoken = language_named(language)
    check_texts("the cards", cards)
    check_texts("the clues", clues)
    table = np.zeros((len(cards), len(clues)), dtype=np.uint8)
    simple = [plain(_norm(clue, spoken)) for clue in clues]
    for place, clue in enumerate(clues):
        if simple[place] != clue:
            table[:, place] = [judge(clue, [card], language=language).verdict for card in cards]
    named = [_norm(card, spoken) for card in cards]
    for row, columns in suspects(named, simple, english=spoken.is_english):
        for column in columns if named[row] else ():
            if clues[column] == simple[column]:
                table[row, column] = _verdict(simple[column], named[row], spoken)
    # a text that is no clue at all is illegal against every card
    refused = [_refuse_text(_norm(clue, spoken), cards, spoken) is not None for clue in clues]
    table[:, refused] = Verdict.ILLEGAL
    return table
