"""Vectors in a text file of one's own: GloVe text, word2vec text and fastText ``.vec``, also gzipped.

The file is read once; the words that a run needs are kept in the cache (see `big_file`). A file is taken as
it is: no post-processing by default.
"""

from collections.abc import Sequence
from pathlib import Path

from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding
from cluejam_ai.embeddings.big_file import Kept, read_once
from cluejam_ai.embeddings.opening import reading
from cluejam_ai.embeddings.parts import keys_and_parts
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.text_reader import FORMATS, TextReader
from cluejam_ai.embeddings.torn import check_end
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import Value

Words = Sequence[str] | None


@embedding("file", takes_words=True)
def load_file(
    wanted: Words,
    path: Value,
    *,
    format: str = "auto",
    label: str = "",
    words: str = "",
    center: bool = False,
    remove_top: int = 0,
) -> Embedding:
    """Vectors from a text file in GloVe or word2vec format, also .gz.

    Parameters
    ----------
    wanted : sequence of str, optional
        The words that will be asked for; vectors of others are not kept. All by default.
    path : str
        The file; in a spec it stands in quotes: ``file("vectors/glove.txt")``.
    format : str
        ``glove`` (no header), ``word2vec`` (first line: count and dimension), or ``auto``, which takes a
        first line of two whole numbers for a header.
    label : str
        What the embedding is called in records; the file's name without its endings by default.
    words : str
        A file with one word a line, instead of `wanted`.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`; mean and components are those of the words that are kept.

    Returns
    -------
    Embedding
        Of words that differ only in case, the first is kept.

    Raises
    ------
    EmbeddingError
        If the file is missing, torn or broken; the message names file and line.
    """
    if format not in FORMATS:
        raise EmbeddingError(f"file format '{format}' is not known; choose {', '.join(FORMATS)}")
    place = as_path(path)
    keys = _words_in(Path(words).expanduser()) if words else keys_of(wanted)
    kept = _read_text(place, format, keys, 0)
    found = as_own(place, kept, label or _stem(place))
    return postprocess(found, center=center, remove_top=remove_top)


@embedding("glove", takes_words=True)
def load_glove(wanted: Words, path: Value, *, center: bool = False, remove_top: int = 0) -> Embedding:
    """GloVe text of any dimension, also .gz."""
    return load_glove_file(wanted, path, 0, center=center, remove_top=remove_top)


@embedding("glove100", takes_words=True)
def load_glove100(wanted: Words, path: Value, *, center: bool = False, remove_top: int = 0) -> Embedding:
    """GloVe text of 100 dimensions, also .gz."""
    return load_glove_file(wanted, path, 100, center=center, remove_top=remove_top)


@embedding("glove200", takes_words=True)
def load_glove200(wanted: Words, path: Value, *, center: bool = False, remove_top: int = 0) -> Embedding:
    """GloVe text of 200 dimensions, also .gz."""
    return load_glove_file(wanted, path, 200, center=center, remove_top=remove_top)


@embedding("glove300", takes_words=True)
def load_glove300(wanted: Words, path: Value, *, center: bool = False, remove_top: int = 0) -> Embedding:
    """GloVe text of 300 dimensions, also .gz."""
    return load_glove_file(wanted, path, 300, center=center, remove_top=remove_top)


@embedding("fasttext", takes_words=True)
def load_fasttext(wanted: Words, path: Value, *, center: bool = False, remove_top: int = 0) -> Embedding:
    """Vectors in fastText's text form, .vec, also .gz."""
    place = as_path(path)
    if place.suffix == ".bin":
        raise EmbeddingError(f"{place} is a fastText model, not vectors; use the .vec file beside it")
    found = as_own(place, _read_text(place, "word2vec", keys_of(wanted), 0), _stem(place), "fasttext")
    return postprocess(found, center=center, remove_top=remove_top)


def load_glove_file(wanted: Words, path: Value, dim: int, *, center: bool, remove_top: int) -> Embedding:
    """Return the vectors of a GloVe text file.

    Parameters
    ----------
    wanted : sequence of str, optional
        The words that will be asked for; all by default.
    path : str
        The file.
    dim : int
        The dimension that it should have; any if 0.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`.

    Raises
    ------
    EmbeddingError
        If the file is missing, torn or broken, or of another dimension.
    """
    place = as_path(path)
    # many GloVe files in circulation were given a header by other tools
    found = as_own(place, _read_text(place, "auto", keys_of(wanted), dim), _stem(place), "glove")
    return postprocess(found, center=center, remove_top=remove_top)


def as_path(path: Value) -> Path:
    """Return the path that a spec names.

    Raises
    ------
    EmbeddingError
        If the spec's argument is no text.
    """
    if not isinstance(path, str):
        raise EmbeddingError(f"'{path}' is not a path; write paths in quotes, as in file(\"my vectors.txt\")")
    return Path(path).expanduser()


def keys_of(wanted: Words) -> frozenset[str] | None:
    """Return the keys of the words to keep, those of their parts among them; None for all."""
    return None if wanted is None else keys_and_parts(wanted)


def as_own(path: Path, kept: Kept, name: str, family: str = "", beside: Sequence[Path] = ()) -> Embedding:
    """Return what was kept of a user's file, and of those beside it, as an embedding named after it."""
    info = EmbeddingInfo(
        name=name,
        family=family or name,
        source=" + ".join([str(path), *(other.name for other in beside)]),
        revision=f"sha256 {kept.sha256[:12]}",
        licence="of the file's owner",
        dim=kept.vectors.shape[1],
        sha256=kept.sha256,
    )
    return Embedding(info, kept.words, kept.vectors)


def _read_text(path: Path, format: str, wanted: frozenset[str] | None, dim: int) -> Kept:
    check_end(path)
    return read_once(
        path, f"text {format} {dim}", wanted, lambda: TextReader(path, format, wanted, dim).blocks()
    )


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rsplit(".", 1)[0]


def _words_in(path: Path) -> frozenset[str]:
    with reading(path, "the words to keep") as file:
        try:
            lines = file.read().decode("utf-8-sig").splitlines()
        except UnicodeDecodeError as error:
            raise EmbeddingError(f"{path}: the word list is not UTF-8 ({error.reason})") from None
    return keys_and_parts(line for line in lines if line.strip())
