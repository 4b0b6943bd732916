"""What only the bets of others bring about: the search follows one bettor, claims nothing of it, and says so."""

import pytest

from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.checks.catalogue import ON_RULES
from lexludi.checks.law import Law
from lexludi.language.phrases import LANGUAGES
from small import HEADER, rules_of

TEXT = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  there are 2 “boxes”.
  “player” bets at “boxes”.
  “ante” is a bet.
  “side” is a bet.

Article 2
  bets are accepted.
  {choice}“dealer” throws “die”.
  {step}settle “ante” and “side”.

Article 3
1.
  when the total of “dealer” is higher than 3, then “ante” pays 1 to 1.
2.
  when {rule}the total of “dealer” is 6, then “ante” loses.
3.
  in every other case, “ante” loses.
4.
  when the total of “dealer” is higher than 3, then “side” pays 1 to 1.
  in every other case, “side” loses.
"""
CHOICE = """“player” with “ante” chooses to “raise” or “stand”.
  upon “raise”: “ante” moves to “side”.
  when {}, then “player” must not “raise”.
  """
OF_OTHERS = {
    "several_bet": "more than one “player” bets at the same “boxes”",
    "largest_stake": "it is not so that “player” has the largest stake",
    "stakes_exceed": "the stakes on “ante” exceed those on “side” by more than 5",
}
OF_THE_BETTOR = {
    "bets_at_several": "“player” bets at more than one “boxes”",
    "combines": "“player” combines bets",
}


def law_of(*, rule: str = "", step: str = "", choice: str = "") -> Law:
    text = TEXT.format(rule=rule, step=step, choice=choice)
    return Law(rules_of(text), Source("small.en.ludi", "en", HEADER + text))


def searched(law: Law) -> tuple[set[str], dict[str, str]]:
    """What is found, and the bets that are left open, with why."""
    found = {finding.code for check in ON_RULES for finding in check(law)}
    return found, {asked.about: reason for asked, reason in law.unsearched()}


@pytest.mark.parametrize("reason", [*OF_OTHERS, *OF_THE_BETTOR])
def test_a_bet_whose_rules_read_other_bets_is_left_open_and_nothing_is_said_of_its_rules(reason: str) -> None:
    assert searched(law_of()) == ({"conflict"}, {}), "a six wins and loses"
    condition = {**OF_OTHERS, **OF_THE_BETTOR}[reason]
    assert searched(law_of(rule=f"{condition}, and ")) == (set(), {"ante": reason})
    assert all(catalogue(language).has(f"reason.{reason}") for language in LANGUAGES)


@pytest.mark.parametrize("reason", [reason for reason in OF_OTHERS if reason != "stakes_exceed"])
def test_a_step_or_a_choice_that_depends_on_others_leaves_open_all_that_comes_after(reason: str) -> None:
    step = f"when {OF_OTHERS[reason]}, then the round ends.\n  "
    assert searched(law_of(step=step)) == (set(), {"ante": reason, "side": reason})
    _, left = searched(law_of(choice=CHOICE.format(OF_OTHERS[reason])))
    assert left.get("ante") == reason
