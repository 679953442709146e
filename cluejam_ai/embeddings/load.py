"""From the text of a spec to an embedding, mixes included."""

import hashlib
import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import EMBEDDINGS, Embedding, EmbeddingInfo, Vectors, unit_rows, word_key
from cluejam_ai.embeddings.notation import parse_embedding
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import MIX, ComponentSpec

#: Modules that hold no loader, and are imported by who needs them.
_NOT_LOADERS = ("agreement", "build", "evaluate", "load", "train")


def import_built_in() -> None:
    """Import every file of this folder, so that the embeddings in them are registered."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name not in _NOT_LOADERS:
            importlib.import_module(f"{__package__}.{module.name}")


def load_embedding(
    spec: ComponentSpec | str,
    words: Sequence[str] | None = None,
    written: Mapping[str, str] | None = None,
) -> Embedding:
    """Return the embedding that a spec names.

    Parameters
    ----------
    spec : ComponentSpec or str
        For example ``use``, ``glove100:FILE``, ``file("vectors.txt")`` or ``use+file("vectors.txt")``.
    words : sequence of str, optional
        The words that will be asked for. A loader of a big file keeps only these, and a model that embeds any
        text embeds these; without them a file is kept whole, and a model embeds the shipped words.
    written : mapping of str to str, optional
        How some of the words are written that a list has without accents: ``cafe`` to ``café``. A word
        that has no vector is looked up under this.

    Returns
    -------
    Embedding
        Of a mix: see `mix_embeddings`.

    Raises
    ------
    UnknownNameError
        For an unknown name or parameter.
    EmbeddingError
        If a file cannot be used.
    NotationError
        If the text is not a spec.
    """
    parsed = parse_embedding(spec) if isinstance(spec, str) else spec
    if parsed.name == MIX:
        parts = [load_embedding(part, words, written) for part in _mix_parts(parsed)]
        return replace(mix_embeddings(parts), written=written or {})
    if written:
        wanted = None if words is None else (*words, *written.values())
        return replace(load_embedding(parsed, wanted), written=written)
    known = _with_file_defaults(parsed)
    if getattr(EMBEDDINGS.entry(parsed.name).factory, "takes_words", False):
        return EMBEDDINGS.build(known, words)
    return EMBEDDINGS.build(known)


def resolve_embedding(spec: ComponentSpec | str) -> ComponentSpec:
    """Return the canonical spec of an embedding or a mix: checked, with every default filled in.

    Parameters
    ----------
    spec : ComponentSpec or str
        As in `load_embedding`; nothing is loaded.

    Raises
    ------
    UnknownNameError
        For an unknown name or parameter.
    """
    parsed = parse_embedding(spec) if isinstance(spec, str) else spec
    if parsed.name != MIX:
        return EMBEDDINGS.resolve(_with_file_defaults(parsed))
    return ComponentSpec(MIX, tuple(resolve_embedding(part) for part in _mix_parts(parsed)))


def _with_file_defaults(spec: ComponentSpec) -> ComponentSpec:
    """Return a spec in which a family that was given a path has the defaults that it has for files."""
    defaults = getattr(EMBEDDINGS.entry(spec.name).factory, "with_path", {}) if spec.args else {}
    return spec.with_params({**defaults, **spec.param_dict()})


def mix_embeddings(parts: Sequence[Embedding]) -> Embedding:
    """Return the embedding whose cosines are the mean of the parts' cosines.

    Parameters
    ----------
    parts : sequence of Embedding
        K embeddings of any dimensions, at least one.

    Returns
    -------
    Embedding
        Over the words of any part that every part can locate, by a row of its own or by the word's parts, so
        that a card of two words keeps its phrase where a part has one; the unit vectors one after the other,
        divided by sqrt(K). It understands what each part has or understands.

    Raises
    ------
    EmbeddingError
        If there is nothing to mix, or no word is in all parts.
    """
    if not parts:
        raise EmbeddingError("a mix of no embeddings; name at least one, as in use + file(vectors.txt)")
    words = tuple(_words_in_all(parts))
    info = _mixed_info([part.info for part in parts])
    if not words:
        raise EmbeddingError(f"the embeddings of the mix '{info.name}' have no word in common")
    load_understood = partial(_mix_understood, parts, info) if any(p.load_understood for p in parts) else None
    together = _side_by_side([part.vectors_for(words, np.float64).vectors for part in parts])
    return Embedding(info, words, together, load_understood=load_understood)


def _mix_understood(parts: Sequence[Embedding], info: EmbeddingInfo) -> Embedding:
    """Return the further words that every part of a mix has or understands."""
    further = (part.understood for part in parts)
    said = dict.fromkeys(word_key(word) for some in further if some is not None for word in some.words)
    words = tuple(word for word in said if all(part.understands(word) for part in parts))
    vectors = _side_by_side([part.vectors_for_said(words, np.float64).vectors for part in parts])
    return Embedding(info, words, vectors)


def _side_by_side(vectors: Sequence[Vectors]) -> NDArray[np.float32]:
    """Return the unit vectors of K parts one after the other, divided by sqrt(K)."""
    together = np.hstack([unit_rows(some) for some in vectors])
    together /= np.sqrt(len(vectors))
    return together.astype(np.float32)


def _words_in_all(parts: Sequence[Embedding]) -> Iterator[str]:
    """Yield the words of any part, each once, that every part can locate."""
    seen: set[str] = set()
    for part in parts:
        for word in part.words:
            key = word_key(word)
            if key not in seen:
                seen.add(key)
                if all(other.rows_of(word) for other in parts):
                    yield word


def _mix_parts(mix: ComponentSpec) -> list[ComponentSpec | str]:
    """Return what is mixed; a bare name is text in ``mix(a, b)`` and a spec in ``a + b``."""
    if mix.params:
        raise EmbeddingError(f"a mix takes no parameters: '{mix}'; write it as a + b")
    parts: list[ComponentSpec | str] = []
    for part in mix.args:
        if not isinstance(part, ComponentSpec | str):
            raise EmbeddingError(f"'{part}' in the mix '{mix}' is not an embedding")
        parts.append(part)
    return parts


def _mixed_info(infos: Sequence[EmbeddingInfo]) -> EmbeddingInfo:
    """Return the provenance of a mix: every field joined, the hash that of the parts' hashes."""

    def joined(field: str) -> str:
        return " + ".join(str(getattr(info, field)) for info in infos)

    relatives = {family for info in infos for family in (info.family, *info.relatives)}
    return EmbeddingInfo(
        name=joined("name"),
        family=joined("family"),
        source=joined("source"),
        revision=joined("revision"),
        licence=" AND ".join(dict.fromkeys(info.licence for info in infos)),
        dim=sum(info.dim for info in infos),
        sha256=hashlib.sha256("".join(info.sha256 for info in infos).encode()).hexdigest(),
        relatives=tuple(sorted(relatives)),
    )
