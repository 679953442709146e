"""The metrics of what clues meant and what came of them, from the tables of matches, turns and guesses."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.colt import COLT_WEIGHTS
from cluejam_ai.metrics.base import CLUE_METRICS, Floats, Parts, figure

if TYPE_CHECKING:
    import pandas as pd

    from cluejam_ai.results.run import Run

_MATCH = ("pairing", "seating", "board")
_MOST_TURNS = 1 << 15
N_CARDS = 25

_ROLES = ("agent", "other", "bystander", "assassin")


@dataclass(frozen=True)
class ClueTable:
    """The clues of the first team, or of the players together, with what came of each.

    Attributes
    ----------
    match : (K,) int
        Row of the clue's match in the table of matches.
    number : (K,) int
        The clue's number; 0 and -1 count no cards.
    intended : (K,) int
        Cards that the giver meant (n); 0 where it named none.
    picked : (K,) int
        Cards among the first n touches.
    hits : (K,) int
        Intended cards among the first n touches.
    found : (K,) int
        Intended cards touched in the turn, whenever.
    precision : (K,) float
        Average precision of the intended cards in the order of touches, in [0, 1].
    touched : (K, 4) int
        Cards touched by role: agent, other, bystander, assassin.
    """

    match: NDArray[np.intp]
    number: NDArray[np.int64]
    intended: NDArray[np.int64]
    picked: NDArray[np.int64]
    hits: NDArray[np.int64]
    found: NDArray[np.int64]
    precision: Floats
    touched: NDArray[np.int64]

    def of_rows(self, rows: NDArray[np.int64]) -> "ClueTable":
        """Return the clues of some rows of the table of matches, counted anew from 0 in this order."""
        place = _find(rows, self.match.astype(np.int64))
        kept = place >= 0
        columns = {name: values[kept] for name, values in vars(self).items()}
        return ClueTable(**{**columns, "match": place[kept]})


def clue_table(matches: "pd.DataFrame", turns: "pd.DataFrame", guesses: "pd.DataFrame") -> ClueTable:
    """Return the clues of the first team, or of the players together.

    Parameters
    ----------
    matches, turns, guesses : data frames
        Tables of a run, whole; they may hold several pairings.
    """
    match = _match_rows(matches, turns)
    team_plays_alone = (matches["turns"] == matches["own_turns"]).to_numpy()
    ours = turns["clue"].notna().to_numpy() & (match >= 0)
    # where another team gave clues too, only those of the first count
    ours &= (turns["team"].to_numpy() == 0) | team_plays_alone[match]
    where = np.flatnonzero(ours)
    where = where[np.lexsort([turns["turn"].to_numpy()[where], match[where]])]
    clue_key = match[where] * _MOST_TURNS + turns["turn"].to_numpy()[where]
    order, clue = _guess_clues(matches, guesses, clue_key)
    targets = turns["targets"].to_numpy().astype(np.int64)[where]
    n = np.sum([(targets >> place) & 1 for place in range(N_CARDS)], axis=0)
    aimed = (targets[clue] >> guesses["place"].to_numpy()[order].astype(np.int64)) & 1
    rank = _rank_in_group(clue)
    early = rank <= n[clue]
    so_far = _running_sum(aimed, rank)

    def count(weights: Any) -> NDArray[np.int64]:
        return np.bincount(clue, weights=weights, minlength=len(where)).astype(np.int64)

    role = guesses["role"].astype(str).to_numpy()[order] if len(order) else np.empty(0, dtype=str)
    summed = np.bincount(clue, weights=aimed * so_far / rank, minlength=len(where))
    with np.errstate(invalid="ignore"):
        precision = np.where(n > 0, summed / n, np.nan)
    return ClueTable(
        match=match[where],
        number=turns["number"].to_numpy()[where].astype(np.int64),
        intended=n,
        picked=count(early),
        hits=count(aimed * early),
        found=count(aimed),
        precision=precision,
        touched=np.stack([count(role == name) for name in _ROLES], axis=1),
    )


def _match_rows(matches: "pd.DataFrame", rows: "pd.DataFrame") -> NDArray[np.intp]:
    """Return for each row of another table its match's row in the table of matches, -1 for none."""
    names = {name: i for i, name in enumerate(matches["pairing"].astype(str).unique())}
    span = int(matches["board"].max()) + 1 if len(matches) else 1

    def key(frame: "pd.DataFrame") -> NDArray[np.int64]:
        pairing = frame["pairing"].astype("category")
        codes = np.array(
            [names.get(str(name), len(names)) for name in pairing.cat.categories], dtype=np.int64
        )
        of_pairing = codes[pairing.cat.codes.to_numpy()] if len(codes) else np.zeros(0, dtype=np.int64)
        seat = of_pairing * 2 + frame["seating"].to_numpy()
        board = frame["board"].to_numpy()
        return np.where(board < span, seat * span + board, -1)

    return _find(key(matches), key(rows))


def _find(known: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return where each wanted number stands among the known ones, -1 for nowhere."""
    if not len(known):
        return np.full(len(wanted), -1, dtype=np.intp)
    order = np.argsort(known, kind="stable")
    place = order[np.minimum(np.searchsorted(known[order], wanted), len(known) - 1)]
    return np.where(known[place] == wanted, place, -1)


def _guess_clues(
    matches: "pd.DataFrame", guesses: "pd.DataFrame", clue_key: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows of guesses after one of the clues, in order of clue and touch, and their clues."""
    match = _match_rows(matches, guesses)
    clue = _find(clue_key, np.where(match < 0, -1, match * _MOST_TURNS + guesses["turn"].to_numpy()))
    rows = np.flatnonzero(clue >= 0)
    rows = rows[np.lexsort([guesses["touch"].to_numpy()[rows], clue[rows]])]
    return rows, clue[rows]


def _rank_in_group(group: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return 1, 2, ... within each run of equal numbers."""
    place = np.arange(len(group))
    starts = np.r_[True, group[1:] != group[:-1]] if len(group) else np.zeros(0, dtype=bool)
    return place - np.maximum.accumulate(np.where(starts, place, 0)) + 1


def _running_sum(values: NDArray[np.int64], rank: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sum so far within groups that begin where the rank is 1."""
    total = np.cumsum(values)
    before = np.where(rank == 1, total - values, 0)
    return total - np.maximum.accumulate(before) if len(total) else total


def clues_of(run: "Run") -> ClueTable:
    """Return the clues of a run.

    Raises
    ------
    RecordError
        If turns or touches are missing from its tables.
    """
    run.check_whole()
    return clue_table(run.matches, run.turns, run.guesses)


def with_clues(run: "Run") -> "pd.DataFrame":
    """Return the table of matches with columns on what its clues meant, which `CLUE_METRICS` need."""
    return add_clue_columns(run.matches, clues_of(run))


def add_clue_columns(matches: "pd.DataFrame", clues: ClueTable) -> "pd.DataFrame":
    """Return matches with the sums over their clues."""
    aimed = clues.intended > 0
    weight = colt_weights(clues.touched)
    weighed = ~np.isnan(weight)

    def total(values: Any) -> Floats:
        return np.bincount(clues.match, weights=values, minlength=len(matches)).astype(np.float64)

    return matches.assign(
        intended=total(clues.intended),
        intended_picked=total(clues.picked),
        intended_hits=total(clues.hits),
        aimed_clues=total(aimed),
        fulfilled_clues=total(aimed & (clues.found == clues.intended)),
        precision_sum=total(np.where(aimed, clues.precision, 0)),
        colt_sum=total(np.where(weighed, weight, 0)),
        colt_turns=total(weighed),
    )


def colt_weights(touched: NDArray[np.int64]) -> Floats:
    """Return the CoLT weight of turns.

    Parameters
    ----------
    touched : (K, 4) int
        Cards touched in each turn by role: agent, other, bystander, assassin.

    Returns
    -------
    (K,) float
        NaN for a turn without a touch, which the measure does not know. Of several wrong cards in a turn
        the worst counts.
    """
    column = np.select([touched[:, 3] > 0, touched[:, 1] > 0, touched[:, 2] > 0], [3, 1, 2], 0)
    return COLT_WEIGHTS[np.minimum(touched[:, 0], len(COLT_WEIGHTS) - 1), column]


@figure("intended_precision", CLUE_METRICS)
def intended_precision(matches: "pd.DataFrame") -> Parts:
    """Intended cards among the first n touches of a clue that meant n cards (precision@n)."""
    return Parts(matches["intended_hits"], matches["intended_picked"], share=True)


@figure("intended_recall", CLUE_METRICS)
def intended_recall(matches: "pd.DataFrame") -> Parts:
    """Share of the n intended cards of a clue that its first n touches found (recall@n)."""
    return Parts(matches["intended_hits"], matches["intended"], share=True)


@figure("clues_fulfilled", CLUE_METRICS)
def clues_fulfilled(matches: "pd.DataFrame") -> Parts:
    """Share of clues whose intended cards were all touched in their turn."""
    return Parts(matches["fulfilled_clues"], matches["aimed_clues"], share=True)


@figure("proximity", CLUE_METRICS)
def proximity(matches: "pd.DataFrame") -> Parts:
    """Mean average precision of the intended cards in the guesser's order of touches.

    1 where every clue's intended cards were touched first, 0 where none was touched. It says how near to
    the front of the guesser's mind the meant cards came, in no unit of any vector space, so that agents that
    think in different vectors compare.

    Notes
    -----
    Source of average precision: Manning, Raghavan & Schütze, "Introduction to Information Retrieval", 2008,
    chapter 8.4. Papers on the game use the word proximity for several things; this choice is ours. A card
    that was never touched counts as not retrieved.
    """
    return Parts(matches["precision_sum"], matches["aimed_clues"], share=True)


@figure("colt", CLUE_METRICS)
def colt(matches: "pd.DataFrame") -> Parts:
    """Mean CoLT weight of a turn: a difference of two teams' is the log odds that one beats the other.

    Notes
    -----
    Source: Archibald & Brosnahan, arXiv:2403.00823, 2024. The weights were fitted to the classic
    game of 9 and 8 cards; turns without a touch are left out.
    """
    return Parts(matches["colt_sum"], matches["colt_turns"], least=-10, most=4)
