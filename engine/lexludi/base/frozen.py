"""The decorator `dataclass`, with which frozen dataclasses are made in a quarter of the time.

The standard library compiles six methods for each of them, which took a tenth of a short command. Here one is compiled,
and the others are the same for all. What comes out is a dataclass as ever: `fields`, `replace` and `asdict` know it.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as _dataclass
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar

Made = TypeVar("Made", bound=type)

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, **options: bool) -> Any:
        """The decorator of the standard library, which makes whatever is not `frozen` alone."""
        make = _frozen if options == {"frozen": True} else _dataclass(**options)
        return make if cls is None else make(cls)


def _frozen(cls: Made) -> Made:
    _dataclass(init=False, repr=False, eq=False)(cls)  # its fields, and which of them match by their places
    parts = fields(cls)
    methods = {
        "__init__": _init(parts, hasattr(cls, "__post_init__")),
        "__repr__": _repr([part.name for part in parts if part.repr]),
        "__eq__": _eq([part.name for part in parts if part.compare]),
        "__hash__": _hash([part.name for part in parts if (part.compare if part.hash is None else part.hash)]),
        **_refusing(cls, frozenset(part.name for part in parts)),
    }
    for name, method in methods.items():
        # A class that says itself how it is compared says how it hashes, or hashes by its fields.
        if name not in cls.__dict__ or (name == "__hash__" and cls.__hash__ is None):
            method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
    return cls


class _Factory:
    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _init(parts: Sequence[Field[Any]], has_more: bool) -> Callable[..., None]:
    # The words are names of fields, which are identifiers of this code.
    given: dict[str, Any] = {"_put": object.__setattr__, "_factory": _FACTORY}
    parameters, lines = ["self"], []
    by_name: list[str] = []
    for part in parts:
        name = value = part.name
        if part.default_factory is not MISSING:
            given[f"_make_{name}"] = part.default_factory
            value = f"_make_{name}() if {name} is _factory else {name}" if part.init else f"_make_{name}()"
        default = "" if part.default is MISSING else f"=_default_{name}"
        given[f"_default_{name}"] = part.default
        if part.init:
            words = f"{name}=_factory" if part.default_factory is not MISSING else f"{name}{default}"
            (by_name if part.kw_only else parameters).append(words)
        if part.init or part.default_factory is not MISSING:
            lines.append(f"_put(self, '{name}', {value})")
    lines += ["self.__post_init__()"] if has_more else []
    signature = ", ".join([*parameters, *(["*", *by_name] if by_name else [])])
    body = "\n  ".join(lines or ["pass"])
    made: dict[str, Any] = {}
    exec(f"def make({', '.join(given)}):\n def __init__({signature}):\n  {body}\n return __init__", made)
    init: Callable[..., None] = made["make"](**given)
    init.__annotations__ = {part.name: part.type for part in parts if part.init} | {"return": None}
    return init


def _repr(names: Sequence[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def repr_of(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return repr_of


def _values(names: Sequence[str]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else lambda _: ()


def _eq(names: Sequence[str]) -> Callable[[Any, Any], bool]:
    values = _values(names)

    def is_equal(self: Any, other: Any) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return is_equal


def _hash(names: Sequence[str]) -> Callable[[Any], int]:
    values = _values(names)

    def hash_of(self: Any) -> int:
        return hash(values(self))

    return hash_of


def _refusing(cls: type, names: frozenset[str]) -> dict[str, Callable[..., None]]:
    def assign(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def delete(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    return {"__setattr__": assign, "__delattr__": delete}
