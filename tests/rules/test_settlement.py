"""When bets are settled, and where amounts go: each check by a text that fails it and one that does not."""

from fractions import Fraction

import pytest

from lexludi.exact.odds import odds
from small import COIN, diagnosed, rules_of
from unsound import MATERIAL, codes


def test_a_settlement_comes_after_the_cards_that_it_counts() -> None:
    """They are counted by their number, by their total, or by what a status says of these."""
    text = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  each “card” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  “dealer” is “high” only if the total of “dealer” is 2.
Article 2
  bets are accepted.
  settle “ante”.
  deal to “dealer”, one “card” at a time, face up, until each has 1.
  when {}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    for condition in ("the number of “card” of “dealer” is 1", "the total of “dealer” is 2", "“dealer” is “high”"):
        assert "settled-too-early" in [d.code for d in diagnosed(text.format(condition))[1]]


def test_a_bet_that_may_stand_may_be_settled_before_another_has_thrown_and_again_after() -> None:
    """Each of the two throws a coin in turn until one has a 2: who throws first wins two of three rounds."""
    text = (
        COIN.replace("one “dealer”", "one “first”.\n  there is one “second”")
        + """\
  “ante” is a bet.
Article 2
  bets are accepted.
Article 3
  “first” throws “die”.
  settle “ante”.
  when every bet is decided, then the round ends.
  “second” throws “die”.
  settle “ante”.
  repeat article 3 until every bet is decided.
Article 4
  when “first” shows 2, then “ante” pays 1 to 1.
  when “second” shows 2, then “ante” loses.
  in every other case, “ante” stands until it is decided.
"""
    )
    assert [d.code for d in diagnosed(text)[1]] == []
    assert odds(rules_of(text)).bets["ante"].expectation == Fraction(2 - 1, 3)
    once = text.replace("  “second” throws “die”.\n  settle “ante”.\n", "  “second” throws “die”.\n")
    assert "settled-too-early" in [d.code for d in diagnosed(once)[1]]
    assert "settled-too-early" in [d.code for d in diagnosed(text.replace("stands until it is decided", "loses"))[1]]


POOL = "“pool” is an amount kept from round to round, beginning with 5"
FED, PAID = "half of the stake of “ante” is added to “pool”", "“ante” receives half of “pool”"


@pytest.mark.parametrize(
    ("said", "hints"),
    [
        ([POOL, FED, PAID], []),
        ([POOL, FED], ["meter-never-paid"]),
        ([POOL, PAID], ["meter-never-fed"]),
        ([POOL], ["meter-never-fed"]),
    ],
)
def test_a_meter_is_fed_and_paid_out(said: list[str], hints: list[str]) -> None:
    found = diagnosed(MATERIAL.format(sentence=".\n  ".join(said), packs=2, size=3))[1]
    assert [hint.key for d in found if d.code == "idle-meter" for hint in d.hints] == hints


def test_a_meter_is_fed_once_of_a_stake() -> None:
    again = "repeat article 3 until the total of “dealer” is 4"
    assert codes(f"{POOL}.\n  {FED}.\n  {PAID}") == []
    assert codes(f"{POOL}.\n  {FED}.\n  “dealer” throws “die”.\n  {again}.\n  {PAID}") == ["meter-without-end"]


@pytest.mark.parametrize(
    ("commission", "found"),
    [
        (["5%"], []),
        (["5%", "2%"], ["commission-by-choice"]),
        (["5%", ""], []),
    ],
)
def test_what_wins_at_once_has_a_commission_that_is_taken_in_any_case(commission: list[str], found: list[str]) -> None:
    taken = (f"from the winnings of “ante” a commission of {share} is taken" for share in commission if share)
    assert codes(".\n  ".join(["upon “draw”: “ante” pays 1 to 1", *taken])) == found
    guarded = "when the total of “dealer” is 4, then from the winnings of “ante” a commission of 5% is taken"
    assert codes(f"upon “draw”: “ante” pays 1 to 1.\n  {guarded}") == ["commission-by-choice"]


@pytest.mark.parametrize(
    ("bound", "found"),
    [
        ("the stake of “ante” must be at most 5", []),
        ("the stake of “side” must be at most 5", ["amount-not-chosen"]),
        ("the stake of “late” must be at most 5", ["amount-not-chosen"]),
        # In proportion to another stake it is chosen as part of that.
        ("the stake of “late” must be at most the stake of “ante”", []),
    ],
)
def test_a_bound_is_of_a_stake_that_somebody_chooses(bound: str, found: list[str]) -> None:
    bets = "“side” is a bet.\n  “late” is a bet.\n  bets on “late” are accepted, up to the stake of “ante”"
    put = "upon “draw”: an amount equal to the stake of “ante” is put on “side”"
    assert codes(f"{bets}.\n  {put}.\n  {bound}") == found
