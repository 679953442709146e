"""Draws what a person sees in a game: the board with shapes and words, not colours alone, and the history."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, HIDDEN, N_CARDS, OTHER
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.look import CardLook, Look, TurnLook
from cluejam_ai.interactive.wording import cards_text, spoken

SIDE = 5
_WIDEST, _NARROWEST = 15, 11
_N_RECENT = 3
_BY_YOU = "/y you touched it: neutral on the other key"
_BY_PARTNER = "/p partner did: neutral on yours"


@dataclass(frozen=True)
class Signs:
    """The shapes that stand for roles, and the lines between cards."""

    agent: str
    neutral: str
    other: str
    assassin: str
    across: str
    down: str
    cross: str

    def of(self, role: int) -> str:
        """Return the shape of a role."""
        return {AGENT: self.agent, BYSTANDER: self.neutral, OTHER: self.other, ASSASSIN: self.assassin}[role]


ASCII = Signs("+", "-", "o", "X", "-", "|", "+")
SHAPES = Signs("●", "·", "○", "✖", "─", "│", "┼")

#: Teams are cyan and yellow, which all eyes tell apart; shapes and words say the same.
_COLOURS = {
    Kind.PARTNERS: {AGENT: "green", ASSASSIN: "red"},
    Kind.TEAMS: {AGENT: "cyan", OTHER: "yellow", ASSASSIN: "red"},
    Kind.SOLO: {AGENT: "cyan", OTHER: "yellow", ASSASSIN: "red"},
}


def draw_look(look: Look, columns: int, signs: Signs = ASCII, names: Sequence[str] = ()) -> Text:
    """Return what a person sees: state of the game, board, what its signs mean, last turns, the clue.

    Parameters
    ----------
    look : Look
    columns : int
        How wide the terminal is.
    signs : Signs
    names : sequence of str
        What the history calls the two seats; without them it says who is the person's side.
    """
    drawing = Text(no_wrap=False)
    drawing.append(_state(look) + "\n", style="bold")
    drawing.append_text(_board(look, columns, signs))
    drawing.append(_legend(look, signs) + "\n", style="dim")
    recent = look.history[-_N_RECENT:]
    first = len(look.history) - len(recent)
    if first:
        drawing.append(f"... {first} earlier: history\n", style="dim")
    for place, turn in enumerate(recent, start=first + 1):
        drawing.append_text(_turn(look, place, turn, signs, names))
    if look.clue is not None:
        drawing.append(f"The clue: {spoken(look.clue, look.number)}   ({_touches(look)})\n", "bold")
    return drawing


def _touches(look: Look) -> str:
    if look.guesses_left >= N_CARDS - look.touches:
        return "as many touches as you like"
    if look.touches:
        return f"{look.touches} touched, at most {look.guesses_left} more"
    meant = f"for {cards_text(look.number)}, " if look.number > 0 else ""
    return f"{meant}at most {look.guesses_left} touch{'' if look.guesses_left == 1 else 'es'}"


def draw_history(look: Look, signs: Signs = ASCII, names: Sequence[str] = ()) -> Text:
    """Return all turns, the one under way with its touches so far last."""
    drawing = Text()
    turns = [*look.history, *([] if look.now is None else [look.now])]
    for place, turn in enumerate(turns, start=1):
        drawing.append_text(_turn(look, place, turn, signs, names))
    if not turns:
        drawing.append("no clue has been given yet\n")
    return drawing


def _state(look: Look) -> str:
    parts = [look.ruleset.label]
    if look.ruleset.kind is Kind.TEAMS:
        parts.append(f"cards left: you {look.cards_left}, they {look.opponent_left}")
    elif look.ruleset.kind is Kind.SOLO:
        parts.append(f"cards left: {look.cards_left}, of the other team {look.opponent_left}")
    else:
        own = sum(card.key == AGENT and card.shown != AGENT for card in look.cards)
        yours = f" ({own} on your key)" if look.gives else ""
        parts.append(f"agents left: {look.cards_left}{yours}")
    if look.turns_left is not None:
        parts.append(f"turns left: {look.turns_left}" if look.turns_left else "no turns left: sudden death")
    if look.lives_left is not None:
        parts.append(f"lives: {look.lives_left}")
    return "   ".join(parts)


def _board(look: Look, columns: int, signs: Signs) -> Text:
    width = min(_WIDEST, (columns - (SIDE - 1)) // SIDE)
    if width < _NARROWEST:
        return _list(look, columns, signs)
    drawing = Text()
    rule = signs.cross.join([signs.across * width] * SIDE) + "\n"
    for first in range(0, N_CARDS, SIDE):
        if first:
            drawing.append(rule, style="dim")
        row = look.cards[first : first + SIDE]
        for place, card in enumerate(row):
            drawing.append(signs.down if place else "", style="dim")
            word = fit(card.word.upper(), width).ljust(width)
            drawing.append(word, style=_word_style(look.ruleset.kind, card))
        drawing.append("\n")
        for place, card in enumerate(row):
            drawing.append(signs.down if place else "", style="dim")
            mark = f"{first + place + 1:>2} {_mark(look, card, signs)}"
            drawing.append(mark[:width].ljust(width), style=_mark_style(look.ruleset.kind, card))
        drawing.append("\n")
    return drawing


def _list(look: Look, columns: int, signs: Signs) -> Text:
    """Return the cards one a line, where there is no room for a grid."""
    drawing = Text()
    for place, card in enumerate(look.cards, start=1):
        mark = _mark(look, card, signs)
        word = fit(card.word.upper(), max(6, columns - 4 - len(mark)))
        drawing.append(f"{place:>2} {word} ", style=_word_style(look.ruleset.kind, card))
        drawing.append(mark + "\n", style=_mark_style(look.ruleset.kind, card))
    return drawing


def fit(word: str, width: int) -> str:
    """Return a word within a width: the longest of its words cut short, with a full stop.

    Examples
    --------
    >>> fit("WEATHER FORECAST", 15)
    'WEATHER FORECA.'
    """
    short = word
    while len(short) > width:
        parts = short.replace(".", "").split(" ")
        longest = max(range(len(parts)), key=lambda place: len(parts[place]))
        if len(parts[longest]) < 3:
            return word[: width - 1] + "."
        parts[longest] = parts[longest][:-2] if short == word else parts[longest][:-1]
        parts[longest] += "."
        short = " ".join(parts)
    return short


def _mark(look: Look, card: CardLook, signs: Signs) -> str:
    """Return what stands below a word: what it is on the key or was shown to be, and who touched it."""
    if look.ruleset.kind is Kind.PARTNERS:
        return _partners_mark(card, signs)
    role = card.shown if card.shown != HIDDEN else card.key
    if role == HIDDEN:
        return ""
    name = {AGENT: "ours", BYSTANDER: "bystander", OTHER: "theirs", ASSASSIN: "ASSASSIN"}[role]
    if card.shown == HIDDEN:
        return f"{signs.of(role)} {name}"
    by = "/u" if card.by_us else "/t"
    gap = "" if role == BYSTANDER else " "
    return f"{signs.of(role)}{gap}{name.upper()}{gap}{by}"


def _partners_mark(card: CardLook, signs: Signs) -> str:
    if card.shown == AGENT:
        return f"{signs.agent}FOUND {'you' if card.by_us else 'ptnr'}"
    name = {HIDDEN: "", AGENT: "agent", BYSTANDER: "", ASSASSIN: "ASSASSIN"}[card.key]
    sign = "" if card.key == HIDDEN else signs.of(card.key)
    touched = ("y" if card.by_us else "") + ("p" if card.by_them else "")
    return f"{sign} {name}{' ' if name else ''}{touched and '/' + touched}".rstrip()


def _word_style(kind: Kind, card: CardLook) -> str:
    if card.shown != HIDDEN:
        return _covered_style(kind, card.shown)
    if card.closed:
        return "dim"
    return f"bold {_COLOURS[kind].get(card.key, '')}".strip()


def _mark_style(kind: Kind, card: CardLook) -> str:
    if card.shown != HIDDEN:
        return _covered_style(kind, card.shown)
    return _COLOURS[kind].get(card.key, "dim")


def _covered_style(kind: Kind, role: int) -> str:
    colour = _COLOURS[kind].get(role)
    return f"bold black on {colour}" if colour else "dim"


def _legend(look: Look, signs: Signs) -> str:
    if look.ruleset.kind is Kind.PARTNERS:
        shapes = f"{signs.agent} agent  {signs.neutral} neutral  {signs.assassin} assassin"
        whose = "Your key" if look.gives else "Your own key; you guess on your partner's"
        neutral = [card for card in look.cards if card.shown != AGENT]
        marks = [_BY_YOU] if any(card.by_us for card in neutral) else []
        marks += [_BY_PARTNER] if any(card.by_them for card in neutral) else []
        return f"{whose}: {shapes}" + ("\n" + "   ".join(marks) if marks else "")
    shapes = f"{signs.agent} ours  {signs.other} theirs  {signs.neutral} bystander  {signs.assassin} assassin"
    covered = any(card.shown != HIDDEN for card in look.cards)
    return shapes + ("  OURS: covered, /u by us, /t by them" if covered else "")


def _turn(look: Look, place: int, turn: TurnLook, signs: Signs, names: Sequence[str]) -> Text:
    line = Text()
    partners = look.ruleset.kind is Kind.PARTNERS
    who = "you" if turn.ours else ("partner" if partners else "they")
    if look.ruleset.kind is Kind.TEAMS and turn.ours:
        who = "we"
    if names:
        who = names[turn.seat]
    said = "no clue" if turn.clue is None else spoken(turn.clue, turn.number)
    line.append(f"{place:>2}. {who}: {said}")
    right = sum(role == AGENT for _, role in turn.touches)
    line.append(f" ({right} found): " if turn.touches or turn.passed else ": ")
    for count, (word, role) in enumerate(turn.touches):
        line.append(", " if count else "")
        # what the other team finds is theirs to us
        seen = role if turn.ours or partners else {AGENT: OTHER, OTHER: AGENT}.get(role, role)
        line.append(f"{signs.of(seen)} {word.upper()}", style=_COLOURS[look.ruleset.kind].get(seen, ""))
    line.append(f"{', ' if turn.touches else ''}passed" if turn.passed else "")
    return line.append("\n")
