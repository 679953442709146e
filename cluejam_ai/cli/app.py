"""The command line: one command a file, and every command calls the public interface and prints."""

import warnings
from typing import Annotated

import typer

from cluejam_ai.cli.advice import clue, guess
from cluejam_ai.cli.bench import bench
from cluejam_ai.cli.cache import cache_app
from cluejam_ai.cli.compare import compare
from cluejam_ai.cli.embeddings import embeddings
from cluejam_ai.cli.export import export
from cluejam_ai.cli.games import games
from cluejam_ai.cli.human import human_app, validate
from cluejam_ai.cli.listings import agents, boards, rules
from cluejam_ai.cli.play import play
from cluejam_ai.cli.recover import recover
from cluejam_ai.cli.replicate import replicate
from cluejam_ai.cli.report import ratings, report
from cluejam_ai.cli.run import run as run_command
from cluejam_ai.cli.show import show
from cluejam_ai.cli.simulate import simulate
from cluejam_ai.cli.spec import spec_app
from cluejam_ai.cli.words import clue_check, words_app

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="AI spymasters and guessers for Codenames-like word games, and a simulator that compares them.",
)
for command in (simulate, play, games, show, recover, clue, guess, clue_check, agents, rules, boards, bench):
    app.command()(command)
for reader in (report, ratings, compare, export, validate):
    app.command()(reader)
app.command(name="run")(run_command)
app.add_typer(replicate, name="replicate")
app.add_typer(embeddings, name="embeddings")
app.add_typer(words_app, name="words")
app.add_typer(spec_app, name="spec")
app.add_typer(cache_app, name="cache")
app.add_typer(human_app, name="human")


def _version(wanted: bool) -> None:
    if wanted:
        from cluejam_ai import __version__

        typer.echo(f"cluejam-ai {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of all commands."""


def run() -> None:
    """Run the command line; a warning is one line on stderr."""
    warnings.formatwarning = lambda message, *_: f"Warning: {message}\n"
    app()
