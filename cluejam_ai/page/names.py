"""Short names of components for a page, with the whole name on hovering."""

from collections.abc import Iterable

from cluejam_ai.errors import NotationError
from cluejam_ai.page.html import Html, join, tag
from cluejam_ai.specs import ComponentSpec, format_value, parse_spec


def component(spec: str) -> Html:
    """Return a component as its name, its vectors, and its other parameters in small print."""
    try:
        parsed = parse_spec(spec)
    except NotationError:
        return tag("span", spec, class_="name")
    params = parsed.param_dict()
    vectors = params.pop("embedding", None)
    rest = str(ComponentSpec.of("", *parsed.args, **params))
    small = [text for text in (rest, "" if vectors is None else format_value(vectors)) if text]
    return tag("span", parsed.name, *(tag("small", text) for text in small), class_="name", title=spec)


def pairing(name: str) -> Html:
    """Return a pairing with short names of its components."""
    sides = [join((component(x) for x in side.split(" > ")), " → ") for side in name.split(" | ")]
    return join(sides, " versus ")


def lookup(names: Iterable[str]) -> dict[str, Html]:
    """Return what is shown for each component."""
    return {name: component(name) for name in names}
