"""Texts of the tests and of the shelf with fewer objects, so that every round can be gone through."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from lexludi.base.resources import shelves

CORPUS = Path(__file__).parent / "corpus" / "valid"


def changed(text: Path, changes: Iterable[tuple[str, str]], folder: Path) -> Path:
    """A copy of a text with some phrases replaced, each of which it must hold once; with its glossaries."""
    written = text.read_text("utf-8")
    for old, new in changes:
        assert written.count(old) == 1, old
        written = written.replace(old, new)
    home = folder / text.parent.name
    home.mkdir()
    shutil.copy(shelves()[0] / "glossary.toml", folder)
    shutil.copy(text.parent / "glossary.toml", home)
    (home / text.name).write_text(written, "utf-8")
    return home / text.name


def drawing(folder: Path, ranks: tuple[str, ...]) -> Path:
    """Drawing to twenty-one with aces, kings and numbers only, four of each rank."""
    quoted = [rank if rank.isdigit() else f"“{rank}”" for rank in ranks]
    return changed(
        CORPUS / "draw-to-total" / "1.en.ludi",
        (
            ("“ace”, “king”, “queen”, “jack”, 10, 9, 8, 7, 6, 5, 4, 3 and 2", _listed(quoted)),
            ("52 in each", f"{4 * len(ranks)} in each"),
            ("“king”, “queen”, “jack” and 10 count 10.", "“king” counts 10."),
            *(() if "ace" in ranks else (("  “ace” counts 1 or 11.\n", ""),)),
        ),
        folder,
    )


def q_poker(folder: Path, suits: int = 3) -> Path:
    """Q Poker with aces, kings, queens, threes and twos of some suits, and the two runs that they form."""
    names = [f"“{suit}”" for suit in ("spades", "hearts", "clubs", "diamonds")[:suits]]
    runs = "“K”-“Q”-“J”, “Q”-“J”-10, “J”-10-9, 10-9-8, 9-8-7, 8-7-6, 7-6-5, 6-5-4, 5-4-3, 4-3-2 and “A”-2-3"
    return changed(
        shelves()[0] / "mo" / "q-poker" / "2005-01-18.en.ludi",
        (
            ("“spades”, “hearts”, “clubs” and “diamonds”.", f"{_listed(names)}."),
            ("“A”, “K”, “Q”, “J”, 10, 9, 8, 7, 6, 5, 4, 3 and 2.", "“A”, “K”, “Q”, 3 and 2."),
            (f", {runs}", " and “A”-2-3"),
            ("; 52 in each", f"; {5 * suits} in each"),
        ),
        folder,
    )


def q_poker_without_pairs(folder: Path) -> Path:
    """Q Poker that does not say what pair plus pays for a pair: a gap that one hand in six reaches."""
    shorter = [("  “pair” 1 to 1.\n", "  introduces the provisions below.\n")]
    return changed(shelves()[0] / "mo" / "q-poker" / "2005-01-18.en.ludi", shorter, folder)


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
