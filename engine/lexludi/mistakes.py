"""Common slips of a transcriber, recognised at the place of a syntax error."""

import re

# (name of the hint, pattern of what stands at the mistake, pattern of what stands before it)
_SLIPS: tuple[tuple[str, str, str], ...] = (
    ("odds-colon", r"\d+ *: *\d+", r""),
    ("missing-stop", r"[\ue001-\ue006]", r"[^.:\s][ \n]*$"),
    ("open-quote", r"«[^»\n]*(\n|$)", r""),
    ("lone-close-quote", r"»", r""),
)


def common_slip(language: str, here: str, before: str) -> str:
    """The name of the slip at the beginning of `here`, or the empty string."""
    for name, at, preceding in _SLIPS:
        if re.match(at, here) and re.search(preceding, before[-200:]):
            return name
    return ""
