"""Vectors of any model of sentence-transformers, by name or path; each word or phrase is a text of its own.

A name is looked for as a folder, then among the models that the Hugging Face hub left on this machine, then
on the hub. Without a network that ends within seconds; with ``HF_HUB_OFFLINE=1`` the hub is not asked.

Source: Reimers & Gurevych, "Sentence-BERT: sentence embeddings using Siamese BERT-networks", EMNLP 2019.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np

from cluejam_ai.cache import cached
from cluejam_ai.embeddings.base import Embedding, EmbeddingInfo, embedding, unit_float32, word_key
from cluejam_ai.embeddings.big_file import content_hash
from cluejam_ai.embeddings.opening import parameters_behind
from cluejam_ai.embeddings.postprocess import postprocess
from cluejam_ai.embeddings.sources import need, shipped_words
from cluejam_ai.errors import EmbeddingError
from cluejam_ai.specs import Value

_SECONDS_TO_WAIT = 5.0
#: Files of which a folder with a model has one, as sentence-transformers or transformers write it.
_MODEL_FILES = ("modules.json", "config_sentence_transformers.json", "config.json")
_BROKEN = (OSError, ValueError, KeyError, ImportError)


@embedding("sbert", takes_words=True)
def load_sbert(
    wanted: Sequence[str] | None,
    model: Value,
    *,
    center: bool = False,
    remove_top: int = 0,
    trust: bool = False,
) -> Embedding:
    """A sentence-transformers model by name or path.

    Parameters
    ----------
    wanted : sequence of str, optional
        The words to embed; those of the shipped lexicon and board list by default.
    model : str
        A folder, or a name that the Hugging Face hub knows: MODEL or OWNER/MODEL.
    center, remove_top
        See `cluejam_ai.embeddings.postprocess`; mean and components are those of the words embedded.
    trust : bool
        Allow a model to bring code of its own.

    Returns
    -------
    Embedding
        Of all words asked for.

    Raises
    ------
    EmbeddingError
        If sentence-transformers is not installed or cannot load the model, or the model is nowhere.
    """
    name = str(model)
    words = tuple(dict.fromkeys(word_key(word) for word in (shipped_words() if wanted is None else wanted)))
    folder = Path(name).expanduser()
    if _is_path(name) and not folder.is_dir():
        raise EmbeddingError(
            f"there is no folder '{name}' with a sentence-transformers model; "
            f"{parameters_behind(name) or 'is the path right?'}"
        )
    digest = _model_hash(folder, name)
    parts = [digest, "\n".join(words)]
    vectors = cached("sbert", parts, lambda: _encode(name, words, trust))
    stem = Path(name).name
    info = EmbeddingInfo(
        name=stem,
        family=stem,
        source=name,
        revision=f"sha256 {digest[:12]}",
        licence="of the model's owner",
        dim=vectors.shape[1],
        sha256=digest,
    )
    return postprocess(Embedding(info, words, vectors), center=center, remove_top=remove_top)


def _model_hash(folder: Path, name: str) -> str:
    """Return a hash of a model's files; of its name and the library's version where it is not a folder."""
    if folder.is_dir():
        if not any((folder / file).is_file() for file in _MODEL_FILES):
            raise EmbeddingError(
                f"the folder '{name}' holds no sentence-transformers model: "
                f"it has none of {', '.join(_MODEL_FILES)}"
            )
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        lines = [f"{path.relative_to(folder)} {content_hash(path)}" for path in files]
        return sha256("\n".join(lines).encode()).hexdigest()
    version = need(
        "sentence_transformers", "sentence-transformers", "an sbert embedding", "sbert"
    ).__version__
    return sha256(f"{name} {version}".encode()).hexdigest()


def _is_path(name: str) -> bool:
    """Return whether a name can only be a path: the hub's names are MODEL or OWNER/MODEL."""
    return name.startswith(("/", ".", "~")) or name.count("/") > 1


def _load(name: str, trust: bool) -> Any:
    """Return a model from a folder, from what the hub left on this machine, or from the hub."""
    library = need("sentence_transformers", "sentence-transformers", "an sbert embedding", "sbert")
    hub = need("huggingface_hub.constants", "sentence-transformers", "an sbert embedding", "sbert")
    place = str(Path(name).expanduser())
    options = {"device": "cpu", "trust_remote_code": trust}
    try:
        return library.SentenceTransformer(place, local_files_only=True, **options)
    except _BROKEN as error:
        why = str(error).partition("\n")[0]
        if Path(place).exists():
            raise EmbeddingError(f"sentence-transformers cannot load '{name}': {why}") from error
    if hub.HF_HUB_OFFLINE:
        raise EmbeddingError(f"{_nowhere(name)}, and HF_HUB_OFFLINE keeps it from being fetched")
    check_reached(name, hub.ENDPOINT)
    try:
        return library.SentenceTransformer(place, **options)
    except _BROKEN as error:
        why = str(error).partition("\n")[0]
        raise EmbeddingError(f"sentence-transformers cannot load '{name}': {why}") from error


def check_reached(name: str, address: str) -> None:
    """Raise unless the hub answers: it is asked once, for the library itself tries for minutes."""
    try:
        with urlopen(Request(address, method="HEAD"), timeout=_SECONDS_TO_WAIT):
            return
    except HTTPError:
        return  # it answers, whatever it says
    except OSError as error:
        why = getattr(error, "reason", error)
        raise EmbeddingError(f"{_nowhere(name)}, and {address} cannot be reached ({why})") from error


def _nowhere(name: str) -> str:
    return f"'{name}' is neither a folder nor a sentence-transformers model on this machine"


def _encode(name: str, words: Sequence[str], trust: bool) -> Any:
    encoder = _load(name, trust)
    rows = encoder.encode(list(words), batch_size=256, show_progress_bar=False)
    return unit_float32(np.asarray(rows))
