"""Superscripts and subscripts: a text that stands raised or lowered, in the characters that Unicode has for it."""

import re

_PLAIN = "0123456789+-−=()n"
_RAISED = str.maketrans(_PLAIN, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ")
# Raised letters that mean the same on the line behind a number: `1st`, `2.º`, `3.ª`, `4ème`, `n.os`. Behind a word they
# are marks of notes, and would be its end.
_SAME = re.compile(r"[\Wºª]*|[ºª]s")
_OF_NUMBER = re.compile(r"\.?(?:st|nd|rd|th|[oa]s?|er?|[eè]me)", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\d|\bn)\.?$", re.IGNORECASE)


def with_raised(text: str, behind: str, *, lowered: bool) -> str | None:
    """A text that stands raised or lowered behind words, as it can stand in a line; nothing if it would be another."""
    if not lowered and (_SAME.fullmatch(text) or (_OF_NUMBER.fullmatch(text) and _NUMBER.search(behind))):
        return text
    if all(char in _PLAIN or char.isspace() for char in text):
        return text.translate(_LOWERED if lowered else _RAISED)
    return None
