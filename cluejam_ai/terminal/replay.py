"""Tells a recorded match turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from cluejam_ai.errors import RecordError
from cluejam_ai.game.cards import N_CARDS, ROLE_LETTERS, ROLE_NAMES
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.record import frames
from cluejam_ai.interactive.savefile import read_game
from cluejam_ai.results.run import Run
from cluejam_ai.terminal.board import LEGEND, DrawnCard, draw_board

if TYPE_CHECKING:
    import pandas as pd

_KEYS = ("first_key", "second_key")


@dataclass(frozen=True)
class RecordedMatch:
    """One match of a run: its row, and the rows of its cards, turns and guesses."""

    match: dict[str, Any]
    cards: "pd.DataFrame"
    turns: "pd.DataFrame"
    guesses: "pd.DataFrame"
    shared: bool


def find_match(run: Run, number: int) -> RecordedMatch:
    """Return a match by its row in the table of matches, from 0.

    Raises
    ------
    RecordError
        If the run has no such match.
    """
    n_matches = len(run.matches)
    if not 0 <= number < n_matches:
        raise RecordError(f"{run.folder} has no match {number}; its {n_matches} matches are numbered from 0")
    row = run.matches.iloc[number]
    kind = str(run.manifest["inputs"]["ruleset"]["name"])

    def of_match(frame: "pd.DataFrame") -> "pd.DataFrame":
        same = frame["board"] == row["board"]
        for name in ("pairing", "seating"):
            same &= frame[name] == row[name]
        return frame[same]

    cards = run.cards[run.cards["board"] == row["board"]].sort_values("place")
    turns, guesses = of_match(run.turns), of_match(run.guesses)
    if turns["clue"].notna().sum() != row["turns"] or turns["touches"].sum() != len(guesses):
        raise RecordError(f"{run.folder}: turns or touches of match {number} are missing from its tables")
    # where a touch shows the card on both keys
    shared = kind == "classic"
    return RecordedMatch(_plain(row), cards, turns, guesses, shared)


def find_game(path: Path) -> RecordedMatch:
    """Return the game of people that a file holds.

    Raises
    ------
    RecordError
        If it holds none, or one that is not over: its keys stay hidden until then.
    """
    saved = read_game(path)
    if not saved.is_over:
        raise RecordError(
            f"{path} is not over, and its keys stay hidden; go on: cluejam play --resume {path}"
        )
    tables = frames([saved.game])
    match = _plain(tables["matches"].iloc[0])
    shared = saved.game.setup.ruleset.kind is Kind.TEAMS
    return RecordedMatch(match, tables["cards"], tables["turns"], tables["guesses"], shared)


def _plain(row: "pd.Series[Any]") -> dict[str, Any]:
    return {str(key): value.item() if hasattr(value, "item") else value for key, value in row.items()}


def tell(found: RecordedMatch, columns: int = 80) -> Iterator[Text]:
    """Yield the match as blocks of text: the board, each turn with the board after it, the outcome."""
    words = found.cards["word"].astype(str).tolist()
    keys = [_letters(found.cards[key]) for key in _KEYS if found.cards[key].notna().all()]
    touched: list[set[int]] = [set() for _ in keys]
    match = found.match
    yield Text(f"{match['pairing']}, board {match['board']}, seating {match['seating']}", style="bold")
    yield Text(LEGEND + (" (first seat's key, then the second's)" if len(keys) > 1 else ""))
    yield draw_board(_cards(words, keys, touched), columns)
    for turn in _records(found.turns):
        guesses = _records(found.guesses[found.guesses["turn"] == turn["turn"]])
        yield Text(_turn_text(turn, guesses, words))
        for guess in guesses:
            shown = touched if found.shared else [touched[min(int(turn["seat"]), len(keys) - 1)]]
            for places in shown:
                places.add(int(guess["place"]))
        yield draw_board(_cards(words, keys, touched), columns)
    outcome = "won" if match["won"] else "lost"
    yield Text(
        f"{outcome} ({match['ending']}) after {match['turns']} clues, {match['found']} found", style="bold"
    )


def as_json(found: RecordedMatch) -> dict[str, Any]:
    """Return the match as plain values."""
    import json

    frames = {"cards": found.cards, "turns": found.turns, "guesses": found.guesses}
    tables = {name: json.loads(frame.to_json(orient="records")) for name, frame in frames.items()}
    return {"match": found.match, **tables}


def _records(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def _letters(roles: "pd.Series[Any]") -> str:
    return "".join(ROLE_LETTERS[ROLE_NAMES.index(role)] for role in roles.astype(str))


def _cards(words: list[str], keys: list[str], touched: list[set[int]]) -> list[DrawnCard]:
    cards = []
    for place in range(N_CARDS):
        seen = [place in places for places in touched]
        letters = [k[place].upper() if s else k[place] for k, s in zip(keys, seen, strict=True)]
        found = any(letter == "A" for letter in letters)
        cards.append(DrawnCard(words[place], "".join(letters), covered=found or all(seen)))
    return cards


def _turn_text(turn: dict[str, Any], guesses: list[dict[str, Any]], words: list[str]) -> str:
    meant = [words[p] for p in range(N_CARDS) if int(turn["targets"]) >> p & 1]
    clue = turn["clue"] if isinstance(turn["clue"], str) else None
    number = {0: "0", -1: "unlimited"}.get(int(turn["number"]), str(turn["number"]))
    said = f"{clue}: {number}" if clue else "no clue (sudden death)"
    head = f"turn {turn['turn'] + 1}, seat {turn['seat']}: {said}"
    if meant:
        head += f" (meant: {', '.join(meant)})"
    touches = ", ".join(f"{guess['word']} {guess['role']}" for guess in guesses) or "no touch"
    return f"{head}\n  {touches}; ended by: {turn['ended']}"
