"""Conformance tests for agents, ours or from another package: run one in your own test suite.

Both build the agent several times, ask it on random positions of every game and on awkward ones, and raise an
`AssertionError` that says what was asked, on which position, and what is wrong with the answer.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluejam_ai.agents.base import Clues, Guesser, Guesses, Spymaster
from cluejam_ai.agents.resources import Resources
from cluejam_ai.errors import CluejamError
from cluejam_ai.game.cards import AGENT, HIDDEN, N_CARDS, PASS, Bools
from cluejam_ai.game.views import GuesserView, SpymasterView
from cluejam_ai.seeding import Keys
from cluejam_ai.testing.cases import (
    Case,
    awkward_worlds,
    clue_cases,
    retold,
    shuffled,
    single,
    touch_cases,
)
from cluejam_ai.testing.memories import check_memory, check_memory_rows
from cluejam_ai.testing.worlds import place_after, random_resources

_MAX_NUMBER = 9
#: How far equal evidence may differ by rounding, as a share of it.
_LAST_BITS = 1e-6
#: What a careless agent raises where it has not thought of a position.
_FAILURES = (ArithmeticError, AttributeError, CluejamError, LookupError, TypeError, ValueError)


def check_spymaster(
    build: Callable[[Resources], Spymaster], resources: Resources | None = None, *, seed: int = 0
) -> None:
    """Raise unless a spymaster keeps what the arena and the records rely on.

    Parameters
    ----------
    build : callable
        Makes the agent, for example its class or ``partial(MySpymaster, daring=2.0)``.
    resources : Resources, optional
        Words, verdicts and similarities to try it with; random ones by default. An agent that prefers one
        place on the board to another where similarities are equal fails where they are.
    seed : int
        What positions are drawn from.

    Raises
    ------
    AssertionError
        Saying which promise is broken, and where.

    Notes
    -----
    The promises: the clue is in the lexicon, has a vector if the agent uses any, and is legal beside all
    uncovered cards (unless the agent has `own_legality`); the number is the count of the cards meant,
    which are own cards that can be touched; the answer is the same for one board as for many, wherever on
    the board the cards lie, and every time it is asked with the same keys; the view is left as it was;
    the clues are the same where its own account of what they depend on (`grounds`) is. All that also with
    one own card left, with no other card left, with all similarities equal, and where some clue words
    have no vector.
    """
    resources = random_resources(seed) if resources is None else resources
    agent = build(resources)
    check_memory(agent)
    for case in clue_cases(resources, seed):
        clues = _ask_spymaster(agent, case)
        _check_clues(agent, resources, case, clues)
        _same_clues(case, clues, _ask_spymaster(agent, case), "asked a second time")
        _same_clues(case, clues, _ask_spymaster(build(resources), case), "asked of a new agent")
        for row in range(len(case.view)):
            one, rows = single(case, row), np.array([row])
            _same_clues(one, _cut_clues(clues, rows), _ask_spymaster(agent, one), "asked on one board alone")
        moved, order = shuffled(case, seed)
        expected = Clues(clues.word, clues.number, np.take_along_axis(clues.targets, order, axis=1))
        _same_clues(moved, expected, _ask_spymaster(agent, moved), "asked with the cards on other places")
        _check_grounds(agent, case, clues, retold(case, seed))
    for label, others in awkward_worlds(resources, seed):
        agent = build(others)
        for case in clue_cases(others, seed):
            case = Case(f"{case.label}, {label}", case.view, case.keys)
            _check_clues(agent, others, case, _ask_spymaster(agent, case))


def check_guesser(
    build: Callable[[Resources], Guesser], resources: Resources | None = None, *, seed: int = 0
) -> None:
    """Raise unless a guesser keeps what the arena and the records rely on.

    Parameters
    ----------
    build, resources, seed
        As in `check_spymaster`.

    Raises
    ------
    AssertionError
        Saying which promise is broken, and where.

    Notes
    -----
    The promises: it touches only what may be touched and passes only when it may; the answer is the same for
    one board as for many, wherever on the board the cards lie, and every time it is asked with the same keys;
    the view is left as it was. All that also in sudden death, where there is no clue, after clues with the
    numbers 0 and unlimited, with all similarities equal, and after a clue word without a vector. If it tells
    what the clues say for each card, without an own key it touches none that they say less for than another.
    """
    resources = random_resources(seed) if resources is None else resources
    agent = build(resources)
    check_memory(agent)
    for case in touch_cases(resources, seed):
        card = _ask_guesser(agent, case)
        _check_cards(case, card)
        _same_cards(case, card, _ask_guesser(agent, case), "asked a second time")
        _same_cards(case, card, _ask_guesser(build(resources), case), "asked of a new agent")
        for row in range(len(case.view)):
            one = single(case, row)
            _same_cards(one, card[[row]], _ask_guesser(agent, one), "asked on one board alone")
        moved, order = shuffled(case, seed)
        expected = place_after(card, order)
        _same_cards(moved, expected, _ask_guesser(agent, moved), "asked with the cards on other places")
        _check_evidence(agent, case, card)
    for label, others in awkward_worlds(resources, seed):
        agent = build(others)
        for case in touch_cases(others, seed):
            case = Case(f"{case.label}, {label}", case.view, case.keys)
            _check_cards(case, _ask_guesser(agent, case))


def _ask_spymaster(agent: Spymaster, case: Case[SpymasterView]) -> Clues:
    n = len(case.view)
    try:
        clues = agent.give_clues(case.view, _locked_keys(case.keys), agent.start(n))
    except _FAILURES as error:
        raise AssertionError(_what_failed(case, error)) from error
    for name, values, shape in (
        ("word", clues.word, (n,)),
        ("number", clues.number, (n,)),
        ("targets", clues.targets, (n, N_CARDS)),
    ):
        _check_array(case, name, values, shape, np.bool_ if name == "targets" else np.integer)
    check_memory_rows("give_clues()", agent.start(n), clues.memory or {}, n)
    return clues


def _ask_guesser(agent: Guesser, case: Case[GuesserView]) -> NDArray[Any]:
    n = len(case.view)
    try:
        guesses: Guesses = agent.guess(case.view, _locked_keys(case.keys), agent.start(n))
    except _FAILURES as error:
        raise AssertionError(_what_failed(case, error)) from error
    _check_array(case, "card", guesses.card, (n,), np.integer)
    check_memory_rows("guess()", agent.start(n), guesses.memory or {}, n)
    return guesses.card


def _locked_keys(keys: Keys) -> Keys:
    keys = keys.copy()
    keys.setflags(write=False)
    return keys


def _what_failed(case: Case[Any], error: Exception) -> str:
    if "read-only" in str(error):
        return f"{case.label}: it writes into an array that it was given; copy it first"
    return f"{case.label}: it fails with {type(error).__name__}: {error}"


def _check_array(case: Case[Any], name: str, values: object, shape: tuple[int, ...], kind: type) -> None:
    if isinstance(values, np.ndarray):
        if values.shape == shape and np.issubdtype(values.dtype, kind):
            return
        found = f"{values.dtype} {values.shape}"
    else:
        found = type(values).__name__
    raise AssertionError(f"{case.label}: '{name}' is {found}, not {kind.__name__.rstrip('_')} {shape}")


def _all(case: Case[Any], good: Bools, message: str, values: NDArray[Any]) -> None:
    """Raise with the first row that is not good, and what was answered there."""
    if not good.all():
        row = int(np.argmin(good))
        raise AssertionError(f"{case.label}, row {row}: {message}; it is {values[row]}")


def _check_clues(agent: Spymaster, resources: Resources, case: Case[SpymasterView], clues: Clues) -> None:
    view, n_clues = case.view, len(resources.clues)
    inside = (clues.word >= 0) & (clues.word < n_clues)
    _all(case, inside, f"the clue is not in the lexicon of {n_clues} words", clues.word)
    numbered = (clues.number >= 1) & (clues.number <= _MAX_NUMBER)
    _all(case, numbered, f"the number is not from 1 to {_MAX_NUMBER}", clues.number)
    meant = clues.targets.sum(axis=1)
    _all(
        case,
        np.asarray(meant == clues.number),
        "the number is not the count of the cards meant",
        clues.number,
    )
    own = view.touchable & (view.key == AGENT)
    _all(
        case,
        np.asarray((own | ~clues.targets).all(axis=1)),
        "a card is meant that is no own card left",
        clues.targets,
    )
    if agent.uses_embedding and resources.load_similarity is not None:
        known = resources.similarity.known[clues.word]
        _all(case, known, "the clue has no vector", clues.word)
    if not agent.own_legality:
        barred = (resources.verdicts[view.words, clues.word[:, None]] > 0) & ~view.covered
        _all(case, np.asarray(~barred.any(axis=1)), "the clue is illegal or questionable", clues.word)


def _check_cards(case: Case[GuesserView], card: NDArray[Any]) -> None:
    view = case.view
    _all(case, np.asarray((card >= PASS) & (card < N_CARDS)), "that is no card and no pass", card)
    _all(case, np.asarray((card != PASS) | view.may_pass), "it passes where it must touch a card", card)
    touchable = view.touchable[np.arange(len(view)), np.maximum(card, 0)]
    _all(case, np.asarray((card == PASS) | touchable), "it touches a card that may not be touched", card)


def _check_evidence(agent: Guesser, case: Case[GuesserView], card: NDArray[Any]) -> None:
    """Raise unless the touch of a guesser without an own key is what its evidence speaks for."""
    view = case.view
    told = agent.evidence(view, _locked_keys(case.keys), agent.start(len(view)))
    if told is None:
        return
    _check_array(case, "score", told.score, (len(view), N_CARDS), np.floating)
    _check_array(case, "meant", told.meant, (len(view),), np.floating)
    finite = np.isfinite(told.score).all(axis=1) & np.isfinite(told.meant) & (told.meant >= 0)
    _all(case, finite, "evidence is no number, or for fewer cards than none", told.meant)
    score = told.score if told.noise is None else told.score + told.noise
    most = np.where(view.touchable, score, -np.inf).max(axis=1)
    touched = score[np.arange(len(view)), np.maximum(card, 0)]
    weighed = (card != PASS) & (told.meant > 0) & (view.own_key == HIDDEN).all(axis=1)
    good = ~weighed | (touched >= most - _LAST_BITS * (1 + np.abs(most)))
    _all(case, np.asarray(good), "it touches a card that its evidence speaks less for than another", card)


def _check_grounds(
    agent: Spymaster, case: Case[SpymasterView], clues: Clues, told: Case[SpymasterView]
) -> None:
    grounds, others = agent.grounds(case.view), agent.grounds(told.view)
    if grounds is None or others is None:
        return
    pairs = list(zip(grounds, others, strict=True))
    if any(a.shape != b.shape for a, b in pairs):
        return
    same = np.all([(a == b).reshape(len(a), -1).all(axis=1) for a, b in pairs], axis=0)
    rows = np.flatnonzero(same)
    again = _cut_clues(_ask_spymaster(agent, told), rows)
    _same_clues(case, _cut_clues(clues, rows), again, "asked with equal grounds but another story")


def _cut_clues(clues: Clues, rows: NDArray[np.intp]) -> Clues:
    return Clues(clues.word[rows], clues.number[rows], clues.targets[rows])


def _same_clues(case: Case[SpymasterView], expected: Clues, clues: Clues, how: str) -> None:
    for name in ("word", "number", "targets"):
        was, now = getattr(expected, name), getattr(clues, name)
        same = (was == now).reshape(len(now), -1).all(axis=1)
        _all(case, same, f"{how} it gives another {name} than before, {was[np.argmin(same)]}", now)


def _same_cards(case: Case[GuesserView], expected: NDArray[Any], card: NDArray[Any], how: str) -> None:
    same = expected == card
    _all(case, same, f"{how} it touches another card than before, {expected[np.argmin(same)]}", card)
