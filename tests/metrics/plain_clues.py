"""What clues meant and what came of them, counted clue by clue: the oracle of the fast way."""

from collections import Counter
from typing import Any

import pandas as pd

from cluejam_ai.metrics.clues import COLT_WEIGHTS

_COLUMN = {"assassin": 3, "other": 1, "bystander": 2}


def plain_sums(matches: pd.DataFrame, turns: pd.DataFrame, guesses: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the sums of every match over its clues."""
    return [_of_match(match, turns, guesses) for match in matches.to_dict("records")]


def _of_match(match: dict[str, Any], turns: pd.DataFrame, guesses: pd.DataFrame) -> dict[str, Any]:
    sums: Counter[str] = Counter()
    for turn in _same(turns, match):
        ours = match["turns"] == match["own_turns"] or turn["team"] == 0
        if isinstance(turn["clue"], str) and ours:
            touched = [g for g in _same(guesses, match) if g["turn"] == turn["turn"]]
            sums.update(_of_clue(turn, sorted(touched, key=lambda g: g["touch"])))
    return dict(sums)


def _same(frame: pd.DataFrame, match: dict[str, Any]) -> list[dict[str, Any]]:
    same = (frame["pairing"] == match["pairing"]) & (frame["board"] == match["board"])
    return frame[same & (frame["seating"] == match["seating"])].to_dict("records")


def _of_clue(turn: dict[str, Any], touched: list[dict[str, Any]]) -> dict[str, float]:
    meant = {place for place in range(25) if turn["targets"] >> place & 1}
    n = len(meant)
    first = touched[:n]
    sums: dict[str, float] = {
        "intended": n,
        "intended_picked": len(first),
        "intended_hits": sum(g["place"] in meant for g in first),
        "aimed_clues": n > 0,
        "fulfilled_clues": n > 0 and meant <= {g["place"] for g in touched},
    }
    so_far = 0
    for rank, guess in enumerate(touched, start=1):
        if guess["place"] in meant:
            so_far += 1
            sums["precision_sum"] = sums.get("precision_sum", 0) + so_far / rank / n
    if touched:
        roles = [g["role"] for g in touched]
        worst = next((_COLUMN[role] for role in _COLUMN if role in roles), 0)
        sums |= {"colt_sum": COLT_WEIGHTS[min(9, roles.count("agent")), worst], "colt_turns": 1}
    return sums
