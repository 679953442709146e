"""A run on disk, as data frames."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cluejam_ai.errors import RecordError
from cluejam_ai.results.manifest import MANIFEST, read_manifest
from cluejam_ai.results.store import read_table

if TYPE_CHECKING:
    import pandas as pd


class Run:
    """A run: its manifest and its tables, read when first asked for.

    Parameters
    ----------
    folder : str or Path
        The run's folder.

    Raises
    ------
    RecordError
        If the folder is no run, or of another schema version.

    Examples
    --------
    A table is also one pandas call away: ``pandas.read_parquet("RUN/matches.parquet")``.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest: dict[str, Any] = read_manifest(self.folder)

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r})"

    @property
    def spec(self) -> dict[str, Any]:
        """What was asked for.

        Raises
        ------
        RecordError
            If the manifest does not say.
        """
        spec = self.manifest.get("spec")
        if not isinstance(spec, dict) or not {"rules", "seed"} <= set(spec):
            raise RecordError(f"{self.folder / MANIFEST} does not say what was played: its spec is damaged")
        return spec

    def check_whole(self) -> None:
        """Raise unless the tables agree on how many turns and touches there were.

        Raises
        ------
        RecordError
            If some are missing.
        """
        n_turns, n_touches = int(self.matches["turns"].sum()), int(self.turns["touches"].sum())
        if int(self.turns["clue"].notna().sum()) != n_turns or len(self.guesses) != n_touches:
            raise RecordError(f"{self.folder}: turns or touches of some matches are missing from its tables")

    @cached_property
    def matches(self) -> "pd.DataFrame":
        """One row a match."""
        return self._frame("matches")

    @cached_property
    def turns(self) -> "pd.DataFrame":
        """One row a turn: the clue and what came of it."""
        return self._frame("turns")

    @cached_property
    def guesses(self) -> "pd.DataFrame":
        """One row a touch."""
        return self._frame("guesses")

    @cached_property
    def cards(self) -> "pd.DataFrame":
        """One row a card of a board: its word and what it is on each key."""
        return self._frame("cards")

    def _frame(self, table: str) -> "pd.DataFrame":
        return read_table(self.folder, table).to_pandas()
