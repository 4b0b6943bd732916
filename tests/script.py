"""Simplified and Traditional Chinese as OpenCC tells them apart: an oracle for texts and for tables of characters."""

from functools import cache

import opencc

# Characters of both scripts, for which OpenCC expects rarer ones of the Traditional:
# 佣金, 只能, 局限, 核准, 集群, and 一出版 (as if 一齣).
_OF_BOTH = frozenset("佣只局核准群出")

# The Chinese characters of Unicode, without those that only repeat others for compatibility.
_HAN = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0x20000, 0x33479))


@cache
def _converter(kind: str) -> opencc.OpenCC:
    return opencc.OpenCC(kind)


def simplified(text: str) -> set[str]:
    """The characters of a text that Traditional script writes otherwise in their place."""
    traditional = _converter("s2t").convert(text)
    return {a for a, b in zip(text, traditional, strict=True) if a != b} - _OF_BOTH


def simplified_forms() -> dict[str, str]:
    """The Simplified form of each Traditional character that has another, by code point."""
    every = "".join(chr(code) for first, last in _HAN for code in range(first, last + 1))
    convert = _converter("t2s").convert
    return {char: form for char in every if (form := convert(char)) != char}
