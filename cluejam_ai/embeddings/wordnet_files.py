"""Reads the database files of WordNet 3.0 as Debian's ``wordnet-base`` installs them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cluejam_ai.errors import EmbeddingError

WORDNET = Path("/usr/share/wordnet")
_PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_ENDINGS = (
    *(("ies", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ed", "e"), ("ed", "")),
    *(("ing", "e"), ("ing", ""), ("er", ""), ("est", "")),
)
_SHORTEST_STEM = 2
#: Words of definitions that say nothing about what is defined.
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the of or and to in for with by on at from as is are be that which who it its their his her "
        "not used usually especially having being something someone one any some this these those than into "
        "such etc when if but was were has have had can may you he she they them",
    )
)

#: A synset's part of speech and place in its file.
Key = tuple[str, str]


@dataclass(frozen=True)
class Synset:
    """Words of one meaning, what it is related to and how it is defined.

    Parameters
    ----------
    words : tuple of str
        In lower case, with blanks.
    related : tuple of Key
        Synsets that pointers lead to, opposites left out.
    definition, examples : str
        The two halves of the gloss.
    """

    words: tuple[str, ...]
    related: tuple[Key, ...]
    definition: str
    examples: str


@dataclass(frozen=True)
class WordNet:
    """The whole database.

    Parameters
    ----------
    synsets : mapping of Key to Synset
        In the order of the files.
    senses : mapping
        The place, from 0, of a synset among the meanings of a word, by (word, part of speech, place in file).
    exceptions : mapping of str to str
        Irregular forms and their lemmas.
    """

    synsets: Mapping[Key, Synset]
    senses: Mapping[tuple[str, str, str], int]
    exceptions: Mapping[str, str]

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Every word that has a meaning."""
        return frozenset(word for synset in self.synsets.values() for word in synset.words)

    @cached_property
    def _known_lemmas(self) -> dict[str, str]:
        return {}

    def lemma(self, word: str) -> str:
        """Return the word of WordNet that a word is a form of; the word itself if there is none."""
        exception = self.exceptions.get(word)
        if exception in self.lemmas:
            return str(exception)
        if word in self.lemmas:
            return word
        for ending, instead in _ENDINGS:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) >= _SHORTEST_STEM and stem + instead in self.lemmas:
                return stem + instead
        return word

    def tokens(self, text: str) -> list[str]:
        """Return the lemmas of a gloss's words, without those that say nothing."""
        known = self._known_lemmas  # glosses repeat their words
        found = [w for w in re.findall("[a-z]+", text.lower()) if w not in _STOP_WORDS and len(w) > 1]
        for word in found:
            if word not in known:
                known[word] = self.lemma(word)
        return [known[word] for word in found]


def read_wordnet(folder: Path = WORDNET) -> WordNet:
    """Return WordNet from its files.

    Raises
    ------
    EmbeddingError
        If they are not there.
    """
    synsets: dict[Key, Synset] = {}
    senses: dict[tuple[str, str, str], int] = {}
    exceptions: dict[str, str] = {}
    try:
        for letter, part in _PARTS.items():
            for line in _lines(folder / f"data.{part}"):
                synsets[letter, line[:8]] = _synset(line)
            for line in _lines(folder / f"index.{part}"):
                fields = line.split()
                word, n_synsets = fields[0].replace("_", " "), int(fields[2])
                for place, offset in enumerate(fields[-n_synsets:]):
                    senses[word, letter, offset] = place
            for line in _lines(folder / f"{part}.exc"):
                form, *lemmas = line.split()
                exceptions.setdefault(form, lemmas[0].replace("_", " "))
    except OSError as error:
        raise EmbeddingError(
            f"cannot read WordNet in {folder}: {error.strerror}; run apt-get install wordnet-base"
        ) from error
    return WordNet(synsets, senses, exceptions)


def _lines(path: Path) -> list[str]:
    """Return a file's lines without those of its licence."""
    return [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith("  ")]


def _synset(line: str) -> Synset:
    head, _, gloss = line.partition("|")
    fields = head.split()
    n_words = int(fields[3], 16)
    words = tuple(
        re.sub(r"\(.*\)$", "", word).lower().replace("_", " ") for word in fields[4 : 4 + 2 * n_words : 2]
    )
    first = 5 + 2 * n_words
    pointers = (fields[i : i + 3] for i in range(first, first + 4 * int(fields[first - 1]), 4))
    related = tuple((pos.replace("s", "a"), offset) for sign, offset, pos in pointers if sign != "!")
    definition, _, examples = gloss.partition('"')
    return Synset(words, related, definition, examples)
