"""`lexludi doctor`: the machine, versions, shelf and cache that commands work with, and the extras that are there."""

import os
import platform
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lexludi import __version__
from lexludi.base.messages import Catalogue
from lexludi.base.resources import cache_folder, data_folder, shelves
from lexludi.cli.arguments import format_option
from lexludi.cli.command import command
from lexludi.cli.output import write, write_json
from lexludi.law.files import works_under

SCHEMA = "lexludi.doctor/1"

# Extras by name, each with the modules that it brings.
EXTRAS = {
    "fast": ("numba",),
    "cluster": ("distributed",),
    "gym": ("gymnasium",),
    "spiel": ("pyspiel",),
    "arrow": ("nanoarrow",),
    "import": ("opencc", "pdfplumber"),
    "lsp": ("pygls",),
    "mcp": ("mcp",),
    "serve": ("starlette", "uvicorn"),
}


@command
@format_option("text", "json")
def run(words: Catalogue, form: str) -> int:
    """Tell what there is; 1 where the shelf or the grammar is missing."""
    report = examined()
    if form == "json":
        write_json(report)
    else:
        _print(report, words)
    return int(not (any(shelf["works"] for shelf in report["shelves"]) and report["grammar"]["there"]))


def examined() -> dict[str, Any]:
    """The machine, versions, shelf, cache and extras, as plain data (`lexludi.doctor/1`)."""
    cache = cache_folder()
    return {
        "schema": SCHEMA,
        "lexludi": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count() or 1,
        "shelves": [{"folder": str(top), "works": [name for name, _ in works_under(top)]} for top in shelves()],
        "grammar": {"folder": str(data_folder("grammar")), "there": data_folder("grammar").is_dir()},
        "cache": {"folder": str(cache), "writable": _is_writable(cache), "bytes": _size(cache)},
        "packages": _packages(),
        "extras": {extra: all(map(find_spec, modules)) for extra, modules in EXTRAS.items()},
    }


def _packages() -> dict[str, str]:
    """The packages that Lexludi needs, with their versions."""
    try:
        needed = [line for line in requires("lexludi") or () if "extra ==" not in line]
    except PackageNotFoundError:  # run from its sources
        return {}
    # `click>=8.1; python_version < "4"`: the name ends at the first sign that no name has.
    names = ["".join(char if char.isalnum() or char in "-_." else " " for char in line).split()[0] for line in needed]
    return {name: version(name) for name in sorted(names)}


def _is_writable(folder: Path) -> bool:
    """Files can be made in a folder, or in the nearest above it that there is."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    return there.is_dir() and os.access(there, os.W_OK)


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("*") if file.is_file()) if folder.is_dir() else 0


def _print(report: dict[str, Any], words: Catalogue) -> None:
    say = words.say
    write(say("doctor.versions", lexludi=report["lexludi"], python=report["python"]))
    write(say("doctor.machine", system=report["system"], processors=report["processors"]))
    for shelf in report["shelves"]:
        write(say("doctor.shelf", folder=shelf["folder"], works=words.comma.join(shelf["works"]) or "–"))
    write(
        say("doctor.grammar" if report["grammar"]["there"] else "doctor.no-grammar", folder=report["grammar"]["folder"])
    )
    key = "doctor.cache" if report["cache"]["writable"] else "doctor.cache-closed"
    write(say(key, folder=report["cache"]["folder"], bytes=report["cache"]["bytes"]))
    for name, number in report["packages"].items():
        write(f"  {name} {number}")
    for extra, is_there in report["extras"].items():
        modules = words.comma.join(EXTRAS[extra])
        write(say("doctor.extra" if is_there else "doctor.no-extra", extra=extra, module=modules))
