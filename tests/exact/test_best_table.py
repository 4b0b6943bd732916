"""The best play as a table: rows by totals or by objects, with the actions that are best in them."""

import pytest

from choosing import BY_ORDER, BY_TOTAL, CLIMB, chances
from lexludi.exact import best_table as tables
from lexludi.exact.best_table import BestTable, DealRow, ShownHand, best_table
from lexludi.exact.situations import Situations, situations
from lexludi.exact.strategy import strategies
from small import DIE, pack


def several(text: str) -> tuple[Situations, ...]:
    found = chances(text)
    return tuple(choice_situations for _, choice_situations in situations(found.layers, found.choices))


def rows(text: str) -> tuple[DealRow, ...]:
    table = best_table(several(text))
    assert table is not None
    return table.rows


BOTH = ("play", "fold")


def test_where_totals_are_read_deals_are_told_by_totals() -> None:
    assert rows(BY_TOTAL) == (
        DealRow(BOTH, (ShownHand("player-1", 1),), {"fold": 1}),
        DealRow(BOTH, (ShownHand("player-1", 2),), {"play": 1}),
        DealRow(BOTH, (ShownHand("player-1", 3),), {"play": 1}),
    )


def test_where_hands_are_ordered_deals_are_told_by_their_objects() -> None:
    assert rows(BY_ORDER) == (
        DealRow(BOTH, (ShownHand("player-1", places=(0,), objects=("3",)),), {"play": 1}),
        DealRow(BOTH, (ShownHand("player-1", places=(1,), objects=("2",)),), {"play": 1}),
        DealRow(BOTH, (ShownHand("player-1", places=(2,), objects=("1",)),), {"fold": 1}),
    )


def test_where_neither_totals_nor_an_order_are_read_deals_are_told_by_their_objects() -> None:
    shows = "the number of times that “player” shows 3 is 1"
    text = BY_TOTAL.replace("the total of “player” is higher than the total of “bank”", shows)
    assert {row.hands[0].objects: row.best for row in rows(text)} == {("3",): "play", ("2",): "fold"}
    # The 1 is read as the 2 is, which stands for both.


def test_deals_of_the_same_total_are_one_row() -> None:
    """Two cards of the six of two packs: 3-1 in 2 x 2 ways and 2-2 in one are both a total of 4."""
    text = BY_TOTAL.replace("1 pack", "2 packs").replace("face down, until each has 1", "face down, until each has 2")
    by_total = {row.hands[0].total: sum(row.counts.values()) for row in rows(text)}
    assert by_total == {6: 1, 5: 4, 4: 5, 3: 4, 2: 1}


def test_a_total_in_which_something_counts_more_than_its_least_is_raised() -> None:
    """The 3 counts 3 or 13."""
    raised = [
        (row.hands[0].total, row.hands[0].raised)
        for row in rows(BY_TOTAL.replace("  every other", "  3 counts 3 or 13.\n  every other"))
    ]
    assert raised == [(1, False), (2, False), (13, True)]


# A die of 4 to 1 is thrown three times. After a first throw of 3 or 4 a raise stays open, and to play it is worth as
# much as to stay: to hold then wins it in three of four cases (3/2) and loses the ante (-1). Without it to leave is
# worth 1/2. So best is to hold or to leave, by what was bet before, which is no number kept, and not by the second
# throw.
OPEN_OR_NOT = (
    DIE.replace("3, 2", "4, 3, 2")
    .replace("big", "ante")
    .replace("“ante” is a bet.", "“ante” is a bet.\n  “raise” is a bet.")
    + """Article 2
1.
  bets are accepted.
  “banker” throws “die”.
  “player” with “ante” chooses to “play” or “stay”.
  upon “play”: an amount equal to 3 times the stake of “ante” is put on “raise”.
  when the total of “banker” is lower than 3, then settle “raise”.
  “banker” throws “die”.
  “player” with “ante” chooses to “hold” or “leave”.
  “banker” throws “die”.
  settle “ante” and “raise”.
Article 3
  when “player” has chosen to “hold”, and the total of “banker” is higher than 1, then “raise” pays 1 to 1.
  when “player” has chosen to “leave”, and the total of “banker” is higher than 1, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
  in every other case, “raise” loses.
"""
)


def test_what_makes_another_choice_better_is_what_came_before_where_that_is_so() -> None:
    table = strategies(chances(OPEN_OR_NOT))[-1].table
    assert table is not None
    assert all(row.others for row in table.rows)
    assert (table.by_objects, table.by_past) == (False, True)


def test_other_offers_are_other_rows() -> None:
    found = rows(BY_TOTAL + "Article 6\n  when the total of “player” is 3, then “player” must not “fold”.\n")
    assert [(row.offered, row.hands[0].total) for row in found] == [(("play",), 3), (BOTH, 1), (BOTH, 2)]


def test_the_hand_of_the_bettor_comes_first() -> None:
    seen_bank = BY_TOTAL.replace(
        "3)\n  “player”", "3)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n4)\n  “player”"
    ).replace("4)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n5)", "5)")
    found = rows(seen_bank)
    assert {tuple(hand.holder for hand in row.hands) for row in found} == {("player-1", "bank")}
    assert [row.best for row in found if row.hands == (ShownHand("player-1", 2), ShownHand("bank", 3))] == ["fold"]


def test_where_nothing_is_seen_there_is_no_table() -> None:
    """The choice comes before the cards."""
    blind = BY_TOTAL.replace(
        "2)\n  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.\n", ""
    )
    blind = blind.replace(
        "4)\n", "4)\n  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.\n"
    )
    assert best_table(several(blind)) is None


def test_a_table_of_objects_that_is_too_long_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_ROWS", 2)
    assert best_table(several(BY_ORDER)) is None
    assert best_table(several(BY_TOTAL)) is not None, "totals are few"


def test_hands_that_came_in_another_order_are_one_row() -> None:
    """Of 19 hands the first two are read: with them there are 72, more than a table has rows."""
    found = several(f"""\
{pack("4, 3, 2 and 1", "2 packs")}\
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has 4.
  “player” with “ante” chooses to “raise” or “stay”.
  upon “raise”: the stake of “ante” is doubled.
  settle “ante”.
  when the total of the first 2 of “player” is higher than 4, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
""")
    assert sum(len(choice_situations.rows) for choice_situations in found) == 72
    table = best_table(found)
    assert table is not None
    assert len(table.rows) == 19


def test_objects_that_show_nothing_alike_and_are_alike_for_the_rules_are_named() -> None:
    """With a two or a one to throw again is worth (1 − 1 − 1)/3 instead of −1; with a three nothing more is won."""
    text = DIE.replace("big", "ante") + (
        "  “low” comprises 2 and 1.\nArticle 2\n  bets are accepted.\n  “banker” throws “die”.\n"
        "  “player” with “ante” chooses to “hold” or “throw”.\n"
        "  when “player” has chosen to “throw”, then “banker” throws “die”.\n  settle “ante”.\n"
        "Article 3\n  when “banker” shows “low”, then “ante” loses.\n"
        "  when “banker” shows 3, then “ante” pays 1 to 1.\n"
    )
    table = best_table(several(text))
    assert table is not None
    assert [(row.hands[-1].objects, row.best) for row in table.rows] == [(("3",), "hold"), (("2",), "throw")]
    assert table.alike == (("2", "1"),)


def test_the_best_of_a_row_is_that_of_most_deals() -> None:
    row = DealRow(BOTH, (ShownHand("player-1", 4),), {"play": 3, "fold": 4})
    assert (row.best, row.others) == ("fold", 3)


def test_a_table_as_json_is_what_the_schema_has() -> None:
    table = BestTable(
        (DealRow(BOTH, (ShownHand("player-1", 13, True), ShownHand("bank", objects=("2",))), {"play": 3}),)
    )
    assert table.to_json() == [
        {
            "offered": ["play", "fold"],
            "hands": [
                {"holder": "player-1", "total": 13, "raised": True}, {"holder": "bank", "objects": ["2"]},
            ],
            "counts": {"play": 3},
        }
    ]  # fmt: skip


def test_the_hand_of_whoever_chooses_comes_first_be_it_empty() -> None:
    """At the first choice nothing is held yet: a 3 is sought, and 3 is stood on."""
    text = BY_TOTAL.partition("Article 2")[0] + (
        "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  “player” with “ante” repeatedly chooses to “draw” or “stand”, "
        "until the total of “player” is higher than 3.\n"
        "3)\n  settle “ante”.\nArticle 3\n  upon “draw”: takes 1 “card”.\n  upon “stand”: the turn ends.\n"
        "Article 4\n  when the total of “player” is 3, then “ante” pays 1 to 1.\n  in every other case, “ante” loses.\n"
    )
    (play,) = strategies(chances(text))
    assert play.table is not None
    best = {(row.hands[0].holder, row.hands[0].total): row.best for row in play.table.rows}
    assert best["player-1", 0] == best["player-1", 1] == "draw"
    assert best["player-1", 3] == "stand"


def test_where_a_number_kept_decides_the_rows_are_those_of_the_number() -> None:
    """Worked out in `choosing`; the die lies there with 2 at the scores 2 and 4, and not at all at 0."""
    assert [(row.numbers, row.hands, row.best) for row in rows(CLIMB)] == [
        ((("score", 0),), (), "go-on"),
        ((("score", 2),), (), "go-on"),
        ((("score", 4),), (), "stop"),
    ]


def test_hands_stand_beside_a_number_that_does_not_decide_alone() -> None:
    """Of three throws of 2 or 1 the last pays 4 with a 2 and loses with a 1: (4 - 1) / 2 = 3/2.

    Stopping at the second pays 2 with a 2, which is more, and loses with a 1: (2 + 3/2) / 2 = 7/4. At the first it
    pays 1 with a 2, which is less.
    """
    text = CLIMB.partition("Article 2")[0].replace("0 through 6", "0 through 3") + (
        "Article 2\n1)\n  bets are accepted.\n  “score” becomes 0.\n2)\n  “bank” throws “die”.\n"
        "  “score” becomes the sum of the value of “score” and 1.\n"
        "  when the value of “score” is lower than 3, then “player” with “ante” chooses to “go on” or “stop”.\n"
        "  when “player” has chosen to “stop”, or the value of “score” is 3, then settle “ante”.\n"
        "  repeat article 2, 2) until every bet is decided.\nArticle 3\n1)\n"
        "  when the total of “bank” is 2, then “ante” pays by the value of “score”:\n"
        "(1)\n  1 1 to 1.\n(2)\n  2 2 to 1.\n(3)\n  3 4 to 1.\n2)\n  in every other case, “ante” loses.\n"
    )
    assert {(row.numbers[0][1], row.hands[-1].total): row.best for row in rows(text)} == {
        (1, 1): "go-on", (1, 2): "go-on", (2, 1): "go-on", (2, 2): "stop",
    }  # fmt: skip
