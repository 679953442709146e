"""The metrics of a set of matches of one pairing, from the table of matches."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cluejam_ai.metrics.base import METRICS, import_metrics, metric
from cluejam_ai.metrics.estimates import Estimate, clustered_share, mean, proportion, ratio

if TYPE_CHECKING:
    import pandas as pd

LOSS_SCORE = 25
#: Causes of a loss by how the match ended; where it ended with all cards found, the other team found them.
_LOSSES = {
    "assassin": "assassin",
    "turns": "turns",
    "lives": "lives",
    "other": "other",
    "sudden-death": "sudden-death",
    "found": "opponent",
}


def _is_paired(matches: "pd.DataFrame") -> bool:
    """Return whether every board was played in both seatings, so that the pair is the unit."""
    return bool((matches["seating"] == 1).any())


def _share(matches: "pd.DataFrame", hits: Any) -> Estimate:
    """Return the share of matches with a property; by pairs of seatings where boards have two."""
    if not _is_paired(matches):
        return proportion(hits)
    by_board = matches.assign(hit=np.asarray(hits, dtype=float)).groupby("board")["hit"]
    return clustered_share(by_board.sum().to_numpy(), by_board.size().to_numpy())


@metric("win_rate")
def win_rate(matches: "pd.DataFrame") -> Estimate:
    """Share of matches won by the first team, or by the players together."""
    return _share(matches, matches["won"])


@metric("turns_given_win")
def turns_given_win(matches: "pd.DataFrame") -> Estimate:
    """Mean clues of the first team, or of the players, in matches that it won."""
    return mean(matches.loc[matches["won"], "own_turns"])


@metric("score25")
def score25(matches: "pd.DataFrame") -> Estimate:
    """Mean clues of the first team in matches won, 25 for a loss; read it with the win rate beside."""
    return mean(np.where(matches["won"], matches["own_turns"], LOSS_SCORE))


@metric("cards_found")
def cards_found(matches: "pd.DataFrame") -> Estimate:
    """Mean agent cards found a match."""
    return mean(matches["found"])


@metric("cards_per_turn")
def cards_per_turn(matches: "pd.DataFrame") -> Estimate:
    """Agent cards touched a clue of the first team, or of the players."""
    return ratio(matches["agent"], matches["own_turns"])


@metric("assassin_rate")
def assassin_rate(matches: "pd.DataFrame") -> Estimate:
    """Share of matches in which the first team, or one of the players, touched an assassin."""
    return _share(matches, matches["assassin"] > 0)


@metric("bystander_rate")
def bystander_rate(matches: "pd.DataFrame") -> Estimate:
    """Bystanders among the cards touched by the first team, or by the players."""
    return clustered_share(matches["bystander"], matches["touches"])


@metric("other_rate")
def other_rate(matches: "pd.DataFrame") -> Estimate:
    """The other team's cards among the cards touched by the first team."""
    return clustered_share(matches["other"], matches["touches"])


@metric("clue_number")
def clue_number(matches: "pd.DataFrame") -> Estimate:
    """Mean number of a clue of the first team, or of the players."""
    return ratio(matches["clue_number"], matches["own_turns"])


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
