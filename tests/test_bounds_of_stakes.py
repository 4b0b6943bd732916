"""Bounds of stakes: what is refused at the table and in windows, with the provision, and what the odds make of them."""

from fractions import Fraction

import pytest
from numpy.random import SeedSequence

from lexludi.base.errors import IllegalAction
from lexludi.exact.odds import odds
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Round
from lexludi.play.resting import BEYOND_BOUNDS
from lexludi.simulate.choosing import bets_of
from lexludi.simulate.sampler import CompiledSampler
from lexludi.simulate.sampling import InterpretedSampler
from small import DIE, THROW, game_of, law_of, rules_of

TABLE = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “line” is a bet.
  “side” is a bet.
  “odds” is a bet.

Article 2
{bounds}
Article 3
  bets are accepted.
  “dealer” throws “die”.
  bets on “odds” are accepted, up to 3 times the stake of “line”.
  “dealer” throws “die”.
  settle “line”, “side” and “odds”.

Article 4
  when the total of “dealer” is 6, then “line” pays 4 to 1.
  when the total of “dealer” is 6, then “odds” pays 6 to 1.
  in every other case, “line” loses.
  in every other case, “side” loses.
  in every other case, “odds” loses.
"""


def table(*bounds: str) -> str:
    return TABLE.format(bounds="".join(f"{n}.\n  {bound}\n" for n, bound in enumerate(bounds, 1)))


def begun(text: str, **stakes: int) -> Round:
    round_ = game_of(text).new_round(cards="3 6")
    for bet, stake in stakes.items():
        round_.apply(PlaceBet("", "", bet, stake))
    return round_


def refused(round_: Round, action: PlaceBet | Choose | Deal) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(IllegalAction) as problem:
        round_.apply(action)
    return problem.value.key, problem.value.provisions


LOW, UNEQUAL = ("stake-too-low", "10"), ("stake-not-equal", "10")
HIGH, HIGHER = ("stake-too-high", "10"), ("stake-too-high", "20")


@pytest.mark.parametrize(
    ("bound", "allowed", "others"),
    [
        ("the stake of “line” must be at least 10.", (10, 11, 1000), {1: LOW, 9: LOW}),
        ("the stake of “line” must be at most 10.", (1, 10), {11: HIGH}),
        ("the stake of “line” must be 10.", (10,), {9: UNEQUAL, 11: UNEQUAL}),
        (
            "the stake of “line” and “side” must be from 10 through 20.",
            (10, 20),
            {9: LOW, 21: ("stake-too-high", "20")},
        ),
    ],
)
def test_a_stake_beyond_a_bound_is_refused_with_the_bound_and_the_provision(
    bound: str, allowed: tuple[int, ...], others: dict[int, tuple[str, str]]
) -> None:
    for stake in allowed:
        assert begun(table(bound), line=stake).state.bets[0].stake == stake
    for stake, (key, limit) in others.items():
        with pytest.raises(IllegalAction) as refusal:
            begun(table(bound)).apply(PlaceBet("", "", "line", stake))
        said = refusal.value.args_by_name
        assert (refusal.value.key, said["limit"], said["stake"]) == (key, limit, str(stake))
        assert refusal.value.provisions == ("art_2__para_1",)


def test_no_bound_is_named_of_a_bet_that_is_forbidden_with_any_stake() -> None:
    """Neither of two that exclude each other, nor where nobody may bet, nor in proportion to what is not there."""
    twice = table("the stake of “line” must be at most 10.", "the stake of “line” must be at least 20.")
    never = table("the stake of “line” must be at most 10.", "“player” must not “bet” on “line”.")
    none = table("the stake of “line” must be at most half of the stake of “side”.")
    for game in (twice, never, none):
        assert refused(begun(game), PlaceBet("", "", "line", 15))[0] == "forbidden-bet"


def test_what_is_put_on_the_same_bet_counts_together() -> None:
    round_ = begun(table("the stake of “line” must be at most 10."), line=6)
    with pytest.raises(IllegalAction, match="stake-too-high") as refusal:
        round_.apply(PlaceBet("", "", "line", 5))
    assert (refusal.value.args_by_name["stake"], refusal.value.args_by_name["limit"]) == ("11", "10")
    round_.apply(PlaceBet("", "", "line", 4))
    round_.apply(PlaceBet("player-2", "", "line", 10))  # of another bettor it does not


def test_a_bound_by_another_stake_is_asked_when_a_bet_is_placed_and_again_when_betting_ends() -> None:
    most = table("the stake of “side” must be at most half of the stake of “line”.")
    assert refused(begun(most, line=10), PlaceBet("", "", "side", 6))[1] == ("art_2__para_1",)
    assert refused(begun(most), PlaceBet("", "", "side", 1))[1] == ("art_2__para_1",)  # half of nothing
    begun(most, line=10, side=5).apply(Deal())
    least = begun(table("the stake of “side” must be at least the stake of “line”."), side=5, line=10)
    assert refused(least, Deal()) == ("stake-too-low", ("art_2__para_1",))
    least.apply(PlaceBet("", "", "side", 5))
    least.apply(Deal())


def test_a_bound_that_prevails_does_away_with_another() -> None:
    text = table(
        "the stake of “line” must be at most 10.",
        "the stake of “line” must be at most 100.\n  prevails over article 2, number 1.",
    )
    begun(text, line=100)
    assert refused(begun(text), PlaceBet("", "", "line", 101))[1] == ("art_2__para_2",)


@pytest.mark.parametrize(
    ("bound", "most", "refused_by"),
    [
        (
            "the stake of “odds” must be at most 2 times the stake of “line”.",
            20,
            {21: ("art_2__para_1",), 31: ("art_2__para_1",)},
        ),
        (
            "the stake of “odds” must be at least 2 times the stake of “line”.",
            30,
            {19: ("art_2__para_1",), 31: ("art_3",)},
        ),
        ("the stake of “odds” must be the stake of “line”.", 10, {9: ("art_2__para_1",), 11: ("art_2__para_1",)}),
        ("the stake of “odds” must be at most 5 times the stake of “line”.", 30, {31: ("art_3",)}),
    ],
)
def test_a_window_is_within_bounds(bound: str, most: int, refused_by: dict[int, tuple[str, ...]]) -> None:
    """Of a stake of ten on the line the window itself would take thirty; six pays sixfold what is placed."""
    for amount, provisions in refused_by.items():
        round_ = begun(table(bound), line=10)
        round_.apply(Deal())
        assert refused(round_, Choose("player-1", "player-1", "odds", Fraction(amount)))[1] == provisions
    round_ = begun(table(bound), line=10)
    round_.apply(Deal())
    round_.apply(Choose("player-1", "player-1", "odds"))
    placed = next(told for told in round_.steps if told.kind == "stake-put")
    assert dict(zip(placed.names, placed.values, strict=True))["amount"] == most
    assert ("art_2__para_1" in placed.provisions) == (most < 30)
    assert round_.returns() == {"player-1": 40 + 6 * most}


@pytest.mark.parametrize(
    ("bound", "allowed", "others"),
    [
        ("", (1, 30), (31,)),
        ("the stake of “odds” must be the stake of “line”.", (10,), (4, 6, 9, 11)),
        ("the stake of “odds” must be at least 5/2 of the stake of “line”.", (25, 30), (24, 31)),
        ("the stake of “odds” must be at most half of the stake of “line”.", (5,), (6, 30)),
    ],
)
def test_a_window_opens_once_for_all_that_a_bettor_has_on_the_bet_that_limits_it(
    bound: str, allowed: tuple[int, ...], others: tuple[int, ...]
) -> None:
    """Four and six on the line are ten, of which the window takes three times as much, and bounds are of ten, too."""
    for stake in (*allowed, *others):
        round_ = begun(table(*([bound] if bound else [])), line=4)
        round_.apply(PlaceBet("", "", "line", 6))
        round_.apply(Deal())
        choice = Choose("player-1", "player-1", "odds", Fraction(stake))
        if stake in others:
            assert refused(round_, choice)[0] in (*BEYOND_BOUNDS, "amount-above-limit")
        else:
            round_.apply(choice)
            assert round_.returns() == {"player-1": 4 * (4 + 6) + 6 * stake}


def test_a_window_that_is_not_used_is_not_opened_for_the_next_bet() -> None:
    round_ = begun(table(), line=4)
    round_.apply(PlaceBet("", "", "line", 6))
    round_.apply(Deal())
    round_.apply(Choose("player-1", "player-1", "no-bet"))
    assert round_.returns() == {"player-1": 40}


@pytest.mark.parametrize(
    ("bounds", "times"),
    [
        ((), 3),
        (("the stake of “odds” must be at most 2 times the stake of “line”.",), 2),
        (("the stake of “odds” must be the stake of “line”.",), 1),
        (("the stake of “odds” must be at least 4 times the stake of “line”.",), 0),  # more than the window takes
        (("the stake of “odds” must be at most the stake of “side”.",), 0),  # placed alone, there is none
        (
            ("when the total of “dealer” is 3, then the stake of “odds” must be at most the stake of “line”.",),
            Fraction(16, 6),
        ),
    ],
)
def test_the_odds_place_what_bounds_leave(bounds: tuple[str, ...], times: Fraction) -> None:
    """A unit on the line gains 4/6 - 5/6; each that is placed beside it, 6/6 - 5/6."""
    bet_odds = odds(rules_of(table(*bounds)), ("line",)).bets["line"]
    assert bet_odds.expectation == Fraction(-1, 6) + times * Fraction(1, 6)
    assert bet_odds.mean_stake == 1 + times


def test_the_search_of_the_checks_says_where_it_does_not_follow_stakes() -> None:
    def left(bound: str) -> set[str]:
        text = table(bound)
        law = law_of(text)
        return {reason for _, reason in law.unsearched()}

    assert left("the stake of “odds” must be at least 2 times the stake of “line”.") == set()
    assert left("the stake of “odds” must be at least the stake of “side”.") == {"bounded-stake"}


BOUNDED = (
    DIE
    + "  “small” is a bet.\n  “meter” is an amount kept from round to round, beginning with 20.\n"
    + "Article 2\n  the stake of “big” must be from 5 through 50.\n"
    + "  the stake of “small” must be at most 1/5 of the stake of “big”.\n"
    + "Article 3\n"
    + THROW.replace("settle “big”", "settle “big” and “small”")
    + "Article 4\n  when the total of “banker” is 3, then “big” pays 2 to 1.\n  in every other case, “big” loses.\n"
    + "  when the total of “banker” is 3, then “small” pays 1 to 1.\n  in every other case, “small” loses.\n"
)


@pytest.mark.parametrize("kernel", ["interpreter", "python", "numpy"])
def test_rounds_are_simulated_with_stakes_that_are_allowed_and_told_per_unit_of_them(kernel: str) -> None:
    """Of three faces one wins twice the stake; one unit on each bet would be below the bound of the first."""
    game = game_of(BOUNDED)
    sampler = InterpretedSampler(game, {}) if kernel == "interpreter" else CompiledSampler(game, {}, kernel)
    tally = sampler.sample(SeedSequence(1), 300)
    assert {outcome.net for outcome in tally.bets["big"]} == {2, -1}
    assert {outcome.net for outcome in tally.bets["small"]} == {1, -1}


@pytest.mark.parametrize("kernel", ["interpreter", "python", "numpy"])
def test_rounds_are_simulated_with_the_least_stakes_where_stakes_are_compared(kernel: str) -> None:
    """On the first bet 5 are staked, on the second 1: always more than 3 beyond it, for which the first wins."""
    compared = BOUNDED.replace(
        "the total of “banker” is 3, then “big”",
        "the stakes on “big” exceed those on “small” by more than 3, then “big”",
    )
    game = game_of(compared)
    sampler = InterpretedSampler(game, {}) if kernel == "interpreter" else CompiledSampler(game, {}, kernel)
    tally = sampler.sample(SeedSequence(1), 30)
    assert {outcome.net: count for outcome, count in tally.bets["big"].items()} == {2: 30}


def test_rounds_are_simulated_with_the_least_stakes_that_bounds_by_one_another_allow() -> None:
    """A fifth of the stake on the line, of which no whole one is less than 1, asks for 5 there; twice 5 is 10."""
    game = game_of(table("the stake of “side” must be 1/5 of the stake of “line”."))
    assert {name: bet.stake for name, bet in bets_of(game).items()} == {"line": 5, "side": 1}
    assert {name: bet.stake for name, bet in bets_of(game, ["line"]).items()} == {"line": 1}
    twice = "the stake of “side” must be at least 2 times the stake of “line”."
    least = "the stake of “line” must be at least 5."
    assert {name: bet.stake for name, bet in bets_of(game_of(table(twice, least))).items()} == {"line": 5, "side": 10}


def test_rounds_with_a_least_stake_on_what_is_paid_out_of_a_meter_are_not_simulated() -> None:
    """What is in a meter is no multiple of a stake."""
    paid = BOUNDED.replace("“small” pays 1 to 1", "“big” receives the whole of “meter”")
    with pytest.raises(IllegalAction) as refusal:
        bets_of(game_of(paid))
    assert (refusal.value.key, refusal.value.provisions) == ("one-unit-forbidden", ("art_2",))
