"""Words of several parts, and the parts by which an embedding may find them."""

from collections.abc import Iterable, Sequence

from cluejam_ai.embeddings.base import PART, word_key


def keys_and_parts(words: Iterable[str]) -> frozenset[str]:
    """Return the keys of words and of the parts by which a word of several can be found.

    Examples
    --------
    >>> sorted(keys_and_parts(["Ice Cream"]))
    ['cream', 'ice', 'ice cream']
    """
    keys = {word_key(word) for word in words}
    return frozenset(keys | {part for key in keys for part in PART.split(key) if part})


def with_parts(words: Sequence[str]) -> tuple[str, ...]:
    """Return words, then the parts of those of several that are not among them.

    Examples
    --------
    >>> with_parts(["ice cream", "ice"])
    ('ice cream', 'ice', 'cream')
    """
    keys = [word_key(word) for word in words]
    parts = [part for key in keys for part in PART.split(key) if part not in ("", key)]
    known = set(keys)
    return (*words, *dict.fromkeys(part for part in parts if part not in known))
