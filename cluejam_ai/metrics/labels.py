"""What the figures are called in a table, how many digits they have, and where they say nothing."""

from collections.abc import Iterable

from cluejam_ai.results.run import Run

_COOPERATIVE = ("duo", "duet")
#: Figures in the order of a table, their labels and digits; others follow under their own names.
LABELS = {
    "win_rate": ("win rate", 3),
    "turns_given_win": ("turns given a win", 2),
    "cards_found": ("cards found a game", 2),
    "cards_per_turn": ("own cards a turn", 2),
    "clue_number": ("clue number", 2),
    "assassin_rate": ("games with an assassin hit", 3),
    "agent_rate": ("own cards a touch", 3),
    "bystander_rate": ("bystanders a touch", 3),
    "other_rate": ("other team's a touch", 3),
    "score25": ("score25 (25 for a loss)", 2),
    "intended_precision": ("intended precision@n", 3),
    "intended_recall": ("intended recall@n", 3),
    "clues_fulfilled": ("clues wholly understood", 3),
    "proximity": ("proximity (average precision)", 3),
    "colt": ("CoLT a turn", 2),
}
#: Figures that say nothing in some games, which tables leave out there.
_NOT_IN = {
    "other_rate": _COOPERATIVE,
    "score25": (*_COOPERATIVE, "classic"),
    "colt": _COOPERATIVE,
}


def game_of(run: Run) -> str:
    """Return the name of a run's game, without its options."""
    return str(run.spec["rules"]).partition("(")[0]


def shown(game: str, names: Iterable[str]) -> list[str]:
    """Return the figures that a table shows of a game, in its order."""
    order = list(LABELS)
    known = [name for name in names if game not in _NOT_IN.get(name, ())]
    return sorted(known, key=lambda name: order.index(name) if name in LABELS else len(order))


def label(name: str) -> str:
    """Return what a figure is called in a table."""
    return LABELS.get(name, (name, 3))[0]


def digits(name: str) -> int:
    """Return how many digits a figure has after the point in a table."""
    return LABELS.get(name, (name, 3))[1]
