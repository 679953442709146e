"""A plain referee for one board: dicts, sets and strings, written from the rulebook alone.

It knows nothing of the engine that it judges. A card is a place from 0 to 24 with one letter for each key:
`a` agent, `n` neutral (bystander), `o` the other team's, `x` assassin.
"""

CLASSIC = {"roles": {"ao": 9, "oa": 8, "nn": 7, "xx": 1}, "turns": None, "lives": None}
DUO = {
    "roles": {"aa": 3, "an": 6, "na": 6, "xx": 1, "xn": 2, "nx": 2, "nn": 5},
    "turns": 9,
    "lives": 9,
}
DUET = {
    "roles": {"aa": 3, "an": 5, "na": 5, "ax": 1, "xa": 1, "xx": 1, "xn": 1, "nx": 1, "nn": 7},
    "turns": 9,
    "lives": None,
}
SOLO = {"roles": {"a": 9, "o": 8, "n": 7, "x": 1}, "turns": None, "lives": None}
KIM2019 = {"a": 8, "o": 7, "n": 9, "x": 1}
TOG2025 = {"a": 9, "o": 8, "n": 7, "x": 1}
GAMES = {"classic": CLASSIC, "duo": DUO, "duet": DUET, "solo": SOLO}

NO_LIMIT = 25
UNLIMITED = "unlimited"


class RefusedError(Exception):
    """The move is refused and nothing has changed."""


class Referee:
    """One match: who gives, who guesses, what may be touched, and how it ends."""

    def __init__(
        self,
        game,
        cards,
        *,
        turns=None,
        lives=None,
        bystanders=None,
        sudden_death=False,
        bonus_guess=None,
        guess_limit=True,
        free_numbers=False,
    ):
        self.game = game
        self.partners = game in ("duo", "duet")
        self.cards = dict(enumerate(cards))
        self.turns_allowed = turns if turns is not None else GAMES[game]["turns"]
        self.lives = lives if lives is not None else GAMES[game]["lives"]
        if bystanders is not None:
            # so many wrong touches are allowed; one more is too many
            self.lives = bystanders + 1
        self.sudden_death = sudden_death
        self.bonus = bonus_guess if bonus_guess is not None else game != "solo"
        self.guess_limit = guess_limit
        self.free_numbers = free_numbers
        self.giver = 0
        self.turns = 0
        self.touches = 0
        self.touches_left = 0
        self.ending = None
        self.winner = None
        self.marks = {seat: set() for seat in range(len(cards[0]))}
        self.found = set()
        solo = game == "solo"
        wanted = {0: (0, "a"), 1: (0, "o") if solo else (1, "a")}
        self.goals = {
            side: {card for card, roles in self.cards.items() if roles[key] == letter}
            for side, (key, letter) in wanted.items()
        }

    # what a player can ask

    @property
    def guesser(self):
        return 1 - self.giver if self.partners else self.giver

    @property
    def judging_key(self):
        return 0 if self.game == "solo" else self.giver

    @property
    def in_sudden_death(self):
        used_up = self.turns_allowed is not None and self.turns >= self.turns_allowed
        return self.sudden_death and used_up and self.ending is None

    def role(self, card, key=None):
        return self.cards[card][self.judging_key if key is None else key]

    def covered(self):
        """Cards that are found, or marked on every key."""
        return self.found | set.intersection(*self.marks.values())

    def may_touch(self):
        """Cards that may be touched under the key of the seat that gives."""
        return set(self.cards) - self.found - self.marks[self.judging_key]

    def may_pass(self):
        if self.ending or self.touches_left == 0:
            return False
        if self.touches > 0:
            return True
        return self.partners and not self.in_sudden_death

    def left(self, side):
        """Agent cards of a side that are still to be touched; of the other team where nobody plays it."""
        return len(self.goals[side] - (self.found if self.partners else self.covered()))

    # what a player can do

    def give(self, number):
        if self.ending or self.in_sudden_death:
            raise RefusedError("no clue here")
        if number in (0, UNLIMITED):
            if not self.free_numbers:
                raise RefusedError("a number from 1 to 9")
            limit = NO_LIMIT
        elif 1 <= number <= 9:
            limit = number + 1 if self.bonus else number
        else:
            raise RefusedError("a number from 1 to 9")
        self.touches = 0
        self.touches_left = limit if self.guess_limit else NO_LIMIT

    def go_on_without_clue(self):
        if not self.in_sudden_death:
            raise RefusedError("there are turns left")
        self.touches = 0
        self.touches_left = 1

    def touch(self, card):
        if self.ending or self.touches_left == 0 or card not in self.may_touch():
            raise RefusedError("this card may not be touched now")
        role = self.role(card)
        self.touches += 1
        self.touches_left -= 1
        if self.game == "classic":
            self.marks[0].add(card)
            self.marks[1].add(card)
        else:
            self.marks[self.judging_key].add(card)
        if self.partners and role == "a":
            self.found.add(card)
        if self.partners and role == "n" and self.lives is not None:
            self.lives -= 1
        self._judge(role)
        if role != "a" or self.ending:
            self.touches_left = 0
        return role

    def _judge(self, role):
        if self.game == "classic" and self.left(0) == 0:
            self._end("found", 0)
        elif self.game == "classic" and self.left(1) == 0:
            self._end("found", 1)
        elif (self.game == "solo" and self.left(0) == 0) or (self.partners and len(self.found) == 15):
            self._end("found", 0)
        elif role == "x":
            self._end("assassin", 1 - self.giver if self.game == "classic" else 1)
        elif self.game == "solo" and role == "o" and self.left(1) == 0:
            self._end("other", 1)
        elif self.in_sudden_death and role != "a":
            self._end("sudden-death", 1)

    def pass_(self):
        if not self.may_pass():
            raise RefusedError("no pass here")
        self.touches_left = 0

    def end_turn(self):
        self.turns += 1
        self.touches = 0
        self.touches_left = 0
        if self.ending:
            return
        if self.lives is not None and self.lives <= 0:
            self._end("lives", 1)
        elif self.turns_allowed is not None and self.turns >= self.turns_allowed and not self.sudden_death:
            self._end("turns", 1)
        else:
            self._swap()

    def _swap(self):
        if self.game == "solo":
            return
        if self.partners and self.left(1 - self.giver) == 0:
            return
        self.giver = 1 - self.giver

    def _end(self, how, winner):
        self.ending = how
        self.winner = winner
