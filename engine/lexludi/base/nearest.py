"""Nearest names: those of some known words that a misspelt one may have been meant for."""

from collections.abc import Iterable
from difflib import get_close_matches

# How alike words must be for one to be suggested (difflib's ratio): «play» for «plya», nothing for «frobnicate».
LIKENESS = 0.7


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words most like a word, the nearest first; at most three.

    A name with a path is also found by its last part: «q-pokr» may be meant for `mo/q-poker`.
    """
    names = list(known)
    close = get_close_matches(word.lower(), names, cutoff=LIKENESS)
    if close:
        return close
    last = {name.rpartition("/")[2]: name for name in names}
    return [last[part] for part in get_close_matches(word.lower().rpartition("/")[2], list(last), cutoff=LIKENESS)]
