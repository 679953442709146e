"""Options that several commands have, with the same names and words in all of them."""

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Words = Annotated[
    str | None, typer.Option(help="A file of board words, .txt or .csv; the shipped ones if none.")
]
ClueWords = Annotated[
    str | None,
    typer.Option("--lexicon", help="A file of clue words, .txt or .csv; the shipped ones if none."),
]
MissingCards = Annotated[str, typer.Option(help="Cards without a vector: error or exclude.")]
Trust = Annotated[bool, typer.Option("--trust", help="Load pickled files, which can run code.")]
