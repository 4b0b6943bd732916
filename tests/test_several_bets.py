"""One sentence on several bets: each of them is settled as it says."""

from fractions import Fraction

import pytest

from lexludi.exact.odds import odds
from lexludi.language.printer import print_document
from small import HEADER, diagnosed, document_of, game_of

TEXT = """Article 1
  “number”, from high to low: 5, 2 and 1.
  material: 1 “die”, each showing one “number”.

Article 2
  there is one “dealer”.
  “player” bets.
  “a” is a bet.
  “b” is a bet.
  “c” is a bet.

Article 3
  bets are accepted.
  “dealer” throws “die”.
  settle “a”, “b” and “c”.
{rules}"""
TOGETHER = """  when “dealer” shows 5, then “a” and “b” pay 3 to 1.
  when “dealer” shows 2, then “b” and “c” are returned.
  in every other case, “a”, “b” and “c” lose.
  from the winnings of “a” and “c” a commission of 50% is taken.
"""
BY_TABLE = """  “a” and “c” pay by the total of “dealer”:
1)
  5 3 to 1.
2)
  2 1 to 1.
2.
  in every other case, “a”, “b” and “c” lose.
"""


def test_each_of_several_bets_is_settled_as_one_by_itself() -> None:
    """Of three faces, 5 wins three or (less half) one and a half, 2 returns two of the bets, the rest loses."""
    found = odds(game_of(TEXT.format(rules=TOGETHER)).decided).bets
    assert {name: bet.expectation for name, bet in found.items()} == {
        "a": Fraction(1, 3) * Fraction(3, 2) - Fraction(2, 3),
        "b": Fraction(1, 3) * 3 - Fraction(1, 3),
        "c": -Fraction(2, 3),
    }


def test_several_bets_pay_by_one_table() -> None:
    text = TEXT.format(rules="1.\n" + BY_TABLE).replace(
        "each showing one “number”.", "each showing one “number”.\n  each “die” counts the number that it shows."
    )
    found = odds(game_of(text).decided).bets
    assert [found[name].expectation for name in "abc"] == [Fraction(3 + 1 - 1, 3), -1, Fraction(3 + 1 - 1, 3)]


def test_several_bets_are_printed_as_they_are_said() -> None:
    document, _ = document_of(TEXT.format(rules=TOGETHER))
    assert print_document(document).removeprefix(HEADER.rstrip() + "\n\n").strip().endswith(TOGETHER.strip())


@pytest.mark.parametrize("bets", ["“a” and 5", "5", "“a” and “number”"])
def test_what_is_no_bet_is_not_settled(bets: str) -> None:
    text = TEXT.format(rules=f"  when “dealer” shows 2, then {bets} <lose>.\n".replace("<lose>", "loses"))
    assert "not-a-bet" in {found.code for found in diagnosed(text)[1]}
