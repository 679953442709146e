"""What is told of moves that were made, and of the outcome."""

from cluejam_ai.game.cards import AGENT, ASSASSIN, ENDING_NAMES, PASS
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.chairs import PEOPLE, is_person
from cluejam_ai.interactive.events import Event, Say, Tone
from cluejam_ai.interactive.game import Game, Move
from cluejam_ai.interactive.wording import ENDINGS, clue_text, is_good, player, role_name


def tell_seats(game: Game, *, hot_seat: bool) -> Event:
    """Return who sits where, and in duo and duet what one key says of the other."""
    setup = game.setup
    lines = [_seats_of_people(game) if hot_seat else _seats_beside_agents(game)]
    if setup.ruleset.kind is Kind.PARTNERS:
        both = {roles for roles, count in setup.ruleset.joint if count}
        may = "may be" if (AGENT, ASSASSIN) in both else "is never"
        lines.append(f"A card that is an assassin on one key {may} an agent on the other.")
    return Say("\n".join(lines), Tone.ASIDE)


def _seats_of_people(game: Game) -> str:
    kind, pairing = game.setup.ruleset.kind, game.setup.pairing
    if kind is Kind.PARTNERS:
        return "Players A and B share the keyboard and play together; each has a key."
    if kind is Kind.SOLO or not is_person(pairing.second_guesser):
        others = ", against two agents" if kind is Kind.TEAMS else ""
        return f"One of you gives the clues and sees the key, the others guess{others}."
    return "Teams A and B share the keyboard; their spymasters see the key."


def _seats_beside_agents(game: Game) -> str:
    kind, pairing = game.setup.ruleset.kind, game.setup.pairing
    gives, guesses = is_person(pairing.spymaster), is_person(pairing.guesser)
    who = "Your team" if pairing.guesser.startswith(PEOPLE) else "You"
    if kind is not Kind.PARTNERS:
        others = ", against two agents" if kind is Kind.TEAMS else "; the other team never plays"
        verb = "guesses" if who == "Your team" else "guess"
        does = f"{who} {verb} on an agent's clues" if guesses else "You give clues to an agent"
        return f"{does}{others}."
    if gives and guesses:
        return f"{who} and your partner, an agent, give clues and guess in turn."
    mine, other = ("give clues", "guesses") if gives else ("guess", "gives clues")
    return f"You {mine}; an agent beside you {other} for your side. Lists call your side 'you'."


def tell_touch(before: Game, after: Game, place: int) -> list[Event]:
    """Return who touched what, and what it is."""
    who = player(before, before.team, Move.GUESS)
    ending = "" if who == "You" else "es"
    if place == PASS:
        return [Say(f"{who} pass{ending}.", Tone.ASIDE)]
    setup = before.setup
    role = after.log[len(before.log) - 1].touches[-1].role
    ours = setup.ruleset.kind is not Kind.TEAMS or before.team == 0
    name = role_name(setup.ruleset, role, ours=ours)
    tone = Tone.GOOD if is_good(role, ours=ours) else Tone.BAD
    is_over = len(after.past) > len(before.past) and after.due is not Move.NOTHING
    over = " The turn is over." if is_over else ""
    return [Say(f"{who} touch{ending} {setup.words[place].upper()}: {name}.{over}", tone)]


def tell_last_turn(game: Game) -> list[Event]:
    """Return what was played last, for whoever comes to the keyboard."""
    events: list[Event] = []
    setup = game.setup
    for turn in game.log[-1:]:
        events.append(Say(f"The clue: {clue_text(turn)}", Tone.CLUE))
        for touch in turn.touches:
            ours = setup.ruleset.kind is not Kind.TEAMS or turn.seat == setup.starter
            name = role_name(setup.ruleset, touch.role, ours=ours)
            tone = Tone.GOOD if touch.role == AGENT else Tone.BAD
            events.append(Say(f"  {setup.words[touch.place].upper()}: {name}", tone))
    return events


def tell_outcome(game: Game, *, hot_seat: bool) -> Event:
    """Return who has won, and how it ended."""
    setup, state = game.setup, game.state
    winner = int(state.winner[0])
    ending = ENDINGS[ENDING_NAMES[int(state.ending[0])]]
    if setup.ruleset.kind is Kind.TEAMS:
        team = winner ^ setup.starter
        if hot_seat and is_person(setup.pairing.second_guesser):
            return Say(f"Team {'AB'[team]} wins: {ending}.", Tone.HEAD)
        won = team == 0
        if not won and ENDING_NAMES[int(state.ending[0])] == "found":
            ending = "all cards of the other team are found"
    else:
        won = winner == 0
    return Say(f"You {'win' if won else 'lose'}: {ending}.", Tone.GOOD if won else Tone.BAD)
