"""Circumstances that no objects and choices decide: odds say what they suppose of them, and nothing is compared."""

import pytest

from lexludi.base.source import Source
from lexludi.checks.idle_rules import unreachable_rule
from lexludi.checks.law import Law
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.circumstances import taken_for_granted
from lexludi.exact.joint import compare
from lexludi.exact.odds import odds
from lexludi.exact.slices import Slice
from lexludi.play.actions import Act, Deal, PlaceBet
from lexludi.play.plan import walk
from lexludi.play.questions import Questions
from lexludi.play.table import alone
from small import HEADER, game_of, rules_of

TABLE = """Article 1
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  “player” bets.
  each “player” is either “seated” or “standing”.
  “ante” is a bet.

Article 2
  bets are accepted.
  {step}deal to “dealer”, one “card” at a time, face up, until each has 1.
  settle “ante”.

Article 3
  when {condition}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.

Article 4
  “player” may “shout”.
  when “mishap” happens, then the round stands.
"""

SUPPOSED = [
    ("“player” is “standing”", "first-status"),
    ("“player” has the largest stake among those who are “seated”", "first-status"),
    ("“player” has chosen to “shout”", "steps-alone"),
    ("the number of “mishap” of “player” is 1", "steps-alone"),
    ("use of “card” begins", "in-use"),
    ("the total of “dealer” is 2, or it is not so that “player” is “seated”", "first-status"),
]


def text(condition: str, step: str = "") -> str:
    """A game in which the ante wins under a condition."""
    return TABLE.format(condition=condition, step=step and f"{step}\n  ")


def supposed(written: str) -> tuple[str, ...]:
    """What is taken for granted in rounds with an ante."""
    game = game_of(written)
    bound = game.questions.judge.rules
    return taken_for_granted(Slice(walk(bound, (alone(bound, "ante"),)), Questions(game.questions.judge)))


@pytest.mark.parametrize(("condition", "assumption"), SUPPOSED)
def test_what_a_rule_reads_of_circumstances_is_among_the_assumptions(condition: str, assumption: str) -> None:
    assert supposed(text(condition)) == (assumption,)
    assert assumption in odds(rules_of(text(condition))).assumptions


@pytest.mark.parametrize("condition", ["the total of “dealer” is 2", "“player” has the largest stake"])
def test_where_nothing_depends_on_circumstances_nothing_is_said_of_them(condition: str) -> None:
    assert supposed(text(condition)) == ()
    assert not {assumption for _, assumption in SUPPOSED} & {*odds(rules_of(text(condition))).assumptions}


def test_what_makes_no_difference_to_rounds_is_not_supposed() -> None:
    burned = "when use of “card” begins, then burn a number of “card” equal to 1."
    assert supposed(text("the total of “dealer” is 2", burned)) == ()


@pytest.mark.parametrize(
    "step",
    [
        "when use of “card” begins, then “marker” is placed above the last 3.",
        "“marker” is placed above the last 2.\n  when use of “card” begins, then burn a number of “card” equal to 1.",
    ],
)
def test_what_is_marked_or_burned_is_supposed_where_a_rule_asks_for_the_marker(step: str) -> None:
    """Of four cards one is dealt: a marker above the last three appears, and one above two if another is burned."""
    assert supposed(text("“marker” appears", step)) == ("in-use",)


def test_an_act_with_consequences_for_hands_is_supposed_not_to_be_done() -> None:
    drawn = text("the total of “dealer” is 2") + "\nArticle 5\n  upon “shout”: takes 1 “card”.\n"
    assert supposed(drawn) == ("steps-alone",)


@pytest.mark.parametrize(("condition", "assumption"), SUPPOSED)
def test_rounds_that_depend_on_circumstances_are_not_compared(condition: str, assumption: str) -> None:
    with pytest.raises(NotAnalysed) as refused:
        compare(rules_of(text(condition)), rules_of(text("the total of “dealer” is 2")), "ante")
    assert refused.value.reason == "circumstances", assumption


def test_a_rule_on_an_act_of_ones_own_accord_is_neither_idle_nor_searched() -> None:
    written = text("“player” has chosen to “shout”")
    law = Law(rules_of(written), Source("1.en.ludi", "en", HEADER + written))
    assert not list(unreachable_rule(law))
    assert [(asked.about, reason) for asked, reason in law.unsearched()] == [("ante", "chose")]


def test_where_an_act_may_change_hands_what_was_searched_is_not_all() -> None:
    drawn = text("the total of “dealer” is 2") + "\nArticle 5\n  upon “shout”: takes 1 “card”.\n"
    law = Law(rules_of(drawn), Source("1.en.ludi", "en", HEADER + drawn))
    assert [(asked.about, reason) for asked, reason in law.unsearched()] == [("ante", "own-act")]


def test_a_rule_that_only_an_act_may_bring_about_is_not_said_to_be_idle() -> None:
    drawn = text("the number of “card” of “dealer” is 2") + "\nArticle 5\n  upon “shout”: takes 1 “card”.\n"
    assert not list(unreachable_rule(Law(rules_of(drawn), Source("1.en.ludi", "en", HEADER + drawn))))
    without = text("the number of “card” of “dealer” is 2")
    assert list(unreachable_rule(Law(rules_of(without), Source("1.en.ludi", "en", HEADER + without))))


def test_what_is_won_by_an_act_of_ones_own_accord_is_won_in_play() -> None:
    round_ = game_of(text("“player” has chosen to “shout”")).new_round(cards="1")
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Act("player-1", "shout"))
    round_.apply(Deal())
    assert [bet.net for bet in round_.state.bets] == [1]
