"""Imports every agent of the package, so that its name is known."""

import importlib
import pkgutil
from functools import cache

from cluejam_ai.agents import guessers, spymasters


@cache
def import_agents() -> None:
    """Import every file in `spymasters/` and `guessers/`."""
    for package in (spymasters, guessers):
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{module.name}")
