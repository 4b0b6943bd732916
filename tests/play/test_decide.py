"""Which rule applies: exceptions, fallbacks, gaps, conflicts, and the names of what decided."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lexludi.base.source import Span
from lexludi.play.decide import Judge, Question, Verdict, holds, reasons_of
from lexludi.play.round_state import CONFLICT, GAP, Map, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule
from lexludi.rules.model import Range
from small import bound

TEXT = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 5 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there is one “banker”.
  “player” bets.
  “ante” is a bet.
Article 2
1)
  “ante” loses.
2)
  when the total of “dealer” is higher than 3, then “ante” pays 1 to 1.
  prevails over article 2, 1).
Article 3
  “ante” loses.
  prevails over article 2.
Article 4
  deal to “dealer”, and then “banker”, one “card” at a time, face up, until each has 2.
"""
DEFINED = f"""{TEXT}\
Article 5
  “dealer” is “ready” only if the total of “dealer” is higher than 3.
Article 6
  “dealer” is “firm” only if “dealer” is “ready”, and the total of “banker” is 2.
"""
DEALER, BANKER = m.Total("dealer", name="total:dealer"), m.Total("banker", name="total:banker")
WIN, LOSE, PUSH = m.Pay("ante", Fraction(1)), m.Lose("ante"), m.Return("ante")


def more(amount: m.Amount, than: m.Amount) -> m.Condition:
    return m.Compare(amount, than, 1)


def rule(condition: m.Condition | None, effect: m.Outcome, *eids: str, fallback: bool = False) -> BoundRule[m.Outcome]:
    return BoundRule(condition, effect, eids, fallback)


JUDGE = Judge(bound(TEXT))
# Article 3 prevails over article 2, 2) alone, and that over 2, 1).
CHAIN = Judge(bound(TEXT.replace("prevails over article 2.", "prevails over article 2, 2).")))


def test_a_permission_contradicts_neither_a_duty_nor_a_prohibition() -> None:
    must, must_not, may = (
        BoundRule(None, m.Norm(modality, "dealer", "draw"), (eid,))
        for modality, eid in ((m.Modality.MUST, "art_5"), (m.Modality.MUST_NOT, "art_6"), (m.Modality.MAY, "art_7"))
    )
    for rules, decides in (((must, may), must), ((may, must_not), must_not), ((may,), may)):
        assert Question(JUDGE, rules).decide(()).rule == decides
    assert Question(JUDGE, (must, must_not, may)).decide(()).problem == CONFLICT
    # Article 3 is said to prevail over article 2: a permission there does away with the prohibition.
    lifted = replace(must_not, provisions=("art_2",)), replace(may, provisions=("art_3",))
    assert Question(JUDGE, lifted).decide(()).rule == lifted[1]


def question(*rules: BoundRule[m.Outcome]) -> Question[m.Outcome]:
    return Question(JUDGE, rules)


def verdict(rules: Iterable[BoundRule[m.Outcome]], *values: object) -> Verdict[m.Outcome]:
    return question(*rules).decide(values)


def decided(rules: Iterable[BoundRule[m.Outcome]], *values: object) -> tuple[str, ...]:
    *read, found = question(*rules).told(values)
    assert tuple(read) == values
    return tuple(found)


# ── Which rule decides ──────────────────────────────────────────────────────


def test_the_rule_whose_condition_holds_decides_with_its_provisions_and_what_it_read() -> None:
    rules = (rule(more(DEALER, 3), WIN, "art_5", "art_4"), rule(m.Not(more(DEALER, 3)), LOSE, "art_6"))
    assert verdict(rules, 4) == Verdict(rules[0], ("art_5", "art_4"))
    assert decided(rules, 4) == ("total:dealer",)
    assert verdict(rules, 3) == Verdict(rules[1], ("art_6",))
    assert decided(rules, 3) == ("total:dealer",)


def test_a_rule_without_a_condition_always_applies() -> None:
    only = rule(None, LOSE, "art_5")
    assert verdict([only]) == Verdict(only, ("art_5",))
    assert decided([only]) == ()


def test_rules_that_say_the_same_decide_together() -> None:
    rules = (rule(more(DEALER, 3), WIN, "art_5"), rule(more(DEALER, 2), WIN, "art_6", "art_5"))
    assert verdict(rules, 4) == Verdict(rules[0], ("art_5", "art_6"))
    assert decided(rules, 4) == ("total:dealer",)


def test_rules_that_say_different_things_are_a_conflict_that_names_both() -> None:
    rules = (rule(more(DEALER, 3), WIN, "art_5"), rule(more(BANKER, 3), LOSE, "art_6"))
    assert verdict(rules, 4, 4) == Verdict(None, ("art_5", "art_6"), CONFLICT)
    assert decided(rules, 4, 4) == ("total:dealer", "total:banker")


def test_the_exception_prevails_only_where_it_applies() -> None:
    """Article 2, 2) prevails over article 2, 1)."""
    rules = (rule(None, LOSE, "art_2__point_1"), rule(more(DEALER, 3), WIN, "art_2__point_2"))
    assert verdict(rules, 4) == Verdict(rules[1], ("art_2__point_2",))
    assert decided(rules, 4) == ("total:dealer",)
    assert verdict(rules, 3).rule == rules[0]


def test_an_exception_of_an_article_prevails_over_every_provision_below_the_other() -> None:
    rules = (rule(None, WIN, "art_2__point_1"), rule(None, PUSH, "art_2__point_2"), rule(None, LOSE, "art_3"))
    assert verdict(rules) == Verdict(rules[2], ("art_3",))
    assert decided(rules) == ()


def test_an_exception_that_is_itself_outranked_still_outranks() -> None:
    """Article 3 over 2, 2), which is over 2, 1): the first prevails over both, and nothing of the chain is left."""
    rules = (rule(None, PUSH, "art_2__point_1"), rule(None, WIN, "art_2__point_2"), rule(None, LOSE, "art_3"))
    assert question(*rules).outranks(rules[2], rules[1])
    assert question(*rules).outranks(rules[1], rules[0])
    assert not question(*rules).outranks(rules[0], rules[1])
    assert verdict(rules).rule == rules[2]


def test_in_every_other_case_decides_where_nothing_else_applies() -> None:
    rules = (rule(more(DEALER, 3), WIN, "art_5"), rule(None, LOSE, "art_6", fallback=True))
    assert verdict(rules, 4).rule == rules[0]
    assert verdict(rules, 3) == Verdict(rules[1], ("art_6",))
    assert decided(rules, 3) == ("total:dealer",)


def test_two_other_cases_that_differ_are_a_conflict() -> None:
    rules = (rule(None, LOSE, "art_5", fallback=True), rule(None, PUSH, "art_6", fallback=True))
    found = verdict(rules)
    assert (found.rule, found.problem, found.provisions) == (None, CONFLICT, ("art_5", "art_6"))


def test_where_nothing_applies_the_rules_that_come_closest_are_named() -> None:
    """Of the first two parts hold, of the second one, of the third none."""
    rules = (
        rule(m.AllOf((more(DEALER, 1), more(DEALER, 2), more(DEALER, 9))), WIN, "art_5"),
        rule(m.AllOf((more(DEALER, 1), more(DEALER, 8))), WIN, "art_6"),
        rule(more(DEALER, 7), LOSE, "art_7"),
    )
    assert verdict(rules, 5) == Verdict(None, ("art_5",), GAP)
    assert decided(rules, 5) == ("total:dealer",)


def test_no_rules_at_all_are_a_gap_that_names_nothing() -> None:
    assert verdict([]) == Verdict(None, (), GAP)
    assert decided([]) == ()


# ── What is read, and what decided ──────────────────────────────────────────


def test_observables_are_read_once_each_in_the_order_written() -> None:
    one_question = question(
        rule(m.AllOf((more(BANKER, 1), more(DEALER, BANKER))), WIN, "art_5"), rule(more(DEALER, 1), LOSE, "art_6")
    )
    assert one_question.observables == (BANKER, DEALER)
    assert one_question.names == ("total:banker", "total:dealer")


def test_the_values_of_a_round_are_read_for_each_observable() -> None:
    one_question = question(rule(more(DEALER, BANKER), WIN, "art_5"))
    hands = JUDGE.hands.material.parse_all
    state = State(hands=Map({"dealer": tuple(hands("4 3")), "banker": tuple(hands("2"))}))
    assert one_question.read(state, "", None) == (7, 2)
    assert [r.eid for r in one_question.applying_to(state, "", None)] == ["art_5"]


def test_what_is_told_are_all_that_was_read_and_then_the_names_of_those_that_decided() -> None:
    one_question = question(rule(m.AnyOf((more(DEALER, 3), more(BANKER, 3))), WIN, "art_5"))
    assert one_question.told_names == ("total:dealer", "total:banker", "decided")
    assert one_question.told((4, 1)) == (4, 1, ("total:dealer",))


def test_of_definitions_what_they_read_is_read_once_and_their_values_follow_from_it() -> None:
    judge = Judge(bound(DEFINED))
    ready, firm = m.IsDefined("dealer", "ready", name="ready"), m.IsDefined("dealer", "firm", name="firm")
    one_question = Question(judge, [rule(m.AllOf((m.Fact(firm), m.Not(m.Fact(ready)), more(BANKER, 1))), WIN, "art_5")])
    assert one_question.observables == (firm, ready, BANKER)
    assert one_question.resolved == (DEALER, BANKER)
    hands = judge.hands.material.parse_all
    for dealer, banker, values in (
        ("4", "2", (True, True, 2)),
        ("4", "3", (False, True, 3)),
        ("3", "2", (False, False, 2)),
    ):
        state = State(hands=Map({"dealer": tuple(hands(dealer)), "banker": tuple(hands(banker))}))
        assert one_question.read(state, "", None) == values


def test_what_keeps_every_rule_from_applying_decided_a_gap() -> None:
    rules = (rule(m.AllOf((more(DEALER, 3), more(BANKER, 3))), WIN, "art_5"),)
    assert decided(rules, 4, 1) == ("total:banker",)
    assert decided(rules, 1, 1) == ("total:dealer", "total:banker")


@pytest.mark.parametrize(
    ("condition", "values", "names"),
    [
        (m.AllOf((more(DEALER, 3), more(BANKER, 3))), (4, 4), {"dealer", "banker"}),
        (m.AllOf((more(DEALER, 3), more(BANKER, 3))), (4, 1), {"banker"}),
        (m.AnyOf((more(DEALER, 3), more(BANKER, 3))), (4, 1), {"dealer"}),
        (m.AnyOf((more(DEALER, 3), more(BANKER, 3))), (1, 1), {"dealer", "banker"}),
        (m.Not(m.AllOf((more(DEALER, 3), more(BANKER, 3)))), (1, 4), {"dealer"}),
        (more(DEALER, BANKER), (4, 1), {"dealer", "banker"}),
        (m.AnyOf((m.AllOf((more(DEALER, 1), more(BANKER, 9))), more(DEALER, 3))), (4, 1), {"dealer"}),
    ],
)
def test_reasons_are_the_parts_that_are_as_the_whole_is(
    condition: m.Condition, values: tuple[int, int], names: set[str]
) -> None:
    found = reasons_of(condition, dict(zip((DEALER, BANKER), values, strict=True)))
    assert {observable.roles[0] for observable in found} == names


# ── Conditions ──────────────────────────────────────────────────────────────

HIGHER = m.Compared("dealer", "banker")
PAIR = m.CategoryOf("dealer")
OVER = m.RoundOver()


@pytest.mark.parametrize(
    ("condition", "value", "is_so"),
    [
        (m.Fact(OVER), True, True),
        (m.Fact(OVER), False, False),
        (m.Not(m.Fact(OVER)), False, True),
        (m.Stands(HIGHER, 1), 1, True),
        (m.Stands(HIGHER, 1), 0, False),
        (m.Stands(HIGHER, 0), 0, True),
        (m.Stands(HIGHER, -1), -1, True),
        (m.Stands(HIGHER, 0), None, False),
        (m.CategoryIs(PAIR, "pair"), "pair", True),
        (m.CategoryIs(PAIR, "pair"), None, False),
        (m.Compare(DEALER, 3, 1), 4, True),
        (m.Compare(DEALER, 3, 1), 3, False),
        (m.Compare(DEALER, 3, 0), 3, True),
        (m.Compare(DEALER, 3, -1), 2, True),
        (m.Compare(3, DEALER, 1), 2, True),
        (m.Compare(DEALER, 3, -1), None, False),
        (m.InRanges(DEALER, (Range(1, 2), Range(5, None))), 2, True),
        (m.InRanges(DEALER, (Range(1, 2), Range(5, None))), 3, False),
        (m.InRanges(DEALER, (Range(1, 2), Range(5, None))), 500, True),
        (m.InRanges(DEALER, (Range(0, 2),)), None, False),
        (m.Always(True), None, True),
        (m.Always(False), None, False),
    ],
)
def test_a_condition_holds_for_the_values_of_what_it_reads(condition: m.Condition, value: object, is_so: bool) -> None:
    """A number that there is not, and hands that cannot be compared, are neither this nor that."""
    assert holds(condition, dict.fromkeys((OVER, HIGHER, PAIR, DEALER), value)) is is_so


def test_and_needs_every_part_and_or_one() -> None:
    one, other = more(DEALER, 3), more(BANKER, 3)
    table = {(a, b): {DEALER: a, BANKER: b} for a in (1, 4) for b in (1, 4)}
    assert [holds(m.AllOf((one, other)), values) for values in table.values()] == [False, False, False, True]
    assert [holds(m.AnyOf((one, other)), values) for values in table.values()] == [False, True, True, True]


def test_a_judge_decides_a_condition_in_a_round() -> None:
    state = State(hands=Map({"dealer": tuple(JUDGE.hands.material.parse_all("4 3"))}))
    assert JUDGE.test(more(DEALER, 6))(state, "", None)
    assert not JUDGE.test(more(DEALER, 7))(state, "", None)


MUST, MUST_NOT, MAY = (m.Norm(modality, "dealer", "draw") for modality in m.Modality)


@pytest.mark.parametrize(
    ("first", "second", "third", "left"),
    [
        (MUST_NOT, MUST_NOT, MAY, MAY),  # the first is set aside by the second, which is by the third
        (MUST, MUST, MAY, MAY),
        (MUST, MUST_NOT, MAY, MAY),
        (MUST_NOT, MUST, MAY, MAY),
        (MAY, MUST_NOT, MUST, MUST),
    ],
)
def test_of_a_chain_of_exceptions_between_norms_the_last_is_left(
    first: m.Norm, second: m.Norm, third: m.Norm, left: m.Norm
) -> None:
    """Article 2, 2) prevails over 2, 1), and article 3 over 2, 2) alone; a permission yields only to what is left."""
    rules = [
        BoundRule(None, norm, (eid,))
        for norm, eid in ((first, "art_2__point_1"), (second, "art_2__point_2"), (third, "art_3"))
    ]
    found: Verdict[m.Norm] = Question(CHAIN, rules).decide(())
    assert found.rule is not None
    assert (found.rule.effect, found.provisions) == (left, ("art_3",))


def test_a_permission_yields_to_a_prohibition_that_no_exception_sets_aside() -> None:
    """Article 3 prevails over 2, 2) alone: what stands in another provision still forbids."""
    norms = ((MUST_NOT, "art_9"), (MUST_NOT, "art_2__point_2"), (MAY, "art_3"))
    found: Verdict[m.Norm] = Question(CHAIN, [BoundRule(None, norm, (eid,)) for norm, eid in norms]).decide(())
    assert found.provisions == ("art_9",)


def test_verdicts_serve_again_only_where_the_same_rules_answer_by_the_same_precedences() -> None:
    rules = rule(more(BANKER, 4), WIN, "art_2__point_1"), rule(None, LOSE, "art_3")
    elsewhere = tuple(replace(one_rule, span=Span(1, 2)) for one_rule in rules)
    asked: dict[object, Question[Any]] = {}
    first, second = (Question(Judge(bound(TEXT), asked=asked), rules) for _ in range(2))
    assert first.decide is second.decide
    assert Question(Judge(bound(TEXT), asked=asked), elsewhere).rules[0].span == Span(1, 2)
    # Article 3 prevails over article 2 in one text, and over 2, 2) alone in the other: there both speak.
    other = Question(Judge(CHAIN.rules, asked=asked), rules)
    assert (second.decide((5,)).problem, other.decide((5,)).problem) == ("", CONFLICT)
