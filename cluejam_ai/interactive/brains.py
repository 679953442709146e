"""The agents at the table: they are asked as the arena asks them, also about clues that no lexicon has."""

from contextlib import suppress
from dataclasses import fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS, Clues, Guesser, Memory, Spymaster, TurnReview
from cluejam_ai.agents.resources import Resources
from cluejam_ai.arena.answers import check_clues, check_guesses
from cluejam_ai.arena.seats import Seated
from cluejam_ai.components import EMBEDDING, embeddings_of, mix_parts
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import HIDDEN, N_CARDS, NO_CLUE
from cluejam_ai.game.views import GuesserView, History, SpymasterView, guesser_view, spymaster_view
from cluejam_ai.interactive.chairs import chair, is_person, whose_move
from cluejam_ai.interactive.familiar import MARGIN, better, worth_to
from cluejam_ai.interactive.game import Game, Move, PublicTurn, array
from cluejam_ai.interactive.givers import Givers, build_with
from cluejam_ai.outside import known_as, with_clues
from cluejam_ai.seeding import Keys, derive
from cluejam_ai.specs import parse_spec
from cluejam_ai.wiring import Workshop


class Brains:
    """Asks the agents of a game for their moves.

    Parameters
    ----------
    workshop : Workshop
        Board words, lexicon, and tables.
    familiar : int
        Spymasters look among so many of the most frequent clue words first.
    margin : float
        What a rarer clue has to be worth more, in own cards.
    """

    def __init__(self, workshop: Workshop, familiar: int, margin: float = MARGIN) -> None:
        self.margin = margin
        self.workshop = workshop
        self.familiar = familiar
        self._outside: list[str] = []
        self._seated: dict[tuple[str, str], Seated[Any]] = {}
        self._givers = Givers(workshop)
        self._memories: dict[tuple[int, Move], Memory] = {}

    @cached_property
    def _clue_ids(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.workshop.lexicon.clues)}

    @cached_property
    def _word_ids(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.workshop.words.words)}

    def knows(self, clue: str, guesser: str) -> None:
        """Raise unless a guesser has a vector for a clue, its own or that of a form of it."""
        if clue in self._clue_ids:
            return
        for embedding in sorted(embeddings_of(GUESSERS, guesser)):
            for part in (embedding, *mix_parts(embedding)):
                known_as(self.workshop.embedding(part), clue)

    def clue(self, game: Game, adviser: str | None = None) -> tuple[str, int, tuple[int, ...]]:
        """Return the clue of the agent whose move it is, or an adviser's: word, number, places meant."""
        seated = self._agent(SPYMASTERS.kind, adviser or whose_move(game))
        memory = seated.agent.start(1) if adviser else self._recall(game, seated)
        answer = self._answer(game, seated.spec, memory)
        said = frozenset(turn.clue for turn in game.past if turn.seat == game.seat and turn.clue)
        if self._word(answer) in said:
            with suppress(CluejamError):  # all that is left may have been said: then it is said again
                answer = self._answer(game, seated.spec, memory, said)
        if not adviser:
            self._remember(game, answer.memory)
        places = tuple(int(place) for place in np.flatnonzero(answer.targets[0]))
        return self._word(answer), int(answer.number[0]), places

    def _answer(self, game: Game, spec: str, memory: Memory, barred: frozenset[str] = frozenset()) -> Clues:
        """Return an agent's clue, a familiar one unless a rarer one is worth clearly more."""
        view = self.spymaster_view(game)
        seated, resources = self._giver(game, spec, len(self._clue_ids), barred)
        keys = self._keys(seated, game)
        answer = self._checked(seated, view, keys, memory)
        worth = worth_to(seated.agent, resources)
        if worth is None or seated.agent.own_legality:
            return answer
        common, _ = self._giver(game, spec, self.familiar, barred)
        try:
            familiar = self._checked(common, view, keys, memory)
        except CluejamError:
            return answer  # no familiar word may be given here
        return better(familiar, answer, view, worth, self.margin)

    def _word(self, clue: Clues) -> str:
        return self.workshop.lexicon.clues[int(clue.word[0])]

    def guess(self, game: Game, adviser: str | None = None) -> int:
        """Return the card that the agent whose move it is, or an adviser, touches, or PASS."""
        view = self.guesser_view(game)
        seated = self._agent(GUESSERS.kind, adviser or whose_move(game))
        keys = self._keys(seated, game, len(game.log[-1].touches))
        memory = seated.agent.start(1) if adviser else self._recall(game, seated)
        reply = seated.agent.guess(view, keys, memory)
        answer = check_guesses(reply, view, seated.spec, array(0))
        if not adviser:
            self._remember(game, answer.memory)
        return int(answer.card[0])

    def watch(self, before: Game, after: Game) -> None:
        """Let agents that remember follow a move that was made before a resume."""
        spec = whose_move(before)
        if not is_person(spec) and self._memories.get((before.team, before.due)):
            _ = self.clue(before) if before.due is Move.CLUE else self.guess(before)
        if len(after.past) > len(before.past):
            self.review(after)

    def review(self, game: Game) -> None:
        """Let agents that learn look at the turn that has just ended."""
        chairs = [(team, move) for team in (0, 1) for move in (Move.CLUE, Move.GUESS)]
        for team, move in chairs:
            spec = chair(game.setup.pairing, team, move)
            if is_person(spec):
                continue
            agent = self._agent(SPYMASTERS.kind if move is Move.CLUE else GUESSERS.kind, spec).agent
            if agent.learns:
                # a spymaster's tables end with the lexicon, a guesser's have every clue that was given
                self._learn_words(game.log)
                seen = self._review_of(game, game.past[-1], inside_only=move is Move.CLUE)
                memory = self._memories.get((team, move)) or agent.start(1)
                self._memories[team, move] = {**memory, **agent.review(seen, memory)}

    def spymaster_view(self, game: Game) -> SpymasterView:
        """Return what the giver of the next clue sees."""
        return spymaster_view(game.state, self._words(game), self._history(game.past, inside_only=True))

    def guesser_view(self, game: Game) -> GuesserView:
        """Return what the guesser sees before the next touch."""
        self._learn_words(game.log)
        turn = game.log[-1]
        clue = array(self._clue_id(turn.clue), dtype=np.int32)
        history = self._history(game.past, inside_only=False)
        return guesser_view(game.state, self._words(game), clue, array(turn.number), history)

    def resources(self, spec: str) -> Resources:
        """Return what an agent works with, clues outside the lexicon among them."""
        embedding = parse_spec(spec).param_dict().get(EMBEDDING)
        return self._resources_in(None if embedding is None else str(embedding))

    def _resources_in(self, text: str | None) -> Resources:
        inside = self.workshop.resources(text)
        if not self._outside:
            return inside
        language = self.workshop.language.name
        if text is None:
            longer = with_clues(inside, self._outside, language=language)
        else:
            parts = tuple(self.workshop.embedding(part) for part in mix_parts(text))
            longer = with_clues(inside, self._outside, self.workshop.embedding(text), parts, language)
        return replace(longer, elsewhere=self._resources_in)

    def similarity(self, spec: str, game: Game, clue: str) -> NDArray[np.float32]:
        """Return how near a clue is to every card of the board in an agent's mind: (25,), standardised."""
        self._learn_words((PublicTurn(0, clue, 1),))
        z = self.resources(spec).z_scores
        return np.asarray(z[self._words(game)[0], self._clue_id(clue)])

    def agent(self, kind: str, spec: str) -> Any:
        """Return an agent by its spec, as it is asked at the table."""
        return self._agent(kind, spec).agent

    def _words(self, game: Game) -> NDArray[np.int16]:
        return array(*(self._word_ids[word] for word in game.setup.words), dtype=np.int16)[None]

    def _clue_id(self, clue: str | None) -> int:
        if clue is None:
            return NO_CLUE
        if clue in self._clue_ids:
            return self._clue_ids[clue]
        return len(self._clue_ids) + self._outside.index(clue)

    def _learn_words(self, turns: tuple[PublicTurn, ...]) -> None:
        """Take clues that no lexicon has into the vocabulary, in the order in which they were given."""
        known = len(self._outside)
        for turn in turns:
            if turn.clue is not None and turn.clue not in self._clue_ids and turn.clue not in self._outside:
                self._outside.append(turn.clue)
        if len(self._outside) > known:
            self._seated = {key: value for key, value in self._seated.items() if key[0] == SPYMASTERS.kind}

    def _history(self, past: tuple[PublicTurn, ...], *, inside_only: bool) -> History:
        """Return the turns as arrays; a spymaster's tables end with the lexicon."""

        def clue(turn: PublicTurn) -> int:
            outside = inside_only and turn.clue not in self._clue_ids
            return NO_CLUE if outside else self._clue_id(turn.clue)

        columns: dict[str, Any] = {
            "seat": array(*(turn.seat for turn in past)),
            "clue": array(*(clue(turn) for turn in past), dtype=np.int32),
            "number": array(*(turn.number for turn in past)),
            "right": array(*(turn.right for turn in past)),
            "touches": array(*(len(turn.touches) for turn in past)),
            "order": np.array([_order(turn) for turn in past], dtype=np.int8).reshape(-1, N_CARDS),
        }
        return History(**{column.name: columns[column.name][None] for column in fields(History)})

    def _giver(
        self, game: Game, spec: str, n_words: int, barred: frozenset[str] = frozenset()
    ) -> tuple[Seated[Any], Resources]:
        """Return a spymaster that says only what people can take, and what it works with."""
        seated = self._agent(SPYMASTERS.kind, spec)
        agent, resources = self._givers.giver(game.setup.words, spec, n_words, barred)
        return replace(seated, agent=agent), resources

    def _agent(self, kind: str, spec: str) -> Seated[Any]:
        key = kind, spec
        if key not in self._seated:
            registry = SPYMASTERS if kind == SPYMASTERS.kind else GUESSERS
            seated: Seated[Any] = self.workshop.agent(registry, spec)
            if kind == GUESSERS.kind and self._outside:
                seated = replace(seated, agent=build_with(registry, spec, self.resources(spec)))
            self._seated[key] = seated
        return self._seated[key]

    def _checked(self, seated: Seated[Spymaster], view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        reply = seated.agent.give_clues(view, keys, memory)
        clues = check_clues(reply, view, len(self._clue_ids), seated.spec, array(0))
        if not seated.agent.own_legality:
            legal = self.workshop.resources(None).permits(view.words, clues.word, view.covered)
            if not legal[0]:
                word = self._word(clues)
                raise CluejamError(f"'{seated.spec}' gave the clue '{word}', which is not legal here")
        return clues

    def _keys(self, seated: Seated[Any], game: Game, *touch: int) -> Keys:
        ids = [array(number, dtype=np.int64) for number in (game.seat, 0, int(game.state.turn[0]), *touch)]
        return derive(seated.stream, *ids)

    def _recall(self, game: Game, seated: Seated[Spymaster] | Seated[Guesser]) -> Memory:
        return self._memories.setdefault((game.team, game.due), seated.agent.start(1))

    def _remember(self, game: Game, memory: Memory | None) -> None:
        if memory:
            place = game.team, game.due
            self._memories[place] = {**self._memories.get(place, {}), **memory}

    def _review_of(self, game: Game, turn: PublicTurn, *, inside_only: bool) -> TurnReview:
        role = np.full((1, N_CARDS), HIDDEN, dtype=np.int8)
        for touch in turn.touches:
            role[0, touch.place] = touch.role
        return TurnReview(
            seat=array(turn.seat),
            words=self._words(game),
            clue=self._history((turn,), inside_only=inside_only).clue[:, 0],
            number=array(turn.number),
            order=_order(turn)[None],
            role=role,
            over=~game.state.playing,
            history=self._history(game.past[:-1], inside_only=inside_only),
        )


def _order(turn: PublicTurn) -> NDArray[np.int8]:
    """Return when each card was touched in a turn, from 1: (25,)."""
    order = np.zeros(N_CARDS, dtype=np.int8)
    for count, touch in enumerate(turn.touches, start=1):
        order[touch.place] = count
    return order
