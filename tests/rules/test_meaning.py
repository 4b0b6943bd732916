"""Typed meaning: among whom an observable may differ, what of a hand it reads, whose, and when two are the same."""

import dataclasses
from fractions import Fraction
from typing import get_args

import pytest

from lexludi.rules import meaning as m

# For each observable: one of them, among whom its value may differ, what of a hand it reads, whose hands or acts.
OBSERVABLES: list[tuple[m.Observable, m.Scope, m.Needs, tuple[str, ...]]] = [
    (m.Compared("a", "b"), m.Scope.HAND, m.Needs.MULTISET, ("a", "b")),
    (m.CategoryOf("a"), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.HasShape("a", m.AllSame("s")), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.ThrewShape("a", m.AllSame("s")), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.FirstHaveShape("a", 2, m.AllSame("s")), m.Scope.HAND, m.Needs.FIRST, ("a",)),
    (m.IsWorthAtLeast("a", "pair", ("9",)), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.Total("a"), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.LowestTotal("a"), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.ObjectsOf("a"), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.HasBetOn("a", "b"), m.Scope.PARTY, m.Needs.NOTHING, ("a",)),
    (m.AllDecided(), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.Value("point"), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.TotalOfFirst("a", 2), m.Scope.HAND, m.Needs.FIRST, ("a",)),
    (m.NumberDrawn("a"), m.Scope.HAND, m.Needs.LAST, ("a",)),
    (m.DrewNone("a"), m.Scope.HAND, m.Needs.LAST, ("a",)),
    (m.CountOfKind("a", "card"), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.CountShowing("a", "9"), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    # Two bets on the same hand may name different items.
    (m.CountShowingNamed("a"), m.Scope.BET, m.Needs.MULTISET, ("a",)),
    (m.ShowsAllNamed("a"), m.Scope.BET, m.Needs.MULTISET, ("a",)),
    (m.NamedNumber(), m.Scope.BET, m.Needs.NOTHING, ()),
    (m.HasStatus("a", "seated"), m.Scope.PARTY, m.Needs.NOTHING, ("a",)),
    # A defined status is a condition on a hand, a declared one is not.
    (m.IsDefined("a", "high"), m.Scope.HAND, m.Needs.MULTISET, ("a",)),
    (m.Chose("a", "play"), m.Scope.PARTY, m.Needs.NOTHING, ("a",)),
    (m.HasBet("a"), m.Scope.PARTY, m.Needs.NOTHING, ("a",)),
    (m.WasDealt("card"), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.DealingUnderWay(), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.UseBegins("card"), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.MarkerAppears("white"), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.RoundOver(), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.Happens("slip", "a"), m.Scope.ROUND, m.Needs.NOTHING, ()),
    (m.CountOfEvents("a", "slip"), m.Scope.PARTY, m.Needs.NOTHING, ("a",)),
    (m.BetsAtSeveral("a"), m.Scope.BET, m.Needs.NOTHING, ()),
    (m.SeveralBet("box"), m.Scope.BET, m.Needs.NOTHING, ()),
    (m.CombinesBets(), m.Scope.BET, m.Needs.NOTHING, ()),
    (m.PlacedAt("a"), m.Scope.BET, m.Needs.NOTHING, ()),
    (m.HasLargestStake("a", "seated"), m.Scope.BET, m.Needs.NOTHING, ()),
    (m.StakesExceed("a", "b", 10), m.Scope.BET, m.Needs.NOTHING, ()),
]


@pytest.mark.parametrize(
    ("observable", "scope", "needs", "roles"), OBSERVABLES, ids=[type(o).__name__ for o, *_ in OBSERVABLES]
)
def test_an_observable_says_among_whom_it_differs_and_what_it_reads(
    observable: m.Observable, scope: m.Scope, needs: m.Needs, roles: tuple[str, ...]
) -> None:
    assert (observable.scope, observable.needs, observable.roles) == (scope, needs, roles)


def test_no_observable_is_left_out() -> None:
    assert {type(observable) for observable, *_ in OBSERVABLES} == set(get_args(m.Observable))


def test_the_name_by_which_a_trace_calls_an_observable_is_no_part_of_it() -> None:
    assert m.Total("a", name="total:a") == m.Total("a")
    assert hash(m.Total("a", name="total:a")) == hash(m.Total("a"))
    assert m.Total("a").name == ""


def test_observables_of_other_parties_or_kinds_are_others() -> None:
    assert m.Total("a") != m.Total("b")
    assert m.TotalOfFirst("a", 2) != m.TotalOfFirst("a", 3)
    assert m.HasBet("a") != m.Chose("a", "")
    assert m.Compared("a", "b") != m.Compared("b", "a")


@pytest.mark.parametrize("union", [m.Observable, m.Condition, m.Key, m.Consequence, m.EventEffect, m.Closing, m.Step])
def test_what_a_rule_is_made_of_can_be_hashed_and_never_changes(union: object) -> None:
    """Questions are kept by what they ask, so that everything in them must be a value."""
    for kind in get_args(union):
        assert dataclasses.is_dataclass(kind), kind
        with pytest.raises(dataclasses.FrozenInstanceError):
            object.__new__(kind).anything = 1
        assert kind.__hash__ is not None, kind


def test_what_a_rule_leaves_unsaid_is_the_usual() -> None:
    """A bet that loses loses all of its stake; one that is returned is not void; a choice is asked once."""
    assert m.Lose("ante") == m.Lose("ante", Fraction(1))
    assert m.Return("ante") == m.Return("ante", void=False)
    assert (m.Choose("player", "ante", ("play",)).until, m.Comply("dealer", "draw").until) == (None, None)
    assert m.Burn("card", 3) == m.Burn("card", 3, instead=0, with_first=False)
    assert m.Happens("slip") == m.Happens("slip", role="")


def test_the_words_of_scope_and_modality_are_those_of_traces_and_catalogues() -> None:
    assert [scope.value for scope in m.Scope] == ["hand", "party", "bet", "round"]
    assert [modality.value for modality in m.Modality] == ["must", "must-not", "may"]
