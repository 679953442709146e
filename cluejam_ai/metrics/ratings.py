"""Ratings of teams: Bradley-Terry with a first-mover term, and with additive strengths of the two roles."""

import math
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.metrics import paired
from cluejam_ai.metrics.estimates import Estimate, t_quantile
from cluejam_ai.metrics.separation import Separation, separation, told_apart
from cluejam_ai.metrics.tournament import Tournament

Groups = tuple[tuple[int, ...], ...]
Names = tuple[tuple[str, ...], ...]
Floats = NDArray[np.float64]

RESAMPLES = 1000
#: A weak normal prior on every strength keeps those finite that won or lost all matches on boards drawn anew;
#: in logits.
PRIOR_SD = 10.0
#: Logits to points of Elo's scale.
ELO = 400 / math.log(10)
_STEPS = 50
_LONGEST_STEP = 4.0


@dataclass(frozen=True)
class Ratings:
    """Strengths in logits; a difference of two teams' is the log odds that one beats the other.

    Attributes
    ----------
    teams, spymasters, guessers : dict of str to Estimate
        Strengths with 95 % intervals from a bootstrap over boards, each less the mean of its group. The
        strengths of roles add up to a team's. A team alone in its group has a NaN with an infinite interval;
        a role that the matches do not tell from another is NaN.
    first_mover : Estimate
        Log odds of the team that moves first between two equals; infinite where it has no finite estimate.
    differences : dict of (team, team) to Estimate
        Of each two teams, the stronger first. Of two groups: infinity, or NaN where nothing tells which is
        the stronger, with an infinite interval.
    p_holm : dict of (team, team) to float
        Two-sided, from the bootstrap's spread, corrected for all pairs; NaN between groups.
    groups, spymaster_groups, guesser_groups : tuple of tuple of str
        Those whose strengths have finite differences. Of teams each group comes after those above it.
    ordered : bool
        Whether the groups of teams are ordered: each did so much better than the next, directly or by way of
        others, that the most likely difference is infinite.
    prior_sd : float
        Standard deviation of the prior, in logits.
    """

    teams: dict[str, Estimate]
    spymasters: dict[str, Estimate]
    guessers: dict[str, Estimate]
    first_mover: Estimate
    differences: dict[tuple[str, str], Estimate]
    p_holm: dict[tuple[str, str], float]
    groups: Names
    spymaster_groups: Names
    guesser_groups: Names
    ordered: bool
    prior_sd: float

    @property
    def warning(self) -> str:
        """What strengths have no finite estimate, in words; empty where all have."""
        if len(self.groups) > 1:
            order = "strongest first" if self.ordered else "not all of them told apart"
            told = "; ".join(f"{i}: {', '.join(group)}" for i, group in enumerate(self.groups, start=1))
            return (
                f"no finite estimate of differences between {len(self.groups)} groups ({order}), for no "
                f"result bounds them; strengths are less the mean of their group: {told}"
            )
        return ""


def rate(games: Tournament, seed: int = 0, resamples: int = RESAMPLES, prior_sd: float = PRIOR_SD) -> Ratings:
    """Return the ratings of a tournament's teams and of their roles.

    Parameters
    ----------
    games : Tournament
    seed : int
        Names the draws of boards.
    resamples : int
        How often boards are drawn anew.
    prior_sd : float
        Of the weak prior, in logits; infinity for plain maximum likelihood.

    Notes
    -----
    The log odds that a team beats another are the difference of their strengths, plus `first_mover` if it
    moves first and less that if not. Source: Bradley & Terry, Biometrika 1952; Davidson & Beaver, "On
    extending the Bradley-Terry model to incorporate within-pair order effects", Biometrics 1977; Hunter, "MM
    algorithms for generalized Bradley-Terry models", Annals of Statistics 2004. Boards are drawn whole, with
    all matches on them, for their matches share a board's luck. Intervals are Student's with the standard
    error of these draws (Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 12): in
    simulations they hold what they promise where percentiles of the draws fall a little short. Where no
    finite strengths are the most likely, those of `separation` are told apart in groups.
    """
    n = len(games.teams)
    found = separation(games)
    finite = _part(games, found)
    by_team = np.eye(n)[finite.first] - np.eye(n)[finite.second]
    strengths, drawn = _fit_and_draw(finite, by_team, found.groups, seed, resamples, prior_sd)
    differences, spreads = {}, []
    for i, j in _pairs(strengths, found.groups):
        of_both = drawn[:, i] - drawn[:, j]
        pair = (games.teams[i], games.teams[j])
        if found.above[j, i]:
            differences[pair] = _interval(strengths[i] - strengths[j], of_both, games)
            spreads.append(_spread(of_both, games))
        else:
            differences[pair] = _open(math.inf if found.above[i, j] else math.nan, games)
            spreads.append(math.nan)
    p = [_two_sided(d.value, spread) for d, spread in zip(differences.values(), spreads, strict=True)]
    spymasters, guessers = _roles(finite, seed, resamples, prior_sd)
    mover = {0: strengths[n], 1: math.inf, -1: -math.inf}.get(found.first_mover, math.nan)
    lowest = [group[0] for group in found.groups]
    return Ratings(
        teams=_named(games.teams, found.groups, strengths, drawn, games, _open(math.nan, games)),
        spymasters=spymasters[0],
        guessers=guessers[0],
        first_mover=_open(mover, games) if found.first_mover else _interval(mover, drawn[:, n], games),
        differences=differences,
        p_holm=dict(zip(differences, paired.holm(p), strict=True)),
        groups=_names(games.teams, found.groups),
        spymaster_groups=spymasters[1],
        guesser_groups=guessers[1],
        ordered=all(found.above[i, j] for i, j in pairwise(lowest)),
        prior_sd=prior_sd,
    )


def _part(games: Tournament, found: Separation) -> Tournament:
    """Return the matches whose odds stay finite; the others say nothing of finite differences."""
    kept = found.kept
    cells = {name: getattr(games, name)[kept] for name in ("first", "second", "lead")}
    return replace(games, **cells, won=games.won[:, kept], played=games.played[:, kept])


def _roles(
    games: Tournament, seed: int, resamples: int, prior_sd: float
) -> tuple[tuple[dict[str, Estimate], Names], tuple[dict[str, Estimate], Names]]:
    """Return the additive strengths of spymasters and of guessers, and which are told apart."""
    names = [tuple(dict.fromkeys(role)) for role in (games.spymasters, games.guessers)]
    of_team = [
        np.eye(len(known))[[known.index(x) for x in role]]
        for known, role in zip(names, (games.spymasters, games.guessers), strict=True)
    ]
    design = np.concatenate([part[games.first] - part[games.second] for part in of_team], axis=1)
    whole = np.concatenate([design, games.lead[:, None]], axis=1)
    cut = len(names[0])
    starts = (0, cut)
    groups = [
        told_apart(whole, range(start, start + len(known)))
        for start, known in zip(starts, names, strict=True)
    ]
    of_both = tuple(
        tuple(start + i for i in group) for start, g in zip(starts, groups, strict=True) for group in g
    )
    values, drawn = _fit_and_draw(games, design, of_both, seed, resamples, prior_sd)
    unknown = Estimate(math.nan, math.nan, math.nan, games.n_boards)
    first, second = (
        (_named(known, g, values[start:], drawn[:, start:], games, unknown), _names(known, g))
        for start, known, g in zip(starts, names, groups, strict=True)
    )
    return first, second


def _names(names: tuple[str, ...], groups: Groups) -> Names:
    return tuple(tuple(names[i] for i in group) for group in groups)


def _centred(values: Floats) -> Floats:
    return np.asarray(values - values.mean(axis=-1, keepdims=True))


def _fit_and_draw(
    games: Tournament, design: Floats, groups: Groups, seed: int, resamples: int, prior_sd: float
) -> tuple[Floats, Floats]:
    """Return strengths and the first-mover term, and the same for boards drawn anew: (P + 1,), (R, P + 1)."""
    x = np.concatenate([design, games.lead[:, None]], axis=1)  # (C, P + 1)
    if not len(x):  # no match has finite odds
        return np.zeros(x.shape[1]), np.zeros((resamples, x.shape[1]))
    penalty = np.full(x.shape[1], 0.0 if math.isinf(prior_sd) else prior_sd**-2)
    n = games.n_boards
    kinds, times = np.unique(np.concatenate([games.won, games.played], axis=1), axis=0, return_counts=True)
    whole = fit(x, games.won.sum(axis=0)[None], games.played.sum(axis=0)[None], penalty)[0]

    def draw(generator: np.random.Generator, rows: int) -> Floats:
        won, played = np.split(generator.multinomial(n, times / n, size=rows) @ kinds, 2, axis=1)
        return fit(x, won, played, penalty)

    width = len(kinds) + x.shape[1] ** 2 + 4 * len(x)
    drawn = paired.repeat_in_parts(draw, width, resamples, seed)
    for array in (whole, drawn):
        for group in groups:
            array[..., list(group)] = _centred(array[..., list(group)])
    return whole, drawn


def fit(x: Floats, won: Floats, played: Floats, penalty: Floats) -> Floats:
    """Return the most likely coefficients of logistic models with one design.

    Parameters
    ----------
    x : (C, P) float
        What adds to the log odds of a win in each kind of match.
    won, played : (R, C) float
        Counts of each model.
    penalty : (P,) float
        Precision of the normal prior of each coefficient; 0 for none.

    Returns
    -------
    (R, P) float
        Where the matches do not tell coefficients apart, the shortest that fit.
    """
    theta = np.zeros((len(won), x.shape[1]))
    squares = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)  # (C, P * P)
    for _ in range(_STEPS):
        chance = 0.5 * (1 + np.tanh(theta @ x.T / 2))  # (R, C)
        slope = (won - played * chance) @ x - penalty * theta
        bend = ((played * chance * (1 - chance)) @ squares).reshape(len(won), x.shape[1], x.shape[1])
        bend += np.diag(penalty)
        step = np.einsum("rpq,rq->rp", np.linalg.pinv(bend, hermitian=True), slope)
        # far from the top the curve is flat and Newton's step wild
        step *= np.minimum(1.0, _LONGEST_STEP / np.maximum(np.abs(step).max(axis=1), 1e-300))[:, None]
        theta = theta + step
        if np.abs(step).max() < 1e-9:
            break
    return theta


def _pairs(strengths: Floats, groups: Groups) -> list[tuple[int, int]]:
    """Return each two teams once, the stronger first, in the order of groups and strength."""
    order = [i for group in groups for i in _by_strength(strengths, group)]
    return [(i, j) for k, i in enumerate(order) for j in order[k + 1 :]]


def _by_strength(strengths: Floats, group: tuple[int, ...]) -> list[int]:
    return sorted(group, key=lambda i: -strengths[i])


def _named(
    names: tuple[str, ...], groups: Groups, values: Floats, drawn: Floats, games: Tournament, alone: Estimate
) -> dict[str, Estimate]:
    """Return strengths by group and size; `alone` where there is nothing to compare with."""
    return {
        names[i]: _interval(values[i], drawn[:, i], games) if len(group) > 1 else alone
        for group in groups
        for i in _by_strength(values, group)
    }


def _open(value: float, games: Tournament) -> Estimate:
    """Return what has no finite estimate."""
    return Estimate(value, -math.inf, math.inf, games.n_boards)


def _interval(value: float, drawn: Floats, games: Tournament) -> Estimate:
    if games.n_boards < 2:
        return Estimate(float(value), math.nan, math.nan, games.n_boards)
    half = t_quantile(games.n_boards - 1) * _spread(drawn, games)
    return Estimate(float(value), float(value - half), float(value + half), games.n_boards)


def _spread(drawn: Floats, games: Tournament) -> float:
    """Return the standard error that boards drawn anew show; few boards show a little less than there is."""
    return float(drawn.std(ddof=1)) * math.sqrt(games.n_boards / max(1, games.n_boards - 1))


def _two_sided(value: float, spread: float) -> float:
    if not spread > 0:  # also where there is none
        return math.nan
    return math.erfc(abs(value) / spread / math.sqrt(2))
