"""What commands share: printing, JSON, progress, and errors without a traceback."""

import functools
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.table import Column, Table

from cluejam_ai.errors import CluejamError

P = ParamSpec("P")
R = TypeVar("R")

INTERRUPTED = 130
#: How often a long run tells where it is, in a log.
SECONDS_BETWEEN_LINES = 30.0


def reports_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Return a command that tells a user's error in one line and exits 1; Ctrl-C exits 130."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            result = command(*args, **kwargs)
            sys.stdout.flush()
            return result
        except CluejamError as error:
            print_note("Error: " + " ".join(str(error).splitlines()))
            raise typer.Exit(1) from error
        except KeyboardInterrupt as interrupt:
            print_note(str(interrupt) or "interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            # whoever read the output has gone; nothing is left to be told
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except OSError as error:
            # what is to be read and written by name is told where it happens; this is the output itself
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            print_note(f"Error: cannot write the output: {error.strerror or error}")
            raise typer.Exit(1) from error

    return wrapped


def print_note(text: str) -> None:
    """Print talk, not data: to stderr."""
    typer.echo(text, err=True)


def print_json(value: Any) -> None:
    """Print a value as JSON; what is not a number is null."""
    typer.echo(json.dumps(_without_nan(value), indent=2, ensure_ascii=False))


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return None if math.isnan(value) or math.isinf(value) else value
    if isinstance(value, Mapping):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(item) for item in value]
    return value


def print_table(headers: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None) -> None:
    """Print a table to stdout; whole cells where the output is not a terminal."""
    console = make_console()
    columns = [Column(header, overflow="fold") for header in headers]
    table = Table(*columns, title=title, title_justify="left", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def make_console() -> Console:
    """Return the console for stdout; wide where nobody's terminal sets a width."""
    return _PipeConsole() if sys.stdout.isatty() else _PipeConsole(width=200, soft_wrap=True)


class _PipeConsole(Console):
    """A console that lets a closed pipe be told like any other."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function to tell progress to: a bar, or a line now and then where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield _lines(label)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    rate = TextColumn("{task.fields[rate]}")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        rate,
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None, rate="")
        rate_of = _rate()

        def tell(done: int, total: int) -> None:
            rate = rate_of(done)
            bar.update(task, completed=done, total=total, rate=f"{rate:.0f}/s" if rate else "")

        yield tell


def _rate() -> Callable[[int], float]:
    """Return a function that tells how much is done a second; 0 where that is not known yet."""
    began: list[tuple[float, int]] = []

    def rate(done: int) -> float:
        # what an earlier sitting had played is where this one begins
        began[:] = began or [(time.monotonic(), done)]
        seconds, played = time.monotonic() - began[0][0], done - began[0][1]
        return played / seconds if seconds else 0.0

    return rate


def _lines(label: str) -> Callable[[int, int], None]:
    """Return a function that writes a line on stderr, but not more often than a log can bear."""
    rate_of, last = _rate(), [time.monotonic()]

    def tell(done: int, total: int) -> None:
        rate = rate_of(done)
        if time.monotonic() - last[0] < SECONDS_BETWEEN_LINES:
            return
        last[0] = time.monotonic()
        left = f", {rate:,.0f} a second, {(total - done) / rate:,.0f} s left" if rate else ""
        print_note(f"{label}: {done:,} of {total:,}{left}")

    return tell


def number(value: float, digits: int = 3) -> str:
    """Return a number for a table; a dash where there is none."""
    return "-" if math.isnan(value) else f"{value:.{digits}f}"
