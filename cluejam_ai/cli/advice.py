"""``cluejam clue`` and ``cluejam guess``: advice for a single board."""

from dataclasses import asdict
from typing import Annotated

import typer

from cluejam_ai.cli.options import AsJson, ClueWords, MissingCards, Trust, Words
from cluejam_ai.cli.output import number as shown
from cluejam_ai.cli.output import print_json, print_note, print_table, reports_errors

_Embedding = Annotated[str, typer.Option(help="What the agent thinks in.")]


def _cards(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text.strip() else []


@reports_errors
def clue(
    own: Annotated[str, typer.Option(help="Uncovered own cards, with commas between.")],
    bystander: Annotated[str, typer.Option(help="Bystanders.")] = "",
    other: Annotated[str, typer.Option(help="The other team's cards.")] = "",
    assassin: Annotated[str, typer.Option(help="Assassins.")] = "",
    spymaster: Annotated[str, typer.Option(help="Who advises.")] = "gaussian-listener",
    embedding: _Embedding = "use",
    n: Annotated[int, typer.Option("-n", min=1, help="How many clues.")] = 10,
    words: Words = None,
    lexicon: ClueWords = None,
    missing_cards: MissingCards = "error",
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Show the best clues for a board: cards meant, what a listener finds, and what endangers each.

    Example: cluejam clue --own "river,bank,bridge" --bystander "piano,star" --assassin "snake" -n 3
    """
    from cluejam_ai.advice import advise

    groups = (_cards(text) for text in (own, bystander, other, assassin))
    found = advise(
        *groups,
        spymaster=spymaster,
        embedding=embedding,
        n=n,
        words=words,
        lexicon=lexicon,
        missing_cards=missing_cards,
        trust=trust,
    )
    if as_json:
        print_json([asdict(advice) for advice in found])
        return
    rows = [
        (
            f"{a.clue}: {a.number}",
            ", ".join(f"{word} {z:.1f}" for word, z in zip(a.intended, a.similarity, strict=True)),
            shown(a.expected_found, 2),
            shown(a.wrong_chance, 2),
            shown(a.assassin_chance, 2),
            ", ".join(f"{word} ({role}) {z:.1f}" for word, role, z in a.dangers),
        )
        for a in found
    ]
    print_table(("clue", "meant for", "found", "wrong", "assassin", "dangers"), rows)
    print_note("numbers beside words: similarity in standard deviations; the listener has noise of 0.8")


@reports_errors
def guess(
    clue: Annotated[str, typer.Option(help="The clue word.")],
    board: Annotated[str, typer.Option(help="Uncovered cards, with commas between.")],
    number: Annotated[int, typer.Option(help="The clue's number.")] = 1,
    guesser: Annotated[str, typer.Option(help="Who reads the clue.")] = "nearest",
    embedding: _Embedding = "use",
    words: Words = None,
    lexicon: ClueWords = None,
    missing_cards: MissingCards = "error",
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Show how a guesser reads a clue: the cards in the order of its touches while they are right.

    The chance is what this guesser gives a card, before its first touch, to be one of those meant; all
    together make the number. A guesser with noise draws its touches.

    Example: cluejam guess --clue water --number 2 --board "river,bank,piano,star"
    """
    from cluejam_ai.advice import read_clue, verdict

    found = read_clue(
        clue,
        number,
        _cards(board),
        guesser=guesser,
        embedding=embedding,
        words=words,
        lexicon=lexicon,
        missing_cards=missing_cards,
        trust=trust,
    )
    if as_json:
        print_json([asdict(reading) for reading in found])
        return
    rows = [
        (str(r.place) if r.place else "-", r.word, shown(r.chance, 2), shown(r.similarity, 2)) for r in found
    ]
    print_table(("touch", "card", "chance", "similarity"), rows)
    print_note(verdict(clue, _cards(board), words=words))
