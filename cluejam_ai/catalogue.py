"""What there is to choose from: agents, embeddings and rulesets by name."""

from collections.abc import Mapping
from inspect import getdoc
from typing import Any

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.embeddings.base import EMBEDDINGS
from cluejam_ai.embeddings.load import import_built_in
from cluejam_ai.errors import UnknownNameError
from cluejam_ai.game.rulesets import RULESETS
from cluejam_ai.registry import Entry, Registry
from cluejam_ai.specs import Value, format_value


def spymasters() -> list[dict[str, Any]]:
    """Return name, summary, source and parameters with defaults of every spymaster."""
    import_agents()
    return _agents(SPYMASTERS)


def guessers() -> list[dict[str, Any]]:
    """Return name, summary, source and parameters with defaults of every guesser."""
    import_agents()
    return _agents(GUESSERS)


def explain_agent(name: str) -> list[dict[str, Any]]:
    """Return kind, full spec and the whole description of the agents of a name, spymaster first.

    Raises
    ------
    UnknownNameError
        If neither a spymaster nor a guesser has the name.
    """
    import_agents()
    known = [(r, r.entry(name)) for r in (SPYMASTERS, GUESSERS) if name in r.names() or ":" in name]
    if not known:
        raise UnknownNameError("agent", name, [*SPYMASTERS.names(), *GUESSERS.names()])
    return [
        {"kind": r.kind, "name": name, "spec": _full_spec(e), "text": getdoc(e.factory) or ""}
        for r, e in known
    ]


def embedding_families() -> list[dict[str, Any]]:
    """Return name, summary and parameters with defaults of every embedding."""
    import_built_in()
    return _listing(EMBEDDINGS)


def rulesets() -> list[dict[str, Any]]:
    """Return name, version, options and label of every ruleset."""
    return [
        {"name": r.name, "version": r.version, "kind": r.kind.value, "options": list(r.tunable)}
        for r in RULESETS.values()
    ]


def _listing(registry: Registry[Any]) -> list[dict[str, Any]]:
    entries = [registry.entry(name) for name in registry.names()]
    return [
        {"name": e.name, "summary": e.summary, "parameters": _plain(e.defaults()), "spec": _full_spec(e)}
        for e in entries
    ]


def _agents(registry: Registry[Any]) -> list[dict[str, Any]]:
    """Return the listing of agents, which also tells whose idea each is."""
    return [{**entry, "source": registry.entry(entry["name"]).source} for entry in _listing(registry)]


def _plain(values: Mapping[str, Value]) -> dict[str, Any]:
    return {
        key: value if isinstance(value, (bool, int, float)) else str(value) for key, value in values.items()
    }


def _full_spec(entry: Entry[Any]) -> str:
    inner = ", ".join(f"{key}={format_value(value)}" for key, value in entry.defaults().items())
    return f"{entry.name}({inner})" if inner else entry.name
