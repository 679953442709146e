"""Lays out a game: deals the board, seats people and agents, opens the file; or takes up a saved one."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.components import check_trust
from cluejam_ai.errors import CluejamError, RecordError
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.interactive.brains import Brains
from cluejam_ai.interactive.chairs import (
    Pair,
    Seat,
    chair,
    check_name,
    default_seat,
    is_person,
    seat_people,
    seat_two_people,
)
from cluejam_ai.interactive.game import Move, Setup, begin, say
from cluejam_ai.interactive.partners import Level, find_level, find_partner, find_rival, rules_of_level
from cluejam_ai.interactive.savefile import SavedGame, read_game
from cluejam_ai.interactive.session import Options, Session
from cluejam_ai.interactive.story import scenes_of
from cluejam_ai.interactive.writer import Writer, header_of, new_path
from cluejam_ai.results.manifest import now
from cluejam_ai.runspec import RunSpec
from cluejam_ai.seeding import draw_seed
from cluejam_ai.wiring import Workshop
from cluejam_ai.words.lexicon import Lexicon
from cluejam_ai.words.lists import BoardWords


@dataclass(frozen=True)
class WordFiles:
    """Files of a person's own words; what the package ships where there is none.

    Attributes
    ----------
    words : str, optional
        Board words.
    lexicon : str, optional
        Clue words that agents may give, the most frequent first.
    """

    words: str | None = None
    lexicon: str | None = None


@dataclass(frozen=True)
class Wishes:
    """What a person asks for when a game begins.

    Attributes
    ----------
    rules : str
        A ruleset with its options.
    seat : Seat, optional
        What the person does; the game's usual seat if not said.
    hot_seat : bool
        People sit on all chairs.
    partner, level : str
        As in `cluejam_ai.interactive.partners`.
    seed : int, optional
        Drawn if not given.
    files : WordFiles
    name : str, optional
        Recorded only if given.
    coach : bool
    """

    rules: str = "duo"
    seat: Seat | None = None
    hot_seat: bool = False
    partner: str = "robust"
    level: str = "normal"
    seed: int | None = None
    files: WordFiles = WordFiles()
    name: str | None = None
    coach: bool = False


def new_session(wishes: Wishes, folder: Path, setting: Callable[[], None] | None = None) -> Session:
    """Return the session of a new game, its file begun.

    Parameters
    ----------
    wishes : Wishes
    folder : Path
        Of saved games.
    setting : callable, optional
        Called when all wishes were found good, before tables are made, which takes a while.

    Raises
    ------
    CluejamError
        If a wish cannot be met.
    """
    check_name(wishes.name)
    level = find_level(wishes.level)
    ruleset = _ruleset(wishes.rules) if wishes.hot_seat else rules_of_level(_ruleset(wishes.rules), level)
    _check_seats(wishes)
    seat = wishes.seat or default_seat(ruleset)
    partner = find_partner(wishes.partner, level)
    pairing = (
        seat_two_people()
        if wishes.hot_seat
        else seat_people(ruleset, seat, partner, find_rival(level), name=wishes.name)
    )
    seed = draw_seed() if wishes.seed is None else wishes.seed
    workshop = _workshop(ruleset, partner, level, seed, wishes.files, hot_seat=wishes.hot_seat)
    _ = workshop.all_words, workshop.lexicon  # files that cannot be read are told at once
    if setting is not None:
        setting()
    _check_words(workshop, wishes.files)
    board = workshop.boards(0, 1)
    setup = Setup(
        ruleset=ruleset,
        words=tuple(workshop.words.words[place] for place in board.words[0]),
        keys=board.keys,
        starter=0 if ruleset.kind is Kind.SOLO else int(board.starts[0]),
        pairing=pairing,
        seed=seed,
        language=workshop.words.language,
    )
    brains = Brains(workshop, level.familiar, level.margin)
    _warm_up(brains, setup)
    writer = _begun(wishes, setup, workshop, folder, "hot-seat" if wishes.hot_seat else seat.value)
    return Session(begin(setup), brains, writer, Options(partner, wishes.coach))


def _check_seats(wishes: Wishes) -> None:
    """Raise for what does not go with people on all seats, and for a seed that names no board."""
    if wishes.hot_seat and wishes.seat is not None:
        raise CluejamError("with --hot-seat people have all seats; leave out --seat")
    if wishes.hot_seat and wishes.coach:
        raise CluejamError("with --hot-seat there is no one to coach: all hear; leave out --coach")
    if wishes.seed is not None and wishes.seed < 0:
        raise CluejamError(f"--seed is {wishes.seed}; it must be a whole number, 0 or above")


def _check_words(workshop: Workshop, files: WordFiles) -> None:
    """Raise if a partner does not know enough of a person's own words, and say how it could."""
    try:
        _ = workshop.words
    except CluejamError as error:
        raise CluejamError(
            f"{error}, or name a partner with vectors for these words: "
            '--partner "margin(embedding=VECTORS) > nearest(embedding=VECTORS)"; words that are not English '
            f"keep their letters if the first line of {files.words} says so: # language: de"
        ) from error


def _begun(wishes: Wishes, setup: Setup, workshop: Workshop, folder: Path, seat: str) -> Writer:
    """Return the writer of a new file, its first line written."""
    started = now()
    writer = Writer(new_path(folder, setup.ruleset.name, setup.seed, started))
    writer.begin(
        header_of(
            setup,
            started=started,
            seat=seat,
            level=wishes.level,
            partner=wishes.partner,
            coach=wishes.coach,
            word_list=_origin(workshop.words, wishes.files.words),
            lexicon=_origin(workshop.lexicon, wishes.files.lexicon),
        )
    )
    return writer


def resumed_session(path: Path, *, trust: bool = False) -> Session:
    """Return the session of a saved game that goes on.

    Parameters
    ----------
    path : Path
        The game.
    trust : bool
        Load vector files that can execute code, if the game names some.

    Raises
    ------
    CluejamError
        If it names such files and is not trusted.
    RecordError
        If it cannot be read, is over, or its board words or clue words are not the same any more.
    """
    saved = read_game(path)
    if saved.is_over:
        raise RecordError(f"{path} is over; look at it with: cluejam show {path}")
    game, header = saved.game, saved.header
    level = find_level(str(header.get("level", "normal")))
    hot_seat = header.get("seat") == "hot-seat"
    partner = find_partner(str(header.get("partner", "robust")), level)
    seats = {*vars(partner).values(), *vars(game.setup.pairing).values()}
    check_trust(path, seats, trust=trust)
    files = WordFiles(*(header.get(name, {}).get("file") for name in ("word_list", "lexicon")))
    workshop = _workshop(game.setup.ruleset, partner, level, game.setup.seed, files, hot_seat=hot_seat)
    missing = [word for word in game.setup.words if word not in workshop.words.words]
    if missing and not hot_seat:
        list_of = files.words or "the shipped list"
        raise RecordError(f"{path}: its words are not those of {list_of}: {missing[0]}")
    if files.lexicon and workshop.lexicon.sha256 != header["lexicon"].get("sha256"):
        raise RecordError(f"{path}: the clue words in {files.lexicon} have changed; put back what they were")
    brains = Brains(workshop, level.familiar, level.margin)
    _warm_up(brains, game.setup)
    _follow(brains, saved)
    writer = Writer(path)
    writer.go_on(saved)
    options = Options(partner, bool(header.get("coach")))
    return Session(game, brains, writer, options, scenes_of(saved.positions))


def _ruleset(text: str) -> Ruleset:
    ruleset = parse_ruleset(text)
    if ruleset.illegal_clue != "refuse":
        raise CluejamError("at the table illegal clues are refused; leave out illegal_clue")
    return ruleset


def _workshop(
    ruleset: Ruleset, partner: Pair, level: Level, seed: int, files: WordFiles, *, hot_seat: bool
) -> Workshop:
    """Return where words and tables come from; cards that no agent at the table knows are left out."""
    pairs = [partner, find_rival(level)] if ruleset.kind is Kind.TEAMS else [partner]
    pairings = tuple(Pairing(p.spymaster, p.guesser, p.spymaster, p.guesser) for p in pairs)
    missing = "exclude" if files.words is not None and not hot_seat else "error"
    spec = RunSpec(
        ruleset.label,
        pairings,
        games=1,
        seed=seed,
        words=files.words,
        lexicon=files.lexicon,
        missing_cards=missing,
    )
    return Workshop(spec)


def _origin(words: BoardWords | Lexicon, file: str | None) -> dict[str, str | None]:
    """Return where words come from, for the record."""
    return {"name": words.name, "file": file, "sha256": words.sha256}


def _warm_up(brains: Brains, setup: Setup) -> None:
    """Let agents think of a first clue and a first touch, so that no move has to wait for tables."""
    opening = begin(setup)
    for team in (0, 1):
        gives, guesses = (chair(setup.pairing, team, move) for move in (Move.CLUE, Move.GUESS))
        if not is_person(gives):
            brains.clue(opening, gives)
        if not is_person(guesses):
            brains.guess(say(opening, brains.workshop.lexicon.clues[0], 1), guesses)
            if (resources := brains.resources(guesses)).load_similarity is not None:
                _ = resources.z_scores


def _follow(brains: Brains, saved: SavedGame) -> None:
    """Let agents that remember see the moves that were made before."""
    for before, after in pairwise(saved.positions):
        if before.due is not Move.NOTHING:
            brains.watch(before, after)
