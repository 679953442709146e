"""Component specs: the text by which a component and its parameters are named, and its parsed form.

The grammar, which round-trips through `parse_spec` and `str`::

    spec  := item ("+" item)*                   # a + b: a mix
    item  := name [ "(" [argument ("," argument)*] ")" ]
    name  := letters, digits, "_", "-", ".", and ":" for module:Class
    argument := value | key "=" value
    value := number | true | false | spec | quoted
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cluejam_ai.errors import NotationError

Value: TypeAlias = "int | float | bool | str | ComponentSpec"

_TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")
        |(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.:-]))
        |(?P<name>[A-Za-z0-9_](?:[\w.:-]*\w)?)
        |(?P<sign>[(),=+]))""",
    re.VERBOSE,
)
_BARE = re.compile(r"[A-Za-z_](?:[\w.:-]*\w)?\Z")
MIX = "mix"


@dataclass(frozen=True)
class ComponentSpec:
    """A component's name, its arguments without a name, and its named parameters in alphabetical order."""

    name: str
    args: tuple[Value, ...] = ()
    params: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, name: str, *args: Value, **params: Value) -> "ComponentSpec":
        """Return a spec with its parameters in order."""
        return cls(name, args, tuple(sorted(params.items())))

    def param_dict(self) -> dict[str, Value]:
        """Return the named parameters as a new dict."""
        return dict(self.params)

    def with_params(self, params: Mapping[str, Value]) -> "ComponentSpec":
        """Return the spec with these parameters added, each replacing one of the same name."""
        return ComponentSpec.of(self.name, *self.args, **{**self.param_dict(), **params})

    @property
    def _is_sum(self) -> bool:
        """Whether it is written with plus signs: a mix of components that are no sums themselves."""
        if self.name != MIX or self.params or len(self.args) < 2:
            return False
        return all(isinstance(arg, ComponentSpec) and not arg._is_sum for arg in self.args)

    def __str__(self) -> str:
        if self._is_sum:
            return "+".join(format_value(arg) for arg in self.args)
        inner = [format_value(arg) for arg in self.args]
        inner += [f"{key}={format_value(value)}" for key, value in self.params]
        return f"{self.name}({', '.join(inner)})" if inner else self.name


def format_value(value: Value) -> str:
    """Return a value as it is written in a spec.

    Examples
    --------
    >>> format_value(True), format_value(0.5), format_value("use"), format_value("vectors/a+b.txt")
    ('true', '0.5', 'use', '"vectors/a+b.txt"')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, ComponentSpec):
        return str(value)
    if isinstance(value, str):
        if _BARE.match(value) and value not in ("true", "false"):
            return value
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)


def parse_spec(text: str) -> ComponentSpec:
    """Return the component that a text names.

    Parameters
    ----------
    text : str
        For example ``kim(threshold=0.5)`` or ``use + file("my vectors.txt")``.

    Returns
    -------
    ComponentSpec

    Raises
    ------
    NotationError
        If the text is not in the grammar; the message names the place.

    Examples
    --------
    >>> str(parse_spec("kim( threshold = .5,max_number=3 )"))
    'kim(max_number=3, threshold=0.5)'
    >>> parse_spec("use+minilm").name
    'mix'
    """
    if not isinstance(text, str):
        raise NotationError(f"a component is named by text such as 'kim(threshold=0.5)', not by {text!r}")
    parser = _Parser(text)
    spec = parser.spec()
    parser.expect_end()
    return spec


class _Parser:
    """A recursive-descent parser with one token of look-ahead."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.kind, self.token = "", ""
        self.advance()

    def advance(self) -> None:
        if not self.text[self.place :].strip():
            self.kind, self.token = "end", ""
            return
        match = _TOKEN.match(self.text, self.place)
        if match is None or match.lastgroup is None:
            raise self.error("unexpected sign")
        self.kind, self.token = match.lastgroup, match[match.lastgroup]
        self.place = match.end()

    def error(self, why: str) -> NotationError:
        return NotationError(
            f"cannot read component '{self.text}': {why} near position {self.place}; "
            'write it like name(key=0.5, other=word), and quote paths: file("a b.txt")'
        )

    def take(self, sign: str) -> bool:
        if self.kind == "sign" and self.token == sign:
            self.advance()
            return True
        return False

    def expect_end(self) -> None:
        if self.kind != "end":
            raise self.error(f"'{self.token}' is too much")

    def spec(self) -> ComponentSpec:
        parts = [self.item()]
        while self.take("+"):
            parts.append(self.item())
        return parts[0] if len(parts) == 1 else ComponentSpec(MIX, tuple(parts))

    def item(self) -> ComponentSpec:
        if self.kind != "name":
            raise self.error("a name is missing")
        name = self.token
        self.advance()
        if not self.take("("):
            return ComponentSpec(name)
        args: list[Value] = []
        params: dict[str, Value] = {}
        while not self.take(")"):
            self.argument(args, params)
            if not self.take(",") and not (self.kind == "sign" and self.token == ")"):
                raise self.error("',' or ')' is missing")
        return ComponentSpec.of(name, *args, **params)

    def argument(self, args: list[Value], params: dict[str, Value]) -> None:
        value = self.value()
        if not self.take("="):
            args.append(value)
            return
        if not isinstance(value, str) or not value.isidentifier():
            raise self.error(f"'{value}' is not the name of a parameter")
        if value in params:
            raise self.error(f"parameter '{value}' is given twice")
        params[value] = self.value()

    def value(self) -> Value:
        kind, token = self.kind, self.token
        if kind == "number":
            self.advance()
            return int(token) if re.fullmatch(r"[+-]?\d+", token) else float(token)
        if kind == "quoted":
            self.advance()
            return re.sub(r"\\(.)", r"\1", token[1:-1])
        spec = self.spec()
        if spec.args or spec.params:
            return spec
        return {"true": True, "false": False}.get(spec.name, spec.name)
