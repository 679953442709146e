r"""What the usual partner reaches with itself, for the result page.

Made by, with the specs of `find_partner("robust", LEVELS["normal"])`::

    cluejam simulate --rules duo --games 400 --seed 1 --embedding use+minilm+glove50+wordnet-gloss \
        --spymaster "people-listener(clock=true, cost_bystander=0.5, max_number=2)" \
        --guesser "bayes(all_in=true, clock=false, cost_assassin=3.0, cost_bystander=0.5, credit=true)"

and the same for duet, and with 1,000 games for solo and classic; `cards` is agent cards a clue, `number` the
mean number, the others are shares of touches. A test plays some games and compares.
"""

from collections.abc import Mapping

AGENTS_ON_RECORD: Mapping[str, Mapping[str, float]] = {
    "duo": {"cards": 1.679, "number": 1.745, "right": 0.968, "bystander": 0.031, "assassin": 0.000},
    "duet": {"cards": 1.713, "number": 1.777, "right": 0.980, "bystander": 0.017, "assassin": 0.002},
    "solo": {"cards": 1.394, "number": 1.402, "right": 0.999, "bystander": 0.001, "assassin": 0.000},
    "classic": {"cards": 1.644, "number": 1.654, "right": 0.999, "bystander": 0.001, "assassin": 0.000},
}

#: How many games these figures are of.
GAMES_ON_RECORD: Mapping[str, int] = {"duo": 400, "duet": 400, "solo": 1000, "classic": 1000}
