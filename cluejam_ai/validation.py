"""Agents measured on people's clues and guesses: the one place that puts data sets and agents together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.components import canonical_component
from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.house_pair import DEFAULT_EMBEDDING
from cluejam_ai.human.agreement import FIGURES, Figures, people_figures
from cluejam_ai.human.chance import chance_figures
from cluejam_ai.human.coverage import Coverage
from cluejam_ai.human.intervals import by_group, comparisons_frame, figures_frame
from cluejam_ai.human.reader import read_human
from cluejam_ai.human.rows import HumanData
from cluejam_ai.validation_bench import Bench

if TYPE_CHECKING:
    import pandas as pd

#: Told what is under way, how many rows are done, and of how many.
Progress = Callable[[str, int, int], None]

#: Clues of a spymaster among which the person's is looked for.
DEPTH = 50
#: What stands beside guessers in tables: no agent has these names.
BESIDE = (HUMANS, CHANCE) = ("humans", "chance")


@dataclass(frozen=True, eq=False)
class Validation:
    """How well agents agree with people on one data set.

    Attributes
    ----------
    data : HumanData
        The rows that were measured.
    coverage : Coverage
        Which rows and words fell out.
    figures : DataFrame
        A line for every figure of every guesser, of the people themselves, and of chance: ``who``,
        ``figure`` (see `cluejam_ai.human.agreement.FIGURES`), ``value``, ``low``, ``high``, ``rows``,
        ``groups``.
    comparisons : DataFrame
        A line for every pair of guessers and figure: ``first``, ``second``, ``figure``, ``difference``,
        ``low``, ``high``, ``groups``, ``p``, ``p_holm``.
    spymasters : DataFrame
        Of every spymaster: ``who``, ``figure``, ``value``, ``low``, ``high``, ``rows``, ``groups``.
    sums : mapping
        Of everybody in `figures`, what each row adds to each figure; see `by_group`.
    """

    data: HumanData
    coverage: Coverage
    figures: "pd.DataFrame"
    comparisons: "pd.DataFrame"
    spymasters: "pd.DataFrame"
    sums: Mapping[str, Figures]

    def by_group(self, figure: str) -> "pd.DataFrame":
        """Return what every game or board adds to a figure, to draw them anew in a way of one's own.

        Parameters
        ----------
        figure : str
            See `cluejam_ai.human.agreement.FIGURES`.

        Returns
        -------
        DataFrame
            ``who``, ``group``, ``top`` and ``bottom``; the figure is the sum of the tops over that of the
            bottoms.

        Raises
        ------
        UnknownNameError
            For a name that is no figure.
        """
        import pandas as pd

        if figure not in FIGURES:
            raise UnknownNameError("figure", figure, FIGURES)
        parts = []
        for who, figures in self.sums.items():
            top, bottom = by_group(figures[figure], self.data.groups)
            parts.append(pd.DataFrame({"who": who, "group": range(len(top)), "top": top, "bottom": bottom}))
        return pd.concat(parts, ignore_index=True)

    @property
    def clues_of_agents(self) -> int:
        """Rows whose clue an agent gave: they are left out of the figures of spymasters."""
        return sum(not row.clue_by_person for row in self.data.rows)

    @property
    def guesses_of_agents(self) -> int:
        """Rows in which an agent guessed: its guesses are nobody's answer."""
        return sum(not row.guess_by_person for row in self.data.rows)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``cluejam validate --json`` prints them."""
        return {
            "data": self.data.name,
            **self.coverage.as_dict(),
            "groups": self.data.n_groups,
            "clues_of_agents": self.clues_of_agents,
            "guesses_of_agents": self.guesses_of_agents,
            "figures": self.figures.to_dict("records"),
            "comparisons": self.comparisons.to_dict("records"),
            "spymasters": self.spymasters.to_dict("records"),
        }


def validate(
    data: HumanData | Path | str,
    guessers: Sequence[str] = (),
    spymasters: Sequence[str] = (),
    *,
    embedding: str = DEFAULT_EMBEDDING,
    missing: str = "drop",
    depth: int = DEPTH,
    compare: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
) -> Validation:
    """Return how well agents agree with what people meant and guessed.

    Parameters
    ----------
    data : HumanData, or path of one
        See `cluejam_ai.human.reader.read_human`.
    guessers, spymasters : sequence of str
        Specs, like ``nearest(embedding=minilm)``. All are measured on the same rows.
    embedding : str
        What agents think in that name none.
    missing : str
        ``drop``: rows fall out whose clue, targets or guesses have no vector in some embedding that is used.
        ``last``: they stay, and such a card ranks behind all others. Other cards without a vector stay on
        the board and rank last in both.
    depth : int
        Clues of a spymaster among which the person's is looked for.
    compare : bool
        Whether guessers are compared in pairs, which for many takes longer than to ask them.
    seed : int
        Names the draws of agents and of intervals.
    progress : callable, optional
        Told what is under way, rows done, and rows in all.

    Raises
    ------
    CluejamError
        If the data cannot be read, an agent is not known, or no row is left.
    """
    if depth < 1:
        raise CluejamError(f"depth={depth} is not at least 1")
    whole = (data if isinstance(data, HumanData) else read_human(data)).of_people()
    named = {text: canonical_component(GUESSERS, text, embedding) for text in dict.fromkeys(guessers)}
    givers = {text: canonical_component(SPYMASTERS, text, embedding) for text in dict.fromkeys(spymasters)}
    if not named and not givers:
        raise CluejamError("name whom to measure: at least one guesser or spymaster")
    agents = [(GUESSERS, spec) for spec in named.values()] + [(SPYMASTERS, spec) for spec in givers.values()]
    bench = Bench(whole, agents, missing, seed)
    tell = progress or _silent
    figures = {text: bench.guesser_figures(spec, partial(tell, text)) for text, spec in named.items()}
    beside = {HUMANS: people_figures(bench.sheet), CHANCE: chance_figures(bench.sheet, bench.told)}
    group = bench.sheet.group
    return Validation(
        data=bench.data,
        coverage=bench.coverage,
        sums={**figures, **beside},
        figures=figures_frame({**figures, **beside}, group, seed),
        comparisons=comparisons_frame(figures if compare else {}, group, seed),
        spymasters=_spymasters_frame(bench, givers, depth, tell),
    )


def _silent(label: str, done: int, total: int) -> None:
    """Tell nobody."""


def _spymasters_frame(bench: Bench, givers: Mapping[str, str], depth: int, tell: Progress) -> "pd.DataFrame":
    import pandas as pd

    lines = [
        (text, name, found.value, found.low, found.high, rows, found.n)
        for text, spec in givers.items()
        for name, found, rows in bench.spymaster_lines(spec, depth, partial(tell, text))
    ]
    return pd.DataFrame(lines, columns=["who", "figure", "value", "low", "high", "rows", "groups"])
