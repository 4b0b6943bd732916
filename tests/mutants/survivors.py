"""Survivors that are accepted: mutants that no test notices, because nothing can be noticed, or nothing need be."""

import tomllib
from pathlib import Path

FILE = Path(__file__).parent / "survivors.toml"

Change = tuple[str, str, str]


def accepted() -> dict[Change, str]:
    """The reason of each, by its module, its line, and what would stand there."""
    rows = tomllib.loads(FILE.read_text("utf-8")).get("survivor", [])
    return {(row["module"], row["before"], row["after"]): row["reason"] for row in rows}
