"""Clue legality: which words may be given while these words are uncovered on the board."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.words.normalise import normalise
from cluejam_ai.words.rules import REASONS, TARGET_RULES, Verdict, joined, judge_pair
from cluejam_ai.words.suspects import suspects

__all__ = ["Judgement", "Verdict", "judge", "legality_table"]

_SPELLED = re.compile(r"[a-z](-[a-z])+\Z")
_HYPHENED = re.compile(r"[a-z]+(-[a-z]+)+\Z")
_LONGEST = 45


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


def judge(
    clue: str, cards: Sequence[str], *, number: int | None = None, targets: Sequence[str] | None = None
) -> Judgement:
    """Judge a clue against the board words that are not yet covered.

    Parameters
    ----------
    clue : str
        Any text; case, accents and outer blanks do not matter, and ``b-o-w`` is *bow* spelled out.
    cards : sequence of str
        The uncovered board words.
    number : int, optional
        The number given with the clue.
    targets : sequence of str, optional
        The cards that the clue is meant for, where they are known.

    Returns
    -------
    Judgement
        The first rule that forbids the clue, else the first that leaves it to people.

    Examples
    --------
    >>> judge("broken", ["break", "night"]).reason
    "'broken' is a form of 'break' on the board"
    >>> judge("knight", ["break", "night"]).verdict
    <Verdict.LEGAL: 0>
    """
    text = normalise(clue)
    if refused := _refuse_text(text) or _refuse_number(text, number, targets):
        return refused
    board = [normalise(card) for card in cards]
    board = [card for card in board if card]
    word = _plain(text)
    pieces = [word, *_pieces(text)]
    found = [_judge_card(piece, card) for piece in pieces for card in board]
    found.append(_judge_letters(word, board, number, targets))
    if _pieces(text):
        found.append(_doubt("hyphen", None, f"'{text}' is written with a hyphen; people have to agree to it"))
    return _worst(text, found)


def _worst(text: str, found: Iterable[Judgement | None]) -> Judgement:
    """Return the first illegal judgement, else the first questionable one, else that nothing is wrong."""
    given = [judgement for judgement in found if judgement is not None]
    for verdict in (Verdict.ILLEGAL, Verdict.QUESTIONABLE):
        for judgement in given:
            if judgement.verdict is verdict:
                return judgement
    return Judgement(Verdict.LEGAL, "legal", None, f"nothing speaks against '{text}'")


def _refuse(rule: str, reason: str) -> Judgement:
    return Judgement(Verdict.ILLEGAL, rule, None, reason)


def _doubt(rule: str, card: str | None, reason: str) -> Judgement:
    return Judgement(Verdict.QUESTIONABLE, rule, card, reason)


def _refuse_text(text: str) -> Judgement | None:
    """Return why a text is no clue at all: empty, several words, or signs other than one word's letters."""
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    if not text:
        return _refuse("one-word", "the clue is empty; it has to be one word")
    if " " in text:
        return _refuse("one-word", f"'{shown}' is more than one word; a clue is one word")
    if len(text) > _LONGEST:
        return _refuse("one-word", f"'{shown}' is too long for a word")
    if not text.isprintable():
        return _refuse("script", f"{shown!r} holds a sign that cannot be printed")
    if any(sign.isalpha() and not sign.isascii() for sign in text):
        return _refuse("script", f"'{shown}' is not in the letters of the lexicon (a to z)")
    letters = re.sub("['’]", "", text)
    if re.fullmatch(r"[a-z]+(-[a-z]+)*|[0-9]+", letters):
        return None
    if re.fullmatch(r"[a-z0-9]+", letters):
        return _refuse("digits", f"'{shown}' mixes letters and digits; a clue is a word or a number")
    return _refuse("script", f"'{shown}' holds signs that are not letters; a clue is one word")


def _refuse_number(text: str, number: int | None, targets: Sequence[str] | None) -> Judgement | None:
    """Return why a number is a second clue: it is not how many cards are meant."""
    if number is None or targets is None or len(targets) == number:
        return None
    return _refuse(
        "number", f"'{text}: {number}' is meant for {len(targets)} cards; the number only counts them"
    )


def _plain(text: str) -> str:
    """Return the clue's letters in one piece: b-o-w and bow are the same clue, and the dog's is of dog."""
    return joined(re.sub(r"['’](s?\Z)", "", text).replace("’", ""))


def _pieces(text: str) -> list[str]:
    """Return the words that hyphens join (x-ray), none if there are none or they only spell a word out."""
    if _SPELLED.match(text) or not _HYPHENED.match(text):
        return []
    return text.split("-")


def _judge_card(word: str, card: str) -> Judgement | None:
    verdict, rule = judge_pair(word, card)
    if verdict is Verdict.LEGAL:
        return None
    return Judgement(verdict, rule, card, REASONS[rule].format(clue=word, card=card))


def _judge_letters(
    word: str, board: list[str], number: int | None, targets: Sequence[str] | None
) -> Judgement | None:
    """Judge a letter or a count of letters: illegal if it fits every intended card, two or more of them."""
    if number == 1:
        return None
    meant = None if targets is None else [card for card in map(normalise, targets) if card]
    for name, rule in TARGET_RULES.items():
        fitting = [card for card in (board if meant is None else meant) if rule(word, card)]
        if not fitting:
            continue
        reason = REASONS[name].format(clue=word, card=fitting[0])
        if meant is None:
            return _doubt(name, fitting[0], reason)
        if len(meant) >= 2 and len(fitting) == len(meant):
            return Judgement(Verdict.ILLEGAL, name, fitting[0], reason)
    return None


def legality_table(cards: Sequence[str], clues: Sequence[str]) -> NDArray[np.uint8]:
    """Return the verdict on every clue against every card alone.

    Parameters
    ----------
    cards : sequence of str, length W
        Board words.
    clues : sequence of str, length V
        Clue words.

    Returns
    -------
    (W, V) uint8
        `Verdict` codes: 0 legal, 1 illegal, 2 questionable. A clue may be given where its column is 0 for
        every uncovered card.

    Notes
    -----
    Only the pairs that share a form, a part or a run of letters are judged one by one; the others are legal.
    """
    table = np.zeros((len(cards), len(clues)), dtype=np.uint8)
    plain = [_plain(normalise(clue)) for clue in clues]
    for place, clue in enumerate(clues):
        if plain[place] != clue:
            table[:, place] = [judge(clue, [card]).verdict for card in cards]
    for row, column in suspects([normalise(card) for card in cards], plain):
        table[row, column] = judge(clues[column], [cards[row]]).verdict
    # a text that is no clue at all is illegal against every card
    table[:, [judge(clue, []).verdict is Verdict.ILLEGAL for clue in clues]] = Verdict.ILLEGAL
    return table
