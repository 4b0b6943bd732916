"""Published schemas: whether data keep to one, and the places in them that it leaves free."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from lexludi.base.resources import package_folder

FOLDER = package_folder() / "schemas"
# No output has such a value anywhere.
FOREIGN = {"another": [{"form": 1.5}]}
# Trees are no other below than above.
DEEPEST = 12


def schema_names() -> list[str]:
    """The schemas that are there: `odds/1`."""
    return sorted("/".join(p.name.removesuffix(".schema.json").rsplit("-", 1)) for p in FOLDER.iterdir())


@cache
def validator(name: str) -> Draft202012Validator:
    """The schema of a name, itself valid, whose name is the constant that data must carry."""
    schema = json.loads((FOLDER / f"{name.replace('/', '-')}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"] == {"const": f"lexludi.{name}"}
    return Draft202012Validator(schema)


def mistakes(name: str, data: Any) -> list[str]:
    """All that is wrong with data by a schema."""
    return [f"{found.json_path}: {found.message}" for found in validator(name).iter_errors(data)]


def typical(name: str, data: Any) -> Any:
    """The data with so many entries only of each list, and members by an id, that each kind of place is there."""
    few = _few(data, (), _named(name), set())
    assert mistakes(name, few) == []
    return few


def _few(value: Any, place: tuple[str, ...], named: set[str], seen: set[tuple[str, ...]]) -> Any:
    """What a value has, but for lists and objects below it, after its first, whose kinds of places were all seen."""
    seen.add(place)
    if not isinstance(value, dict | list):
        return value
    kept = {}
    for key, below in value.items() if isinstance(value, dict) else enumerate(value):
        there = (*place, key if key in named else "[]")
        if not (kept and key not in named and isinstance(below, dict | list) and _kinds(below, there, named) <= seen):
            kept[key] = _few(below, there, named, seen)
    return kept if isinstance(value, dict) else list(kept.values())


def _kinds(value: Any, place: tuple[str, ...], named: set[str]) -> set[tuple[str, ...]]:
    return {(*place, *(key if key in named else "[]" for key in path)) for path in _paths(value)}


def _named(name: str) -> set[str]:
    """Members that a schema names; all others, eIds above all, are entries like those of a list."""
    return set(_names(validator(name).schema))


def free_places(name: str, data: Any) -> set[str]:
    """The places at which a value of a foreign form, or a member too many, passes; one of each kind is tried."""
    return {place for place, broken in _broken(name, data) if validator(name).is_valid(broken)}


def _broken(name: str, data: Any) -> Iterator[tuple[str, Any]]:
    """The data with one value of another form, then with one member too many, for each kind of place.

    It is the same data each time, changed while it is looked at, and no more of them than show each kind of place.
    """
    data = copy.deepcopy(typical(name, data))
    named, tried = _named(name), set()
    for path in list(_paths(data)):
        place = ".".join(key if key in named else "[]" for key in path)
        if place in tried:
            continue
        tried.add(place)
        found = _at(data, path)
        if path:
            above = _at(data, path[:-1])
            above[path[-1]] = FOREIGN
            yield place, data
            above[path[-1]] = found
        if isinstance(found, dict):
            found["bonus"] = FOREIGN
            yield f"{place}.bonus", data
            del found["bonus"]


def _names(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for below in schema.values():
            yield from _names(below)
    elif isinstance(schema, list):
        for below in schema:
            yield from _names(below)


def _paths(data: Any) -> Iterator[tuple[str | int, ...]]:
    ahead: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    while ahead:
        path, value = ahead.pop()
        yield path
        if len(path) == DEEPEST:
            continue
        if isinstance(value, dict):
            ahead += [((*path, key), below) for key, below in value.items()]
        elif isinstance(value, list):
            # Entries of one list are alike: the first few show the forms that there are.
            ahead += [((*path, place), below) for place, below in enumerate(value[:40])]


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
