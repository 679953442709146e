"""``cluejam clue-check`` and ``cluejam words``: what the rules say of a clue, and of a list of cards."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from cluejam_ai.cli.options import AsJson
from cluejam_ai.cli.output import print_json, print_note, print_table, progress_bar, reports_errors

words_app = typer.Typer(no_args_is_help=True, help="Look at lists of words.")

#: What a person reads of a long list.
MOST_CARDS = 60
MOST_PAIRS = 500

_Language = Annotated[
    str | None,
    typer.Option(
        metavar="CODE",
        help="Language of the cards: en has all rules; any other code (de, fr, ...) has same-word, name-part"
        " and compound. Without it: en for Latin letters, else by script.",
    ),
]


@reports_errors
def clue_check(
    clue: Annotated[str, typer.Argument(help="The clue; any text.")],
    board: Annotated[str, typer.Option(help='The cards on the board: "A,B,C".')],
    covered: Annotated[
        str, typer.Option(help="Covered cards, on --board too or not; they restrict nothing.")
    ] = "",
    number: Annotated[str | None, typer.Option(help="Given with the clue: 1 to 9, 0, unlimited.")] = None,
    targets: Annotated[str | None, typer.Option(help="The cards that the clue is meant for.")] = None,
    rules: Annotated[str, typer.Option(help="The game: duo(free_numbers=true) allows 0.")] = "duo",
    language: _Language = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a clue may be given on a board, and why.

    Example: cluejam clue-check broken --board "BREAK,NIGHT,HORSESHOE" --number 1 --targets NIGHT

    Another language: cluejam clue-check schulhaus --board "HAUS,BAUM" --language de
    """
    from cluejam_ai.game.notation import parse_ruleset
    from cluejam_ai.wordcheck import check_clue

    found = check_clue(
        clue,
        _cards(board) if board.strip() else [],
        covered=_cards(covered) if covered.strip() else (),
        number=number,
        targets=None if targets is None else _cards(targets),
        free_numbers=parse_ruleset(rules).free_numbers,
        language=language,
    )
    if as_json:
        print_json({**asdict(found), "judgement": _judgement(found)})
        return
    typer.echo(f"{found.judgement.verdict.name.lower()}: {found.judgement.reason}")
    if found.language_assumed:
        print_note(f"language '{found.language}' assumed; --language CODE names another")
    _say_what_is_off(found.rules_off)


def _cards(text: str) -> list[str]:
    return [card.strip() for card in text.split(",")]


def _some(cards: tuple[str, ...]) -> str:
    more = f", and {len(cards) - MOST_CARDS:,} more (--json)" if len(cards) > MOST_CARDS else ""
    return ", ".join(cards[:MOST_CARDS]) + more


def _judgement(found: Any) -> dict[str, Any]:
    return {**asdict(found.judgement), "verdict": found.judgement.verdict.name.lower()}


def _say_what_is_off(rules_off: tuple[str, ...]) -> None:
    if rules_off:
        print_note(f"not English, so these rules are off: {', '.join(rules_off)}")


@words_app.command("check")
@reports_errors
def words_check(
    file: Annotated[
        Path | None, typer.Argument(help="A list of board words; the shipped one if none.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Report what a list of board words lacks: duplicates, words without a vector, pairs that one clue fits.

    A list has at most 50,000 words, for every two are compared.

    Example: cluejam words check
    """
    from cluejam_ai.wordcheck import check_words

    print_note(f"reading {'the shipped list' if file is None else file} and comparing every two cards ...")
    with progress_bar("comparing cards") as progress:
        found = check_words(file, progress=progress)
    if as_json:
        print_json(asdict(found))
        return
    rows = [
        ("twice in the list", found.duplicates),
        ("of several words", found.several_words),
        ("profane or hurtful", found.barred),
        ("no words", found.not_words),
        *((f"without a vector in {name}", cards) for name, cards in found.without_vector.items()),
    ]
    title = f"{found.n_words} cards, language '{found.language}'"
    print_table(("", "n", "cards"), [(x, str(len(y)), _some(y)) for x, y in rows], title=title)
    typer.echo()
    pairs = [(pair.first, pair.second, pair.why) for pair in found.confusable]
    print_table(("card", "card", "hard to tell apart"), pairs[:MOST_PAIRS])
    if len(pairs) > MOST_PAIRS:
        print_note(f"and {len(pairs) - MOST_PAIRS:,} pairs more; --json names all")
    _say_what_is_off(found.rules_off)
