"""Writes the results section of the README, two tables and two pictures, from the summaries kept here.

    python -m experiments.results           # writes the section and docs/results/*.png
    python -m experiments.results --check   # exit code 1 if they are not those of the summaries

Nothing is played: run an experiment again, and then this.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from experiments.common import read
from experiments.fair_duo.analysis import draw as draw_fair
from experiments.self_and_cross.analysis import draw_algorithms

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
PICTURES = HERE.parent / "docs" / "results"
BEGIN, END = "<!-- results: made by python -m experiments.results -->", "<!-- end of results -->"
#: Rows of the first table: spymaster, what it knows, how that is told.
PRICES = [
    ("margin", "the partner's alone", "its partner's family"),
    ("margin", "another alone", "one other family"),
    ("kim", "another alone", "one other family"),
    ("gaussian-listener", "the three others", "the three others"),
    ("robust", "the three others", "the three others"),
    ("robust", "the partner's among three", "three, the partner's among them"),
]
#: Figures of the first table: game and figure, heading, digits.
FIGURES = [
    ("safe", "turns", "turns for 9 cards", 1),
    ("risk", "assassin", "solo: ended by the assassin", 2),
    ("duo", "won", "duo: won", 2),
    ("duo", "cards", "duo: cards of 15", 1),
]
LIVES, TURNS = (2, 3, 4, 9), (9, 12, 14, 15, 16, 20)
SOURCES = {
    "self_and_cross": HERE / "self_and_cross" / "algorithms.csv",
    "fair_duo": HERE / "fair_duo" / "summary.csv",
}
ALTERNATIVES = {
    "self_and_cross": "Strength of forty spymasters with a partner of the same vectors against strength with "
    "strangers: margin is first with itself and last with strangers in every family",
    "fair_duo": "Games won over turns, for some numbers of lives",
}


def told(row, digits):
    """Return a figure with its interval."""
    value, low, high = (f"{row[key]:.{digits}f}" for key in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def table(head, rows):
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows))


def price_table():
    found = {
        (row["spymaster"], row["knows"], row["game"], row["figure"]): row
        for row in read(HERE / "unseen_price" / "summary.csv")
    }
    rows = [
        [
            f"`{spymaster}`",
            text,
            *(told(found[spymaster, knows, game, figure], d) for game, figure, _, d in FIGURES),
        ]
        for spymaster, knows, text in PRICES
    ]
    return table(["spymaster", "has the vectors of", *(heading for _, _, heading, _ in FIGURES)], rows)


def fair_table():
    found = {(row["turns"], row["lives"]): row for row in read(SOURCES["fair_duo"])}
    rows = [[str(turns), *(told(found[turns, lives], 2) for lives in LIVES)] for turns in TURNS]
    return table(["turns", *(f"{lives} lives" for lives in LIVES)], rows)


def picture(name):
    """Return the lines that show a picture, light or dark as the page is."""
    return "\n".join(
        [
            "<picture>",
            f'  <source media="(prefers-color-scheme: dark)" srcset="docs/results/{name}_dark.png">',
            f'  <img alt="{ALTERNATIVES[name]}" src="docs/results/{name}.png">',
            "</picture>",
        ]
    )


def section():
    """Return the section, without its ends."""
    correlations = {row["what"]: row for row in read(HERE / "self_and_cross" / "summary.csv")}
    of_algorithms = correlations["algorithms, mean over families: self-play and cross-play"]
    of_people = correlations["vector spaces: cross-play as guesser and agreement with people"]
    price = read(HERE / "unseen_price" / "summary.csv")[0]
    fair = read(SOURCES["fair_duo"])[0]
    return "\n\n".join(
        [
            "**A partner who thinks in other vectors is dear.** `nearest` in each of four families as "
            f"partner, {price['n']} boards, 95 % intervals; the same boards in every row "
            "([experiments/unseen_price](experiments/unseen_price/README.md)).",
            price_table(),
            "**Self-play does not say who is good with strangers.** Over "
            f"{of_algorithms['things']} algorithms their rank correlation is {told(of_algorithms, 2)}. "
            f"Cross-play does say who agrees with people: {told(of_people, 2)} over {of_people['things']} "
            "vector spaces ([experiments/self_and_cross](experiments/self_and_cross/README.md)).",
            picture("self_and_cross"),
            "**A fair ClueJam Duo for people has about 15 turns and 4 lives.** Share of games won by pairs "
            f"as accurate as people are, {fair['n']:,} boards, 95 % intervals "
            "([experiments/fair_duo](experiments/fair_duo/README.md)).",
            fair_table(),
            picture("fair_duo"),
            "More: [how much your own key tells you](experiments/own_key/README.md), "
            "[partners with unseen vectors](experiments/unseen_partner/README.md), "
            "[which pair for strangers](experiments/which_pair/README.md), "
            "[a guesser fitted to people](experiments/people/README.md), "
            "[agreement of the families](experiments/embedding_agreement/README.md).",
        ]
    )


def digest(name):
    """Return what tells that a picture was drawn from the summary that is there."""
    return hashlib.sha256(SOURCES[name].read_bytes()).hexdigest()


def draw():
    """Draw the pictures for light and dark pages; each holds the digest of its summary."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, drawn in (("self_and_cross", draw_algorithms), ("fair_duo", draw_fair)):
        for dark in (False, True):
            figure = drawn(read(SOURCES[name]), dark=dark)
            path = PICTURES / f"{name}{'_dark' if dark else ''}.png"
            figure.savefig(path, metadata={"Source": digest(name), "Software": None})


def replaced(text):
    """Return the README with the section as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not after:
        raise SystemExit(f"README.md lacks the lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{section()}\n\n{END}{after}"


def stale():
    """Return what is not that of the summaries."""
    text = README.read_text(encoding="utf-8")
    wrong = [] if replaced(text) == text else ["README.md"]
    for name in SOURCES:
        for path in (PICTURES / f"{name}.png", PICTURES / f"{name}_dark.png"):
            if not path.exists() or _source_of(path) != digest(name):
                wrong.append(str(path.relative_to(HERE.parent)))
    return wrong


def _source_of(picture):
    from PIL import Image  # comes with matplotlib

    with Image.open(picture) as opened:
        return opened.info.get("Source")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    if parser.parse_args().check:
        wrong = stale()
        print(json.dumps({"stale": wrong}))
        sys.exit(1 if wrong else 0)
    text = replaced(README.read_text(encoding="utf-8"))
    draw()
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
