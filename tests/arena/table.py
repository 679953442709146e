"""A table for scripted agents: boards in notation, agents given, rows back."""

from collections.abc import Sequence

import numpy as np

from cluejam_ai.agents.base import Guesser, Spymaster
from cluejam_ai.arena.block import BlockRows, play_block
from cluejam_ai.arena.match import MatchPlayer, Referee
from cluejam_ai.arena.recorder import Vocabulary
from cluejam_ai.arena.schedule import MatchBlock, Pairing
from cluejam_ai.arena.seats import Seated, Team
from cluejam_ai.game.boards import Boards
from cluejam_ai.game.cards import Bools, Ints
from cluejam_ai.game.notation import from_text
from cluejam_ai.results.schema import Names

CLUES = tuple(f"clue{i}" for i in range(40))

#: Places 0-8 are the first team's, 9-16 the second's, 17-23 bystanders, 24 the assassin.
CLASSIC = " ".join(["ao"] * 9 + ["oa"] * 8 + ["nn"] * 7 + ["xx"])
#: 0-2 agent for both; 3-8 for the first, 9-14 for the second; 15 assassin for both, 16-17 for the first,
#: 18-19 for the second; 20-24 neutral.
DUO = " ".join(["aa"] * 3 + ["an"] * 6 + ["na"] * 6 + ["xx"] + ["xn"] * 2 + ["nx"] * 2 + ["nn"] * 5)
#: 0-2 agent for both; 3-7, 8-12 for one; 13 agent/assassin, 14 assassin/agent; 15 assassin for both;
#: 16, 17 assassin for one; 18-24 neutral.
DUET = " ".join(["aa"] * 3 + ["an"] * 5 + ["na"] * 5 + ["ax", "xa", "xx", "xn", "nx"] + ["nn"] * 7)
#: 0-8 own, 9-16 the other team's, 17-23 bystanders, 24 the assassin.
SOLO = " ".join(["a"] * 9 + ["o"] * 8 + ["n"] * 7 + ["x"])


def board(head: str, keys: str) -> str:
    """Return a board in notation with the words w0 to w24."""
    cards = " ".join(f"w{i}:{letters}" for i, letters in enumerate(keys.split()))
    return f"{head} | {cards}"


def everything_is_legal(words: Ints, clue: Ints, covered: Bools) -> Bools:
    return np.ones(len(clue), dtype=bool)


def play(
    lines: Sequence[str],
    spymaster: Spymaster,
    guesser: Guesser,
    *,
    second_spymaster: Spymaster | None = None,
    second_guesser: Guesser | None = None,
    seating: int = 0,
    series: int = 1,
    referee: Referee = everything_is_legal,
) -> BlockRows:
    """Play scripted agents on boards in notation."""
    positions = [from_text(line) for line in lines]
    n = len(positions)
    boards = Boards(
        number=np.arange(n),
        words=np.tile(np.arange(25, dtype=np.int16), (n, 1)),
        keys=np.concatenate([p.state.keys for p in positions]),
        starts=np.array([p.starts for p in positions], dtype=np.int8),
    )
    first = _team("one", spymaster, guesser, 1)
    unlike = second_spymaster is not None or second_guesser is not None
    second = _team("two", second_spymaster or spymaster, second_guesser or guesser, 3) if unlike else first
    pairing = Pairing("one", "one", "two" if unlike else "one", "two" if unlike else "one")
    player = MatchPlayer(positions[0].state.ruleset, (first, second), referee, len(CLUES))
    vocabulary = Vocabulary(tuple(f"w{i}" for i in range(25)), CLUES)
    return play_block(MatchBlock(0, seating, 0, n), pairing, player, boards, vocabulary, series)


def _team(name: str, spymaster: Spymaster, guesser: Guesser, stream: int) -> Team:
    return Team(
        Seated(spymaster, name, np.uint64(stream)),
        Seated(guesser, name, np.uint64(stream + 1)),
    )


def column(rows: dict[str, object], name: str) -> list[object]:
    """Return a column as plain values, names as text and None where missing."""
    values = rows[name]
    if isinstance(values, Names):
        return [values.names[code] if code >= 0 else None for code in np.asarray(values.codes)]
    return list(np.asarray(values).tolist())


def table(rows: dict[str, object], *names: str) -> list[tuple[object, ...]]:
    """Return some columns as rows."""
    return list(zip(*(column(rows, name) for name in names), strict=True))
