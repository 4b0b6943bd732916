"""Generated texts and generated amendments: what diff finds between any two dates is what was declared."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from following import Line, at_first, expected_rules, expected_words, followed, remembered
from lexludi.diff.comparing import compare
from lexludi.diff.edits import apply
from lexludi.diff.entries import entries
from lexludi.diff.finding import rule_edits
from lexludi.diff.sides import read_side
from lexludi.language.builder import build
from lexludi.law.history import History
from lexludi.law.loader import read_source, text_file
from test_diff_history import found_rules, found_words
from test_history import DAY, amendment, shelf_of

ARTICLES = 4
GLOSSARY = "\n".join(f'[bet-{n}]\nen = ["bet {n}"]\n' for n in range(40))


@dataclass
class Draft:
    """A text while amendments to it are made up: articles and their numbers, each with what it says."""

    draw: st.DrawFn
    serial: int = 0
    articles: dict[str, list[str]] = field(default_factory=dict)
    said: dict[str, int] = field(default_factory=dict)

    def body(self, place: str, *, again: bool = False) -> str:
        """Words that no other provision has, and what the bet of the provision pays; `again`: much the same words."""
        if not again:
            self.serial += 1
            self.said[place] = self.serial
        said = self.said[place]
        last = f"v{self.draw(st.integers(0, 3))}" if again else "v9"
        words = " ".join(f"w{said}{letter}" for letter in "abcdefgh")
        return f"  | {words} {last}\n  “bet {said}” is a bet.\n  “bet {said}” pays {self.draw(st.integers(1, 3))} to 1."

    def first(self) -> str:
        """The text as it was published."""
        parts = ["regulation: invented\ninvented example, not law.\n"]
        for n in map(str, range(1, ARTICLES + 1)):
            parts.append(f"\nArticle {n} Of {n}\n{self.body(n)}\n")
            self.articles[n] = [str(k + 1) for k in range(self.draw(st.integers(0, 2)))]
            parts += [f"{k}.\n{self.body(f'{n}.{k}')}\n" for k in self.articles[n]]
        return "".join(parts)

    def changes(self) -> Iterator[str]:
        """What an instrument changes: some articles, or some of their numbers, each once."""
        if not self.articles:
            return
        there = st.sampled_from(sorted(self.articles))
        for article in self.draw(st.lists(there, unique=True, min_size=1, max_size=3)):
            inner = self.draw(st.sampled_from(["", *self.articles[article]]))
            op = self.draw(st.sampled_from(["replace", "repeal", "insert", "renumber", "reworded"]))
            if op == "reworded":
                yield f"in words not known, article {article}{f', number {inner}' if inner else ''} is changed."
            else:
                yield self.number(op, article, inner) if inner else self.article(op, article)

    def article(self, op: str, n: str) -> str:
        name = f"article {n}"
        if op == "insert":
            new = f"{n}-A" if "-" not in n else f"{n[:-1]}{chr(ord(n[-1]) + 1)}"
            if new not in self.articles and new not in self.said:
                self.articles[new] = []
                return f"insert after {name}:\n{_quoted(f'Article {new} Of {new}', self.body(new))}"
        if op == "renumber":
            self.serial += 1
            new = str(20 + self.serial)
            self.articles[new] = self.articles.pop(n)
            for place in [n, *(f"{n}.{k}" for k in self.articles[new])]:
                self.said[new + place.removeprefix(n)] = self.said[place]
            return f"renumber {name} as article {new}."
        if op == "repeal" or self.articles[n]:
            del self.articles[n]
            return f"repeal {name}."
        return f"replace {name} by:\n{_quoted(f'Article {n} Of {n}', self.body(n, again=True))}"

    def number(self, op: str, n: str, k: str) -> str:
        name = f"article {n}, number {k}"
        if op == "replace":
            return f"replace {name} by:\n{_quoted(f'{k}.', self.body(f'{n}.{k}', again=True))}"
        if op == "repeal":
            self.articles[n].remove(k)
            return f"repeal {name}."
        self.serial += 1
        new = str(100 + self.serial)
        if op == "insert" and k == self.articles[n][-1]:
            self.articles[n].append(new)
            return f"insert after {name}:\n{_quoted(f'{new}.', self.body(f'{n}.{new}'))}"
        self.articles[n].remove(k)
        self.articles[n].append(new)
        self.said[f"{n}.{new}"] = self.said[f"{n}.{k}"]
        return f"renumber {name} as article {n}, number {new}."


def _quoted(head: str, body: str) -> str:
    return "\n".join(f"> {line}" for line in (head, *body.split("\n")))


@st.composite
def drafts(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A text, and the instruments that amend it, one a month."""
    draft = Draft(draw)
    base = draft.first()
    texts = []
    for number in range(1, draw(st.integers(2, 3)) + 1):
        changes = list(draft.changes())
        if changes:
            day = DAY + timedelta(days=30 * number)
            texts.append(amendment(number, *changes, day=f"in force from {day.day} {day:%B} {day.year}."))
    return base, texts


def by_hand(history: History, first: date, last: date) -> tuple[list[Line], list[Line]]:
    document, _ = build(read_source(text_file(history.folder / "1.en.ludi")))
    assert document is not None
    lines = at_first(document)
    start = remembered(lines)
    for instrument in history.instruments:
        if instrument.in_force is not None and instrument.in_force <= last:
            lines = followed(lines, instrument.modifications)
            if instrument.in_force <= first:
                lines = start = remembered(lines)
    return start, lines


@settings(max_examples=60)
@given(drafts())
def test_what_diff_finds_is_what_was_declared(
    tmp_path_factory: pytest.TempPathFactory, draft: tuple[str, list[str]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("work")
    base, texts = draft
    (folder / "glossary.toml").write_text(GLOSSARY, "utf-8")
    history = shelf_of(folder, *texts, base=base)
    sides = {day: read_side(f"{folder}@{day}") for day in history.dates[1:]}
    sides[history.dates[0]] = read_side(f"{folder}@1")
    for day, side in sides.items():
        again = compare(side, side)
        assert (again.words, again.rules) == ((), ()), day
    for first, last in permutations(history.dates, 2):
        found = compare(sides[first], sides[last], ("words", "rules"))
        one, two = sides[first].rules, sides[last].rules
        assert one is not None
        assert two is not None
        assert entries(apply(rule_edits(one, two, found.alignment.eid), one)) == entries(two)
        if first < last:
            lines = by_hand(history, first, last)
            assert found_words(found) == Counter(expected_words(*lines))
            assert found_rules(found) == expected_rules(*lines)
