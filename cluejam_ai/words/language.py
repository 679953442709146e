"""Which rules a language has: all for English, those on whole words for every other.

Forms, spellings and hidden letters are judged with tables and habits of English. Words of other languages are
judged by the rules that need no table: the same word, a word that stands at the beginning or the end of
another, and the words of a card of several.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cluejam_ai.errors import CluejamError, WordListError
from cluejam_ai.words.lexicon import Lexicon
from cluejam_ai.words.lists import BoardWords
from cluejam_ai.words.rules import DOUBTFUL, FORBIDDING, TARGET_RULES, joined
from cluejam_ai.words.scripts import ENGLISH, is_english, scripts_of

PairRule = Callable[[str, str], bool]

_SHORTEST_PART = 3


def same_letters(clue: str, card: str) -> bool:
    """Tell whether clue and card are the same word, blanks and hyphens left out."""
    return joined(clue) == joined(card)


def whole_part(clue: str, card: str) -> bool:
    """Tell whether one word begins or ends the other, as the parts of compounds do (Haus, Haustür).

    A part has at least three letters, or one in a script in which a sign is a word (CJK).
    """
    short, long = sorted((joined(clue), joined(card)), key=len)
    shortest = 1 if scripts_of([short]) == {"CJK"} else _SHORTEST_PART
    return len(short) >= shortest and (long.startswith(short) or long.endswith(short))


def word_of_card(clue: str, card: str) -> bool:
    """Tell whether the clue is one word of a card of several, or begins or ends with it."""
    words = card.replace("-", " ").split()
    return len(words) > 1 and any(same_letters(clue, word) or whole_part(clue, word) for word in words)


@dataclass(frozen=True)
class Language:
    """A language and its rules.

    Parameters
    ----------
    name : str
        "en", another code, or "other" where only the script is known.
    forbidding, doubtful, on_targets : dict of str to rule
        The rules in the order in which they are asked: those that make a clue illegal, those that make it
        questionable, and those that depend on the cards that are meant.
    """

    name: str
    forbidding: dict[str, PairRule]
    doubtful: dict[str, PairRule]
    on_targets: dict[str, PairRule]

    @property
    def is_english(self) -> bool:
        """Whether the English rules are on."""
        return self.name == ENGLISH

    @property
    def rules_off(self) -> tuple[str, ...]:
        """The rules of English that this language does without."""
        on = {*self.forbidding, *self.doubtful, *self.on_targets}
        names = dict.fromkeys((*FORBIDDING, *DOUBTFUL, *TARGET_RULES))
        return tuple(name for name in names if name not in on)


def common_language(words: BoardWords, lexicon: Lexicon) -> Language:
    """Return the language of board words and clue words, which says what rules on clues are on.

    Raises
    ------
    WordListError
        If they are of two languages.
    """
    if is_english(words.language) != is_english(lexicon.language):
        raise WordListError(
            f"the board words '{words.name}' are in another language than the clue words '{lexicon.name}'; "
            "name files of one language with --words and --lexicon, and begin them with a line like "
            "'# language: de' where the letters do not tell"
        )
    return language_named(words.language)


def language_named(name: str) -> Language:
    """Return a language by its code; every code but "en" has the rules that need no table.

    Examples
    --------
    >>> language_named("de").rules_off[:3]
    ('spelling', 'inflection', 'derivation')
    """
    if not isinstance(name, str):
        raise CluejamError(f"a language is named by its code, for example 'en', not by {name!r}")
    if not name.strip():
        raise CluejamError("the language has no name; say its code, for example 'en' or 'de'")
    if is_english(name):
        return Language(ENGLISH, FORBIDDING, DOUBTFUL, TARGET_RULES)
    rules: dict[str, PairRule] = {
        "same-word": same_letters,
        "name-part": word_of_card,
        "compound": whole_part,
    }
    return Language(name.strip().lower(), rules, {}, {})
