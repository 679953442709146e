"""Build the word lists that the package ships: board words, lexicon, and the tables of the clue rules.

Needs the Debian packages `scowl` and `wordnet-base` and the extra `cluejam-ai[builders]`::

    python data/build_words.py [--out DIRECTORY] [--only FILE]
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import compounds  # noqa: E402
import derivations  # noqa: E402
import lexical_sources as sources  # noqa: E402
import spellings  # noqa: E402
from doubles import doubles  # noqa: E402

RAW = HERE / "raw"
RESOURCES = HERE.parent / "cluejam_ai" / "resources"
N_CLUES = 10_000
N_WORDS = 15_000
N_UNDERSTOOD = 1_000
CLUE_GRADE = 60
COMMON_GRADE = 35
SHORT_WORDS = {"ox", "pi"}
ENOUGH_USES = 3


def main() -> None:
    """Write every shipped word file to the directory of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RESOURCES, help="where to write (default: the package)")
    parser.add_argument("--only", choices=BUILDERS, help="build this file alone")
    given = parser.parse_args()
    for name in [given.only] if given.only else BUILDERS:
        write(given.out / name, BUILDERS[name]())


def write(path: Path, lines: list[str]) -> None:
    """Write lines as UTF-8 with a line feed after each."""
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())


def card_words() -> list[str]:
    """Return the board words in alphabetical order, checked: a-z and blanks, at most 12 letters a word."""
    lines = (RAW / "cards.txt").read_text(encoding="utf-8").splitlines()
    cards = [line for line in lines if line and not line.startswith("#")]
    for card in cards:
        words = card.split(" ")
        if len(words) > 2 or not all(word.isascii() and word.islower() and len(word) <= 12 for word in words):
            raise SystemExit(f"cards.txt: '{card}' is not one or two lower-case words of at most 12 letters")
    if len(set(cards)) < len(cards):
        raise SystemExit("cards.txt holds a word twice")
    return sorted(cards)


def lexicon_lines() -> list[str]:
    """Return the lines of the lexicon: comments, then word and frequency rank, clue words first."""
    ranks = sources.frequency_ranks()
    clues = clue_words(ranks)
    wider = wider_words(ranks, clues)
    head = [
        "# Words of SCOWL in the frequency order of GloVe.6B; the first n_clues are clues an AI may give.",
        f"# n_clues: {len(clues)}",
        "word,rank",
    ]
    return head + [f"{word},{ranks[word]}" for word in clues + wider]


def excluded(*names: str) -> set[str]:
    """Return the words of the raw lists with these names."""
    return {word for name in names for word in sources.read_raw(RAW / f"{name}.txt")}


def offensive() -> set[str]:
    """Return what no list may hold: better-profanity's words and our own list."""
    return sources.profane_words() | excluded("banned_words")


def barred_lines() -> list[str]:
    """Return the words that are reported in a user's list as profane or hurtful."""
    words = offensive() - excluded("harmless_words")
    return [
        "# Words that may hurt or shock, to be reported in a list of board words; never shown otherwise.",
        *sorted(word for word in words if word.isascii()),
    ]


def phrase_lines() -> list[str]:
    """Return the entries of WordNet that are two common words, like "scuba diver"."""
    common = {
        w for w, grade in sources.scowl_grades("(english|american)-words").items() if grade <= CLUE_GRADE
    }
    pairs = {lemma.replace("_", " ") for lemma in sources.wordnet_lemmas() if lemma.count("_") == 1}
    return [
        "# Entries of WordNet 3.0 that are two common words.",
        *sorted(pair for pair in pairs if set(pair.split(" ")) <= common),
    ]


def clue_words(ranks: dict[str, int]) -> list[str]:
    """Return the clue words, most frequent first: dictionary forms with a meaning of their own."""
    grades = sources.scowl_grades("(english|american)-words")
    wordnet = sources.wordnet_lemmas()
    known = {w for w, grade in grades.items() if grade <= CLUE_GRADE and w in ranks and w in wordnet}
    barred = offensive() | excluded("stop_words", "not_words", "names")
    offered = {w for w in known - barred if (len(w) > 2 or w in SHORT_WORDS) and not is_superlative(w)}
    uses = sources.wordnet_uses()
    apart = excluded("kept_words") & offered
    kept = {w for w in offered if not is_inflected_double(w, known, ranks, uses)} | apart
    adjectives = {w for w in kept if wordnet[w] == {"adj"}}
    kept -= {w for w in kept if is_derived_double(w, kept, adjectives, ranks)} - apart
    kept -= doubles(kept, ranks) - apart
    return sorted(kept, key=ranks.__getitem__)[:N_CLUES]


def is_superlative(word: str) -> bool:
    """Tell whether a word only says that something is the most of its kind (utmost, innermost)."""
    return word.endswith("most")


def is_inflected_double(word: str, known: set[str], ranks: dict[str, int], uses: dict[str, int]) -> bool:
    """Tell whether a word is only a form of another known word.

    A form has a life of its own if it is more frequent than its lemma and WordNet's texts use it as a noun
    (wedding, building, glasses), so it stays; a participle that is only an adjective (limited) does not.
    """
    lemmas = sources.lemmas_of(word) & known
    independent = uses.get(word, 0) >= ENOUGH_USES
    return any(not independent or ranks[lemma] < ranks[word] for lemma in lemmas)


def is_derived_double(word: str, kept: set[str], adjectives: set[str], ranks: dict[str, int]) -> bool:
    """Tell whether a word only repeats another clue: sweetness for sweet, geographical for geographic."""
    if word.endswith("ness"):
        base = word.removesuffix("ness")
        return bool({base, base.removesuffix("i") + "y"} & kept)
    other = word.removesuffix("al") if word.endswith("ical") else word + "al" if word.endswith("ic") else ""
    return {word, other} <= adjectives and ranks[other] < ranks[word]


def wider_words(ranks: dict[str, int], clues: list[str]) -> list[str]:
    """Return what guessers know beyond the clues, most frequent first: forms, rarer words, places."""
    words = sources.scowl_grades("(english|american|british)-words", "[a-z]{3,}")
    wordnet = sources.wordnet_lemmas()
    names = sources.scowl_grades("(english|american)-upper", "[A-Z][a-z]{2,}")
    lower = {w for w, grade in words.items() if grade <= CLUE_GRADE}
    named = {n.lower() for n, grade in names.items() if grade <= 50 and n in wordnet}
    rude = offensive() - excluded("harmless_words")
    barred = rude | excluded("stop_words", "not_words") | set(clues)
    offered = {w for w in (lower | named) - barred if w in ranks and not sources.lemmas_of(w) & rude}
    return sorted(offered, key=ranks.__getitem__)[: N_WORDS - len(clues)]


def understood_lines() -> list[str]:
    """Return the words in no other list that are understood when people say them, most frequent first.

    They are the nouns of the smaller lists of SCOWL that first of all mean a thing, an animal, a plant, food
    or weather, less those that nobody says, and words that people say beside.
    """
    ranks = sources.frequency_ranks()
    clues = clue_words(ranks)
    known = {*clues, *wider_words(ranks, clues), *card_words()}
    grades = sources.scowl_grades("(english|american)-words", "[a-z]{3,}")
    fields = sources.first_noun_fields()
    common = {word for word, field in fields.items() if field and grades.get(word, 99) <= COMMON_GRADE}
    offered = common - excluded("said_not", "stop_words", "not_words", "names")
    offered |= excluded("said") & set(fields)
    barred = known | (offensive() - excluded("harmless_words"))
    # giraffes are understood as giraffe without a row of their own
    kept = {w for w in offered - barred if w in ranks and not sources.lemmas_of(w) & (known | offered)}
    words = sorted(kept, key=ranks.__getitem__)[:N_UNDERSTOOD]
    return ["# Words that agents understand and never give, in the frequency order of GloVe.6B.", *words]


BUILDERS = {
    "words_cluejam.txt": card_words,
    "lexicon.csv": lexicon_lines,
    "words_forms.csv": derivations.form_lines,
    "words_spellings.csv": spellings.spelling_lines,
    "words_parts.csv": compounds.part_lines,
    "words_barred.txt": barred_lines,
    "words_phrases.txt": phrase_lines,
    "words_understood.txt": understood_lines,
}


if __name__ == "__main__":
    main()
