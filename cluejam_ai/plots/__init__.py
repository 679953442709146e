"""Pictures for notebooks and experiments, drawn with matplotlib (extra ``plots``)."""

from cluejam_ai.plots.charts import curves, intervals, points
from cluejam_ai.plots.games import game
from cluejam_ai.plots.grids import counts, matrix
from cluejam_ai.plots.style import short_names

__all__ = ["counts", "curves", "game", "intervals", "matrix", "points", "short_names"]
