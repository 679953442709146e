"""Plays a block of matches in lock step: clue, touches, end of the turn, on all boards that still play.

Every board starts with turn 0 and each pass of the loop is one turn, so the live boards are always in step.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Guesser, Memory, Spymaster, TurnReview
from cluejam_ai.arena.answers import check_clues, check_guesses
from cluejam_ai.arena.recorder import Recorder
from cluejam_ai.arena.seats import Role, Seated, Team
from cluejam_ai.arena.sharing import ClueMemo, ClueMemos, shared_clues, state_of
from cluejam_ai.arena.table import (
    PLACE_BITS,
    Places,
    Table,
    Turn,
    live_matches,
    no_clue,
    record_touches,
    turn_endings,
)
from cluejam_ai.errors import RuleError
from cluejam_ai.game.boards import Boards
from cluejam_ai.game.cards import (
    AGENT,
    HIDDEN,
    N_CARDS,
    NOT_ASKED,
    Bools,
    Ints,
    count_cards,
)
from cluejam_ai.game.engine import end_turn, give, reveal, start_sudden_death
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.game.state import new_game
from cluejam_ai.game.views import SpymasterView, guesser_view, no_history, spymaster_view
from cluejam_ai.seeding import Keys, derive

#: Says whether each clue is legal: board words (B, 25), clue words (B,), covered cards (B, 25) -> (B,) bool.
Referee = Callable[[Ints, Ints, Bools], Bools]

#: Turns after which a match that cannot end is given up: only agents that never touch get that far.
MAX_TURNS = 250


class MatchPlayer:
    """Plays matches of one pairing, or of several at once, under one ruleset.

    Parameters
    ----------
    ruleset : Ruleset
        The game.
    teams : two Teams for each pairing
        First and second, pairing by pairing; the same object twice where they do not differ.
    referee : callable
        Refuses clues that should not have been given; not asked where an agent has its own legality.
    n_clues : int
        Size of the lexicon.
    """

    def __init__(self, ruleset: Ruleset, teams: Sequence[Team], referee: Referee, n_clues: int) -> None:
        self.ruleset = ruleset
        self.referee = referee
        self.n_clues = n_clues
        self.teams = teams

    def roles(self, n_series: int, memos: ClueMemos | None = None) -> tuple[Role[Spymaster], Role[Guesser]]:
        """Return both roles at the start of a block of series; spymasters may share clues by these memos."""
        spymasters = Role.start([team.spymaster for team in self.teams], n_series, memos)
        guessers = Role.start([team.guesser for team in self.teams], n_series)
        return spymasters, guessers

    def play(
        self,
        boards: Boards,
        places: Places,
        roles: tuple[Role[Spymaster], Role[Guesser]],
        recorder: Recorder,
    ) -> None:
        """Play one match on each board to its end.

        Parameters
        ----------
        boards : Boards
            The first of a series for each row, or the next; `starts` says who has the first seat.
        places : Places
            Which pairing plays each, and where it stands in the block.
        roles : spymasters and guessers
            Their memories are carried on.
        recorder : Recorder
            Is told every turn, touch and outcome.
        """
        n = len(boards.number)
        table = Table(
            state=new_game(self.ruleset, boards),
            words=boards.words,
            board=boards.number,
            starter=boards.starts,
            places=places,
            history=no_history(n),
        )
        while len(table):
            if table.state.turn[0] >= MAX_TURNS:
                raise RuleError(
                    f"board {table.board[0]}: no end after {MAX_TURNS} turns; "
                    "does an agent give illegal clues under illegal_clue=lose_turn?"
                )
            table = self._play_turn(table, roles, recorder)

    def _play_turn(
        self, table: Table, roles: tuple[Role[Spymaster], Role[Guesser]], recorder: Recorder
    ) -> Table:
        """Return the matches that go on after one turn on every board."""
        spymasters, guessers = roles
        sudden = bool(table.state.in_sudden_death.any())
        turn = no_clue(len(table)) if sudden else self._ask_for_clues(table, spymasters)
        state = start_sudden_death(table.state) if sudden else give(table.state, turn.number)
        table = replace(table, state=state)
        table, order, role, passed = self._play_touches(table, turn, guessers, recorder)
        right = count_cards(role == AGENT)
        touches = count_cards(order > 0)
        seat = table.state.giver
        recorder.add(
            "turns",
            match=table.places.match,
            turn=table.state.turn,
            seat=seat,
            team=table.team(seat),
            clue=turn.word,
            number=turn.number,
            targets=np.einsum("bn,n->b", turn.targets, PLACE_BITS),
            touches=touches,
            right=right,
            ended=turn_endings(table.state, turn, passed, right, touches),
        )
        over = end_turn(table.state)
        seen = (seat, table.words, turn.word, turn.number, order, role, ~over.playing, table.history)
        for party in (spymasters, guessers):
            party.review(TurnReview(*seen), table.places.series, table.places.pairing)
        history = table.history.longer(
            seat=seat, clue=turn.word, number=turn.number, right=right, touches=touches, order=order
        )
        return live_matches(replace(table, state=over, history=history), recorder)

    def _ask_for_clues(self, table: Table, spymasters: Role[Spymaster]) -> Turn:
        """Return the clue for every board, checked."""
        view = spymaster_view(table.state, table.words, table.history)
        seat = table.state.giver
        turn = no_clue(len(table))
        for index, rows in spymasters.groups(table.player(seat)):
            part = slice(None) if rows is None else rows
            seated = spymasters.agents[index]
            keys = spymasters.keys(index, seat[part], table.board[part], table.state.turn[part])
            memory = spymasters.recall(index, table.places.series[part])
            asked = view if rows is None else view.take(rows)
            clues = self._clues(seated, asked, keys, memory, table.board[part], spymasters.memo(index))
            spymasters.remember(index, table.places.series[part], clues.memory)
            turn.word[part], turn.number[part], turn.targets[part] = clues.word, clues.number, clues.targets
            if not seated.agent.own_legality:
                legal = self.referee(table.words[part], turn.word[part], table.state.covered[part])
                turn.illegal[part] = ~legal
                self._refuse(table, np.arange(len(table))[part][~legal], seated.spec)
        return turn

    def _clues(
        self,
        seated: Seated[Spymaster],
        view: SpymasterView,
        keys: Keys,
        memory: Memory,
        board: NDArray[np.int64],
        memo: ClueMemo | None,
    ) -> Clues:
        """Return the checked clues of a spymaster; where the memo knows its answer, it is not asked."""

        def ask(rows: NDArray[np.intp]) -> Clues:
            whole = len(rows) == len(view)
            asked = view if whole else view.take(rows)
            answer = seated.agent.give_clues(asked, keys if whole else keys[rows], memory)
            return check_clues(answer, asked, self.n_clues, seated.spec, board[rows])

        if memo is None:
            return ask(np.arange(len(view)))
        return shared_clues(memo, state_of(seated.agent, view, keys), ask)

    def _refuse(self, table: Table, rows: NDArray[np.intp], spec: str) -> None:
        if rows.size and self.ruleset.illegal_clue == "refuse":
            raise RuleError(
                f"spymaster '{spec}' gave an illegal or questionable clue on board {table.board[rows[0]]}; "
                "mend the agent, or play with illegal_clue=lose_turn"
            )

    def _play_touches(
        self, table: Table, turn: Turn, guessers: Role[Guesser], recorder: Recorder
    ) -> tuple[Table, NDArray[np.int8], NDArray[np.int8], Bools]:
        """Return the matches after all touches of a turn.

        Returns
        -------
        table : Table
        order : (B, 25) int8
            When each card was touched, from 1.
        role : (B, 25) int8
            What it was on the giver's key; HIDDEN where not touched.
        passed : (B,) bool
        """
        n = len(table)
        order = np.zeros((n, N_CARDS), dtype=np.int8)
        roles = np.full((n, N_CARDS), HIDDEN, dtype=np.int8)
        passed = np.zeros(n, dtype=bool)
        keys = np.zeros(n, dtype=np.uint64)
        active = np.flatnonzero(~turn.illegal)
        touch = 0
        while active.size:
            chosen = self._ask_for_cards(table, turn, active, touch, guessers, keys)
            card = np.full(n, NOT_ASKED, dtype=np.int64)
            card[active] = chosen
            after = reveal(table.state, card)
            rows = active[chosen >= 0]
            cards = chosen[chosen >= 0]
            # plain places: indices in two dimensions take three times as long
            places, touched = rows * N_CARDS + cards, after.role[rows]
            order.reshape(-1)[places] = touch + 1
            roles.reshape(-1)[places] = touched
            passed[active] = chosen < 0
            record_touches(recorder, table, rows, cards, touch, touched)
            table = replace(table, state=after.state)
            active = np.flatnonzero(after.goes_on)
            touch += 1
        return table, order, roles, passed

    def _ask_for_cards(
        self,
        table: Table,
        turn: Turn,
        active: NDArray[np.intp],
        touch: int,
        guessers: Role[Guesser],
        keys: Keys,
    ) -> NDArray[np.int64]:
        """Return the next card on each active board, (A,) int64; `keys` are kept for the turn's touches."""
        everywhere = active.size == len(table)
        part = table if everywhere else table.take(active)
        view = guesser_view(part.state, part.words, turn.word[active], turn.number[active], part.history)
        chosen = np.zeros(active.size, dtype=np.int64)
        for index, rows in guessers.groups(part.player(view.seat)):
            some = slice(None) if rows is None else rows
            if touch == 0:
                keys[active[some]] = guessers.keys(
                    index, view.seat[some], part.board[some], part.state.turn[some]
                )
            of_touch = derive(keys[active[some]], touch)
            of_touch.flags.writeable = False
            memory = guessers.recall(index, part.places.series[some])
            asked, seated = view if rows is None else view.take(rows), guessers.agents[index]
            reply = seated.agent.guess(asked, of_touch, memory)
            answer = check_guesses(reply, asked, seated.spec, part.board[some])
            guessers.remember(index, part.places.series[some], answer.memory)
            chosen[some] = answer.card
        return chosen
