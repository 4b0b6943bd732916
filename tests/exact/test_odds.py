"""Exact odds: equal to published figures where the rules are the same, and to counts by hand."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from lexludi.exact.odds import BetOdds, BetShare, Line, Odds, ReadingNotFollowed, odds
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.law.loader import find, rules_of
from lexludi.play.round_state import EndPart
from lexludi.rules.settings import decide, resolve_settings
from small import COIN_AND_ANTE, DIE, game_of, placed

INVENTED = "tests/corpus/valid/{}/1.{}.ludi"


@cache
def odds_of(work: str, text: str = "", **settings: object) -> Odds:
    rules = rules_of(find(work, language=text))
    options = {k: v for k, v in settings.items() if rules.parameters[k.replace("_", "-")].kind == "option"}
    readings = {k: v for k, v in settings.items() if k not in options}
    names = (
        {k.replace("_", "-"): v for k, v in options.items()},
        {k.replace("_", "-"): v for k, v in readings.items()},
    )
    return odds(decide(rules, resolve_settings(rules, *names)))


def ways(found: Odds, bet: str, result: str, category: str = "") -> int:
    lines = (line for line in found.bets[bet].lines if line.outcome.result == result)
    return sum(line.ways or 0 for line in lines if category in ("", line.outcome.category))


# ── Figures of a bet ────────────────────────────────────────────────────────

WIN = Line(Outcome("ante", "win", Fraction(3, 2), ("art_4",)), Fraction(1, 4), 1)
LOSE = Line(Outcome("ante", "lose", Fraction(-1), ("art_4",)), Fraction(3, 4), 3)
OPEN = Line(Outcome("raise", UNSETTLED, None, ("art_4",), "pair", 2), Fraction(1, 4), None)


def test_expectation_edge_and_variance_of_a_bet() -> None:
    """1/4 x 3/2 - 3/4 = -3/8; the squares 1/4 x 9/4 + 3/4 = 21/16, less 9/64, are 75/64."""
    bet = BetOdds("ante", (WIN, LOSE), Fraction(0), False)
    assert (bet.expectation, bet.house_edge, bet.variance) == (Fraction(-3, 8), Fraction(3, 8), Fraction(75, 64))
    assert bet.unsettled == 0


def test_a_bet_that_may_be_left_unsettled_has_neither() -> None:
    bet = BetOdds("ante", (LOSE, OPEN), Fraction(0), False)
    assert (bet.unsettled, bet.expectation, bet.house_edge, bet.variance) == (Fraction(1, 4), None, None, None)


def test_bets_that_rules_put_beside_one_have_shares_of_their_own() -> None:
    """In half of the rounds two units come beside the one, win 3 and lose 2 as often; 1 is won and lost as often."""
    ends = (("win", 1, "win", 3), ("lose", -1, "lose", -2), ("win", 1, "", 0), ("lose", -1, "", 0))
    lines = []
    for result, net, beside, more in ends:
        parts = (EndPart("ante", result, net, 1), *([EndPart("raise", beside, more, 2)] if beside else []))
        outcome = Outcome("ante", result, Fraction(net + more), (), parts=parts if beside else ())
        lines.append(Line(outcome, Fraction(1, 4), None))
    bet = BetOdds("ante", tuple(lines), Fraction(0), False)
    assert bet.shares == (
        BetShare("ante", Fraction(1), Fraction(1), Fraction(0)),
        BetShare("raise", Fraction(1, 2), Fraction(1), Fraction(1, 4)),
    )
    assert bet.mean_stake == 2


def test_an_amount_that_is_put_back_on_an_earlier_bet_is_part_of_the_same_bet() -> None:
    """The line puts one behind it, that one beside it, and that a second one behind: four units win as much."""
    text = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  there is one “dealer”.
  “player” bets.
  “line” is a bet.
  “behind” is a bet.
  “beside” is a bet.
Article 2
  bets are accepted.
  “player” with “line” chooses to “play” or “pass”.
  upon “play”: an amount equal to the stake of “line” is put on “behind”.
  “player” with “behind” chooses to “call” or “pass”.
  upon “call”: an amount equal to the stake of “behind” is put on “beside”.
  “player” with “beside” chooses to “return” or “pass”.
  upon “return”: an amount equal to the stake of “beside” is put on “behind”.
  “dealer” throws “die”.
  settle “line”, “behind” and “beside”.
  “line” pays 1 to 1.
  “behind” pays 1 to 1.
  “beside” pays 1 to 1.
"""
    game = game_of(text)
    assert game.process((placed("line"),)).plan.wagers == ((0, 1, 2),)
    (line,) = odds(game.decided, ["line"]).bets["line"].lines
    assert (line.probability, line.outcome.net) == (1, 4)


def test_that_a_returned_bet_counts_is_assumed_where_one_may_be() -> None:
    text = (
        COIN_AND_ANTE
        + """Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”.
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
  in every other case, “ante” {}.
"""
    )
    for otherwise, assumed in (("loses", False), ("is returned", True)):
        assert ("returned-counts" in odds(game_of(text.format(otherwise)).decided).assumptions) is assumed


CHOSEN = (
    COIN_AND_ANTE
    + """Article 2
  bets are accepted.
{}  “dealer” throws “die”.
{}  settle “ante”.
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
)
STAY = "  “player” with “ante” chooses to “stay” or “{0}”.\n  upon “{0}”: "


@pytest.mark.parametrize(
    ("text", "assumed"),
    [
        (CHOSEN.format("", ""), set()),
        (CHOSEN.format("", "  repeat article 2 until the total of “dealer” is 2.\n"), {"repeated-until-decided"}),
        (CHOSEN.format(STAY.format("fold") + "“ante” loses half.\n", ""), {"best-choices"}),
        (
            CHOSEN.format(STAY.format("reduce") + "the stake of “ante” is reduced.\n", ""),
            {"amounts-left-out"},
        ),
    ],
)
def test_what_is_assumed_of_rounds_that_are_repeated_and_of_choices(text: str, assumed: set[str]) -> None:
    assert {*odds(game_of(text).decided).assumptions} == {"fresh-stock", "one-bettor", *assumed}


def test_odds_as_json_name_readings_that_were_not_searched_where_there_are_any() -> None:
    assert "readings_not_searched" not in Odds(1, {}, (), ()).to_json()
    missed = ReadingNotFollowed("ante", "way", "strict", "too-many")
    assert Odds(1, {}, (), (), not_searched=(missed,)).to_json()["readings_not_searched"] == [
        {"bet": "ante", "reading": "way", "value": "strict", "reason": "too-many"}
    ]


def test_an_outcome_as_json_has_what_it_had_become_only_where_that_is_other() -> None:
    assert WIN.to_json("ante") == {
        "result": "win", "net": "3/2", "provisions": ["art_4"], "ways": 1, "probability": "1/4",
    }  # fmt: skip
    assert OPEN.to_json("ante") == {
        "result": "unsettled", "net": None, "category": "pair", "stake": 2, "bet": "raise", "provisions": ["art_4"],
        "ways": None, "probability": "1/4",
    }  # fmt: skip


# ── Published figures ───────────────────────────────────────────────────────


def test_baccarat_with_eight_packs_is_as_published() -> None:
    found = odds_of("mo/baccarat@2004-05-18")
    assert found.deals == 4_998_398_275_503_360
    assert ways(found, "banker", "win") == 2_292_252_566_437_888
    assert ways(found, "player", "win") == 2_230_518_282_592_256
    assert ways(found, "tie", "win") == 475_627_426_473_216
    edges = {bet: round(float(bet_odds.house_edge or 0) * 100, 4) for bet, bet_odds in found.bets.items()}
    assert edges == {
        "banker": 1.0579,
        "player": 1.2351,
        "tie": 14.3596,
        "banker-pair": 10.3614,
        "player-pair": 10.3614,
    }


def test_q_poker_with_one_pack_is_as_published() -> None:
    found = odds_of("mo/q-poker")
    assert found.deals == 407_170_400
    assert round(float(found.bets["pair-plus"].house_edge or 0) * 100, 2) == 2.32
    assert round(float(found.bets["ante"].house_edge or 0) * 100, 2) == 2.76
    # Equal ranks are decided by suit here, and returned in the published figures; no two threes of a kind
    # have equal ranks, so that these are the same.
    assert [line.ways for line in found.bets["ante"].lines if line.outcome.net == 2] == [665_776]
    hands = {c: ways(found, "pair-plus", r, c) // 18_424 for c, r in CATEGORIES}
    assert hands == {
        "straight-flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high-card": 16440,
    }


CATEGORIES = [(c, "win") for c in ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")]
CATEGORIES += [("high-card", "lose")]


def test_best_play_of_q_poker_is_queen_six_four_or_better() -> None:
    (strategy,) = odds_of("mo/q-poker").strategies
    assert sum(strategy.counts.values()) == 22_100
    assert strategy.threshold is not None
    assert strategy.threshold.action == "play"
    assert [symbol[0] for symbol in strategy.threshold.objects] == ["Q", "6", "4"]


# ── Other than the interpreter, by hand ─────────────────────────────────────


def test_three_dice_against_all_throws() -> None:
    found = odds_of(INVENTED.format("three-dice", "en"))
    throws = list(product(range(1, 7), repeat=3))
    triples = [t for t in throws if len(set(t)) == 1]
    big = [t for t in throws if 11 <= sum(t) <= 17 and t not in triples]
    assert found.deals == 216
    assert found.bets["big"].expectation == Fraction(2 * len(big) - 216, 216)
    assert found.bets["any-triple"].expectation == Fraction(31 * len(triples) - 216, 216)
    sixes = [t.count(6) or -1 for t in throws]
    assert found.bets["single-face"].expectation == Fraction(sum(sixes), 216)
    assert found.bets["single-face"].naming == ("6", "5", "4", "3", "2", "1")


def test_two_tokens_thrown_until_they_agree() -> None:
    found = odds_of(INVENTED.format("two-tokens", "en"))
    assert found.deals is None
    for bet in ("bet-heads", "bet-tails"):
        assert found.bets[bet].goes_on
        assert found.bets[bet].expectation == Fraction(1, 2) * Fraction(95, 100) - Fraction(1, 2)


def test_bets_kept_after_a_tie_are_decided_in_the_end() -> None:
    """What is lost on a bet that outlasts ties is what is lost in a round, over the rounds that decide it."""
    once, kept = odds_of("mo/baccarat@2004-05-18"), odds_of("mo/baccarat@2004-05-18", ties="keep")
    tie = Fraction(ways(once, "tie", "win"), once.deals or 0)
    for bet in ("player", "banker"):
        assert kept.bets[bet].kept == tie
        assert kept.bets[bet].expectation == (once.bets[bet].expectation or 0) / (1 - tie)


def test_equal_hands_that_no_rule_decides_leave_no_expectation() -> None:
    found = odds_of("mo/q-poker", packs=2)
    assert found.bets["ante"].unsettled > 0
    assert found.bets["ante"].expectation is None
    assert odds_of("mo/q-poker", packs=2, equal_hands="push").bets["ante"].expectation is not None


@pytest.mark.parametrize("work", ["mo/q-poker", "mo/baccarat@2004-05-18"])
def test_every_text_has_the_same_odds(work: str) -> None:
    first, *others = (odds_of(work, text).to_json() for text in ("zh", "pt", "en"))
    for other in others:
        assert other["bets"] == first["bets"]


LEFT_OPEN = f"""{DIE}  “third” is a bet.
  bets are accepted.
  “banker” throws “die”.
Article 2
  “player” with “big” chooses to “stand”, “raise” or “double”.
  upon “raise”: an amount equal to the stake of “big” is put on “third”.
  upon “double”: the stake of “big” is doubled.
  when it is not so that the total of “banker” is 3, then “player” must not “raise”.
  when the total of “banker” is 3, then “player” must not “double”.
Article 3
  “banker” throws “die”.
  settle “big” and “third”.
Article 4
  when the total of “banker” is higher than 1, then “big” and “third” pay 1 to 1.
"""


def test_what_lies_on_a_bet_that_is_left_open_is_staked_too() -> None:
    """Two units in every round: doubled in two thirds, one beside the other in one; a third of all is left open."""
    bet = odds(game_of(LEFT_OPEN).decided).bets["big"]
    assert (bet.unsettled, bet.mean_stake) == (Fraction(1, 3), 2)
    assert [(share.bet, share.stake) for share in bet.shares] == [("big", Fraction(5, 3)), ("third", Fraction(1, 3))]
