"""``cluejam human`` and ``validate``: people's clues and guesses, and how well agents agree with them."""

import json
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cluejam_ai.cli.options import AsJson
from cluejam_ai.cli.output import number, print_json, print_note, print_table, progress_bar, reports_errors

if TYPE_CHECKING:
    from cluejam_ai.human.rows import HumanData
    from cluejam_ai.validation import Validation

human_app = typer.Typer(
    no_args_is_help=True, help="Data of people's clues and guesses: import it, look at it."
)
_N_SHOWN = 12


@human_app.command("import")
@reports_errors
def import_file(
    form: Annotated[str, typer.Argument(metavar="FORMAT", help="See: cluejam human formats.")],
    file: Annotated[Path, typer.Argument(help="What somebody else wrote.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of JSON lines to write.")],
    column: Annotated[
        list[str] | None, typer.Option(help="Of csv: FIELD=COLUMN, once for each field; see formats.")
    ] = None,
) -> None:
    """Turn a public data set, any table or our own saved games into rows that cluejam validate reads.

    Several cards in one cell of a csv are divided by commas, semicolons or bars.

    Example: cluejam human import csv answers.csv -o people.jsonl --column clue=hint --column board=cards
    """
    from cluejam_ai.human.importers.base import import_human, refuse_source
    from cluejam_ai.results.store import written_beside

    refuse_source(file, out)
    found = import_human(form, file, _pairs(column or []))
    with written_beside(out) as written:
        for row in found.rows:
            written.write((json.dumps(row.to_json(), ensure_ascii=False) + "\n").encode())
    print_note(f"{_told(found)}, in {out}")


def _pairs(texts: list[str]) -> dict[str, str]:
    from cluejam_ai.errors import CluejamError

    for text in texts:
        if "=" not in text:
            raise CluejamError(f"--column {text} is not FIELD=COLUMN, like clue=hint")
    return {name.strip(): value.strip() for name, _, value in (text.partition("=") for text in texts)}


def _told(data: "HumanData") -> str:
    people = sum(len(row.guess_sets) for row in data.rows)
    return f"{len(data)} rows of {data.n_groups} games or boards, with {people} answers of people"


@human_app.command("formats")
@reports_errors
def list_formats(as_json: AsJson = False) -> None:
    """List the formats that can be imported.

    Example: cluejam human formats
    """
    from cluejam_ai.human.importers.base import formats
    from cluejam_ai.human.importers.columns import FIELDS

    if as_json:
        print_json(formats())
        return
    print_table(("format", "what"), formats().items())
    print_note(f"fields of --column: {', '.join(FIELDS)}")


@human_app.command("example")
@reports_errors
def example() -> None:
    """Print a few made-up rows in the form that cluejam validate reads.

    Example: cluejam human example
    """
    from cluejam_ai.human.example import example_people

    for row in example_people().rows:
        typer.echo(json.dumps(row.to_json(), ensure_ascii=False))


@reports_errors
def validate(
    data: Annotated[Path, typer.Argument(help="A file of JSON lines, of cluejam human import.")],
    guesser: Annotated[list[str] | None, typer.Option(help="A guesser to measure; may be repeated.")] = None,
    spymaster: Annotated[
        list[str] | None, typer.Option(help="A spymaster to measure; may be repeated.")
    ] = None,
    embedding: Annotated[str, typer.Option(help="What agents think in that name none.")] = "use",
    missing: Annotated[str, typer.Option(help="Rows with words without a vector: drop or last.")] = "drop",
    depth: Annotated[int, typer.Option(min=1, help="Clues to look for the person's among.")] = 50,
    compare: Annotated[
        bool, typer.Option(help="Compare guessers in pairs, which takes long for many.")
    ] = True,
    seed: Annotated[int, typer.Option(help="Names the draws of agents and intervals.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Measure how well agents agree with people's clues and guesses, beside chance and people themselves.

    Intervals (95 %) are drawn over games or boards, and guessers are compared on the same rows.

    Example: cluejam validate people.jsonl --guesser nearest --guesser "nearest(embedding=minilm)"
    """
    import cluejam_ai

    with progress_bar("asking") as tell:
        found = cluejam_ai.validate(
            data,
            guesser or ([] if spymaster else ["nearest"]),
            spymaster or [],
            embedding=embedding,
            missing=missing,
            depth=depth,
            compare=compare,
            seed=seed,
            progress=_labelled(tell),
        )
    if as_json:
        print_json(found.as_dict())
    else:
        _tell(found)


def _labelled(tell: Callable[[int, int], None]) -> Callable[[str, int, int], None]:
    return lambda label, done, total: tell(done, total)


def _tell(found: "Validation") -> None:
    """Print the tables, and what fell out."""
    from cluejam_ai.human.agreement import FIGURES

    figures = found.figures.dropna(subset=["value"]).to_dict("records")
    names = [name for name in FIGURES if any(row["figure"] == name for row in figures)]
    cells = {(row["who"], row["figure"]): _cell(row) for row in figures}
    whose = dict.fromkeys(row["who"] for row in figures)
    print_table(("who", *names), [[who, *(cells.get((who, n), "-") for n in names)] for who in whose])
    compared = found.comparisons.dropna(subset=["difference"]).to_dict("records")
    if compared:
        rows = [
            (
                row["figure"],
                f"{row['first']} - {row['second']}",
                f"{row['difference']:+.3f} ({row['low']:+.3f} to {row['high']:+.3f})",
                "< .001" if row["p_holm"] < 0.001 else number(row["p_holm"]),
            )
            for row in compared
        ]
        print_table(("figure", "first - second", "difference", "p"), rows)
    if len(found.spymasters):
        lines = found.spymasters.to_dict("records")
        headers = ("spymaster", "figure", "value", "rows")
        print_table(headers, [(r["who"], r["figure"], _cell(r), str(r["rows"])) for r in lines])
    for name in names:
        print_note(f"{name}: {FIGURES[name]}")
    _note_coverage(found)


def _cell(row: Mapping[Hashable, Any]) -> str:
    if row["low"] == row["high"]:
        return number(row["value"])
    return f"{number(row['value'])} ({number(row['low'])} to {number(row['high'])})"


def _note_coverage(found: "Validation") -> None:
    told = found.coverage
    print_note(
        f"{len(told.kept)} of {told.n_rows} rows of {found.data.n_groups} games or boards were measured"
    )
    if sum(told.reasons.values()):
        lost = ", ".join(f"{n} for a {what}" for what, n in told.reasons.items() if n)
        print_note(f"fell out because a word has no vector: {lost}; --missing last keeps such rows")
    if told.n_short:
        print_note(f"{told.n_short} rows have a card without a vector, which ranks last")
    if len(found.spymasters) and found.clues_of_agents:
        print_note(f"{found.clues_of_agents} rows have a clue of an agent, which says nothing of spymasters")
    if found.guesses_of_agents:
        print_note(f"{found.guesses_of_agents} rows have guesses of an agent, which are left out")
    for what, words in (("cards", told.missing_cards), ("clues", told.missing_clues)):
        if words:
            more = f" and {len(words) - _N_SHOWN} more" if len(words) > _N_SHOWN else ""
            print_note(f"{what} without a vector: {', '.join(words[:_N_SHOWN])}{more}")
    if told.by_form:
        print_note(f"{len(told.by_form)} words are known by another form only")
