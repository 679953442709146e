"""One way to write a word, so that two texts are the same word if they are equal after it."""

import unicodedata
from collections.abc import Iterable

from cluejam_ai.errors import CluejamError

# Latin letters that Unicode does not take apart
_LIGATURES = {"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ł": "l", "ð": "d", "þ": "th", "ı": "i"}


def normalise(text: str, *, accents: bool = False) -> str:
    """Return a word or a card as the whole package writes it.

    Case, accents, outer blanks and the kind of inner blanks do not matter in English; hyphens do.

    Parameters
    ----------
    text : str
        What a person or a file says.
    accents : bool
        Keep accents, as languages other than English do.

    Returns
    -------
    str
        Composed (NFC), case-folded, in English without accents; runs of blanks and underscores are one blank.

    Raises
    ------
    CluejamError
        If `text` is no text.

    Examples
    --------
    >>> normalise("  ICE_CREAM ")
    'ice cream'
    >>> normalise("Café"), normalise("Café", accents=True)
    ('cafe', 'café')
    """
    if not isinstance(text, str):
        raise CluejamError(f"a word is a text, not {text!r}")
    if not text.isascii():
        folded = unicodedata.normalize("NFKD", text).casefold()
        text = unicodedata.normalize("NFC", folded if accents else _without_accents(folded))
    return " ".join(text.replace("_", " ").casefold().split())


def written_forms(texts: Iterable[str]) -> dict[str, str]:
    """Return how words are written that have accents, by what English makes of them.

    Examples
    --------
    >>> written_forms(["Café", "tea"])
    {'cafe': 'café'}
    """
    forms = {normalise(text): normalise(text, accents=True) for text in texts if not text.isascii()}
    return {word: form for word, form in forms.items() if word != form}


def check_texts(what: str, texts: Iterable[str]) -> bool:
    """Refuse what is no collection of texts, one long text too; tell whether there are any.

    Raises
    ------
    CluejamError
        Naming `what` and the first thing in it that is no text.
    """
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise CluejamError(f"{what}: say a list of words, not {texts!r}")
    for text in texts:
        if not isinstance(text, str):
            raise CluejamError(f"{what}: a word is a text, not {text!r}")
    return bool(texts)


def _without_accents(folded: str) -> str:
    """Return decomposed text, Latin letters without their marks.

    Other scripts keep their marks, for there they make another letter.
    """
    out: list[str] = []
    for sign in unicodedata.normalize("NFD", folded):
        if unicodedata.combining(sign) and out and out[-1].isascii():
            continue
        out.append(_LIGATURES.get(sign, sign))
    return "".join(out)
