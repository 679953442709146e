"""How guessers that think in vectors read a clue, and when they stop."""

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Evidence, Guesses
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, HIDDEN, N_CARDS, NO_CLUE, PASS, UNLIMITED, ZERO, Bools, Ints
from cluejam_ai.game.inference import partner_odds
from cluejam_ai.game.views import GuesserView

#: The noise through which a giver's clues are taken to be said, in standard deviations of their similarities;
#: with givers in other vectors `own-key` won most with it (on the words for choosing of unseen_partner).
GIVER_SIGMA = 0.4
#: What a standard deviation then says in logarithms of odds: Gumbel noise of scale 1 has spread pi / sqrt(6).
_LOG_ODDS = np.pi / np.sqrt(6) / GIVER_SIGMA
#: In sudden death cosines are not standardised, for they are with several clues: about their usual spread.
_SPREAD = 0.1


def clue_similarity(resources: Resources, view: GuesserView) -> NDArray[np.float32]:
    """Return the cosine of every card with the clue: (B, 25) float32.

    In sudden death there is no clue; then every card counts by its nearest among the giver's earlier clues.
    """
    table = resources.similarity.table
    cosine = table[view.words, np.maximum(view.clue, 0)[:, None]]
    without = np.flatnonzero(view.clue == NO_CLUE)
    if without.size:
        cosine[without] = _nearest_earlier(table, view.take(without))
    return cosine


def _nearest_earlier(table: NDArray[np.float32], view: GuesserView) -> NDArray[np.float32]:
    """Return the largest cosine of every card with an earlier clue of the giver, -1 without any: (B, 25)."""
    earlier = view.history
    givers = (earlier.seat != view.seat[:, None]) & (earlier.clue != NO_CLUE)  # (B, T)
    cosine = table[view.words[:, :, None], np.maximum(earlier.clue, 0)[:, None, :]]  # (B, 25, T)
    lowest = np.float32(-1.0)
    return np.where(givers[:, None, :], cosine, lowest).max(axis=2, initial=lowest)


def evidence_of(view: GuesserView, z: NDArray[np.floating]) -> Evidence:
    """Return what standardised similarities say for each card, said through noise of `GIVER_SIGMA`.

    Parameters
    ----------
    view : GuesserView
    z : (B, 25) float
        In standard deviations of the clue's similarities; in sudden death as `clue_similarity` gives them.
    """
    silent = (view.clue == NO_CLUE)[:, None]
    return Evidence(z * np.where(silent, _LOG_ODDS / _SPREAD, _LOG_ODDS), still_meant(view))


def still_meant(view: GuesserView) -> NDArray[np.float64]:
    """Return for how many cards the clue still is: (B,) float64.

    It is one where nobody says: after an unlimited clue, and in sudden death, which has no clue.
    """
    left = np.maximum(view.number - view.touches, 0)
    return np.where((view.clue == NO_CLUE) | (view.number == UNLIMITED), 1.0, left)


def clue_z(resources: Resources, view: GuesserView) -> NDArray[np.float64]:
    """Return `clue_similarity` in standard deviations of the clue's cosines: (B, 25) float64.

    In sudden death, where there is no clue, cosines stay as they are.
    """
    cosine = clue_similarity(resources, view).astype(np.float64)
    mean, scale = resources.similarity.columns
    said = np.maximum(view.clue, 0)
    z = (cosine - mean[said, None]) * scale[said, None]
    return np.where((view.clue == NO_CLUE)[:, None], cosine, z)


def checked_evidence(told: object, n: int, who: str) -> Evidence:
    """Return a guesser's evidence on n boards if it is some.

    Raises
    ------
    CluejamError
        Naming the guesser, `who`, and what is wrong.
    """
    if not isinstance(told, Evidence):
        raise CluejamError(f"{who}: its evidence is {type(told).__name__}, not Evidence or None")
    parts = {"score": (told.score, (n, N_CARDS)), "meant": (told.meant, (n,))}
    if told.noise is not None:
        parts["noise"] = (told.noise, (n, N_CARDS))
    for name, (values, shape) in parts.items():
        found = np.asarray(values)
        if found.shape != shape or not np.issubdtype(found.dtype, np.number):
            raise CluejamError(f"{who}: {name} of its evidence is {found.dtype} {found.shape}, not {shape}")
        if not np.isfinite(found).all():
            raise CluejamError(f"{who}: {name} of its evidence has a value that is no finite number")
    if (np.asarray(told.meant) < 0).any() or (np.asarray(told.meant) > N_CARDS).any():
        raise CluejamError(f"{who}: its evidence is for fewer cards than none, or more than {N_CARDS}")
    return told


def checked_cards(answer: object, view: GuesserView, who: str) -> Ints:
    """Return the cards, or PASS, that a guesser answered with if they are some that it may touch: (B,).

    Raises
    ------
    CluejamError
        Naming the guesser, `who`, and what is wrong.
    """
    if not isinstance(answer, Guesses):
        raise CluejamError(f"{who} answered with {type(answer).__name__}, not with Guesses")
    card = np.asarray(answer.card)
    if card.shape != (len(view),) or not np.issubdtype(card.dtype, np.integer):
        raise CluejamError(f"{who}: cards are {card.dtype} {card.shape}, not whole numbers ({len(view)},)")
    good = (card == PASS) & view.may_pass
    inside = np.flatnonzero((card >= 0) & (card < N_CARDS))
    good[inside] = view.touchable[inside, card[inside]]
    if not good.all():
        raise CluejamError(f"{who}: card {card[np.argmin(good)]} may not be touched")
    return card


def hopeful_cards(view: GuesserView) -> Bools:
    """Return the cards that may be touched and, by the guesser's own key, can be agent cards: (B, 25) bool.

    Where no card is left by that, all that may be touched are returned.
    """
    if (view.own_key == HIDDEN).all():
        return view.touchable
    possible = partner_odds(view.ruleset)[:, AGENT] > 0
    hopeful = view.touchable & possible[view.own_key]
    return np.where(hopeful.any(axis=1, keepdims=True), hopeful, view.touchable)


def wants_to_stop(view: GuesserView, card: Ints, doubts: Bools, bonus: bool) -> Ints:
    """Return the chosen cards, or PASS where the guesser may stop and wants to: (B,).

    Parameters
    ----------
    card : (B,) int
        The card it would touch.
    doubts : (B,) bool
        Where it does not trust that card.
    bonus : bool
        Whether it uses the touch beyond the clue's number.
    """
    counted = view.number > ZERO
    enough = counted & (view.touches >= view.number) & (not bonus)
    return np.where(view.may_pass & (enough | doubts), PASS, card)
