"""Games of people as the records that simulated matches have: the same tables, columns and meanings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cluejam_ai.arena.block import BlockRows, block_rows
from cluejam_ai.arena.recorder import Recorder, Vocabulary
from cluejam_ai.arena.schedule import MatchBlock
from cluejam_ai.arena.table import PLACE_BITS
from cluejam_ai.game.cards import AGENT, ASSASSIN, BYSTANDER, N_CARDS, NO_CLUE, OTHER, PASS, ROLE_NAMES
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import guessing_seat
from cluejam_ai.interactive.chairs import chair, is_person
from cluejam_ai.interactive.game import Game, Move, PublicTurn, array, begin, say
from cluejam_ai.interactive.game import touch as touched
from cluejam_ai.results.schema import TURN_ENDINGS, Names, TableData
from cluejam_ai.results.store import to_arrow

if TYPE_CHECKING:
    import pandas as pd


def game_rows(game: Game, board: int = 0) -> BlockRows:
    """Return the rows of a game; an unfinished one ends with 'playing'.

    Parameters
    ----------
    game : Game
    board : int
        What its board is numbered in the tables.
    """
    setup, recorder = game.setup, Recorder()
    clues = tuple(dict.fromkeys(turn.clue for turn in game.log if turn.clue is not None))
    for count, turn in enumerate(game.log):
        _add_turn(recorder, game, count, turn, clues)
    own_seat = setup.starter
    state = game.state
    left = state.left[0, min(own_seat, state.left.shape[1] - 1)]
    recorder.add(
        "matches",
        match=array(0),
        board=array(board, dtype=np.int64),
        starter=array(setup.starter),
        winner=state.winner,
        own_seat=array(own_seat),
        ending=state.ending,
        lives_lost=state.lives_lost,
        found=array(int(state.found.sum())),
        left=array(int(left)),
    )
    if not game.log:
        _add_nothing(recorder)
    # in classic the seating says which team started, as in the arena
    seating = setup.starter if setup.ruleset.kind is Kind.TEAMS and setup.pairing.unlike else 0
    block = MatchBlock(0, seating, board, board + 1)
    return block_rows(
        block, setup.pairing, recorder, setup.boards, Vocabulary(setup.words, clues), setup.ruleset, 1
    )


def _add_turn(recorder: Recorder, game: Game, count: int, turn: PublicTurn, clues: tuple[str, ...]) -> None:
    setup = game.setup
    seat = turn.seat
    meant = np.isin(np.arange(N_CARDS), game.targets[count])
    recorder.add(
        "turns",
        match=array(0),
        turn=array(count),
        seat=array(seat),
        team=array(seat ^ setup.starter),
        clue=array(NO_CLUE if turn.clue is None else clues.index(turn.clue), dtype=np.int32),
        number=array(turn.number),
        targets=array(int((meant * PLACE_BITS).sum()), dtype=np.int32),
        touches=array(len(turn.touches)),
        right=array(turn.right),
        ended=array(_ending_of(game, count, turn)),
    )
    guesser = 1 - seat if setup.ruleset.kind is Kind.PARTNERS else seat
    for place, touch in enumerate(turn.touches):
        recorder.add(
            "guesses",
            match=array(0),
            turn=array(count),
            touch=array(place),
            seat=array(guesser),
            team=array(guesser ^ setup.starter),
            place=array(touch.place),
            word=array(touch.place),
            role=array(touch.role),
        )


def _ending_of(game: Game, count: int, turn: PublicTurn) -> int:
    """Return what ended a turn as a code of `TURN_ENDINGS`; the limit also for one still under way."""
    if turn.passed:
        name = "pass"
    elif len(turn.touches) > turn.right:
        name = "wrong"
    else:
        last = count == len(game.log) - 1 and not game.state.playing[0]
        name = "match" if last and _won_by_last(game) else "limit"
    return TURN_ENDINGS.index(name)


def _won_by_last(game: Game) -> bool:
    """Return whether the last touch ended the match, rather than the clock after it."""
    return bool(
        game.state.left[0].min() == 0
        if game.setup.ruleset.kind is not Kind.PARTNERS
        else game.state.found[0].sum() == game.setup.ruleset.n_goal
    )


def _add_nothing(recorder: Recorder) -> None:
    none = np.zeros(0, dtype=np.int64)
    names = ("match", "turn", "seat", "team", "clue", "number", "targets", "touches", "right", "ended")
    recorder.add("turns", **dict.fromkeys(names, none))


def game_cards(game: Game, board: int = 0) -> TableData:
    """Return the rows of the table of cards."""
    keys = game.setup.keys[0]
    second = keys[1] if len(keys) > 1 else np.full(N_CARDS, -1)
    return {
        "board": np.full(N_CARDS, board, dtype=np.int64),
        "place": np.arange(N_CARDS, dtype=np.int8),
        "word": Names(np.arange(N_CARDS), game.setup.words),
        "first_key": Names(keys[0], ROLE_NAMES),
        "second_key": Names(second, ROLE_NAMES),
    }


def frames(games: Sequence[Game]) -> dict[str, "pd.DataFrame"]:
    """Return games as the data frames of a run: matches, turns, guesses, cards; boards numbered in order."""
    import pandas as pd

    parts: dict[str, list[pd.DataFrame]] = {}
    for board, game in enumerate(games):
        tables: dict[str, Any] = {**vars(game_rows(game, board)), "cards": game_cards(game, board)}
        for name, data in tables.items():
            parts.setdefault(name, []).append(to_arrow(name, data).to_pandas())
    return {name: pd.concat(frames, ignore_index=True) for name, frames in parts.items()}


def human_turns(game: Game, source: str) -> list[dict[str, Any]]:
    """Return the turns in which a person gave or guessed as plain values, for measures of agreement.

    Parameters
    ----------
    game : Game
    source : str
        Identity of the game.

    Returns
    -------
    list of dict
        `board` (uncovered words), `clue`, `number`, `targets` (empty where the giver did not tell),
        `guesses` in order, `team`, `avoid` and `assassin` as the giver sees the uncovered cards, and in
        `meta` who gave and who guessed.
    """
    rows: list[dict[str, Any]] = []
    now, words = begin(game.setup), game.setup.words
    for count, turn in enumerate(game.log):
        if turn.clue is None:
            break
        key = now.state.keys[0, int(now.state.giver_key[0])]
        open_places = [place for place in range(N_CARDS) if now.state.touchable[0, place]]
        groups = {role: [words[p] for p in open_places if key[p] == role] for role in range(len(ROLE_NAMES))}
        team = turn.seat ^ game.setup.starter
        after = say(now, turn.clue, turn.number, game.targets[count])
        guesser = int(guessing_seat(after.state)[0]) ^ game.setup.starter
        gave = chair(game.setup.pairing, team, Move.CLUE)
        guessed = chair(game.setup.pairing, guesser, Move.GUESS)
        if is_person(gave) or is_person(guessed):
            rows.append(
                _as_data(game, count, [words[place] for place in open_places], groups)
                | {"id": f"{source}-{count}", "source": "cluejam play"}
                | {
                    "meta": {"game": source, "rules": game.setup.ruleset.label, "turn": count}
                    | {"clue_by": gave, "guess_by": guessed, "passed": turn.passed}
                }
            )
        for place in [touch.place for touch in turn.touches] + [PASS] * turn.passed:
            after = touched(after, place)
        now = after
    return rows


def _as_data(game: Game, count: int, board: list[str], groups: dict[int, list[str]]) -> dict[str, Any]:
    """Return the board, the clue and the guesses of a turn, in the words of the cards."""
    turn, words = game.log[count], game.setup.words
    guesses = [words[touch.place] for touch in turn.touches]
    return {
        "board": board,
        "clue": turn.clue,
        "number": turn.number,
        "targets": [words[place] for place in game.targets[count]],
        "guesses": guesses,
        "guess_sets": [guesses],
        "team": groups[AGENT],
        "avoid": groups[BYSTANDER] + groups[OTHER],
        "assassin": groups[ASSASSIN],
    }
