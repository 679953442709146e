"""The risk surface: what a clue's number gains and what it dares."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cluejam_ai.metrics.base import Floats, Parts, estimate
from cluejam_ai.metrics.clues import ClueTable
from cluejam_ai.metrics.estimates import Estimate

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class RiskPoint:
    """What came of the clues of one number.

    Attributes
    ----------
    number : int or None
        The clues' number; None for those of every number that counts cards.
    clues : int
        How many there were.
    mean_number : float
        Their mean number.
    success : Estimate
        Own cards among the cards that they made the guesser touch.
    fulfilled : Estimate
        Share of clues that found at least as many own cards as their number says.
    cards : Estimate
        Own cards found a clue.
    assassin, wrong : Estimate
        Share of clues on which an assassin, or any card that is not own, was touched.
    """

    number: int | None
    clues: int
    mean_number: float
    success: Estimate
    fulfilled: Estimate
    cards: Estimate
    assassin: Estimate
    wrong: Estimate


def risk_surface(matches: "pd.DataFrame", clues: ClueTable) -> list[RiskPoint]:
    """Return what came of clues by their number, and first of all of them together.

    Parameters
    ----------
    matches : data frame
        Of one pairing.
    clues : ClueTable
        Its clues. Clues whose number counts no cards are left out.

    Returns
    -------
    list of RiskPoint
        Numbers that occurred, rising, after the point of all. Units of intervals are matches, or boards
        played in both seatings.
    """
    counted = clues.number > 0
    numbers = np.unique(clues.number[counted])
    points = [_point(matches, clues, None, counted)]
    return points + [_point(matches, clues, int(k), clues.number == k) for k in numbers]


def _point(
    matches: "pd.DataFrame", clues: ClueTable, number: int | None, chosen: NDArray[np.bool_]
) -> RiskPoint:
    match, touched, asked = clues.match[chosen], clues.touched[chosen], clues.number[chosen]
    own, wrong = touched[:, 0], touched[:, 1:].sum(axis=1)

    def total(values: ArrayLike) -> Floats:
        weights = np.asarray(values, dtype=float)
        return np.bincount(match, weights=weights, minlength=len(matches)).astype(np.float64)

    given = total(np.ones(len(match)))

    def share(hits: ArrayLike) -> Estimate:
        return estimate(matches, Parts(total(hits), given, share=True))

    return RiskPoint(
        number=number,
        clues=len(match),
        mean_number=float(asked.mean()) if len(asked) else float("nan"),
        success=estimate(matches, Parts(total(own), total(own + wrong), share=True)),
        fulfilled=share(own >= asked),
        cards=estimate(matches, Parts(total(own), given, most=25)),
        assassin=share(touched[:, 3] > 0),
        wrong=share(wrong > 0),
    )
