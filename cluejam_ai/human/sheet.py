"""A data set as arrays: which cards of each row are targets, wrong, or somebody's picks."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.human.rows import HumanData, HumanRow

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

N_PLACES = 25


@dataclass(frozen=True, eq=False)
class Sheet:
    """Rows as arrays; a row's cards stand in the first places, in the order of its board.

    Attributes
    ----------
    valid : (R, 25) bool
        Where there is a card.
    target : (R, 25) bool
        Cards the clue was meant for.
    own : (R, 25) bool
        Cards that end no turn: those to be found where they are told, else the targets.
    assassin : (R, 25) bool
    number : (R,) int
        How many cards are looked for: the targets, where they are told, else the number said, at least 1.
    group : (R,) int
        The game or board of each row.
    person_row : (P,) int
        The row that each person answered, ascending.
    picks : (P, 25) int8
        When each card was touched by the person, from 1; 0 if it was not.
    in_order : (P,) bool
        Whether that order is known.
    clue_by_person : (R,) bool
        Whether a person gave the clue, as far as is told.
    """

    valid: Bools
    target: Bools
    own: Bools
    assassin: Bools
    number: NDArray[np.int64]
    group: NDArray[np.intp]
    person_row: NDArray[np.intp]
    picks: NDArray[np.int8]
    in_order: Bools
    clue_by_person: Bools

    def __len__(self) -> int:
        return len(self.valid)

    @property
    def picked(self) -> Bools:
        """The cards that each person touched: (P, 25) bool."""
        return self.picks > 0


def sheet_of(data: HumanData) -> Sheet:
    """Return a data set as arrays."""
    rows = data.rows
    n_cards = np.array([len(row.board) for row in rows])
    valid = np.arange(N_PLACES) < n_cards[:, None]
    target, team, assassin = (_marked(rows, part) for part in (_targets, _team, _assassins))
    said = np.array([max(1, row.number) for row in rows])
    n_targets = target.sum(axis=1)
    people = [(place, row, one) for place, row in enumerate(rows) for one in row.guess_sets]
    picks = np.zeros((len(people), N_PLACES), dtype=np.int8)
    for line, (_, row, guesses) in zip(picks, people, strict=True):
        line[[row.board.index(card) for card in guesses]] = np.arange(1, len(guesses) + 1)
    return Sheet(
        valid=valid,
        target=target,
        own=target | team,
        assassin=assassin,
        number=np.where(n_targets > 0, n_targets, said),
        group=data.groups,
        person_row=np.array([place for place, _, _ in people], dtype=np.intp),
        picks=picks,
        in_order=np.array([row.ordered for _, row, _ in people], dtype=bool),
        clue_by_person=np.array([row.clue_by_person for row in rows], dtype=bool),
    )


def _targets(row: HumanRow) -> tuple[str, ...]:
    return row.targets


def _team(row: HumanRow) -> tuple[str, ...]:
    return row.team


def _assassins(row: HumanRow) -> tuple[str, ...]:
    return row.assassin


def _marked(rows: tuple[HumanRow, ...], part: Callable[[HumanRow], tuple[str, ...]]) -> Bools:
    """Return where cards of a part of each row lie: (R, 25) bool."""
    marks = np.zeros((len(rows), N_PLACES), dtype=bool)
    for line, row in zip(marks, rows, strict=True):
        line[[row.board.index(card) for card in part(row)]] = True
    return marks
