"""Differences between the dates of the real chain of amendments of baccarat."""

from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import pytest

from benchmarks import exact_baccarat
from lexludi.amendments import Modification
from lexludi.diff.comparing import Difference, compare
from lexludi.diff.edits import apply, op_of
from lexludi.diff.entries import entries
from lexludi.diff.finding import rule_edits
from lexludi.diff.outcomes import compare_outcomes
from lexludi.diff.sides import Side, read_side
from lexludi.diff.words import WordsEdit
from lexludi.history import load_history
from lexludi.rules import under

WORK = "mo/baccarat"
DATES = load_history(WORK).dates


@cache
def on(day: date, language: str = "zh", chosen: str = "") -> Side:
    return read_side(f"{WORK}@{day.isoformat()}:{language}{chosen}")


@cache
def between(first: date, second: date, language: str = "zh") -> Difference:
    return compare(on(first, language), on(second, language), ("words", "rules"))


def declared(day: date) -> list[Modification]:
    """What enters into force on a day."""
    return [m for i in load_history(WORK).instruments for m in i.modifications if m.in_force == day]


def brought(modification: Modification) -> set[str]:
    """The eIds of what is brought in: absolute, or relative to the parent of the target."""
    parent = modification.target.rpartition("__")[0]
    own = {p.eid for top in modification.brought for p in top.all()}
    return {e if e.startswith("art_") else f"{parent}__{e}" if parent else e for e in own}


def renumberings(changes: list[Modification]) -> list[tuple[str, str]]:
    return [(m.target, m.to) for m in changes if m.op == "renumber"]


def became(eid: str, changes: list[Modification]) -> set[str]:
    """What the number of a provision may have become, by some of the renumberings, one after another."""
    found = {eid}
    for target, to in renumberings(changes):
        found |= {to + e.removeprefix(target) for e in found if under(e, target)}
    return found


def is_declared(edit: WordsEdit, changes: list[Modification]) -> bool:
    """Whether an edit of words is what the instruments say, or follows from it."""
    before, after = edit.eid_before, edit.eid_after
    targets = [m.target for m in changes if m.op in ("substitute", "reworded")]
    match edit.op:
        case "insert":
            assert after is not None
            holds_renumbered = edit.after == "" and any(under(to, after) for _, to in renumberings(changes))
            return (
                holds_renumbered or any(after in brought(m) for m in changes) or any(under(after, t) for t in targets)
            )
        case "renumber" | "move":
            return before is not None and after in became(before, changes)
        case "remove":
            repealed = [m.target for m in changes if m.op in ("repeal", "substitute", "reworded")]
            return before is not None and any(under(before, t) for t in repealed)
        case _:
            return before is not None and any(under(e, t) for t in targets for e in became(before, changes))


def is_found(modification: Modification, found: Difference) -> bool:
    """Whether what an instrument says shows in the edits; a substitution by the words that stood there does not."""
    edits = found.words
    match modification.op:
        case "insert":
            return brought(modification) <= {e.eid_after for e in edits if e.op == "insert"}
        case "renumber":
            return any(e.op in ("renumber", "move") and e.eid_after == modification.to for e in edits) or any(
                e.op in ("insert", "move") and e.eid_after is not None and under(e.eid_after, modification.to)
                for e in edits
            )
        case "repeal":
            return any(e.op == "remove" and e.eid_before == modification.target for e in edits)
        case "substitute":
            stood = {u.eid: u.text for u in found.alignment.before}
            stands = {u.eid: u.text for u in found.alignment.after}
            same = all(stood.get(e) == stands.get(e) for e in brought(modification))
            return same or any(e.eid_after in brought(modification) for e in edits)
        case _:
            return True  # reworded: of the new words nothing is known that a text could show


def test_there_is_a_chain() -> None:
    assert len(DATES) >= 6


@pytest.mark.parametrize("language", ["zh", "pt", "en"])
@pytest.mark.parametrize(("first", "second"), list(pairwise(DATES)), ids=str)
def test_edits_between_two_dates_are_those_that_the_instruments_declare(
    first: date, second: date, language: str
) -> None:
    found = between(first, second, language)
    changes = declared(second)
    assert [(e.op, e.eid_before, e.eid_after) for e in found.words if not is_declared(e, changes)] == []
    assert [m for m in changes if not is_found(m, found)] == []


@pytest.mark.parametrize(("first", "second"), list(combinations(DATES, 2)), ids=str)
def test_edits_make_the_rules_of_one_date_of_those_of_another(first: date, second: date) -> None:
    one, two = on(first).rules, on(second).rules
    assert one is not None
    assert two is not None
    aligned = between(first, second).alignment.eid
    assert entries(apply(rule_edits(one, two, aligned), one)) == entries(two)
    assert entries(apply(rule_edits(two, one), two)) == entries(one)


def test_commission_of_2005_by_default_changes_no_round() -> None:
    """73/2005 only adds an alternative: until it is chosen, no deal settles differently, and that is proved."""
    found = compare_outcomes(on(date(2004, 5, 18)), on(date(2005, 11, 29)))
    assert not found.is_same
    assert found.is_proved_equal


def test_half_on_six_against_a_count_by_hand() -> None:
    found = compare_outcomes(on(date(2005, 11, 29)), on(date(2005, 11, 29), "zh", "+commission=half-on-six"))
    changed = {c.bet: c for c in found.bets if c.probability}
    assert set(changed) == {"banker"}
    oracle = exact_baccarat.odds(8, commission="half-on-six")["banker"]
    banker = changed["banker"]
    wins = sum(ways for net, ways in oracle.ways.items() if net > 0)
    assert banker.probability == Fraction(wins, oracle.deals)  # whenever the banker's side wins
    assert banker.after is not None
    assert banker.after.expectation == oracle.expectation


def test_lucky_six_is_a_new_bet_and_nothing_else() -> None:
    found = between(date(2011, 9, 27), date(2018, 4, 24))
    assert found.rules is not None
    assert {(op_of(e), e.family) for e in found.rules} == {("added", "bets"), ("added", "steps"), ("added", "outcomes")}
    outcomes = compare_outcomes(found.before, found.after)
    (new,) = (c for c in outcomes.bets if c.status == "new")
    assert new.bet == "lucky-six"
    assert new.after is not None
    assert new.after.expectation == exact_baccarat.odds(8)["lucky-six"].expectation
    assert {c.probability for c in outcomes.bets if c is not new} == {0}


def test_outcomes_of_what_is_not_wholly_known_are_worked_out_on_request_alone() -> None:
    before, after = on(date(2011, 9, 27)), on(date(2018, 4, 24))
    assert "2/2009" in after.not_wholly_known
    withheld = compare(before, after)
    assert withheld.outcomes is None
    assert withheld.withheld == (before, after)
    assert compare(before, after, accept_unknown=True).outcomes is not None
