"""The noun lemma of a word, as WordNet's own rules find it."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

#: Endings that WordNet takes off a noun, and what it puts in their place.
_ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("ves", "f"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
)


@dataclass(frozen=True)
class _Nouns:
    nouns: frozenset[str]
    irregular: Mapping[str, tuple[str, ...]]


@cache
def _load() -> _Nouns:
    packed = files("cluejam_ai.resources").joinpath("wordnet_nouns.txt.gz").read_bytes()
    lines = [line.split(" ") for line in gzip.decompress(packed).decode("ascii").splitlines()]
    nouns = frozenset(line[0] for line in lines if len(line) == 1)
    return _Nouns(nouns, {line[0]: tuple(line[1:]) for line in lines if len(line) > 1})


def noun_lemma(word: str) -> str:
    """Return the shortest noun that WordNet takes a word to be a form of; the word itself if there is none.

    Parameters
    ----------
    word : str
        One word in lower case.

    Returns
    -------
    str

    Notes
    -----
    Source: the `morphy` procedure of WordNet 3.0 (Miller 1995), and the choice of the shortest lemma as
    NLTK's `WordNetLemmatizer` makes it.

    Examples
    --------
    >>> noun_lemma("mice"), noun_lemma("knives"), noun_lemma("glass"), noun_lemma("running")
    ('mouse', 'knife', 'glass', 'running')
    """
    known = _load()
    if word in known.irregular:
        lemmas = _in_wordnet([word, *known.irregular[word]])
    else:
        forms = _take_endings_off([word])
        lemmas = _in_wordnet([word, *forms])
        while forms and not lemmas:
            forms = _take_endings_off(forms)
            lemmas = _in_wordnet(forms)
    return min(lemmas, key=len, default=word)


def _take_endings_off(forms: list[str]) -> list[str]:
    return [form.removesuffix(old) + new for form in forms for old, new in _ENDINGS if form.endswith(old)]


def _in_wordnet(forms: list[str]) -> list[str]:
    nouns = _load().nouns
    return [form for form in dict.fromkeys(forms) if form in nouns]
