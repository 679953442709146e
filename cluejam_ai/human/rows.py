"""What people said and touched: one clue on one board a row, whatever file it came from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

#: A board that shares at least this part of its cards with another, of the smaller one's, is the same game.
_SAME_GAME = 0.5
#: How ``meta.clue_by`` and ``meta.guess_by`` call people, maybe with more in brackets; all others are agents.
PERSONS = ("person", "people", "human", "humans")


@dataclass(frozen=True)
class HumanRow:
    """One clue on one board, and what people made of it.

    Attributes
    ----------
    id : str
        Unique in its file.
    source : str
        Where it was taken from.
    board : tuple of N str
        The cards that were not covered, 1 to 25, as `cluejam_ai.words.normalise` writes them.
    clue : str
        The clue word.
    number : int
        The number said with it; -1 for unlimited.
    targets : tuple of str
        The cards it was meant for; empty where the giver did not tell.
    guess_sets : tuple of tuple of str
        The cards that each person touched; empty where nobody was asked.
    avoid : tuple of str
        Other cards that were not to be touched.
    assassin : tuple of str
        Cards that lose the game; empty where there is none.
    team : tuple of str
        Cards that were to be found, the targets among them; empty where nobody tells.
    ordered : bool
        Whether each person's cards stand in the order of touches.
    game : str
        Which game or board the row belongs to; empty where the file does not tell.
    meta : mapping
        Anything else, kept as it is.
    """

    id: str
    source: str
    board: tuple[str, ...]
    clue: str
    number: int
    targets: tuple[str, ...] = ()
    guess_sets: tuple[tuple[str, ...], ...] = ()
    avoid: tuple[str, ...] = ()
    assassin: tuple[str, ...] = ()
    team: tuple[str, ...] = ()
    ordered: bool = True
    game: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def guesses(self) -> tuple[str, ...]:
        """Every card that somebody touched, those of most people first, then those mentioned first."""
        counts = Counter(card for guesses in self.guess_sets for card in guesses)
        return tuple(sorted(counts, key=lambda card: -counts[card]))

    @property
    def clue_by_person(self) -> bool:
        """Whether a person gave the clue; one of whom nothing is told is a person."""
        return _is_person(self.meta.get("clue_by"))

    @property
    def guess_by_person(self) -> bool:
        """Whether people guessed, as far as is told."""
        return _is_person(self.meta.get("guess_by"))

    def to_json(self) -> dict[str, Any]:
        """Return the row as a JSON object, in the form that `read_human` reads."""
        texts = ("board", "targets", "guesses", "avoid", "assassin", "team")
        meta = dict(self.meta)
        if self.game:
            meta["game"] = self.game
        if not self.ordered:
            meta["ordered"] = False
        return {
            "id": self.id,
            "source": self.source,
            "clue": self.clue,
            "number": self.number,
            **{name: list(getattr(self, name)) for name in texts},
            "guess_sets": [list(guesses) for guesses in self.guess_sets],
            "meta": meta,
        }


def _is_person(by: object) -> bool:
    return by is None or str(by).partition("(")[0].strip().lower() in PERSONS


@dataclass(frozen=True, eq=False)
class HumanData:
    """Rows of one data set.

    Attributes
    ----------
    name : str
        What it is called in tables.
    rows : tuple of R HumanRow
    """

    name: str
    rows: tuple[HumanRow, ...]

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def groups(self) -> NDArray[np.intp]:
        """Which game or board each row belongs to, from 0: (R,) intp; what intervals are drawn over.

        Rows of one `game` of one source belong together. Of rows without, those do whose boards share at
        least half of the smaller board's cards: they are the same board at two times, for two unlike boards
        from one list of words share far fewer.
        """
        labels: dict[Any, int] = {}
        without = [place for place, row in enumerate(self.rows) if not row.game]
        of_boards = dict(zip(without, _alike([self.rows[place].board for place in without]), strict=True))
        names = [
            ("game", row.source, row.game) if row.game else ("board", of_boards[place])
            for place, row in enumerate(self.rows)
        ]
        return np.array([labels.setdefault(name, len(labels)) for name in names], dtype=np.intp)

    @property
    def n_groups(self) -> int:
        """How many games or boards there are."""
        return len(np.unique(self.groups))

    def take(self, places: Sequence[int] | NDArray[np.integer]) -> "HumanData":
        """Return some of the rows."""
        return HumanData(self.name, tuple(self.rows[int(place)] for place in places))

    def of_people(self) -> "HumanData":
        """Return the rows without what agents guessed (`HumanRow.guess_by_person`)."""
        kept = (row if row.guess_by_person else replace(row, guess_sets=()) for row in self.rows)
        return HumanData(self.name, tuple(kept))

    def to_frame(self) -> "pd.DataFrame":
        """Return one line a row: the fields of `HumanRow` but `meta`, and `group`."""
        import pandas as pd

        columns = [name for name in HumanRow.__dataclass_fields__ if name != "meta"]
        frame = pd.DataFrame([[getattr(row, name) for name in columns] for row in self.rows], columns=columns)
        return frame.assign(group=self.groups)


def _alike(boards: Sequence[tuple[str, ...]]) -> list[int]:
    """Return a number for each board that is the same for boards that share half of their cards."""
    unlike = list(dict.fromkeys(frozenset(board) for board in boards))
    place = {board: k for k, board in enumerate(unlike)}
    words = {word: k for k, word in enumerate(sorted(set().union(*unlike)))} if unlike else {}
    holds = np.zeros((len(unlike), len(words)), dtype=np.float32)
    for k, board in enumerate(unlike):
        holds[k, [words[word] for word in board]] = 1
    sizes = holds.sum(axis=1)
    label = np.arange(len(unlike))
    for k in range(len(unlike)):  # a row at a time: (U,) numbers in use beside the table
        shared = holds[:k] @ holds[k]
        same = np.unique(label[:k][shared >= _SAME_GAME * np.minimum(sizes[:k], sizes[k])])
        if same.size:
            label[np.isin(label, same)] = same[0]
            label[k] = same[0]
    return [int(label[place[frozenset(board)]]) for board in boards]
