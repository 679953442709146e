"""What a listener who follows Luce's rule makes of a clue, and what no clue can be worth more than.

Such a listener perceives scores through Gumbel noise, and its touches are taken one after the other with
chances in proportion to exp(score / scale).
"""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.kernels import Slots
from cluejam_ai.agents.listener import Endings, Heard, Hearing, exactly_above, gumbel_weights, over_bins

Floats = NDArray[np.float32]

N_NODES = 24
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(N_NODES)
_LOG_NODES = np.log((_NODES + 1) / 2).astype(np.float32)
_NODE_WEIGHTS = (_WEIGHTS / 2).astype(np.float32)


def plackett_luce_endings(heard: Heard, hearing: Hearing) -> Endings:
    """Return how the touches of a listener with Gumbel noise end.

    The listener then takes cards one after the other with chances proportional to exp(score / scale), where
    the scale gives the noise the standard deviation sigma. With u uniform, an own card of weight l is above
    all others, of weight L together, with chance 1 - u**(l / L), independently given u; which of the others
    comes first does not depend on when.

    Parameters
    ----------
    heard : Heard
        K clues.
    hearing : Hearing

    Returns
    -------
    Endings
        For j from 0 to `max_number` - 1.

    Notes
    -----
    Source: Luce, "Individual Choice Behavior", 1959; Plackett, "The analysis of permutations", Applied
    Statistics 1975. The integral over u is Gauss's rule with `N_NODES` nodes.
    """
    weight_own = gumbel_weights(heard.own, hearing.sigma) * heard.own_valid
    weight_other = gumbel_weights(heard.other, hearing.sigma) * heard.other_valid
    if heard.avoided is not None:
        weight_other *= 1 - heard.avoided
    # card by card: a sum along short rows depends on how many zeros fill them up
    total = np.add.reduce(np.ascontiguousarray(weight_other.T), axis=0)
    ratio = np.ascontiguousarray(weight_own.T) / np.maximum(total, np.float32(1e-30))  # (S, K)
    chance = 1 - np.exp(ratio[:, None] * _LOG_NODES[:, None])  # (S, G, K)
    exactly = over_bins(exactly_above(chance, hearing.max_number) * _NODE_WEIGHTS[:, None])  # (K, k)
    paid = np.add.reduce(np.ascontiguousarray((weight_other * heard.cost).T), axis=0)
    cost = paid / np.maximum(total, np.float32(1e-30))
    return Endings(exactly, exactly * cost[:, None])


def worth_at_most(weights: Floats, own: Slots, other: Slots, cost: Floats) -> Floats:
    """Return what no number makes any clue word worth more than, before `excess`: (B, V) float32.

    With N the own cards above all others, of which the i-th is with chance l_i / (l_i + L), and C the mean
    cost of the others, a clue for k cards is worth::

        E[min(k, N)] - C P(N < k)  <=  E[N] - C P(N = 0)

    which is the sum of these chances less C L / (L + the sum of l_i).

    Parameters
    ----------
    weights : (W, V) float32
        How much each card draws the listener; see `gumbel_weights`.
    own, other : Slots
        The giver's own cards, and all others.
    cost : (B, R) float32
        What touching each of the others costs.
    """
    shape = (len(own.ids), weights.shape[1])
    fear, paid = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
    rows = np.empty(shape, dtype=np.float32)
    for slot in range(other.ids.shape[1]):
        _weights_at(weights, other, slot, out=rows)
        fear += rows
        rows *= cost[:, slot, None]
        paid += rows
    np.maximum(fear, np.float32(1e-30), out=fear)
    found, drawn = np.zeros(shape, dtype=np.float32), fear.copy()
    above = np.empty(shape, dtype=np.float32)
    for slot in range(own.ids.shape[1]):
        _weights_at(weights, own, slot, out=rows)
        drawn += rows
        np.add(rows, fear, out=above)
        rows /= above
        found += rows
    # P(the first touch is wrong) = fear / drawn, and its mean cost is paid / fear
    paid /= drawn
    found -= paid
    return found


def _weights_at(weights: Floats, cards: Slots, slot: int, out: Floats) -> None:
    """Write the weights of the cards in a slot, 0 where there is none: (B, V)."""
    weights.take(cards.ids[:, slot], axis=0, out=out, mode="clip")
    valid = cards.valid[:, slot]
    if not valid.all():
        out[~valid] = 0


#: No integral of u**r over [0, 1], r >= 0, is farther off by this rule: twice the largest error (r = 1400).
RULE_ERROR = 1.1e-3
#: No rounding in float32 of a score, or of its estimate, is larger, as a share of the cards and the cost.
_ROUNDED = 2e-5


def excess(n_own: NDArray[np.integer], cost: Floats) -> Floats:
    """Return by how much what is made of `plackett_luce_endings` may exceed `worth_at_most`: (B,) float32.

    The rule of integration has positive weights that add up to one, so the bound holds for what it gives as
    for the integral, but for its errors in each chance of E[N] and in P(N = 0), and but for rounding.

    Parameters
    ----------
    n_own : (B,) int
        Own cards.
    cost : (B,) float32
        The largest cost of another card.
    """
    return np.asarray((n_own + cost) * (RULE_ERROR + _ROUNDED) + _ROUNDED, dtype=np.float32)
