"""What an agent is: a spymaster gives clues and a guesser touches cards, each for a batch of boards."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.batch import Batch
from cluejam_ai.game.cards import Bools, Ints
from cluejam_ai.game.views import GuesserView, History, SpymasterView
from cluejam_ai.registry import Registry
from cluejam_ai.seeding import Keys

C = TypeVar("C", bound=Callable[..., Any])

#: What an agent remembers: arrays whose first axis is the board, so that the arena can cut and merge them.
Memory = Mapping[str, NDArray[Any]]
NO_MEMORY: Memory = {}

#: What a clue depends on: arrays whose first axis is the board.
Grounds = tuple[NDArray[Any], ...]


@dataclass(frozen=True)
class Clues:
    """The clues for a batch of boards.

    Attributes
    ----------
    word : (B,) int
        Indices into the lexicon.
    number : (B,) int
        How many cards each is meant for.
    targets : (B, 25) bool
        Which cards these are; for the record, no guesser sees them.
    memory : Memory, optional
        What to remember from here on; None leaves it as it was.
    """

    word: Ints
    number: Ints
    targets: Bools
    memory: Memory | None = None


@dataclass(frozen=True)
class Guesses:
    """The next touch on each of a batch of boards.

    Attributes
    ----------
    card : (B,) int
        The place of a card, or PASS.
    memory : Memory, optional
        What to remember from here on; None leaves it as it was.
    """

    card: Ints
    memory: Memory | None = None


@dataclass(frozen=True)
class Evidence:
    """What the clues tell a guesser of the cards on a batch of boards, apart from any key.

    Attributes
    ----------
    score : (B, 25) float64
        What speaks for each card, in logarithms of odds, up to a constant on a board.
    meant : (B,) float64
        How many of the cards that are left the clues are for, by expectation.
    noise : (B, 25) float64, optional
        What this touch's chance adds to the scores, for a guesser that reads clues through noise.
    """

    score: NDArray[np.float64]
    meant: NDArray[np.float64]
    noise: NDArray[np.float64] | None = None


@dataclass(frozen=True)
class TurnReview(Batch):
    """What everybody has seen of a turn that is over, for agents that learn from it.

    Attributes
    ----------
    seat : (B,) int8
        Who gave the clue.
    words : (B, 25) int16
        The board's words.
    clue, number : (B,) int
        What the clue was.
    order : (B, 25) int8
        When each card was touched in this turn, from 1; 0 if it was not.
    role : (B, 25) int8
        What the touched cards are on the giver's key; HIDDEN elsewhere.
    over : (B,) bool
        Whether the match ended with this turn.
    history : History
        The turns before this one.
    """

    seat: NDArray[np.int8]
    words: NDArray[np.int16]
    clue: NDArray[np.int32]
    number: NDArray[np.int8]
    order: NDArray[np.int8]
    role: NDArray[np.int8]
    over: Bools
    history: History


class Agent:
    """What spymasters and guessers share: memory as a value."""

    #: Whether it looks anything up in an embedding; agents that do not are built without one.
    uses_embedding = True

    #: Parameters that name further embeddings, besides the one that it thinks in.
    other_embeddings: tuple[str, ...] = ()

    #: Parameters that name another agent of its kind, which it asks.
    wraps: tuple[str, ...] = ()

    #: Whether it thinks of clue words that are not given, if only to rank the one that is; a loose board then
    #: comes with the whole lexicon.
    thinks_of_clues = False

    #: Whether `review` has something to do; agents that learn from turns set it.
    learns = False

    def start(self, n_boards: int) -> Memory:
        """Return the memory at the start of a series, for that many boards."""
        return NO_MEMORY

    def review(self, turn: TurnReview, memory: Memory) -> Memory:
        """Return the memory after a turn that is over."""
        return memory


class Spymaster(Agent, ABC):
    """Gives clues."""

    #: True where the agent follows its paper's own rules of legality; the referee then stands aside.
    own_legality = False

    @abstractmethod
    def give_clues(self, view: SpymasterView, keys: Keys, memory: Memory) -> Clues:
        """Return a clue for every board.

        Parameters
        ----------
        view : SpymasterView
            All that the giver may know.
        keys : (B,) uint64
            One key a board for this turn, from which all randomness is derived.
        memory : Memory
            What this agent chose to remember.
        """

    def expected_found(self, view: SpymasterView, word: Ints, number: Ints) -> NDArray[np.floating] | None:
        """Return how many of a clue's cards it expects to be found; None if it imagines no listener.

        Parameters
        ----------
        view : SpymasterView
        word : (B,) int
            Clue words, maybe not its own.
        number : (B,) int
            The number of each, no more than there are own cards.

        Returns
        -------
        (B,) float, or None
        """
        return None

    def grounds(self, view: SpymasterView) -> Grounds | None:
        """Return all that the clues depend on, where that is less than the whole view and the keys.

        Boards with equal grounds, at any time and whoever guesses, are then given one clue. By default None:
        the clues may depend on everything. It is None for all views of a game or for none. A class that
        overrides `give_clues` says anew what these depend on; what a class above it says is not heeded.
        """
        return None


class Guesser(Agent, ABC):
    """Touches cards."""

    #: What `own-key` multiplies its evidence by: above 1 where that says less than it is worth.
    confidence = 1.0

    @abstractmethod
    def guess(self, view: GuesserView, keys: Keys, memory: Memory) -> Guesses:
        """Return the next card, or PASS, for every board.

        Parameters
        ----------
        view : GuesserView
            All that the guesser may know.
        keys : (B,) uint64
            One key a board for this touch, from which all randomness is derived.
        memory : Memory
            What this agent chose to remember.
        """

    def evidence(self, view: GuesserView, keys: Keys, memory: Memory) -> Evidence | None:
        """Return what the clues say for each card, apart from any key; None from one that only names cards.

        While the clues are for some card, and without an own key, the card that it would touch has the
        highest score, the noise of the touch added. It is what `own-key` combines with the exact odds, and
        what ``cluejam guess`` shows.

        Parameters
        ----------
        view, keys, memory
            As in `guess`.
        """
        return None

    def serves(self, view: GuesserView) -> NDArray[np.intp] | None:
        """Return which earlier clue would speak for each card, for a guesser that mixes clues.

        Returns
        -------
        (B, 25) int or None
            The place of the turn in the history; -1 where no earlier clue speaks more than the one given now.
            None from a guesser that does not weigh earlier clues.
        """
        return None


_GROUP = "cluejam_ai.agents"
SPYMASTERS: Registry[Spymaster] = Registry("spymaster", _GROUP)
GUESSERS: Registry[Guesser] = Registry("guesser", _GROUP)


def spymaster(name: str) -> Callable[[C], C]:
    """Return a decorator that makes a spymaster known under a name."""
    return SPYMASTERS.register(name)


def guesser(name: str) -> Callable[[C], C]:
    """Return a decorator that makes a guesser known under a name."""
    return GUESSERS.register(name)
