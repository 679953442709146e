"""Cross-play: every spymaster with every guesser, as a matrix, and its self-, intra- and inter-play means."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from cluejam_ai.errors import NotationError
from cluejam_ai.metrics.base import Parts, estimate
from cluejam_ai.metrics.estimates import NOTHING, Estimate
from cluejam_ai.specs import MIX, ComponentSpec, Value, parse_spec

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["self", "intra", "inter"]
KINDS: tuple[Kind, ...] = ("self", "intra", "inter")
Way = Literal["vectors", "diagonal"]
WAYS: tuple[Way, ...] = ("vectors", "diagonal")
#: What the kinds of play mean, told beside their means: by vectors, "self" says nothing of the algorithm.
MEANINGS: dict[Way, dict[Kind, str]] = {
    "vectors": {
        "self": "spymaster and guesser think in the same vectors, whatever their algorithms",
        "intra": "their vectors share a family",
        "inter": "their vectors share no family, or one has none",
    },
    "diagonal": {
        "self": "spymaster and guesser of the same place in their lists",
        "intra": "of agents of the same algorithms with other parameters or vectors",
        "inter": "of agents of other algorithms",
    },
}


@dataclass(frozen=True)
class Matrix:
    """One figure of every spymaster with every guesser.

    Attributes
    ----------
    spymasters, guessers : tuple of str
        Rows and columns, in the order of the run.
    cells : dict of (spymaster, guesser) to Estimate
        Pairs that were played.
    """

    spymasters: tuple[str, ...]
    guessers: tuple[str, ...]
    cells: dict[tuple[str, str], Estimate]

    def cell(self, spymaster: str, guesser: str) -> Estimate:
        """Return the figure of a pair; nothing where it was not played."""
        return self.cells.get((spymaster, guesser), NOTHING)

    @property
    def is_grid(self) -> bool:
        """Whether there is more than one pair to tell apart by row and column."""
        return len(self.cells) > 1


def pairs(frames: Mapping[str, "pd.DataFrame"]) -> dict[tuple[str, str], "pd.DataFrame"]:
    """Return the matches of each spymaster with each guesser; unlike teams or partners are left out."""
    found = {}
    for frame in frames.values():
        first = frame.iloc[0]
        seats = [str(first[name]) for name in ("spymaster", "guesser", "second_spymaster", "second_guesser")]
        if seats[:2] == seats[2:]:
            found[seats[0], seats[1]] = frame
    return found


def matrix(frames: Mapping[str, "pd.DataFrame"], figure: Callable[["pd.DataFrame"], Estimate]) -> Matrix:
    """Return the cross-play matrix of a figure.

    Parameters
    ----------
    frames : mapping of str to data frame
        Matches of each pairing.
    figure : callable
        A metric.
    """
    played = pairs(frames)
    spymasters, guessers = (tuple(dict.fromkeys(pair[i] for pair in played)) for i in (0, 1))
    return Matrix(spymasters, guessers, {pair: figure(frame) for pair, frame in played.items()})


def kind_of_vectors(spymaster: str, guesser: str) -> Kind:
    """Return how near the vectors are that two components think in.

    Returns
    -------
    "self", "intra" or "inter"
        The same vectors; vectors that share a family (other processing, or a part of a mix); none shared. A
        component without vectors shares none.

    Examples
    --------
    >>> kind_of_vectors("margin(embedding=use)", "nearest(embedding=use)")
    'self'
    >>> kind_of_vectors("margin(embedding=use+minilm)", "nearest(embedding=use)")
    'intra'
    >>> kind_of_vectors("margin(embedding=use)", "random")
    'inter'
    """
    mine, theirs = (_vectors(component) for component in (spymaster, guesser))
    if mine is None or theirs is None:
        return "inter"
    if mine == theirs:
        return "self"
    return "intra" if _families(mine) & _families(theirs) else "inter"


def kinds_of_diagonal(spymasters: tuple[str, ...], guessers: tuple[str, ...]) -> dict[tuple[str, str], Kind]:
    """Return how near two components are where the first spymaster and guesser are one agent, and so on.

    Returns
    -------
    dict of (spymaster, guesser) to "self", "intra" or "inter"
        One agent; two agents of the same algorithms with other parameters or vectors; others.

    Notes
    -----
    Source: the literature on zero-shot coordination, Hu, Lerer, Peysakhovich & Foerster, "Other-Play for
    zero-shot coordination", ICML 2020; Lucas & Allen, "Any-Play", AAMAS 2022 (intra- and inter-algorithm).
    """
    agents = [(_name(s), _name(g)) for s, g in zip(spymasters, guessers, strict=False)]
    kinds: dict[tuple[str, str], Kind] = {}
    for i, spymaster in enumerate(spymasters):
        for j, guesser in enumerate(guessers):
            known = i < len(agents) and j < len(agents)
            alike: Kind = "intra" if known and agents[i] == agents[j] else "inter"
            kinds[spymaster, guesser] = "self" if i == j else alike
    return kinds


def play_means(
    frames: Mapping[str, "pd.DataFrame"], parts: Callable[["pd.DataFrame"], Parts], way: Way = "vectors"
) -> dict[Kind, tuple[Estimate, int]]:
    """Return the mean of a figure in self-play, intra- and inter-cross-play, and of how many pairs it is.

    Parameters
    ----------
    frames : mapping of str to data frame
        Matches of each pairing; all on the same boards.
    parts : callable
        A figure's two sums, as in `metrics.base.PARTS`.
    way : "vectors" or "diagonal"
        What makes a spymaster and a guesser one agent: the same vectors, or the same place in the lists.

    Notes
    -----
    The unit of the interval is the board: all pairs of a kind share the luck of a board.
    """
    import pandas as pd

    played = pairs(frames)
    spymasters, guessers = (tuple(dict.fromkeys(pair[i] for pair in played)) for i in (0, 1))
    diagonal = kinds_of_diagonal(spymasters, guessers)
    kinds = {pair: diagonal[pair] if way == "diagonal" else kind_of_vectors(*pair) for pair in played}
    out: dict[Kind, tuple[Estimate, int]] = {}
    for kind in KINDS:
        chosen = [frame for pair, frame in played.items() if kinds[pair] == kind]
        if not chosen:
            out[kind] = (NOTHING, 0)
            continue
        # a second seating makes boards the unit
        joined = pd.concat([frame.assign(seating=np.int8(1)) for frame in chosen], ignore_index=True)
        out[kind] = (estimate(joined, parts(joined)), len(chosen))
    return out


def _vectors(component: str) -> str | None:
    try:
        value = parse_spec(component).param_dict().get("embedding")
    except NotationError:
        return None
    return None if value is None else str(value)


def _families(vectors: str) -> set[str]:
    """Return the families of a mix, without how they are processed."""
    try:
        return _names(parse_spec(vectors))
    except NotationError:
        return {vectors}


def _names(spec: ComponentSpec) -> set[str]:
    inner: list[Value] = list(spec.args)
    parts = [value for value in inner if isinstance(value, ComponentSpec)]
    if spec.name == MIX and parts:
        return set().union(*(_names(part) for part in parts))
    files = [str(value) for value in inner if isinstance(value, str)]
    return {f"{spec.name}:{files[0]}" if files else spec.name}


def _name(component: str) -> str:
    return component.partition("(")[0]
