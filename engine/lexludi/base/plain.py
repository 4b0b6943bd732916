"""Plain data: members that are left out where they have no value, and numbers as exact text."""

from fractions import Fraction
from typing import Any


def given(**members: Any) -> dict[str, Any]:
    """Members that have a value; what is `None`, false, zero or empty is left out."""
    return {name: value for name, value in members.items() if value}


def exactly(number: int | Fraction | None) -> str | None:
    """A number as exact text, `"3/2"`, `"-10"`; none where there is no number."""
    return None if number is None else str(number)
