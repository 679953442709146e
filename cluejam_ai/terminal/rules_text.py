"""The rules of a game as a person would read them, made from its values."""

from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER
from cluejam_ai.game.rulesets import Kind, Ruleset

_NAMES = {AGENT: "agent", BYSTANDER: "neutral", OTHER: "other team's", ASSASSIN: "assassin"}


def explain(ruleset: Ruleset) -> str:
    """Return the rules of a game in sentences, options included."""
    parts = [
        f"{ruleset.label} (rules version {ruleset.version})",
        _CAST[ruleset.kind],
        _cards(ruleset),
        "A clue is one word and a number from 1 to 9: how many cards it is meant for."
        + (
            " 0 and unlimited are allowed: then there is no limit on guesses." if ruleset.free_numbers else ""
        ),
        _guessing(ruleset),
        _touches(ruleset),
        _budgets(ruleset),
        _clues(ruleset),
        _starts(ruleset),
        f"Options: {', '.join(ruleset.tunable)}.",
    ]
    return "\n\n".join(part for part in parts if part)


_CAST = {
    Kind.TEAMS: "Two teams, each with a spymaster and a guesser, take turns on a board of 25 words.",
    Kind.PARTNERS: "Two partners on a board of 25 words give clues and guess in turn, against the clock.",
    Kind.SOLO: "One spymaster and one guesser on a board of 25 words; the other team never plays.",
}


def _cards(ruleset: Ruleset) -> str:
    if ruleset.kind is Kind.PARTNERS:
        pairs = [f"  {_NAMES[a]} / {_NAMES[b]}: {n}" for (a, b), n in ruleset.joint if n]
        own = [f"{n} {_NAMES[role]}" for role, n in _one_key(ruleset) if n]
        head = f"Each player has a key of their own: {', '.join(own)}. My key / my partner's key:"
        return "\n".join([head, *pairs, f"So there are {ruleset.n_goal} different agent cards to find."])
    counts = {"own": AGENT, "other team": OTHER, "bystanders": BYSTANDER, "assassin": ASSASSIN}
    key = ruleset.joint_keys[0]
    shown = ", ".join(f"{name} {int((key == role).sum())}" for name, role in counts.items())
    return f"Cards as the {'starting team' if ruleset.kind is Kind.TEAMS else 'team'} sees them: {shown}."


def _one_key(ruleset: Ruleset) -> list[tuple[int, int]]:
    key = ruleset.joint_keys[0]
    return [(role, int((key == role).sum())) for role in (AGENT, BYSTANDER, ASSASSIN)]


def _guessing(ruleset: Ruleset) -> str:
    if not ruleset.guess_limit:
        limit = "as many cards as they like"
    else:
        limit = "at most number + 1 cards" if ruleset.bonus_guess else "at most as many cards as the number"
    first = "at any time" if ruleset.may_pass_first else "after the first touch"
    return f"The guesser touches {limit} in a turn, one at a time, while each is right, and may stop {first}."


def _touches(ruleset: Ruleset) -> str:
    if ruleset.kind is Kind.PARTNERS:
        wrong = "the turn ends and one life is lost" if ruleset.lives is not None else "the turn ends"
        return (
            "Every touch is judged on the key of whoever gave the clue. An agent card is found for both. "
            f"A neutral card is marked for that guesser only, and {wrong}. The assassin loses at once."
        )
    if ruleset.kind is Kind.TEAMS:
        return (
            "An own card lets the team go on. A bystander or a card of the other team ends the turn; the "
            "latter counts for the other team. The assassin loses at once. A team whose cards are all "
            "covered wins, whoever touched the last."
        )
    return (
        "An own card lets the team go on; any other ends the turn. The assassin, or covering all of the "
        "other team's cards, loses. The score is the number of turns; a loss scores 25."
    )


def _budgets(ruleset: Ruleset) -> str:
    if ruleset.turns is None:
        return "There is no limit on turns."
    lives = ""
    if ruleset.lives is not None and ruleset.name == "duet":
        lives = f" At most {ruleset.lives - 1} wrong touches are allowed."
    elif ruleset.lives is not None:
        lives = f" There are {ruleset.lives} lives."
    last = (
        " Then guessing goes on without clues until all are found or one touch is not an agent card."
        if ruleset.sudden_death
        else " A turn runs to its end before budgets are judged."
    )
    return (
        f"All {ruleset.n_goal} agent cards have to be found within {ruleset.turns} turns; every clue "
        f"uses one.{lives}{last} A giver whose cards are all found is skipped; the skip spends no turn."
    )


def _clues(ruleset: Ruleset) -> str:
    what = "is refused" if ruleset.illegal_clue == "refuse" else "loses the turn"
    return (
        "A clue must not be a form, a part or another spelling of a card that is not yet covered. "
        f"An illegal clue {what}."
    )


def _starts(ruleset: Ruleset) -> str:
    if ruleset.kind is Kind.SOLO:
        return ""
    who = "team" if ruleset.kind is Kind.TEAMS else "player"
    drawn = {"seed": f"The {who} that starts is drawn from the seed."}
    return drawn.get(ruleset.starts, f"The {ruleset.starts} {who} starts.")
