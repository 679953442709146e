"""Puts a run's parts together: words, legality, similarities, agents and boards, from their specs."""

import gc
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS, Agent, Guesser, Spymaster
from cluejam_ai.agents.resources import Resources, Similarity
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.arena.block import BlockRows, play_blocks
from cluejam_ai.arena.match import MatchPlayer
from cluejam_ai.arena.recorder import Vocabulary
from cluejam_ai.arena.schedule import MatchBlock, Pairing, n_seatings
from cluejam_ai.arena.seats import Seated, Team
from cluejam_ai.arena.sharing import ClueMemos
from cluejam_ai.boardfile import BoardSet, read_boards
from cluejam_ai.components import EMBEDDING, embeddings_of, mix_parts, registry_of
from cluejam_ai.embeddings.base import Embedding
from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.embeddings.similarity import covered
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.boards import Boards, deal
from cluejam_ai.game.cards import ROLE_NAMES
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import Ruleset
from cluejam_ai.registry import Registry
from cluejam_ai.results.schema import Names, TableData
from cluejam_ai.runspec import RunSpec
from cluejam_ai.seeding import stream
from cluejam_ai.specs import ComponentSpec, parse_spec
from cluejam_ai.tables import similarity, verdict_table
from cluejam_ai.words.language import Language, common_language
from cluejam_ai.words.lexicon import Lexicon, lexicon_of
from cluejam_ai.words.lists import N_CARDS, BoardWords, board_words_of

A = TypeVar("A", bound=Agent)

#: Workshops that are not freed yet. Their tables refer back to them, so only the collector frees them; it
#: counts objects, not bytes, and in a notebook that plays run after run gigabytes would wait for it.
_MADE: "weakref.WeakSet[Workshop]" = weakref.WeakSet()
_MOST_MADE = 3


def _without_vector(embedding: Embedding, words: Sequence[str]) -> list[str]:
    return [word for word in words if not embedding.rows_of(word)]


class Workshop:
    """Everything that a run's matches are played with, made when first needed.

    Parameters
    ----------
    spec : RunSpec
        With canonical components (see `cluejam_ai.components`).
    """

    def __init__(self, spec: RunSpec) -> None:
        import_agents()
        if len(_MADE) >= _MOST_MADE:
            gc.collect()
        _MADE.add(self)
        self.spec = spec
        self.ruleset: Ruleset = parse_ruleset(spec.rules)
        self._resources: dict[str, Resources] = {}
        self._embeddings: dict[str, Embedding] = {}
        self._players: dict[tuple[Pairing, ...], MatchPlayer] = {}
        self._agents: dict[tuple[str, str], Seated[Any]] = {}

    @cached_property
    def board_set(self) -> BoardSet | None:
        """The user's own boards, if the run has some."""
        if self.spec.boards is None:
            return None
        if self.spec.words is not None:
            raise CluejamError("--boards and --words do not go together: the boards bring their words")
        found = read_boards(self.spec.boards, self.ruleset)
        n = len(found.boards.number)
        if n < self.spec.games:
            raise CluejamError(f"{self.spec.boards} has {n} boards, fewer than {self.spec.games} games")
        return found

    @cached_property
    def all_words(self) -> BoardWords:
        """The board words, those without a vector among them."""
        if self.board_set is not None:
            return self.board_set.words
        return board_words_of(self.spec.words)

    @cached_property
    def words(self) -> BoardWords:
        """The board words that boards are dealt from."""
        if self.spec.missing_cards == "error":
            return self.all_words
        if self.board_set is not None:
            raise CluejamError("missing_cards=exclude does not go with boards: their cards are chosen")
        known = np.ones(len(self.all_words), dtype=bool)
        for text in sorted(self._embeddings_named()):
            known &= covered(self.embedding(text), self.all_words.words)
        left = tuple(w for w, is_known in zip(self.all_words.words, known, strict=True) if is_known)
        if len(left) < N_CARDS:
            raise CluejamError(
                f"only {len(left)} of {len(self.all_words)} board words have a vector in every embedding; "
                f"a board needs {N_CARDS}: choose another embedding or word list"
            )
        return replace(self.all_words, words=left)

    def _embeddings_named(self) -> set[str]:
        """Return the specs of all embeddings that the run's agents use."""
        seats = {seat for pairing in self.spec.pairings for seat in vars(pairing).items()}
        return {name for role, text in seats for name in embeddings_of(registry_of(role), text)}

    @cached_property
    def lexicon(self) -> Lexicon:
        """The clue words."""
        return lexicon_of(self.spec.lexicon)

    @cached_property
    def language(self) -> Language:
        """The language of board words and clue words, which says what rules on clues are on."""
        return common_language(self.words, self.lexicon)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that indices in the record stand for."""
        return Vocabulary(self.words.words, self.lexicon.clues)

    def embedding(self, text: str) -> Embedding:
        """Return an embedding by its spec, loaded once."""
        if text not in self._embeddings:
            wanted = (*self.all_words.words, *self.lexicon.words)
            written = {**self.all_words.written, **self.lexicon.written}
            self._embeddings[text] = load_embedding(text, wanted, written)
        return self._embeddings[text]

    def resources(self, embedding: str | None) -> Resources:
        """Return what agents that use this embedding share."""
        key = embedding or ""
        if key not in self._resources:
            words, clues = self.vocabulary.words, self.vocabulary.clues

            def load() -> Similarity:
                return similarity(self.embedding(key), key, words, clues)

            parts = mix_parts(key) if embedding else ()
            self._resources[key] = Resources(
                words,
                clues,
                verdict_table(words, clues, self.language.name),
                load if embedding else None,
                (lambda: tuple(self.resources(part).similarity for part in parts)) if parts else None,
                parts,
                self.resources,
                self.lexicon.ranks[: len(clues)],
            )
        return self._resources[key]

    def agent(self, registry: Registry[A], text: str) -> Seated[A]:
        """Return an agent by its canonical spec, and the stream that the spec names; made once."""
        key = (registry.kind, text)
        if key not in self._agents:
            self._agents[key] = self._new_agent(registry, text)
        return self._agents[key]

    def _new_agent(self, registry: Registry[A], text: str) -> Seated[A]:
        spec = parse_spec(text)
        params = spec.param_dict()
        embedding = params.pop(EMBEDDING, None)
        plain = ComponentSpec.of(spec.name, *spec.args, **params)
        resources = self.resources(None if embedding is None else str(embedding))
        if embedding is not None:
            _ = resources.similarity  # made once, here, so that a missing vector is told before play
        agent = registry.build(plain, resources)
        kind: type[Agent] = {SPYMASTERS.kind: Spymaster, GUESSERS.kind: Guesser}[registry.kind]
        if not isinstance(agent, kind):
            raise CluejamError(f"'{text}' is no {registry.kind}: it is not derived from {kind.__name__}")
        return Seated(agent, text, stream(self.spec.seed, registry.kind, text))

    def player(self, *pairings: Pairing) -> MatchPlayer:
        """Return pairings at the table, that they may play at once."""
        if pairings not in self._players:
            teams = [team for pairing in pairings for team in self._teams(pairing)]
            referee, n_clues = self.resources(None).permits, len(self.vocabulary.clues)
            self._players[pairings] = MatchPlayer(self.ruleset, teams, referee, n_clues)
        return self._players[pairings]

    def _teams(self, pairing: Pairing) -> tuple[Team, Team]:
        first = Team(self.agent(SPYMASTERS, pairing.spymaster), self.agent(GUESSERS, pairing.guesser))
        if not pairing.unlike:
            return first, first
        second = (pairing.second_spymaster, pairing.second_guesser)
        return first, Team(self.agent(SPYMASTERS, second[0]), self.agent(GUESSERS, second[1]))

    def seatings(self) -> list[int]:
        """Return in how many seatings each pairing plays every board."""
        return [n_seatings(self.ruleset, pairing) for pairing in self.spec.pairings]

    def boards(self, first: int, stop: int) -> Boards:
        """Return the boards with these numbers."""
        if self.board_set is not None:
            return self.board_set.boards.take(np.arange(first, stop))
        return deal(self.ruleset, self.spec.seed, np.arange(first, stop), len(self.words))

    def play(self, block: MatchBlock) -> BlockRows:
        """Return the rows of a block."""
        (rows,) = self.play_at_once([block])
        return rows

    def play_at_once(self, group: Sequence[MatchBlock], memos: ClueMemos | None = None) -> list[BlockRows]:
        """Return the rows of blocks on the same boards; spymasters share clues where there are memos."""
        pairings = [self.spec.pairings[block.pairing] for block in group]
        boards = self.boards(group[0].first, group[0].stop)
        player, at_once = self.player(*pairings), list(zip(group, pairings, strict=True))
        return play_blocks(at_once, player, boards, self.vocabulary, self.spec.series, memos)

    def cards(self, first: int, stop: int) -> TableData:
        """Return the rows of the table of cards for these boards."""
        boards = self.boards(first, stop)
        n_boards, n_keys, n_cards = boards.keys.shape
        last = boards.keys[:, 1].ravel() if n_keys > 1 else np.full(n_boards * n_cards, -1)
        return {
            "board": np.repeat(boards.number, n_cards),
            "place": np.tile(np.arange(n_cards, dtype=np.int8), n_boards),
            "word": Names(boards.words.ravel(), self.words.words),
            "first_key": Names(boards.keys[:, 0].ravel(), ROLE_NAMES),
            "second_key": Names(last, ROLE_NAMES),
        }

    def prepare(self) -> None:
        """Make all agents and tables, so that errors come before play and workers find tables on disk."""
        for pairing in self.spec.pairings:
            self.player(pairing)
        self.boards(0, 1)

    def inputs(self) -> Mapping[str, Any]:
        """Return names and hashes of everything that the rows depend on, for the manifest."""
        embeddings = {
            text: {
                **vars(found.info),
                "cards_from_parts": [w for w in self.words.words if w not in found and found.rows_of(w)],
                "cards_without_vector": _without_vector(found, self.all_words.words),
                "clues_without_vector": len(dropped := _without_vector(found, self.vocabulary.clues)),
                "dropped_clues": dropped,
            }
            for text, found in self._embeddings.items()
        }
        boards = None
        if self.spec.boards is not None:
            boards = {
                "path": self.spec.boards,
                "sha256": sha256(Path(self.spec.boards).read_bytes()).hexdigest(),
            }
        return {
            "ruleset": {
                "name": self.ruleset.name,
                "version": self.ruleset.version,
                "label": self.ruleset.label,
            },
            "words": {
                "name": self.words.name,
                "n": len(self.words),
                "sha256": self.words.sha256,
                "excluded": sorted({*self.all_words.words} - {*self.words.words}),
            },
            "lexicon": {
                "name": self.lexicon.name,
                "n_clues": self.lexicon.n_clues,
                "source": self.lexicon.source,
                "sha256": self.lexicon.sha256,
            },
            "language": {"name": self.language.name, "rules_off": list(self.language.rules_off)},
            "embeddings": embeddings,
            "boards": boards,
        }
