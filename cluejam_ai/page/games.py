"""Draws recorded games turn by turn for a page."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cluejam_ai.page.html import Html, tag
from cluejam_ai.palette import ROLE_COLOURS, ROLE_INK
from cluejam_ai.results.run import Run
from cluejam_ai.terminal.replay import RecordedMatch, find_match

if TYPE_CHECKING:
    import pandas as pd

_LETTERS = {"agent": "a", "bystander": "n", "other": "o", "assassin": "x"}
_KEYS = ("first_key", "second_key")


def worst_matches(matches: "pd.DataFrame", most: int) -> list[int]:
    """Return rows of the worst matches: lost with fewest cards found, soonest; then won in most turns.

    Parameters
    ----------
    matches : data frame
        Table of matches.
    most : int
        How many at most. No pairing has a second one while another has none, and no board comes twice while
        such a pairing has another.

    Returns
    -------
    list of int
        Rows of the table, from 0.
    """
    won = matches["won"].to_numpy()
    turns = matches["own_turns"].to_numpy().astype(np.int64)
    found = np.where(won, 0, matches["found"].to_numpy())
    order = np.lexsort([np.where(won, -turns, turns), found, won])
    _, name = np.unique(matches["pairing"].astype(str).to_numpy()[order], return_inverse=True)
    board = matches["board"].to_numpy()[order]
    drawn = np.zeros(name.max(initial=-1) + 1, dtype=np.int64)  # of each pairing
    left = np.ones(len(order), dtype=bool)
    chosen: list[int] = []
    for _ in range(min(most, len(order))):
        seen = np.isin(board, matches["board"].to_numpy()[chosen])
        cost = np.where(left, 2 * drawn[name] + seen, 2 * len(order) + 2)
        pick = int(np.argmin(cost))
        left[pick] = False
        drawn[name[pick]] += 1
        chosen.append(int(order[pick]))
    return chosen


def draw_match(run: Run, number: int, name: Html) -> Html:
    """Return a match of a run drawn turn by turn, the board after each turn beside its clue.

    Parameters
    ----------
    run : Run
    number : int
        Row of the table of matches.
    name : Html
        What is shown for its pairing.
    """
    found = find_match(run, number)
    match = found.match
    outcome = "won" if match["won"] else "lost"
    heading = tag("h3", name, ", board ", match["board"], f": {outcome} ({match['ending']})")
    n_clues = "1 clue" if match["turns"] == 1 else f"{match['turns']} clues"
    note = f"{n_clues}, {match['found']} own cards found. Replay it with "
    told = tag("p", note, tag("code", f"cluejam show {run.folder} --match {number}"))
    return tag("section", heading, told, tag("div", *_turns(found), class_="turns"), class_="game")


def _turns(found: RecordedMatch) -> list[Html]:
    words = found.cards["word"].astype(str).tolist()
    keys = [found.cards[key].astype(str).tolist() for key in _KEYS if found.cards[key].notna().all()]
    touched: list[set[int]] = [set() for _ in keys]
    drawn = []
    for turn in found.turns.sort_values("turn").to_dict("records"):
        of_turn = found.guesses[found.guesses["turn"] == turn["turn"]].sort_values("touch")
        guesses = of_turn.to_dict("records")
        side = min(int(turn["seat"]), len(keys) - 1)
        before = set(touched[side])
        for guess in guesses:
            for places in touched if found.shared else [touched[side]]:
                places.add(int(guess["place"]))
        drawn.append(_turn(turn, guesses, words, keys[side], before))
    return drawn


def _turn(
    turn: dict[Any, Any], guesses: list[dict[Any, Any]], words: list[str], key: list[str], before: set[int]
) -> Html:
    targets = int(turn["targets"])
    order = {int(guess["place"]): str(i) for i, guess in enumerate(guesses, start=1)}
    cells = [
        _card(words[p], key[p], touched=p in before, order=order.get(p), meant=bool(targets >> p & 1))
        for p in range(len(words))
    ]
    clue = turn["clue"] if isinstance(turn["clue"], str) else None
    number = {0: "0", -1: "∞"}.get(int(turn["number"]), str(turn["number"]))
    said = [tag("b", clue), f" {number}"] if clue else ["no clue (sudden death)"]
    touches = [f"{guess['word']} ({guess['role']})" for guess in guesses]
    return tag(
        "article",
        tag("h4", f"{int(turn['turn']) + 1}. seat {turn['seat']}: ", *said),
        tag("div", *cells, class_="board"),
        tag("p", f"touched: {', '.join(touches) or 'nothing'}. Ended by: {turn['ended']}."),
    )


def _card(word: str, role: str, *, touched: bool, order: str | None, meant: bool) -> Html:
    marks = [tag("i", _LETTERS[role])]
    if meant:
        marks.append(tag("i", "◎", title="meant"))
    if order:
        marks.append(tag("i", order, class_="order"))
    kind = "card" + (" gone" if touched else "") + (" now" if order else "")
    colours = f"--ground:{ROLE_COLOURS[role]};--ink:{ROLE_INK[role]}"
    return tag("div", tag("span", *marks, class_="marks"), tag("span", word), class_=kind, style=colours)
