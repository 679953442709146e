"""A person's clue: read, and judged by the rules before it is said."""

from cluejam_ai.game.cards import AGENT, UNLIMITED
from cluejam_ai.interactive.entry import EntryError, TypedClue, read_clue
from cluejam_ai.interactive.game import Game
from cluejam_ai.interactive.wording import cards_text
from cluejam_ai.words import legality
from cluejam_ai.words.clue_text import as_said
from cluejam_ai.words.legality import Verdict, judge
from cluejam_ai.words.normalise import normalise
from cluejam_ai.words.scripts import is_english


def judged_clue(game: Game, text: str) -> tuple[TypedClue, str | None]:
    """Return a typed clue that may be given, and what is questionable about it, if anything is.

    Raises
    ------
    EntryError
        If it is no clue, or the rules forbid it; the message gives the reason.
    """
    state, setup = game.state, game.setup
    key = state.keys[0, int(state.giver_key[0])]
    own = (key == AGENT) & state.touchable[0]
    free = setup.ruleset.free_numbers
    typed = read_clue(text, setup.words, [not bool(there) for there in own], free_numbers=free)
    if typed.targets is not None and typed.number not in (0, UNLIMITED, len(typed.targets)):
        raise EntryError(f"you said {typed.number} and named {cards_text(len(typed.targets))}")
    left = int(own.sum())
    if typed.number > left:
        raise EntryError(f"{typed.number} is too many: you have {cards_text(left)} left to find")
    found = judge(
        typed.clue,
        game.open_words,
        number=legality.UNLIMITED if typed.number == UNLIMITED else typed.number,
        targets=None if typed.targets is None else [setup.words[place] for place in typed.targets],
        free_numbers=free,
        language=setup.language,
    )
    if found.verdict is Verdict.ILLEGAL:
        raise EntryError(f"not allowed: {found.reason}")
    word = normalise(typed.clue, accents=not is_english(setup.language))
    clue = TypedClue(as_said(word), typed.number, typed.targets)
    return clue, found.reason if found.verdict is Verdict.QUESTIONABLE else None
