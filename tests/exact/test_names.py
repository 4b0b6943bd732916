"""Names of a bet that nothing tells apart: which stand for which, and odds that are those of every name by itself."""

from fractions import Fraction
from itertools import product

from lexludi.exact.chances import chances_of
from lexludi.exact.company import stand_ins
from lexludi.exact.odds import odds
from lexludi.play.decide import Judge
from lexludi.play.questions import Questions
from lexludi.play.table import alone_on_each
from small import THREE_FACES, bound, rules_of

DICE = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 2 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  “high” comprises 3 through 4.
  “run”, groups of “number”: 1-2, 2-3 and 3-4.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet that names two “number”.
  “raise” is a bet that names one “run”.
  “guess” is a bet that names a number from 2 through 8.
  “odd” is a bet that names one “number” as “seated” and one “number” as “standing”.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”, “raise”, “guess” and “odd”.
Article 3
  when “dealer” shows the “standing” named, then “odd” is returned.
Article 4
  prevails over article 3.
  when “dealer” shows each of those named, then “ante” pays 5 to 1.
  when “dealer” shows any of those named, and “dealer” shows “high”, then “raise” pays 1 to 1.
  when the total of “dealer” is equal to the number named, then “guess” pays 4 to 1.
  when “dealer” shows the “seated” named, then “odd” pays 1 to 1.
  in every other case, “ante” loses.
  in every other case, “raise” loses.
  in every other case, “guess” loses.
  in every other case, “odd” loses.
"""

RULES = bound(DICE)
QUESTIONS = Questions(Judge(RULES))


def net(bet: str, name: str, dice: tuple[int, int]) -> int:
    """The gain of a bet of one on two dice, worked out from the rules as they are written above."""
    match bet:
        case "ante":
            return 5 if all(int(item) in dice for item in name.split("+")) else -1
        case "raise":
            return 1 if any(int(item) in dice for item in name.split("+")) and max(dice) > 2 else -1
        case "guess":
            return 4 if sum(dice) == int(name) else -1
        case _:
            first, second = map(int, name.split("/"))
            return 1 if first in dice else 0 if second in dice else -1


def test_the_odds_of_each_name_are_those_counted_over_all_throws() -> None:
    found = {
        (bet_odds.bet, name): bet_odds.expectation
        for bet_odds in odds(RULES.source).bets.values()
        for name in bet_odds.naming
    }
    assert len(found) == 6 + 3 + 7 + 12
    for (bet, name), expectation in found.items():
        nets = [net(bet, name, dice) for dice in product(range(1, 5), repeat=2)]
        assert expectation == Fraction(sum(nets), len(nets)), (bet, name)


def test_names_that_nothing_tells_apart_have_one_that_stands_for_them() -> None:
    """Of runs, 1-2 has no high number, 2-3 one and 3-4 two; of numbers, each is another."""
    kept = {bet: set(stand_ins(QUESTIONS, tuple(alone_on_each(RULES, bet))).values()) for bet in RULES.bets}
    assert {bet: len(names) for bet, names in kept.items()} == {"ante": 1, "raise": 3, "guess": 7, "odd": 1}


def test_what_is_followed_for_a_name_is_what_follows_from_it_alone() -> None:
    for bet in RULES.bets:
        for named, first in stand_ins(QUESTIONS, tuple(alone_on_each(RULES, bet))).items():
            one, other = (chances_of(QUESTIONS, placed).probabilities for placed in (named, first))
            assert one == other, named


def test_of_several_items_named_under_a_role_one_or_another_is_meant() -> None:
    """Of four numbers two are winners: with one die, two of the four throws win."""
    text = (
        THREE_FACES.replace("3, 2 and 1", "4, 3, 2 and 1")
        + """\
  “pick” is a bet that names two “number” as “winner” and one “number” as “other”.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “pick”.
  when “dealer” shows the “winner” named, then “pick” pays 3 to 1.
  in every other case, “pick” loses.
"""
    )
    (bet_odds,) = odds(rules_of(text)).bets.values()
    # A naming of two winners and one other is one of 6·2: all are alike.
    assert len(bet_odds.naming) == 12
    assert bet_odds.expectation == Fraction(2 * 3 - 2, 4)


def test_what_is_named_without_a_role_is_asked_for_by_its_scale() -> None:
    """Of six cards, one is of both, two are of the rank alone, one is of the suit alone, and two of neither."""
    text = """\
Article 1
  “rank”, from high to low: “king” and “queen”.
  “suit”, from high to low: “sun”, “moon” and “star”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.
  there is one “dealer”.
  “player” bets.
  “pick” is a bet that names one “rank” and one “suit”.
Article 2
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has one.
  settle “pick”.
1.
  when “dealer” shows the “rank” named, and “dealer” shows the “suit” named, then “pick” pays 6 to 1.
2.
  when “dealer” shows the “rank” named, and it is not so that “dealer” shows the “suit” named, then “pick” pays 2 to 1.
3.
  when “dealer” shows the “suit” named, and it is not so that “dealer” shows the “rank” named, then “pick” pays 1 to 1.
4.
  in every other case, “pick” loses.
"""
    (bet_odds,) = odds(rules_of(text)).bets.values()
    assert len(bet_odds.naming) == 6
    assert bet_odds.expectation == Fraction(6 + 2 * 2 + 1 - 2, 6)
