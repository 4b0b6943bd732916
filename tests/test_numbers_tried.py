"""Numbers of ranges: which of them a check tries, and what it says of those that it does not."""

import pytest

from lexludi.checks.full_table import too_few_objects
from lexludi.checks.gap import gap
from lexludi.checks.idle_rules import redundant_rule, unreachable_rule
from lexludi.checks.law import Law
from small import DIE, THROW, document_of, pack, rules_of

DICE = DIE.replace("material: 1 “die”", "{setting}.\n  material: “dice” “die”")
TWENTY = "when the total of “banker” is higher than 9, then “big” pays 3 to 1"
REST = "in every other case, “big” loses"


def law_of(text: str) -> Law:
    return Law(rules_of(text), document_of(text)[1])


def dice(setting: str, *rules: str) -> Law:
    text = DICE.replace("{setting}", setting) + f"{THROW}Article 2\n" + "".join(f"  {rule}.\n" for rule in rules)
    return law_of(text)


def untold(law: Law) -> list[tuple[str, str, str]]:
    return [(question.kind, question.about, reason) for question, reason in law.unsearched()]


@pytest.mark.parametrize(
    "kind", ["house option “dice”: {}; default 1", "reading “dice”: {}; default 1; because: invented"]
)
def test_every_number_of_a_short_range_is_tried(kind: str) -> None:
    """A die shows at most 3: four come to more than 9, and to 10 to 12 at that; three, to 9 at most."""
    law = dice(kind.format("1 through 6"), TWENTY, REST)
    assert ([*unreachable_rule(law)], untold(law)) == ([], [])
    law = dice(kind.format("1 through 3"), TWENTY, REST)
    assert [
        found.labels[0].source.text[found.labels[0].span.start : found.labels[0].span.end]
        for found in unreachable_rule(law)
    ] == [TWENTY]


def test_a_gap_under_a_number_within_a_range_is_found() -> None:
    law = dice(
        "house option “dice”: 1 through 4; default 1", "when the total of “banker” is lower than 10, then “big” loses"
    )
    (found,) = gap(law)
    assert str(found.args["setting"].value) == "4"


def test_numbers_that_are_not_tried_are_said_and_nothing_is_claimed_of_them() -> None:
    law = dice("house option “dice”: 1 or more; default 1", TWENTY, REST)
    assert [*unreachable_rule(law), *redundant_rule(law)] == []
    assert untold(law) == [("setting", "dice", "numbers:1, 2")]


COPIES = pack("2 and 1", "“packs” packs").replace("  material", "  house option “packs”: {}.\n  material")
TWO = """\
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has {}.
  settle “ante”.
Article 2
  when the hand of “bank” is such that each is of a different “number”, then “ante” pays 1 to 1.
"""


@pytest.mark.parametrize("packs", ["1 through 8; default 1", "1 or more; default 1", "1 or more; default 8"])
def test_two_cards_of_a_rank_come_of_more_than_one_pack(packs: str) -> None:
    """One pack has a 2 and a 1; two have pairs, for which nothing is said; no more than two are dealt."""
    law = law_of(COPIES.format(packs) + TWO.format("two"))
    assert len([*gap(law)]) == 1
    assert untold(law) == []


def test_combinations_that_are_not_tried_are_said_where_a_rule_is_there_under_none_that_are() -> None:
    """A rule wants seven options together, of 128 combinations, and a 4 of a die that has none."""
    names = [f"mode {number}" for number in range(7)]
    options = "".join(f"  house option “{name}”: “on” or “off”; default “off”.\n" for name in names)
    four = "the total of “banker” is 4, then “big” is void"
    rule = f"when {', and '.join(f'“{name}” is “on”' for name in names)}, and {four}"
    law = law_of(f"{DIE}{options}{THROW}Article 2\n  {rule}.\n  {REST}.\n")
    assert [*unreachable_rule(law)] == []
    assert untold(law) == [("bet", "big", "combinations")]


def test_with_a_number_that_leaves_too_few_for_a_second_hand_the_rest_is_searched() -> None:
    """One pack of two cards serves the first of three hands of two, and not the others; three packs have six cards."""
    more = "  there is one “second”.\n  there is one “third”.\n  “player” bets"
    text = COPIES.format("1 through 3; default 3").replace("  “player” bets", more)
    deal = TWO.format("two").replace("deal to “bank”", "deal to “bank”, and then “second”, and then “third”")
    law = law_of(text + deal + "  in every other case, “ante” loses.\n")
    assert [found.code for check in (gap, too_few_objects) for found in check(law)] == ["too-few-objects"]
