"""Superscripts and subscripts: a text that stands raised or lowered, in the characters that Unicode has for it."""

import re

_PLAIN = "0123456789+-−=()n"
_RAISED = str.maketrans(_PLAIN, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ")
# Raised letters that mean the same on the line: `1st`, `2.º`, `3.ª`, `4ème`, `n.os`; and marks of notes.
_SAME = re.compile(r"\W*|\.?(?:st|nd|rd|th|[oaºª]s?|er?|[eè]me)", re.IGNORECASE)


def with_raised(text: str, *, lowered: bool = False) -> str | None:
    """A text that stands raised or lowered, as it can stand in a line; nothing where it would be another there."""
    if not lowered and _SAME.fullmatch(text):
        return text
    if all(char in _PLAIN or char.isspace() for char in text):
        return text.translate(_LOWERED if lowered else _RAISED)
    return None
