"""From a match block to the rows of its tables."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.arena.match import MatchPlayer
from cluejam_ai.arena.recorder import Columns, Recorder, Vocabulary, name_columns, summarise
from cluejam_ai.arena.schedule import MatchBlock, Pairing
from cluejam_ai.arena.sharing import ClueMemos
from cluejam_ai.arena.table import Places
from cluejam_ai.game.boards import Boards, joined
from cluejam_ai.game.cards import FIRST
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.results.schema import TABLES, Names, TableData


@dataclass(frozen=True)
class BlockRows:
    """The rows of a block's matches, turns and guesses, in the order of boards, turns and touches."""

    matches: TableData
    turns: TableData
    guesses: TableData


def play_block(
    block: MatchBlock,
    pairing: Pairing,
    player: MatchPlayer,
    boards: Boards,
    vocabulary: Vocabulary,
    series: int = 1,
    memos: ClueMemos | None = None,
) -> BlockRows:
    """Play one block and return its rows; see `play_blocks`."""
    (rows,) = play_blocks([(block, pairing)], player, boards, vocabulary, series, memos)
    return rows


def play_blocks(
    at_once: Sequence[tuple[MatchBlock, Pairing]],
    player: MatchPlayer,
    boards: Boards,
    vocabulary: Vocabulary,
    series: int = 1,
    memos: ClueMemos | None = None,
) -> list[BlockRows]:
    """Play blocks of several pairings on the same boards, all as one batch, and return the rows of each.

    Parameters
    ----------
    at_once : sequence of MatchBlock and Pairing
        What to play, and names for the record.
    player : MatchPlayer
        These pairings at the table, in this order.
    boards : Boards
        The blocks' boards, in order.
    vocabulary : Vocabulary
        What word indices stand for.
    series : int
        Matches over which agents may remember.
    memos : dict, optional
        What spymasters have said to pairings on the same boards; it is added to.
    """
    recorder = Recorder()
    seated = play_matches(at_once, player, boards, series, memos, recorder=recorder)
    n_pairings, n_boards = len(at_once), len(boards.number)
    records = recorder.split(n_pairings, n_boards) if n_pairings > 1 else [recorder]
    return [
        block_rows(block, pairing, record, table, vocabulary, player.ruleset, series)
        for (block, pairing), record, table in zip(at_once, records, seated, strict=True)
    ]


def play_matches(
    at_once: Sequence[tuple[MatchBlock, Pairing]],
    player: MatchPlayer,
    boards: Boards,
    series: int = 1,
    memos: ClueMemos | None = None,
    *,
    recorder: Recorder,
) -> list[Boards]:
    """Play blocks as `play_blocks` does, tell a recorder, and return the boards of each as they were seated.

    Parameters
    ----------
    at_once, player, boards, series, memos
        As in `play_blocks`.
    recorder : Recorder
        Is told every turn, touch and outcome; row r of the k-th pairing is match r + k times the boards.
    """
    seated = [_seat(boards, block, pairing, player.ruleset) for block, pairing in at_once]
    n_pairings, n_boards = len(at_once), len(boards.number)
    roles = player.roles(-(-n_boards // series), memos)
    for game in range(series):
        # row r of this pass is game `game` of series r; the last series may be shorter
        match = np.arange(game, n_boards, series)
        if not match.size:
            continue
        pairing = np.repeat(np.arange(n_pairings), match.size)
        places = Places(
            match=np.add.outer(np.arange(n_pairings) * n_boards, match).ravel(),
            series=np.tile(np.arange(match.size), n_pairings),
            pairing=pairing,
        )
        player.play(joined([each.take(match) for each in seated]), places, roles, recorder)
    return seated


def _seat(boards: Boards, block: MatchBlock, pairing: Pairing, ruleset: Ruleset) -> Boards:
    """Return the boards with who starts: unlike teams play both ways, others as the board says."""
    if ruleset.kind is Kind.SOLO:
        starts = np.full_like(boards.starts, FIRST)
    elif ruleset.kind is Kind.TEAMS and pairing.unlike:
        starts = np.full_like(boards.starts, block.seating)
    else:
        starts = boards.starts
    return Boards(boards.number, boards.words, boards.keys, starts)


def block_rows(
    block: MatchBlock,
    pairing: Pairing,
    recorder: Recorder,
    boards: Boards,
    vocabulary: Vocabulary,
    ruleset: Ruleset,
    series: int,
) -> BlockRows:
    """Return the rows of matches whose turns, touches and outcomes a recorder was told."""
    outcome = recorder.columns("matches", ("match",))
    turns = recorder.columns("turns", ("match", "turn"))
    guesses = recorder.columns("guesses", ("match", "turn", "touch")) or _no_guesses()
    joint = ruleset.kind is not Kind.TEAMS
    counts = summarise(turns, guesses, len(boards.number), joint=joint)
    matches = {**outcome, **counts, "won": _won(outcome, joint=joint), "series": outcome["board"] // series}
    matches["found"] = _found(outcome, ruleset)
    return BlockRows(
        _finish("matches", matches, outcome["board"], block, pairing, vocabulary),
        _finish("turns", turns, outcome["board"][turns["match"]], block, pairing, vocabulary),
        _finish("guesses", guesses, outcome["board"][guesses["match"]], block, pairing, vocabulary),
    )


def _no_guesses() -> Columns:
    """Return the columns of a block in which no card was touched (every clue illegal, or passed)."""
    names = ("match", "turn", "touch", "seat", "team", "place", "word", "role")
    return {name: np.zeros(0, dtype=np.int64) for name in names}


def _won(outcome: Columns, *, joint: bool) -> NDArray[np.bool_]:
    winner = outcome["winner"]
    return np.asarray(winner == FIRST if joint else winner == outcome["own_seat"])


def _found(outcome: Columns, ruleset: Ruleset) -> NDArray[np.int8]:
    """Return the agent cards found by the first team or the players: (M,) int8."""
    if ruleset.kind is Kind.PARTNERS:
        return outcome["found"]
    totals = (ruleset.joint_keys == 0).sum(axis=1)  # agent cards on each key
    seat = np.minimum(outcome["own_seat"], ruleset.n_keys - 1)
    return (totals[seat] - outcome["left"]).astype(np.int8)


def _finish(
    table: str,
    columns: Columns,
    board: NDArray[np.int64],
    block: MatchBlock,
    pairing: Pairing,
    vocabulary: Vocabulary,
) -> TableData:
    """Return the columns of the schema, in its order and dtypes."""
    n = len(board)
    everywhere = {
        "pairing": str(pairing),
        "spymaster": pairing.spymaster,
        "guesser": pairing.guesser,
        "second_spymaster": pairing.second_spymaster,
        "second_guesser": pairing.second_guesser,
    }
    named = name_columns(columns, vocabulary)
    named["board"] = board
    named["seating"] = np.full(n, block.seating, dtype=np.int8)
    for name, text in everywhere.items():
        named[name] = Names(np.zeros(n, dtype=np.int8), (text,))
    out: TableData = {}
    for column in TABLES[table]:
        values = named[column.name]
        out[column.name] = values if isinstance(values, Names) else values.astype(column.dtype)
    return out
