"""From what a user writes to canonical components: agents with their embedding, and pairings of them."""

from collections.abc import Iterable
from typing import Any

from cluejam_ai.agents.base import GUESSERS, SPYMASTERS
from cluejam_ai.agents.zoo import import_agents
from cluejam_ai.arena.schedule import Pairing
from cluejam_ai.embeddings.load import import_built_in, resolve_embedding
from cluejam_ai.embeddings.notation import asks_for_trust, parse_embedding
from cluejam_ai.errors import CluejamError, RuleError
from cluejam_ai.game.notation import parse_ruleset
from cluejam_ai.game.rulesets import Kind
from cluejam_ai.house_pair import DEFAULT_EMBEDDING
from cluejam_ai.registry import Registry
from cluejam_ai.specs import MIX, ComponentSpec, Value, parse_spec

#: The parameter of agents that names their embedding.
EMBEDDING = "embedding"


def canonical_component(
    registry: Registry[Any], text: str, embedding: str = DEFAULT_EMBEDDING, *, trust: bool = False
) -> str:
    """Return the canonical spec of an agent, with the embedding it is to use.

    Parameters
    ----------
    registry : Registry
        `SPYMASTERS` or `GUESSERS`.
    text : str
        What the user wrote, like ``kim(threshold=0.5)``.
    embedding : str
        What it uses if it uses one and the text names none.
    trust : bool
        Allow embeddings to load files that execute code when they are loaded.

    Raises
    ------
    UnknownNameError, CluejamError, NotationError
        If the text names no agent or parameter, or a value does not fit.
    """
    import_agents()
    spec = parse_spec(text)
    factory = registry.entry(spec.name).factory
    given = spec.param_dict()
    extra: dict[str, Value] = {}
    others: dict[str, Value] = {}
    for key in getattr(factory, "other_embeddings", ()):
        if key in given:
            others[key] = _embedding_value(registry.kind, spec.name, key, given[key], trust=trust)
    if getattr(factory, "uses_embedding", True):
        chosen = given.get(EMBEDDING, embedding)
        extra[EMBEDDING] = _embedding_value(registry.kind, spec.name, EMBEDDING, chosen, trust=trust)
    return str(registry.canonical(spec.with_params({**extra, **others}), extra))


def _embedding_value(kind: str, name: str, key: str, chosen: Value, *, trust: bool) -> Value:
    """Return an embedding that an agent's parameter names: canonical, a bare name as text."""
    if not isinstance(chosen, (str, ComponentSpec)):
        raise CluejamError(f"{kind} '{name}': {key}={chosen} is not an embedding")
    as_spec = parse_embedding(str(chosen), trust=trust)
    check_embedding(as_spec)
    return as_spec if as_spec.args or as_spec.params else as_spec.name


def check_trust(where: Any, components: Iterable[str], *, trust: bool) -> None:
    """Raise if a file names components that load code, and the user does not trust it.

    Parameters
    ----------
    where : Path
        The file, for the message: a spec, a run, a saved game.
    components : iterable of str
        The specs that it names.
    trust : bool
        Whether the user does; what a file says of itself does not count, for it may come from anybody.

    Raises
    ------
    CluejamError
        Naming the first of them.
    """
    asking = sorted(text for text in components if asks_for_trust(parse_spec(text)))
    if asking and not trust:
        raise CluejamError(
            f"{where} loads vector files that can execute code ('{asking[0]}'); "
            "add --trust (in Python: trust=True) if you trust them"
        )


def registry_of(role: str) -> Registry[Any]:
    """Return the registry of a role of a pairing, like ``second_spymaster``."""
    return SPYMASTERS if role.endswith(SPYMASTERS.kind) else GUESSERS


def embeddings_of(registry: Registry[Any], text: str) -> set[str]:
    """Return the specs of all embeddings that an agent uses, by its canonical spec."""
    spec = parse_spec(text)
    entry = registry.entry(spec.name)
    params = {**entry.defaults(), **spec.param_dict()}
    keys = (EMBEDDING, *getattr(entry.factory, "other_embeddings", ()))
    used = {str(params[key]) for key in keys if params.get(key)}
    wrapped = (str(params[key]) for key in getattr(entry.factory, "wraps", ()))
    return used.union(*(embeddings_of(registry, inner) for inner in wrapped))


def check_embedding(spec: ComponentSpec) -> None:
    """Raise if a spec names no embedding that is known here; nothing is loaded."""
    import_built_in()
    resolve_embedding(spec)


def mix_parts(text: str) -> tuple[str, ...]:
    """Return the specs of a mix's parts; nothing for a single embedding."""
    spec = parse_embedding(text)
    return tuple(str(arg) for arg in spec.args) if spec.name == MIX else ()


def make_pairing(
    spymaster: str,
    guesser: str,
    *,
    second_spymaster: str | None = None,
    second_guesser: str | None = None,
    spymaster_embedding: str = DEFAULT_EMBEDDING,
    guesser_embedding: str = DEFAULT_EMBEDDING,
    second_spymaster_embedding: str | None = None,
    second_guesser_embedding: str | None = None,
    rules: str = "duo",
    trust: bool = False,
) -> Pairing:
    """Return a pairing by canonical specs; what the second side does not name is as in the first.

    An agent that names no vectors of its own has those of its seat.

    Raises
    ------
    RuleError
        If a second side is named under a ruleset that has none.
    """
    if parse_ruleset(rules).kind is Kind.SOLO and (second_spymaster or second_guesser):
        raise RuleError(f"'{rules}' has one team; a second spymaster or guesser has no seat")

    def seated(registry: Registry[Any], text: str, embedding: str) -> str:
        return canonical_component(registry, text, embedding, trust=trust)

    return Pairing(
        seated(SPYMASTERS, spymaster, spymaster_embedding),
        seated(GUESSERS, guesser, guesser_embedding),
        seated(SPYMASTERS, second_spymaster or spymaster, second_spymaster_embedding or spymaster_embedding),
        seated(GUESSERS, second_guesser or guesser, second_guesser_embedding or guesser_embedding),
    )
