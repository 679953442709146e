"""What a player's own key says about the partner's, exactly.

Given my key, every arrangement of the partner's roles that fits the joint table is equally likely: those
cards that have one role on my key share out among them, evenly, the roles that the table gives them on the
other. Touches under the partner's key settle single cards. That the partner gives a clue at all says a little
more: at least one of its agent cards is not found yet.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import AGENT, HIDDEN, N_CARDS, ROLE_NAMES, Bools, Roles
from cluejam_ai.game.rulesets import Kind, Ruleset


def partner_odds(ruleset: Ruleset) -> NDArray[np.float64]:
    """Return how a card's role on the partner's key depends on its role on mine, before any touch.

    Parameters
    ----------
    ruleset : Ruleset
        A game of two partners.

    Returns
    -------
    (4, 4) float64
        Row: the role on my key; column: on the partner's; a probability. A role that no card has on my key
        gives a row of zeros.

    Examples
    --------
    In duo an assassin of mine is never an agent card of my partner; in duet one of three is.

    >>> from cluejam_ai.game.rulesets import DUET, DUO
    >>> partner_odds(DUO)[3].round(2).tolist()
    [0.0, 0.67, 0.0, 0.33]
    >>> partner_odds(DUET)[3].round(2).tolist()
    [0.33, 0.33, 0.0, 0.33]
    """
    counts = _joint_counts(ruleset).astype(np.float64)
    totals = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)


def partner_roles(
    ruleset: Ruleset, own_key: Roles, seen: Roles, found: Bools, has_left: Bools
) -> NDArray[np.float64]:
    """Return the chance of every role for every card on the key of the partner, who gives the clue.

    Parameters
    ----------
    ruleset : Ruleset
        A game of two partners.
    own_key : (B, 25) int8
        My key.
    seen : (B, 25) int8
        Roles on the partner's key that touches have shown; HIDDEN elsewhere.
    found : (B, 25) bool
        Agent cards found, under either key.
    has_left : (B,) bool
        Where it is known that the partner still has an agent card to find: it has just given a clue. After a
        right touch in this turn it is not known any more.

    Returns
    -------
    (B, 25, 4) float64
        Probabilities that add up to one on each card.

    Notes
    -----
    What the partner chose to touch or to say is not taken into account; that is for agents to judge.
    """
    hidden = seen == HIDDEN
    left = _roles_left(ruleset, own_key, seen)  # (B, 4, 4): own role, partner's role
    unseen = left.sum(axis=2)  # (B, 4): cards of each own role that are not seen
    chance = _share(left, unseen[:, :, None])
    of_card = np.take_along_axis(chance, own_key.astype(np.intp)[:, :, None], axis=1)  # (B, 25, 4)
    given = _partner_has_agents(of_card, own_key, hidden, found, left, unseen)
    of_card = np.where(has_left[:, None, None], given, of_card)
    return np.where(hidden[:, :, None], of_card, seen[:, :, None] == np.arange(len(ROLE_NAMES)))


def _joint_counts(ruleset: Ruleset) -> NDArray[np.int64]:
    """Return how many cards have each pair of roles, mine and my partner's: (4, 4)."""
    counts = np.zeros((len(ROLE_NAMES), len(ROLE_NAMES)), dtype=np.int64)
    if ruleset.kind is Kind.PARTNERS:
        np.add.at(counts, tuple(ruleset.joint_keys), 1)
    return counts


def _roles_left(ruleset: Ruleset, own_key: Roles, seen: Roles) -> NDArray[np.int64]:
    """Return how many cards of each own role still have each role on the partner's key: (B, 4, 4)."""
    roles = np.arange(len(ROLE_NAMES))
    own = own_key[:, :, None] == roles  # (B, 25, 4)
    shown = seen[:, :, None] == roles
    settled = np.einsum("bca,bcr->bar", own.astype(np.int64), shown.astype(np.int64))
    return np.asarray(_joint_counts(ruleset) - settled)


def _partner_has_agents(
    chance: NDArray[np.float64],
    own_key: Roles,
    hidden: Bools,
    found: Bools,
    left: NDArray[np.int64],
    unseen: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return the chances given that one of the partner's agent cards is not found yet: (B, 25, 4).

    By Bayes' rule: from all arrangements those are taken away in which every agent card of the partner that
    was not seen lies among the cards that were found under my key.
    """
    roles = np.arange(len(ROLE_NAMES))
    own = own_key[:, :, None] == roles  # (B, 25, 4)
    n_found = (own & (hidden & found)[:, :, None]).sum(axis=1)  # (B, 4): found and not seen
    agents = left[:, :, AGENT]
    ways, all_ways = _BINOMIALS[n_found, agents], _BINOMIALS[unseen, agents]
    none_left = np.prod(_share(ways, all_ways, empty=1.0), axis=1)[:, None, None]  # (B, 1, 1)
    # if none is left: agents lie among the found cards, and all others share the other roles
    agent_if = _share(agents, n_found)
    other_if = _share(left * (roles != AGENT), (unseen - agents)[:, :, None])
    group = own_key.astype(np.intp)
    agent_on_found = np.where(found, np.take_along_axis(agent_if, group, axis=1), 0.0)[:, :, None]
    others = np.take_along_axis(other_if, group[:, :, None], axis=1) * (1 - agent_on_found)
    if_none = np.where(roles == AGENT, agent_on_found, others)
    some_left = 1 - none_left
    known = np.where(some_left > 0, some_left, 1.0)
    return np.where(some_left > 0, np.maximum(chance - none_left * if_none, 0) / known, chance)


def _share(
    part: NDArray[np.integer | np.floating], whole: NDArray[np.integer | np.floating], empty: float = 0.0
) -> NDArray[np.float64]:
    """Return part / whole, `empty` where there is no whole."""
    out = np.full(np.broadcast_shapes(part.shape, whole.shape), empty)
    return np.divide(part, whole, out=out, where=whole > 0)


_BINOMIALS = np.array(
    [[comb(n, k) for k in range(N_CARDS + 1)] for n in range(N_CARDS + 1)], dtype=np.float64
)
