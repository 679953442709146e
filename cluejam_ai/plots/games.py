"""A match as a strip of boards, one a clue."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cluejam_ai.palette import ROLE_COLOURS, ROLE_INK
from cluejam_ai.plots.style import sheet
from cluejam_ai.results.run import Run
from cluejam_ai.terminal.replay import RecordedMatch, find_match

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIDE = 5
_KEYS = ("first_key", "second_key")
_PAD = 0.04  # between cards, of a card's width


@dataclass(frozen=True)
class _Turn:
    """One clue: its row, the order of its touches by place, and places covered before."""

    row: Mapping[Any, Any]
    order: dict[int, int]
    roles: dict[int, str]
    covered: frozenset[int]


def game(run: Run, match: int = 0, *, across: int = 3, dark: bool = False) -> "Figure":
    """Draw a recorded match clue by clue.

    Parameters
    ----------
    run : Run
    match : int
        Row of its table of matches, from 0.
    across : int
        How many boards stand side by side.
    dark : bool
        For dark pages.

    Returns
    -------
    Figure
        Of each clue a board with the key of its giver. Cards that were meant have a frame, cards touched the
        number of the touch; cards covered before are pale.

    Raises
    ------
    RecordError
        If the run has no such match.
    """
    found = find_match(run, match)
    turns = _turns(found)
    across = min(across, len(turns))
    n_rows = -(-len(turns) // across)
    with sheet(3.9 * across, 0.9 + 2.75 * n_rows, dark=dark) as (figure, empty):
        ink = str(empty.xaxis.label.get_color())
        empty.remove()
        for place, turn in enumerate(turns):
            axes = figure.add_subplot(n_rows, across, place + 1)
            _draw(axes, found.cards, turn, ink)
        row = found.match
        end = f"{'won' if row['won'] else 'lost'}: {row['ending']} after {row['turns']} clues"
        figure.suptitle(
            f"Board {row['board']}: {row['spymaster']} and {row['guesser']}, {end}",
            x=0.01,
            ha="left",
            fontweight="bold",
            fontsize=11,
        )
        handles = [_patch(colour, role) for role, colour in ROLE_COLOURS.items() if _occurs(found, role)]
        figure.legend(handles=handles, loc="outside lower left", ncols=4, fontsize=9)
        return figure


def _turns(found: RecordedMatch) -> list[_Turn]:
    covered: dict[int, set[int]] = {0: set(), 1: set()}
    turns = []
    for row in found.turns.sort_values("turn").to_dict("records"):
        touched = found.guesses[found.guesses["turn"] == row["turn"]].sort_values("touch")
        places = [int(place) for place in touched["place"]]
        roles = [str(role) for role in touched["role"]]
        key = int(row["seat"])
        order = {place: number for number, place in enumerate(places, start=1)}
        turns.append(_Turn(row, order, dict(zip(places, roles, strict=True)), frozenset(covered[key])))
        for place, role in zip(places, roles, strict=True):
            # found is found for both; a bystander is one on this giver's key only, where there are two
            for seat in (0, 1) if role == "agent" or not _two_keys(found) else (key,):
                covered[seat].add(place)
    return turns


def _two_keys(found: RecordedMatch) -> bool:
    return bool(found.cards["second_key"].notna().any()) and not found.shared


def _occurs(found: RecordedMatch, role: str) -> bool:
    return any((found.cards[key] == role).any() for key in _KEYS)


def _draw(axes: "Axes", cards: "pd.DataFrame", turn: _Turn, ink: str) -> None:
    key = _KEYS[int(turn.row["seat"])]
    if cards[key].isna().all():
        key = _KEYS[0]
    for place, word, role in zip(cards["place"], cards["word"], cards[key], strict=True):
        _draw_card(axes, turn, int(place), (str(word), str(role)), ink)
    axes.set_xlim(0, _SIDE)
    axes.set_ylim(_SIDE, 0)
    axes.set_axis_off()
    axes.set_title(_told(turn), fontsize=9, fontweight="bold")


def _draw_card(axes: "Axes", turn: _Turn, place: int, card: tuple[str, str], ink: str) -> None:
    from matplotlib.patches import Rectangle

    (row, column), (word, role) = divmod(place, _SIDE), card
    pale = place in turn.covered
    corner, size = (column + _PAD, row + _PAD), 1 - 2 * _PAD
    ground, alpha = ROLE_COLOURS[role], 0.25 if pale else 1.0
    axes.add_patch(Rectangle(corner, size, size, linewidth=0, facecolor=ground, alpha=alpha))
    if int(turn.row["targets"]) >> place & 1:
        axes.add_patch(Rectangle(corner, size, size, fill=False, edgecolor=ink, linewidth=2.5))
    style: dict[str, Any] = {"color": ink if pale else ROLE_INK[role], "va": "center"}
    axes.text(column + 0.5, row + 0.6, word, ha="center", fontsize=7.5 * min(1, 8 / len(word)), **style)
    if place in turn.order:
        axes.text(column + 0.1, row + 0.24, str(turn.order[place]), fontweight="bold", **style)


def _told(turn: _Turn) -> str:
    clue = turn.row["clue"]
    said = f"{str(clue).upper()} {turn.row['number']}" if isinstance(clue, str) else "no clue"
    right = int(turn.row["right"])
    wrong = [role for role in turn.roles.values() if role != "agent"]
    ended = f", then {wrong[-1]}" if wrong else ""
    return f"{int(turn.row['turn']) + 1}. {said}: {right} right{ended}"


def _patch(colour: str, role: str) -> Any:
    from matplotlib.patches import Patch

    return Patch(facecolor=colour, label=role)
