"""Which space somebody thinks in, by what they touched: log likelihoods, and weights made of them."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.spaces import Spaces
from cluejam_ai.game.cards import Bools, Ints
from cluejam_ai.game.rulesets import Kind, Ruleset
from cluejam_ai.game.views import GuesserView, History, SpymasterView

Floats = NDArray[np.float64]
View = SpymasterView | GuesserView


def choice_evidence(z: NDArray[np.float32], order: Ints, there: Bools, temperature: float) -> Floats:
    """Return the log probability of a turn's touches in each space, for a guesser that follows Luce's rule.

    Each touch takes one of the cards that are left with a probability proportional to exp(z / temperature).

    Parameters
    ----------
    z : (B, K, 25) float32
        Standardised similarity of every card with the clue in each of K spaces.
    order : (B, 25) int
        When each card was touched, from 1; 0 if it was not.
    there : (B, 25) bool
        Cards that could be touched when the clue was given.
    temperature : float
        Above 0, in standard deviations.

    Returns
    -------
    (B, K) float64
        0 where nothing was touched.

    Notes
    -----
    Source: Luce, "Individual Choice Behavior", 1959; Plackett, Applied Statistics 1975.
    """
    score = z.astype(np.float64) / temperature
    left = there | (order > 0)
    total = np.zeros(z.shape[:2])
    for touch in range(1, int(order.max(initial=0)) + 1):
        chosen = order == touch
        some = chosen.any(axis=1)[:, None]
        log_share = _log_softmax(score, left)
        total += np.where(some, np.where(chosen[:, None, :], log_share, 0).sum(axis=2), 0)
        left = left & ~chosen
    return total


def clue_evidence(
    z: NDArray[np.float32], found: Bools, missed: Bools, there: Bools, temperature: float
) -> Floats:
    """Return how well a clue fits what it proved to be for, in each space: log likelihoods.

    Each card that was found was meant with its share of exp(z / temperature) among the cards that were there;
    a card that proved to be no agent card was not.

    Parameters
    ----------
    z, there, temperature
        As in `choice_evidence`.
    found, missed : (B, 25) bool
        Agent cards found in the turn, and cards touched that are none.

    Returns
    -------
    (B, K) float64
    """
    log_share = _log_softmax(z.astype(np.float64) / temperature, there | found | missed)
    not_meant = np.log1p(-np.minimum(np.exp(log_share), 1 - 1e-9))
    fits = np.where(found[:, None, :], log_share, 0) + np.where(missed[:, None, :], not_meant, 0)
    return np.asarray(fits.sum(axis=2))


def _log_softmax(score: Floats, left: Bools) -> Floats:
    """Return log shares of exp(score) among the cards left: (B, K, 25); the rest is -inf."""
    masked = np.where(left[:, None, :], score, -np.inf)
    highest = masked.max(axis=2, keepdims=True)
    highest = np.where(np.isfinite(highest), highest, 0)
    # summed in ascending order, which does not depend on places
    shares = np.sort(np.exp(masked - highest), axis=2)
    total = np.maximum(shares.sum(axis=2, keepdims=True), 1e-300)
    return masked - highest - np.log(total)


def weights_of(evidence: Floats, trust: float) -> Floats:
    """Return the posterior weights of spaces that were equally likely: (B, K) float64, adding up to one.

    Parameters
    ----------
    evidence : (B, K) float
        Log likelihoods.
    trust : float
        What they are multiplied with: 1 believes them whole, 0 not at all. Below 1 allows for a partner that
        thinks in none of the spaces.
    """
    told = trust * (evidence - evidence.max(axis=1, keepdims=True))
    weight = np.exp(told)
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def there_before(history: History, ruleset: Ruleset, turn: int) -> Bools:
    """Return the cards that could be touched when a past turn began: (B, 25) bool."""
    before = slice(0, turn)
    touched = history.order[:, before] > 0  # (B, t, 25)
    if ruleset.kind is Kind.PARTNERS:
        # a card marked by the other player may still be touched, one that was found may not
        same = history.seat[:, before] == history.seat[:, turn, None]
        touched = (touched & same[:, :, None]) | history.found[:, before]
    return np.asarray(~touched.any(axis=1))


def partner_choices(spaces: Spaces, view: View, mine: Bools, temperature: float) -> Floats:
    """Return what the partner's touches after my clues say of the space it thinks in: (B, K) log likelihoods.

    Parameters
    ----------
    spaces : Spaces
    view : SpymasterView or GuesserView
        B boards.
    mine : (B, T) bool
        Turns in which I gave the clue.
    temperature : float
        As in `choice_evidence`.
    """
    total = np.zeros((len(view), len(spaces)))
    for turn, z, there in _past(spaces, view, mine):
        told = choice_evidence(z, view.history.order[:, turn], there, temperature)
        total += np.where(mine[:, turn, None], told, 0)
    return total


def givers_meaning(spaces: Spaces, view: View, theirs: Bools, temperature: float) -> Floats:
    """Return what the giver's clues and the cards they found say of its space: (B, K) log likelihoods.

    Parameters
    ----------
    theirs : (B, T) bool
        Turns in which the giver of this turn gave the clue; the rest as in `partner_choices`.
    """
    history = view.history
    total = np.zeros((len(view), len(spaces)))
    for turn, z, there in _past(spaces, view, theirs):
        found = history.found[:, turn]
        told = clue_evidence(z, found, (history.order[:, turn] > 0) & ~found, there, temperature)
        total += np.where(theirs[:, turn, None], told, 0)
    return total


def _past(spaces: Spaces, view: View, asked: Bools) -> Iterator[tuple[int, NDArray[np.float32], Bools]]:
    """Yield the turns asked for on any board, their similarities, and the cards that were there."""
    for turn in np.flatnonzero(asked.any(axis=0)).tolist():
        z = spaces.of_cards(view.words, view.history.clue[:, turn])
        yield turn, z, there_before(view.history, view.ruleset, turn)
