"""Rounds that use up the material: the search of the checks finds where, with a deal that shows it."""

import pytest

from generated.agreement import read
from generated.fuzz import FOUND
from generated.vocabulary import glossary
from lexludi.base.diagnostics import Diagnostic
from lexludi.checks.catalogue import ON_RULES
from lexludi.checks.full_table import objects_used_up
from lexludi.checks.law import Law
from lexludi.checks.reach import OPEN, REACHED, reach
from lexludi.checks.survey import Surveys, defaults
from lexludi.exact.budget import Budget
from small import game_of, law_of, pack, rules_of

# Invented. The bank draws until its total is over a number; who bets has been dealt a card, which nothing reads.
DRAWING = """Article 2
1.
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has one.
2.
  “bank” repeatedly follows the rules on “draw”, until the total of “bank” is higher than {over}.
  “bank” must “draw”.
  upon “draw”: takes one “card”.
  settle “ante”.
  in every other case, “ante” loses.
"""
# Invented. Two cards at a time come until one is higher: of two of each number, four pairs of equals use all up.
PAIRS = """  there is one “other”.
Article 2
1.
  bets are accepted.
2.
  “bank” follows the rules on “draw”.
  “other” follows the rules on “draw”.
  “bank” must “draw”.
  “other” must “draw”.
  upon “draw”: takes one “card”.
  settle “ante”.
  repeat article 2, number 2 until every bet is decided.
Article 3
  when the card drawn by “bank” is higher than the card drawn by “other”, then “ante” pays 1 to 1.
  when the card drawn by “bank” is lower than the card drawn by “other”, then “ante” loses.
  in every other case, “ante” stands until it is decided.
"""


def found_in(text: str) -> list[Diagnostic]:
    return list(objects_used_up(law_of(text)))


def hands(found: Diagnostic) -> dict[str, list[int]]:
    return {unit: [int(symbol) for symbol in hand] for unit, hand in found.hints[0].args["deal"].hands}


@pytest.mark.parametrize(("over", "dealt"), [(6, {4}), (7, {3, 4}), (8, {2, 3, 4})])
def test_a_card_dealt_before_may_be_the_one_that_is_lacking(over: int, dealt: set[int]) -> None:
    """Of 4, 3, 2 and 1, in all 10, the bank has 10 less what was dealt, at most: not over the number with these."""
    (found,) = found_in(pack("4, 3, 2 and 1") + DRAWING.format(over=over))
    assert found.labels[0].source.text[found.labels[0].span.start :].startswith("upon “draw”")
    shown = hands(found)
    assert sorted(shown["player-1"] + shown["bank"]) == [1, 2, 3, 4]
    assert set(shown["player-1"]) <= dealt


def test_where_enough_is_left_in_every_round_nothing_is_found() -> None:
    """Without a 4 the others are 6; of two packs, 20 less 4 are left."""
    assert found_in(pack("4, 3, 2 and 1") + DRAWING.format(over=5)) == []
    assert found_in(pack("4, 3, 2 and 1", "2 packs") + DRAWING.format(over=15)) == []


def test_equal_cards_turn_by_turn_use_up_the_pack() -> None:
    (found,) = found_in(pack("4, 3, 2 and 1", "2 packs") + PAIRS)
    assert {unit: sorted(hand) for unit, hand in hands(found).items()} == {"bank": [1, 2, 3, 4], "other": [1, 2, 3, 4]}


def test_an_odd_number_of_copies_leaves_no_last_pair_of_equals() -> None:
    """Of one of each number two are never equal."""
    assert found_in(pack("4, 3, 2 and 1") + PAIRS) == []


# Invented. What each “player” is dealt nothing reads before the choice, so that its search puts that deal off.
CHOICE_AFTER = """Article 2
1.
  bets are accepted.
  deal to “bank”, and then each “player” with a bet, one “card” at a time, face up, until each has 2.
2.
  when “bank” shows 3, then “player” with “ante” chooses to “stand” or “fold”.
  upon “stand”: the turn ends.
  upon “fold”: “ante” loses.
  settle “ante”.
Article 3
  when “player” shows 2, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


@pytest.mark.parametrize(("ranks", "is_met"), [("3, 2 and 1", False), ("4, 3, 2 and 1", True)])
def test_a_step_is_not_met_in_rounds_that_use_up_the_material_before_it(ranks: str, is_met: bool) -> None:
    """Four cards are dealt before the choice: of three, no round comes there."""
    rules = rules_of(pack(ranks) + CHOICE_AFTER)
    (answer,) = Surveys(rules).under(defaults(rules), Budget()).steps
    assert bool(answer.situations) is is_met
    assert all(len(dict(situation.example.hands)) for situation in answer.situations)
    assert bool(found_in(pack(ranks) + CHOICE_AFTER)) is not is_met


# Invented. Of four cards each counts four or more: whichever is burned first, as many more are not there.
BURNING = """Article 2
  bets are accepted.
  {shown}burn as many “card” as the first one counts, but one if it counts zero.
  settle “ante”.
  in every other case, “ante” loses.
"""


@pytest.mark.parametrize("shown", ["", "demonstrate one round.\n  "], ids=["in a round", "in a round that is shown"])
@pytest.mark.parametrize(("numbers", "is_found"), [("7, 6, 5 and 4", True), ("3, 2 and 1", False)])
def test_burning_as_many_as_the_first_counts_uses_up_a_pack_of_as_few(shown: str, numbers: str, is_found: bool) -> None:
    packs = "1 pack" if is_found else "4 packs"
    text = pack(numbers, packs) + BURNING.format(shown=shown)
    law = law_of(text)
    assert [found.code for found in objects_used_up(law)] == ["objects-used-up"] * is_found
    assert [(asked.about, reason) for asked, reason in law.unsearched()] == [("ante", "undecided")] * is_found
    # What nothing brings about is not said never to apply.
    assert not [found.code for check in ON_RULES for found in check(law) if found.code != "objects-used-up"]


@pytest.mark.parametrize(("sets", "is_open"), [("2 sets", True), ("3 sets", False)])
def test_where_no_deal_shows_that_objects_are_lacking_it_is_said_not_to_be_known(sets: str, is_open: bool) -> None:
    """Seven cards at most would be wanted, if a second hand were dealt to as the first, of six or nine."""
    text = (FOUND / "burned-before-a-split/1.en.ludi").read_text("utf-8").replace("2 sets", sets)
    case, _ = read(text, "en", glossary(), limit=1)
    assert case is not None
    law = Law(case.rules, case.source)
    assert not list(objects_used_up(law))
    assert [(asked.kind, asked.about) for asked, _ in law.unsearched()] == [("objects", "card")] * is_open


@pytest.mark.parametrize(("cards", "verdict"), [(1, REACHED), (3, OPEN)])
def test_what_comes_after_a_burn_of_more_than_there_are_is_not_reached(cards: int, verdict: str) -> None:
    """Of two cards no three can be burned: no round throws the die, and none settles the bet."""
    text = (
        pack("2 and 1")
        + "  material: 1 “die”, each showing one “number”.\n"
        + f"Article 2\n1)\n  bets are accepted.\n2)\n  burn a number of “cards” equal to {cards}.\n"
        + "3)\n  “bank” throws “die”.\n  settle “ante”.\nArticle 3\n  in every other case, “ante” loses.\n"
    )
    verdicts = {row.eid: row.verdict for row in reach(game_of(text)).rows}
    assert verdicts["art_2__point_2"] == REACHED
    assert verdicts["art_2__point_3"] == verdict


def test_steps_that_begin_use_of_the_material_one_after_another_are_passed_over_together() -> None:
    """Of twelve cards six are burned at most, and two dealt: in a round with cards in use they never lack.

    Both steps wait for the beginning of use, which rounds with cards in use pass over at once: nothing stands
    between them. Whether enough is left after a round that was shown is not searched.
    """
    text = """Article 1
  “number”, from high to low: 5 and 4.
  material: 2 sets of “card”, each with 4 of 5 and 2 of 4.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  bets are accepted.
  when use of “card” begins, then demonstrate 1 round.
  when use of “card” begins, then “dealer” shuffles “card”.
  burn as many “card” as the first one counts.
  deal to “dealer”, 2 “card” at a time, face up, until each has 2.
  settle “ante”.
Article 2
  when the total of “dealer” is 9, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    law = law_of(text)
    assert [d.code for check in ON_RULES for d in check(law)] == []
    (answer,) = law.default.answers
    assert {situation.values for situation in answer.situations} == {(8,), (9,), (10,)}
