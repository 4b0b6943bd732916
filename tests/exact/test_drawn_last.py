"""The object drawn last to a hand that is seen: whoever chooses knows it, and a hidden one's they do not."""

from fractions import Fraction

import pytest

from lexludi.base.messages import catalogue
from lexludi.exact.figures import Figures
from lexludi.exact.odds import Odds, odds
from lexludi.play.telling import Teller
from small import game_of, glossary_of, pack

TWO = pack("2 and 1")
OWN = """\
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has one.
  “player” with “ante” chooses to “hit”.
  upon “hit”: takes one “card”.
"""
OF_BANK = """\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face {}, until each has one.
  “bank” follows the rules on “hit”.
  “bank” must “hit”.
  upon “hit”: takes one “card”.
"""
CHOICE = """\
  “player” with “ante” chooses to “double” or “check”.
  upon “double”: the stake of “ante” is doubled.
  settle “ante”.
"""
DRAWN = """\
  when the card drawn by “{0}” is 1, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
FORBIDDEN = "  when the card drawn by “player” is 2, then “player” must not “double”.\n"


def found(text: str) -> Odds:
    all_odds = odds(game_of(text).decided)
    assert not all_odds.skipped
    return all_odds


@pytest.mark.parametrize(
    "text",
    [
        TWO + OWN + CHOICE + DRAWN.format("player"),
        TWO + OWN + FORBIDDEN + CHOICE + DRAWN.format("player"),
        TWO + OF_BANK.format("up") + CHOICE + DRAWN.format("bank"),
        TWO + OF_BANK.format("down") + "  turn up the hand of “bank”.\n" + CHOICE + DRAWN.format("bank"),
    ],
    ids=["own hand", "what is offered", "open hand", "hand turned up"],
)
def test_what_was_drawn_last_to_a_hand_that_is_seen_decides(text: str) -> None:
    """Both cards are seen in either round; the 1 came last in one of two, and is doubled: (2 − 1)/2."""
    all_odds = found(text)
    # The mean of the squares is (4 + 1)/2, less 1/4.
    assert (all_odds.bets["ante"].expectation, all_odds.bets["ante"].variance) == (Fraction(1, 2), Fraction(9, 4))
    assert dict(all_odds.strategies[-1].counts) == {"double": 1, "check": 1}
    # Always to double gains (2 − 2)/2, never to, (1 − 1)/2: each is half a stake less.
    assert set(all_odds.strategies[-1].cost.values()) == {Fraction(1, 2)}


def test_what_was_drawn_last_to_a_hidden_hand_is_not_seen() -> None:
    """One of two cards lies hidden, the other is drawn to it: nothing is known, and no choice gains or loses."""
    all_odds = found(TWO + OF_BANK.format("down") + CHOICE + DRAWN.format("bank"))
    assert all_odds.bets["ante"].expectation == 0
    assert set(all_odds.strategies[0].cost.values()) == {0}


def test_a_table_of_the_best_play_tells_what_was_drawn_last() -> None:
    """Three cards, two to the bettor: to double is best where the 1 came last, in two of six rounds."""
    text = pack("3, 2 and 1") + OWN + CHOICE + DRAWN.format("player")
    play = found(text).strategies[-1]
    assert play.table is not None
    told = {(row.hands[0].objects, row.hands[0].drawn): row.best for row in play.table.rows}
    assert {hand for hand, best in told.items() if best == "double"} == {(("2", "1"), ("1",)), (("3", "1"), ("1",))}
    assert len(told) == 6
    sentences = " ".join(Figures(Teller(catalogue("en"), glossary_of(text))).play(play))
    assert "“double” with 3 1 (drawn last: 1) or 2 1 (drawn last: 1)" in sentences


def test_copies_of_what_was_drawn_last_are_told_apart_in_counts() -> None:
    """Two packs of 2 and 1, two cards: C(4, 2) hands, of which either card came last: 12, in six of them a 1."""
    all_odds = found(pack("2 and 1", "2 packs") + OWN + CHOICE + DRAWN.format("player"))
    assert dict(all_odds.strategies[-1].counts) == {"double": 6, "check": 6}


ACROSS = """\
  deal to each “player” with a bet, one “card” at a time, face down, until each has three.
"""
FIRST_TWO = """\
  when the card drawn by “player” is 1, and the total of the first two of “player” is {}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
DRAW_FIRST = """\
Article 2
  bets are accepted.
  “player” with “ante” chooses to “hit”.
  upon “hit”: takes one “card”.
"""


def test_what_was_drawn_before_a_deal_is_counted_among_the_first() -> None:
    """Of 2, 2, 1 and 1 one card is drawn, then two are dealt: 4·3·2 = 24 orders; with both 1 first, 2·1·2 = 4."""
    all_odds = found(pack("2 and 1", "2 packs") + DRAW_FIRST + ACROSS + CHOICE + FIRST_TWO.format(2))
    assert dict(all_odds.strategies[-1].counts) == {"double": 4, "check": 20}
    assert all_odds.bets["ante"].expectation == Fraction(2 * 4 - 20, 24)


def test_what_was_drawn_after_the_first_is_counted_among_the_later() -> None:
    """Two of 2, 2, 1 and 1 are dealt, C(4, 2), and one of two is drawn: 1 came last and both 2 first in 2 of 12."""
    text = pack("2 and 1", "2 packs") + OWN.replace("each has one", "each has two") + CHOICE + FIRST_TWO.format(4)
    assert dict(found(text).strategies[-1].counts) == {"double": 2, "check": 10}
