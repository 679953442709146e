"""``cluejam simulate``: play one pairing on many boards."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cluejam_ai.cli.options import ClueWords, MissingCards, Trust, Words
from cluejam_ai.cli.output import number, print_json, print_note, print_table, progress_bar, reports_errors
from cluejam_ai.house_pair import DEFAULT_EMBEDDING, HOUSE_GUESSER, HOUSE_SPYMASTER

_COOPERATIVE = ("duo", "duet")
_SPYMASTER_HELP = f"Who gives clues: kim(threshold=0.5). Else {HOUSE_SPYMASTER}."
_GUESSER_HELP = f"Who guesses: nearest(stop=0.2). Else {HOUSE_GUESSER}."
_EMBEDDING_HELP = f"Vectors of both: use, glove100:FILE. Else {DEFAULT_EMBEDDING} for agents that are named."


@reports_errors
def simulate(
    rules: Annotated[str, typer.Option(help="The game, with options: duo(turns=12).")] = "duo",
    spymaster: Annotated[str | None, typer.Option(help=_SPYMASTER_HELP)] = None,
    guesser: Annotated[str | None, typer.Option(help=_GUESSER_HELP)] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Boards to play; 100, or all of --boards.")] = None,
    seed: Annotated[int | None, typer.Option(help="Names all random numbers; drawn if not given.")] = None,
    embedding: Annotated[str | None, typer.Option(help=_EMBEDDING_HELP)] = None,
    spymaster_embedding: Annotated[str | None, typer.Option(help="Vectors of the spymaster.")] = None,
    guesser_embedding: Annotated[str | None, typer.Option(help="Vectors of the guesser.")] = None,
    versus_spymaster: Annotated[str | None, typer.Option(help="Classic: the second team's.")] = None,
    versus_guesser: Annotated[str | None, typer.Option(help="Classic: the second team's.")] = None,
    second_spymaster: Annotated[str | None, typer.Option(help="Duo, duet: the second player's.")] = None,
    second_guesser: Annotated[str | None, typer.Option(help="Duo, duet: the second player's.")] = None,
    words: Words = None,
    lexicon: ClueWords = None,
    boards: Annotated[str | None, typer.Option(help="A file of boards, from 'cluejam boards'.")] = None,
    missing_cards: MissingCards = "error",
    trust: Trust = False,
    series: Annotated[int, typer.Option(min=1, help="Matches over which agents may remember.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    block_size: Annotated[int | None, typer.Option(min=1, help="Matches in a block; changes no row.")] = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder; must not exist.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play a spymaster with a guesser on many boards and report how they did.

    Example: cluejam simulate --rules duo --spymaster margin --guesser nearest --games 200 --seed 1
    """
    from cluejam_ai import api

    other_spymaster, other_guesser = _second_side(
        rules, (versus_spymaster, versus_guesser), (second_spymaster, second_guesser)
    )
    with progress_bar("playing") as progress:
        run = api.play(
            rules,
            spymaster,
            guesser,
            games=games,
            seed=seed,
            embedding=embedding,
            spymaster_embedding=spymaster_embedding,
            guesser_embedding=guesser_embedding,
            second_spymaster=other_spymaster,
            second_guesser=other_guesser,
            words=words,
            lexicon=lexicon,
            boards=boards,
            missing_cards=missing_cards,
            trust=trust,
            series=series,
            workers=workers,
            block_size=block_size,
            out=out,
            progress=progress,
        )
    if off := run.manifest["inputs"]["language"]["rules_off"]:
        print_note(f"the words are not English, so these rules on clues are off: {', '.join(off)}")
    _report(run, as_json)


def _second_side(
    rules: str, versus: tuple[str | None, str | None], second: tuple[str | None, str | None]
) -> tuple[str | None, str | None]:
    """Return what the second side plays; each pair of options belongs to one kind of game."""
    name = rules.partition("(")[0].strip()
    if any(versus) and name in _COOPERATIVE:
        raise typer.BadParameter("in duo and duet nobody plays versus you; use --second-... for the partner")
    if name == "solo" and (any(versus) or any(second)):
        raise typer.BadParameter("'solo' has one team; a second spymaster or guesser has no seat")
    if any(second) and name not in _COOPERATIVE:
        raise typer.BadParameter(f"'{name}' has no second partner; use --versus-... for the other team")
    return (versus if any(versus) else second)[0], (versus if any(versus) else second)[1]


_N_NAMED = 10


def tell_missing(run: Any) -> None:
    """Say on stderr which words an embedding lacked, and what became of them."""
    inputs = run.manifest["inputs"]
    excluded = inputs["words"]["excluded"]
    if excluded:
        print_note(f"{len(excluded)} board words are left out, for they have no vector: {_some(excluded)}")
    for name, info in inputs["embeddings"].items():
        if dropped := info["dropped_clues"]:
            print_note(f"{name} has no vector for {len(dropped)} clue words, never given: {_some(dropped)}")


def _some(words: Sequence[str]) -> str:
    more = f" and {len(words) - _N_NAMED} more" if len(words) > _N_NAMED else ""
    return ", ".join(words[:_N_NAMED]) + more


def _report(run: Any, as_json: bool) -> None:
    from cluejam_ai.metrics.labels import digits, label, shown
    from cluejam_ai.metrics.report import report

    tell_missing(run)
    (row,) = report(run)
    if as_json:
        print_json(row)
        return
    title = f"{row['rules']}: {row['spymaster']} > {row['guesser']}"
    if "second_spymaster" in row:
        title += f" versus {row['second_spymaster']} > {row['second_guesser']}"
    cells = []
    game = row["rules"].partition("(")[0]
    names = [key.removesuffix("_n") for key in row if key.endswith("_n")]
    for key in shown(game, names):
        value, low, high = (number(row[x], digits(key)) for x in (key, f"{key}_low", f"{key}_high"))
        cells.append((label(key), value, f"{low} to {high}", str(row[f"{key}_n"])))
    lost = ", ".join(f"{cause} {n}" for cause, n in row["losses"].items()) or "none"
    print_table(("", "value", "95 % interval", "n"), cells, title=title)
    typer.echo(f"losses: {lost}")
    typer.echo(
        f"{row['matches']} games on {row['games']} boards, {row['games_per_second']:.0f} a second "
        "(start-up left out)"
    )
    typer.echo(f"seed {row['seed']}; run in {row['run']}")
    print_note(f"see a game: cluejam show {row['run']} --match 0")
