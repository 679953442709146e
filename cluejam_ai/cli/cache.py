"""``cluejam cache``: tables that are kept because they take long to make."""

from typing import Annotated

import typer

from cluejam_ai.cli.options import AsJson
from cluejam_ai.cli.output import print_json, print_note, print_table, reports_errors

cache_app = typer.Typer(
    no_args_is_help=True, help="List and remove tables that are kept because they take long to make."
)
_MIB = 2**20


@cache_app.command("list")
@reports_errors
def list_tables(as_json: AsJson = False) -> None:
    """List what is kept: its kind, what it is of, and its size.

    Example: cluejam cache list
    """
    from cluejam_ai.cache import cache_entries, cache_folder

    found = cache_entries()
    if as_json:
        print_json([vars(entry) for entry in found])
        return
    cells = [
        (
            entry.kind,
            entry.about or ("half written" if entry.left_over else "-"),
            f"{entry.n_bytes / _MIB:.1f}",
        )
        for entry in found
    ]
    print_table(("kind", "of", "MiB"), cells)
    print_note(f"{sum(e.n_bytes for e in found) / _MIB:.1f} MiB in {len(found)} files in {cache_folder()}")


@cache_app.command("clear")
@reports_errors
def clear(
    kind: Annotated[str | None, typer.Option(help="Only this kind, as 'cluejam cache list' tells.")] = None,
    as_json: AsJson = False,
) -> None:
    """Remove what is kept; what is needed is made again.

    Example: cluejam cache clear
    """
    from cluejam_ai.cache import cache_entries, clear_cache
    from cluejam_ai.errors import CluejamError

    kinds = sorted({entry.kind for entry in cache_entries()})
    if kind is not None and kind not in kinds:
        raise CluejamError(f"nothing of kind '{kind}' is kept; there is: {', '.join(kinds) or 'nothing'}")
    gone = clear_cache(kind)
    n_bytes = sum(entry.n_bytes for entry in gone)
    if as_json:
        print_json({"removed": len(gone), "n_bytes": n_bytes})
    else:
        typer.echo(f"removed {len(gone)} files, {n_bytes / _MIB:.1f} MiB")


@cache_app.command("path")
@reports_errors
def path() -> None:
    """Print the folder; the environment variable CLUEJAM_CACHE names another.

    Example: cluejam cache path
    """
    from cluejam_ai.cache import cache_folder

    typer.echo(cache_folder())
