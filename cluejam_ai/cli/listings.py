"""``cluejam agents``, ``rules`` and ``boards``: what there is."""

from typing import Annotated, Any

import typer

from cluejam_ai.cli.options import AsJson
from cluejam_ai.cli.output import print_json, print_note, print_table, reports_errors


@reports_errors
def agents(
    name: Annotated[str | None, typer.Argument(help="An agent to explain: kim.")] = None,
    as_json: AsJson = False,
) -> None:
    """List spymasters and guessers with their parameters and defaults, or explain those of one name.

    Example: cluejam agents kim
    """
    from cluejam_ai import catalogue

    if name is not None:
        _explain(catalogue.explain_agent(name), as_json)
        return
    found = {"spymasters": catalogue.spymasters(), "guessers": catalogue.guessers()}
    if as_json:
        print_json(found)
        return
    for kind, entries in found.items():
        print_table((kind, "", "parameters and defaults", "source"), [_agent_row(entry) for entry in entries])
        typer.echo()


def _explain(found: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    for entry in found:
        typer.echo(f"{entry['kind']} {entry['spec']}\n\n{entry['text']}\n")


def _agent_row(entry: dict[str, Any]) -> tuple[str, str, str, str]:
    inner = entry["spec"].removeprefix(entry["name"]).removeprefix("(").removesuffix(")")
    return entry["name"], entry["summary"], inner, entry["source"]


@reports_errors
def rules(
    name: Annotated[str | None, typer.Argument(help="A game, with options: duo(turns=12).")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or tell the rules of one as a person would read them.

    Example: cluejam rules duo
    """
    from cluejam_ai import catalogue
    from cluejam_ai.game.notation import parse_ruleset
    from cluejam_ai.terminal.rules_text import explain

    if name is not None:
        text = explain(parse_ruleset(name))
        if as_json:
            print_json({"rules": name, "text": text})
        else:
            typer.echo(text)
    elif as_json:
        print_json(catalogue.rulesets())
    else:
        cells = [(r["name"], r["kind"], ", ".join(r["options"])) for r in catalogue.rulesets()]
        print_table(("game", "kind", "options"), cells)
        print_note("read one with: cluejam rules NAME")


@reports_errors
def boards(
    rules: Annotated[str, typer.Option(help="The game, with options.")] = "duo",
    games: Annotated[int, typer.Option(min=1, help="How many boards.")] = 10,
    seed: Annotated[int | None, typer.Option(help="As in simulate; drawn if not given.")] = None,
    words: Annotated[str | None, typer.Option(help="A file of board words.")] = None,
) -> None:
    """Print boards in notation, one a line, for 'cluejam simulate --boards FILE'.

    Example: cluejam boards --rules duo --games 3 --seed 1
    """
    from cluejam_ai import api
    from cluejam_ai.seeding import draw_seed

    chosen = draw_seed() if seed is None else seed
    print_note(f"seed {chosen}")
    for line in api.iter_boards(rules, games=games, seed=chosen, words=words):
        typer.echo(line)
