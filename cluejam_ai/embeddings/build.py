"""Rebuild a shipped vector table: ``python -m cluejam_ai.embeddings.build use``."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from cluejam_ai.embeddings import sources
from cluejam_ai.embeddings.base import EmbeddingInfo, word_key
from cluejam_ai.embeddings.load import import_built_in
from cluejam_ai.embeddings.table import (
    Table,
    quantize,
    shipped_folder,
    understood_folder,
    write_table,
)
from cluejam_ai.errors import CluejamError, EmbeddingError


def build_table(name: str, words: Sequence[str]) -> Table:
    """Return the table of a shipped family for some words, from its public source.

    Parameters
    ----------
    name : str
        A shipped family.
    words : sequence of str
        Those the family does not know are left out.

    Raises
    ------
    UnknownNameError
        If the family is not shipped.
    EmbeddingError
        If what the source needs is not installed.
    """
    import_built_in()
    found = sources.source_of(name)(words)
    return Table(replace(found.info, sha256=""), found.words, quantize(found.vectors))


def rebuild(name: str, out: Path | None = None) -> tuple[Path, EmbeddingInfo]:
    """Write the tables of a shipped family anew, its own words and those that it only understands.

    Return the folder, and the provenance of the first.

    Parameters
    ----------
    name : str
        A shipped family.
    out : Path, optional
        Where to write; by default the package's own folder.
    """
    folder = out or Path(str(shipped_folder()))
    with _writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
    # one after the other: what a model makes of a word may depend, in the last bits, on the words beside it
    table = build_table(name, sources.shipped_words())
    further = build_table(name, sources.understood_words())
    with _writing_to(folder):
        write_table(Path(str(understood_folder(folder))), name, further)
        return folder, write_table(folder, name, table)


def build_for(name: str, words: Sequence[str], folder: Path) -> tuple[Path, Table]:
    """Write the vectors that a shipped family gives words of your own, for the loader ``npz``.

    Parameters
    ----------
    name : str
        A shipped family.
    words : sequence of str
        Board words and clue words; those the family does not know are left out.
    folder : Path
        Where NAME.npz is written, with the arrays ``words`` and ``vectors`` (V, D) int8: rounded as the
        shipped tables are, and not processed.

    Returns
    -------
    path : Path
        The file.
    table : Table
        What it holds.
    """
    with _writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
    table = build_table(name, tuple(dict.fromkeys(word_key(word) for word in words)))
    path, unfinished = folder / f"{name}.npz", folder / f".{name}.npz.unfinished"
    with _writing_to(folder):
        with unfinished.open("wb") as file:
            np.savez(file, words=np.array(table.words), vectors=table.rows)
        os.replace(unfinished, path)
    return path, table


@contextmanager
def _writing_to(folder: Path) -> Iterator[None]:
    """Let what goes wrong with files name the folder."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise EmbeddingError(f"cannot write tables to '{folder}': {why}; choose another --out") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Rebuild the tables that the command line names; return the exit code."""
    import_built_in()
    parser = argparse.ArgumentParser(prog="python -m cluejam_ai.embeddings.build", description=__doc__)
    parser.add_argument("names", nargs="+", choices=sorted(sources.SOURCES), help="which tables to rebuild")
    parser.add_argument("--out", type=Path, help="folder to write to; the package's own by default")
    options = parser.parse_args(arguments)
    for name in options.names:
        try:
            folder, info = rebuild(name, options.out)
        except CluejamError as error:
            sys.stderr.write(f"error: {error}\n")
            return 1
        sys.stderr.write(f"wrote {folder / name}.npy, .words.txt and .json; sha256 {info.sha256}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
