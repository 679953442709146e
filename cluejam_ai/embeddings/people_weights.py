"""How much each shipped family tells of what people guess: few numbers, fitted by data/fit_people.py."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True)
class Weights:
    """What a family counts: no unit.

    Attributes
    ----------
    cosine : float
        Of the cosine of clue and card, in standard deviations of the whole table.
    rank : float
        Of the negative logarithm of the clue's rank among the card's clues.
    """

    cosine: float
    rank: float


@lru_cache(maxsize=1)
def load_people_weights() -> Mapping[str, Weights]:
    """Return the weights of every family that was fitted.

    Notes
    -----
    Source: own fit to people's turns of Codenames Duet (Shaikh et al., "Modeling cross-cultural pragmatic
    inference with Codenames Duet", Findings of ACL 2023); the file tells from which rows, and how.
    """
    text = files("cluejam_ai.resources").joinpath("people.json").read_text(encoding="utf-8")
    families = json.loads(text)["families"]
    return MappingProxyType({name: Weights(**weights) for name, weights in families.items()})
