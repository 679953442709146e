r"""What the usual partner reaches with itself, for the result page.

Made by, with the specs of `find_partner("robust", LEVELS["normal"])`::

    cluejam simulate --rules duo --games 1000 --seed 1 --embedding use+minilm+glove50 \
        --spymaster "gaussian-listener(cost_bystander=0.5, max_number=3, sigma=1.2)" \
        --guesser "bayes(cost_assassin=3.0, cost_bystander=0.2)"

and the same for the other games; `cards` is agent cards a clue, `number` the mean number, the others are
shares of touches. A test plays a few hundred games and compares.
"""

from collections.abc import Mapping

AGENTS_ON_RECORD: Mapping[str, Mapping[str, float]] = {
    "duo": {"cards": 1.656, "number": 1.667, "right": 0.787, "bystander": 0.211, "assassin": 0.002},
    "duet": {"cards": 1.680, "number": 1.759, "right": 0.981, "bystander": 0.015, "assassin": 0.004},
    "solo": {"cards": 1.464, "number": 1.588, "right": 0.999, "bystander": 0.001, "assassin": 0.000},
    "classic": {"cards": 1.727, "number": 1.955, "right": 1.000, "bystander": 0.000, "assassin": 0.000},
}
