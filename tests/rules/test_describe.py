"""Rules in words: entries of a rule set as the sentences that declared them, in the order of the machine."""

import pytest

from lexludi.language.nodes import Construct, Number, Sequence, Term
from lexludi.language.printer import Printer
from lexludi.rules.describe import DescribedRule, Ruled, as_written, rulebook, statement
from lexludi.rules.model import (
    BetKind,
    Category,
    Definition,
    Groups,
    ItemSet,
    Parameter,
    Precedence,
    Range,
    Role,
    Rule,
    Runs,
    Scale,
    Slot,
    Status,
    Stock,
    Thrown,
    Upon,
    Worth,
)
from small import rules_of

LOSES = Construct("loses", (Term("ante", "ante"),))
DEALING = Construct("dealing", ())
PAIR = Construct("alike", (Number(2), Term("number", "number")))
KEY = Construct("each_key", (Term("number", "number"),))

# An entry, and the sentence that declares it.
SENTENCES: list[tuple[Ruled, str]] = [
    (Scale("number", ("ace", "10", "9"), "art_1"), "“number”, from high to low: “ace”, 10 and 9."),
    (Runs("run", "number", (("ace", "10"), ("10", "9")), "art_1"),
     "“run”, runs of “number” from high to low: “ace”-10 and 10-9."),
    (Stock("card", 1, ("number", "suit"), 52, "art_1"),
     "material: 1 pack of “card”, each with one for each combination of “number” and “suit”; 52 in each."),
    (Stock("card", "packs", ("number",), None, "art_1"),
     "material: “packs” packs of “card”, each with one for each combination of “number”."),
    (Thrown("die", 3, "face", "art_1"), "material: 3 “die”, each showing one “face”."),
    (Role("dealer", "one"), "there is one “dealer”."),
    (Role("box", "many", 7), "there are 7 “box”."),
    (Role("player", "bettor"), "“player” bets."),
    (Role("player", "bettor", at="box"), "“player” bets at “box”."),
    (Role("player", "bettor", at="box", elsewhere=True), "“player” bets at “box” or elsewhere."),
    (BetKind("ante", (), "art_1"), "“ante” is a bet."),
    (BetKind("guess", (Slot(1, "number"),), "art_1"), "“guess” is a bet that names one “number”."),
    (
        BetKind("nim", (Slot(2, "number", "high"), Slot(1, "number", "low")), "art_1"),
        "“nim” is a bet that names 2 “number” as “high” and one “number” as “low”.",
    ),
    (
        BetKind("sum", (Slot(1, "", "", Range(4, 17)),), "art_1"),
        "“sum” is a bet that names a number from 4 through 17.",
    ),
    (Groups("run", "number", (("1", "2"), ("3", "4")), "art_1"), "“run”, groups of “number”: 1-2 and 3-4."),
    (ItemSet("high", ("1", "seated"), "art_1"), "“high” comprises 1 and “seated”."),
    (Worth(("ace",), (1, 11), "art_1"), "“ace” counts 1 or 11."),
    (Status("player", ("seated", "standing"), "art_1"), "each “player” is either “seated” or “standing”."),
    (Parameter("way", "option", ("shoe", Range(2, 4), Range(9)), "shoe", "art_1"),
     "house option “way”: “shoe”, 2 through 4 or 9 or more; default “shoe”."),
    (Category("pair", PAIR, (), "art_1"), "“pair”: 2 are of the same “number”."),
    (Category("pair", PAIR, (KEY,), "art_1"),
     "“pair”: 2 are of the same “number”; compared by: the “number” of each card, highest first."),
    (Definition("dealer", "high", DEALING, "art_1"), "“dealer” is “high” only if dealing is under way."),
    (Upon("fold", (LOSES, Construct("turn_ends", ())), "art_1"), "upon “fold”: “ante” loses; the turn ends."),
    (Precedence("art_2", "art_1"), "prevails over article 1."),
    (Rule(None, LOSES, ("art_1",)), "“ante” loses."),
    (Rule(DEALING, LOSES, ("art_1",)), "when dealing is under way, then “ante” loses."),
    (Rule(None, LOSES, ("art_1",), fallback=True), "in every other case, “ante” loses."),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "sentence"), SENTENCES, ids=[type(entry).__name__ for entry, _ in SENTENCES])
def test_an_entry_is_the_sentence_that_declares_it(entry: Ruled, sentence: str) -> None:
    printed = Printer("en", lambda term: term.id, own=False).node(statement(entry))
    assert f"{printed}." == sentence


def test_of_a_doubt_the_values_are_told_and_not_the_reason() -> None:
    doubt = Parameter("way", "reading", (1, 2), 1, "art_1", "for want of another")
    assert statement(doubt) == statement(Parameter("way", "option", (1, 2), 1, "art_9"))


@pytest.mark.parametrize("op", ["param_is", "status_is"])
def test_a_test_of_a_parameter_or_a_status_is_the_phrase_that_was_written(op: str) -> None:
    parts = (Term("way", "way"), Term("shoe", "shoe"))
    assert as_written(Construct(op, parts)) == Construct("term_is", parts)


def test_nothing_else_is_another_phrase_as_it_was_written() -> None:
    for node in (LOSES, Term("way", "way"), Sequence("terms", (Term("way", "way"),))):
        assert as_written(node) == node


# ── The rulebook ────────────────────────────────────────────────────────────

TEXT = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  reading “way”: 1 or 2; default 1; because: it is the plainer.
  house option “pace”: 3 or more; default 5.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “number”.
Article 3
1)
  bets are accepted.
2)
  settle “ante”.
Article 4
  “ante” loses.
  when “slip” happens, then the round stands.
  “player” must not “leave”.
  upon “fold”: “ante” loses.
  “dealer” is “high” only if the hand of “dealer” is “pair”.
Article 5
  when dealing is under way, then “ante” is returned.
  prevails over article 4.
"""


def test_the_rulebook_has_every_rule_by_kind_with_its_provisions() -> None:
    told = [(entry.kind, entry.provisions) for entry in rulebook(rules_of(TEXT), "en")]
    assert told == [
        ("option", ("art_1",)),
        ("reading", ("art_1",)),
        ("scale", ("art_1",)),
        ("material", ("art_1",)),
        ("party", ("art_1",)),
        ("party", ("art_1",)),
        ("bet", ("art_1",)),
        ("category", ("art_2__point_1",)),
        ("definition", ("art_4",)),
        ("step", ("art_3__point_1",)),
        ("step", ("art_3__point_2",)),
        ("outcome", ("art_4",)),
        ("outcome", ("art_5",)),
        ("event", ("art_4",)),
        ("norm", ("art_4",)),
        ("upon", ("art_4",)),
        ("precedence", ("art_5",)),
    ]


def test_whatever_is_declared_is_told_as_it_is_said() -> None:
    declared = """\
  “number”, from high to low: 3, 2 and 1.
  “star”, from high to low: “sun”.
  “run”, runs of “number” from high to low: 3-2.
  “pair”, groups of “number”: 3-2 and 2-1.
  “odd” comprises 3 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”; also 1 of “sun”.
  material: 1 “die”, each showing one “number”.
  “sun” counts 5 or 6.
  each “die” counts the number that it shows.
  a total is the highest that does not exceed 9.
  there is one “dealer”.
  there are 3 “seat”.
  “player” bets at “seat”.
  each “player” is either “seated” or “standing”.
  “ante” is a bet.
  “guess” is a bet that names one “number”.
  “point” is a number kept during the round: 1 through 3.
  a hand is ranked by the best 2 of its cards.
  “sun” may stand for any “card”, even one that the hand has.
"""
    told = [(entry.kind, entry.sentence) for entry in rulebook(rules_of(f"Article 1\n{declared}"), "en")]
    assert [f"  {sentence}." for _, sentence in told] == declared.splitlines()
    kinds = (
        ["scale"] * 5 + ["material"] * 2 + ["worth"] * 3 + ["party"] * 4 + ["bet"] * 2 + ["memory"] + ["ranking"] * 2
    )
    assert [kind for kind, _ in told] == kinds


def test_of_a_setting_the_name_comes_first() -> None:
    rules = rules_of(TEXT)
    option, reading, *_ = rulebook(rules, "en")
    assert option == DescribedRule("option", "“pace”: 3 or more; default 5", ("art_1",), rules.parameters["pace"])
    assert reading == DescribedRule("reading", "“way”: 1 or 2; default 1", ("art_1",), rules.parameters["way"])


def test_rules_are_told_in_the_language_that_is_asked_for() -> None:
    entries = {entry.kind: entry.sentence for entry in rulebook(rules_of(TEXT), "pt")}
    assert entries["event"].startswith("quando ") or entries["event"].startswith("se ")
    assert entries["precedence"] == "prevalece sobre o artigo 4.º"


def test_a_meter_is_told_as_what_it_is_and_not_as_an_option() -> None:
    meter = "Article 1\n  “pot” is an amount kept from round to round, beginning with 50.\n"
    entries = [(entry.kind, entry.sentence) for entry in rulebook(rules_of(meter), "en")]
    assert entries == [("meter", "“pot” is an amount kept from round to round, beginning with 50")]
