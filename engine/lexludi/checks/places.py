"""Places of texts as a command names them: files, folders, works, works on a day; by the folder of their work."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.errors import UnknownWork
from lexludi.base.resources import shelves
from lexludi.base.source import NOWHERE, Source
from lexludi.law.files import (
    AMENDMENTS,
    SUFFIX,
    folder_named,
    folder_of,
    folders_of_works,
    name_of,
    on_shelves,
    without_language,
    works,
)

# A work is a folder; a text is a file, or a work on a day, as named.
Place = str | Path


def homes_of(paths: list[str]) -> dict[Path, tuple[Place, ...]]:
    """Texts at some paths, by the folder of the work; of the whole shelf when there are none.

    Raises:
        UnknownWork: a path is none of a text, a folder or a work.
    """
    homes: dict[Path, dict[Place, None]] = {}
    for place in on_shelves().values() if not paths else [p for name in paths for p in _places(name)]:
        folder = place if isinstance(place, Path) else _home(place)
        home = folder.parent if folder.name == AMENDMENTS else folder
        homes.setdefault(home.resolve(), {})[place] = None
    return {home: tuple(places) for home, places in homes.items()}


def _places(name: str) -> list[Place]:
    if "@" in name or name.endswith(SUFFIX):
        return [name]
    folder = folder_named(name)
    if folder and (inner := folders_of_works(folder)):
        return list(inner)
    raise UnknownWork("unknown-work", name=name, known=tuple(works()))


def _home(name: str) -> Path:
    """The folder of the work of a text."""
    plain = name if Path(name).is_file() else name.partition("@")[0]
    return Path(plain).parent if plain.endswith(SUFFIX) else folder_of(plain)


def file_without_language(paths: list[str]) -> Iterator[Diagnostic]:
    """A file at or below some folders (those of the shelf, if there are none) that is passed over for its name."""
    folders = [folder_named(name) for name in paths] if paths else shelves()
    for file in dict.fromkeys(file for folder in folders if folder for file in without_language(folder)):
        label = Label(Source(name_of(file), "", ""), NOWHERE)
        yield error("file-without-language", label, hints=[Hint("name-the-language")], name=file.name)


def identifier_of_another(texts: Iterable[tuple[str, str, str]]) -> Iterator[Diagnostic]:
    """An identifier that an earlier work has too, once for each work; of texts by their file, work and identifier."""
    first: dict[str, str] = {}
    told: set[str] = set()
    for name, work, identifier in texts:
        # One instrument may amend several works.
        if not identifier or Path(name).parent.name == AMENDMENTS:
            continue
        other = first.setdefault(identifier, work)
        if work not in {other, *told}:
            told.add(work)
            yield error("identifier-of-another", Label(Source(name, "", ""), NOWHERE), text=identifier, work=other)
