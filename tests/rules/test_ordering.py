"""Lists whose order means something, and those in which it is only that of words: every kind, by hand."""

import re

import pytest

from lexludi.base.resources import data_folder
from lexludi.base.source import Source
from lexludi.diff.comparing import compare as differences
from lexludi.diff.edits import op_of
from lexludi.diff.sides import Side
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, GlossaryEntry, make_glossary
from lexludi.language.grammar import constructs
from lexludi.language.phrases import LANGUAGES
from lexludi.law.agreement import LoadedText, compare
from lexludi.rules.lowering import lower
from lexludi.rules.ordering import FIRST_COUNTS, ORDERED_IN, ORDERED_LISTS, UNORDERED_IN, UNORDERED_LISTS

TERMS = (
    "rank suit number ace spades hearts card die dealer player ante side late raise check fold bet yes no house doubt "
    "low flush run runs pair high front back joker seated standing"
)
FIRST = """\
regulation: invented
invented example, not law.

Article 1 Material
  “rank”, from high to low: 3, 2 and “ace”.
  “suit”, from high to low: “spades” and “hearts”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  “side” is a bet.
  “late” is a bet.

"""
PACK = "material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.\n  "
SET = "material: 1 set of “card”, each with 2 of “ace”, 3 of 2 and 2 of 3.\n  "
ROWS = "each hand belongs to the first category that fits, from high to low:\n1.\n  "
DIVIDES = "\n  “player” divides the hand into 1 for “front” and 2 for “back”, each in turn as high as it can be."

# Of each kind of list: the same in another order.
ALIKE = {
    "alternatives of a choice": (
        "“player” with “ante” chooses to “raise”, “check” or “fold”.",
        "“player” with “ante” chooses to “fold”, “raise” or “check”.",
    ),
    "alternatives of a choice put again": (
        "“player” with “ante” repeatedly chooses to “raise” or “check”, until the total of “player” is 3.",
        "“player” with “ante” repeatedly chooses to “check” or “raise”, until the total of “player” is 3.",
    ),
    "numbers": (
        "when the total of “player” is 2, 3 through 5 or 7, then “ante” loses.",
        "when the total of “player” is 7, 2 or 3 through 5, then “ante” loses.",
    ),
    "bets of one effect": ("“ante” and “side” pay 1 to 1.", "“side” and “ante” pay 1 to 1."),
    "bets of a commission": (
        "from the winnings of “ante” and “side” a commission of 5% is taken.",
        "from the winnings of “side” and “ante” a commission of 5% is taken.",
    ),
    "bets of a prohibition": (
        "“player” must not “bet” on “ante” and “side”.",
        "“player” must not “bet” on “side” and “ante”.",
    ),
    "bets of a bound": (
        "the stake of “ante” and “side” must be from 1 through 5.",
        "the stake of “side” and “ante” must be from 1 through 5.",
    ),
    "bets of a window": (
        "bets on “side” and “late” are accepted, up to the stake of “ante”.",
        "bets on “late” and “side” are accepted, up to the stake of “ante”.",
    ),
    "copies of a set": (SET, "material: 1 set of “card”, each with 3 of 2, 2 of 3 and 2 of “ace”."),
    "sectors": (
        "material: 1 “die”, showing one of 1 sector with 2 and 3 sectors with 3.",
        "material: 1 “die”, showing one of 3 sectors with 3 and 1 sector with 2.",
    ),
    "scales of a pack": (PACK, PACK.replace("“rank” and “suit”", "“suit” and “rank”")),
    "items that count": ("“ace” and 2 count 1 or 4.", "2 and “ace” count 4 or 1."),
    "members of a set": ("“low” comprises “ace” and 2.", "“low” comprises 2 and “ace”."),
    "groups, and items of a group": (
        "“house”, groups of “rank”: “ace”-2 and 2-3.",
        "“house”, groups of “rank”: 3-2 and 2-“ace”.",
    ),
    "items of a run": (
        "“run”, runs of “rank” from high to low: 3-2-“ace”.",
        "“run”, runs of “rank” from high to low: “ace”-2-3.",
    ),
    "one of several items": (
        "when “player” shows 2 or 3, then “ante” loses.",
        "when “player” shows 3 or 2, then “ante” loses.",
    ),
    "items named with a category": (
        "when the hand of “player” is worth at least “pair” with 3 and 2, then “ante” loses.",
        "when the hand of “player” is worth at least “pair” with 2 and 3, then “ante” loses.",
    ),
    "categories of a wild object": (
        "“joker” may stand for any “card”, even one that the hand has, where the hand is then “flush” or “run”.",
        "“joker” may stand for any “card”, even one that the hand has, where the hand is then “run” or “flush”.",
    ),
    "answers of a reading": (
        "reading “doubt”: “yes” or “no”; default “no”; because: reason",
        "reading “doubt”: “no” or “yes”; default “no”; because: reason",
    ),
    "choices of an option with a default": (
        "house option “house”: “yes” or “no”; default “no”.",
        "house option “house”: “no” or “yes”; default “no”.",
    ),
    "a default that is the first choice": (
        "house option “house”: “yes” or “no”; default “yes”.",
        "house option “house”: “yes” or “no”.",
    ),
    "statuses after the first": (
        "each “player” is either “standing”, “seated” or “high”.",
        "each “player” is either “standing”, “high” or “seated”.",
    ),
    "numbers of a row": (
        "“ante” pays by the total of “player”:\n1.\n  2 and 3 2 to 1.",
        "“ante” pays by the total of “player”:\n1.\n  3 and 2 2 to 1.",
    ),
    "provisions that another prevails over": (
        "prevails over article 1 and article 2.",
        "prevails over article 2 and article 1.",
    ),
    "bets of effects upon a choice": (
        "upon “fold”: “ante” loses; “side” and “late” lose half; turn ends.".replace("turn ends", "the turn ends"),
        "upon “fold”: “ante” loses; “late” and “side” lose half; turn ends.".replace("turn ends", "the turn ends"),
    ),
    "numbers that are added": (
        "when the sum of the total of “player” and the total of “dealer” is 4, then “ante” loses.",
        "when the sum of the total of “dealer” and the total of “player” is 4, then “ante” loses.",
    ),
    "the sides of an equation": (
        "when the total of “player” is equal to the total of “dealer”, then “ante” loses.",
        "when the total of “dealer” is equal to the total of “player”, then “ante” loses.",
    ),
    "groups of those alike": (
        "when the hand of “player” is such that 3 are of the same “rank” and 2 others of another, then “ante” loses.",
        "when the hand of “player” is such that 2 are of the same “rank” and 3 others of another, then “ante” loses.",
    ),
    "what counts, of one scale": ("“ace” counts 1.\n  2 counts 3.", "2 counts 3.\n  “ace” counts 1."),
}

# Of each kind of list with an order: another order, which says something else.
OTHERWISE = {
    "items of a scale": ("“number”, from high to low: 3, 2 and 1.", "“number”, from high to low: 2, 3 and 1."),
    "runs": (
        "“run”, runs of “rank” from high to low: 3-2 and 2-“ace”.",
        "“run”, runs of “rank” from high to low: 2-“ace” and 3-2.",
    ),
    "categories": (
        f"{ROWS}“flush”: all are of the same “suit”.\n  “run”: they form a “runs”.",
        f"{ROWS}“run”: they form a “runs”.\n  “flush”: all are of the same “suit”.",
    ),
    "keys": (
        f"{ROWS}“flush”: all are of the same “suit”; compared by: the total; the “rank” of each card, highest first.",
        f"{ROWS}“flush”: all are of the same “suit”; compared by: the “rank” of each card, highest first; the total.",
    ),
    "bets that are settled": ("settle “ante” and “side”.", "settle “side” and “ante”."),
    "bets of a score": ("the score records “ante” and “side”.", "the score records “side” and “ante”."),
    "recipients": (
        "deal to “dealer”, and then each “player”, one “card” at a time, face up, until each has two.",
        "deal to each “player”, and then “dealer”, one “card” at a time, face up, until each has two.",
    ),
    "portions": (
        "“player” with “ante” divides the hand into 1 for “front” and 2 for “back”.",
        "“player” with “ante” divides the hand into 2 for “back” and 1 for “front”.",
    ),
    "what is named in turn": (
        "“late” is a bet that names one “rank” and one “suit”.",
        "“late” is a bet that names one “suit” and one “rank”.",
    ),
    "effects": (
        "upon “raise”: the stake of “ante” is doubled; an amount equal to the stake of “ante” is put on “side”.",
        "upon “raise”: an amount equal to the stake of “ante” is put on “side”; the stake of “ante” is doubled.",
    ),
    "choices of an option without a default": (
        "house option “house”: “yes” or “no”.",
        "house option “house”: “no” or “yes”.",
    ),
    "the first status": (
        "each “player” is either “standing” or “seated”.",
        "each “player” is either “seated” or “standing”.",
    ),
    "steps": ("settle “ante”.\n  settle “side”.", "settle “side”.\n  settle “ante”."),
    "the sides of a comparison": (
        "when the total of “player” is higher than the total of “dealer”, then “ante” loses.",
        "when the total of “dealer” is higher than the total of “player”, then “ante” loses.",
    ),
    # Of the ace of spades the first of the two sentences holds.
    "what counts, of two scales": (
        f"{PACK}“ace” counts 1.\n  “spades” counts 3.",
        f"{PACK}“spades” counts 3.\n  “ace” counts 1.",
    ),
    # Of ways to divide a hand that rank alike it is that of the objects which the material lists first.
    "copies of a set that is divided": (
        f"{SET}{DIVIDES}",
        f"{SET}{DIVIDES}".replace("2 of “ace”, 3 of 2", "3 of 2, 2 of “ace”"),
    ),
    "another number of copies": (SET, SET.replace("2 of “ace”, 3 of 2", "3 of “ace”, 2 of 2")),
    "other numbers": (
        "when the total of “player” is 2 or 3, then “ante” loses.",
        "when the total of “player” is 2 or 4, then “ante” loses.",
    ),
    "other alternatives": (
        "“player” with “ante” chooses to “raise” or “check”.",
        "“player” with “ante” chooses to “raise” or “fold”.",
    ),
}


def terms() -> Glossary:
    return make_glossary(GlossaryEntry(word, dict.fromkeys(LANGUAGES, (word,)), "") for word in TERMS.split())


def read(sentences: str) -> LoadedText:
    source = Source("1.en.ludi", "en", f"{FIRST}Article 2 Rules\n  {sentences.rstrip()}\n")
    document, faults = build(source)
    assert document is not None
    assert not faults, [f.code for f in faults]
    # By itself a sentence is no game: what else that needs is not asked for here.
    rules, found = lower(document, terms(), source)
    assert not [d.args for d in found if d.code == "unknown-term"]
    return LoadedText(rules, source)


@pytest.mark.parametrize("name", ALIKE)
def test_another_order_of_what_has_none_is_no_divergence(name: str) -> None:
    one, two = map(read, ALIKE[name])
    assert one.rules.statements != two.rules.statements
    assert list(compare(one, two)) == []


@pytest.mark.parametrize("name", OTHERWISE)
def test_another_order_of_what_has_one_is_a_divergence(name: str) -> None:
    one, two = map(read, OTHERWISE[name])
    assert [d.code for d in compare(one, two)] == ["undeclared-divergence"]


def edits(pair: tuple[str, str]) -> set[str]:
    texts = map(read, pair)
    one, two = (
        Side("", t.rules.document, t.rules, {p.id: p.default for p in t.rules.parameters.values()}) for t in texts
    )
    return {op_of(edit) for edit in differences(one, two, ("rules",)).rules or ()}


@pytest.mark.parametrize("name", ALIKE)
def test_another_order_of_what_has_none_is_no_change_of_rules(name: str) -> None:
    # Of a condition it is told that the same is said in another way.
    assert edits(ALIKE[name]) <= {"condition-equivalent"}


@pytest.mark.parametrize("name", OTHERWISE)
def test_another_order_of_what_has_one_is_a_change_of_rules(name: str) -> None:
    assert edits(OTHERWISE[name]) - {"condition-equivalent"}


def test_of_every_list_it_is_said_whether_it_has_an_order() -> None:
    """Every list of the grammar, by its kind or by the construct that it is a part of."""
    structure = (data_folder("grammar") / "structure.lark").read_text("utf-8")
    kinds = set(re.findall(r"^(\w+): \w+ \(\w+ \w+\)[*+]$", structure, re.MULTILINE))
    assert len(kinds) == 20
    by_kind = ORDERED_LISTS | UNORDERED_LISTS
    assert not ORDERED_LISTS & UNORDERED_LISTS
    assert by_kind <= kinds
    decided = (ORDERED_IN, UNORDERED_IN, FIRST_COUNTS)
    having = {name for name, parts in constructs().items() if {p.strip("[]") for p in parts} & (kinds - by_kind)}
    assert having == frozenset().union(*decided)
    assert len(having) == sum(map(len, decided))
