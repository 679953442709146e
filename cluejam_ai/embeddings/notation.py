"""How an embedding is written: the short form ``glove100:FILE`` becomes the grammar's ``glove100("FILE")``.

This is the one place that knows the short form; everything else sees specs. ``module:Class`` stays what it
is, unless the part before the colon is a registered loader.
"""

import re

from cluejam_ai.embeddings.base import EMBEDDINGS
from cluejam_ai.errors import NotationError
from cluejam_ai.specs import MIX, ComponentSpec, Value, parse_spec

_PREFIX = re.compile(r"\s*(?P<name>[A-Za-z_][\w-]*):(?!\s*\Z)")
_BARE_PREFIX = re.compile(r"\s*(?P<name>[A-Za-z_][\w-]*):\s*\Z")
_NAME = re.compile(r"\s*([A-Za-z_][\w-]*)\s*(?=[:(+]|\Z)")


def parse_embedding(text: str, *, trust: bool = False) -> ComponentSpec:
    """Return the spec that a text names, in the grammar or with short forms in it.

    Parameters
    ----------
    text : str
        For example ``use``, ``glove100:vectors/glove.txt`` or ``use+word2vec:my.bin``.
    trust : bool
        Allow files that execute code when they are loaded, for loaders that have such.

    Raises
    ------
    NotationError
        If the text is not in the grammar.

    Examples
    --------
    >>> str(parse_embedding("use+glove100:my vectors/a+b.txt"))
    'use+glove100("my vectors/a+b.txt")'
    """
    spec = parse_spec("+".join(_expanded(part) for part in _parts(text)))
    return with_trust(spec) if trust else spec


def with_trust(spec: ComponentSpec) -> ComponentSpec:
    """Return a spec in which every loader that can be told to trust a file is told so."""
    if spec.name == MIX:
        return ComponentSpec(MIX, tuple(_trusted(arg) for arg in spec.args), spec.params)
    known = ":" not in spec.name and spec.name in EMBEDDINGS.names()
    if known and "trust" in EMBEDDINGS.entry(spec.name).defaults():
        return spec.with_params({"trust": True})
    return spec


def asks_for_trust(value: Value) -> bool:
    """Return whether a spec, or one inside it, itself tells a loader to trust a file (``trust=true``).

    Examples
    --------
    >>> asks_for_trust(parse_spec('nearest(embedding=use+gensim("my.kv", trust=true))'))
    True
    >>> asks_for_trust(parse_spec('ensemble(trust=0.5, embedding=npz("trust=true.npz"))'))
    False
    """
    if isinstance(value, ComponentSpec):
        inner = (*value.args, *(given for _, given in value.params))
        return value.param_dict().get("trust") is True or any(asks_for_trust(given) for given in inner)
    if not isinstance(value, str) or "(" not in value:
        return False
    try:
        # an embedding may be given as text in quotes
        return asks_for_trust(parse_embedding(value))
    except NotationError:
        return False


def _trusted(value: Value) -> Value:
    return with_trust(value) if isinstance(value, ComponentSpec) else value


def _expanded(part: str) -> str:
    """Return one part of a mix with its short form, if it is one, written in the grammar."""
    bare = _BARE_PREFIX.match(part)
    if bare is not None and bare["name"] in EMBEDDINGS.names():
        raise NotationError(f"'{part.strip()}' names no file; write {bare['name']}:FILE")
    match = _PREFIX.match(part)
    if match is None or match["name"] not in EMBEDDINGS.names():
        return part
    return f"{match['name']}({_quoted(part[match.end() :].strip())})"


def _quoted(path: str) -> str:
    if len(path) > 1 and path[0] == path[-1] == '"':
        return path
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _parts(text: str) -> list[str]:
    """Return what plus signs divide; a plus sign inside a short form's path divides only before a name."""
    parts = [""]
    depth, quoted, previous = 0, False, ""
    for place, sign in enumerate(text):
        quoted ^= sign == '"' and previous != "\\"
        depth += 0 if quoted else (sign == "(") - (sign == ")")
        if sign == "+" and not quoted and depth <= 0 and _divides(parts[-1], text[place + 1 :]):
            parts.append("")
        else:
            parts[-1] += sign
        previous = sign
    return parts


def _divides(before: str, after: str) -> bool:
    match = _PREFIX.match(before)
    if match is None or match["name"] not in EMBEDDINGS.names():
        return True
    name = _NAME.match(after)
    return name is not None and (name[1] in EMBEDDINGS.names() or name[1] == MIX)
