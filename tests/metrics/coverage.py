"""Simulated tournaments of known strengths, and how often intervals of ratings hold them.

``python -m tests.metrics.coverage`` makes the table of docs/metrics.md; it takes some minutes.
"""

import sys
from itertools import combinations

import numpy as np
import pandas as pd

from cluejam_ai.metrics.ratings import Ratings, rate
from cluejam_ai.metrics.tournament import Tournament, tournament

SPYMASTERS = {"s0": 0.4, "s1": -0.4}
GUESSERS = {"g0": 0.5, "g1": 0.0, "g2": -0.5}
FIRST_MOVER = 0.3


def simulate(seed: int, n_boards: int = 60, luck: float = 0.6) -> pd.DataFrame:
    """Play all teams against each other, every board in both seatings.

    A board favours teams by a luck of its own, so that its matches are no independent ones.
    """
    generator = np.random.default_rng(seed)
    teams = [(s, g) for s in SPYMASTERS for g in GUESSERS]
    favour = luck * generator.normal(size=(n_boards, len(teams)))
    rows = []
    for (i, a), (j, b) in combinations(enumerate(teams), 2):
        for seating in (0, 1):
            apart = SPYMASTERS[a[0]] + GUESSERS[a[1]] - SPYMASTERS[b[0]] - GUESSERS[b[1]]
            odds = apart + (FIRST_MOVER if seating == 0 else -FIRST_MOVER) + favour[:, i] - favour[:, j]
            won = generator.random(n_boards) < 1 / (1 + np.exp(-odds))
            rows.append(
                pd.DataFrame(
                    {
                        "pairing": f"{a} | {b}",
                        "board": np.arange(n_boards),
                        "seating": seating,
                        "spymaster": a[0],
                        "guesser": a[1],
                        "second_spymaster": b[0],
                        "second_guesser": b[1],
                        "starter": seating,
                        "won": won,
                    }
                )
            )
    return pd.concat(rows, ignore_index=True)


def frames(matches: pd.DataFrame) -> dict[str, pd.DataFrame]:
    return dict(tuple(matches.groupby("pairing", sort=False)))


def played(seed: int, **how: float) -> Tournament:
    return tournament(frames(simulate(seed, **how)))


def true_strengths(luck: float) -> dict[str, float]:
    """Return what is to be found, by "kind name".

    A luck of boards shrinks the log odds of a match on a board drawn at random, so the truth is then what
    very many boards show.
    """
    if luck:
        return {
            name: value
            for name, (_, value, _) in _figures(rate(played(1, n_boards=60_000, luck=luck), resamples=2))
        }
    teams = {f"{s} > {g}": SPYMASTERS[s] + GUESSERS[g] for s in SPYMASTERS for g in GUESSERS}
    known = {f"team {name}": value for name, value in teams.items()}
    known |= {f"difference {a} - {b}": teams[a] - teams[b] for a in teams for b in teams}
    known |= {f"spymaster {name}": value for name, value in SPYMASTERS.items()}
    known |= {f"guesser {name}": value for name, value in GUESSERS.items()}
    return known | {"first mover": FIRST_MOVER}


def _figures(found: Ratings) -> list[tuple[str, tuple[float, float, float]]]:
    """Return every figure by "kind name" with its low end, value and high end."""
    kinds = (("team", found.teams), ("spymaster", found.spymasters), ("guesser", found.guessers))
    all_of_them = [(f"{kind} {name}", e) for kind, known in kinds for name, e in known.items()]
    for (a, b), e in found.differences.items():
        all_of_them.append((f"difference {a} - {b}", e))
    all_of_them.append(("first mover", found.first_mover))
    return [(name, (e.low, e.value, e.high)) for name, e in all_of_them]


def coverage(tournaments: int, n_boards: int, resamples: int, luck: float = 0.0) -> dict[str, list[bool]]:
    """Return for each kind of figure whether each interval holds the truth."""
    known = true_strengths(luck)
    inside: dict[str, list[bool]] = {}
    for seed in range(2, tournaments + 2):
        games = played(seed, n_boards=n_boards, luck=luck)
        for name, (low, _, high) in _figures(rate(games, seed=seed, resamples=resamples)):
            truth = known[name] if name in known else -known[_turned(name)]
            inside.setdefault(name.partition(" ")[0], []).append(low <= truth <= high)
    return inside


def _turned(name: str) -> str:
    kind, _, pair = name.partition(" ")
    first, _, second = pair.partition(" - ")
    return f"{kind} {second} - {first}"


def main() -> None:
    """Print the table of docs/metrics.md."""
    for label, n_boards, luck in (
        ("100 boards", 100, 0.0),
        ("100 boards that favour teams (SD 1 logit)", 100, 1.0),
    ):
        shares = [f"{np.mean(hits):.3f}" for hits in _in_order(coverage(400, n_boards, 500, luck))]
        sys.stdout.write(f"| {label} | {' | '.join(shares)} |\n")
        sys.stdout.flush()


def _in_order(inside: dict[str, list[bool]]) -> list[list[bool]]:
    return [inside[kind] for kind in ("team", "difference", "spymaster", "guesser", "first")]


if __name__ == "__main__":
    main()
