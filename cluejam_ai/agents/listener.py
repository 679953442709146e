"""What a listener who perceives similarities through noise makes of a clue, as expectations.

The listener perceives every card at its score plus normal noise and takes cards from the top, until k are
taken or one is not its giver's own. With T the highest perceived score of the other cards, and N the number
of own cards perceived above T, the clue for k cards is worth::

    score(k) = E[min(k, N)] - E[cost of the card that ended it; N < k]

Given T = t, N is a sum of independent trials with chances Phi((z_i - t) / sigma). The distribution of T is
the product of normal distribution functions, and which card is the highest is shared out in proportion to
the growth of their logarithms. The integral over t is a sum over a grid.

Special functions are looked up in tables with linear interpolation; `PHI_ERROR` bounds their error.

Source: the design of a listener with Gaussian perception (public, 2026, not peer reviewed); Wang, "On the
number of successes in independent trials", Statistica Sinica 1993 (the Poisson-binomial recursion).
"""

from dataclasses import dataclass
from math import erfc, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.scratch import scratch
from cluejam_ai.game.cards import Bools

Floats = NDArray[np.float32]

_REACH = 8.0
_STEPS = 8192
_STEP = 2 * _REACH / _STEPS
#: Linear interpolation errs by at most step**2 / 8 times the largest second derivative, 0.242 for Phi and 1
#: for its logarithm; the place in the table, a float32 up to `_STEPS`, errs by half a unit in its last place,
#: times a slope of at most 0.4 and 8.2. The sums below are generous.
PHI_ERROR = 1e-6
LOG_PHI_ERROR = 1e-5

#: The grid over T, in units of sigma from the highest score of the other cards.
_GRID_LOW, _GRID_HIGH = -2.6, 4.2
N_BINS = 24
_EIGHT = 8
_FAR_BELOW = np.linspace(-14, _GRID_LOW, 9, dtype=np.float32)[:-1]


@dataclass(frozen=True)
class Hearing:
    """How the listener perceives.

    Attributes
    ----------
    sigma : float
        Standard deviation of the noise, in the unit of the scores; above 0.
    max_number : int
        Largest k.
    """

    sigma: float
    max_number: int


@dataclass(frozen=True)
class Heard:
    """Clues as their listener may perceive them, before noise.

    Attributes
    ----------
    own : (K, S) float32
        Scores of the giver's own cards under each clue.
    own_valid : (K, S) bool
        Which of them there are.
    other, other_valid : (K, R)
        The same of all other cards.
    cost : (K, R) float32
        What touching each of the others costs.
    avoided : (K, R) float32, optional
        The chance that the listener leaves each of the others out, whatever it perceives, because its own key
        says that it is none.
    """

    own: Floats
    own_valid: Bools
    other: Floats
    other_valid: Bools
    cost: Floats
    avoided: Floats | None = None


@dataclass(frozen=True)
class Endings:
    """How the listener's touches end, if the number does not end them.

    Attributes
    ----------
    exactly : (K, k) float32
        The chance that j own cards come before the first other one, for j = 0 to k - 1.
    paid : (K, k) float32
        The expected cost of that other card, where it comes after exactly j.
    """

    exactly: Floats
    paid: Floats

    def cards_less_costs(self) -> Floats:
        """Return E[min(k, N)] - E[cost; N < k] for k from 1: (K, k) float32."""
        fewer = np.cumsum(self.exactly, axis=1)
        return np.asarray(np.cumsum(1 - fewer - self.paid, axis=1), dtype=np.float32)


def _table(of: NDArray[np.float64]) -> tuple[Floats, Floats]:
    """Return values and slopes, so that one look-up of each interpolates."""
    return of[:-1].astype(np.float32), np.diff(of).astype(np.float32)


_POINTS = np.linspace(-_REACH, _REACH, _STEPS + 1)
_TAILS = np.array([erfc(-x / sqrt(2)) / 2 for x in _POINTS])
_PHI = _table(_TAILS)
_LOG_PHI = _table(np.array([log(p) for p in _TAILS]))


def phi(x: Floats) -> Floats:
    """Return the standard normal distribution function, to within `PHI_ERROR`."""
    return _look_up(_PHI, x)


def log_phi(x: Floats) -> Floats:
    """Return its logarithm, to within `LOG_PHI_ERROR` in [-8, 8]; constant outside."""
    return _look_up(_LOG_PHI, x)


#: Numbers looked up at a time: their buffers stay in the cache.
_PIECE = 2**14


def _look_up(table: tuple[Floats, Floats], x: Floats) -> Floats:
    values, slopes = table
    found = np.empty(x.shape, dtype=np.float32)
    asked, told = np.ascontiguousarray(x).reshape(-1), found.reshape(-1)
    size = (min(_PIECE, x.size),)
    places, slope = scratch.get("place", size, np.float32), scratch.get("slope", size, np.float32)
    # numpy looks places of this type up twice as fast as smaller ones
    indices = scratch.get("index", size, np.intp)
    for first in range(0, x.size, _PIECE):
        out = told[first : first + _PIECE]
        place, steep, index = places[: out.size], slope[: out.size], indices[: out.size]
        np.add(asked[first : first + _PIECE], np.float32(_REACH), out=place)
        place *= np.float32(1 / _STEP)
        np.maximum(place, np.float32(0), out=place)
        np.minimum(place, np.float32(_STEPS - 0.001), out=place)
        index[...] = place
        place -= np.trunc(place, out=steep)
        place *= slopes.take(index, out=steep, mode="clip")
        values.take(index, out=out, mode="clip")
        out += place
    return found


def gaussian_endings(heard: Heard, hearing: Hearing) -> Endings:
    """Return how the touches of a listener with Gaussian perception end.

    Parameters
    ----------
    heard : Heard
        K clues.
    hearing : Hearing

    Returns
    -------
    Endings
        For j from 0 to `max_number` - 1.
    """
    own, own_valid, other, other_valid = heard.own, heard.own_valid, heard.other, heard.other_valid
    sigma = np.float32(hearing.sigma)
    highest = np.where(other_valid, other, -np.inf).max(axis=1)
    nobody = ~other_valid.any(axis=1)
    # with nothing to fear any grid far below the own cards will do
    highest = np.where(nobody, own.min(axis=1) - np.float32(20) * sigma, highest).astype(np.float32)
    edges = np.linspace(_GRID_LOW, _GRID_HIGH, N_BINS + 1, dtype=np.float32)
    if heard.avoided is not None:
        # where the highest card is left out, T is that of another, which may be far below
        edges = np.concatenate([_FAR_BELOW, edges])
    weight, expected_cost = _highest_other(heard, highest, edges, sigma)
    middle = highest + (sigma * (edges[:-1] + edges[1:]) / 2)[:, None]  # (G, K)
    place = _cards_first(own) - middle
    place /= sigma
    chance = phi(place)  # (S, G, K)
    chance *= _cards_first(own_valid)
    exactly = exactly_above(chance, hearing.max_number)  # (k, G, K)
    exactly *= weight
    return Endings(over_bins(exactly), over_bins(exactly * expected_cost))


def _cards_first(values: NDArray[np.generic]) -> Floats:
    """Return values (K, S) as (S, 1, K) float32: numpy's inner loops then run over clues."""
    return np.ascontiguousarray(values.T, dtype=np.float32)[:, None]


def over_bins(values: Floats) -> Floats:
    """Return the sums over the bins, (k, G, K) to (K, k); G is a multiple of 8, as numpy adds up short rows.

    It takes a quarter of the time of turning the bins into rows, and the sums are the same to the last bit.
    """
    sums = values[:, :_EIGHT].copy()
    for first in range(_EIGHT, values.shape[1], _EIGHT):
        sums += values[:, first : first + _EIGHT]
    while sums.shape[1] > 1:
        sums = sums[:, 0::2] + sums[:, 1::2]
    return np.asarray(sums[:, 0].T)


def _highest_other(heard: Heard, highest: Floats, edges: Floats, sigma: np.float32) -> tuple[Floats, Floats]:
    """Return for each bin the chance that T falls into it, and the mean cost of the card that T is of.

    Returns
    -------
    weight, cost : (G, K) float32
        The weights of a clue add up to one: what lies outside the grid counts for the first and last bins.
    """
    at = highest + (sigma * edges)[:, None]  # (G + 1, K)
    place = at - _cards_first(heard.other)  # (R, G + 1, K)
    place /= sigma
    if heard.avoided is None:
        logs = log_phi(place)
    else:
        out = _cards_first(heard.avoided)
        logs = phi(place)
        logs *= 1 - out
        logs += out
        np.maximum(logs, np.float32(1e-30), out=logs)
        np.log(logs, out=logs)
    logs *= _cards_first(heard.other_valid)
    below = np.exp(logs.sum(axis=0))  # (G + 1, K): F_T
    below[0], below[-1] = 0, 1
    growth = np.diff(logs, axis=1)  # (R, G, K)
    total = growth.sum(axis=0)
    growth *= _cards_first(heard.cost)
    paid = growth.sum(axis=0)
    mean_cost = np.divide(paid, total, out=np.zeros_like(total), where=total > 0)
    return np.diff(below, axis=0), mean_cost


def exactly_above(chance: Floats, max_number: int) -> Floats:
    """Return P(N = j) for j < `max_number`, with N a sum of independent trials: (k, G, K).

    Parameters
    ----------
    chance : (S, G, K)
        The chance of each trial.
    """
    exactly = np.zeros((max_number, *chance.shape[1:]), dtype=np.float32)
    exactly[0] = 1
    more = np.empty_like(exactly[:-1])
    for trial, p in enumerate(chance):
        # so far no more than `trial` have come true
        some, risen = exactly[: trial + 2], more[: trial + 1]
        np.multiply(exactly[:-1][: trial + 1], p, out=risen)
        some *= 1 - p
        some[1:] += risen[: len(some) - 1]
    return exactly


def gumbel_weights(score: Floats, sigma: float) -> Floats:
    """Return exp(score / scale), with the scale of Gumbel noise whose standard deviation is sigma."""
    return np.exp(score * np.float32(pi / sqrt(6) / sigma))
