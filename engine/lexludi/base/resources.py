"""The folders of grammar, regulations, pages and messages, in a checkout and in an installed package.

The folders `grammar`, `regulations` and `site` stand at the top of the project, where a
jurist finds them; the wheel carries copies of what is needed under `lexludi/_data`.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent

# The name of the shelf that comes with us, and the group of entry points by which packages bring others.
OUR_SHELF, SHELVES = "lexludi", "lexludi.shelves"
_SHELF_VARIABLE = "LEXLUDI_SHELF"


@cache
def data_folder(name: str) -> Path:
    """The folder `name` (`grammar`, `regulations` or `site`): in the wheel, else in the checkout."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent.parent / name


def package_folder() -> Path:
    """The folder of the engine's own sources."""
    return _PACKAGE


def vendored(name: str) -> Path | None:
    """The folder of files of others that `make vendor` fetched into the checkout, if it did."""
    folder = _PACKAGE.parent.parent / "build" / "vendor" / name
    return folder if folder.is_dir() else None


def messages_folder() -> Path:
    """The folder of the message catalogues, one `.po` file per language."""
    return _PACKAGE / "base" / "messages"


def shelves() -> tuple[Path, ...]:
    """The folders of regulations; of works of one name on several, that on the first is meant.

    They are those that `LEXLUDI_SHELF` names, separated as in `PATH`; else the one that
    comes with us, and those of installed packages.
    """
    return chosen_shelves() or tuple(installed_shelves().values())


def chosen_shelves() -> tuple[Path, ...]:
    """The shelves that somebody chose, by `LEXLUDI_SHELF` or `shelves_chosen`; none where nobody did."""
    chosen = os.environ.get(_SHELF_VARIABLE, "")
    return tuple(Path(folder) for folder in chosen.split(os.pathsep) if folder)


@cache
def installed_shelves() -> dict[str, Path]:
    """The shelves of installed packages by name, ours first.

    An entry point of the group `lexludi.shelves` names the package that the folder is.
    It is looked up, not run.
    """
    by_name = {OUR_SHELF: data_folder("regulations")}
    for entry in sorted(entry_points(group=SHELVES), key=lambda entry: entry.name):
        with suppress(ImportError):
            spec = find_spec(entry.value)
            for folder in (spec.submodule_search_locations or ()) if spec else ():
                by_name.setdefault(entry.name, Path(folder))
    return by_name


@contextmanager
def shelves_chosen(folders: Iterable[Path]) -> Iterator[None]:
    """Have `shelves` give some folders, here and in processes that are started from here."""
    before = os.environ.get(_SHELF_VARIABLE)
    os.environ[_SHELF_VARIABLE] = os.pathsep.join(map(str, folders))
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SHELF_VARIABLE]
        else:
            os.environ[_SHELF_VARIABLE] = before


def cache_folder() -> Path:
    """The cache folder of compiled grammars and of searches; it may not exist, or not be writable."""
    # By the specification of the variable a relative path counts as none: there would be a cache in every folder.
    if (base := Path(os.environ.get("XDG_CACHE_HOME", ""))).is_absolute():
        return base / "lexludi"
    try:
        return Path.home() / ".cache" / "lexludi"
    except RuntimeError:
        # A user without a home, as in containers: below this nothing can be kept, and whoever tries is told so.
        return Path(os.devnull) / "lexludi"
