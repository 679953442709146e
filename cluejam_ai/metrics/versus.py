"""Every row of a run against the best one, on the same boards, corrected for all that could be compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from cluejam_ai.metrics import paired
from cluejam_ai.metrics.base import PARTS, Floats
from cluejam_ai.metrics.estimates import Estimate

if TYPE_CHECKING:
    import pandas as pd

#: The figure that decides in a game, where it is not the win rate, and whether less of it is better.
_DECIDES = {"solo": ("score25", True)}


@dataclass(frozen=True)
class Versus:
    """How the best row and another differ on the boards that all rows played.

    Attributes
    ----------
    best, other : str
        Names of the rows.
    difference : Estimate
        The best's figure less the other's; `n` counts boards.
    better, worse : int
        Boards on which the best did better, and worse, than the other.
    p, p_holm : float
        Exact sign test over boards, and the same corrected for all pairs of rows: the best was chosen after
        looking, so every pair counts.
    """

    best: str
    other: str
    difference: Estimate
    better: int
    worse: int
    p: float
    p_holm: float

    @property
    def is_real(self) -> bool:
        """Whether the difference holds at 5 % after correction for all pairs of rows."""
        return self.p_holm < 0.05


def decisive_figure(game: str) -> tuple[str, bool]:
    """Return the figure by which rows of a game are ranked, and whether less is better."""
    return _DECIDES.get(game, ("win_rate", False))


def against_the_best(frames: Mapping[str, "pd.DataFrame"], game: str) -> list[Versus]:
    """Return how the best row differs from each other one; nothing where no board was played by all.

    Parameters
    ----------
    frames : mapping of str to data frame
        Matches of each row.
    game : str
        Name of the game.
    """
    figure, less_is_better = decisive_figure(game)
    names, values = board_means(frames, figure)
    if len(names) < 2 or not values.shape[1]:
        return []
    goodness = -values if less_is_better else values
    best = int(np.argmax(goodness.mean(axis=1)))
    pairs = list(combinations(range(len(names)), 2))
    ahead = {(i, j): _ahead(goodness, i, j) for i, j in pairs}
    p = [paired.sign_test(*ahead[pair]) for pair in pairs]
    corrected = dict(zip(pairs, zip(p, paired.holm(p), strict=True), strict=True))
    out = []
    for other in np.argsort(-goodness.mean(axis=1), kind="stable"):
        if other != best:
            pair = (min(best, int(other)), max(best, int(other)))
            counts = ahead[pair] if pair[0] == best else ahead[pair][::-1]
            difference = _difference(values[best], values[other], counts, figure)
            out.append(Versus(names[best], names[other], difference, *counts, *corrected[pair]))
    return out


def board_means(frames: Mapping[str, "pd.DataFrame"], figure: str) -> tuple[list[str], Floats]:
    """Return a figure of each row on each board that all rows played.

    Returns
    -------
    list of str
        Names of the rows.
    (P, N) float
        Of row and board, rising by number; the mean over the board's seatings.
    """
    played = [np.unique(frame["board"].to_numpy()) for frame in frames.values()]
    boards = played[0]
    for own in played[1:]:
        boards = np.intersect1d(boards, own)
    rows = []
    for frame in frames.values():
        frame = frame[np.isin(frame["board"].to_numpy(), boards)]
        parts = PARTS[figure](frame)
        place = np.searchsorted(boards, frame["board"].to_numpy())
        top, bottom = (
            np.bincount(place, weights=np.asarray(x, dtype=float), minlength=len(boards))
            for x in (parts.top, parts.bottom)
        )
        rows.append(top / np.maximum(bottom, 1))
    return list(frames), np.stack(rows)


def _ahead(goodness: Floats, one: int, other: int) -> tuple[int, int]:
    return int((goodness[one] > goodness[other]).sum()), int((goodness[one] < goodness[other]).sum())


def _difference(best: Floats, other: Floats, counts: tuple[int, int], figure: str) -> Estimate:
    if np.isin(best, (0, 1)).all() and np.isin(other, (0, 1)).all():
        return paired.share_difference(*counts, len(best))
    ones = np.ones(len(best))
    return paired.bootstrap_ratio_difference((best, ones), (other, ones), crc32(figure.encode()))
