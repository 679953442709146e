"""The conversation of a game: what is asked, what an answer does, and what is told; no terminal in it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from cluejam_ai.errors import CluejamError, IllegalMoveError
from cluejam_ai.game.cards import PASS
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.brains import Brains
from cluejam_ai.interactive.chairs import Pair, chair, is_hot_seat, is_person, whose_move
from cluejam_ai.interactive.coach import coach
from cluejam_ai.interactive.commands import Desk, answer_command
from cluejam_ai.interactive.entry import COMMANDS, EntryError, clean, command_of, find_guess, yes_or_no
from cluejam_ai.interactive.events import Clear, Event, Pending, Say, Show, Tone
from cluejam_ai.interactive.game import Game, Move, say, touch
from cluejam_ai.interactive.giving import judged_clue
from cluejam_ai.interactive.look import Look, look_at
from cluejam_ai.interactive.savefile import move_line
from cluejam_ai.interactive.story import Scene, tell_story
from cluejam_ai.interactive.telling import tell_last_turn, tell_outcome, tell_seats, tell_touch
from cluejam_ai.interactive.wording import clue_text, player, spoken
from cluejam_ai.interactive.writer import Writer

#: Answers that leave the game whatever was asked.
_LEAVING = ("quit", "/quit")


@dataclass(frozen=True)
class Options:
    """How a session is held: who gives hints, and whether a coach speaks after each of a person's clues."""

    helper: Pair
    coach: bool = False


class Session:
    """A game between people at one keyboard and agents.

    Parameters
    ----------
    game : Game
        At its beginning, or as it was left.
    brains : Brains
    writer : Writer
        Open; every move is written before it is answered.
    options : Options
    scenes : list of Scene, optional
        The turns that were played before a resume, for the explanation.
    """

    def __init__(
        self, game: Game, brains: Brains, writer: Writer, options: Options, scenes: list[Scene] | None = None
    ) -> None:
        self.game = game
        self.brains = brains
        self.writer = writer
        self.options = options
        self.scenes = list(scenes or [])
        self.finished = False
        self.resume_with = "cluejam play --resume"
        self._pending: Pending | None = None
        self._looking: Any = None

    @property
    def hot_seat(self) -> bool:
        """Whether people with different knowledge share the keyboard."""
        return is_hot_seat(self.game.setup.ruleset.kind, self.game.setup.pairing)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, rather than been left."""
        return self.game.due is Move.NOTHING

    @property
    def prompt(self) -> str:
        """What stands before the place where the person types."""
        if self._pending is not None:
            return self._pending.question + " "
        who = player(self.game, self.game.team, self.game.due)
        lead = "" if who == "You" else f"{who}, "
        if self.game.due is Move.CLUE:
            return f"{lead}give a clue (like: river 2)> "
        turn = self.game.log[-1]
        return f"{lead}touch a card for {clue_text(turn)}> "

    @property
    def completions(self) -> tuple[str, ...]:
        """What the Tab key may complete: cards that can be named now, and commands."""
        touchable = self.game.state.touchable[0]
        cards = [word for word, there in zip(self.game.setup.words, touchable, strict=True) if there]
        return () if self._pending is not None else (*cards, *COMMANDS)

    @property
    def needs_fresh_answer(self) -> bool:
        """Whether what was typed before the prompt must not answer it: a touch, or a question."""
        return self._pending is not None or self.game.due is Move.GUESS

    def open(self) -> list[Event]:
        """Return what is told first; agents move until a person has to."""
        return list(self.opening())

    def feed(self, line: str) -> list[Event]:
        """Return what comes of a line that a person typed."""
        return list(self.steps(line))

    def opening(self) -> Iterator[Event]:
        """Yield what is told first, as it happens."""
        seats = [tell_seats(self.game, hot_seat=self.hot_seat)]
        # people at a hot seat have the screen cleared first
        return chain(self._advance(), seats) if self.hot_seat else chain(seats, self._advance())

    def steps(self, line: str) -> Iterable[Event]:
        """Return what comes of a line, as it happens: agents think when the events before were taken."""
        try:
            text = clean(line)
            if self._pending is not None:
                return self._pending.answer(text)
            if not text:
                return [Say("type a move, or 'help'", Tone.REFUSED)]
            command = command_of(text, self.game.setup.words)
            if command == "pass" and self.game.due is Move.GUESS:
                return self._touch(PASS)
            if command is not None:
                return self._command(command)
            return self._give(text) if self.game.due is Move.CLUE else self._guess(text)
        except EntryError as error:
            return [Say(str(error), Tone.REFUSED)]
        except IllegalMoveError as error:
            return [Say(error.reason, Tone.REFUSED)]

    def stop(self) -> list[Event]:
        """Return the farewell of a game that is left before its end."""
        self.finished = True
        self.writer.close()
        return [Say(f"The game is saved; go on with: {self.resume_with}", Tone.ASIDE)]

    def look(self) -> Look:
        """Return what the person who has to move may see."""
        return look_at(self.game)

    def _command(self, command: str) -> list[Event]:
        if command == "quit":
            return self.stop()
        try:
            answer = answer_command(command, Desk(self.game, self.look(), self.brains, self.options.helper))
        except CluejamError as error:
            return [Say(f"no {command}: {error}", Tone.REFUSED)]
        if command == "hint":
            self.writer.add({"hint": True, "seat": self.game.seat})
        return answer

    def _ask(
        self, question: str, yes: Callable[[], Iterable[Event]], meant: str | None = None
    ) -> list[Event]:
        """Put a question to be answered by yes or no, or by the card that it asks for."""

        def answer(text: str) -> Iterable[Event]:
            if text in _LEAVING:
                return self.stop()
            said = yes_or_no(text, meant)
            if said is None:
                return [Say("answer y or n", Tone.REFUSED)]
            self._pending = None
            return yes() if said else [Say("then something else", Tone.ASIDE)]

        self._pending = Pending(f"{question} (y/n)", answer)
        return []

    def _give(self, text: str) -> Iterable[Event]:
        clue, doubt = judged_clue(self.game, text)
        # also guessers of the other team hear it, and keep it in mind
        for guesser in {chair(self.game.setup.pairing, team, Move.GUESS) for team in (0, 1)}:
            try:
                if not is_person(guesser):
                    self.brains.knows(clue.clue, guesser)
            except CluejamError:
                raise EntryError(
                    f"your partner does not know the word '{clue.clue}', nor a form of it; give another clue"
                ) from None

        def give() -> Iterable[Event]:
            self._move(say(self.game, clue.clue, clue.number, clue.targets or ()))
            return self._advance()

        return give() if doubt is None else self._ask(f"{doubt}. Give it all the same?", give)

    def _guess(self, text: str) -> Iterable[Event]:
        words = self.game.setup.words
        closed = [not bool(there) for there in self.game.state.touchable[0]]
        card = find_guess(text, words, closed)
        if not card.sure:
            meant = words[card.place]
            return self._ask(f"Did you mean {meant.upper()}?", lambda: self._touch(card.place), meant)
        return self._touch(card.place)

    def _touch(self, place: int) -> Iterable[Event]:
        before = self.game
        self._move(touch(before, place))
        return chain(tell_touch(before, self.game, place), self._advance())

    def _move(self, after: Game) -> None:
        """Write a move and make it."""
        before = self.game
        self.writer.add(move_line(before, after))
        if before.due is Move.CLUE:
            self.scenes.append(Scene(before, len(before.log)))
        self.game = after
        if len(after.past) > len(before.past):
            self.brains.review(after)

    def _advance(self) -> Iterator[Event]:
        """Yield what agents do until a person has to move or the game is over; first that they think."""
        yield from self._coached()
        if self.agent_is_due:
            yield Say("... thinking", Tone.ASIDE)
        while self.agent_is_due:
            yield from self._agent_moves()
        if self.game.due is Move.NOTHING:
            self.finished = True
            self.writer.close()
            yield tell_outcome(self.game, hot_seat=self.hot_seat)
            yield from tell_story(self.brains, self.scenes, self.game, self.options.helper)
        else:
            yield from self._hand_over() if self.hot_seat else [Show(self.look())]

    @property
    def agent_is_due(self) -> bool:
        """Whether an agent has to move."""
        return self.game.due is not Move.NOTHING and not is_person(whose_move(self.game))

    def _agent_moves(self) -> list[Event]:
        before = self.game
        who = player(before, before.team, before.due)
        if before.due is Move.CLUE:
            clue, number, targets = self.brains.clue(before)
            self._move(say(before, clue, number, targets))
            return [Say(f"{who} gives the clue {spoken(clue, number)}", Tone.CLUE)]
        place = self.brains.guess(before)
        self._move(touch(before, place))
        return [*tell_touch(before, self.game, place), *self._coached()]

    def _coached(self) -> list[Event]:
        """Return what the coach says of a person's clue, once its turn is over."""
        if not self.options.coach or self.hot_seat or self.game.due is Move.GUESS or not self.scenes:
            return []
        scene = self.scenes[-1]
        if scene.coached or not scene.by_person:
            return []
        self.scenes[-1] = scene.after_coach()
        return coach(self.brains, scene.before, self.game.log[scene.turn], self.options.helper.guesser)

    def _hand_over(self) -> list[Event]:
        """Return the board, or first a question that lets another person come to the keyboard."""
        eyes = self._eyes()
        if eyes == self._looking:
            return [Show(self.look())]
        before, self._looking = self._looking, eyes
        who = player(self.game, self.game.team, self.game.due)
        alone = self.look().has_key
        if before is None and not alone:
            return [Show(self.look())]

        def answer(text: str) -> list[Event]:
            if text in _LEAVING:
                return self.stop()
            self._pending = None
            return [Clear(), *tell_last_turn(self.game), Show(self.look())]

        away = "the other looks away" if alone else "all may look"
        self._pending = Pending(f"{who}: press Enter when {away}.", answer)
        return [Clear(), *tell_last_turn(self.game)]

    def _eyes(self) -> Any:
        """Return who looks at the screen: those who may know the same."""
        if self.game.setup.ruleset.kind is Kind.PARTNERS:
            return self.game.team
        return self.game.due
