"""Odds in which it matters how much is staked: computed, or refused with the reason; values worked out by hand."""

from fractions import Fraction

import pytest

from lexludi.exact.analysis import analyze
from lexludi.simulate.sampler import automaton_of
from small import COIN_AND_ANTE, diagnosed, game_of

HEAD = (
    COIN_AND_ANTE
    + """  “second bet” is a bet.
{head}
Article 2
  bets are accepted.
{steps}
  “dealer” throws “die”.
  settle “ante” and “second bet”.

Article 3
{rules}
"""
)
METER = "  “meter” is an amount kept from round to round, beginning with 20."
WINDOW = "  bets on “second bet” are accepted, up to 2 times the stake of “ante”."


def text(rules: str, *, head: str = "", steps: str = "") -> str:
    return HEAD.format(head=head, steps=steps, rules=rules)


RETURNED = "  “ante” is returned.\n"
PAYS = "  “second bet” pays 1 to 1.\n"
PAID = "  “second bet” loses.\n  when the total of “dealer” is 2, then “second bet” receives 1 out of “meter”.\n"
EXCEEDS = (
    "when the stakes on “second bet” exceed those on “ante” by more than 0, "
    "then “player” must not “bet” on “second bet”."
)
JUMPS = (
    "  when “player” has a bet on “second bet”, then “ante” pays 1 to 1.\n"
    "  in every other case, “ante” is returned.\n  “second bet” loses.\n"
)


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        # With 1/4 staked: half of the rounds win 1 and lose 1/4, and half lose 1/4; with 1 or with none it is nothing.
        (text(RETURNED + PAID, head=METER, steps=WINDOW), "amount-in-window"),
        # As much as the ante gains 1, none or the limit, which is forbidden, nothing.
        (text(RETURNED + PAYS, head=f"  {EXCEEDS}", steps=WINDOW), "stakes-compared"),
        # The least second bet has the ante paid.
        (text(JUMPS, steps=WINDOW), "amount-in-window"),
        # Five of the ante lose, four win.
        (
            text(
                "  when the stakes on “ante” exceed those on “second bet” by more than 4, then “ante” loses.\n"
                "  in every other case, “ante” pays 1 to 1.\n  “second bet” is returned.\n"
            ),
            "stakes-compared",
        ),
    ],
)
def test_gains_out_of_proportion_are_refused(own: str, reason: str) -> None:
    found = analyze(game_of(own), ["ante"])
    assert {bet: problem.reason for bet, problem in found.skipped.items()} == {"ante": reason}


def test_a_prohibition_in_a_window_sees_the_bet_that_is_placed() -> None:
    """With the second bet two are combined, so that it is forbidden: only the ante is left, which is returned."""
    combined = "  when “player” combines bets, then “player” must not “bet” on “second bet”."
    found = analyze(game_of(text(RETURNED + PAYS, head=combined, steps=WINDOW)), ["ante"])
    assert found.bets["ante"].expectation == 0


def test_the_least_stake_is_found_through_bounds_by_another() -> None:
    """From 5 of the ante follow 10 of the second bet: half of the rounds lose 10, half lose 10 and win 2."""
    bounds = (
        f"{METER}\n  the stake of “ante” must be from 5 through 8.\n"
        "  the stake of “second bet” must be 2 times the stake of “ante”."
    )
    paid = PAID.replace("receives 1 ", "receives 2 ")
    found = analyze(game_of(text(RETURNED + paid, head=bounds)), ["second-bet"])
    assert found.bets["second-bet"].expectation == Fraction(-9, 10)
    assert [meter.stake for meter in found.meters] == [10]


def test_bounds_that_no_stake_keeps_are_refused() -> None:
    """The ante is 8 at the most, and the second bet twice that, but 17 at least."""
    bounds = (
        f"{METER}\n  the stake of “ante” must be at most 8.\n  the stake of “second bet” must be at least 17.\n"
        "  the stake of “second bet” must be at most 2 times the stake of “ante”."
    )
    found = analyze(game_of(text(RETURNED + PAID, head=bounds)), ["second-bet"])
    assert found.skipped["second-bet"].reason == "never-placed"


def test_a_stake_that_is_no_whole_number_is_found() -> None:
    """A third of the ante, which is 1: half of the rounds lose 1/3, half lose it and win 2."""
    bounds = (
        f"{METER}\n  the stake of “ante” must be 1.\n  the stake of “second bet” must be 1/3 of the stake of “ante”."
    )
    paid = PAID.replace("receives 1 ", "receives 2 ")
    found = analyze(game_of(text(RETURNED + paid, head=bounds)), ["second-bet"])
    assert found.bets["second-bet"].expectation == 2
    assert [meter.to_json()["stake"] for meter in found.meters] == ["1/3"]


@pytest.mark.parametrize(
    ("bounds", "is_placed"),
    [
        # 7 of the second bet are twice 7/2 of the ante.
        ("be 7.", True),
        # 1/2 of the ante is the least of it, of which the second bet is 1.
        ("be at most 1.", True),
        ("be at most 4.\n  the stake of “ante” must be at least 3.", False),
        # No stake is less than half of its half.
        ("be at least 3.\n  the stake of “ante” must be at least 2 times the stake of “second bet”.", False),
    ],
)
def test_only_a_bet_that_no_stakes_allow_is_never_placed(bounds: str, is_placed: bool) -> None:
    bounded = (
        f"  the stake of “second bet” must {bounds}\n  the stake of “second bet” must be 2 times the stake of “ante”."
    )
    found = analyze(game_of(text(RETURNED + PAYS, head=bounded)), ["second-bet"])
    reasons = [problem.reason for problem in found.skipped.values()]
    assert reasons == ([] if is_placed else ["never-placed"])


@pytest.mark.parametrize(
    ("bounds", "stake", "expected"),
    [
        # Half of the rounds lose 3, half lose it and win 20; of 10, which nobody with an ante may stake, likewise.
        (
            "each “player” is either “member” or “guest”.\n"
            "  when “player” is “member”, then the stake of “second bet” must be 3.\n"
            "  when “player” is “guest”, then the stake of “second bet” must be 7.",
            3,
            "7/3",
        ),
        (
            "when “player” has a bet on “ante”, then the stake of “second bet” must be at most 5.\n"
            "  when it is not so that “player” has a bet on “ante”,"
            " then the stake of “second bet” must be at least 10.",
            10,
            "0",
        ),
    ],
)
def test_bounds_under_conditions_that_exclude_each_other_leave_a_stake(bounds: str, stake: int, expected: str) -> None:
    paid = PAID.replace("receives 1 out of", "receives the whole of")
    found = analyze(game_of(text(RETURNED + paid, head=f"{METER}\n  {bounds}")), ["second-bet"])
    assert found.bets["second-bet"].expectation == Fraction(expected)
    assert [meter.stake for meter in found.meters] == [stake]


def test_more_than_the_whole_of_a_meter_is_no_payment() -> None:
    regulation = text(RETURNED + PAID.replace("receives 1 out of", "receives 3/2 of"), head=METER)
    assert "more-than-the-whole" in {found.code for found in diagnosed(regulation)[1]}


PUT_BACK = """Article 1
  “rank”, from high to low: 5, 4, 3, 2 and 1.
  material: 1 pack of “cards”, each with one for each combination of “rank”; 5 in each.
  every other “card” counts its face value.
  there is one “dealer”.
  “player” bets.
  “high” is a bet.

Article 2
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has 1.
  settle “high”.
  when the round is over, then put “cards” back into “pack”.

Article 3
  when use of “cards” begins, and the total of “dealer” is higher than 3, then “high” pays 2 to 1.
  in every other case, “high” loses.
"""


def test_use_begins_with_each_round_that_puts_the_objects_back() -> None:
    """Two of five cards win 2, three lose 1; without putting back no round but the first wins."""
    found = analyze(game_of(PUT_BACK))
    assert (found.bets["high"].expectation, "in-use" in found.assumptions) == (Fraction(1, 5), False)
    kept = "\n".join(line for line in PUT_BACK.splitlines() if "back" not in line)
    found = analyze(game_of(kept))
    assert (found.bets["high"].expectation, "in-use" in found.assumptions) == (-1, True)


def test_generated_code_takes_use_as_beginning_there_too() -> None:
    results = {end.result for arrival in automaton_of(game_of(PUT_BACK), {}).arrivals for end in arrival.settled}
    assert "win" in results
