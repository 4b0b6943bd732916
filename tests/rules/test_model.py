"""The rule set as data: ranges, parameters, names of amendments, provisions below others, every expression."""

from datetime import date

import pytest

from lexludi.language.nodes import Construct, Node
from lexludi.rules.model import (
    Amended,
    Knowledge,
    Metadata,
    Parameter,
    Precedence,
    Range,
    Rule,
    Score,
    Value,
    expressions,
    under,
)
from small import COIN, pack, rules_of

DEALING = Construct("dealing", ())


@pytest.mark.parametrize(
    ("value", "within", "without_limit"),
    [(2, False, False), (3, True, True), (5, True, True), (6, False, True), ("4", False, False), (None, False, False)],
)
def test_a_range_has_both_its_ends_or_no_limit(value: object, within: bool, without_limit: bool) -> None:
    assert (value in Range(3, 5)) is within
    assert (value in Range(3)) is without_limit


def test_a_range_as_it_is_shown() -> None:
    assert (str(Range(3, 5)), str(Range(3))) == ("3-5", "3+")


@pytest.mark.parametrize(("value", "admitted"), [("shoe", True), (1, True), (7, True), (2, False), ("hand", False)])
def test_a_parameter_admits_its_values_and_those_in_its_ranges(value: Value, admitted: bool) -> None:
    assert Parameter("way", "option", ("shoe", 1, Range(7, 9)), "shoe", "art_1").admits(value) is admitted


def test_parameters_that_differ_in_their_reason_alone_are_equal() -> None:
    first, second = (Parameter("way", "reading", (1, 2), 1, "art_1", reason) for reason in ("because", "porque"))
    assert first == second
    assert first != Parameter("way", "reading", (1, 2), 2, "art_1", "because")


def test_the_provision_that_decides_is_the_first_of_a_rule() -> None:
    assert Rule(None, DEALING, ("art_9__point_2", "art_9")).eid == "art_9__point_2"


def test_after_a_delegation_the_rules_are_known_as_after_an_amendment_known_in_full() -> None:
    assert [knowledge for knowledge in Knowledge if knowledge.is_whole] == [Knowledge.FULL, Knowledge.DELEGATION]


@pytest.mark.parametrize(
    ("instrument", "number"),
    [("Despacho do Secretário n.º 73/2005", "73/2005"), ("第55/2004號經濟財政司司長批示", "55/2004"),
     ("A decree of the year 2005", "A decree of the year 2005")],
)  # fmt: skip
def test_the_number_of_an_instrument_or_its_whole_name(instrument: str, number: str) -> None:
    assert Amended(instrument, date(2031, 5, 1), Knowledge.FULL).number == number


def test_the_same_precedence_with_another_reason_decides_the_same() -> None:
    assert Precedence("art_1", "art_2", "The special prevails.") == Precedence("art_1", "art_2")
    assert Precedence("art_1", "art_2") != Precedence("art_2", "art_1")


def test_amendments_that_are_not_wholly_known_are_told_apart() -> None:
    amended = tuple(Amended(knowledge.value, date(2031, 5, 1), knowledge) for knowledge in Knowledge)
    not_known = Metadata(amended_by=amended).not_wholly_known
    assert [a.instrument for a in not_known] == ["part", "unknown"]


def test_instruments_are_told_by_their_numbers_and_by_names_where_these_are_alike() -> None:
    named = ("Law 5/2031", "Despatch 5/2031", "Despatch 6/2031", "Despatch 6/2031")
    amended = tuple(Amended(name, date(2031, 5, day), Knowledge.UNKNOWN) for day, name in enumerate(named, 1))
    assert Metadata(amended_by=amended).unknown_numbers == ("Law 5/2031", "Despatch 5/2031", "6/2031")


def test_a_score_goes_through_its_results_and_then_what_is_marked() -> None:
    assert list(Score(("player", "banker", "tie"), ("pair",))) == ["player", "banker", "tie", "pair"]


@pytest.mark.parametrize(
    ("eid", "ancestor", "is_under"),
    [
        ("art_9", "art_9", True),
        ("art_9__point_7", "art_9", True),
        ("art_9__point_7__point_1", "art_9", True),
        ("art_9-A", "art_9", False),
        ("art_90__point_7", "art_9", False),
        ("art_9", "art_9__point_7", False),
    ],
)
def test_a_provision_is_under_itself_and_those_above_it(eid: str, ancestor: str, is_under: bool) -> None:
    assert under(eid, ancestor) is is_under


# ── Rule sets ───────────────────────────────────────────────────────────────

TEXT = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  “dealer” is “high” only if the number of “card” of “dealer” is 2.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “number”; compared by: the “number” of each card, highest first.
Article 3
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has 2.
Article 4
  when “dealer” is “high”, then “ante” loses.
  when “slip” happens, then the round is void and so are its bets.
  when dealing is under way, then “player” must not “leave”.
  when use of “card” begins, then after this round 3 rounds remain.
  upon “fold”: “ante” loses.
"""


def ops(nodes: list[Node]) -> list[str]:
    return [node.op for node in nodes if isinstance(node, Construct)]


def test_every_effect_condition_key_and_step_is_among_the_expressions() -> None:
    found = ops(list(expressions(rules_of(TEXT))))
    expected = [
        "bets_open", "deal",  # steps
        "loses", "status_is",  # article 4: an outcome,
        "round_void", "happens",  # an event,
        "must_not", "dealing",  # a norm,
        "rounds_left", "use_begins",  # what closes a round,
        "loses",  # and what comes of an action
        "alike", "each_key",  # the category and its key
        "number_is",  # the definition of «high»
    ]  # fmt: skip
    assert sorted(found) == sorted(expected)


def test_the_role_of_those_who_bet() -> None:
    assert rules_of(TEXT).bettor_role() == "player"
    assert rules_of("Article 1\n  there is one “dealer”.\n").bettor_role() == ""


@pytest.mark.parametrize(
    ("named", "names"),
    [
        ("a number from 4 through 6", ("4", "5", "6")),
        ("two “number”", ("3+2", "3+1", "2+1")),
    ],
)
def test_the_names_of_a_bet_are_as_many_as_is_said_beforehand(named: str, names: tuple[str, ...]) -> None:
    rules = rules_of(
        "Article 1\n  “number”, from high to low: 3, 2 and 1.\n"
        "  material: 2 packs of “card”, each with one for each combination of “number”.\n"
        f"  there is one “dealer”.\n  “player” bets.\n  “guess” is a bet that names {named}.\n"
    )
    assert rules.names["guess"].followed == names
    assert rules.names["guess"].most == len(names)


def test_the_material_is_of_what_is_drawn_and_of_what_is_thrown() -> None:
    dice = "  material: 2 “die”, each showing one “number”.\n"
    assert rules_of(f"{pack('2 and 1')}{dice}").objects == {"card", "die"}


def test_hands_are_of_what_is_dealt_and_else_of_what_is_thrown() -> None:
    dice = "  material: 2 “die”, each showing one “number”.\n"
    made_of = {f"{pack('2 and 1')}{dice}": "card", COIN: "die", "Article 1\n  “player” bets.\n": ""}
    assert {text: rules_of(text).material() for text in made_of} == made_of


def test_actions_are_known_by_what_is_done_upon_them() -> None:
    upon = "  upon “hit”: takes one “card”.\n  upon “raise”: takes one “card”; the stake of “ante” is doubled.\n"
    rules = rules_of(f"{pack('2 and 1')}{upon}  upon “end”: the turn ends.\n")
    assert rules.actions_with("draws") == {"hit", "raise"}
    assert rules.actions_with("double") == {"raise"}
    assert rules.actions_with("splits") == set()
    done = [(upon.action, effect.op) for upon, effect in rules.consequences("draws", "double")]
    assert done == [("hit", "draws"), ("raise", "draws"), ("raise", "double")]


def test_what_a_condition_relies_on_is_read_through_definitions() -> None:
    """Of a bank that is fit if it is high, and high if its total is 2: two statuses and a total."""
    rules = rules_of(
        f"{pack('2 and 1')}  “bank” is “high” only if the total of “bank” is 2.\n"
        "  “bank” is “fit” only if “bank” is “high”.\n  when “bank” is “fit”, then “ante” loses.\n"
    )
    (outcome,) = rules.outcomes
    read = [node for node in rules.relied_on(outcome.condition) if node.op in ("status_is", "total")]
    assert [node.term(1) if node.op == "status_is" else node.op for node in read] == ["fit", "high", "total"]
