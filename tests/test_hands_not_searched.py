"""Hands of several kinds of objects, and formed of two: what is not searched is said, and nothing is invented."""

import pytest

from lexludi.checks.comparing import idle_key
from lexludi.checks.full_table import too_few_objects
from lexludi.checks.gap import gap, gap_in_categories
from lexludi.checks.orders import MIXED, deals_of
from lexludi.play.actions import Act, Choose, Deal, PlaceBet
from lexludi.rules import meaning as m
from small import game_of, law_of

# Each hand is of one card and one ball: what is held counts towards the number that is dealt.
TWO_KINDS = """Article 1
  “rank”, from high to low: “ace” and “king”.
  “ball”, from high to low: “white” and “golden”.
  material: 1 set of “cards”, each with 3 of “ace” and 3 of “king”.
  material: 1 set of “balls”, each with {balls}.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: {shape}; compared by: the “rank” of each card, highest first.
Article 2
1.
  bets are accepted.
2.
  deal to each “player” with a bet, and then “dealer”, one “card” at a time, face down, until each has {cards}.
3.
  {when}deal to each “player” with a bet, and then “dealer”, one “ball” at a time, face down, until each has {all}.
4.
  settle “main”.
  when the hand of “player” is higher than the hand of “dealer”, then “main” pays 1 to 1.
  when it is not so that the hand of “player” is higher than the hand of “dealer”, then “main” loses.
"""
MANY = {"balls": "9 of “white” and 9 of “golden”", "cards": "one", "all": "two", "when": ""}


@pytest.mark.parametrize(
    "shape",
    [
        "all are of the same “rank”",
        # Of this no hand of a card and a ball is; a card alone would be, and two balls.
        "(all are of the same “rank”, or it is not so that at least one are of the same “rank”)",
        # Of this every such hand is; a card alone is not.
        "it is not so that all are of the same “rank”",
    ],
)
def test_of_hands_of_two_kinds_it_is_said_that_their_categories_are_not_searched(shape: str) -> None:
    law = law_of(TWO_KINDS.format(shape=shape, **MANY))
    assert [*gap_in_categories(law), *idle_key(law)] == []
    assert [(asked.kind, why) for asked, why in law.unsearched()] == [
        ("category", "several-kinds"),
        ("keys", "several-kinds"),
    ]


def test_a_gap_of_a_bet_is_found_where_hands_are_of_two_kinds() -> None:
    """No rule speaks of hands that are not higher; of no hand is anything higher, and that is a gap of the bet."""
    text = TWO_KINDS.format(shape="all are of the same “rank”", **MANY)
    law = law_of("\n".join(line for line in text.splitlines() if "it is not so that the hand" not in line) + "\n")
    assert [d.args["question"].about for d in gap(law)] == ["main"]


@pytest.mark.parametrize(
    ("cards", "every", "when", "needed"),
    [
        # Two cards each, and one ball each for two hands: 2 are needed, of 1.
        ("two", "one", "", [("ball", 2, 1)]),
        # Two balls each, however many cards there are.
        ("two", "two", "", [("ball", 4, 1)]),
        ("one", "two", "", [("ball", 4, 1)]),
        # Balls that may not come are none that are needed.
        ("one", "three", "when “dealer” shows “ace”, then ", []),
    ],
)
def test_what_is_held_of_one_kind_is_not_needed_of_another(
    cards: str, every: str, when: str, needed: list[tuple[str, int, int]]
) -> None:
    text = TWO_KINDS.format(shape="all are of the same “rank”", balls="1 of “white”", cards=cards, all=every, when=when)
    found = [(d.args["kind"].id, d.args["needed"], d.args["available"]) for d in too_few_objects(law_of(text))]
    assert found == needed


# Objects that are put back when the round is over are lacking in it none the less.
@pytest.mark.parametrize("after", ["", "when the round is over, then put “card” back into “case”."])
@pytest.mark.parametrize(
    ("burned", "needed"),
    [
        ("burn a number of “card” equal to 1.", [("card", 5, 4)]),
        ("burn a number of “card” equal to 1.\n  burn a number of “card” equal to 2.", [("card", 7, 4)]),
        # What is only burned under a condition may stay.
        ("when use of “card” begins, then burn a number of “card” equal to 1.", []),
    ],
)
def test_what_is_burned_before_a_deal_is_lacking_at_a_full_table(
    burned: str, needed: list[tuple[str, int, int]], after: str
) -> None:
    """Two boxes with two cards each, of four; one bettor has enough."""
    text = f"""Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there are 2 “box”.
  “player” bets at “box”.
  “ante” is a bet.

Article 2
  bets are accepted.
  {burned}
  deal to each “box” with a bet, one “card” at a time, face up, until each has 2.
  settle “ante”.
  “ante” loses.
  {after}
"""
    found = [(d.args["kind"].id, d.args["needed"], d.args["available"]) for d in too_few_objects(law_of(text))]
    assert found == needed


FORMED = """Article 1
  “rank”, from high to low: “ace”, “king” and “queen”.
  “suit”, from high to low: “spades” and “hearts”.
  material: 1 pack of “cards”, each with one for each combination of “rank” and “suit”.
  there is one “dealer”.
  there is one “board”.
  “player” bets.
  “main” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “triple”: {triple} are of the same “rank”.
2)
  “pair”: two are of the same “rank”{keys}.
3)
  “points”: each is of a different “rank”.
Article 2
1.
  bets are accepted.
2.
  deal to each “player” with a bet, and then “dealer”, one “card” at a time, face down, until each has one.
  deal to “board”, one “card” at a time, face up, until each has two.
3.
  “player” forms “final hand” from the hand and that of “board”.
  “dealer” forms “final hand” from the hand and that of “board”.
4.
  settle “main”.
  when the “final hand” of “player” is higher than the “final hand” of “dealer”, then “main” pays 1 to 1.
  in every other case, “main” loses.
"""


def test_categories_and_keys_of_hands_that_are_formed_are_said_not_to_be_searched() -> None:
    """Of two cards of each rank there is no triple: that is not known, and so with what a key decides."""
    law = law_of(FORMED.format(triple="three", keys="; compared by: the “rank” of the two alike in “rank”"))
    assert ("reached", "formed") in {(asked.kind, why) for asked, why in law.unsearched()}
    assert ("keys", "formed") in {(asked.kind, why) for asked, why in law.unsearched()}
    assert list(idle_key(law)) == []
    without = law_of(FORMED.format(triple="three", keys=""))
    assert "keys" not in {asked.kind for asked, _ in without.unsearched()}


def test_hands_without_category_are_counted_of_every_size() -> None:
    """Of A, A, K and Q: of three cards A-K-Q alone is no pair, of two A-K, A-Q and K-Q, of one each of A, K and Q."""
    text = """Article 1
  “rank”, from high to low: “ace”, “king” and “queen”.
  material: 1 set of “cards”, each with 2 of “ace”, 1 of “king” and 1 of “queen”.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “rank”.
Article 2
  bets are accepted.
  deal to “dealer”, one “card” at a time, face down, until each has three.
  “dealer” divides the hand into two for “high hand” and one for “low hand”, each in turn as high as it can be.
  settle “main”.
  when the hand of “dealer” is “pair”, then “main” pays 1 to 1.
  in every other case, “main” loses.
"""
    (found,) = gap_in_categories(law_of(text))
    assert found.args["count"] == 1 + 3 + 3


def test_a_hand_that_is_divided_and_one_dealt_twice_of_one_kind_have_their_sizes() -> None:
    text = TWO_KINDS.replace("one “ball” at a time", "one “card” at a time")
    hands = game_of(text.format(shape="all are of the same “rank”", **MANY)).questions.judge.hands
    assert deals_of(hands, *m.OF_CATEGORY) == (("card", 2),)
    hands = game_of(TWO_KINDS.format(shape="all are of the same “rank”", **MANY)).questions.judge.hands
    assert deals_of(hands, *m.OF_CATEGORY) == (MIXED,)


KEYS = """Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “bank”.
  there is one “house”.
  “player” bets.
  “ante” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “none”: it is not so that 1 are of the same “number”; compared by: the “number” of the card highest in “number”.
2)
  “any”: 1 are of the same “number”; compared by: {keys}.
Article 2
1.
  bets are accepted.
{steps}
  settle “ante”.
{norms}Article 3
  when {condition}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
HIGHEST, EACH = "the “number” of the card highest in “number”", "the “number” of each card, highest first"


def test_hands_to_which_a_party_may_draw_of_its_own_accord_are_compared_as_they_have_grown() -> None:
    """The 2 of the bank and 2-1 of the player are equal by the highest card, and 2-1 has one more."""
    text = KEYS.format(
        keys=f"{HIGHEST}; {EACH}",
        steps="  deal to “bank”, one “card” at a time, face up, until each has one.\n"
        "  deal to each “player” with a bet, one “card” at a time, face up, until each has one.\n"
        "  “player” with “ante” chooses to “stay” or “wait”.",
        norms="2.\n  “player” may “draw”.\n3.\n  upon “draw”: takes one “card”.\n",
        condition="the hand of “player” is higher than the hand of “bank”",
    )
    round_ = game_of(text).new_round(cards=["2", "2", "1"])
    for action in (PlaceBet("player-1", "", "ante", 1), Deal(), Act("player-1", "draw")):
        round_.apply(action)
    round_.apply(Choose("player-1", "player-1", "stay"))
    assert [bet.net for bet in round_.state.bets] == [1]
    law = law_of(text)
    assert list(idle_key(law)) == []
    assert ("keys", "compared-otherwise") in {(asked.kind, why) for asked, why in law.unsearched()}


@pytest.mark.parametrize(
    ("keys", "net", "idle"), [(HIGHEST, 1, []), (f"{HIGHEST}; {EACH}", -1, []), (f"{EACH}; {HIGHEST}", -1, [2])]
)
def test_a_key_that_only_tells_which_part_of_a_hand_is_the_highest_is_not_idle(
    keys: str, net: int, idle: list[int]
) -> None:
    """Of 3-2-1 the highest two are 3-2; by their highest card alone 3-1 is as high, and leaves a 2, above a 1."""
    text = KEYS.format(
        keys=keys,
        steps="  deal to “bank”, one “card” at a time, face up, until each has three.\n"
        "  deal to “house”, one “card” at a time, face up, until each has one.\n"
        "  “bank” divides the hand into 2 for “front” and 1 for “back”, each in turn as high as it can be.",
        norms="",
        condition="the “back” of “bank” is higher than the hand of “house”",
    )
    round_ = game_of(text).new_round(cards=["3", "2", "1", "1"])
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Deal())
    assert [bet.net for bet in round_.state.bets] == [net]
    assert [found.plain_args()["number"] for found in idle_key(law_of(text))] == idle
