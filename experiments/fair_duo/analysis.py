"""How many turns and lives make ClueJam Duo a fair game for pairs as accurate as people?

One run with budgets that end no game tells every smaller one: the pair does not look at the clock, so a game
with T turns and L lives is the beginning of the same game with more. Writes summary.csv, pair.csv and the
picture beside itself::

    python -m experiments.fair_duo.analysis [--boards 4000]
"""

from dataclasses import asdict
from pathlib import Path

import numpy as np

import cluejam_ai
from cluejam_ai import plots
from experiments.common import arguments, by_pairing, estimate_in, playing, write

HERE = Path(__file__).parent
TURNS = range(7, 25)
LIVES = [1, 2, 3, 4, 5, 6, 9]
#: Of 794 games of Codenames Duet (Shaikh et al. 2023): clue number, own cards a turn, and shares of guesses.
PEOPLE = {
    "clue_number": 1.24,
    "cards_per_turn": 1.07,
    "agent_rate": 0.875,
    "bystander_rate": 0.102,
    "assassin_touch_rate": 0.023,
}
#: Budgets that are also played as they are, to check that cutting is the same.
CHECKED = [(9, 9), (14, 3), (16, 2)]
N_AGENTS = 15


def turn_figures(run):
    """Return agent cards found and lives lost by the end of each turn: (boards, turns) twice."""
    turns = run.turns.sort_values(["board", "turn"])
    n_boards, longest = run.matches["board"].nunique(), int(run.matches["turns"].max())
    found, lost = (np.zeros((n_boards, longest)) for _ in range(2))
    board, turn = turns["board"].to_numpy(), turns["turn"].to_numpy()
    found[board, turn] = turns["right"]
    lost[board, turn] = turns["ended"] == "wrong"
    return found.cumsum(axis=1), lost.cumsum(axis=1)


def won_within(run, turns, lives):
    """Return which matches a budget lets win: (boards,) bool.

    A win comes at the last found card; the lives lost before it may not have reached the budget.
    """
    matches = run.matches.sort_values("board")
    found, lost = turn_figures(run)
    done = found >= N_AGENTS
    last = np.where(done.any(axis=1), done.argmax(axis=1), found.shape[1] - 1)
    spent = lost[np.arange(len(lost)), last]
    return matches["won"].to_numpy() & (last < turns) & (spent < lives)


def by_formula(turns, lives, numbers):
    """Return the chance to win if every touch is own, bystander or assassin with people's shares.

    A second way to the same figure, without boards or words: turns of one or two cards with shares `numbers`,
    at most as many touches as cards are left, touches independent.
    """
    own, off = PEOPLE["agent_rate"], PEOPLE["bystander_rate"]
    state = {(0, 0): 1.0}  # chance of (found, lives lost)
    won = 0.0
    for _ in range(turns):
        after = {}
        for (found, lost), chance in state.items():
            for number, share in numbers.items():
                touches = min(number, N_AGENTS - found)
                ends = [(found + k, lost + 1, own**k * off) for k in range(touches)]
                ends.append((found + touches, lost, own**touches))
                for now, gone, part in ends:
                    if now == N_AGENTS:
                        won += chance * share * part
                    elif gone < lives:
                        after[now, gone] = after.get((now, gone), 0.0) + chance * share * part
        state = after
    return won


def pair_rows(run):
    """Return how near the pair is to people."""
    _, _, matches = next(by_pairing(run))
    figures = cluejam_ai.summarise(matches)
    # of touches, where the figure of the name is of matches
    figures["assassin_touch_rate"] = cluejam_ai.ratio(matches["assassin"], matches["touches"])
    return [{"figure": name, "people": people, **asdict(figures[name])} for name, people in PEOPLE.items()]


def summary_rows(run):
    """Return the share won with every budget, and by the formula."""
    share_of_two = PEOPLE["clue_number"] - 1
    numbers = {1: 1 - share_of_two, 2: share_of_two}
    rows = []
    for lives in LIVES:
        for turns in TURNS:
            won = won_within(run, turns, lives)
            formula = by_formula(turns, lives, numbers)
            found = asdict(cluejam_ai.proportion(won))
            rows.append({"turns": turns, "lives": lives, **found, "formula": formula})
    return rows


def check(run, play):
    """Play some budgets as they are and compare board by board with the run that was cut."""
    for turns, lives in CHECKED:
        as_it_is = play(
            HERE / "spec.toml", f"spec_{turns}_{lives}", rules=f"duo(turns={turns}, lives={lives})"
        )
        played = as_it_is.matches.sort_values("board")["won"].to_numpy()
        cut = won_within(run, turns, lives)
        if not np.array_equal(played, cut):
            raise SystemExit(f"turns={turns}, lives={lives}: {(played != cut).sum()} boards differ when cut")


def draw(rows, dark=False):
    """Return the picture of games won over turns, for some numbers of lives."""
    series = {}
    for row in rows:
        if row["lives"] in (2, 3, 4, 9):
            series.setdefault(f"{row['lives']} lives", {})[row["turns"]] = estimate_in(row)
    return plots.curves(
        series,
        title="ClueJam Duo by pairs as accurate as people",
        across="turns",
        unit="share of games won",
        limits=(0, 0.8),
        mark=(0.5, "fair: half"),
        n_of="games",
        dark=dark,
    )


def main():
    options = arguments(__doc__)
    with playing(options) as play:
        run = play(HERE / "spec.toml")
        check(run, play)
        rows = summary_rows(run)
        write(HERE / "pair.csv", pair_rows(run))
        write(HERE / "summary.csv", rows)
    draw(rows).savefig(HERE / "fair.png")


if __name__ == "__main__":
    main()
