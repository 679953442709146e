"""What a spymaster chooses its clue for: cards less costs, or wins under the clock."""

from dataclasses import dataclass

from cluejam_ai.agents.clock import Pace

#: How turns go where partners think in different embeddings, for the clock; see experiments/unseen_partner.
PACE = Pace(hits=(0.75, 0.55, 0.4, 0.3, 0.25, 0.2), fatal=0.12)


@dataclass(frozen=True)
class Aim:
    """What a clue is chosen for.

    Attributes
    ----------
    win : bool
        For wins, where partners play against a budget of turns; else for cards less costs.
    found_weight : float
        For wins: what finding all cards is worth beside winning.
    partner_key : bool
        Whether it counts on the partner to leave out cards that are assassins on the partner's own key.
    measure : str
        What the listener perceives: "z", standardised clue by clue, or "closeness" (`Resources.closeness`).
    """

    win: bool = False
    found_weight: float = 0.0
    partner_key: bool = False
    measure: str = "z"


PLAIN_AIM = Aim()
