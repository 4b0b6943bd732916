"""Simplified characters replaced by Traditional ones as Hong Kong and Macau write them, by OpenCC, each listed."""

from dataclasses import replace

from lexludi.exchange.characters import Mend
from lexludi.exchange.documents import RawLine, UnreadableDocument


def traditional_lines(lines: list[RawLine]) -> tuple[list[RawLine], list[Mend]]:
    """The lines in Traditional characters, and each replaced character.

    Raises:
        UnreadableDocument: OpenCC is missing.
    """
    try:
        from opencc import OpenCC
    except ImportError:
        raise UnreadableDocument("script-extra-missing") from None
    convert = OpenCC("s2hk").convert
    out, mends = [], []
    for line in lines:
        text = convert(line.text)
        mends += [
            Mend("script", line.place, before, after)
            for before, after in zip(line.text, text, strict=False)
            if before != after
        ]
        out.append(replace(line, text=text))
    return out, mends
