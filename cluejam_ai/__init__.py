"""AI spymasters and guessers for Codenames-like word games, and a simulator that compares them.

The public names are imported when first used, so that ``import cluejam_ai`` and ``cluejam --help`` are quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cluejam_ai.api import boards, crossplay, load_run, play
    from cluejam_ai.catalogue import embedding_families, guessers, rulesets, spymasters
    from cluejam_ai.errors import CluejamError
    from cluejam_ai.human.example import example_people
    from cluejam_ai.human.importers.base import import_human
    from cluejam_ai.human.reader import read_human
    from cluejam_ai.metrics.crossplay import Matrix
    from cluejam_ai.metrics.estimates import Estimate, clustered_share, proportion, ratio
    from cluejam_ai.metrics.matches import summarise
    from cluejam_ai.readings import (
        compare,
        export_lines,
        export_run,
        rate_teams,
        read_run,
        write_figures,
        write_report,
    )
    from cluejam_ai.results.run import Run
    from cluejam_ai.specrun import play_spec, spec_example
    from cluejam_ai.validation import Validation, validate
    from cluejam_ai.vector_comparison import embedding_agreement, evaluate_embedding
    from cluejam_ai.vector_reports import embedding_info, embedding_list, nearest_words
    from cluejam_ai.wordcheck import check_clue, check_words

__all__ = [
    "CluejamError",
    "Estimate",
    "Matrix",
    "Run",
    "Validation",
    "boards",
    "check_clue",
    "check_words",
    "clustered_share",
    "compare",
    "crossplay",
    "embedding_agreement",
    "embedding_families",
    "embedding_info",
    "embedding_list",
    "evaluate_embedding",
    "example_people",
    "export_lines",
    "export_run",
    "guessers",
    "import_human",
    "load_run",
    "nearest_words",
    "play",
    "play_spec",
    "proportion",
    "rate_teams",
    "ratio",
    "read_human",
    "read_run",
    "rulesets",
    "spec_example",
    "spymasters",
    "summarise",
    "validate",
    "write_figures",
    "write_report",
]

_ELSEWHERE = {
    "CluejamError": "cluejam_ai.errors",
    "embedding_families": "cluejam_ai.catalogue",
    "embedding_agreement": "cluejam_ai.vector_comparison",
    "embedding_info": "cluejam_ai.vector_reports",
    "embedding_list": "cluejam_ai.vector_reports",
    "evaluate_embedding": "cluejam_ai.vector_comparison",
    "nearest_words": "cluejam_ai.vector_reports",
    "guessers": "cluejam_ai.catalogue",
    "rulesets": "cluejam_ai.catalogue",
    "spymasters": "cluejam_ai.catalogue",
    "play_spec": "cluejam_ai.specrun",
    "spec_example": "cluejam_ai.specrun",
    "Run": "cluejam_ai.results.run",
    "Validation": "cluejam_ai.validation",
    "validate": "cluejam_ai.validation",
    "example_people": "cluejam_ai.human.example",
    "import_human": "cluejam_ai.human.importers.base",
    "read_human": "cluejam_ai.human.reader",
    "check_clue": "cluejam_ai.wordcheck",
    "check_words": "cluejam_ai.wordcheck",
    "Estimate": "cluejam_ai.metrics.estimates",
    "clustered_share": "cluejam_ai.metrics.estimates",
    "proportion": "cluejam_ai.metrics.estimates",
    "ratio": "cluejam_ai.metrics.estimates",
    "Matrix": "cluejam_ai.metrics.crossplay",
    "summarise": "cluejam_ai.metrics.matches",
    "compare": "cluejam_ai.readings",
    "export_lines": "cluejam_ai.readings",
    "export_run": "cluejam_ai.readings",
    "rate_teams": "cluejam_ai.readings",
    "read_run": "cluejam_ai.readings",
    "write_figures": "cluejam_ai.readings",
    "write_report": "cluejam_ai.readings",
}


def _version() -> str:
    # imported only here: it is slow, and nobody hears Ctrl-C before the package is imported
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cluejam-ai")
    except PackageNotFoundError:
        return "0+unknown"


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    if name not in __all__:
        raise AttributeError(f"module 'cluejam_ai' has no attribute '{name}'")
    return getattr(import_module(_ELSEWHERE.get(name, "cluejam_ai.api")), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
