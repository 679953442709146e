"""A tournament of teams of two as counts: who met whom on which board, who moved first, who won."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.errors import CluejamError
from cluejam_ai.metrics import paired
from cluejam_ai.metrics.estimates import NOTHING, Estimate, clustered_share

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Tournament:
    """Matches of teams, counted by board.

    Attributes
    ----------
    teams : tuple of str
        Names of the teams (T), spymaster > guesser.
    spymasters, guessers : tuple of str
        Those of each team (T).
    first, second : (C,) int
        The two teams of each kind of encounter.
    lead : (C,) int
        1 where the first of the two moved first, else -1.
    won, played : (N, C) float
        Matches on each board that the first of the two won, and that were played.
    """

    teams: tuple[str, ...]
    spymasters: tuple[str, ...]
    guessers: tuple[str, ...]
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    lead: NDArray[np.int64]
    won: Floats
    played: Floats

    @property
    def n_boards(self) -> int:
        """How many boards were played."""
        return len(self.won)


def tournament(frames: Mapping[str, "pd.DataFrame"]) -> Tournament:
    """Return the tournament that the matches of pairings of two teams make.

    Parameters
    ----------
    frames : mapping of str to data frame
        Matches of each pairing of a game of two teams.

    Raises
    ------
    CluejamError
        If no two unlike teams met.
    """
    import pandas as pd

    matches = pd.concat(frames.values(), ignore_index=True)
    sides = [
        matches[[f"{prefix}spymaster", f"{prefix}guesser"]].astype(str).set_axis(["s", "g"], axis=1)
        for prefix in ("", "second_")
    ]
    both = pd.concat(sides, ignore_index=True)
    names = (both["s"] + " > " + both["g"]).to_numpy()
    teams = tuple(dict.fromkeys(names))
    if len(teams) < 2:
        raise CluejamError("a tournament needs two unlike teams that met; this run has one team only")
    roles = both.drop_duplicates()
    code = pd.Categorical(names, categories=list(teams)).codes.astype(np.intp).reshape(2, -1)
    lead = np.where(matches["starter"].to_numpy() == 0, 1, -1)
    kinds, cell = np.unique(np.stack([code[0], code[1], lead]), axis=1, return_inverse=True)
    _, board = np.unique(matches["board"].to_numpy(), return_inverse=True)
    shape = (int(board.max()) + 1, kinds.shape[1])
    place = board * shape[1] + cell.ravel()

    def count(weights: Floats | None = None) -> Floats:
        return np.bincount(place, weights=weights, minlength=shape[0] * shape[1]).reshape(shape).astype(float)

    return Tournament(
        teams=teams,
        spymasters=tuple(roles["s"]),
        guessers=tuple(roles["g"]),
        first=kinds[0].astype(np.intp),
        second=kinds[1].astype(np.intp),
        lead=kinds[2].astype(np.int64),
        won=count(matches["won"].to_numpy(dtype=float)),
        played=count(),
    )


@dataclass(frozen=True)
class Meeting:
    """How two teams did against each other; the unit is the board in both seatings.

    Attributes
    ----------
    first, second : str
    wins : Estimate
        Share of matches that the first won.
    only_first, only_second, split : int
        Boards of which the first, or the second, won more matches, and those where neither did.
    p, p_holm : float
        Exact sign test over boards, and the same corrected for all meetings.
    """

    first: str
    second: str
    wins: Estimate
    only_first: int
    only_second: int
    split: int
    p: float
    p_holm: float

    @property
    def is_real(self) -> bool:
        """Whether the difference holds at 5 % after correction for all meetings."""
        return self.p_holm < 0.05


def meetings(games: Tournament) -> list[Meeting]:
    """Return how each two teams that met did against each other, first the stronger of the two."""
    found = []
    for i in range(len(games.teams)):
        for j in range(i + 1, len(games.teams)):
            won, played = against(games, i, j)
            if played.any():
                found.append(_meeting(games, (i, j), won, played))
    corrected = paired.holm([m.p for m in found])
    return [Meeting(**{**vars(m), "p_holm": p}) for m, p in zip(found, corrected, strict=True)]


def against(games: Tournament, one: int, other: int) -> tuple[Floats, Floats]:
    """Return for each board how many matches a team won against another, and how many they played.

    Returns
    -------
    (N,) float, (N,) float
    """
    ours = (games.first == one) & (games.second == other)
    theirs = (games.first == other) & (games.second == one)
    lost = games.played[:, theirs] - games.won[:, theirs]
    won = games.won[:, ours].sum(axis=1) + lost.sum(axis=1)
    return won, games.played[:, ours | theirs].sum(axis=1)


def _meeting(games: Tournament, teams: tuple[int, int], won: Floats, played: Floats) -> Meeting:
    if won.sum() * 2 < played.sum():
        teams, won = teams[::-1], played - won
    met = played > 0
    ahead = np.sign(2 * won - played)[met]
    counts = [int((ahead == side).sum()) for side in (1, -1, 0)]
    return Meeting(
        first=games.teams[teams[0]],
        second=games.teams[teams[1]],
        wins=clustered_share(won, played),
        only_first=counts[0],
        only_second=counts[1],
        split=counts[2],
        p=paired.sign_test(counts[0], counts[1]),
        p_holm=float("nan"),
    )


def win_matrix(games: Tournament) -> list[list[Estimate]]:
    """Return the share of matches that each team (row) won against each other (column)."""
    n = range(len(games.teams))
    return [[NOTHING if i == j else clustered_share(*against(games, i, j)) for j in n] for i in n]
