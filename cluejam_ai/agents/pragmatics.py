"""What a guesser believes of a clue by asking which sets of cards would have made a spymaster say it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.game.cards import AGENT, Bools, Ints
from cluejam_ai.game.inference import partner_roles
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.game.views import GuesserView

Floats = NDArray[np.float64]

#: Sets of cards thought of at most; with a large number fewer of the nearest cards are looked at.
MOST_HYPOTHESES = 2000


@dataclass(frozen=True)
class Question:
    """What a spymaster could have said on B boards, and what it could have meant.

    Attributes
    ----------
    cosine : (B, 25, A) float32
        Of every card with every alternative clue, in the order of clue words.
    said : (B,) int
        Which alternative was given.
    allowed : (B, A) bool
        Which of them count: legal, known, each word once; the given one does.
    cards : (B, 25) bool
        Cards that can be meant.
    there : (B, 25) bool
        Cards that can be touched.
    found : (B, 25) bool
        Cards that the clue has found so far.
    odds : (B, 25) float
        Odds of each card of being an agent card, before the clue.
    order : (B, 25) int
        Which of equally near cards comes first.
    """

    cosine: NDArray[np.float32]
    said: Ints
    allowed: Bools
    cards: Bools
    there: Bools
    found: Bools
    odds: Floats
    order: Ints


@dataclass(frozen=True)
class Meant:
    """Sets of cards under alternative clues: float arrays that broadcast to (B, H, A).

    Attributes
    ----------
    total : sum over the set of the model's measure of a cosine
    least : smallest cosine in the set
    danger : largest cosine of a card outside
    every : sum of the measure over all cards
    n : (B, 1, 1) how many cards are in a set
    """

    total: Floats
    least: Floats
    danger: Floats
    every: Floats
    n: Floats


@dataclass(frozen=True)
class Model:
    """How a spymaster scores clues: a measure of cosines that is added up, and a formula."""

    measure: Callable[[Floats], Floats]
    score: Callable[[Meant], Floats]


def _rsa(meant: Meant) -> Floats:
    return (meant.total / meant.n - np.exp(meant.danger)) / meant.every


def _inverse(cosine: Floats) -> Floats:
    # a cosine that is not above 0 makes the clue fail, whatever its inverse
    return np.asarray(1 / np.maximum(cosine, 1e-6))


def _harmonic(meant: Meant) -> Floats:
    failed = (meant.least < meant.danger) | (meant.least <= 0)
    return np.where(failed, 0.0, meant.n / np.maximum(meant.total, 1e-9) - 0.5 * np.maximum(meant.danger, -1))


def _koyyalagunta(meant: Meant) -> Floats:
    return np.asarray(meant.total - 0.5 * np.maximum(meant.danger, -1))


def _margin(meant: Meant) -> Floats:
    return np.asarray(meant.least - np.maximum(meant.danger, -1))


def _itself(cosine: Floats) -> Floats:
    return cosine


#: The formulas of the spymasters of these names, for cards outside a set that are all to be avoided.
MODELS: Mapping[str, Model] = {
    "rsa": Model(np.exp, _rsa),
    "harmonic": Model(_inverse, _harmonic),
    "koyyalagunta": Model(_itself, _koyyalagunta),
    "margin": Model(_itself, _margin),
}


def agent_odds(view: GuesserView) -> Floats:
    """Return the odds of each card of being an agent card of the giver, by the guesser's own key: (B, 25).

    Where the guesser has no key they are the same for all.
    """
    if view.ruleset.kind is not Kind.PARTNERS:
        return np.ones(view.words.shape)
    found = (view.seen == AGENT) | (view.own_judged & (view.own_key == AGENT))
    chance = partner_roles(view.ruleset, view.own_key, view.seen, found, view.touches == 0)[:, :, AGENT]
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return np.asarray(chance / (1 - chance))


@cache
def subsets(candidates: int, n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return all sets of n slots and what each leaves out: (H, n) and (H, M - n) intp.

    M is `candidates`, or as many slots as keep the sets fewer than `MOST_HYPOTHESES`, but at least n.
    """
    n_slots = max(candidates, n)
    while n_slots > n and comb(n_slots, n) > MOST_HYPOTHESES:
        n_slots -= 1
    inside = [list(chosen) for chosen in combinations(range(n_slots), n)]
    outside = [[slot for slot in range(n_slots) if slot not in chosen] for chosen in inside]
    return np.array(inside, dtype=np.intp), np.array(outside, dtype=np.intp).reshape(len(inside), -1)


def beliefs(question: Question, model: Model, n: int, temperature: float, candidates: int) -> Floats:
    """Return the chance of each card to be among the n that are meant and not found yet: (B, 25).

    Parameters
    ----------
    question : Question
    model : Model
    n : int
        Cards that are meant and not found.
    temperature : float
        Difference of scores that makes a clue e times as likely.
    candidates : int
        Among how many cards, the nearest to the clue, they are sought; others have -1.
    """
    inside, outside = subsets(min(candidates, question.cards.shape[1]), n)
    n_slots = inside.shape[1] + outside.shape[1]
    rows = np.arange(len(question.said))
    near = np.where(question.cards, question.cosine[rows, :, question.said], -np.inf)
    slots = np.lexsort((question.order, -near), axis=1)[:, :n_slots]  # (B, M)
    valid = np.take_along_axis(question.cards, slots, axis=1)
    score = model.score(_meant(question, model, slots, valid, inside, outside)) / temperature  # (B, H, A)
    score = np.where(question.allowed[:, None, :], score, -np.inf)
    said = np.take_along_axis(score, question.said[:, None, None], axis=2)[:, :, 0]
    highest = score.max(axis=2)
    speaks = said - highest - np.log(np.exp(score - highest[:, :, None]).sum(axis=2))  # log S1(c | I): (B, H)
    odds = np.log(np.where(valid, np.take_along_axis(question.odds, slots, axis=1), 1.0))
    for slot in range(inside.shape[1]):
        speaks = speaks + odds[:, inside[:, slot]]
    whole = valid[:, inside].sum(axis=2) == np.minimum(n, valid.sum(axis=1))[:, None]
    speaks = np.where(whole, speaks, -np.inf)
    belief = np.exp(speaks - speaks.max(axis=1, keepdims=True))
    belief /= belief.sum(axis=1, keepdims=True)
    chance = np.full(question.cards.shape, -1.0)
    of_slot = np.zeros(slots.shape)
    for slot in range(n_slots):
        of_slot[:, slot] = belief[:, (inside == slot).any(axis=1)].sum(axis=1)
    # sums of the same beliefs in another order are the same chance
    np.put_along_axis(chance, slots, np.where(valid, of_slot.round(12), -1.0), axis=1)
    return chance


def _meant(
    question: Question,
    model: Model,
    slots: NDArray[np.intp],
    valid: Bools,
    inside: NDArray[np.intp],
    outside: NDArray[np.intp],
) -> Meant:
    """Return sums and extremes of every set under every alternative."""
    cosine = question.cosine.astype(np.float64)
    measure = model.measure(cosine)  # (B, 25, A)
    of_slot = np.take_along_axis(cosine, slots[:, :, None], axis=1)  # (B, M, A)
    worth = np.take_along_axis(measure, slots[:, :, None], axis=1) * valid[:, :, None]
    rest = question.there.copy()
    np.put_along_axis(rest, slots, np.take_along_axis(rest, slots, axis=1) & ~valid, axis=1)
    low = np.where(valid[:, :, None], of_slot, -np.inf)
    high = np.where(valid[:, :, None], of_slot, np.inf)
    found = question.found[:, :, None]
    total = _ordered_sum(measure, question.found, question.order)[:, None, :]
    least = np.where(found, cosine, np.inf).min(axis=1)[:, None, :]
    danger = np.where(rest[:, :, None], cosine, -np.inf).max(axis=1)[:, None, :]
    for slot in range(inside.shape[1]):
        total = total + worth[:, inside[:, slot]]
        least = np.minimum(least, high[:, inside[:, slot]])
    for slot in range(outside.shape[1]):
        danger = np.maximum(danger, low[:, outside[:, slot]])
    least = np.where(np.isfinite(least), least, -1)  # a set of no card, which is not believed anyway
    every = _ordered_sum(measure, question.there | question.found, question.order)[:, None, :]
    n = question.found.sum(axis=1)[:, None, None] + valid[:, inside].sum(axis=2)[:, :, None]
    return Meant(total, least, danger, every, np.maximum(n, 1).astype(np.float64))


def _ordered_sum(values: Floats, mask: Bools, order: Ints) -> Floats:
    """Return the sum of (B, 25, A) values under a mask, card by card in an order that no place changes."""
    total = np.zeros((values.shape[0], values.shape[2]))
    rows = np.arange(len(values))
    for place in np.argsort(order, axis=1).T:
        total += values[rows, place] * mask[rows, place, None]
    return total
