"""The folders of grammar, regulations and messages, in a checkout and in an installed package.

The folders `grammar` and `regulations` stand at the top of the project, where a
jurist finds them; the wheel carries copies under `lexludi/_data`.
"""

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def data_folder(name: str) -> Path:
    """The folder `name` (`grammar` or `regulations`): in the wheel, else in the checkout."""
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


def shelf() -> Path:
    """The folder of regulations: `LEXLUDI_SHELF` when set, else the one that comes with us."""
    chosen = os.environ.get("LEXLUDI_SHELF")
    return Path(chosen) if chosen else data_folder("regulations")


def cache_folder() -> Path:
    """The cache folder of compiled grammars and of searches; it may not exist, or not be writable."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "lexludi"
