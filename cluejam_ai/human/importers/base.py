"""What an importer is: a function from a file, and options, to rows; known by a name."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.human.rows import HumanData, HumanRow

Options = Mapping[str, str]
Importer = Callable[[Path, Options], Iterator[HumanRow]]

#: The importers by name.
IMPORTERS: dict[str, Importer] = {}


def importer(name: str) -> Callable[[Importer], Importer]:
    """Return a decorator that makes an importer known under a name."""

    def decorate(function: Importer) -> Importer:
        IMPORTERS[name] = function
        return function

    return decorate


def import_human(form: str, path: Path | str, options: Options | None = None) -> HumanData:
    """Return the rows of a file that somebody else wrote.

    Parameters
    ----------
    form : str
        The file's format, see `formats`.
    path : Path or str
        The file.
    options : mapping from str to str, optional
        What a format lets one choose: the columns of ``csv``.

    Raises
    ------
    UnknownNameError
        For a format that is not known.
    CluejamError
        If the file is not of that format; the message names the place.
    """
    known = formats()
    if form not in known:
        raise UnknownNameError("format", form, known)
    path = Path(path)
    rows = tuple(IMPORTERS[form](path, options or {}))
    if not rows:
        raise CluejamError(f"{path} has no row with a clue and what it was meant for or taken for")
    return HumanData(path.stem, rows)


def refuse_source(source: Path, out: Path) -> None:
    """Raise a `CluejamError` if what is imported would be written over what it is imported from.

    Parameters
    ----------
    source : Path
        A file, or a folder of files.
    out : Path
        Where rows are to be written.
    """
    files = source.iterdir() if source.is_dir() else [source]
    if out.exists() and any(file.exists() and file.samefile(out) for file in files):
        raise CluejamError(f"{out} is what is imported, and would be lost; choose another file with --out")


def formats() -> dict[str, str]:
    """Return every format and what it is, in a line."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"{__package__}.{module.name}")
    return {name: (IMPORTERS[name].__doc__ or "").partition("\n")[0] for name in sorted(IMPORTERS)}


def refuse_options(form: str, options: Options) -> None:
    """Raise a `CluejamError` if there are options for a format that has none."""
    if options:
        raise CluejamError(f"the format '{form}' has no columns to choose: {', '.join(options)}")
