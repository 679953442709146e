"""A few made-up rows, to try commands on and to see the form of a data set. No person answered them."""

from cluejam_ai.human.reader import make_row
from cluejam_ai.human.rows import HumanData

_BOARDS = {
    "harbour": "anchor bakery candle desert engine forest guitar hammer island jacket ladder mirror",
    "market": "apple bridge castle doctor eagle farmer garden hospital kitchen lemon mountain nurse",
    "station": "camera diamond elephant feather giant hotel jungle lion museum orange piano violin",
}
_TOLD = (
    ("harbour", "ship", "anchor island", ("anchor island", "anchor engine")),
    ("harbour", "tool", "hammer ladder", ("hammer ladder", "hammer engine")),
    ("market", "health", "doctor hospital nurse", ("doctor nurse hospital", "hospital doctor apple")),
    ("market", "fruit", "apple lemon", ("apple lemon", "lemon apple")),
    ("station", "music", "piano violin", ("piano violin", "violin piano")),
    ("station", "wild", "elephant jungle lion", ("lion jungle elephant", "jungle lion feather")),
)
_ASSASSINS = {"harbour": "desert", "market": "eagle", "station": "giant"}


def example_people() -> HumanData:
    """Return the made-up rows."""
    rows = []
    for place, (name, clue, targets, guesses) in enumerate(_TOLD):
        board = _BOARDS[name].split()
        safe = {*targets.split(), _ASSASSINS[name]}
        value = {
            "id": f"example-{place}",
            "source": "made up",
            "board": board,
            "clue": clue,
            "number": len(targets.split()),
            "targets": targets.split(),
            "guess_sets": [cards.split() for cards in guesses],
            "avoid": [card for card in board if card not in safe],
            "assassin": [_ASSASSINS[name]],
            "meta": {"game": name},
        }
        rows.append(make_row(value, f"example {place}"))
    return HumanData("example", tuple(rows))
