"""Equally likely deals: how many there are of the rounds of small texts, counted by hand."""

import pytest

from choosing import forward_of
from lexludi.exact import ways
from lexludi.exact.ways import deals_of

MATERIAL = """\
Article 1
  “number”, from high to low: 5, 4, 3, 2 and 1.
  “face”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  material: 2 “die”, each showing one “face”.
  every other “card” counts its face value.
  there is one “dealer”.
  there is one “banker”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
"""
DEAL = "  deal to {}, one “card” at a time, face up, until each has {}.\n"
HIGHER = (
    "  when the total of “dealer” is higher than {}, then “ante” pays 1 to 1.\n  in every other case, “ante” loses.\n"
)
SETTLE = "  settle “ante”.\n"


def deals(*sentences: str) -> int | None:
    forward = forward_of(MATERIAL + "".join(sentences))
    return deals_of(forward.slice, forward.process.hands)


def test_hands_that_are_dealt_at_once_are_sets() -> None:
    """Two of five: 10; and two of the three that are left: 30."""
    assert deals(DEAL.format("“dealer”", 2), SETTLE, HIGHER.format(3)) == 10
    both = DEAL.format("“dealer”, and then “banker”", 2)
    assert deals(both, SETTLE, HIGHER.format("the total of “banker”")) == 30


def test_a_hand_that_nobody_reads_makes_no_deals() -> None:
    assert deals(DEAL.format("“dealer”", 2), DEAL.format("“banker”", 2), SETTLE, HIGHER.format(3)) == 10


def test_thrown_objects_have_all_their_faces_each() -> None:
    """Two dice: 36."""
    assert deals("  “dealer” throws “die”.\n", SETTLE, HIGHER.format(3)) == 36


def test_objects_that_are_drawn_make_sequences_as_long_as_the_longest_round() -> None:
    """Two of five are dealt, and a third may be drawn: 5 x 4 of some rounds, 5 x 4 x 3 of others; of all 60."""
    drawing = (
        "  “dealer” follows the rules on “draw”.\n"
        "  when the total of “dealer” is lower than 5, then “dealer” must “draw”.\n"
        "  when the total of “dealer” is higher than 4, then “dealer” must not “draw”.\n"
        "  upon “draw”: takes 1 “card”.\n"
    )
    assert deals(DEAL.format("“dealer”", 2), drawing, SETTLE, HIGHER.format(3)) == 60


def test_where_the_first_of_a_hand_are_read_their_order_counts() -> None:
    """Three of five, of which the first two are read by themselves: 5 x 4 x 3."""
    first = "  when the total of the first 2 of “dealer” is higher than 3, then “ante” pays 1 to 1.\n"
    assert deals(DEAL.format("“dealer”", 3), SETTLE, first, "  in every other case, “ante” loses.\n") == 60


def test_a_second_deal_gives_what_is_missing() -> None:
    """One card, then up to three: two more of the four that are left, 5 x 6."""
    second = DEAL.format("“dealer”", 1) + DEAL.format("“dealer”", 3)
    assert deals(second, SETTLE, HIGHER.format(3)) == 30


def test_objects_of_its_own_kind_alone_count_towards_what_a_deal_makes_up() -> None:
    """One of five cards, and two of five tiles: 5 · 10."""
    text = "".join(
        line + line.replace("card", "tile") * ("“card”" in line) for line in MATERIAL.splitlines(keepends=True)
    )
    dealt = DEAL.format("“dealer”", 1), DEAL.format("“dealer”", 2).replace("card", "tile")
    forward = forward_of("".join((text, *dealt, SETTLE, HIGHER.format(3))))
    assert deals_of(forward.slice, forward.process.hands) == 50


def test_rounds_that_may_be_sent_back_have_no_number_of_deals() -> None:
    again = (
        "Article 3\n  “dealer” throws “die”.\n"
        "Article 4\n  repeat article 3 until the total of “dealer” is higher than 3.\n  settle “ante”.\n"
    )
    assert deals(again, HIGHER.format(5)) is None


def test_too_many_paths_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MAX_PATHS", 0)
    assert deals(DEAL.format("“dealer”", 2), SETTLE, HIGHER.format(3)) is None
