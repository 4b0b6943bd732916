"""Bets with more names than are listed: keno and lotteries, against hypergeometric counts of their own."""

from fractions import Fraction
from math import comb

import pytest

from lexludi import NotAnalysed
from lexludi.base.errors import IllegalAction
from lexludi.exact import joint
from lexludi.exact.analysis import analyze
from lexludi.exact.joint import compare
from lexludi.exact.odds import odds
from lexludi.play.actions import Deal, PlaceBet
from lexludi.rules import naming
from lexludi.simulate.choosing import bets_of
from small import diagnosed, game_of, rules_of

KENO = """\
Article 1
  “number”, from high to low: {numbers}.
  material: 1 pack of “ball”, each with one for each combination of “number”.
{more}  there is one “dealer”.
  “player” bets.
  “pick” is a bet that names ten “number”.
  “other” is a bet that names two “number”.
Article 2
  bets are accepted.
  deal to “dealer”, twenty “ball” at a time, face up, until each has twenty.
  settle “pick” and “other”.
Article 3
  when the number of times that “dealer” shows any of those named is 10, then “pick” pays 5000 to 1.
  when the number of times that “dealer” shows any of those named is 9, then “pick” pays 1000 to 1.
  when the number of times that “dealer” shows any of those named is 5 through 8, then “pick” pays 3 to 1.
  in every other case, “pick” loses.
  when “dealer” shows each of those named, then “other” pays 12 to 1.
  in every other case, “other” loses.
{rules}"""


def keno(highest: int = 80, more: str = "", rules: str = "") -> str:
    """A game of twenty balls out of so many."""
    numbers = ", ".join(map(str, range(highest, 1, -1))) + " and 1"
    return KENO.format(numbers=numbers, more=more, rules=rules)


def caught(spots: int, of: int, drawn: int = 20, balls: int = 80) -> Fraction:
    """The probability that so many of the spots that are named are drawn."""
    return Fraction(comb(spots, of) * comb(balls - spots, drawn - of), comb(balls, drawn))


def expectation(balls: int) -> Fraction:
    """The mean gain of ten spots, by the probabilities of catching each number of them."""
    pays = {10: 5000, 9: 1000, **dict.fromkeys(range(5, 9), 3)}
    return sum((caught(10, of, balls=balls) * pays.get(of, -1) for of in range(11)), Fraction(0))


def test_the_odds_of_ten_of_eighty_are_hypergeometric() -> None:
    game = game_of(keno())
    assert diagnosed(keno())[1] == []
    found = analyze(game)
    assert found.bets["pick"].expectation == expectation(80)
    assert found.bets["pick"].naming == ()
    assert found.bets["other"].expectation == 13 * caught(2, 2) - 1
    assert len(found.bets["other"].naming) == comb(80, 2)


def test_one_name_that_is_asked_for_has_the_odds_of_all() -> None:
    found = analyze(game_of(keno()), ["pick/1+2+3+4+5+6+7+8+9+80"])
    assert found.bets["pick"].expectation == expectation(80)
    assert found.bets["pick"].naming == ("80+9+8+7+6+5+4+3+2+1",)
    with pytest.raises(IllegalAction) as refused:
        analyze(game_of(keno()), ["pick/1+2+3"])
    assert refused.value.key == "bet-names-wrongly"


def test_what_is_named_is_played_and_what_may_not_be_is_refused() -> None:
    cards = " ".join(map(str, range(1, 21)))
    for named, net in (
        ("1+2+3+4+5+6+7+8+9+10", 5000),
        ("11+12+13+14+15+16+17+18+19+21", 1000),
        ("71+72+73+74+75+76+77+78+79+80", -1),
    ):
        round_ = game_of(keno()).new_round(cards=cards)
        round_.apply(PlaceBet("player-1", "", "pick", 1, named))
        round_.apply(Deal())
        assert [bet.net for bet in round_.state.bets] == [net]
    round_ = game_of(keno()).new_round(cards=cards)
    for wrong in ("", "1+2+3", "1+1+2+3+4+5+6+7+8+9", "0+1+2+3+4+5+6+7+8+9"):
        with pytest.raises(IllegalAction) as refused:
            round_.apply(PlaceBet("player-1", "", "pick", 1, wrong))
        assert (refused.value.key, refused.value.provisions) == ("bet-names-wrongly", ("art_1",))


def test_the_legal_bets_are_each_name_of_a_few_and_one_without_a_name_for_too_many() -> None:
    legal = [action for action in game_of(keno()).new_round(seed=0).legal_actions() if isinstance(action, PlaceBet)]
    assert [action.naming for action in legal if action.bet == "pick"] == [""]
    assert len({action.naming for action in legal if action.bet == "other"}) == comb(80, 2)


def test_a_simulation_may_be_of_any_name() -> None:
    game = game_of(keno())
    assert [*bets_of(game, ["pick"])] == ["pick/80+79+78+77+76+75+74+73+72+71"]
    assert [*bets_of(game, ["pick/10+9+8+7+6+5+4+3+2+1"])] == ["pick/10+9+8+7+6+5+4+3+2+1"]


def test_a_simulation_of_all_bets_has_one_on_the_first_of_many_names() -> None:
    game = game_of(keno())
    first = ["pick/80+79+78+77+76+75+74+73+72+71", "other/80+79"]
    assert [*bets_of(game)] == first
    assert [*bets_of(game, ["other"])] == first[1:]
    assert [*bets_of(game, ["other/3+1"])] == ["other/3+1"]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ("", "when “dealer” shows 80, then “pick” is returned"),
        ("  “low” comprises 1 through 40.\n", "when “dealer” shows “low”, then “pick” is returned"),
        (
            "  each “ball” counts the number that it shows.\n",
            "when the total of “dealer” is 210, then “pick” is returned",
        ),
    ],
)
def test_odds_are_refused_where_rules_tell_one_number_from_another(more: str, rule: str) -> None:
    game = game_of(keno(more=more, rules=f"Article 4\n  prevails over article 3.\n  {rule}.\n"))
    problem = analyze(game).skipped["pick"]
    assert (problem.reason, problem.provisions) == ("names", ("art_1",))


def test_a_name_that_is_asked_for_is_followed_where_rules_tell_numbers_apart() -> None:
    """With the 80 among ten named, and returned if it comes: it comes with a quarter of all draws."""
    rules = "Article 4\n  prevails over article 3.\n  when “dealer” shows 80, then “pick” is returned.\n"
    (found,) = analyze(game_of(keno(rules=rules)), ["pick/1+2+3+4+5+6+7+8+9+80"]).bets.values()
    by_net = {line.outcome.net: line.probability for line in found.lines}
    assert by_net[Fraction(0)] == Fraction(1, 4)
    # Of those without the 80 it is as if twenty were drawn of 79 others, nine of which are named.
    assert by_net[Fraction(1000)] == Fraction(3, 4) * caught(9, 9, balls=79)


def test_two_slots_of_scales_of_their_own_are_a_lottery() -> None:
    """Five of fifty, and two of twelve others: a jackpot of one in C(50, 5) × C(12, 2)."""
    shows = "the number of times that “{}” shows the “{}” named"
    five, two = shows.format("dealer", "first"), shows.format("banker", "second")
    text = f"""\
Article 1
  “number”, from high to low: {", ".join(map(str, range(50, 1, -1)))} and 1.
  “star”, from high to low: {", ".join(f"“s{n}”" for n in range(12, 1, -1))} and “s1”.
  material: 1 pack of “ball”, each with one for each combination of “number”.
  material: 1 pack of “card”, each with one for each combination of “star”.
  there is one “dealer” and one “banker”.
  “player” bets.
  “pick” is a bet that names five “number” as “first” and two “star” as “second”.
Article 2
  bets are accepted.
  deal to “dealer”, five “ball” at a time, face up, until each has five.
  deal to “banker”, two “card” at a time, face up, until each has two.
  settle “pick”.
Article 3
  when {five} is 5, and {two} is 2, then “pick” pays 1000000 to 1.
  when {five} is 2, then “pick” pays 1 to 1.
  in every other case, “pick” loses.
"""
    text = text.replace("one “dealer” and one “banker”", "one “dealer”.\n  there is one “banker”")
    assert [d.code for d in diagnosed(text)[1]] == []
    found = analyze(game_of(text)).bets["pick"]
    by_net = {line.outcome.net: line.probability for line in found.lines}
    assert by_net[Fraction(1_000_000)] == Fraction(1, comb(50, 5) * comb(12, 2))
    assert by_net[Fraction(1)] == caught(5, 2, drawn=5, balls=50)


@pytest.mark.parametrize(
    ("more", "rules"),
    [
        ("", "  when “dealer” shows any of those named, then “player” must not “bet”.\n"),
        (
            "  “player” is “lucky” only if “dealer” shows any of those named.\n",
            "  when “player” is “lucky”, then “player” must not “bet”.\n",
        ),
    ],
)
def test_a_norm_that_asks_what_is_named_needs_names_that_are_listed(more: str, rules: str) -> None:
    for highest, codes in ((80, ["names-out-of-bounds"]), (14, [])):
        text = keno(highest, rules=f"Article 4\n{more}{rules}").replace("twenty", "seven")
        assert [d.code for d in diagnosed(text)[1]] == codes


@pytest.mark.parametrize(("names", "found"), [("ten", ["names-out-of-bounds"]), ("two", ["window-names"])])
def test_a_bet_that_is_accepted_within_a_round_needs_names_that_are_listed(names: str, found: list[str]) -> None:
    text = keno().replace("names two", f"names {names}").replace("Article 2\n", "  “side” is a bet.\nArticle 2\n")
    text = text.replace(
        "  settle", "  bets on “other” are accepted, up to the stake of “side”.\n  settle “side”.\n  settle"
    )
    assert [d.code for d in diagnosed(text)[1]] == found


def few(pays: str = "pays 3") -> str:
    """Six balls of twelve, ten of which are named: few enough to be listed."""
    return keno(12).replace("twenty", "six").replace("pays 3", pays)


def test_the_first_of_many_names_stands_for_what_follows_from_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds of all names of a smaller game, and those of the first alone where no more are listed."""
    each = odds(rules_of(few())).bets
    assert len(each["pick"].naming) == comb(12, 10)
    monkeypatch.setattr(naming, "MAX_NAMES", 20)
    one = odds(rules_of(few())).bets
    assert [one[bet].lines for bet in ("pick", "other")] == [each[bet].lines for bet in ("pick", "other")]
    assert one["pick"].naming == one["other"].naming == ()


def test_two_versions_are_compared_by_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = compare(rules_of(few()), rules_of(few("pays 4")), "pick")
    with monkeypatch.context() as each:
        each.setattr(joint, "is_any_name_as_another", lambda *_: False)
        followed = compare(rules_of(few()), rules_of(few("pays 4")), "pick")
    assert [one.naming for one in listed] == [one.naming for one in followed]
    assert len({one.naming for one in listed}) == comb(12, 10)
    monkeypatch.setattr(naming, "MAX_NAMES", 20)
    (alone,) = compare(rules_of(few()), rules_of(few("pays 4")), "pick")
    assert alone.naming == ""
    told = [(change.before, change.after, change.probability) for change in alone.changes]
    assert told
    for one in (*listed, *followed):
        assert [(change.before, change.after, change.probability) for change in one.changes] == told


def test_versions_with_other_numbers_are_not_compared_round_by_round() -> None:
    with pytest.raises(NotAnalysed) as refused:
        compare(rules_of(keno()), rules_of(keno(79)), "pick")
    assert refused.value.reason == "objects-differ"
