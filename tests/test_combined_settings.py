"""Settings that only together bring something about, and settings under which rounds are dealt otherwise."""

import pytest

from lexludi.base.errors import UnsettledCase
from lexludi.checks.comparing import idle_key
from lexludi.checks.full_table import objects_used_up
from lexludi.checks.gap import gap
from lexludi.checks.idle_rules import unreachable_rule
from lexludi.play.actions import Act, Deal, PlaceBet
from lexludi.rules.grounds import by_reading
from small import DIE, game_of, law_of, pack

TOGETHER = (
    DIE.replace("  “big” is a bet.\n", "  “one” is a bet.\n  “two” is a bet.\n")
    + """\
  house option “both”: “on” or “off”; default “off”.
  house option “extra”: “on” or “off”; default “off”.
  bets are accepted.
  {}
  “banker” throws “die”.
  settle “one” and “two”.
Article 2
1.
  when “extra” is “on”, and “player” has a bet on “two”, and the total of “banker” is 3, then “one” pays 2 to 1.
2.
  when the total of “banker” is 2, then “one” pays 1 to 1.
  in every other case, “one” loses.
  “two” loses.
"""
)


@pytest.mark.parametrize(
    "norm",
    [
        "when “both” is “off”, and “player” combines bets, then “player” must not “bet”.",
        "when “both” is “off”, and “player” has a bet on “two”, then “player” must not “bet”.\n"
        "  when “both” is “off”, and “player” has a bet on “one”, then “player” must not “bet”.",
        "when “both” is “off”, and “player” has a bet on “two”, then “banker” must not “close the betting”.",
    ],
)
def test_a_rule_that_wants_two_bets_is_reached_under_the_option_that_lets_them_stand_together(norm: str) -> None:
    """With both on, a 3 pays 2 to 1 on one beside two; with either off, never."""
    text = TOGETHER.format(norm)
    round_ = game_of(text, {"both": "on", "extra": "on"}).new_round(cards="3")
    for bet in ("one", "two"):
        round_.apply(PlaceBet("player-1", "", bet, 1))
    round_.apply(Deal())
    assert [bet.net for bet in round_.state.bets] == [2, -1]
    assert [*unreachable_rule(law_of(text))] == []


COMPARED = """\
Article 1
  house option “packs”: 1 or 2; default 1.
  house option “large”: “on” or “off”; default “off”.
  “number”, from high to low: 7, 6, 5, 4, 3, 2 and 1.
  material: “packs” packs of “card”, each with one for each combination of “number”.
  there is one “bank”.
  there is one “other”.
  there is one “third”.
  there is one “fourth”.
  “player” bets.
  “ante” is a bet.
  “side” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “number”.
2)
  “high”: each is of a different “number”; compared by: {}.
Article 2
  bets are accepted.
  deal to “bank”, and then “other”, one “card” at a time, face up, until each has one.
  deal to “third”, and then “fourth”, one “card” at a time, face up, until each has two.
  settle “ante” and “side”.
Article 3
  when the hand of “bank” is higher than the hand of “other”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
  when “large” is “on”, and the hand of “third” is higher than the hand of “fourth”, then “side” pays 1 to 1.
  in every other case, “side” loses.
"""
EACH, HIGHEST = "the “number” of each card, highest first", "the “number” of the card highest in “number”"


@pytest.mark.parametrize(("keys", "idle"), [(f"{HIGHEST}; {EACH}", []), (f"{EACH}; {HIGHEST}", [2])])
def test_hands_that_are_compared_under_one_setting_are_looked_at_with_the_objects_of_another(
    keys: str, idle: list[int]
) -> None:
    """7-6 is higher than 7-5, and 7-7 a pair: where hands of two are compared, and there are two of each number."""
    law = law_of(COMPARED.format(keys))
    assert [found.plain_args()["number"] for found in idle_key(law)] == idle
    assert [*unreachable_rule(law)] == []


WAYS = (
    pack("4, 3, 2 and 1")
    + """\
  house option “way”: 1 or 2; default 1.
  there is one “house”.
Article 2
  bets are accepted.
Article 3
  {first}.
Article 4
  {second}.
Article 5
  settle “ante”.
{rules}"""
)
DEAL = "deal to “{}”, one “card” at a time, face up, until each has {}"


def test_each_provision_is_named_by_which_objects_are_used_up_under_a_setting() -> None:
    """Of four cards five are to be dealt, by one article or by another."""
    steps = (f"when “way” is {way}, then {DEAL.format('bank', 'five')}" for way in (1, 2))
    text = WAYS.format(**dict(zip(("first", "second"), steps, strict=True)), rules="  “ante” loses.\n")
    found = list(objects_used_up(law_of(text)))
    assert [diagnostic.labels[0].eid for diagnostic in found] == ["art_3", "art_4"]
    assert ["setting" in diagnostic.args for diagnostic in found] == [False, True]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # The bank is dealt before the house, or after it; or one card is burned, or two.
        ("when “way” is 1, then {bank}.\n  {house}", "when “way” is 2, then {bank}"),
        ("burn a number of “card” equal to “way”", "{house}"),
    ],
)
def test_a_deal_shows_a_gap_as_cards_are_dealt_under_the_setting_that_leaves_it(first: str, second: str) -> None:
    """Under the second way nothing is said of a house that has no 4; played with the cards of the deal it has none."""
    steps = {role: DEAL.format(role, "one") for role in ("bank", "house")}
    rules = (
        "  when the total of “house” is 4, then “ante” loses.\n"
        "  when “way” is 1, and it is not so that the total of “house” is 4, then “ante” loses.\n"
    )
    text = WAYS.format(first=first.format(**steps), second=second.format(**steps), rules=rules)
    text = text.replace("1 pack", "4 packs")
    (found,) = gap(law_of(text))
    deal = found.hints[-1].args["deal"]
    round_ = game_of(text, {"way": 2}).new_round(cards=deal.order)
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    with pytest.raises(UnsettledCase):
        round_.apply(Deal())
    assert round_.game.questions.judge.hands.material.symbols(round_.hands["house"]) == [*dict(deal.hands)["house"]]


@pytest.mark.parametrize("second", ["", "and “loud” is “on”, "], ids=["one option", "two options"])
def test_a_rule_on_an_act_that_options_allow_is_reached_under_these(second: str) -> None:
    """Whoever has shouted gets a bet back that a 2 decides; by default nobody may shout."""
    text = f"""{DIE}\
  house option “how”: “strict” or “lenient”; default “strict”.
  house option “loud”: “off” or “on”; default “off”.
  bets are accepted.
  “banker” throws “die”.
  settle “big”.
Article 2
  when “how” is “lenient”, {second}then “player” may “shout”.
Article 3
  when “player” has chosen to “shout”, and the total of “banker” is 2, then “big” is returned.
  when it is not so that “player” has chosen to “shout”, then “big” loses.
"""
    round_ = game_of(text, {"how": "lenient", "loud": "on"}).new_round(cards="2")
    for action in (PlaceBet("player-1", "", "big", 1), Act("player-1", "shout"), Deal()):
        round_.apply(action)
    assert [bet.result for bet in round_.state.bets] == ["push"]
    law = law_of(text)
    assert [*unreachable_rule(law)] == []
    # What somebody does of their own accord is not searched: under one option it is said, beyond that nothing is.
    assert [(asked.about, reason) for asked, reason in law.unsearched()] == [("how", "values:lenient")] * (not second)


def test_what_decides_by_a_reading_alone_is_told_so_under_the_option_by_which_another_reading_is_silent() -> None:
    """Under “wide” the bet loses unless the option is on: then nothing but “narrow” decides it."""
    law = law_of(f"""{DIE}\
  house option “how”: “off” or “on”; default “off”.
  reading “scope”: “narrow” or “wide”; default “narrow”; because: invented.
  bets are accepted.
  “banker” throws “die”.
  settle “big”.
Article 2
  when “scope” is “narrow”, then “big” loses.
Article 3
  when “scope” is “wide”, and “how” is “off”, then “big” loses.
""")
    decided = {
        how: [situation.verdict.provisions for answer in found.answers for situation in answer.situations]
        for how in ("off", "on")
        for found in [law.survey({"how": how, "scope": "narrow"})]
    }
    assert decided == {"off": [("art_2",)], "on": [(by_reading("art_2", "scope"),)]}
