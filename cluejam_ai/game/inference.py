"""What a player's own key says about the partner's."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import ROLE_NAMES
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
    counts = np.zeros((len(ROLE_NAMES), len(ROLE_NAMES)))
    if ruleset.kind is Kind.PARTNERS:
        mine, partners = ruleset.joint_keys
        np.add.at(counts, (mine, partners), 1.0)
    totals = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
