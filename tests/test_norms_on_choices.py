"""Norms on what may be chosen: the search of the checks says of which no round ever comes to, and of no others."""

import pytest

from lexludi.checks.conflict import conflict
from lexludi.checks.idle_rules import redundant_rule, unreachable_rule
from lexludi.checks.reach import NEVER, REACHED, reach
from small import game_of, law_of, pack

# The bank has a card of three; who has an ante plays or folds, where the norm does not forbid it.
TEXT = (
    pack("3, 2 and 1", "2 packs")
    + """  {more}
Article 2
1.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “player” with “ante” chooses to “play” or “fold”.
  settle “ante”.
2.
  {norm}.
Article 3
  “ante” loses.
"""
)


def text_of(norm: str, more: str = "") -> str:
    return TEXT.format(norm=norm, more=more)


def never_in(text: str) -> list[tuple[str, str]]:
    """The provisions of norms that are said never to apply, and what they are asked about."""
    found = unreachable_rule(law_of(text))
    return [(d.args["provisions"].eids[0], d.args["what"].kind) for d in found]


FORBIDDEN = "then “player” must not “fold”"


@pytest.mark.parametrize(
    "norm",
    [
        f"when the total of “bank” is higher than 3, {FORBIDDEN}",
        f"when the total of “bank” is 1, and the total of “bank” is 2, {FORBIDDEN}",
        f"when “player” has chosen to “play”, {FORBIDDEN}",
        "“bank” must not “fold”",  # who does not choose
    ],
)
def test_a_norm_on_a_choice_that_no_round_comes_to_is_told_and_proved(norm: str) -> None:
    text = text_of(norm)
    assert never_in(text) == [("art_2__para_2", "choice")]
    (row,) = (row for row in reach(game_of(text)).rows if row.eid == "art_2__para_2")
    assert (row.verdict, row.proof) == (NEVER, "exhausted")


@pytest.mark.parametrize(
    ("norm", "more"),
    [
        (f"when the total of “bank” is 3, {FORBIDDEN}", ""),
        (FORBIDDEN.removeprefix("then "), ""),
        # Of whoever is of another status than bettors begin with; of a value that an option does not have at first.
        (f"when “player” is “standing”, {FORBIDDEN}", "each “player” is either “seated” or “standing”."),
    ],
)
def test_of_norms_that_some_round_comes_to_nothing_is_told(norm: str, more: str) -> None:
    text = text_of(norm, more)
    assert never_in(text) == []
    law = law_of(text)
    assert not [*redundant_rule(law), *conflict(law)]
    (row,) = (row for row in reach(game_of(text)).rows if row.eid == "art_2__para_2")
    assert row.verdict == REACHED


def test_a_norm_that_applies_under_another_value_of_an_option_is_not_told() -> None:
    option = "house option “rule”: “strict” or “lax”; default “lax”."
    assert never_in(text_of(f"when “rule” is “strict”, and the total of “bank” is 3, {FORBIDDEN}", option)) == []
    other = f"when “rule” is “strict”, and the total of “bank” is 4, {FORBIDDEN}"
    assert never_in(text_of(other, option)) == [("art_2__para_2", "choice")]


def test_of_norms_on_choices_that_contradict_each_other_no_conflict_is_told() -> None:
    """What is forbidden may not be chosen, whatever must be: the round goes on with the other."""
    text = text_of(f"when the total of “bank” is 3, {FORBIDDEN}.\n  when “bank” shows 3, then “player” must “fold”")
    assert not list(conflict(law_of(text)))


# Who has an ante may draw; and so must, for the table, who holds the role of the norms.
BOTH = (
    pack("3, 2 and 1", "4 packs")
    + """Article 2
1.
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has one.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “player” with “ante” chooses to “draw” or “stand”.
  upon “draw”: takes one “card”.
  “{role}” follows the rules on “draw”.
  settle “ante”.
2.
  when the number of “card” of “{role}” is {count}, then “{role}” must “draw”.
3.
  when the total of “{role}” is higher than 9, then “{role}” must not “draw”.
Article 3
  “ante” loses.
"""
)


def test_norms_on_what_somebody_must_do_are_not_asked_of_the_choice_of_another() -> None:
    """The bank has one card whenever it follows the rules; what bettors may draw is no matter of it."""
    text = BOTH.format(role="bank", count=1)
    assert never_in(text) == [("art_2__para_3", "action")]


def test_where_the_same_may_be_chosen_and_must_be_done_nothing_is_proved_of_norms_on_it() -> None:
    """Bettors with two cards are not asked to choose, and follow the rules all the same."""
    text = BOTH.format(role="player", count=3)
    assert not {eid for eid, _ in never_in(text)} & {"art_2__para_2", "art_2__para_3"}
    assert {(own.about, why) for own, why in law_of(text).unsearched()} >= {("draw", "undecided")}
