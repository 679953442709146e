"""Registries: how a component is found by name, what its parameters are, and how it is built from a spec."""

import importlib
import inspect
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from cluejam_ai.errors import CluejamError, UnknownNameError
from cluejam_ai.specs import ComponentSpec, Value

T = TypeVar("T")

#: What importing somebody else's module may raise.
FOREIGN_ERRORS = (
    ImportError,
    AttributeError,
    SyntaxError,
    NameError,
    TypeError,
    ValueError,
    RuntimeError,
    ArithmeticError,
    LookupError,
    OSError,
    SystemExit,
    CluejamError,
)
C = TypeVar("C", bound=Callable[..., Any])
_REQUIRED = inspect.Parameter.empty


@dataclass(frozen=True)
class Entry(Generic[T]):
    """What a registry knows of one component."""

    name: str
    factory: Callable[..., T]

    @property
    def summary(self) -> str:
        """The first line of the component's docstring."""
        return (inspect.getdoc(self.factory) or "").partition("\n")[0]

    @property
    def source(self) -> str:
        """Whose idea it is, up to the year, from the docstring's ``Source:``; empty where it names none."""
        text = " ".join((inspect.getdoc(self.factory) or "").split())
        _, _, told = text.partition("Source: ")
        found = re.match(r".*?\b(?:19|20)\d\d\b", told)
        name = found.group() if found else told.partition(". ")[0].rstrip(".")
        return name + ")" * (name.count("(") - name.count(")"))

    def defaults(self) -> dict[str, Value]:
        """Return the keyword parameters that have a default, and it, read from the signature."""
        return {key: value for key, value in self._keywords().items() if value is not _REQUIRED}

    def required(self) -> list[str]:
        """Return the keyword parameters without a default, which every spec has to give."""
        return [key for key, value in self._keywords().items() if value is _REQUIRED]

    def _keywords(self) -> dict[str, Any]:
        parameters = inspect.signature(self.factory).parameters.values()
        return {p.name: p.default for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY}


class Registry(Generic[T]):
    """Components of one kind by name.

    Parameters
    ----------
    kind : str
        What one of them is called in a message: "spymaster", "guesser", "embedding".
    entry_point_group : str, optional
        Group of entry points through which other packages add modules; they are imported when first needed.
    """

    def __init__(self, kind: str, entry_point_group: str | None = None) -> None:
        self.kind = kind
        self._entries: dict[str, Entry[T]] = {}
        self._group = entry_point_group
        self._loaded = entry_point_group is None

    def register(self, name: str) -> Callable[[C], C]:
        """Return a decorator that makes a class or function known under a name.

        Raises
        ------
        CluejamError
            If something else has the name already.
        """

        def decorate(factory: C) -> C:
            known = self._entries.get(name)
            if known is not None and _identity(known.factory) != _identity(factory):
                raise CluejamError(f"two {self.kind}s are called '{name}'; rename one of them")
            self._entries[name] = Entry(name, factory)
            return factory

        return decorate

    def names(self) -> list[str]:
        """Return all known names in alphabetical order."""
        self._load_entry_points()
        return sorted(self._entries)

    def entry(self, name: str) -> Entry[T]:
        """Return what is known by a name; ``module:Class`` is imported.

        Raises
        ------
        UnknownNameError
            If nothing has the name.
        """
        self._load_entry_points()
        if ":" in name:
            return Entry(name, self._import(name))
        if name not in self._entries:
            raise UnknownNameError(self.kind, name, self._entries)
        return self._entries[name]

    def resolve(self, spec: ComponentSpec, extra: Mapping[str, Value] | None = None) -> ComponentSpec:
        """Return the canonical spec: checked, with every default filled in, in order.

        Parameters
        ----------
        spec : ComponentSpec
            What the user wrote.
        extra : mapping, optional
            Further parameters and their defaults that every component of this kind takes.

        Raises
        ------
        UnknownNameError
            For an unknown name or parameter.
        CluejamError
            For a value of another type than the default's.
        """
        entry = self.entry(spec.name)
        defaults = {**entry.defaults(), **(extra or {})}
        known = {**dict.fromkeys(entry.required()), **defaults}
        for key, value in spec.params:
            if key not in known:
                raise UnknownNameError(f"parameter of {self.kind} '{spec.name}':", key, known)
            _check_type(self.kind, spec.name, key, value, known[key])
        given = {key: _as_default(value, known[key]) for key, value in spec.params}
        return ComponentSpec.of(spec.name, *spec.args, **{**defaults, **given})

    def canonical(self, spec: ComponentSpec, extra: Mapping[str, Value] | None = None) -> ComponentSpec:
        """Return the spec that names a component: checked, without parameters that equal their default.

        Leaving defaults out keeps a component's name, and with it its random numbers, when a later version
        adds a parameter. The `extra` parameters of this kind are always part of the name.
        """
        resolved = self.resolve(spec, extra)
        defaults = self.entry(spec.name).defaults()
        told = {k: v for k, v in resolved.params if k not in defaults or v != defaults[k]}
        return ComponentSpec.of(spec.name, *spec.args, **told)

    def build(self, spec: ComponentSpec, *resources: object) -> T:
        """Return a new component; `resources` come before the spec's own arguments."""
        resolved = self.resolve(spec)
        factory = self.entry(spec.name).factory
        try:
            inspect.signature(factory).bind(*resources, *resolved.args, **resolved.param_dict())
        except TypeError as error:
            raise CluejamError(f"cannot build {self.kind} '{spec}': {error}") from None
        return factory(*resources, *resolved.args, **resolved.param_dict())

    def _import(self, name: str) -> Callable[..., T]:
        module_name, _, attribute = name.partition(":")
        try:
            factory: Callable[..., T] = getattr(importlib.import_module(module_name), attribute)
        except FOREIGN_ERRORS as error:
            raise CluejamError(
                f"cannot load {self.kind} '{name}': {type(error).__name__}: {error} (is it on PYTHONPATH?)"
            ) from error
        if not callable(factory):
            raise CluejamError(f"cannot load {self.kind} '{name}': it is not a class or function")
        return factory

    def _load_entry_points(self) -> None:
        if not self._loaded:
            self._loaded = True
            for point in entry_points(group=self._group or ""):
                try:
                    point.load()
                except FOREIGN_ERRORS as error:
                    # a package that is broken must not break the others
                    message = f"the {self.kind}s of '{point.value}' are left out: {error!r}"
                    warnings.warn(message, RuntimeWarning, stacklevel=2)


def _identity(factory: Callable[..., Any]) -> tuple[str, str]:
    return factory.__module__, factory.__qualname__


def _check_type(kind: str, name: str, key: str, value: Value, default: Any) -> None:
    kinds: dict[type, tuple[type, ...]] = {float: (float, int), str: (str, ComponentSpec)}
    wanted = kinds.get(type(default), (type(default),))
    fits = isinstance(value, wanted) and isinstance(value, bool) == isinstance(default, bool)
    if default is not None and not fits and not isinstance(default, ComponentSpec):
        says = {bool: "true or false", int: "a whole number", float: "a number"}
        expected = says.get(type(default), "a word")
        raise CluejamError(f"{kind} '{name}': {key}={value} is not {expected} (default {default})")


def _as_default(value: Value, default: Any) -> Value:
    return float(value) if isinstance(default, float) and isinstance(value, int) else value
