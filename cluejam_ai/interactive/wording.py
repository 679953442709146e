"""How players, cards and moves are called in the talk of a game."""

from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER, UNLIMITED
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.interactive.chairs import PEOPLE, chair, is_hot_seat, is_person, name_of
from cluejam_ai.interactive.game import Game, Move, PublicTurn

ENDINGS = {
    "found": "all cards are found",
    "assassin": "the assassin was touched",
    "lives": "no lives are left",
    "turns": "the turns are used up",
    "other": "all cards of the other team are covered",
    "sudden-death": "a touch without a clue was wrong",
}


def clue_text(turn: PublicTurn) -> str:
    """Return a clue with its number as it is called out."""
    if turn.clue is None:
        return "no clue (sudden death)"
    return spoken(turn.clue, turn.number)


def spoken(clue: str, number: int) -> str:
    """Return a clue word with its number."""
    return f"{clue.upper()} {'unlimited' if number == UNLIMITED else number}"


def player(game: Game, team: int, move: Move) -> str:
    """Return who gives or guesses, as the people at the keyboard call them."""
    pairing, kind = game.setup.pairing, game.setup.ruleset.kind
    spec = chair(pairing, team, move)
    role = "spymaster" if move is Move.CLUE else "guesser"
    if is_person(spec) and (name := name_of(spec)):
        return name
    hot = is_hot_seat(kind, pairing)
    if kind is Kind.PARTNERS:
        return _partner(spec, team, hot=hot)
    if hot and is_person(chair(pairing, 1, move)):
        return f"Team {'AB'[team]}'s {role}"
    if is_person(spec) and not hot:
        return "Your team" if spec.startswith(PEOPLE) else "You"
    return f"{'Your' if team == 0 else 'Their'} {role}"


def seat_names(game: Game) -> tuple[str, ...]:
    """Return what lists call both seats where people sit on all chairs; nothing where one is the person's."""
    setup = game.setup
    if setup.ruleset.kind is Kind.SOLO or not all(is_person(spec) for spec in vars(setup.pairing).values()):
        return ()
    return tuple("AB"[seat ^ setup.starter] for seat in (0, 1))


def _partner(spec: str, team: int, *, hot: bool) -> str:
    if hot:
        return f"Player {'AB'[team]}"
    if is_person(spec):
        return "Your team" if spec.startswith(PEOPLE) else "You"
    return "Your partner" if team == 1 else "The agent beside you"


def role_name(ruleset: Ruleset, role: int, *, ours: bool = True) -> str:
    """Return what a card is called that a team touched: `ours` says whether it was the person's team."""
    if ruleset.kind is Kind.PARTNERS:
        return {AGENT: "agent, found", BYSTANDER: "neutral", ASSASSIN: "the ASSASSIN"}[role]
    if role in (BYSTANDER, ASSASSIN):
        return "bystander" if role == BYSTANDER else "the ASSASSIN"
    return "your card" if (role == AGENT) == ours and role in (AGENT, OTHER) else "their card"


def is_good(role: int, *, ours: bool) -> bool:
    """Return whether a touch pleases the person."""
    return (role == AGENT) == ours


def cards_text(count: int) -> str:
    """Return a count of cards in words."""
    return "1 card" if count == 1 else f"{count} cards"
