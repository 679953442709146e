"""Colours that differ in lightness and are told apart in all common kinds of colour-blindness.

Source: Okabe & Ito, "Color Universal Design", 2008.
"""

BLUE, ORANGE, SAND, BLACK = "#0072B2", "#E69F00", "#D9D3C0", "#1b1b1b"
#: Of cards, by what they are on a key.
ROLE_COLOURS = {"agent": BLUE, "bystander": SAND, "other": ORANGE, "assassin": BLACK}
ROLE_INK = {"agent": "#fff", "bystander": BLACK, "other": BLACK, "assassin": "#fff"}
