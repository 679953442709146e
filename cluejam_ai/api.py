"""The public interface: what the command line calls, and what a program or notebook calls."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import numpy as np

from cluejam_ai.boardfile import read_boards
from cluejam_ai.components import make_pairing
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.boards import deal
from cluejam_ai.game.notation import board_lines, parse_ruleset
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.house_pair import HOUSE_GUESSER, HOUSE_SPYMASTER
from cluejam_ai.results.run import Run
from cluejam_ai.runspec import RunSpec, check_count
from cluejam_ai.seeding import draw_seed
from cluejam_ai.sitting import Crew
from cluejam_ai.tournament import Progress, play_run
from cluejam_ai.tournament import recover_run as _recover
from cluejam_ai.words.lists import load_board_words, read_board_words

DEFAULT_GAMES = 100
RUNS = Path("data") / "runs"
_BOARDS_AT_ONCE = 1000


def play(
    rules: str = "duo",
    spymaster: str | None = None,
    guesser: str | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    embedding: str | None = None,
    spymaster_embedding: str | None = None,
    guesser_embedding: str | None = None,
    second_spymaster: str | None = None,
    second_guesser: str | None = None,
    series: int = 1,
    words: str | Path | None = None,
    lexicon: str | Path | None = None,
    boards: str | Path | None = None,
    missing_cards: str = "error",
    trust: bool = False,
    out: str | Path | None = None,
    workers: int = 1,
    block_size: int | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play one pairing on numbered boards and return the run.

    Parameters
    ----------
    rules : str
        A ruleset with its options, like ``duo(turns=12)``.
    spymaster, guesser : str, optional
        Component specs, like ``kim(threshold=0.5)`` and ``nearest``. Both teams or players use them. Who is
        not named is `HOUSE_SPYMASTER`, ``robust`` in three families, and `HOUSE_GUESSER`, ``bayes`` in the
        fourth.
    games : int, optional
        How many boards; by default all of `boards`, or 100.
    seed : int, optional
        Names every random number; drawn and recorded if not given.
    embedding : str, optional
        What agents use that name none: a family, ``glove100:FILE`` or ``file("vectors.txt")``. By default
        ``use`` for an agent that is named, and its own for one that is not.
    spymaster_embedding, guesser_embedding : str, optional
        The same for one role.
    second_spymaster, second_guesser : str, optional
        Make the second team (classic; every board is then played in both seatings) or player differ.
    series : int
        Matches over which agents may remember.
    words, lexicon, boards : str or Path, optional
        Files of board words, clue words, or boards in notation, instead of what the package ships.
    missing_cards : str
        What happens to board words without a vector: ``error``, or ``exclude``, which deals boards from the
        others. Clue words without a vector are never given. The manifest names both.
    trust : bool
        Load vector files that can execute code when they are loaded (gensim's own, and other pickles).
    out : str or Path, optional
        The run's folder, which must not exist; by default a new one in ``data/runs``.
    workers : int
        Processes.
    block_size : int, optional
        Matches in a block; the rows do not depend on it.
    progress : callable, optional
        Is told how many matches are finished, and how many there are.

    Returns
    -------
    Run

    Raises
    ------
    CluejamError
        For anything that can be mended: an unknown name, a bad file, an existing folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = play("duo", "margin", "nearest", games=20, seed=1, out=f"{folder}/first")
    ...     len(run.matches), bool(run.matches["won"].all())
    (20, True)
    """
    clued, guessed = (spymaster_embedding, embedding), (guesser_embedding, embedding)
    first_spymaster, spymaster_vectors = HOUSE_SPYMASTER.seated(spymaster, *clued)
    first_guesser, guesser_vectors = HOUSE_GUESSER.seated(guesser, *guessed)
    pairing = make_pairing(
        first_spymaster,
        first_guesser,
        second_spymaster=second_spymaster,
        second_guesser=second_guesser,
        spymaster_embedding=spymaster_vectors,
        guesser_embedding=guesser_vectors,
        second_spymaster_embedding=HOUSE_SPYMASTER.seated(second_spymaster or spymaster, *clued)[1],
        second_guesser_embedding=HOUSE_GUESSER.seated(second_guesser or guesser, *guessed)[1],
        rules=rules,
        trust=trust,
    )
    spec = RunSpec(
        rules=parse_ruleset(rules).label,
        pairings=(pairing,),
        games=_count(parse_ruleset(rules), boards) if games is None else games,
        seed=draw_seed() if seed is None else seed,
        series=series,
        words=_path(words),
        lexicon=_path(lexicon),
        boards=_path(boards),
        missing_cards=missing_cards,
    )
    folder = default_folder(spec) if out is None else Path(_path(out) or "")
    return play_run(spec, folder, crew=Crew(workers), block_size=block_size, progress=progress)


def crossplay(
    rules: str = "duo",
    spymasters: Sequence[str] | None = None,
    guessers: Sequence[str] | None = None,
    *,
    games: int = 100,
    seed: int | None = None,
    embedding: str | None = None,
    series: int = 1,
    missing_cards: str = "error",
    trust: bool = False,
    out: str | Path | None = None,
    workers: int = 1,
    block_size: int | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play every spymaster with every guesser on the same boards and return the run.

    Parameters
    ----------
    rules : str
        A ruleset with its options.
    spymasters, guessers : sequence of str, optional
        Component specs; each may name its own embedding, like ``nearest(embedding=use)``. By default the one
        that `play` plays.
    games, seed, embedding, series, missing_cards, trust, out, workers, block_size, progress
        As in `play`.

    Returns
    -------
    Run
        Its tables have a column ``pairing``.
    """
    pairings = tuple(
        make_pairing(s, g, spymaster_embedding=clued, guesser_embedding=guessed, rules=rules, trust=trust)
        for s, clued in (HOUSE_SPYMASTER.seated(agent, embedding) for agent in spymasters or (None,))
        for g, guessed in [HOUSE_GUESSER.seated(agent, embedding) for agent in guessers or (None,)]
    )
    spec = RunSpec(
        rules=parse_ruleset(rules).label,
        pairings=pairings,
        games=games,
        seed=draw_seed() if seed is None else seed,
        series=series,
        missing_cards=missing_cards,
    )
    folder = default_folder(spec) if out is None else Path(_path(out) or "")
    return play_run(spec, folder, crew=Crew(workers), block_size=block_size, progress=progress)


def load_run(folder: str | Path) -> Run:
    """Return a run from its folder.

    Raises
    ------
    RecordError
        If the folder is no run, is damaged, or has another schema version.
    """
    return Run(_path(folder) or "")


def default_folder(spec: RunSpec) -> Path:
    """Return a folder for a run that has none: what is played, the seed, and when."""
    pairing = spec.pairings[0]
    names = [parse_ruleset(spec.rules).name, *(_bare(x) for x in (pairing.spymaster, pairing.guesser))]
    if len(spec.pairings) > 1:
        names = [names[0], "crossplay"]
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    mark = sha256(str(spec).encode()).hexdigest()[:6]
    return RUNS / "-".join([*names, f"s{spec.seed}", stamp, mark])


def _count(ruleset: Ruleset, boards: str | Path | None) -> int:
    if boards is None:
        return DEFAULT_GAMES
    return len(read_boards(boards, ruleset).boards.number)


def _path(value: str | Path | None) -> str | None:
    """Return a path as text.

    Raises
    ------
    CluejamError
        If it is none.
    """
    if value is not None and not isinstance(value, (str, Path)):
        raise CluejamError(f"a path is text or a Path, not {value!r}")
    return None if value is None else str(value)


def _bare(component: str) -> str:
    name = component.partition("(")[0]
    return "".join(x if x.isalnum() else "_" for x in name)


def recover_run(folder: str | Path) -> Run:
    """Join the finished blocks of a run that was cut short, and return it.

    Raises
    ------
    RecordError
        If the folder is no run, or has nothing to join.
    """
    return _recover(Path(folder))


def iter_boards(
    rules: str = "duo", *, games: int = 10, seed: int | None = None, words: str | None = None
) -> Iterator[str]:
    """Yield boards in notation, one line each, as `play` deals them from this seed.

    Parameters
    ----------
    rules, games, seed, words
        As in `play`.
    """
    check_count("games", games)
    ruleset = parse_ruleset(rules)
    names = load_board_words() if words is None else read_board_words(words)
    chosen = draw_seed() if seed is None else seed
    for first in range(0, games, _BOARDS_AT_ONCE):
        number = np.arange(first, min(first + _BOARDS_AT_ONCE, games))
        yield from board_lines(ruleset, deal(ruleset, chosen, number, len(names)), names.words)


def boards(
    rules: str = "duo", *, games: int = 10, seed: int | None = None, words: str | None = None
) -> list[str]:
    """Return boards in notation as a list; see `iter_boards`."""
    return list(iter_boards(rules, games=games, seed=seed, words=words))
