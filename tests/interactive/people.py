"""People for tests: they know the key, and play to win, to lose by the clock or to touch the assassin."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.embeddings.load import load_embedding
from cluejam_ai.embeddings.similarity import similarity_table
from cluejam_ai.game.cards import AGENT, ASSASSIN, OTHER
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.interactive.game import Game, Move
from cluejam_ai.words.legality import Verdict, judge
from cluejam_ai.words.lexicon import load_lexicon

#: Light partners, so that a test does not wait for tables: one space.
LIGHT = "news"
#: A guesser that touches the nearest card whatever it may be.
BLIND = "gaussian-listener(embedding=glove50) > nearest(embedding=glove50, own_key=false)"


def answer(game: Game, aim: str) -> str:
    """Return the line that a person types who aims at 'win', 'slow' or 'assassin'."""
    return _clue(game, aim) if game.due is Move.CLUE else _guess(game, aim)


def places(game: Game, role: int) -> list[int]:
    """Return the cards of a role on the giver's key that may still be touched."""
    key = game.state.keys[0, int(game.state.giver_key[0])]
    return [place for place in range(25) if key[place] == role and game.state.touchable[0, place]]


def _guess(game: Game, aim: str) -> str:
    words, turn = game.setup.words, game.log[-1]
    own = places(game, AGENT)
    if aim == "assassin":
        return words[places(game, ASSASSIN)[0]]
    if aim == "slow":
        partners = game.setup.ruleset.kind is Kind.PARTNERS
        others = places(game, OTHER)
        return "pass" if partners or turn.touches else words[others[0] if others else own[0]]
    if own and len(turn.touches) <= turn.number:
        return words[own[0]]
    return "pass"


def _clue(game: Game, aim: str) -> str:
    meant = places(game, ASSASSIN if aim == "assassin" else AGENT)
    clue, number = best_clue(game, meant)
    return f"{clue} {number if aim == 'win' else 1}"


def best_clue(game: Game, meant: list[int]) -> tuple[str, int]:
    """Return the legal clue that stands out most for one or two of these cards, in one plain space."""
    clues, cosine = _cosines(game.setup.words)  # (25, V)
    rest = [place for place in range(25) if game.state.touchable[0, place] and place not in meant]
    danger = cosine[rest].max(axis=0) if rest else np.full(len(clues), -1.0)
    ranked = np.sort(cosine[meant], axis=0)[::-1]
    for number in (2, 1):
        if len(meant) >= number:
            gain = ranked[number - 1] - danger
            for place in np.argsort(-gain)[:50]:
                good = gain[place] > (0.15 if number == 2 else -2)
                if good and judge(clues[place], game.open_words).verdict is Verdict.LEGAL:
                    return clues[place], number
    raise AssertionError("no clue stands out")


@cache
def _cosines(words: tuple[str, ...]) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    clues = load_lexicon().clues
    return clues, similarity_table(load_embedding("glove50"), words, clues).values
