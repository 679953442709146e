"""How many boards show a difference, and what difference a number of boards shows."""

import math
from statistics import NormalDist

from cluejam_ai.metrics.estimates import CONFIDENCE

#: Share of repetitions in which a true difference is to be seen, where boards needed are counted.
POWER = 0.8
#: Fewer boards cannot show anything at 5 %, for all of them agree by chance in more than one of twenty tries.
_FEWEST = 6
_NORMAL = NormalDist()
_Z = _NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)
_HALVINGS = 50


def boards_needed(difference: float, spread: float, power: float = POWER) -> float:
    """Return how many boards show a true difference in so large a share of repetitions.

    Parameters
    ----------
    difference : float
        The true mean difference between the two.
    spread : float
        Standard deviation of the difference over boards.

    Returns
    -------
    float
        A whole number of boards; infinity for no difference; NaN where the boards showed no spread, which
        says nothing of how many are needed.

    Notes
    -----
    For a two-sided test at 5 % by the normal approximation. Source: Cohen, "Statistical Power Analysis for
    the Behavioral Sciences", 1988, chapter 2.
    """
    if math.isnan(difference) or not spread > 0:
        return math.nan
    if difference == 0:
        return math.inf
    n = math.ceil(((_Z + _NORMAL.inv_cdf(power)) * spread / difference) ** 2)
    return float(max(_FEWEST, n))


def detectable_difference(n: int, spread: float, power: float = POWER) -> float:
    """Return the smallest true difference that n boards show in so large a share of repetitions.

    Returns
    -------
    float
        NaN where the boards showed no spread.
    """
    return math.nan if n < 2 or not spread > 0 else (_Z + _NORMAL.inv_cdf(power)) * spread / math.sqrt(n)


def boards_for_shares(difference: float, discordant: float, power: float = POWER) -> float:
    """Return how many boards show a true difference of two shares in McNemar's exact test.

    Parameters
    ----------
    difference : float
        The true difference of the shares.
    discordant : float
        Share of boards that only one of the two has; at least the difference, which is taken where it is
        not.

    Returns
    -------
    float
        A whole number of boards; infinity for no difference; NaN where no board was discordant.

    Notes
    -----
    Under the difference that is asked about, whatever the observed one is. Source: Connor, "Sample size for
    testing differences in proportions for the paired-sample design", Biometrics 1987, with the correction
    for the continuity of an exact test by Fleiss, Levin & Paik, "Statistical Methods for Rates and
    Proportions", 2003, chapter 4. The exact test's power at these numbers is .77 to .83.
    """
    if math.isnan(difference) or not discordant > 0:
        return math.nan
    if difference == 0:
        return math.inf
    d = abs(difference)
    psi = max(discordant, d)
    under = max(0.0, psi**2 - d**2 * (3 + psi) / 4)
    n = (_Z * psi + _NORMAL.inv_cdf(power) * math.sqrt(under)) ** 2 / (psi * d**2)
    return float(max(_FEWEST, math.ceil(n / 4 * (1 + math.sqrt(1 + 4 / (n * d))) ** 2)))


def detectable_share(n: int, discordant: float, power: float = POWER) -> float:
    """Return the smallest true difference of two shares that n boards show in McNemar's exact test.

    Returns
    -------
    float
        NaN where no board was discordant, or no difference is large enough.
    """
    if not discordant > 0 or boards_for_shares(1.0, discordant, power) > n:
        return math.nan
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        enough = boards_for_shares(middle, discordant, power) <= n
        low, high = (low, middle) if enough else (middle, high)
    return high
