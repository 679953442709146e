"""Where ratings are infinite: which teams' strengths, and which matches, have a finite most likely fit."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.metrics.tournament import Tournament

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Separation:
    """What the results of a tournament leave without bound.

    Attributes
    ----------
    groups : tuple of tuple of int
        Teams whose strengths have finite differences; a group comes after those that are above it.
    above : (T, T) bool
        Whether nothing in the results speaks for the second team over the first: on the diagonal, within a
        group, and from a group to one that is lower beyond all bounds. Neither way where nothing tells.
    kept : (C,) bool
        Kinds of encounter whose odds stay finite. The most likely fit of all matches tends to that of these.
    first_mover : int
        0 where the first-mover term is finite; else 1 or -1 where it may only grow or only fall without
        bound, and 2 where both.
    """

    groups: tuple[tuple[int, ...], ...]
    above: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    first_mover: int


def separation(games: Tournament) -> Separation:
    """Return what the results of a tournament leave without bound.

    Notes
    -----
    A direction in which strengths s and the first-mover term f can grow for ever has s_i - s_j + l f >= 0
    for each win of i over j, with l = 1 if i moved first and -1 if not. For one f these are bounds
    s_j <= s_i + l f: a shortest path from i to j is the best bound, and a cycle of negative length says
    that there is no such direction. With f = 0 the most likely strengths are finite where each team is
    reached from each other by wins. Source: Ford, "Solution of a ranking problem from binary comparisons",
    American Mathematical Monthly 1957; Albert & Anderson, "On the existence of maximum likelihood estimates
    in logistic regression models", Biometrika 1984; Bellman, "On a routing problem", 1958.
    """
    n = len(games.teams)
    won, played = games.won.sum(axis=0), games.played.sum(axis=0)
    lost = played - won
    winner = np.concatenate([games.first[won > 0], games.second[lost > 0]])
    loser = np.concatenate([games.second[won > 0], games.first[lost > 0]])
    lead = np.concatenate([games.lead[won > 0], -games.lead[lost > 0]]).astype(float)
    above = np.ones((n, n), dtype=bool)
    kept = played > 0
    signs = []
    for f in (0, 1, -1):
        bound = _shortest(n, winner, loser, lead * f)
        if (np.diag(bound) < 0).any():
            continue
        above &= bound <= 0
        # finite odds: what a win promises holds with equality, that is the way back takes it all away
        length = games.lead * f
        fixed_won = bound[games.second, games.first] == -length
        fixed_lost = bound[games.first, games.second] == length
        kept &= np.where(won > 0, fixed_won, True) & np.where(lost > 0, fixed_lost, True)
        if f:
            signs.append(f)
    mover = 2 if len(signs) == 2 else sum(signs)
    return Separation(_groups(above), above, kept, mover)


def _shortest(n: int, start: NDArray[np.intp], end: NDArray[np.intp], length: Floats) -> Floats:
    """Return the lengths of shortest paths (N, N), infinite where there is none; Floyd and Warshall's way."""
    found = np.full((n, n), np.inf)
    np.fill_diagonal(found, 0.0)
    np.minimum.at(found, (start, end), length)
    for k in range(n):
        found = np.minimum(found, found[:, k, None] + found[None, k])
        if (np.diag(found) < 0).any():  # lengths would double from here on
            break
    return found


def _groups(above: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    alike = above & above.T
    # a team is above all that a lower one is above
    order = np.argsort(-above.sum(axis=1), kind="stable")
    return tuple(dict.fromkeys(tuple(np.flatnonzero(alike[i]).tolist()) for i in order))


def told_apart(design: Floats, columns: range) -> tuple[tuple[int, ...], ...]:
    """Return which of some columns have differences that a design tells, in groups, numbered from 0.

    Parameters
    ----------
    design : (C, P) float
        What adds to the log odds in each kind of encounter.
    columns : range
        The columns in question.
    """
    _, sizes, rows = np.linalg.svd(design, full_matrices=False)
    known = rows[sizes > 1e-9 * max(1.0, sizes.max(initial=0.0))]
    unit = np.eye(design.shape[1])[list(columns)]
    rest = unit - unit @ known.T @ known
    alike = np.linalg.norm(rest[:, None] - rest[None], axis=2) < 1e-7
    return tuple(dict.fromkeys(tuple(np.flatnonzero(row).tolist()) for row in alike))
