"""Which words of a data set nothing is known of, and which rows fall out for that."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.human.rows import HumanData, HumanRow

#: Leave rows out whose clue, targets or guesses have no vector, or keep them and rank such cards last.
POLICIES = ("drop", "last")


@dataclass(frozen=True)
class Coverage:
    """What is known of the words of a data set.

    Attributes
    ----------
    n_rows : int
        Rows in the data set.
    kept : tuple of int
        Which of them are measured.
    known_cards, known_clues : mapping from str to str
        The words that something is known of, and under which form.
    missing_cards, missing_clues : tuple of str
        The others, in alphabetical order.
    policy : str
        One of `POLICIES`.
    reasons : mapping from str to int
        How many rows fell out because of their ``clue``, else ``target``, else ``guess``.
    n_short : int
        Rows that are measured with a card that ranks last because nothing is known of it.
    """

    n_rows: int
    kept: tuple[int, ...]
    known_cards: Mapping[str, str]
    known_clues: Mapping[str, str]
    missing_cards: tuple[str, ...]
    missing_clues: tuple[str, ...]
    policy: str
    reasons: Mapping[str, int]
    n_short: int

    @property
    def by_form(self) -> dict[str, str]:
        """The words that are known only under another form, and that form."""
        return {w: form for w, form in {**self.known_clues, **self.known_cards}.items() if w != form}

    def as_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "rows_in_file": self.n_rows,
            "rows": len(self.kept),
            "missing": self.policy,
            "dropped": dict(self.reasons),
            "rows_with_cards_ranked_last": self.n_short,
            "missing_cards": list(self.missing_cards),
            "missing_clues": list(self.missing_clues),
            "by_form": self.by_form,
        }


def cover(data: HumanData, find: Callable[[str], str | None], policy: str = "drop") -> Coverage:
    """Return what is known of a data set's words, and which rows are measured.

    Parameters
    ----------
    data : HumanData
    find : callable
        Returns the form under which a word is known, or None.
    policy : str
        One of `POLICIES`.

    Raises
    ------
    UnknownNameError
        For another policy.
    CluejamError
        If no row is left.
    """
    if policy not in POLICIES:
        raise UnknownNameError("policy for missing words", policy, POLICIES)
    cards = {word: find(word) for word in sorted({word for row in data.rows for word in row.board})}
    clues = {word: find(word) for word in sorted({row.clue for row in data.rows})}
    reasons = [_reason(row, cards, clues) for row in data.rows]
    kept = tuple(k for k, reason in enumerate(reasons) if policy == "last" or not reason)
    if not kept:
        raise CluejamError(
            f"no row of '{data.name}' is left: {len(data)} have words without a vector; "
            "keep them with --missing last, or choose other embeddings"
        )
    fallen = [] if policy == "last" else [reason for reason in reasons if reason]
    return Coverage(
        n_rows=len(data),
        kept=kept,
        known_cards={word: form for word, form in cards.items() if form is not None},
        known_clues={word: form for word, form in clues.items() if form is not None},
        missing_cards=tuple(word for word, form in cards.items() if form is None),
        missing_clues=tuple(word for word, form in clues.items() if form is None),
        policy=policy,
        reasons={name: fallen.count(name) for name in ("clue", "target", "guess")},
        n_short=sum(any(cards[word] is None for word in data.rows[k].board) for k in kept),
    )


def _reason(row: HumanRow, cards: Mapping[str, str | None], clues: Mapping[str, str | None]) -> str:
    """Return which part of a row nothing is known of; empty if that is no matter."""
    if clues[row.clue] is None:
        return "clue"
    if any(cards[word] is None for word in row.targets):
        return "target"
    return "guess" if any(cards[word] is None for word in row.guesses) else ""
