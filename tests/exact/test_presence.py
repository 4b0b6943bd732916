"""Windows in which a bet opens something by being there: refused, or computed where none or the limit is the best."""

from fractions import Fraction

import pytest

from generated.agreement import Case, amounts
from lexludi.base.source import Source
from lexludi.exact import layers
from lexludi.exact.analysis import analyze
from small import COIN_AND_ANTE, game_of, pack

# One die with two faces. An ante pays or loses what the die shows, unless a text says otherwise.
HEAD = f"""{COIN_AND_ANTE}  “side” is a bet.
  “third” is a bet.
  “mark” is a number kept during the round: 1 through 2.
  “pot” is an amount kept from round to round, beginning with 10.

Article 2
  bets are accepted.
  bets on “side” are accepted, up to 3 times the stake of “ante”.
"""
THROW = "  “dealer” throws “die”.\n"
SETTLE = "  settle “ante”, “side” and “third”.\n"
RULES = "\nArticle 4\n"
HAS = "“player” has a bet on “side”"
LACKS = f"it is not so that {HAS}"
CALL = "“player” with “ante” chooses “call” or “stand”"
CALLED = "when “player” has chosen “call”, and the total of “dealer” is 2, then “ante” pays 3 to 1"
EVEN = (
    "  when the total of “dealer” is 2, then “ante” pays 1 to 1.\n"
    "  when the total of “dealer” is 1, then “ante” loses.\n"
)
LOST = "  in every other case, “ante” loses.\n  “side” loses.\n  “third” loses.\n"
PLAIN = EVEN + "  “side” loses.\n  “third” loses.\n"
NOT_CALLED = "it is not so that “player” has chosen “call”"
TRIPLED = f"  {CALLED}.\n  when the total of “dealer” is 2, and {NOT_CALLED}, then “ante” pays 1 to 1.\n{LOST}"
ON_THIRD = (
    "  when the total of “dealer” is 2, and “player” has a bet on “third”, then “ante” pays 3 to 1.\n"
    "  when the total of “dealer” is 2, and it is not so that “player” has a bet on “third”,"
    f" then “ante” pays 1 to 1.\n{LOST}"
)


def text(steps: str, rules: str, *, before: str = "", throw: str = THROW, settle: str = SETTLE) -> str:
    return HEAD + before + steps + throw + settle + RULES + rules


# In each the least stake on the side gains more than none, and more than 3 units, which lose more than what they open.
DOORS = {
    # None gains (1 − 1) / 2, the least stake (3 − 1) / 2, less itself; 3 units lose 2.
    "guard of a choice": text(f"  when {HAS}, then {CALL}.\n", TRIPLED),
    "several bets at once": text(f"  when “player” combines bets, then {CALL}.\n", TRIPLED),
    "norm on a choice": text(f"  {CALL}.\n", f"{TRIPLED}  when {LACKS}, then “player” must not “call”.\n"),
    "definition": text(f"  {CALL}.\n", TRIPLED)
    + "  “player” is “favoured” only if “player” has a bet on “side”.\n"
    + "  when it is not so that “player” is “favoured”, then “player” must not “call”.\n",
    "choice of its own": text("  “player” with “side” chooses “call” or “stand”.\n", TRIPLED),
    "another bet doubled": text(
        "  “player” with “side” chooses “call” or “stand”.\n  upon “call”: the stake of “ante” is doubled.\n",
        "  when the total of “dealer” is 2, then “ante” pays 2 to 1.\n" + LOST,
    ),
    "another bet given up": text(
        "  “player” with “side” chooses “call” or “stand”.\n  upon “call”: “ante” is returned.\n",
        PLAIN,
        before=THROW,
        throw="",
    ),
    "another bet put": text(
        "  “player” with “side” chooses “call” or “stand”.\n"
        "  upon “call”: an amount equal to the stake of “ante” is put on “third”.\n",
        EVEN + "  “side” loses.\n  “third” pays 1 to 1.\n",
    ),
    "window": text(
        f"  when {HAS}, then bets on “third” are accepted, up to the stake of “ante”.\n",
        EVEN + "  “side” loses.\n  “third” pays 1 to 1.\n",
    ),
    "bound in a window": text(
        "  bets on “third” are accepted, up to 4 times the stake of “ante”.\n",
        EVEN + "  “side” loses.\n  when the total of “dealer” is 2, then “third” pays 2 to 1.\n"
        "  in every other case, “third” loses.\n"
        f"  when {LACKS}, then the stake of “third” must be at most 1/2 of the stake of “ante”.\n",
    ),
    "number kept": text(
        f"  when {HAS}, then “mark” becomes 1.\n",
        "  when the total of “dealer” is 2, and the value of “mark” is 1, then “ante” pays 3 to 1.\n"
        "  when the total of “dealer” is 2, and it is not so that the value of “mark” is 1, then “ante” pays 1 to 1.\n"
        + LOST,
    ),
    "throw": text("", PLAIN, throw=f"{THROW}  when {HAS}, and the total of “dealer” is 1, then {THROW.strip()}\n"),
    "repetition": text(
        "", PLAIN, throw=f"\nArticle 3\n{THROW}  repeat article 3 until the total of “dealer” is 2, or {LACKS}.\n"
    ),
    "moved": text(
        "  “player” with “side” chooses “call” or “stand”.\n  upon “call”: “side” moves to “third”.\n",
        ON_THIRD,
    ),
    "put on another": text(
        "  “player” with “ante” chooses “call” or “stand”.\n"
        "  upon “call”: an amount equal to the stake of “side” is put on “third”.\n",
        ON_THIRD,
    ),
    "meter of what it is put on": text(
        "  “player” with “side” chooses “call” or “stand”.\n"
        "  upon “call”: an amount equal to the stake of “side” is put on “third”.\n",
        PLAIN + "  “third” receives 1/2 of “pot”.\n",
    ),
    "meter that others are paid from": text(
        f"  when {HAS}, then 1/2 of the stake of “ante” is added to “pot”.\n",
        PLAIN + "  “ante” receives 1/2 of “pot”.\n",
    ),
}


def cards(steps: str, rules: str) -> str:
    """A text in which the dealer is dealt a card, as often a 2 as a 1, and the player none."""
    return f"""{pack("2 and 1", "2 packs")}  “side” is a bet.

Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face down, until each has 1.
  bets on “side” are accepted, up to 3 times the stake of “ante”.
{steps}  settle “ante” and “side”.

Article 3
{rules}  in every other case, “ante” loses.
  “side” loses.
"""


WINS = "  when the total of “bank” is 2 or 3, then “ante” pays 1 to 1.\n"
DOORS |= {
    # Who sees a 1 gives up half: (1 − 1/2) / 2.
    "card turned up": cards(
        f"  when {HAS}, then turn up the hand of “bank”.\n"
        "  “player” with “ante” chooses “fold” or “stand”.\n  upon “fold”: “ante” loses 1/2.\n",
        WINS,
    ),
    # Upon a 1 the bank takes another card, and has 2 or 3.
    "duty": cards(
        "  “bank” follows the rules on “draw”.\n  upon “draw”: takes 1 “card”.\n",
        f"  when {HAS}, and the total of “bank” is 1, then “bank” must “draw”.\n"
        f"  when the total of “bank” is 2, or {LACKS}, then “bank” must not “draw”.\n{WINS}",
    ),
    # Whoever has a card wins.
    "card taken": cards(
        "  “player” with “side” chooses “draw” or “stand”.\n  upon “draw”: takes 1 “card”.\n",
        "  when the total of “player” is 1 or 2, or the total of “bank” is 2, then “ante” pays 1 to 1.\n",
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_bet_that_opens_something_by_being_there_is_refused(door: str) -> None:
    found = analyze(game_of(DOORS[door]), ["ante"])
    assert {bet: problem.reason for bet, problem in found.skipped.items()} == {"ante": "amount-in-window"}


SIDE = (
    "  when the total of “dealer” is 2, then “side” pays 2 to 1.\n"
    "  when the total of “dealer” is 1, then “side” loses.\n"
)
ALL_LOST = "  in every other case, “ante” loses.\n  in every other case, “side” loses.\n  “third” loses.\n"
OWN = "  “player” with “side” chooses “call” or “stand”.\n"

# Of the side, 3 units that gain 1/2 each, nothing is had by its being there; the ante gains nothing.
COMPUTED = {
    "as it is settled": (text("", EVEN + SIDE + "  “third” loses.\n"), "3/2"),
    # 6 units after that.
    "choice about itself": (
        text(f"{OWN}  upon “call”: the stake of “side” is doubled.\n", EVEN + SIDE + "  “third” loses.\n"),
        "3",
    ),
    # Upon it the side pays 3 to 1, which gains (3 − 1) / 2 a unit.
    "choice that its own rules read": (
        text(
            OWN,
            EVEN + "  when “player” has chosen “call”, and the total of “dealer” is 2, then “side” pays 3 to 1.\n"
            "  in every other case, “side” loses.\n  “third” loses.\n",
        ),
        "3",
    ),
    # What is put on the third loses nothing and gains 1 for each unit.
    "another put in proportion to it": (
        text(
            f"{OWN}  upon “call”: an amount equal to the stake of “side” is put on “third”.\n",
            EVEN + SIDE + "  “third” pays 1 to 1.\n",
        ),
        "9/2",
    ),
    # The ante is settled when the side has a throw of its own.
    "throw of its own": (
        text(
            "",
            EVEN + SIDE + "  “third” loses.\n",
            throw=f"{THROW}  settle “ante”.\n  when {HAS}, then {THROW.strip()}\n",
            settle="  settle “side”.\n",
        ),
        "3/2",
    ),
    # The throw is repeated until the side wins, which the ante does not wait for.
    "waiting for it": (
        text(
            "",
            EVEN
            + "  when the total of “dealer” is 2, then “side” pays 2 to 1.\n  in every other case, “side” stands until"
            " it is decided.\n  “third” loses.\n",
            throw="\nArticle 3\n" + THROW + SETTLE + "  repeat article 3 until every bet is decided.\n",
        ),
        "6",
    ),
    # Who has it in its own window does not come there.
    "norm in its own window": (
        text("", EVEN + SIDE + f"  “third” loses.\n  when {HAS}, then “player” must not “bet” on “side”.\n"),
        "3/2",
    ),
    "read by its own rules": (
        text("", EVEN + f"  when {HAS}, and the total of “dealer” is 2, then “side” pays 2 to 1.\n" + ALL_LOST),
        "3/2",
    ),
}


@pytest.mark.parametrize("case", COMPUTED)
def test_a_bet_that_opens_nothing_by_being_there_is_computed(case: str) -> None:
    regulation, expected = COMPUTED[case]
    assert analyze(game_of(regulation), ["ante"]).bets["ante"].expectation == Fraction(expected)


@pytest.mark.parametrize("door", [name for name in DOORS if name != "repetition"])  # rounds that go back
def test_enumeration_with_very_little_in_windows_sees_each(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were such odds not refused, the comparison of generated texts would say so."""
    monkeypatch.setattr(layers, "refuse_by_stakes", lambda sliced: None)
    game = game_of(DOORS[door])
    case = Case(Source("", "", ""), game.rules, 1_000)
    vars(case)["game"] = game
    assert [(fault.check, fault.kind) for fault in amounts(case)] == [("amounts", "another")]
