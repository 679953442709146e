"""Ratings of teams: Bradley-Terry with a first-mover term, and with additive strengths of the two roles."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.metrics import paired
from cluejam_ai.metrics.estimates import Estimate, t_quantile
from cluejam_ai.metrics.tournament import Tournament

Floats = NDArray[np.float64]

RESAMPLES = 1000
#: A weak normal prior on every strength keeps those finite that won or lost all their matches; in logits.
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
        Strengths with 95 % intervals from a bootstrap over boards. Each kind has mean 0. The strengths of
        roles add up to a team's; they are NaN where the teams that played do not tell them apart.
    first_mover : Estimate
        Log odds of the team that moves first between two equals.
    differences : dict of (team, team) to Estimate
        Of each two teams, the stronger first.
    p_holm : dict of (team, team) to float
        Two-sided, from the bootstrap's spread, corrected for all pairs.
    unbounded : tuple of str
        Teams that won, or lost, all their matches: only the prior bounds their strength.
    prior_sd : float
        Standard deviation of the prior, in logits.
    """

    teams: dict[str, Estimate]
    spymasters: dict[str, Estimate]
    guessers: dict[str, Estimate]
    first_mover: Estimate
    differences: dict[tuple[str, str], Estimate]
    p_holm: dict[tuple[str, str], float]
    unbounded: tuple[str, ...]
    prior_sd: float


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
    simulations they hold what they promise where percentiles of the draws fall a little short.
    """
    n = len(games.teams)
    by_team = np.eye(n)[games.first] - np.eye(n)[games.second]
    strengths, drawn = _fit_and_draw(games, by_team, seed, resamples, prior_sd)
    pairs = _pairs(strengths[:n])
    differences = {
        (games.teams[i], games.teams[j]): _interval(
            strengths[i] - strengths[j], drawn[:, i] - drawn[:, j], games
        )
        for i, j in pairs
    }
    spreads = [_spread(drawn[:, i] - drawn[:, j], games) for i, j in pairs]
    p = [_two_sided(d.value, spread) for d, spread in zip(differences.values(), spreads, strict=True)]
    spymasters, guessers = _roles(games, seed, resamples, prior_sd)
    return Ratings(
        teams=_named(games.teams, strengths[:n], drawn[:, :n], games),
        spymasters=spymasters,
        guessers=guessers,
        first_mover=_interval(strengths[n], drawn[:, n], games),
        differences=differences,
        p_holm=dict(zip(differences, paired.holm(p), strict=True)),
        unbounded=_unbounded(games),
        prior_sd=prior_sd,
    )


def _roles(
    games: Tournament, seed: int, resamples: int, prior_sd: float
) -> tuple[dict[str, Estimate], dict[str, Estimate]]:
    """Return the additive strengths of spymasters and of guessers."""
    names = [tuple(dict.fromkeys(role)) for role in (games.spymasters, games.guessers)]
    of_team = [
        np.eye(len(known))[[known.index(x) for x in role]]
        for known, role in zip(names, (games.spymasters, games.guessers), strict=True)
    ]
    design = np.concatenate([part[games.first] - part[games.second] for part in of_team], axis=1)
    known_apart = np.linalg.matrix_rank(design) == sum(len(known) - 1 for known in names)
    if not known_apart:
        unknown = Estimate(math.nan, math.nan, math.nan, games.n_boards)
        return dict.fromkeys(names[0], unknown), dict.fromkeys(names[1], unknown)
    values, drawn = _fit_and_draw(games, design, seed, resamples, prior_sd)
    cut = len(names[0])
    stop = cut + len(names[1])
    out = [
        _named(known, _centred(values[part]), _centred(drawn[:, part]), games)
        for known, part in zip(names, (slice(0, cut), slice(cut, stop)), strict=True)
    ]
    return out[0], out[1]


def _centred(values: Floats) -> Floats:
    return np.asarray(values - values.mean(axis=-1, keepdims=True))


def _fit_and_draw(
    games: Tournament, design: Floats, seed: int, resamples: int, prior_sd: float
) -> tuple[Floats, Floats]:
    """Return strengths and the first-mover term, and the same for boards drawn anew: (P + 1,), (R, P + 1)."""
    x = np.concatenate([design, games.lead[:, None]], axis=1)  # (C, P + 1)
    penalty = np.full(x.shape[1], 0.0 if math.isinf(prior_sd) else prior_sd**-2)
    n = games.n_boards
    counts = np.concatenate([games.won, games.played], axis=1)  # (N, 2 C)
    kinds, times = np.unique(counts, axis=0, return_counts=True)
    whole = fit(x, games.won.sum(axis=0)[None], games.played.sum(axis=0)[None], penalty)[0]

    def draw(generator: np.random.Generator, rows: int) -> Floats:
        won, played = np.split(generator.multinomial(n, times / n, size=rows) @ kinds, 2, axis=1)
        return fit(x, won, played, penalty)

    width = len(kinds) + x.shape[1] ** 2 + 4 * len(x)
    drawn = paired.repeat_in_parts(draw, width, resamples, seed)
    cut = design.shape[1]
    for array in (whole, drawn):
        array[..., :cut] = _centred(array[..., :cut])
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


def _pairs(strengths: Floats) -> list[tuple[int, int]]:
    """Return each two teams once, the stronger first, in the order of strength."""
    order = [int(i) for i in np.argsort(-strengths, kind="stable")]
    return [(i, j) for k, i in enumerate(order) for j in order[k + 1 :]]


def _named(names: tuple[str, ...], values: Floats, drawn: Floats, games: Tournament) -> dict[str, Estimate]:
    order = np.argsort(-values, kind="stable")
    return {names[i]: _interval(values[i], drawn[:, i], games) for i in order}


def _interval(value: float, drawn: Floats, games: Tournament) -> Estimate:
    if games.n_boards < 2:
        return Estimate(float(value), math.nan, math.nan, games.n_boards)
    half = t_quantile(games.n_boards - 1) * _spread(drawn, games)
    return Estimate(float(value), float(value - half), float(value + half), games.n_boards)


def _spread(drawn: Floats, games: Tournament) -> float:
    """Return the standard error that boards drawn anew show; few boards show a little less than there is."""
    return float(drawn.std(ddof=1)) * math.sqrt(games.n_boards / max(1, games.n_boards - 1))


def _two_sided(value: float, spread: float) -> float:
    if not spread > 0:
        return math.nan
    return math.erfc(abs(value) / spread / math.sqrt(2))


def _unbounded(games: Tournament) -> tuple[str, ...]:
    """Return the teams that won all their matches against others, or none."""
    out = []
    unlike = games.first != games.second
    won, played = games.won.sum(axis=0), games.played.sum(axis=0)
    for i, team in enumerate(games.teams):
        ours, theirs = (games.first == i) & unlike, (games.second == i) & unlike
        total = played[ours | theirs].sum()
        mine = won[ours].sum() + (played - won)[theirs].sum()
        if total and mine in (0, total):
            out.append(team)
    return tuple(out)
