"""How often weighing few clues in place of all changes what a spymaster says."""

from typing import Any

import numpy as np

from cluejam_ai.agents.base import SPYMASTERS, Spymaster
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.bench.games import GAMES, MIX, Game, positions
from cluejam_ai.metrics.estimates import proportion
from cluejam_ai.specs import parse_spec
from cluejam_ai.wiring import Workshop

#: The spymasters that weigh some of all clues, with the games whose positions they are asked about.
PRUNED = {
    "gaussian-listener": GAMES["gaussian"],
    "plackett-luce-listener": Game("duo", "plackett-luce-listener", "nearest", 100, 100, MIX),
    "robust": GAMES["robust"],
}
_ANSWERS = 500
_AT_ONCE = 64


def measure_pruning(name: str, scale: float) -> dict[str, Any]:
    """Return in which share of positions a spymaster says something else if it weighs every clue.

    Parameters
    ----------
    name : str
        One of `PRUNED`.
    scale : float
        Share of the usual number of positions, which are those of its own games, in their order.
    """
    game, wanted = PRUNED[name], max(1, round(_ANSWERS * scale))
    made = game.workshop(max(1, -(-wanted // 3)))  # each game has more than three clues
    changed = np.zeros(0, dtype=bool)
    some, every = _spymaster(made, name), _spymaster(made, name, candidates=len(made.vocabulary.clues))
    for view in positions(made, game.block_size):
        for first in range(0, min(len(view), wanted - len(changed)), _AT_ONCE):
            rows = np.arange(first, min(first + _AT_ONCE, len(view), first + wanted - len(changed)))
            asked, keys = view.take(rows), np.zeros(len(rows), dtype=np.uint64)
            few, all_ = (agent.give_clues(asked, keys, {}) for agent in (some, every))
            unlike = (few.word != all_.word) | (few.number != all_.number)
            changed = np.concatenate([changed, unlike])
    found = proportion(changed)
    return {
        "spymaster": name,
        "clue_words": len(made.vocabulary.clues),
        "answers": len(changed),
        "changed": int(changed.sum()),
        "share": found.value,
        "low": found.low,
        "high": found.high,
    }


def _spymaster(made: Workshop, name: str, **params: int) -> Spymaster:
    import_agents()
    return SPYMASTERS.build(parse_spec(name).with_params(params), made.resources(MIX))
