"""The metrics of a set of matches of one pairing, from the table of matches."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.metrics.base import METRICS, import_metrics, metric
from cluejam_ai.metrics.estimates import Estimate, clustered_share, proportion, ratio

if TYPE_CHECKING:
    import pandas as pd

LOSS_SCORE = 25
N_CARDS = 25
MAX_NUMBER = 9
#: Causes of a loss by how the match ended; where it ended with all cards found, the other team found them.
_LOSSES = {
    "assassin": "assassin",
    "turns": "turns",
    "lives": "lives",
    "other": "other",
    "sudden-death": "sudden-death",
    "found": "opponent",
}


def _units(matches: "pd.DataFrame", *columns: Any) -> list[NDArray[np.float64]]:
    """Return figures of the independent units: matches, or boards where each was played in both seatings.

    Parameters
    ----------
    *columns : (M,) figures of the matches
        They are summed over a board's two seatings.
    """
    arrays = [np.asarray(column, dtype=float) for column in columns]
    if not bool((matches["seating"] == 1).any()):
        return arrays
    _, unit = np.unique(matches["board"].to_numpy(), return_inverse=True)
    return [np.bincount(unit, weights=array).astype(np.float64) for array in arrays]


def _share(matches: "pd.DataFrame", hits: Any) -> Estimate:
    """Return the share of matches with a property."""
    by_unit, n = _units(matches, hits, np.ones(len(matches)))
    return proportion(by_unit > 0) if (n == 1).all() else clustered_share(by_unit, n)


def _mean(
    matches: "pd.DataFrame", values: Any, counted: Any = None, *, least: float = 0.0, most: float = math.inf
) -> Estimate:
    """Return the mean over matches, or over those counted, of a figure between `least` and `most`."""
    counts = np.ones(len(matches)) if counted is None else np.asarray(counted, dtype=float)
    total, n = _units(matches, np.asarray(values, dtype=float) * counts, counts)
    return ratio(total[n > 0], n[n > 0], least=least, most=most)


def _ratio(matches: "pd.DataFrame", top: str, bottom: str, least: float, most: float) -> Estimate:
    """Return the ratio of two columns' sums, which lies between `least` and `most`."""
    tops, bottoms = _units(matches, matches[top], matches[bottom])
    return ratio(tops, bottoms, least=least, most=most)


@metric("win_rate")
def win_rate(matches: "pd.DataFrame") -> Estimate:
    """Share of matches won by the first team, or by the players together."""
    return _share(matches, matches["won"])


@metric("turns_given_win")
def turns_given_win(matches: "pd.DataFrame") -> Estimate:
    """Mean clues of the first team, or of the players, in matches that it won."""
    won = matches.loc[matches["won"], "own_turns"]
    # no win can take fewer clues than one; none took more than the longest
    return _mean(matches, matches["own_turns"], matches["won"], least=1, most=won.max() if len(won) else 1)


@metric("score25")
def score25(matches: "pd.DataFrame") -> Estimate:
    """Mean clues of the first team in matches won, 25 for a loss; read it with the win rate beside."""
    return _mean(
        matches, np.where(matches["won"], matches["own_turns"], LOSS_SCORE), least=1, most=LOSS_SCORE
    )


@metric("cards_found")
def cards_found(matches: "pd.DataFrame") -> Estimate:
    """Mean agent cards found a match."""
    won = matches.loc[matches["won"], "found"]
    # a match that was won found all there were
    return _mean(matches, matches["found"], most=won.max() if len(won) else N_CARDS)


@metric("cards_per_turn")
def cards_per_turn(matches: "pd.DataFrame") -> Estimate:
    """Agent cards touched a clue of the first team, or of the players; sudden death is left out."""
    return _ratio(matches, "clued", "own_turns", 0, N_CARDS)


@metric("assassin_rate")
def assassin_rate(matches: "pd.DataFrame") -> Estimate:
    """Share of matches in which the first team, or one of the players, touched an assassin."""
    return _share(matches, matches["assassin"] > 0)


@metric("bystander_rate")
def bystander_rate(matches: "pd.DataFrame") -> Estimate:
    """Bystanders among the cards touched by the first team, or by the players."""
    return clustered_share(*_units(matches, matches["bystander"], matches["touches"]))


@metric("other_rate")
def other_rate(matches: "pd.DataFrame") -> Estimate:
    """The other team's cards among the cards touched by the first team."""
    return clustered_share(*_units(matches, matches["other"], matches["touches"]))


@metric("clue_number")
def clue_number(matches: "pd.DataFrame") -> Estimate:
    """Mean number of a clue of the first team, or of the players; clues that count no cards are left out."""
    return _ratio(matches, "clue_number", "counted_turns", 1, MAX_NUMBER)


def summarise(matches: "pd.DataFrame") -> dict[str, Estimate]:
    """Return every metric of the matches of one pairing by its name."""
    import_metrics()
    return {name: METRICS.entry(name).factory(matches) for name in METRICS.names()}


def losses(matches: "pd.DataFrame") -> dict[str, int]:
    """Return how many matches the first team, or the players, lost by each cause that occurred.

    "opponent": in classic, all of the other team's cards were covered; "other": the same in solo.
    """
    lost = matches.loc[~matches["won"], "ending"].astype(str).value_counts()
    return {cause: int(lost[ending]) for ending, cause in _LOSSES.items() if ending in lost.index}
