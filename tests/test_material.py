"""Material as it is: unequal copies and sectors, heaps; what is thrown beside what is held; totals that rank hands.

Every expected figure was worked out by hand from the words of the text alone.
"""

from fractions import Fraction

import pytest

from lexludi.base.errors import InvalidStack
from lexludi.base.messages import catalogue
from lexludi.exact.odds import Odds, odds
from lexludi.language.printer import Printer
from lexludi.rules.describe import statement
from test_meaning import begun, game, net, thrown

HEAD = """\
regulation: meaning
invented example, not law.

Article 1
  {material}
Article 2
  there is one “dealer”.
  there is one “banker”.
  “player” bets.
  “bet 1” is a bet.
  “bet 2” is a bet that names one “{scale}”.
Article 3
  bets are accepted.
"""
RANKS = "“rank”, from high to low: “ace”, “king”, “queen” and “jack”."
URN = f"{RANKS}\n  material: 1 set of “card”, each with 24 of “king” and 1 of “ace”.\n"
WHEEL = """“face of the die”, from high to low: 5, 2 and 1.
  material: 2 “die”, showing one of 24 sectors with 1, 15 sectors with 2 and 7 sectors with 5.
  each “die” counts the number that it shows.
"""
DEAL = "  deal to “dealer”, 1 “card” at a time, face up, until each has {count}.\n"
SETTLE = """\
Article 4
  settle “bet 1” and “bet 2”.
  when {first}, then “bet 1” pays 1 to 1.
  in every other case, “bet 1” loses.
  when {second}, then “bet 2” pays 1 to 1.
  in every other case, “bet 2” loses.
"""


def solved(*parts: str, first: str, second: str = "“dealer” shows the one named", scale: str = "rank") -> Odds:
    rules = game(
        HEAD.format(material=parts[0], scale=scale), *parts[1:], SETTLE.format(first=first, second=second)
    ).questions.judge.rules.source
    return odds(rules)


def won(found: Odds, bet: str = "bet-1") -> Fraction:
    """The probability of a bet that wins as much as is staked, or loses that."""
    expectation = found.bets[bet].expectation
    assert expectation is not None
    return (expectation + 1) / 2


@pytest.mark.parametrize("count", [1, 2, 24, 25])
def test_the_one_golden_ball_of_twenty_five_comes_in_as_many_of_twenty_five_draws(count: int) -> None:
    assert won(solved(URN, DEAL.format(count=count), first="“dealer” shows “ace”")) == Fraction(count, 25)


def test_two_sets_have_twice_as_many_of_each() -> None:
    urn = URN.replace("1 set", "2 sets")
    found = solved(urn, DEAL.format(count=2), first="the number of times that “dealer” shows “ace” is 2")
    assert won(found) == Fraction(2 * 1, 50 * 49)


def test_an_item_that_a_set_does_not_have_is_never_drawn() -> None:
    found = solved(URN, DEAL.format(count=1), first="“dealer” shows “ace”")
    by_name = {name: bet_odds.expectation for bet_odds in found.bets.values() for name in bet_odds.naming}
    assert by_name == {"ace": -1 + Fraction(2, 25), "king": 1 - Fraction(2, 25), "queen": -1, "jack": -1}


def test_a_sector_comes_up_as_often_as_there_are_of_it() -> None:
    found = solved(WHEEL, "  “dealer” throws “die”.\n", first="the total of “dealer” is 3", scale="face of the die")
    assert won(found) == Fraction(2 * 24 * 15, 46 * 46)
    shown = {
        name: (bet_odds.expectation + 1) / 2
        for bet_odds in found.bets.values()
        for name in bet_odds.naming
        if bet_odds.expectation
    }
    assert shown == {name: 1 - Fraction(46 - n, 46) ** 2 for name, n in (("1", 24), ("2", 15), ("5", 7))}
    assert found.deals is None or found.deals % 46**2 == 0


@pytest.mark.parametrize(("shown", "missed"), [("1 or 5", 15), ("1, 2 or 5", 0), ("5", 39), ("“even sector” or 5", 24)])
def test_one_of_several_items_is_shown_by_a_wheel_that_spins(shown: str, missed: int) -> None:
    """Two wheels of 46 sectors; what misses shows on neither any of the items."""
    spun = "  “even sector” comprises 2.\n  “dealer” spins “die”.\n".replace("even sector", "low hand")
    found = solved(
        WHEEL, spun, first=f"“dealer” shows {shown}".replace("even sector", "low hand"), scale="face of the die"
    )
    assert won(found) == 1 - Fraction(missed, 46) ** 2


def test_each_remainder_of_a_heap_is_as_likely_and_that_is_said() -> None:
    heap = "“face of the die”, from high to low: 4, 3, 2 and 1.\n" + (
        "  material: a heap of an unknown number of “die”, counted off 4 at a time, "
        "whose remainder shows one “face of the die”.\n"
    )
    found = solved(heap, "  “dealer” throws “die”.\n", first="“dealer” shows 4", scale="face of the die")
    assert won(found) == Fraction(1, 4)
    assert "remainders-equally-likely" in found.assumptions


def test_a_heap_is_told_without_the_gender_of_what_it_is_of() -> None:
    told = catalogue("pt").say("site.rules.heap", objects="bolas", by=4, items="3, 2, 1 e 0")
    assert told == "Um monte de bolas em número desconhecido, que se conta de 4 em 4; o resto mostra 3, 2, 1 e 0"


def test_the_total_thrown_is_not_that_of_the_hand() -> None:
    both = WHEEL + f"  {RANKS}\n  material: 4 packs of “card”, each with one for each combination of “rank”.\n"
    both += "  “ace” counts 9.\n"
    steps = DEAL.format(count=1) + "  “dealer” throws “die”.\n"
    found = solved(both, steps, first="the total thrown by “dealer” is 10, and the total of “dealer” is 9")
    assert won(found) == Fraction(7 * 7, 46 * 46) * Fraction(1, 4)


def test_totals_rank_the_hands_of_a_category_and_the_next_key_those_of_one_total() -> None:
    pack = f"{RANKS}\n  material: 1 pack of “card”, each with one for each combination of “rank”.\n"
    pack += "  “ace” and “jack” count 2.\n  “king” counts 5.\n  “queen” counts 1.\n"
    ranking = (
        "Article 5\n  each hand belongs to the first category that fits, from high to low:\n1)\n"
        "  “low hand”: it is not so that 9 are of the same “rank”; compared by: the total; "
        "the “rank” of the card highest in “rank”.\n"
    )
    steps = "  deal to “dealer”, and then “banker”, 1 “card” at a time, face up, until each has 1.\n"
    higher = "the hand of “dealer” is higher than the hand of “banker”"
    equal = "the hand of “dealer” is equal to the hand of “banker”"
    found = solved(pack, steps, ranking, first=higher, second=f"(“dealer” shows the one named, and {higher})")
    # From the highest: king (5), ace (2, by rank), jack (2), queen (1): each beats those that follow.
    assert won(found) == Fraction(1, 2)
    by_name = {name: (bet_odds.expectation + 1) / 2 for bet_odds in found.bets.values() for name in bet_odds.naming}
    assert by_name == {"king": Fraction(3, 12), "ace": Fraction(2, 12), "jack": Fraction(1, 12), "queen": 0}
    assert won(solved(pack, steps, ranking, first=equal)) == 0


def test_material_is_told_again_as_it_was_written() -> None:
    settle = SETTLE.format(first="“dealer” shows “ace”", second="“dealer” shows the one named")
    urn_game = game(HEAD.format(material=URN + "  " + WHEEL, scale="rank"), DEAL.format(count=1), settle)
    rules = urn_game.questions.judge.rules.source
    printer = Printer("en", lambda term: rules.glossary.spelling(term.id, "en"), own=False)
    assert [printer.node(statement(entry)) for entry in (*rules.stocks, *rules.thrown)] == [
        "material: 1 set of “card”, each with 24 of “king” and 1 of “ace”",
        "material: 2 “die”, showing one of 24 sectors with 1, 15 sectors with 2 and 7 sectors with 5",
    ]


def test_objects_of_two_kinds_that_show_the_same_have_symbols_of_their_own() -> None:
    both = (
        "“face of the die”, from high to low: 3, 2 and 1.\n  material: 1 “die”, each showing one “face of the die”.\n"
    )
    both += "  “rank”, from high to low: 5, 4, 3 and 2.\n  material: 1 set of “card”, each with 2 of 3 and 1 of 2.\n"
    both += "  every other “card” counts its face value.\n"
    settle = SETTLE.format(first="the total of “dealer” is 6", second="“dealer” shows the one named")
    mixed_game = game(
        HEAD.format(material=both, scale="rank"), "  “banker” throws “die”.\n", DEAL.format(count=2), settle
    )
    round_ = begun(mixed_game, "die:3 3 3", [thrown()])
    assert net(round_) == 1
    assert [step.values["objects"] for step in round_.trace if step.kind == "thrown"] == [["die:3"]]
    with pytest.raises(InvalidStack):
        begun(mixed_game, "3 3 2", [thrown()])  # the die is due
    with pytest.raises(InvalidStack):
        begun(mixed_game, "die:3 3 3 3", [thrown()])  # there are two such tiles
