"""The metrics of a set of matches of one pairing, from the table of matches."""

from typing import TYPE_CHECKING

import numpy as np

from cluejam_ai.metrics.base import METRICS, Floats, Parts, figure, import_metrics
from cluejam_ai.metrics.estimates import Estimate

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


def _ones(matches: "pd.DataFrame") -> Floats:
    return np.ones(len(matches))


@figure("win_rate")
def win_rate(matches: "pd.DataFrame") -> Parts:
    """Share of matches won by the first team, or by the players together."""
    return Parts(matches["won"], _ones(matches), share=True)


@figure("turns_given_win")
def turns_given_win(matches: "pd.DataFrame") -> Parts:
    """Mean clues of the first team, or of the players, in matches that it won."""
    won = matches.loc[matches["won"], "own_turns"]
    # no win can take fewer clues than one; none took more than the longest
    most = float(won.max()) if len(won) else 1.0
    return Parts(matches["own_turns"] * matches["won"], matches["won"], least=1, most=most)


@figure("score25")
def score25(matches: "pd.DataFrame") -> Parts:
    """Mean clues of the first team in matches won, 25 for a loss; read it with the win rate beside."""
    score = np.where(matches["won"], matches["own_turns"], LOSS_SCORE)
    return Parts(score, _ones(matches), least=1, most=LOSS_SCORE)


@figure("cards_found")
def cards_found(matches: "pd.DataFrame") -> Parts:
    """Mean agent cards found a match."""
    won = matches.loc[matches["won"], "found"]
    # a match that was won found all there were
    most = float(won.max()) if len(won) else N_CARDS
    return Parts(matches["found"], _ones(matches), most=most)


@figure("cards_per_turn")
def cards_per_turn(matches: "pd.DataFrame") -> Parts:
    """Agent cards touched a clue of the first team, or of the players; sudden death is left out."""
    return Parts(matches["clued"], matches["own_turns"], most=N_CARDS)


@figure("assassin_rate")
def assassin_rate(matches: "pd.DataFrame") -> Parts:
    """Share of matches in which the first team, or one of the players, touched an assassin."""
    return Parts(matches["assassin"] > 0, _ones(matches), share=True)


@figure("agent_rate")
def agent_rate(matches: "pd.DataFrame") -> Parts:
    """Agent cards among the cards touched by the first team, or by the players."""
    return Parts(matches["agent"], matches["touches"], share=True)


@figure("bystander_rate")
def bystander_rate(matches: "pd.DataFrame") -> Parts:
    """Bystanders among the cards touched by the first team, or by the players."""
    return Parts(matches["bystander"], matches["touches"], share=True)


@figure("other_rate")
def other_rate(matches: "pd.DataFrame") -> Parts:
    """The other team's cards among the cards touched by the first team."""
    return Parts(matches["other"], matches["touches"], share=True)


@figure("clue_number")
def clue_number(matches: "pd.DataFrame") -> Parts:
    """Mean number of a clue of the first team, or of the players; clues that count no cards are left out."""
    return Parts(matches["clue_number"], matches["counted_turns"], least=1, most=MAX_NUMBER)


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
