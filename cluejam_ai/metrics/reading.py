"""All that a run says: figures, cross-play, risk, ratings and which differences are real."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.metrics.base import CLUE_METRICS, METRICS, PARTS, import_metrics
from cluejam_ai.metrics.clues import add_clue_columns, clues_of
from cluejam_ai.metrics.crossplay import MEANINGS, WAYS, Kind, Matrix, Way, matrix, play_means
from cluejam_ai.metrics.estimates import Estimate
from cluejam_ai.metrics.labels import game_of, shown
from cluejam_ai.metrics.matches import losses
from cluejam_ai.metrics.ratings import Ratings, rate
from cluejam_ai.metrics.risk import RiskPoint, risk_surface
from cluejam_ai.metrics.rows import pairing_frames
from cluejam_ai.metrics.tournament import Meeting, meetings, tournament, win_matrix
from cluejam_ai.metrics.versus import Versus, against_the_best
from cluejam_ai.results.run import Run

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Row:
    """What the matches of one pairing say.

    Attributes
    ----------
    name : str
        The pairing.
    boards, matches : int
    figures : dict of str to Estimate
        Every figure that says something in this game, in the order of a table.
    losses : dict of str to int
        Matches lost, by cause.
    risk : tuple of RiskPoint
        What came of all its clues, then of those of each number.
    """

    name: str
    boards: int
    matches: int
    figures: dict[str, Estimate]
    losses: dict[str, int]
    risk: tuple[RiskPoint, ...]


@dataclass(frozen=True)
class Contest:
    """What a tournament of two-team games says.

    Attributes
    ----------
    teams : tuple of str
    ratings : Ratings
    meetings : tuple of Meeting
    wins : tuple of tuple of Estimate
        Share of matches that the team of the row won against that of the column.
    names : dict of str to str
        What the spec calls teams, where it gives them names.
    matches, boards : int
        How many were played.
    """

    teams: tuple[str, ...]
    ratings: Ratings
    meetings: tuple[Meeting, ...]
    wins: tuple[tuple[Estimate, ...], ...]
    names: dict[str, str]
    matches: int
    boards: int

    def called(self, team: str) -> str:
        """Return what a team is called: its name in the spec, else its components."""
        return self.names.get(team, team)


@dataclass(frozen=True)
class Reading:
    """All that a run says.

    Attributes
    ----------
    run : Run
    game : str
    rows : tuple of Row
    matrices : dict of str to Matrix
        Of each figure; empty where there is one pair only.
    means : dict of str to dict of kind to (Estimate, int)
        Self-, intra- and inter-play means and of how many pairs they are.
    way : "vectors" or "diagonal"
        What makes a spymaster and a guesser one agent in them; see `crossplay.MEANINGS`.
    versus : tuple of Versus
        The best row against each other one; empty for a tournament.
    contest : Contest, optional
        Where unlike teams met.
    """

    run: Run
    game: str
    rows: tuple[Row, ...]
    matrices: dict[str, Matrix]
    means: dict[str, dict[Kind, tuple[Estimate, int]]]
    way: Way
    versus: tuple[Versus, ...]
    contest: Contest | None

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "run": str(self.run.folder),
            "status": self.run.manifest.get("status"),
            "spec": self.run.spec,
            "rows": [asdict(row) for row in self.rows],
            "matrices": {name: _cells(found) for name, found in self.matrices.items()},
            "agents": {"way": self.way, "meanings": MEANINGS[self.way]},
            "means": {
                name: {kind: {**asdict(e), "pairs": n} for kind, (e, n) in kinds.items()}
                for name, kinds in self.means.items()
            },
            "versus": [{**asdict(v), "real": v.is_real} for v in self.versus],
            "contest": None if self.contest is None else contest_dict(self.contest),
        }


def _cells(found: Matrix) -> list[dict[str, Any]]:
    return [{"spymaster": s, "guesser": g, **asdict(e)} for (s, g), e in found.cells.items()]


def contest_dict(contest: Contest) -> dict[str, Any]:
    """Return a contest as plain values for JSON."""
    ratings = contest.ratings
    return {
        **{
            role: [
                {"name": name, "group": _place(groups, name), **asdict(e)}
                for name, e in getattr(ratings, role).items()
            ]
            for role, groups in (
                ("teams", ratings.groups),
                ("spymasters", ratings.spymaster_groups),
                ("guessers", ratings.guesser_groups),
            )
        },
        "names": dict(contest.names),
        "matches": contest.matches,
        "boards": contest.boards,
        "first_mover": asdict(ratings.first_mover),
        "groups": [list(group) for group in ratings.groups],
        "groups_are_ordered": ratings.ordered,
        "differences": [
            {"first": pair[0], "second": pair[1], **asdict(e), "p_holm": ratings.p_holm[pair]}
            for pair, e in ratings.differences.items()
        ],
        "meetings": [{**asdict(m), "real": m.is_real} for m in contest.meetings],
    }


def _place(groups: Sequence[Sequence[str]], name: str) -> int:
    """Return the number of the group that holds a name, from 1."""
    return next(i for i, group in enumerate(groups, start=1) if name in group)


def read(run: Run, way: Way = "vectors") -> Reading:
    """Return all that a run says.

    Parameters
    ----------
    run : Run
    way : "vectors" or "diagonal"
        What makes a spymaster and a guesser one agent in the means of self- and cross-play: the same vectors,
        or the same place in the lists of the spec.

    Raises
    ------
    RecordError
        If the run has no finished match, or its tables cannot be read.
    UnknownNameError
        If there is no such way.
    """
    if way not in WAYS:
        raise UnknownNameError("way to tell agents", way, WAYS)
    import_metrics()
    # a run without a match is told before its clues are counted
    pairing_frames(run)
    clues = clues_of(run)
    matches = add_clue_columns(run.matches, clues)
    frames = pairing_frames(run, matches)
    game = game_of(run)
    factories = {
        name: registry.entry(name).factory
        for registry in (METRICS, CLUE_METRICS)
        for name in registry.names()
    }
    names = shown(game, factories)
    rows = tuple(
        Row(
            name=name,
            boards=int(frame["board"].nunique()),
            matches=len(frame),
            figures={figure: factories[figure](frame) for figure in names},
            losses=losses(frame),
            risk=tuple(risk_surface(frame, clues.of_rows(frame.index.to_numpy()))),
        )
        for name, frame in frames.items()
    )
    contest = _contest(run, frames, game)
    matrices = {figure: matrix(frames, factories[figure]) for figure in names}
    matrices = {figure: found for figure, found in matrices.items() if found.is_grid}
    means = {f: play_means(frames, PARTS[f], way) for f in matrices if f in PARTS}
    versus = () if contest else tuple(against_the_best(frames, game))
    return Reading(run, game, rows, matrices, means, way, versus, contest)


def read_contest(run: Run) -> Contest:
    """Return what the tournament of a run says.

    Raises
    ------
    CluejamError
        If no two unlike teams met in it.
    """
    found = _contest(run, pairing_frames(run), game_of(run))
    if found is None:
        raise CluejamError(
            f"{run.folder} holds no tournament: ratings need two-team games (classic) of unlike teams; "
            "play some with: cluejam simulate --rules classic --versus-spymaster ...; "
            "any run is read with: cluejam report"
        )
    return found


def _contest(run: Run, frames: Mapping[str, "pd.DataFrame"], game: str) -> Contest | None:
    if game != "classic" or all((frame["seating"] == 0).all() for frame in frames.values()):
        return None
    games = tournament(frames)
    named = run.manifest.get("source", {}).get("teams", {})
    names = {f"{team['spymaster']} > {team['guesser']}": name for name, team in named.items()}
    wins = tuple(tuple(row) for row in win_matrix(games))
    played = int(games.played.sum())
    return Contest(games.teams, rate(games), tuple(meetings(games)), wins, names, played, games.n_boards)
