"""The result page: this game, the person's games so far, and what people and agents have on record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan

from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, OTHER
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.chairs import chair, is_person
from cluejam_ai.interactive.game import Game, Move
from cluejam_ai.interactive.on_record import GAMES_ON_RECORD
from cluejam_ai.interactive.savefile import SavedGame
from cluejam_ai.metrics.estimates import Estimate, clustered_share, proportion, ratio

#: People who played Codenames Duet: 794 games (Shaikh et al., "Modeling Cross-Cultural Pragmatic Inference
#: with Codenames Duet", ACL Findings 2023). Their win rate says nothing, for they stopped after some turns.
PEOPLE_ON_RECORD: Mapping[str, float] = {
    "cards": 1.07,
    "number": 1.24,
    "right": 0.875,
    "bystander": 0.102,
    "assassin": 0.023,
}
#: Of fewer games an interval says nothing.
LEAST_GAMES = 5


@dataclass
class Tally:
    """Counts of the turns in which a person gave or guessed, one entry a game.

    Attributes
    ----------
    turns, right : list of int
        Clues that a person gave or guessed on, and agent cards found with them.
    numbers, clues : list of int
        Sum of the numbers of a person's own clues that count cards, and how many these are.
    touches : dict of role to list of int
        Cards that a person touched, by what they were.
    won : list of bool
    """

    turns: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    clues: list[int] = field(default_factory=list)
    touches: dict[int, list[int]] = field(default_factory=lambda: {role: [] for role in range(4)})
    won: list[bool] = field(default_factory=list)

    def figures(self) -> dict[str, Estimate]:
        """Return the figures with their intervals; NaN where nothing was observed."""
        total = [sum(game) for game in zip(*self.touches.values(), strict=True)]
        none = [0] * len(total)  # partners have no other team
        return {
            "won": proportion(self.won),
            "cards": _ratio(self.right, self.turns),
            "number": _ratio(self.numbers, self.clues),
            "right": clustered_share(self.touches[AGENT], total),
            "bystander": clustered_share(self.touches[BYSTANDER], total),
            "other": clustered_share(self.touches[OTHER], total if any(self.touches[OTHER]) else none),
            "assassin": clustered_share(self.touches[ASSASSIN], total),
        }


def _ratio(tops: Sequence[int], bottoms: Sequence[int]) -> Estimate:
    used = [place for place, bottom in enumerate(bottoms) if bottom]
    return ratio([float(tops[p]) for p in used], [float(bottoms[p]) for p in used], least=0.0, most=25.0)


def tally(games: Iterable[Game]) -> Tally:
    """Return the counts of games that are over."""
    out = Tally()
    for game in games:
        _count(game, out)
    return out


def _count(game: Game, out: Tally) -> None:
    setup = game.setup
    partners = setup.ruleset.kind is Kind.PARTNERS
    turns = right = numbers = clues = 0
    touches = dict.fromkeys(range(4), 0)
    for turn in game.log:
        team = turn.seat ^ setup.starter
        gave = is_person(chair(setup.pairing, team, Move.CLUE))
        guessed = is_person(chair(setup.pairing, 1 - team if partners else team, Move.GUESS))
        if turn.clue is not None and (gave or guessed):
            turns, right = turns + 1, right + turn.right
        if gave and turn.number > 0:
            numbers, clues = numbers + turn.number, clues + 1
        if guessed:
            for touch in turn.touches:
                touches[touch.role] += 1
    for column, value in ((out.turns, turns), (out.right, right), (out.numbers, numbers), (out.clues, clues)):
        column.append(value)
    for role, count in touches.items():
        out.touches[role].append(count)
    out.won.append(is_won(game))


def is_won(game: Game) -> bool:
    """Return whether the first team, or the players together, won."""
    winner = int(game.state.winner[0])
    if game.setup.ruleset.kind is Kind.TEAMS:
        return winner == game.setup.starter
    return winner == 0


_LABELS = {
    "cards": "your cards a turn",
    "number": "number of your clues",
    "right": "your touches: right",
    "bystander": "   bystanders",
    "other": "   the other team's",
    "assassin": "   assassins",
}
_SHARES = ("right", "bystander", "other", "assassin")


def result_page(ended: SavedGame, past: Iterable[SavedGame], on_record: Mapping[str, float]) -> str:
    """Return the page that is shown after a game.

    Parameters
    ----------
    ended : SavedGame
        The one that has just ended.
    past : iterable of SavedGame
        Games that are over, this one among them; those that are like it are counted: rules, level, partner,
        kind of seat and words.
    on_record : mapping
        What a pair of agents reaches in this game by its usual rules; shown only beside a game that is like
        theirs.
    """
    game = ended.game
    same = [saved.game for saved in past if saved.is_over and _kind_of_game(saved) == _kind_of_game(ended)]
    so_far, now = tally(same).figures(), tally([game]).figures()
    people = PEOPLE_ON_RECORD if game.setup.ruleset.kind is Kind.PARTNERS else {}
    agents = on_record if _is_usual(ended) else {}
    others = [(name, figures) for name, figures in (("people", people), ("agents", agents)) if figures]
    n_clues = len([turn for turn in game.log if turn.clue is not None])
    enough = len(same) >= LEAST_GAMES
    interval = "  95 % interval" if enough else ""
    lines = [
        f"Clues given: {n_clues}.",
        *_wins(ended, so_far["won"]),
        f"{'':<22}{'this game':>10}{'your games':>12}{interval:<18}"
        + "".join(f"{name:>8}" for name, _ in others),
    ]
    for name, label in _LABELS.items():
        if not isnan(so_far[name].value):
            share = name in _SHARES
            one, all_ = now[name], so_far[name]
            lines.append(
                f"{label:<22}{_shown(one.value, share):>10}{_shown(all_.value, share):>12}"
                f"{_interval(all_, share) if enough else '':<18}"
                + "".join(f"{_shown(figures.get(name), share):>8}" for _, figures in others)
            )
    return "\n".join(line.rstrip() for line in [*lines, *_notes(ended)])


def _kind_of_game(saved: SavedGame) -> tuple[object, ...]:
    """Return what two games have in common that are compared with each other."""
    setup = saved.game.setup
    seats = tuple(is_person(chair) for chair in vars(setup.pairing).values())
    # among people alone there is no partner, and so no level
    company = None if _among_people(saved) else (_level(saved), saved.header.get("partner", "robust"))
    return setup.ruleset.label, seats, company, *_own_words(saved)


def _level(saved: SavedGame) -> str:
    return str(saved.header.get("level", "normal"))


def _own_words(saved: SavedGame) -> list[str | None]:
    """Return the files of board words and clue words that are not what the package ships."""
    return [(saved.header.get(name) or {}).get("file") for name in ("word_list", "lexicon")]


def _is_usual(saved: SavedGame) -> bool:
    """Return whether a game is like those that agents have on record: usual rules and words, level normal."""
    ruleset = saved.game.setup.ruleset
    hard_or_easy = not _among_people(saved) and _level(saved) != "normal"
    return ruleset.label == ruleset.name and not hard_or_easy and _own_words(saved) == [None, None]


def _among_people(saved: SavedGame) -> bool:
    return all(is_person(chair) for chair in vars(saved.game.setup.pairing).values())


def _name_of_game(saved: SavedGame) -> str:
    """Return what was played: the rules, the level if an agent was there, words of one's own."""
    level = "" if _among_people(saved) else f", level {_level(saved)}"
    own = ", own words" if _own_words(saved) != [None, None] else ""
    return f"{saved.game.setup.ruleset.label}{level}{own}"


def _notes(ended: SavedGame) -> list[str]:
    """Return who the people and agents on record are, and what they have not played."""
    ruleset, usual = ended.game.setup.ruleset, _is_usual(ended)
    notes = []
    if ruleset.kind is Kind.PARTNERS:
        notes.append(f"people: 794 games of Codenames Duet{'' if usual else ' by its usual rules'}")
    if usual:
        notes.append(
            f"agents: {GAMES_ON_RECORD[ruleset.name]:,} games of {ruleset.name}, "
            "the usual partner with itself"
        )
    else:
        notes.append(f"agents: none on record for {_name_of_game(ended)}")
    return notes


def _wins(ended: SavedGame, won: Estimate) -> list[str]:
    if won.n == 0:
        return []
    n_won = round(won.value * won.n)
    games = "1 game" if won.n == 1 else f"{won.n} games"
    company = "seats" if _among_people(ended) else "seats and partner"
    lines = [f"Won {n_won} of {games} of {_name_of_game(ended)}, same {company}."]
    if won.n >= LEAST_GAMES:
        lines.append(f"Win rate so far: {won.value:.2f}, 95 % interval {won.low:.2f} to {won.high:.2f}.")
    return lines


def _shown(value: float | None, share: bool) -> str:
    if value is None or isnan(value):
        return "-"
    return f"{100 * value:.0f} %" if share else f"{value:.2f}"


def _interval(estimate: Estimate, share: bool) -> str:
    if isnan(estimate.low):
        return ""
    scale, digits = (100, 0) if share else (1, 2)
    return f"  {scale * estimate.low:.{digits}f} to {scale * estimate.high:.{digits}f}"
