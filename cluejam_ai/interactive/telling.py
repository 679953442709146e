"""What is told of moves that were made, and of the outcome."""

from cluejam_ai.game.cards import AGENT, ENDING_NAMES, PASS
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.chairs import is_person
from cluejam_ai.interactive.events import Event, Say, Tone
from cluejam_ai.interactive.game import Game, Move
from cluejam_ai.interactive.wording import ENDINGS, clue_text, is_good, player, role_name


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
