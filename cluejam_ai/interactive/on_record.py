r"""What the usual partner reaches with itself, for the result page.

Made by, with the specs of `find_partner("robust", LEVELS["normal"])`::

    cluejam simulate --rules duo --games 1000 --seed 1 --embedding use+minilm+glove50 \
        --spymaster "gaussian-listener(cost_bystander=0.5, max_number=3, sigma=1.2)" \
        --guesser "bayes(clock=false, cost_assassin=3.0, cost_bystander=0.5)"

and the same for the other games; `cards` is agent cards a clue, `number` the mean number, the others are
shares of touches. A test plays a few hundred games and compares.
"""

from collections.abc import Mapping

AGENTS_ON_RECORD: Mapping[str, Mapping[str, float]] = {
    "duo": {"cards": 1.689, "number": 1.746, "right": 0.971, "bystander": 0.029, "assassin": 0.000},
    "duet": {"cards": 1.759, "number": 1.853, "right": 0.974, "bystander": 0.024, "assassin": 0.003},
    "solo": {"cards": 1.551, "number": 1.660, "right": 0.999, "bystander": 0.001, "assassin": 0.000},
    "classic": {"cards": 1.944, "number": 2.112, "right": 0.996, "bystander": 0.003, "assassin": 0.000},
}
